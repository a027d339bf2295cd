"""The pass that corrects known mistranslations."""

import re
from collections.abc import Iterator
from functools import lru_cache

from atlas.core.edits import Edit
from atlas.core.text import HAN, HAN_CHARACTER
from atlas.document.nodes import Document, Inlines
from atlas.document.traverse import ATOM, CLOSE, LINK, OPEN, UNLINK, map_inlines, rewrite_text
from atlas.knowledge.schema import Term

CONTEXT_LENGTH = 8  # characters before and after a term to search for edges of links and emphasis

_LATIN = "A-Za-z0-9_" + ATOM
_OPENS, _CLOSES = f"[{OPEN}{LINK}]*", f"[{CLOSE}{UNLINK}]*"


def apply_glossary(document: Document, edits: list[Edit], terms: tuple[Term, ...]) -> Document:
    """Replace known mistranslations with the field's terms where their guards hold.

    Where two overlap, the one that starts first, or else the longer one, is replaced; replacements are final.
    """
    longest_first = sorted(terms, key=lambda term: -len(term.from_))
    words = [("".join(term.from_.split()), term) for term in longest_first]

    def rewrite(inlines: Inlines, line: int) -> Inlines:
        return rewrite_text(inlines, lambda text: _corrected(text, line, _occurrences(text, words), edits))

    return map_inlines(document, rewrite)


def _occurrences(text: str, words: list[tuple[str, Term]]) -> list[tuple[Term, re.Match[str]]]:
    """Matches of terms whose guards hold, in order; of those at the same position, the longest first."""
    bare = "".join(text.split())
    likely = [term for letters, term in words if letters in bare and _fits(term, text)]
    found = [(term, match) for term in likely for match in _pattern(term).finditer(text)]
    return sorted(found, key=lambda pair: pair[1].start())


def _fits(term: Term, text: str) -> bool:
    """Whether a text is one that a term applies to."""
    if term.in_chinese and not HAN_CHARACTER.search(text):
        return False
    return not term.near or any(word in text for word in term.near)


def _corrected(text: str, line: int, found: list[tuple[Term, re.Match[str]]], edits: list[Edit]) -> str:
    out: list[str] = []
    at, before = 0, ""  # before: the corrected text before ``at``
    for term, match in found:
        if match.start() < at:
            continue
        if match.start() > at or not before:
            before = text[max(at, match.start() - CONTEXT_LENGTH) : match.start()]
        after = text[match.end() : match.end() + CONTEXT_LENGTH]
        gap = " " if re.search(r"[A-Za-z0-9]$", term.to) and re.match(rf"{_OPENS}[{_LATIN}]", after) else ""
        lead = " " if re.match(r"[A-Za-z0-9]", term.to) and re.search(rf"[{_LATIN}]{_CLOSES}$", before) else ""
        if match[0] != term.to:
            # Adjacent digits form one word with the term.
            left, right = re.findall(r"\d*$", before)[0], re.findall(r"^\d*", after)[0]
            was, now = f"{left}{match[0]}{right}", f"{left}{lead}{term.to}{gap}{right}"
            edits.append(Edit("glossary", was, now, line, term.reason, term.id))
        out += [text[at : match.start()], lead, term.to, gap]
        at, before = match.end(), f"{term.to}{gap}"
    return "".join([*out, text[at:]])


@lru_cache(maxsize=1024)  # only for terms that occur in a text: compiling all of them takes long
def _pattern(term: Term) -> re.Pattern[str]:
    after = "".join(f"(?<!{re.escape(word)})" for word in term.not_after)
    before = "".join(f"(?!{re.escape(word)})" for word in term.not_before)
    if term.in_chinese:
        after, before = rf"(?<![A-Za-z0-9.] ){after}", rf"(?! ?[A-Za-z]){before}"
    # Do not match inside identifiers: code is marked only after this pass.
    edge_a = r"(?<![A-Za-z_.:])" if re.match(r"[A-Za-z]", term.from_) else ""
    edge_b = r"(?![A-Za-z_]|[.:]\w)" if re.search(r"[A-Za-z]$", term.from_) else ""
    return re.compile(edge_a + after + "".join(_loosely(term.from_)) + edge_b + before)


def _loosely(words: str) -> Iterator[str]:
    """The parts of a pattern for ``words`` in which spaces between Han and Latin are optional."""
    parts = re.findall(rf"[{HAN}]+|[^{HAN}\s]+|\s+", words)
    for i, part in enumerate(parts):
        if part.isspace():
            meet = bool(HAN_CHARACTER.match(parts[i - 1])) != bool(HAN_CHARACTER.match(parts[i + 1]))
            yield r"[ \u00a0]?" if meet else r"[ \u00a0]+"
        elif i and not parts[i - 1].isspace():
            yield r"[ \u00a0]?" + re.escape(part)
        else:
            yield re.escape(part)
