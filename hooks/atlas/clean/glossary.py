"""The pass that corrects known mistranslations."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from atlas.clean.editing import edit_inlines
from atlas.core.characters import HAN, HAN_CHARACTER
from atlas.core.edits import Edit, Edited, Rule
from atlas.core.languages import BilingualText
from atlas.document.nodes import Document, Host, Inlines
from atlas.document.traverse import ATOM, CLOSES, OPENS, decode, encode
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Mistranslation, TermCorrection

GLOSSARY = Rule("glossary", BilingualText("统一术语", "Terms unified"), "wording")

Occurrence = tuple[Mistranslation, re.Match[str]]  # a mistranslation, and its match in a text

CONTEXT_LENGTH = 8  # characters before and after a mistranslation that decide whether a space is needed there

_LATIN = "A-Za-z0-9_" + ATOM


def unify_terms(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Replace each known mistranslation with the right term, if the conditions of its correction hold."""
    return apply_glossary(document, knowledge.mistranslations)


def apply_glossary(document: Document, mistranslations: Iterable[Mistranslation]) -> Edited[Document]:
    """Replace ``mistranslations`` in every text of a document.

    If two overlap, the one that starts first is replaced; if both start at the same position, the longer one. A
    replacement is not itself searched for mistranslations.
    """
    longest_first = sorted(mistranslations, key=lambda mistranslation: -len(mistranslation.words))
    by_unspaced = [("".join(mistranslation.words.split()), mistranslation) for mistranslation in longest_first]

    def correct(inlines: Inlines, host: Host) -> Edited[Inlines]:
        text = encode(inlines)
        corrected, edits = _corrected(text, host.line, _occurrences(text, by_unspaced))
        return Edited(inlines if corrected == text else decode(corrected, inlines), edits)

    return edit_inlines(document, correct)


def _occurrences(text: str, by_unspaced: list[tuple[str, Mistranslation]]) -> list[Occurrence]:
    """Return the mistranslations in a text, sorted by position; at the same position, the longest comes first."""
    unspaced_text = "".join(text.split())
    contained = (mistranslation for unspaced, mistranslation in by_unspaced if unspaced in unspaced_text)
    applicable = (mistranslation for mistranslation in contained if _applies(mistranslation.correction, text))
    occurrences = [(each, match) for each in applicable for match in _pattern(each).finditer(text)]
    return sorted(occurrences, key=lambda occurrence: occurrence[1].start())


def _applies(correction: TermCorrection, text: str) -> bool:
    """Return whether a text meets the conditions ``in_chinese`` and ``near`` of a correction."""
    if correction.in_chinese and not HAN_CHARACTER.search(text):
        return False
    return not correction.near or any(word in text for word in correction.near)


def _corrected(text: str, line: int, occurrences: list[Occurrence]) -> Edited[str]:
    """Return a text with its mistranslations replaced, and a space between a Latin term and a Latin word next to it."""
    parts: list[str] = []
    edits: list[Edit] = []
    position = 0
    before = ""  # the last characters of the corrected text so far
    for mistranslation, match in occurrences:
        term, correction = mistranslation.term, mistranslation.correction
        if match.start() < position:  # overlaps the last replacement
            continue
        if match.start() > position or not before:
            before = text[max(position, match.start() - CONTEXT_LENGTH) : match.start()]
        after = text[match.end() : match.end() + CONTEXT_LENGTH]
        needs_space_before = re.match(r"[A-Za-z0-9]", term.to) and re.search(rf"[{_LATIN}]{CLOSES}$", before)
        needs_space_after = re.search(r"[A-Za-z0-9]$", term.to) and re.match(rf"{OPENS}[{_LATIN}]", after)
        space_before = " " if needs_space_before else ""
        space_after = " " if needs_space_after else ""
        if match[0] != term.to:
            # The edit also quotes the digits next to the term, which form one word with it.
            left = re.findall(r"\d*$", before)[0]
            right = re.findall(r"^\d*", after)[0]
            corrected = f"{left}{space_before}{term.to}{space_after}{right}"
            before_edit = f"{left}{match[0]}{right}"
            edits.append(Edit(GLOSSARY, before_edit, corrected, line, correction.reason, (mistranslation.words,)))
        parts += [text[position : match.start()], space_before, term.to, space_after]
        position = match.end()
        before = f"{term.to}{space_after}"
    return Edited("".join([*parts, text[position:]]), edits)


@lru_cache(maxsize=1024)  # called only for mistranslations that occur in some text: compiling all would take long
def _pattern(mistranslation: Mistranslation) -> re.Pattern[str]:
    """Compile a pattern for a mistranslation, with the conditions on the words directly before and after."""
    words, correction = mistranslation.words, mistranslation.correction
    not_after = "".join(f"(?<!{re.escape(word)})" for word in correction.not_after)
    not_before = "".join(f"(?!{re.escape(word)})" for word in correction.not_before)
    if correction.in_chinese:
        not_after = rf"(?<![A-Za-z0-9.] ){not_after}"
        not_before = rf"(?! ?[A-Za-z]){not_before}"
    # Do not match within identifiers, which only a later pass turns into code.
    start = r"(?<![A-Za-z_.:])" if re.match(r"[A-Za-z]", words) else ""
    end = r"(?![A-Za-z_]|[.:]\w)" if re.search(r"[A-Za-z]$", words) else ""
    return re.compile(start + not_after + "".join(_with_optional_spaces(words)) + end + not_before)


def _with_optional_spaces(words: str) -> Iterator[str]:
    """Yield the parts of a pattern for ``words`` in which a space between Han and Latin characters is optional."""
    parts = re.findall(rf"[{HAN}]+|[^{HAN}\s]+|\s+", words)
    for i, part in enumerate(parts):
        if part.isspace():
            is_han_before = HAN_CHARACTER.match(parts[i - 1]) is not None
            is_han_after = HAN_CHARACTER.match(parts[i + 1]) is not None
            yield r"[ \u00a0]?" if is_han_before != is_han_after else r"[ \u00a0]+"
        elif i and not parts[i - 1].isspace():
            yield r"[ \u00a0]?" + re.escape(part)
        else:
            yield re.escape(part)
