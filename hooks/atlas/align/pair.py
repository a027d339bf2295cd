"""A translation and its original as one release: texts that correspond, and texts that only one of them has."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from statistics import fmean

from atlas.align.align import UnitGroup, align
from atlas.align.differences import Difference
from atlas.align.units import Unit, units
from atlas.core.problems import truncate
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Break, Inlines, plain
from atlas.extract.findings import Finding
from atlas.extract.release import Feature, ParsedRelease
from atlas.knowledge.load import Knowledge

FACTS = ("date", "commits", "contributors", "original_url")  # facts that a translation may take from its original
MAX_QUOTE_LENGTH = 160  # characters of a text that differs

_MISSING = ("lost-link", "missing-sentence", "missing-paragraph")
MIN_LIKENESS = 0.4  # minimum likeness: pairs have .85 or more, announcements of different releases at most .25


@dataclass(frozen=True)
class AlignedPair:
    """The aligned ``groups`` of a translation and its ``original``, and what follows for the translation's texts.

    ``texts``: text of the translation as Markdown → the original's words; empty if the preceding text has them all.
    ``translation_only``: texts that the original lacks. ``original_only``: index of a block of the translation → texts
    of the original that belong after it and that the translation lacks.
    """

    original: ParsedRelease
    groups: tuple[UnitGroup, ...] = field(repr=False)
    texts: Mapping[str, Inlines] = field(repr=False)
    translation_only: frozenset[str] = field(repr=False)
    original_only: Mapping[int, tuple[Unit, ...]] = field(repr=False)

    @property
    def likeness(self) -> float:
        """How alike the two are, from 0 to 1: the mean score of the texts of the one that scores higher."""
        ours = [group.score for group in self.groups for _ in group.translation]
        theirs = [group.score for group in self.groups for _ in group.original]
        return max(fmean(ours or [0]), fmean(theirs or [0]))


def align_pair(translation: ParsedRelease, original: ParsedRelease, knowledge: Knowledge) -> AlignedPair:
    """Align two announcements of one version, and collect what corresponds."""
    groups = align(units(translation.document), units(original.document), knowledge)
    texts: dict[str, Inlines] = {}
    for group in groups:
        if group.original and group.translation:
            _pair_texts(group, texts)
    for feature in translation.features:
        others = _counterparts(feature, plain(feature.title), original, groups)
        if others and others[0].title:
            texts.setdefault(inline_markdown(feature.title), others[0].title)
    translation_only = {unit.markdown for group in groups if not group.original for unit in group.translation}
    return AlignedPair(
        original, groups, texts, frozenset(translation_only - texts.keys()), _original_only(translation, groups)
    )


def _pair_texts(group: UnitGroup, texts: dict[str, Inlines]) -> None:
    """Assign the original's words of a group to its first text, and empty words to the others."""
    first, *others = group.translation
    words: Inlines = ()
    for unit in group.original:
        words += ((Break(unit.line),) if words else ()) + unit.inlines
    if words:
        texts.setdefault(first.markdown, words)
        for unit in others:
            texts.setdefault(unit.markdown, ())


def _counterparts(
    feature: Feature, words: str, original: ParsedRelease, groups: tuple[UnitGroup, ...]
) -> list[Feature]:
    """Features of the original in the group of a text that contains ``words``, on the line of ``feature``."""
    lines = {
        theirs.line
        for group in groups
        if any(ours.line == feature.line and words in ours.text for ours in group.translation)
        for theirs in group.original
    }
    return [other for other in original.features if other.line in lines]


def _original_only(translation: ParsedRelease, groups: tuple[UnitGroup, ...]) -> dict[int, tuple[Unit, ...]]:
    """Texts that only the original has, by the index of the translation's block after which they belong."""
    blocks = translation.document.blocks
    original_only: dict[int, tuple[Unit, ...]] = {}
    line = 0
    for group in groups:
        if group.translation:
            line = group.translation[-1].line
        else:
            at = max((i for i, block in enumerate(blocks) if block.line <= line), default=0)
            original_only[at] = (*original_only.get(at, ()), *group.original)
    return original_only


# --- facts ----------------------------------------------------------------------------------------


def complete(
    translation: ParsedRelease, pair: AlignedPair, left: Iterable[Difference]
) -> tuple[ParsedRelease, tuple[Finding, ...]]:
    """Add to a translation the facts that only its original states, and findings for what differs.

    ``left`` are the differences that could not be repaired. Also return the new findings.
    """
    original = pair.original
    findings = (*_facts(translation, original), *_levels(translation, pair), *_texts(translation, left))
    lacking = [name for name in FACTS if getattr(original, name) and not getattr(translation, name)]
    added = {name: getattr(original, name) for name in lacking}
    if "date" in lacking:
        added["date_kind"] = original.date_kind
    completed = replace(translation, **added, findings=(*translation.findings, *findings), from_original=tuple(lacking))
    return completed, findings


def incomplete_original(pair: AlignedPair) -> tuple[Finding, ...]:
    """A finding where an original ends but its translation continues with a heading: it may be incomplete."""
    rest = takewhile(lambda group: not group.original, reversed(pair.groups))
    headings = [unit for group in rest for unit in group.translation if unit.kind == "heading"]
    last = next((group.original[-1] for group in reversed(pair.groups) if group.original), None)
    return (
        (Finding("broken-off", last.line, truncate(last.text, MAX_QUOTE_LENGTH), headings[-1].text),)
        if headings and last
        else ()
    )


def _facts(ours: ParsedRelease, theirs: ParsedRelease) -> Iterator[Finding]:
    if ours.date and theirs.date and ours.date != theirs.date and ours.date_kind == theirs.date_kind:
        yield Finding("differs", ours.date_line or ours.title_line, str(ours.date), str(theirs.date))
    for own, other in ((ours.commits, theirs.commits), (ours.contributors, theirs.contributors)):
        if own and other and own.value != other.value:
            yield Finding("differs", own.line, f"{own.value:,}", f"{other.value:,}")


def _levels(translation: ParsedRelease, pair: AlignedPair) -> Iterator[Finding]:
    """Findings for features that the two put at different levels."""
    for feature in translation.features:
        others = _counterparts(feature, "", pair.original, pair.groups)
        if len(others) == 1 and others[0].stage != feature.stage:
            ours, theirs = (f"{plain(each.title)}: {each.stage}" for each in (feature, others[0]))
            yield Finding("differs", feature.line, ours, theirs)


def _texts(translation: ParsedRelease, left: Iterable[Difference]) -> Iterator[Finding]:
    for each in left:
        kind = "differs" if each.wrong and each.kind not in _MISSING else "missing"
        line = each.line or translation.title_line
        yield Finding(kind, line, truncate(each.wrong, MAX_QUOTE_LENGTH) or "—", truncate(each.right, MAX_QUOTE_LENGTH))
