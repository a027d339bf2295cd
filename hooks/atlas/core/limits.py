"""Limits on files that anybody may have written, each with its unit and its reason.

What exceeds a limit is refused with its path, its line and what to do; ``tests/corpus/test_limits.py`` tries each.
Within the limits a file is read, or refused, in about two seconds. The largest announcements so far have 60 kB, 1,500
lines and 80 features: a tenth of the limits, or less.
"""

# The name of any file
NAME_BYTES = 200  # bytes: addresses, catalogs and temporary files are named after seeds

# A seed's file
SEED_BYTES = 600_000  # bytes: prose takes about two seconds a megabyte
SEED_LINES = 15_000  # lines: each may be a block
LINE_LENGTH = 200_000  # characters of a line: a whole page of HTML may be one
SPACES = 500  # consecutive spaces: a pattern may try to match at each of them
BRACKETS = 5_000  # “[” in consecutive non-empty lines: each may begin a link
ALL_BRACKETS = 10_000  # “[” in a seed
COLUMNS = 100  # “|” in a line: each may begin a cell
OPEN_TAGS = 500  # “<” without a “>” after it: each may begin a tag, which is looked for to the end
NESTING = 32  # levels of nested lists and quotations: readers and passes recurse into each
FRONT_MATTER_BYTES = 65_536  # bytes: YAML is parsed far more slowly than prose
FRONT_MATTER_KEYS = 500  # keys: each is a fact to account for
SIGNS = 3_000  # characters of Markdown syntax in one text: each may begin emphasis, code or a link
ALL_SIGNS = 60_000  # characters of Markdown syntax in a seed
INLINE_NESTING = 100  # levels of nested emphasis and links in Markdown: what is deeper stays text
LEADS = 15_000  # characters that begin list items and quotations: each opens a block
TAGS = 20_000  # “<” in HTML: each may be an element
TAG_NESTING = 50  # levels of nested HTML elements: the reader recurses into each

# A seed's document
BLOCKS = 5_000  # headings, paragraphs, cells and code blocks: every pass visits each
SPANS = 4_000  # inlines of one block: emphasis, code, links, and the words between
ALL_SPANS = 20_000  # inlines of a document
TEXT_LENGTH = 50_000  # characters of one block: patterns search all of it
FEATURES = 1_000  # features: each is compared with others
ALIGNED = 250_000  # texts of a translation times those of its original: each is compared with each, in ten seconds

# A catalog
CATALOG_BYTES = 2_000_000  # bytes: a seed's texts twice, with room for obsolete ones
CATALOG_LINES = 50_000  # lines: each may be an entry
MSGSTR_LENGTH = 20_000  # characters of a translation; also ten times those of its text, twice its markup, plus 200

# A file of seeds/knowledge
KNOWLEDGE_BYTES = 1_000_000  # bytes: YAML is parsed far more slowly than prose
KNOWLEDGE_NESTING = 32  # levels of nested lists and mappings: the YAML parser recurses into each
ID_LENGTH = 100  # characters of an id, which is part of addresses
KNOWLEDGE_ENTRIES = 100_000  # scalars, lists and mappings: each is an object with its line
PATTERN_LENGTH = 1_000  # characters of a regular expression: a person has to review it
