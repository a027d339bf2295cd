"""Regular expressions that find any word of a list."""

import re
from collections.abc import Iterable

_PLACEHOLDERS = {r"\*": ".*", "'": "['’]?", r"\{version\}": r"v?\d+(?:\.\d+)*+"}  # as re.escape writes it → its pattern


def words_pattern(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``; it matches nothing if there are none.

    A space or hyphen in a word matches spaces, hyphens, or nothing: “API Unstable” is also API-Unstable. ``*`` stands
    for anything, ``{version}`` for a version, and an apostrophe may be curly or missing.
    """
    alternatives: list[str] = []
    for word in sorted(words, key=len, reverse=True):
        parts = map(re.escape, re.split(r"[\s-]+", word))
        alternatives.append(r"[\s\-‐-–]*".join(parts))
    pattern = "|".join(alternatives) or "(?!)"
    for placeholder, meaning in _PLACEHOLDERS.items():
        pattern = pattern.replace(placeholder, meaning)
    return pattern


def whole_words(words: Iterable[str], anything: str = ".*") -> str:
    """Return a pattern for any of ``words``. A Latin word does not match inside a longer word.

    ``anything`` is the pattern for ``*`` in a word.
    """
    pattern = words_pattern(words).replace(".*", anything)
    return rf"(?:(?:(?<![A-Za-z])|(?![A-Za-z]))(?:{pattern})(?:(?![A-Za-z])|(?<![A-Za-z])))"
