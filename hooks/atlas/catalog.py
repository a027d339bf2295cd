"""gettext catalogs: load them, bring them up to date, check a translation against its source.

One catalog a seed; a msgid is the inline Markdown of one cleaned block.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import polib

from atlas.document import Code, Emphasis, Inlines, Link, Strong, Text, plain
from atlas.model import Language, Problem, Segment
from atlas.walk import nodes

ALIKE = 0.6  # how much of an old msgid must survive for its translation to be offered as fuzzy

_HEADER = {
    "Project-Id-Version": "PyTorch Release Atlas",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}
_MONTHS = "January February March April May June July August September October November December".split()


@dataclass(frozen=True, slots=True)
class Catalog:
    """Translations of one seed by msgid. Fuzzy and empty ones are absent: they are never published."""

    path: str
    messages: dict[str, str]


def needs_translation(inlines: Inlines, source: Language) -> bool:
    """Whether a text holds words of its language; names, code and numbers are the same in both."""
    words = "".join(node.text for node in nodes(inlines) if isinstance(node, Text))
    return bool(re.search(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]" if source == "zh" else r"[A-Za-z]{2,}", words))


def load(path: Path, name: str) -> tuple[Catalog, tuple[Problem, ...]]:
    """Read a catalog; one that does not exist is empty."""
    if not path.exists():
        return Catalog(name, {}), ()
    try:
        po = polib.pofile(str(path), wrapwidth=0, encoding="utf-8", check_for_duplicates=True)
    except (OSError, ValueError, UnicodeDecodeError) as error:
        line = re.search(r"\(?line (\d+)\)?", str(error))
        what = str(error).splitlines()[0].replace(str(path), path.name)
        message = f"is not a valid catalog ({what}): mend it"
        return Catalog(name, {}), (Problem(name, int(line[1]) if line else 0, message),)
    return Catalog(name, {e.msgid: e.msgstr for e in po if e.translated()}), ()


def update(old: str, segments: Iterable[Segment], seed_path: str, language: str) -> str:
    """The catalog ``old`` (its text) brought up to date.

    New texts are added, changed ones offered as fuzzy with their previous msgid, vanished ones kept as
    obsolete. The same input gives the same bytes.
    """
    before = polib.pofile(old, wrapwidth=0) if old else polib.POFile(wrapwidth=0)
    known = {entry.msgid: entry for entry in before if entry.msgstr}
    after = polib.POFile(wrapwidth=0)
    after.metadata = {**_HEADER, "Language": language}
    places: dict[str, list[Segment]] = {}
    for segment in segments:
        places.setdefault(segment.msgid, []).append(segment)
    vanished = {msgid: entry for msgid, entry in known.items() if msgid not in places and not entry.obsolete}
    for msgid, where in places.items():
        entry = polib.POEntry(msgid=msgid, comment=where[0].context)
        entry.occurrences = [(seed_path, str(segment.line)) for segment in where]
        if msgid in known:
            entry.msgstr, entry.tcomment = known[msgid].msgstr, known[msgid].tcomment
            if known[msgid].fuzzy and not known[msgid].obsolete:
                entry.flags, entry.previous_msgid = ["fuzzy"], known[msgid].previous_msgid
        elif close := get_close_matches(msgid, vanished, n=1, cutoff=ALIKE):
            was = vanished.pop(close[0])
            entry.msgstr, entry.tcomment, entry.flags = was.msgstr, was.tcomment, ["fuzzy"]
            entry.previous_msgid = was.msgid
        after.append(entry)
    obsolete = [e for e in known.values() if e.msgid in vanished or (e.obsolete and e.msgid not in places)]
    for was in obsolete:
        after.append(polib.POEntry(msgid=was.msgid, msgstr=was.msgstr, tcomment=was.tcomment, obsolete=True))
    return f"{after.__unicode__().rstrip()}\n"


def disagreements(msgid: str, msgstr: str, parse: Callable[[str], Inlines]) -> list[str]:
    """What a translation must share with its source and does not: links, code, emphasis, numbers."""
    source, target = parse(msgid), parse(msgstr)
    found = []
    for what, pick in _SHARED:
        a, b = Counter(pick(source)), Counter(pick(target))
        if a != b:
            lost, added = sorted((a - b).elements()), sorted((b - a).elements())
            found.append(f"{what}: lacks {lost}, adds {added}")
    return found


def _links(inlines: Inlines) -> list[str]:
    return [node.url for node in nodes(inlines) if isinstance(node, Link)]


def _code(inlines: Inlines) -> list[str]:
    return [node.text for node in nodes(inlines) if isinstance(node, Code)]


def _strong(inlines: Inlines) -> list[str]:
    return [type(node).__name__ for node in nodes(inlines) if isinstance(node, Strong | Emphasis)]


def _numbers(inlines: Inlines) -> list[str]:
    words = plain(tuple(node for node in inlines if not isinstance(node, Code)))
    for number, month in enumerate(_MONTHS, 1):
        words = re.sub(rf"\b{month}\b", f" {number} ", words)
    return [n.replace(",", "") for n in re.findall(r"\d+(?:[.,]\d+)*", words)]


_SHARED: tuple[tuple[str, Callable[[Inlines], list[str]]], ...] = (
    ("links", _links),
    ("code spans", _code),
    ("emphasis", _strong),
    ("numbers", _numbers),
)
