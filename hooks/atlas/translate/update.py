"""Update of a catalog to the current texts of its seed. No translation that someone wrote is lost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

import polib

from atlas.core.languages import other
from atlas.seeds.seed import Seed
from atlas.translate.catalogs import ORIGINAL_COMMENT, ORIGINAL_HEADER, original_place, parse, serialize
from atlas.translate.segments import Segment

# How similar a new text and a vanished one must be, so that the translation of the vanished text is offered as fuzzy.
MIN_MSGID_SIMILARITY = 0.6
MIN_SHORT_MSGID_SIMILARITY = 0.5  # the same if the new text is short, as a few characters then matter more
MAX_SHORT_LENGTH = 12  # characters of a short text
MAX_EXACT_LENGTH = 5_000  # characters of a text, above which its similarity is only estimated

_LOCALES = {"en": "en", "zh": "zh_CN"}  # for the Language header
_HEADER = {
    "Project-Id-Version": "PyTorch Release Atlas",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}
_DATES = {"POT-Creation-Date", "PO-Revision-Date"}  # left out, as they would change with every run; git has the dates


@dataclass(frozen=True, slots=True)
class Fill:
    """A translation of one text of a seed that consists of words of the original."""

    msgstr: str
    line: int  # the original's line on which these words begin
    # Whether it must be reviewed: links, code or numbers disagree, or it is not certain which words belong to the text.
    fuzzy: bool


@dataclass(frozen=True, slots=True)
class Original:
    """The original post from which a seed was translated."""

    name: str  # the name of its file
    url: str
    fills: Mapping[str, Fill]  # msgid of the seed → the original's words for it


def update(
    old: str,
    segments: Iterable[Segment],
    seed: Seed,
    other_catalogs: Mapping[str, str] | None = None,
    original: Original | None = None,
) -> str:
    """Return the text of the catalog ``old`` ("" if there is none), updated. The same input gives the same bytes.

    A text without a translation gets the words of ``original``, if that has words for it. Any other new text is offered
    a translation, marked as fuzzy: the one that the same text has in ``other_catalogs`` (msgid → msgstr), or else the
    one of the most similar vanished text. An entry whose text vanished from the seed becomes obsolete.
    """
    old_catalog = parse(old) if old.strip() else polib.POFile()
    occurrences: dict[str, list[Segment]] = {}
    for segment in segments:
        occurrences.setdefault(segment.msgid, []).append(segment)
    existing = {entry.msgid: entry for entry in old_catalog}
    entries = {msgid: existing.get(msgid) or polib.POEntry(msgid=msgid) for msgid in occurrences}
    filled = _fill_from_original(entries, original) if original else {}
    new = {msgid: entry for msgid, entry in entries.items() if msgid not in existing and msgid not in filled}
    vanished = {msgid: entry for msgid, entry in existing.items() if msgid not in occurrences}
    _offer_translations(new, vanished, other_catalogs or {})
    catalog = polib.POFile(wrapwidth=0)
    catalog.header = old_catalog.header
    catalog.metadata = _metadata(old_catalog, seed, original)
    for msgid, entry in entries.items():
        entry.obsolete = False
        place = filled.get(msgid) or original_place(entry)
        entry.comment = "\n".join(filter(None, (occurrences[msgid][0].context, place)))
        entry.occurrences = [(seed.path, str(segment.line)) for segment in occurrences[msgid]]
        if not entry.fuzzy:
            entry.previous_msgid = None
        catalog.append(entry)
    for entry in vanished.values():
        if _holds_work(entry, existing):
            entry.obsolete = True
            catalog.append(entry)
    return serialize(catalog)


def _fill_from_original(entries: Mapping[str, polib.POEntry], original: Original) -> dict[str, str]:
    """Fill entries without a translation with words of the original.

    Return, for the msgid of each filled entry, the comment that says where in the original the words are.
    """
    places: dict[str, str] = {}
    for msgid, entry in entries.items():
        fill = original.fills.get(msgid)
        if fill and not entry.msgstr:
            entry.msgstr = fill.msgstr
            entry.flags = ["fuzzy"] if fill.fuzzy else []
            places[msgid] = f"{ORIGINAL_COMMENT}{original.name}:{fill.line}"
    return places


def _metadata(old_catalog: polib.POFile, seed: Seed, original: Original | None) -> dict[str, str]:
    """Return the fields of the header: those of the old catalog, updated with the fields that this program sets."""
    kept = {key: value for key, value in old_catalog.metadata.items() if key not in _DATES}
    language = _LOCALES[other(seed.language)]
    metadata = {**_HEADER, **kept, "Content-Type": _HEADER["Content-Type"], "Language": language}
    return {**metadata, ORIGINAL_HEADER: original.url} if original else metadata


def _offer_translations(
    new: Mapping[str, polib.POEntry], vanished: Mapping[str, polib.POEntry], other_catalogs: Mapping[str, str]
) -> None:
    """Give new entries a fuzzy translation: the one in another catalog, or that of the most similar vanished text."""
    for msgid in new.keys() & other_catalogs.keys():
        new[msgid].msgstr = other_catalogs[msgid]
        new[msgid].flags = ["fuzzy"]
    without_offer = [msgid for msgid in new if msgid not in other_catalogs]
    translated = [msgid for msgid, entry in vanished.items() if entry.msgstr]
    for msgid, vanished_msgid in _most_similar(without_offer, translated).items():
        entry = new[msgid]
        old = vanished[vanished_msgid]
        entry.msgstr = old.msgstr
        entry.tcomment = old.tcomment
        entry.flags = ["fuzzy", *(flag for flag in old.flags if flag != "fuzzy")]
        # If the old entry's translation was itself only offered, name the text for which it was originally written.
        entry.previous_msgid = (old.previous_msgid if old.fuzzy else None) or old.msgid


def _most_similar(new: Iterable[str], old: Iterable[str]) -> dict[str, str]:
    """Map each new text to the most similar old text, if any is similar enough; no old text is used twice."""
    scored: list[tuple[float, str, str]] = []  # similarity, new text, old text
    for text in new:
        min_similarity = MIN_SHORT_MSGID_SIMILARITY if len(text) <= MAX_SHORT_LENGTH else MIN_MSGID_SIMILARITY
        matcher = SequenceMatcher(None, "", text, autojunk=len(text) > MAX_EXACT_LENGTH)
        for candidate in old:
            matcher.set_seq1(candidate)
            # The first two are upper bounds of the last, and faster to compute.
            ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
            if all(ratio() >= min_similarity for ratio in ratios):
                scored.append((matcher.ratio(), text, candidate))
    pairs: dict[str, str] = {}
    for _, text, candidate in sorted(scored, key=lambda match: -match[0]):
        if text not in pairs and candidate not in pairs.values():
            pairs[text] = candidate
    return pairs


def _holds_work(entry: polib.POEntry, existing: Mapping[str, polib.POEntry]) -> bool:
    """Return whether a translator's work would be lost if this entry were dropped.

    Nothing is lost if the entry's translation was only offered, and the entry from which it came still has it.
    """
    offered_from = existing.get(entry.previous_msgid or "") if entry.fuzzy else None
    if offered_from and (offered_from.msgstr, offered_from.tcomment) == (entry.msgstr, entry.tcomment):
        return False
    return bool(entry.msgstr or entry.tcomment or entry.flags)
