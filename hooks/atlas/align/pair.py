"""A translation and its original as one release: what of each is the other's, and what only one of them has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean

from atlas.align.align import Group, align
from atlas.align.units import Unit, units
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Break, Inlines, plain
from atlas.extract.release import Feature, ParsedRelease
from atlas.knowledge.load import Knowledge

LEAST = 0.4  # likeness: of a pair .85 and more, of announcements of two releases .25 at most


@dataclass(frozen=True)
class Pair:
    """The ``groups`` of a translation and its ``original``, and what follows for the translation's texts.

    ``texts``: the translation's text as Markdown → the original's words; none where the text before has them all.
    ``alone``: texts that the original lacks. ``added``: index of a block of the translation → the original's texts
    that belong after it and that the translation lacks.
    """

    original: ParsedRelease
    groups: tuple[Group, ...] = field(repr=False)
    texts: Mapping[str, Inlines] = field(repr=False)
    alone: frozenset[str] = field(repr=False)
    added: Mapping[int, tuple[Unit, ...]] = field(repr=False)

    @property
    def likeness(self) -> float:
        """How alike the two are, from 0 to 1: the mean score of the texts of the one that has more in the other."""
        ours = [group.score for group in self.groups for _ in group.translation]
        theirs = [group.score for group in self.groups for _ in group.original]
        return max(fmean(ours or [0]), fmean(theirs or [0]))


def pair(translation: ParsedRelease, original: ParsedRelease, knowledge: Knowledge) -> Pair:
    """What the two announcements of one version have of each other."""
    groups = align(units(translation.document), units(original.document), knowledge)
    texts: dict[str, Inlines] = {}
    for group in groups:
        if group.original and group.translation:
            _pair_texts(group, texts)
    for feature in translation.features:
        title = _title_in(original, feature, groups)
        if title:
            texts.setdefault(inline_markdown(feature.title), title)
    alone = {unit.markdown for group in groups if not group.original for unit in group.translation}
    return Pair(original, groups, texts, frozenset(alone - texts.keys()), _added(translation, groups))


def _pair_texts(group: Group, texts: dict[str, Inlines]) -> None:
    """Give the original's words of a group to its first text; the others have none of their own."""
    first, *others = group.translation
    words: Inlines = ()
    for unit in group.original:
        words += ((Break(unit.line),) if words else ()) + unit.inlines
    if words:
        texts.setdefault(first.markdown, words)
        for unit in others:
            texts.setdefault(unit.markdown, ())


def _title_in(original: ParsedRelease, feature: Feature, groups: tuple[Group, ...]) -> Inlines:
    """What the original calls a feature: the title of the one that stands where the feature does."""
    lines = {
        theirs.line
        for group in groups
        for ours in group.translation
        if ours.line == feature.line and plain(feature.title) in ours.text
        for theirs in group.original
    }
    return next((other.title for other in original.features if other.line in lines), ())


def _added(translation: ParsedRelease, groups: tuple[Group, ...]) -> dict[int, tuple[Unit, ...]]:
    """The texts that only the original has, by the block of the translation after which they belong."""
    blocks = translation.document.blocks
    added: dict[int, tuple[Unit, ...]] = {}
    line = 0
    for group in groups:
        if group.translation:
            line = group.translation[-1].line
        else:
            at = max((i for i, block in enumerate(blocks) if block.line <= line), default=0)
            added[at] = (*added.get(at, ()), *group.original)
    return added
