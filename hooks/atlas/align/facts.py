"""What a translation's original adds to its facts, and where the two state different ones."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from atlas.align.differences import Difference
from atlas.align.pair import Pair
from atlas.document.nodes import plain
from atlas.extract.findings import Finding
from atlas.extract.release import Feature, ParsedRelease

FACTS = ("date", "commits", "contributors", "original_url")  # that a translation may take from its original
SHOWN = 160  # characters of a text that differs

_MISSING = ("lost-link", "missing-sentence", "missing-paragraph")


def complete(
    translation: ParsedRelease, pair: Pair, left: Iterable[Difference]
) -> tuple[ParsedRelease, tuple[Finding, ...]]:
    """The translation with the facts that only its original states, and with what differs among its findings.

    ``left`` are the differences that could not be repaired.
    """
    original = pair.original
    findings = (*_facts(translation, original), *_levels(translation, pair), *_texts(translation, left))
    lacking = [name for name in FACTS if getattr(original, name) and not getattr(translation, name)]
    added = {name: getattr(original, name) for name in lacking}
    if "date" in lacking:
        added["date_kind"] = original.date_kind
    completed = replace(translation, **added, findings=(*translation.findings, *findings), from_original=tuple(lacking))
    return completed, findings


def broken_off(pair: Pair) -> tuple[Finding, ...]:
    """Where an original ends while its translation goes on, with a heading: it may not be whole."""
    rest = takewhile(lambda group: not group.original, reversed(pair.groups))
    headings = [unit for group in rest for unit in group.translation if unit.kind == "heading"]
    last = next((group.original[-1] for group in reversed(pair.groups) if group.original), None)
    return (Finding("broken-off", last.line, _cut(last.text), headings[-1].text),) if headings and last else ()


def _facts(ours: ParsedRelease, theirs: ParsedRelease) -> Iterator[Finding]:
    if ours.date and theirs.date and ours.date != theirs.date and ours.date_kind == theirs.date_kind:
        yield Finding("differs", ours.date_line or ours.title_line, str(ours.date), str(theirs.date))
    for own, other in ((ours.commits, theirs.commits), (ours.contributors, theirs.contributors)):
        if own and other and own.value != other.value:
            yield Finding("differs", own.line, f"{own.value:,}", f"{other.value:,}")


def _levels(translation: ParsedRelease, pair: Pair) -> Iterator[Finding]:
    """Features that the two put at different levels."""
    for feature in translation.features:
        other = _counterpart(feature, pair)
        if other and other.stage != feature.stage:
            quote = plain(feature.title)
            yield Finding("differs", feature.line, f"{quote}: {feature.stage}", f"{plain(other.title)}: {other.stage}")


def _texts(translation: ParsedRelease, left: Iterable[Difference]) -> Iterator[Finding]:
    for each in left:
        kind = "differs" if each.wrong and each.kind not in _MISSING else "missing"
        line = each.line or translation.title_line
        yield Finding(kind, line, _cut(each.wrong) or "—", _cut(each.right))


def _cut(words: str) -> str:
    return words if len(words) <= SHOWN else f"{words[:SHOWN]}…"


def _counterpart(feature: Feature, pair: Pair) -> Feature | None:
    lines = {
        theirs.line
        for group in pair.groups
        if any(ours.line == feature.line for ours in group.translation)
        for theirs in group.original
    }
    found = [other for other in pair.original.features if other.line in lines]
    return found[0] if len(found) == 1 else None
