"""Limits on untrusted files, each with its unit and its reason.

A file beyond a limit is refused with its path, the line, and a remedy. A file within the limits is read or refused in
about two seconds. ``tests/corpus/test_limits.py`` tests the limits on seeds and documents. The largest announcements so
far have 60 kB, 1,500 lines, and 80 features: at most a tenth of the limits.
"""

# File names
MAX_NAME_BYTES = 200  # bytes: URLs, catalogs, and temporary files are named after seeds

# Seed files
MAX_SEED_BYTES = 600_000  # bytes: prose takes about two seconds per megabyte
MAX_SEED_LINES = 15_000  # lines: each may be a block
MAX_LINE_LENGTH = 200_000  # characters per line: a whole HTML page may be on one line
MAX_CONSECUTIVE_SPACES = 500  # consecutive spaces: a regular expression may try to match at each of them
MAX_BRACKETS_PER_BLOCK = 5_000  # “[” in consecutive non-empty lines: each may start a link
MAX_BRACKETS_PER_SEED = 10_000  # “[” per seed
MAX_COLUMNS = 100  # “|” per line: each may start a cell
MAX_OPEN_TAGS = 500  # “<” without a “>” after it: the rest of the file is searched for the end of each
MAX_NESTING = 32  # levels of nested lists and block quotes: readers and passes recurse into each
MAX_FRONT_MATTER_BYTES = 65_536  # bytes: YAML is parsed far more slowly than prose
MAX_FRONT_MATTER_KEYS = 500  # keys: each is a fact that the line report has to account for
MAX_SYNTAX_CHARACTERS_PER_TEXT = 3_000  # Markdown syntax characters: each may start emphasis, code, or a link
MAX_SYNTAX_CHARACTERS_PER_SEED = 60_000  # Markdown syntax characters per seed
MAX_INLINE_NESTING = 100  # levels of nested emphasis and links in Markdown: deeper markup stays text
MAX_BLOCK_MARKERS = 15_000  # list and block quote markers at the start of lines: each opens a block
MAX_TAGS = 20_000  # “<” in HTML: each may be an element
MAX_TAG_NESTING = 50  # levels of nested HTML elements: the reader recurses into each

# Documents
MAX_BLOCKS = 5_000  # headings, paragraphs, cells, and code blocks: every pass visits each
MAX_INLINES_PER_BLOCK = 4_000  # inlines per block: emphasis, code, links, and the text between them
MAX_INLINES_PER_DOCUMENT = 20_000  # inlines per document
MAX_TEXT_LENGTH = 50_000  # characters per block: regular expressions search all of them
MAX_FEATURES = 1_000  # features: each is compared with others
MAX_ALIGNED_PAIRS = 250_000  # texts of a translation times those of its original: comparing them takes ten seconds

# Catalogs
MAX_CATALOG_BYTES = 2_000_000  # bytes: the texts of a seed and their translations, with room for obsolete entries
MAX_CATALOG_LINES = 50_000  # lines: each may be an entry
MAX_MSGSTR_LENGTH = 20_000  # characters per translation; translate/parity.py limits it in relation to its text

# Files in seeds/knowledge
MAX_KNOWLEDGE_BYTES = 1_000_000  # bytes: YAML is parsed far more slowly than prose
MAX_KNOWLEDGE_NESTING = 32  # levels of nested lists and mappings: the YAML parser recurses into each
MAX_ID_LENGTH = 100  # characters per id: ids are part of URLs
MAX_KNOWLEDGE_ENTRIES = 100_000  # scalars, lists, and mappings: each becomes an object with a line number
MAX_PATTERN_LENGTH = 1_000  # characters per regular expression: a person has to review it
