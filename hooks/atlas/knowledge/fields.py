"""Types of fields in knowledge files."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetPydanticSchema

from atlas.core.characters import HAN_CHARACTER
from atlas.core.languages import BilingualText
from atlas.core.limits import MAX_ID_LENGTH, MAX_PATTERN_LENGTH
from atlas.core.text import comparison_key
from atlas.core.urls import is_safe_url
from atlas.core.words import words_pattern


def _distinct(items: tuple[str, ...]) -> tuple[str, ...]:
    if doubled := [item for item, count in Counter(items).items() if count > 1]:
        raise ValueError(f"contains {doubled[0]!r} twice")
    return items


def _require(is_valid: Callable[[Any], object], message: str) -> AfterValidator:
    """Return a validator that rejects values for which ``is_valid`` is false, with ``message``."""

    def check(value: Any) -> Any:  # noqa: ANN401  whatever the field holds
        if not is_valid(value):
            raise ValueError(message)
        return value

    return AfterValidator(check)


Word = Annotated[str, _require(str.strip, "is empty")]


class PatternWithExamples(BaseModel):
    """A regular expression, an example that it must find, and a similar counter-example that it must not find."""

    model_config = ConfigDict(extra="forbid")

    pattern: str
    example: Word
    not_: Word = Field(alias="not")

    def compiled(self, *, is_full_match: bool = False) -> re.Pattern[str]:
        """Compile the pattern, and test it on the example and the counter-example.

        With ``is_full_match``, the pattern must match the whole text. Raises ValueError if the pattern is not a regular
        expression, or if a test fails.
        """
        pattern = _compiled(self.pattern)
        match = pattern.fullmatch if is_full_match else pattern.search
        if not match(self.example):
            raise ValueError(f"does not find its example {self.example!r}")
        if match(self.not_):
            raise ValueError(f"finds its counter-example {self.not_!r}")
        return pattern


def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern. Raises ValueError if it is invalid, too long, or could take forever to match."""
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
    """Return whether a group that contains a repetition is itself repeated: (a+)*, which may take exponential time.

    Repetitions of at most three times, and possessive ones (*+), are harmless and do not count.
    """
    # Escapes and character classes may contain the signs below as plain characters: replace each with a letter.
    bare = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", pattern, flags=re.DOTALL)
    signs = r"\((?:\?(?:[:=!>]|<[=!]|P?<\w+>|[a-zA-Z-]+:))?|(\)?)(?P<quantifier>[*+]|\{\d*,\d*\})(?P<mode>[+?]?)|\)"
    groups_repeat = [False]  # a stack, of the whole pattern and each open group: whether it contains a repetition
    for sign in re.finditer(signs, bare):
        if sign[0].startswith("("):
            groups_repeat.append(False)
            continue
        closes_group = sign[0].startswith(")")
        quantifier = sign["quantifier"]
        is_few_times = bool(quantifier) and re.fullmatch(r"\{\d*,0*[0-3]\}", quantifier) is not None
        is_repetition = bool(quantifier) and not is_few_times and sign["mode"] != "+"
        contains_repetition = groups_repeat.pop() if closes_group and len(groups_repeat) > 1 else False
        if contains_repetition and is_repetition:
            return True
        groups_repeat[-1] |= (contains_repetition and not quantifier) or is_repetition
    return False


def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(words_pattern(words), re.IGNORECASE)


def _requires_group(group: str) -> AfterValidator:
    """Return a validator that a pattern has a group called ``group``, which matches the name of a feature."""

    def checked(pattern: str | re.Pattern[str]) -> str | re.Pattern[str]:
        text = pattern if isinstance(pattern, str) else pattern.pattern
        if f"(?P<{group}>" not in text:
            raise ValueError(f"lacks a group (?P<{group}>…), which the name of the feature is taken from")
        return pattern

    return AfterValidator(checked)


