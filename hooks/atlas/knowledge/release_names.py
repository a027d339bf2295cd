"""Patterns for the name of a release, such as “PyTorch 2.1”, which do not depend on the language of the text."""

import re

from atlas.core.versions import VERSION

# “PyTorch” and a version. Not the version of a build (PyTorch 2.0.1+cu118), and not “this or later” (PyTorch 2.0+).
NAMED = rf"(?<![\w/-])PyTorch\s*[®™]?\s*(?:版本|version)?\s*v?{VERSION}(?!\+)"
# The beginning of a title before the release's name: at most a short label, as in “News | PyTorch 1.9 released”.
TITLE_START = r"^(?:[^。；;.!?！？]{0,14}[:：|｜!！?？]\s*|\W*)"
RELEASE_TITLE = re.compile(TITLE_START + NAMED, re.IGNORECASE)
TITLE_BLOCKS = 5  # the title is one of this many blocks at the beginning of a text
