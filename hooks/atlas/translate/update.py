"""Bringing a catalog up to date with its seed: new texts, changed ones, vanished ones, and nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

import polib

from atlas.translate.catalogs import parse, written
from atlas.translate.segments import Segment

ALIKE = 0.6  # how much of an old msgid must survive for its translation to be offered as fuzzy
HALF = 0.5  # and in a short text, where a few characters are much, if there is no other that it may be
SHORT = 12
LONG = 5_000  # from here on, likeness is estimated
NEAREST = 5  # old texts that are compared with a new one
EFFORT = 3_000  # and how many are considered before that

_HEADER = {
    "Project-Id-Version": "PyTorch Release Atlas",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}
_DATES = {"POT-Creation-Date", "PO-Revision-Date"}  # the history tells them; here each would be a change a run


def update(
    old: str, segments: Iterable[Segment], seed_path: str, language: str, elsewhere: Mapping[str, str] | None = None
) -> str:
    """The catalog ``old`` (its text, or nothing) brought up to date.

    New texts are added; for changed ones the translation of the nearest old text is offered as fuzzy, with
    that text, and for what ``elsewhere`` translates word for word, that translation. Vanished ones become
    obsolete. The same input gives the same bytes.
    """
    before = parse(old) if old.strip() else polib.POFile()
    places: dict[str, list[Segment]] = {}
    for segment in segments:
        places.setdefault(segment.msgid, []).append(segment)
    known = {e.msgid: e for e in before if e.msgctxt is None and not e.msgid_plural}
    after = polib.POFile(wrapwidth=0)
    after.header = before.header
    kept = {key: value for key, value in before.metadata.items() if key not in _DATES}
    after.metadata = {**_HEADER, **kept, "Content-Type": _HEADER["Content-Type"], "Language": language}
    offers = _offers([msgid for msgid in places if msgid not in known], known, places, elsewhere or {})
    for msgid, where in places.items():
        entry = known.get(msgid) or offers.get(msgid) or polib.POEntry(msgid=msgid)
        entry.obsolete = False
        entry.comment, entry.occurrences = where[0].context, [(seed_path, str(s.line)) for s in where]
        if not entry.fuzzy:
            entry.previous_msgid = entry.previous_msgctxt = entry.previous_msgid_plural = None
        after.append(entry)
    for entry in before:
        if known.get(entry.msgid) is entry and entry.msgid in places:
            continue
        if entry.msgctxt is None and entry.msgid_plural and entry.msgid in places:
            _take_over(entry, next(made for made in after if made.msgid == entry.msgid))
            continue
        if (entry.msgstr or entry.msgstr_plural or entry.tcomment or entry.flags) and not _untouched(entry, known):
            entry.obsolete = True
            after.append(entry)
    return written(after)


def _take_over(plural: polib.POEntry, entry: polib.POEntry) -> None:
    """What an entry with plural forms holds goes to the one without, to be looked at: no text has such forms."""
    words = [text for text in plural.msgstr_plural.values() if text]
    if words and not entry.msgstr:
        entry.msgstr, entry.flags = words.pop(0), ["fuzzy", *entry.flags]
    entry.tcomment = "\n".join(filter(None, [entry.tcomment, plural.tcomment, *words]))


def _offers(
    new: list[str], known: Mapping[str, polib.POEntry], places: Mapping[str, object], elsewhere: Mapping[str, str]
) -> dict[str, polib.POEntry]:
    """Fuzzy entries for new texts."""
    found = {
        msgid: polib.POEntry(msgid=msgid, msgstr=elsewhere[msgid], flags=["fuzzy"])
        for msgid in new
        if msgid in elsewhere
    }
    old = [msgid for msgid, entry in known.items() if entry.msgstr and msgid not in places]
    for msgid, nearest in pairs([msgid for msgid in new if msgid not in found], old).items():
        was = known[nearest]
        entry = polib.POEntry(msgid=msgid, msgstr=was.msgstr, tcomment=was.tcomment)
        entry.flags = ["fuzzy", *(flag for flag in was.flags if flag != "fuzzy")]
        # What the translation was made of: not the text before, if that was only offered it.
        entry.previous_msgid = (was.previous_msgid if was.fuzzy else None) or was.msgid
        found[msgid] = entry
    return found


def _untouched(entry: polib.POEntry, known: Mapping[str, polib.POEntry]) -> bool:
    """Whether an entry is an offer that nobody worked on: the text that it came from still has all of it."""
    source = known.get(entry.previous_msgid or "")
    if source is None or not entry.fuzzy:
        return False
    return (source.msgstr, source.tcomment) == (entry.msgstr, entry.tcomment)


def pairs(new: list[str], old: list[str]) -> dict[str, str]:
    """For new texts the old ones that they most likely were: the best match wins, none is used twice."""
    index: dict[str, list[int]] = {}
    for at, text in enumerate(old):
        for gram in _grams(text):
            index.setdefault(gram, []).append(at)
    scored = sorted(
        ((score, at, before) for at, text in enumerate(new) for score, before in _near(text, old, index)),
        key=lambda found: (-found[0], found[1], found[2]),
    )
    rivals_of_new, rivals_of_old = Counter(at for _, at, _ in scored), Counter(before for _, _, before in scored)
    found: dict[int, int] = {}
    used: set[int] = set()
    for score, at, before in scored:
        alone = rivals_of_new[at] == rivals_of_old[before] == 1
        if at not in found and before not in used and (score >= ALIKE or alone):
            found[at] = before
            used.add(before)
    return {new[at]: old[before] for at, before in found.items()}


def _near(text: str, old: list[str], index: Mapping[str, list[int]]) -> list[tuple[float, int]]:
    """How alike ``text`` is to the few old texts that share its rarest characters; only those that may be it."""
    shared: Counter[int] = Counter()
    effort = 0
    for gram in sorted(_grams(text) & index.keys(), key=lambda gram: (len(index[gram]), gram)):
        if effort and effort + len(index[gram]) > EFFORT:
            break
        effort += len(index[gram])
        shared.update(index[gram])
    found = []
    matcher = SequenceMatcher(None, "", text, autojunk=len(text) > LONG)
    enough = HALF if len(text) <= SHORT else ALIKE
    for at in sorted(shared, key=lambda at: (-shared[at], at))[:NEAREST]:
        matcher.set_seq1(old[at])
        if matcher.real_quick_ratio() >= enough and matcher.quick_ratio() >= enough:
            score = matcher.ratio()
            found += [(score, at)] if score >= enough else []
    return found


def _grams(text: str) -> set[str]:
    """Characters, and pairs of them."""
    return {*text, *(text[at : at + 2] for at in range(len(text) - 1))}
