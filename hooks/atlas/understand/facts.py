"""Release facts: version, date, counts, addresses, people. What a seed does not state stays empty."""

from __future__ import annotations

import re
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Literal
from urllib.parse import urlsplit

from atlas.document import Document, Fact, Heading, is_safe_url, plain
from atlas.knowledge import Knowledge
from atlas.model import Count, Problem, Seed
from atlas.walk import blocks, runs

_VERSION = r"(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-?(?:rc|alpha|beta|a|b)\d{1,3})?)(?![\d.]*\d)"
_IN_TITLE = re.compile(rf"PyTorch[^\d。.,，]{{0,12}}?\s*[vV]?{_VERSION}", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"pytorch[_-]?v?(\d{1,3})(?:[._-]|-dot-)(\d{1,3})(?:[._-](\d{1,3}))?(?!\d)", re.IGNORECASE)

_CHINESE_DATE = re.compile(r"(\d{4})\s*[年/.-]\s*(\d{1,2})\s*[月/.-]\s*(\d{1,2})\s*日?")
_ENGLISH_DATE = re.compile(r"([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}),? (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_ABOUT = r"(?P<before>超过|多达|近|约|大约|超|over|more than|nearly|about)?\s*"
_NUMBER = r"(?P<number>\d[\d,]*)\s*(?P<after>多|余|\+)?\s*"
_COUNTS = {
    "commits": re.compile(_ABOUT + _NUMBER + r"(?:个|次)?\s*(?:提交|commits?\b)", re.IGNORECASE),
    "contributors": re.compile(_ABOUT + _NUMBER + r"(?:名|位|个)?\s*(?:贡献者|contributors?\b)", re.IGNORECASE),
}


def first(document: Document, key: str) -> Fact | None:
    """The first fact with this key."""
    return next((fact for fact in document.facts if fact.key == key), None)


def url(document: Document, key: str) -> str:
    """The address that a fact states, or nothing."""
    return next((fact.url for fact in document.facts if fact.key == key and fact.url), "")


def version(seed: Seed, document: Document, title: Heading) -> tuple[str, list[Problem]]:
    """The version that the title names, else the original's address, else the first sentence that has one."""
    found = _IN_TITLE.search(plain(title.inlines))
    if found:
        return _normal(found[1]), []
    for key in ("original", "translation"):
        if address := _IN_ADDRESS.search(url(document, key)):
            return _normal(".".join(part for part in address.groups() if part)), []
    for block in blocks(document):
        for inlines, _ in runs(block):
            if found := _IN_TITLE.search(plain(inlines)):
                return _normal(found[1]), []
    return "", [Problem(seed.path, title.line, "names no version: write “PyTorch X.Y” in the title, or add an erratum")]


def _normal(text: str) -> str:
    """``1.10.0`` is 1.10; 2.0.1 and pre-releases keep their parts."""
    text = re.sub(r"(?<=\d)-?((?:rc|alpha|beta|a|b)\d*)$", r"-\1", text.casefold())
    return re.sub(r"^(\d+\.\d+)\.0+$", r"\1", text)


def date_of(seed: Seed, document: Document) -> tuple[date | None, Literal["release", "article", "none"], list[Problem]]:
    """The day that the seed states. Front matter dates the article, a labelled line the release."""
    fact = first(document, "date")
    if not fact:
        message = "states no date: add a line 发布: YYYY年MM月DD日 by an erratum if it is known"
        return None, "none", [Problem(seed.path, seed.line(0), message, "warning")]
    try:
        day = _day(fact.value)
    except ValueError:
        day = None
    if not day:
        return None, "none", [Problem(seed.path, fact.line, f"{fact.value!r} is no date: correct it by an erratum")]
    in_front_matter = any(line == fact.line for _, _, line in seed.meta)
    return day, "article" if in_front_matter else "release", []


def _day(text: str) -> date | None:
    if found := _CHINESE_DATE.search(text):
        return date(*(int(n) for n in found.groups()))
    if (found := _ENGLISH_DATE.search(text)) and found[1] in _MONTHS:
        return date(int(found[3]), _MONTHS.index(found[1]) + 1, int(found[2]))
    return parsedate_to_datetime(text).date()


def count(document: Document, what: str) -> Count | None:
    """How many commits or contributors the announcement says this release has."""
    for block in blocks(document):
        for inlines, line in runs(block):
            if found := _COUNTS[what].search(plain(inlines)):
                return Count(int(found["number"].replace(",", "")), bool(found["before"] or found["after"]), line)
    return None


def publisher(document: Document, knowledge: Knowledge) -> str:
    """Who published the seed: told by the translation's host, a name, or the translator; else nobody."""
    address = url(document, "translation")
    host = (urlsplit(address).hostname or "") if is_safe_url(address) else ""
    people = {fact.value for fact in document.facts if fact.key in ("publisher", "author")}
    translators = {fact.value for fact in document.facts if fact.key == "translator"}
    for known in knowledge.customs.publishers:
        if host in known.hosts or people & set(known.names) or (not host and translators & set(known.translators)):
            return known.name.en
    return next(iter(sorted(people)), "")
