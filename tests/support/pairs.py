"""Invented translations and their originals, read and aligned, in the notation of their tables of cases."""

from dataclasses import astuple

from atlas.originals.align import UnitGroup, align
from atlas.originals.differences import differences
from atlas.originals.units import units
from support.samples import cleaned, knowledge

CHINESE, ENGLISH = "# PyTorch 9.9 发布\n\n", "# PyTorch 9.9 Released\n\n"


def documents(translation, original):
    """Return the documents of a translation and its original, to whose texts titles are added."""
    read = [cleaned(CHINESE + translation, "zh.md"), cleaned(ENGLISH + original, "en.md")]
    assert [seed.language for seed, _ in read] == ["zh", "en"]
    return [result.document for _, result in read]


def aligned(case):
    """Return the groups of a case of ``alignments``, as the case has them."""
    ours, theirs = map(units, documents(case["translation"], case["original"]))
    return " ".join(_row(group, ours, theirs) for group in align(ours, theirs, knowledge()))


def aligned_the_other_way(case):
    """Return the same if the original is taken for the translation: the Chinese announcement may be the original."""
    ours, theirs = map(units, documents(case["translation"], case["original"]))
    rows = (_row(group, theirs, ours) for group in align(theirs, ours, knowledge()))
    return " ".join(":".join(reversed(row.split(":"))) for row in rows)


def lost_or_changed(case):
    """Return what the translation of a case of ``differences`` lost or changed."""
    ours, theirs = (units(document)[1:] for document in documents(case["translation"], case["original"]))
    return [list(astuple(difference)) for difference in differences(UnitGroup(ours, theirs))]


def _row(group, ours, theirs):
    sides = ((group.translation, ours), (group.original, theirs))
    return ":".join("+".join(str(all_units.index(unit) + 1) for unit in side) for side, all_units in sides)
