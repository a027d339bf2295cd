"""Field types: names and their comparison, patterns, ids, versions."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field, GetPydanticSchema

from atlas.core.languages import BilingualText
from atlas.core.limits import MAX_ID_LENGTH, MAX_PATTERN_LENGTH
from atlas.core.text import comparison_key, to_simplified
from atlas.core.urls import is_safe_url


def name_key(title: str) -> str:
    """Normalize a title for comparison as a name: without case, width, and spaces; ``C++`` and ``2.1`` stay whole."""
    words = unicodedata.normalize("NFKC", to_simplified(title)).casefold()
    return re.sub(r"(?<![a-z0-9])[.:]|[.:](?![a-z0-9])|[^\w.:+#]|_", "", words) or title.strip()


def longest_address(url: str, addresses: Iterable[str]) -> int:
    """Return the length of the longest of ``addresses`` that a URL has; 0 if it has none.

    They are compared without scheme, “www.”, final slash and case; ``*`` in an address stands for any text.
    """
    bare = re.sub(r"^https?://(?:www\.)?", "", url, flags=re.IGNORECASE)
    return max((len(address) for address in addresses if _address(address).fullmatch(bare)), default=0)


@lru_cache(maxsize=1024)
def _address(address: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, address.split("*"))) + "/?", re.IGNORECASE | re.DOTALL)


_PLACEHOLDERS = {r"\*": ".*", "'": "['’]?", r"\{version\}": r"v?\d+(?:\.\d+)*+"}


def words_pattern(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``, with parts joined by spaces, hyphens, or nothing: API-Unstable.

    In a word, ``*`` stands for anything, ``{version}`` for a version, and an apostrophe may be curly or missing.
    """
    parts = (map(re.escape, re.split(r"[\s-]+", word)) for word in sorted(words, key=len, reverse=True))
    pattern = "|".join(r"[\s\-‐-–]*".join(part) for part in parts) or "(?!)"
    for placeholder, meaning in _PLACEHOLDERS.items():
        pattern = pattern.replace(placeholder, meaning)
    return pattern


def whole_words(words: Iterable[str], anything: str = ".*") -> str:
    """Return a pattern for any of ``words``, no Latin one as a part of another. ``anything`` is what * stands for."""
    pattern = words_pattern(words).replace(".*", anything)
    return rf"(?:(?:(?<![A-Za-z])|(?![A-Za-z]))(?:{pattern})(?:(?![A-Za-z])|(?<![A-Za-z])))"


def _distinct(items: tuple[str, ...]) -> tuple[str, ...]:
    if doubled := [item for item, count in Counter(items).items() if count > 1]:
        raise ValueError(f"contains {doubled[0]!r} twice")
    return items


def _require(holds: Callable[[Any], object], message: str) -> AfterValidator:
    """Return a validator that rejects values for which ``holds`` is false, with ``message``."""

    def check(value: Any) -> Any:  # noqa: ANN401  whatever the field holds
        if not holds(value):
            raise ValueError(message)
        return value

    return AfterValidator(check)


def _compiled(pattern: str) -> re.Pattern[str]:
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise ValueError(f"a regular expression of more than {MAX_PATTERN_LENGTH:,} characters")
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if _repeats_repetition(pattern):
        message = (
            "repeats a group that contains a repetition, which may take forever: end the outer one in + (as in *+)"
        )
        raise ValueError(message)
    return compiled


def _repeats_repetition(pattern: str) -> bool:
    """Return whether a group containing a repetition is repeated more than a few times and not possessively: (a+)*."""
    bare = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", pattern, flags=re.DOTALL)  # classes and escapes contain none
    open_groups = [False]
    for sign in re.finditer(r"\((?:\?(?:[:=!>]|<[=!]|P?<\w+>|[a-zA-Z-]+:))?|(\)?)([*+]|\{\d*,\d*\})([+?]?)|\)", bare):
        if sign[0].startswith("("):
            open_groups.append(False)
            continue
        closes, repeats = sign[0].startswith(")"), sign[2]
        endless = bool(repeats) and not re.fullmatch(r"\{\d*,0*[0-3]\}", repeats)
        inside = open_groups.pop() if closes and len(open_groups) > 1 else False
        if closes and inside and endless and sign[3] != "+":
            return True
        open_groups[-1] |= (inside and not repeats) or (endless and sign[3] != "+")
    return False


def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(words_pattern(words), re.IGNORECASE)


def _has_level(template: str) -> str:
    pattern, count = re.subn(r"\{(?:clear_)?level\}", "x", template)
    if count != 1:
        raise ValueError("lacks a {level} placeholder, or has several")
    _compiled(pattern)
    return template


Pattern = Annotated[re.Pattern[str], GetPydanticSchema(lambda _, make: make(Annotated[str, AfterValidator(_compiled)]))]
Word = Annotated[str, _require(str.strip, "is empty")]
Words = tuple[Word, ...]
Phrases = Annotated[
    re.Pattern[str],
    GetPydanticSchema(lambda _, make: make(Annotated[Words, AfterValidator(_any_of)])),
]  # words, compiled to a pattern for any of them
Url = Annotated[str, _require(is_safe_url, "is not an address that may become a link: write https://…")]
MAX_QUOTE_WORDS = 12  # words of a third-party text
Quote = Annotated[
    Word,
    _require(lambda quote: len(quote.split()) <= MAX_QUOTE_WORDS, f"has more than {MAX_QUOTE_WORDS} words: quote less"),
]
RecognizedNames = tuple[
    Annotated[str, _require(comparison_key, "contains no letters or digits")], ...
]  # names by which something is recognized
Synonyms = Annotated[RecognizedNames, Field(min_length=2), AfterValidator(_distinct)]
Version = Annotated[str, Field(pattern=r"^[0-9]{1,4}(\.[0-9]{1,4}){1,4}(-[a-z]{1,8}[0-9]{0,4})?$")]
Templates = tuple[Annotated[str, AfterValidator(_has_level)], ...]  # patterns with {level} or {clear_level}
BilingualField = Annotated[
    BilingualText, _require(lambda names: names.zh.strip() and names.en.strip(), "lacks one of the languages")
]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MAX_ID_LENGTH)]
Slugs = Annotated[tuple[Slug, ...], AfterValidator(_distinct)]
