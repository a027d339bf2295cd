"""What is accepted of files that anybody may have written: each limit, its unit, and why it is there.

The largest posts so far have 60 kB, 1,500 lines and 80 features. Within these limits a file is read, or refused,
within two seconds. CONTRIBUTING.md lists them for people.
"""

from __future__ import annotations

# Any file's name
NAME_BYTES = 200  # bytes: addresses, catalogs and temporary files are named after seeds

# A seed's file
SEED_BYTES = 600_000  # bytes: prose takes about two seconds a megabyte
SEED_LINES = 15_000  # lines
LINE_LENGTH = 200_000  # characters of a line: a whole page of HTML may be one
SPACES = 500  # spaces in a row: patterns try each of them as a beginning
BRACKETS = 5_000  # opening brackets in a run of filled lines: each may begin a link
ALL_BRACKETS = 10_000  # opening brackets of a seed
COLUMNS = 100  # “|” on a line
OPEN_TAGS = 500  # “<” on a line without a “>”: each may begin a tag
NESTING = 32  # lists and quotations in one another: readers and passes call themselves at each
FRONT_MATTER_BYTES = 65_536  # bytes
FRONT_MATTER_KEYS = 500  # keys
SIGNS = 3_000  # signs of Markdown in one text: each may begin emphasis, code or a link
ALL_SIGNS = 60_000  # signs of Markdown in all of them
INLINE_NESTING = 100  # emphasis and links in one another, in Markdown; what lies deeper stays text
LEADS = 15_000  # signs of lists and quotations where lines begin: each opens a block
TAGS = 20_000  # “<” in HTML
TAG_NESTING = 50  # HTML elements in one another, as for lists

# What a seed holds
BLOCKS = 5_000  # headings, paragraphs, cells and blocks of code: every pass looks at each
SPANS = 4_000  # pieces of one block: emphasis, code, links, and the words between
ALL_SPANS = 20_000  # pieces of all blocks
TEXT_LENGTH = 50_000  # characters of one block
FEATURES = 1_000  # features: each is compared with others

# A catalog
CATALOG_BYTES = 2_000_000  # bytes: a seed's texts twice, with room for obsolete ones
CATALOG_LINES = 50_000  # lines
MSGSTR_LENGTH = 20_000  # characters of a translation; and ten times those of its text, twice its markup, and 200

# A file of seeds/knowledge
KNOWLEDGE_BYTES = 1_000_000  # bytes
KNOWLEDGE_NESTING = 32  # lists and mappings in one another: YAML is read by calls in calls
ID_LENGTH = 100  # characters of an id, which is part of addresses
KNOWLEDGE_ENTRIES = 100_000  # words, lists and mappings
PATTERN_LENGTH = 1_000  # characters of a regular expression
