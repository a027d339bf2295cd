"""Whether a sentence opens with a title."""

import re

from atlas.core.text import comparison_key
from atlas.extract.naming import title_key

MIN_NAME_LENGTH = 3  # characters: the shortest part of a title to look for
MAX_TITLE_END_LENGTH = 60  # characters at the end of a title that a sentence may begin with

_DEMONSTRATIVE = re.compile(r"^(?:该|此|这(?:[个种项]|一|些)?|(?i:the|this|these)\b)")


def opens_with(sentence: str, title: str, min_share: float = 0) -> bool:
    """Whether a sentence begins, perhaps after “this”, with a title or the end of it, no less than a share of it."""
    end = comparison_key(title_key(title))[-MAX_TITLE_END_LENGTH:]
    text = comparison_key(_DEMONSTRATIVE.sub("", sentence))
    min_length = max(MIN_NAME_LENGTH, int(min_share * len(end)))
    return any(text.startswith(end[start:]) for start in range(len(end) - min_length + 1))
