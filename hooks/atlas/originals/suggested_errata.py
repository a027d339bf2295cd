"""What a translation and its original do not share, as entries for the seed's errata file.

An entry stands only where the seed's line has the words once and the correction is certain; everything else is a
comment, for a person to look at.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from atlas.core.languages import BilingualText
from atlas.core.problems import printable, truncate
from atlas.core.urls import is_safe_url
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import Link, plain
from atlas.extract.announcement import Announcement
from atlas.knowledge.schema import Conventions, Erratum
from atlas.originals.align import UnitGroup, corresponding_lines
from atlas.originals.differences import Difference, differences
from atlas.sources import errata
from atlas.sources.formats import BY_NAME
from atlas.sources.seed import Seed

MAX_COMMENT_LENGTH = 160  # characters of a text in a comment

REASONS = {
    "lost-link": BilingualText("据 PyTorch 原文补回丢失的链接", "A lost link, restored from PyTorch’s post"),
    "damaged-identifier": BilingualText("名称残缺，据 PyTorch 原文改正", "A damaged name, as PyTorch’s post has it"),
    "changed-number": BilingualText("数字有误，据 PyTorch 原文改正", "A wrong number, corrected from PyTorch’s post"),
}
_PREPOSITION = re.compile(r"(?:可以)?在(?=.)")  # in 在此处, “at this place”: not part of a link's text


def suggested(
    ours: Announcement, theirs: Announcement, groups: Sequence[UnitGroup], conventions: Conventions
) -> Iterator[str]:
    """Yield lines of YAML for the errata file of ``ours``, to be appended to those that it has already."""
    name = Path(theirs.seed.path).name
    for group in groups:
        if not group.translation:
            for unit in group.original:
                yield _comment(f"{name}:{unit.line}: only in the original: {unit.text}")
        elif not group.original:
            for unit in group.translation:
                yield _comment(f"line {unit.line}: only in the translation: {unit.text}")
        else:
            for difference in differences(group):
                erratum = _erratum(ours.seed, difference, conventions)
                where = f"line {difference.line}: {difference.kind}; {name}:{group.original[0].line} has"
                yield _entry(erratum) if erratum else _comment(f"{where}: {difference.right}")
    yield from (_comment(text) for text in _levels(ours, theirs, groups))


def _levels(ours: Announcement, theirs: Announcement, groups: Sequence[UnitGroup]) -> Iterator[str]:
    """Yield what to say of features that the two put at different levels."""
    for feature in ours.features:
        lines = corresponding_lines(groups, feature.line)
        counterparts = [candidate for candidate in theirs.features if candidate.line in lines]
        if len(counterparts) == 1 and counterparts[0].level != feature.level:
            other = f"{Path(theirs.seed.path).name}:{counterparts[0].line} has {counterparts[0].level}"
            yield f"line {feature.line}: {plain(feature.title)} is {feature.level}; {other}"


def _comment(text: str) -> str:
    return f"# {truncate(printable(text), MAX_COMMENT_LENGTH)}"


def _entry(erratum: Erratum) -> str:
    find, replace, zh, en = (
        json.dumps(text, ensure_ascii=False) for text in (erratum.find, erratum.replace, *erratum.reason.both)
    )
    return f"- line: {erratum.line}\n  find: {find}\n  replace: {replace}\n  reason: {{zh: {zh}, en: {en}}}"


def _erratum(seed: Seed, difference: Difference, conventions: Conventions) -> Erratum | None:
    """Return the erratum that removes a difference, if it is certain and applies to the seed."""
    text = "\n".join(
        line for line, number in zip(seed.body.split("\n"), seed.origin, strict=True) if number == difference.line
    )
    if difference.kind not in REASONS or not text:
        return None
    is_link = difference.kind == "lost-link"
    correction = _with_link(seed, text, difference, conventions) if is_link else _replaced(text, difference)
    if not correction:
        return None
    find, replace = correction
    erratum = Erratum(line=difference.line, find=find, replace=replace, reason=REASONS[difference.kind])
    _, _, problems = errata.apply(seed, (erratum,))
    return None if problems else erratum


def _replaced(text: str, difference: Difference) -> tuple[str, str] | None:
    """Return the words to find and their replacement; None unless the line has the wrong ones exactly once.

    Markup may have split a name: intorch`.fx`.
    """
    letters = "[`*]*".join(map(re.escape, difference.wrong))
    matches = list(re.finditer(rf"(?<![\w.]){letters}(?!\w)(?P<rest>[^`*\n]*[`*])?", text, re.ASCII))
    if len(matches) != 1:
        return None
    written = matches[0][0]
    rest = matches[0]["rest"] or ""
    if written.removesuffix(rest) == difference.wrong:
        return difference.wrong, difference.right
    return written, f"`{difference.right}{rest.rstrip('`*')}`"


def _with_link(seed: Seed, text: str, lost: Difference, conventions: Conventions) -> tuple[str, str] | None:
    """Return the words of a line that were a link, and the link.

    Without the link's own words, that is the vague word in the only place that promises a link (详见此处).
    """
    link = next((node for node in parse_inline(lost.right) if isinstance(node, Link)), None)
    if not link or not is_safe_url(link.url):
        return None
    words = lost.wrong or _vague_word(text, conventions)
    return (words, BY_NAME[seed.format].link(words, link.url)) if words else None


def _vague_word(text: str, conventions: Conventions) -> str:
    words = sorted({_PREPOSITION.sub("", word) for word in conventions.vague_words}, key=len, reverse=True)
    vague = re.compile("|".join(map(re.escape, words)))
    promises = {promise[0] for pattern in conventions.pointing_words for promise in pattern.finditer(text)}
    vague_words = {vague_word[0] for promise in promises if (vague_word := vague.search(promise))}
    return vague_words.pop() if len(vague_words) == 1 else ""
