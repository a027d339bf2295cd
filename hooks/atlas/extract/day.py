"""The day that an announcement states: of the release, or of the article."""

import re
from collections.abc import Iterable
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple

from atlas.core.dates import find_date, make_date
from atlas.core.problems import Problem
from atlas.core.text import to_simplified
from atlas.document.nodes import Document, Fact, plain
from atlas.extract.facts import first
from atlas.extract.findings import Finding
from atlas.extract.sections import texts_in
from atlas.knowledge.fields import whole_words
from atlas.knowledge.schema import Conventions, DatingWords
from atlas.sources.seed import Seed

MAX_OPENING_TEXTS = 12  # texts after the title in which words may date the release
MAX_DAYS_APART = 31  # days by which two dates of one announcement may differ

_DAY = r"(\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)"
_ADDRESS_DATE = re.compile(r"/(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?!\d)")


class Day(NamedTuple):
    """A date, what it is of, and the line that states it (0: the file's name)."""

    date: date | None
    kind: Literal["release", "article", "none"]
    line: int


UNDATED = Day(None, "none", 0)


def date_of(
    seed: Seed, document: Document, version: str, addresses: Iterable[str], conventions: Conventions
) -> tuple[Day, list[Finding], list[Problem]]:
    """Return the date that the seed states: front matter and file name date the article, a line or words the release.

    If an address contains a date more than ``MAX_DAYS_APART`` days away, the stated one was probably copied from
    another post; this is reported, and the stated date is kept.
    """
    fact = first(document, "date")
    if not fact and (in_name := _day_in_name(seed.path)):
        return Day(in_name, "article", 0), [], []
    fact = fact or _dated(document, version, conventions.dating)
    if not fact:
        line = "发布: YYYY年MM月DD日" if seed.language == "zh" else "Date: YYYY-MM-DD"
        message = f"states no date: add a line {line} by an erratum if it is known"
        return UNDATED, [], [Problem(seed.path, seed.line(0), message, "warning")]
    day = find_date(fact.value)
    if not day:
        message = f"{fact.value!r} is not a date: correct it by an erratum"
        return UNDATED, [], [Problem(seed.path, fact.line, message)]
    other = _other_day(day, addresses)
    findings = [Finding("other-post", fact.line, fact.value, other.isoformat())] if other else []
    in_front_matter = any(line == fact.line for _, _, line in seed.meta)
    return Day(day, "article" if in_front_matter else "release", fact.line), findings, []


def _other_day(day: date, addresses: Iterable[str]) -> date | None:
    """Return the first date in an address that is too far from a day."""
    matches = filter(None, map(_ADDRESS_DATE.search, addresses))
    days = filter(None, (make_date(match.groups()) for match in matches))
    return next((other for other in days if abs((other - day).days) > MAX_DAYS_APART), None)


def _dated(document: Document, version: str, words: DatingWords) -> Fact | None:
    """Return the date of the release in one of the opening texts, if one states it."""
    pattern = _dating(version, words)
    for text in islice(texts_in(document.blocks[1:]), MAX_OPENING_TEXTS):
        if match := pattern.search(to_simplified(plain(text.inlines))):
            return Fact("date", match[match.lastindex or 0], text.line)
    return None


def _dating(version: str, words: DatingWords) -> re.Pattern[str]:
    """Return a pattern for words that date the release, with the day as a group."""
    release = rf"PyTorch\W{{0,3}}{re.escape(version)}(?![\d.]*\d)"
    verb = whole_words(words.verbs)
    forms = (
        # 发布日期：2031 年 6 月 28 日
        rf"{whole_words(words.labels)}[:：]\s*{_DAY}",
        # 2031 年 6 月 28 日，PyTorch 9.9 正式发布
        rf"{_DAY}[，,]?(?=[^。，,；;]{{0,40}}{verb})[^。，,；;\d]{{0,24}}{release}",
        # PyTorch 9.9 已于 2031 年 6 月 28 日发布
        rf"{release}[^。，,；;\d]{{0,8}}{whole_words(words.on)}\s*{_DAY}\s*{verb}",
    )
    return re.compile("|".join(forms), re.IGNORECASE)


def _day_in_name(path: str) -> date | None:
    """Return the date that a file name begins with, as in Jekyll: 2025-08-06-pytorch-2.8.md."""
    match = re.match(r"(\d{4})-(\d{2})-(\d{2})(?!\d)", path.rsplit("/", 1)[-1])
    return make_date(match.groups()) if match else None
