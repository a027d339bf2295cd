"""What an announcement states of itself: date, counts, addresses, people. What a seed does not state stays empty."""

import re
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from atlas.core.dates import find_date, make_date
from atlas.core.problems import Problem
from atlas.core.sentences import sentences
from atlas.core.text import comparison_key, to_simplified
from atlas.core.urls import is_safe_url
from atlas.core.versions import SINCE
from atlas.document.nodes import Document, Fact, Inlines, Link, plain
from atlas.document.traverse import nodes
from atlas.extract.announcement import Bound, Count
from atlas.extract.findings import Finding
from atlas.extract.sections import texts_in
from atlas.knowledge.knowledge import Knowledge
from atlas.sources.seed import LANGUAGE_KEYS, Seed

# Facts of which an announcement states one of each kind; of those in URL_FACTS, the address.
_STATED = {
    "version",
    "announcement",
    "date",
    "translator",
    "author",
    "publisher",
    "original",
    "translation",
    *LANGUAGE_KEYS,
}
_URL_FACTS = {"original", "translation"}
MAX_SEARCHED_TEXTS = 12  # texts at either end that are searched for the original's address
MAX_DAYS_APART = 31  # days by which two dates of one announcement may differ

_DAY = r"(\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)"
_DATED = (  # words that date the release
    rf"发布(?:日期|时间)?[:：]\s*{_DAY}",
    rf"{_DAY}[，,]?(?=[^。，,；;]{{0,40}}(?:发布|推出))[^。，,；;\d]{{0,24}}PyTorch\W{{0,3}}{{version}}(?![\d.]*\d)",
    rf"PyTorch\W{{0,3}}{{version}}(?![\d.]*\d)[^。，,；;\d]{{0,8}}于\s*{_DAY}\s*(?:正式)?(?:发布|推出)",
)
_ADDRESS_DATE = re.compile(r"/(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?!\d)")

