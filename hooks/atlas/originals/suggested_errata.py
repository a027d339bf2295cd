"""Differences between a translation and its original, as YAML for the seed's errata file.

A difference becomes an entry only if its correction is certain, and the words to correct occur exactly once on the
seed's line. Any other difference becomes a comment, for a person to look at.
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
from atlas.extract.announcement import ExtractedAnnouncement
from atlas.knowledge.schema import Erratum, LinkWords
from atlas.originals.align import UnitGroup, corresponding_lines
from atlas.originals.differences import Difference, differences
from atlas.seeds.errata import apply_errata
from atlas.seeds.formats import BY_NAME
from atlas.seeds.seed import Seed

MAX_COMMENT_LENGTH = 160  # characters of a text in a comment

REASONS = {
    "lost-link": BilingualText("据 PyTorch 原文补回丢失的链接", "A lost link, restored from PyTorch’s post"),
    "damaged-identifier": BilingualText("名称残缺，据 PyTorch 原文改正", "A damaged name, as PyTorch’s post has it"),
    "changed-number": BilingualText("数字有误，据 PyTorch 原文改正", "A wrong number, corrected from PyTorch’s post"),
}
# In 在此处 (“at this place”), the preposition is not part of a link's text.
_PREPOSITION = re.compile(r"(?:可以)?在(?=.)")


def suggested(
    translation: ExtractedAnnouncement,
    original: ExtractedAnnouncement,
    groups: Sequence[UnitGroup],
    link_words: LinkWords,
) -> Iterator[str]:
    """Yield lines of YAML to append to the errata file of ``translation``."""
    name = Path(original.seed.path).name
    for group in groups:
        if not group.translation:
            for unit in group.original:
                yield _comment(f"{name}:{unit.line}: only in the original: {unit.text}")
        elif not group.original:
            for unit in group.translation:
                yield _comment(f"line {unit.line}: only in the translation: {unit.text}")
        else:
            for difference in differences(group):
                erratum = _erratum(translation.seed, difference, link_words)
                where = f"line {difference.line}: {difference.kind}; {name}:{group.original[0].line} has"
                yield _entry(erratum) if erratum else _comment(f"{where}: {difference.right}")
    yield from map(_comment, _different_levels(translation, original, groups))


def _different_levels(
    translation: ExtractedAnnouncement, original: ExtractedAnnouncement, groups: Sequence[UnitGroup]
) -> Iterator[str]:
    """Yield a sentence for each feature to which the translation and the original give different levels."""
    for feature in translation.features:
        lines = corresponding_lines(groups, feature.line)
        counterparts = [candidate for candidate in original.features if candidate.line in lines]
        if len(counterparts) == 1 and counterparts[0].evidence.level != feature.evidence.level:
            own, other = (each.evidence.level or "no level" for each in (feature, counterparts[0]))
            where = f"{Path(original.seed.path).name}:{counterparts[0].line}"
            yield f"line {feature.line}: {plain(feature.title)} has {own}; {where} has {other}"


def _comment(text: str) -> str:
    return f"# {truncate(printable(text), MAX_COMMENT_LENGTH)}"


def _entry(erratum: Erratum) -> str:
    """Return an erratum as YAML."""
    find, replace, zh, en = (
        json.dumps(text, ensure_ascii=False) for text in (erratum.find, erratum.replace, *erratum.reason.both)
    )
    return f"- line: {erratum.line}\n  find: {find}\n  replace: {replace}\n  reason: {{zh: {zh}, en: {en}}}"


def _erratum(seed: Seed, difference: Difference, link_words: LinkWords) -> Erratum | None:
    """Return the erratum that corrects a difference; None if it is not certain, or does not match the seed's line."""
    numbered_lines = zip(seed.origin, seed.body.split("\n"), strict=True)
    text = "\n".join(line for number, line in numbered_lines if number == difference.line)
    if difference.kind not in REASONS or not text:
        return None
    if difference.kind == "lost-link":
        correction = _link_correction(seed, text, difference, link_words)
    else:
        correction = _word_correction(text, difference)
    if not correction:
        return None
    find, replace = correction
    erratum = Erratum(line=difference.line, find=find, replace=replace, reason=REASONS[difference.kind])
    return None if apply_errata(seed, (erratum,)).problems else erratum


def _word_correction(text: str, difference: Difference) -> tuple[str, str] | None:
    """Return the words to find and their replacement; None unless the wrong words occur exactly once on the line.

    Markup may split a name. So if the wrong word is “intorch.fx” and the line has “intorch`.fx`”, the latter is found.
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


def _link_correction(seed: Seed, text: str, difference: Difference, link_words: LinkWords) -> tuple[str, str] | None:
    """Return the words of a line that lost their link, and the same words as a link in the seed's format.

    These are the words of the original's link, if the line has them. Otherwise they are a vague word in a phrase that
    promises a link: 此处 in “详见此处” (“for details, see here”).
    """
    link = next((node for node in parse_inline(difference.right) if isinstance(node, Link)), None)
    if not link or not is_safe_url(link.url):
        return None
    words = difference.wrong or _vague_word(text, link_words)
    return (words, BY_NAME[seed.format].link(words, link.url)) if words else None


def _vague_word(text: str, link_words: LinkWords) -> str:
    """Return the vague word, such as 此处, in a line's phrases that promise a link; "" if there is none or several."""
    words = sorted({_PREPOSITION.sub("", word) for word in link_words.vague}, key=len, reverse=True)
    vague_word = re.compile("|".join(map(re.escape, words)))
    promises = {promise[0] for pattern in link_words.promises for promise in pattern.finditer(text)}
    matches = [vague_word.search(promise) for promise in promises]
    vague_words = {match[0] for match in matches if match}
    return vague_words.pop() if len(vague_words) == 1 else ""
