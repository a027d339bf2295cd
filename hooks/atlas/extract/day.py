"""The date that an announcement states: that of the release, or that of the article."""

import re
from collections.abc import Iterable
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple

from atlas.core.dates import find_date, make_date
from atlas.core.problems import Problem
from atlas.core.text import to_simplified
from atlas.core.words import whole_words
from atlas.document.nodes import Document, Fact, plain
from atlas.document.traverse import texts_in
from atlas.extract.facts import first_fact
from atlas.extract.findings import Finding
from atlas.knowledge.fact_words import DatingWords
from atlas.seeds.seed import Seed

MAX_OPENING_TEXTS = 12  # texts after the title in which words may date the release
MAX_DAYS_APART = 31  # days by which the stated date and a date in an address may differ

_DAY = r"(\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)"
_ADDRESS_DATE = re.compile(r"/(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?!\d)")


class Day(NamedTuple):
    """A date, or the lack of one."""

    date: date | None
    kind: Literal["release", "article", "none"]  # what happened on that date
    line: int  # the line that states it; 0 if the file's name does


NO_DAY = Day(None, "none", 0)


def date_of(
    seed: Seed, document: Document, version: str, addresses: Iterable[str], dating: DatingWords
) -> tuple[Day, list[Finding], list[Problem]]:
    """Return the date that a seed states, with findings and problems.

    A date in the front matter or in the file's name is that of the article; a date in a line or sentence of the text is
    that of the release. If the URL of the post contains a date more than ``MAX_DAYS_APART`` days away, the stated date
    was probably copied from another post. It is returned all the same, with a finding. ``addresses`` are those URLs.
    """
    fact = first_fact(document, "date")
    day_in_name = _day_in_name(seed.path)
    if not fact and day_in_name:
        return Day(day_in_name, "article", 0), [], []
    fact = fact or _date_in_opening(document, version, dating)
    if not fact:
        line = "发布: YYYY年MM月DD日" if seed.language == "zh" else "Date: YYYY-MM-DD"
        message = f"states no date: add a line {line} by an erratum if it is known"
        return NO_DAY, [], [Problem(seed.path, seed.line(0), message, "warning")]
    day = find_date(fact.value)
    if not day:
        message = f"{fact.value!r} is not a date: correct it by an erratum"
        return NO_DAY, [], [Problem(seed.path, fact.line, message)]
    distant = _distant_day(day, addresses)
    findings = [Finding("other-post", fact.line, fact.value, distant.isoformat())] if distant else []
    in_front_matter = any(line == fact.line for _, _, line in seed.meta)
    return Day(day, "article" if in_front_matter else "release", fact.line), findings, []


def _distant_day(day: date, addresses: Iterable[str]) -> date | None:
    """Return the first date in an address that is more than ``MAX_DAYS_APART`` days from ``day``."""
    for address in addresses:
        match = _ADDRESS_DATE.search(address)
        other = make_date(match.groups()) if match else None
        if other and abs((other - day).days) > MAX_DAYS_APART:
            return other
    return None


def _date_in_opening(document: Document, version: str, words: DatingWords) -> Fact | None:
    """Return the date of the release as a fact, if one of the first texts after the title states it; else None."""
    pattern = _dating_pattern(version, words)
    for text in islice(texts_in(document.blocks[1:]), MAX_OPENING_TEXTS):
        if match := pattern.search(to_simplified(plain(text.inlines))):
            return Fact("date", match[match.lastindex or 0], text.line)  # the only group that matched is the day
    return None


def _dating_pattern(version: str, words: DatingWords) -> re.Pattern[str]:
    """Compile a pattern for phrases that date the release; in each of its alternatives, one group is the date."""
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