_OVER = "超过|超|逾|over|more than"
_ABOUT = "多达|近|约|大约|将近|接近|nearly|about|almost|around|roughly|close to"
_BOUND = rf"(?:(?P<over>{_OVER})|(?P<about>{_ABOUT}))?\s*"
_DIGITS = r"\d{1,3}(?:[,，]\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:\.\d)? ?[kK千]|\d{1,9}"
_HAN_NUMBER = "(?<![第几数十百千万])(?:[一二两三四五六七八九][万千百])+"
_NUMBER = rf"(?<![\d.,])(?<!\d[，\s])(?P<number>{_DIGITS}|{_HAN_NUMBER})(?![\d,])\s*(?P<and_more>多|余|\+)?\s*"
_DIGIT = {"两": 2} | {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
_SCALE = {"k": 1000, "百": 100, "千": 1000, "万": 10000}
_EXCLUDED_NOUNS = "钩子|消息|信息|记录|历史|格式|阶段|到|后|前|了"  # after 提交, they change its meaning
_INDIVIDUAL = "(?:(?:unique|individual|distinct|different) )?"  # 426 individual contributors
_PEOPLE = r"(?:人|开发者)(?=的[^。]{0,12}提交|(?:共同|参与)?的?贡献)|people\b(?= contributed)"
_COUNTS = {  # the noun after a number; the noun before one, and the unit after it
    "commits": (
        rf"(?:个|次|份|项|笔|条)?\s*(?:代码)?(?:提交(?!{_EXCLUDED_NOUNS})|{_INDIVIDUAL}commits?\b)",
        r"提交(?:数|次数|了)?[\s:：为共]*",
        "(?:次(?:代码)?|个|条|(?=[。；;，,、]|$))",
    ),
    "contributors": (
        rf"(?:名|位|个)?\s*(?:独立)?(?:贡献者|{_INDIVIDUAL}(?:contributors?|authors|developers)\b|{_PEOPLE})",
        r"(?:贡献者(?:数|人数)?[\s:：为共]*|\bcontributed by )",
        r"(?:人|名|位|people\b|(?=[。；;，,、]|$))",
    ),
}
_COUNTED = {
    what: tuple(re.compile(p, re.IGNORECASE) for p in (_BOUND + _NUMBER + after, before + _BOUND + _NUMBER + unit))
    for what, (after, before, unit) in _COUNTS.items()
}


def first(document: Document, key: str) -> Fact | None:
    """Return the first fact with this key."""
    return next((fact for fact in document.facts if fact.key == key), None)


def url(document: Document, key: str) -> str:
    """Return the first URL of a fact with this key, or ""."""
    return next((fact.url for fact in document.facts if fact.key == key and fact.url), "")


def original(document: Document, knowledge: Knowledge) -> str:
    """Return the original's URL: labeled as such, or linked in an opening or closing text that points to it."""
    if labeled := url(document, "original"):
        return labeled
    texts = [text.inlines for text in texts_in(document.blocks)]
    places = range(len(texts))
    for place in (*places[:MAX_SEARCHED_TEXTS], *places[-MAX_SEARCHED_TEXTS:]):
        text = to_simplified(plain(texts[place])).rstrip()
        if not knowledge.conventions.original_pointers.search(text):
            continue
        is_announced = text.endswith((":", "："))  # the address is perhaps on a line of its own
        for inlines in texts[place : place + 2] if is_announced else texts[place : place + 1]:
            for node in nodes(inlines):
                if isinstance(node, Link) and is_safe_url(node.url):
                    return node.url
    return ""


class Day(NamedTuple):
    """A date, what it is of, and the line that states it (0: the file's name)."""

    date: date | None
    kind: Literal["release", "article", "none"]
    line: int


UNDATED = Day(None, "none", 0)


def date_of(
    seed: Seed, document: Document, version: str, addresses: tuple[str, ...]
) -> tuple[Day, list[Finding], list[Problem]]:
    """Return the date that the seed states: front matter and file name date the article, a line or words the release.

    If an address contains a date more than ``MAX_DAYS_APART`` days away, the stated one was probably copied from
    another post; this is reported, and the stated date is kept.
    """
    fact = first(document, "date")
    if not fact and (day := _day_in_name(seed.path)):
        return Day(day, "article", 0), [], []
    fact = fact or _dated(document, version)
    if not fact:
        line = "发布: YYYY年MM月DD日" if seed.language == "zh" else "Date: YYYY-MM-DD"
        message = f"states no date: add a line {line} by an erratum if it is known"
        return UNDATED, [], [Problem(seed.path, seed.line(0), message, "warning")]
    day = find_date(fact.value)
    if not day:
        message = f"{fact.value!r} is not a date: correct it by an erratum"
        return UNDATED, [], [Problem(seed.path, fact.line, message)]
    in_addresses = (make_date(match.groups()) for address in addresses if (match := _ADDRESS_DATE.search(address)))
    other = next((date_ for date_ in in_addresses if date_ and abs((date_ - day).days) > MAX_DAYS_APART), None)
    findings = [Finding("other-post", fact.line, fact.value, other.isoformat())] if other else []
    in_front_matter = any(line == fact.line for _, _, line in seed.meta)
    return Day(day, "article" if in_front_matter else "release", fact.line), findings, []


def _dated(document: Document, version: str) -> Fact | None:
    """Return the date of the release in one of the opening texts, if one states it."""
    pattern = "|".join(_DATED).replace("{version}", re.escape(version))
    for text in islice(texts_in(document.blocks[1:]), MAX_SEARCHED_TEXTS):
        if match := re.search(pattern, to_simplified(plain(text.inlines))):
            return Fact("date", match[match.lastindex or 0], text.line)
    return None


def _day_in_name(path: str) -> date | None:
    """Return the date that a file name begins with, as in Jekyll: 2025-08-06-pytorch-2.8.md."""
    match = re.match(r"(\d{4})-(\d{2})-(\d{2})(?!\d)", path.rsplit("/", 1)[-1])
    return make_date(match.groups()) if match else None


def count(document: Document, what: str, knowledge: Knowledge) -> Count | None:
    """Return the number of commits or contributors stated for this release, not for the whole project."""
    for text in texts_in(document.blocks):
        for sentence in sentences(to_simplified(plain(text.inlines))):
            matches = (pattern.search(sentence) for pattern in _COUNTED[what])
            stated = next(filter(None, matches), None)
            if stated and not knowledge.conventions.project_counts.search(SINCE.sub("", sentence)):
                is_over = stated["over"] or stated["and_more"]
                is_about = stated["about"] or stated["number"][-1] in "kK千"
                bound: Bound = "over" if is_over else "about" if is_about else "exact"
                return Count(_value(stated["number"]), bound, text.line)
    return None


def _value(number: str) -> int:
    """Parse a number such as 2,345, 4.2k or 两千."""
    parts = re.findall(r"([\d.]+|.)([k百千万]?)", re.sub(r"[,，\s]", "", number.lower()))
    return round(sum(float(_DIGIT.get(digits, digits)) * _SCALE.get(scale, 1) for digits, scale in parts))


def publisher(seed: Seed, document: Document, knowledge: Knowledge) -> str:
    """Return the seed's publisher, by the host of its own address, a name or the translator; "" if unknown.

    The original's publisher does not count when a translation names it, nor the reverse.
    """
    is_original = seed.language == "en"
    address = original(document, knowledge) if is_original else url(document, "translation")
    host = (urlsplit(address).hostname or "") if is_safe_url(address) else ""
    publishers = knowledge.conventions.publishers
    of_other_language = {
        name for candidate in publishers if candidate.originals != is_original for name in candidate.names
    }
    names = {fact.value for fact in document.facts if fact.key in ("publisher", "author")} - of_other_language
    translators = {fact.value for fact in document.facts if fact.key == "translator"}
    for candidate in publishers:
        has_translator = not host and not translators.isdisjoint(candidate.translators)
        is_named = host in candidate.hosts or not names.isdisjoint(candidate.names)
        if candidate.originals == is_original and (is_named or has_translator):
            return candidate.name.en
    return min(names, default="")


def unused(document: Document, title: Inlines) -> tuple[Finding, ...]:
    """Return findings for facts that no page shows: unused kinds, empty values, and second values of a kind."""
    first_values = {"title": comparison_key(plain(title))}
    findings: list[Finding] = []
    for fact in document.facts:
        value = comparison_key(fact.url if fact.key in _URL_FACTS else fact.value)
        if fact.key in _STATED and value:
            first_values.setdefault(fact.key, value)
        if not value or first_values.get(fact.key) != value:
            findings.append(Finding("not-carried", fact.line, f"{fact.key}: {fact.value}"))
    return tuple(findings)