def _template(placeholder: str, shown_as: str) -> GetPydanticSchema:
    """Return the schema of a pattern with exactly one placeholder, such as {level}.

    ``placeholder`` is a regular expression for the placeholder, and ``shown_as`` is its name in messages. The example
    and the counter-example contain the placeholder, too, perhaps after a space.
    """

    def checked(stated: PatternWithExamples) -> str:
        pattern, count = re.subn(placeholder, lambda found: rf"\s?{re.escape(found[0])}", stated.pattern)
        if count != 1:
            raise ValueError(f"lacks a {shown_as} placeholder, or has several")
        if not re.search(placeholder, stated.not_):
            message = f"its counter-example {stated.not_!r} lacks a {shown_as} placeholder, and so proves nothing"
            raise ValueError(message)
        stated.model_copy(update={"pattern": pattern}).compiled()
        return stated.pattern

    return GetPydanticSchema(lambda _, make: make(Annotated[PatternWithExamples, AfterValidator(checked)]))


def _has_at_most_one_name(pattern: re.Pattern[str]) -> bool:
    """Return whether a pattern has no group, or a single one that has a name."""
    return pattern.groups == len(pattern.groupindex) <= 1


def _pattern(*, is_full_match: bool) -> GetPydanticSchema:
    """Return the schema of a pattern: a file has a ``PatternWithExamples``, which is loaded as a compiled pattern."""
    compiling = AfterValidator(lambda stated: stated.compiled(is_full_match=is_full_match))
    return GetPydanticSchema(lambda _, make: make(Annotated[PatternWithExamples, compiling]))


Pattern = Annotated[re.Pattern[str], _pattern(is_full_match=False)]
NamingPattern = Annotated[Pattern, _requires_group("name")]  # a pattern with the group ``name``
Byline = Annotated[  # a pattern of a whole line
    re.Pattern[str],
    _pattern(is_full_match=True),
    _require(_has_at_most_one_name, "may have one group only, named for a fact: write (?:…) for others"),
]
Words = tuple[Word, ...]
Phrases = Annotated[
    re.Pattern[str],
    GetPydanticSchema(lambda _, make: make(Annotated[Words, AfterValidator(_any_of)])),
]  # words in a file, which are loaded as one pattern for any of them
Url = Annotated[str, _require(is_safe_url, "is not an address that may become a link: write https://…")]
MAX_QUOTE_WORDS = 12  # words that may be quoted from a third-party text
Quote = Annotated[
    Word,
    _require(lambda quote: len(quote.split()) <= MAX_QUOTE_WORDS, f"has more than {MAX_QUOTE_WORDS} words: quote less"),
    _require(lambda quote: not HAN_CHARACTER.search(quote), "is in Chinese: quote PyTorch's own English post"),
]
RecognizedNames = tuple[
    Annotated[str, _require(comparison_key, "contains no letters or digits")], ...
]  # names by which something is recognized
Synonyms = Annotated[RecognizedNames, Field(min_length=2), AfterValidator(_distinct)]
Version = Annotated[
    str,
    Field(pattern=r"^[0-9]{1,4}(\.[0-9]{1,4}){1,4}(-[a-z]{1,8}[0-9]{0,4})?$"),
    _require(lambda version: not re.search(r"\..*\.0(?:-|$)", version), "ends in .0: leave that out, as in 2.1"),
]
_LevelTemplate = Annotated[str, _template(r"\{(?:clear_)?level\}", "{level}")]
Templates = tuple[_LevelTemplate, ...]  # patterns with {level} or {clear_level}
NamingTemplates = tuple[Annotated[_LevelTemplate, _requires_group("names")], ...]  # also with the group ``names``
ReleaseTemplates = tuple[
    Annotated[str, _template(r"\{(?:release|version)\}", "{release} or {version}")], ...
]  # patterns with {release} or {version}
BilingualField = Annotated[
    BilingualText, _require(lambda names: names.zh.strip() and names.en.strip(), "lacks one of the languages")
]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MAX_ID_LENGTH)]
FieldName = Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$", max_length=MAX_ID_LENGTH)]  # of a dataclass field
Slugs = Annotated[tuple[Slug, ...], AfterValidator(_distinct)]
