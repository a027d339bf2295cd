"""The file's own words for a quote, and the edits between the two."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from atlas.clean.typography import typeset
from atlas.core.changes import Change
from atlas.core.text import HAN
from atlas.knowledge.levels import BRACKETED

MIN_LIKENESS = 0.5  # minimum likeness of a quote and its source sentences
MAX_SENTENCES = 4  # sentences or leads that may have become one

_SENTENCE = re.compile(rf"(?<=[。！？；!?;])|(?=：|:[\s\0{HAN}])|\|")  # or the end of a lead or table cell
_MARKUP = re.compile(
    r"</?[A-Za-z][^<>]*>|!?\[(?=[^\[\]]*\]\()|\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|[*`\\]|^(?:[\s#>|-]|\d+\.\s)+|&nbsp;",
    re.MULTILINE,
)
_MARKER = re.compile(rf"^{BRACKETED}|{BRACKETED}$")  # quoted unchanged
_MASK = "\0"  # replaces each character of markup, so that offsets stay valid


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a file says, without markup, the line where it begins, and the edits that led to the quote."""

    words: str
    line: int
    edits: tuple[Change, ...]


def own_words(quote: str, lines: tuple[str, ...], first: int, changes: Iterable[Change]) -> OwnWords | None:
    """Return the sentences of ``lines`` that ``quote`` was made from; None if they contain it.

    If no sentence is similar, return all lines. ``first`` is their line number, ``changes`` their edits.
    """
    changes = dict.fromkeys(change for change in changes if change.rule in ("erratum", "glossary"))
    raw = "\n".join(lines)
    text = _MARKUP.sub(lambda found: re.sub(r"[^\n]", _MASK, found[0]), raw)
    if _unmasked(quote) in _unmasked(text):
        return None
    ends = [0, *(found.end() for found in _SENTENCE.finditer(text)), len(text)]
    spans = [
        (a, b)
        for at, a in enumerate(ends)
        for b in ends[at + 1 : at + 1 + MAX_SENTENCES]
        if "|" not in text[a:b].strip("|")
    ]
    likeness = {(a, b): _likeness(quote, _unmasked(text[a:b]), changes) for a, b in spans}
    start, end = max(spans, key=likeness.__getitem__, default=(0, len(text)))
    if likeness.get((start, end), 0) < MIN_LIKENESS:
        start, end = 0, len(text)
    words = _unmasked(text[start:end])
    begin = start + len(text[start:end]) - len(text[start:end].lstrip(f"{_MASK}| \n"))
    edits = [c for c in changes if _affects(c, quote, words, raw, range(start, end))]
    unmarked = _MARKER.sub("", words).strip()
    if typeset(unmarked) != unmarked:
        edits.append(Change("typography", words, quote, first))
    return OwnWords(words, first + text.count("\n", 0, begin), tuple(edits))


def _unmasked(text: str) -> str:
    return " ".join(text.replace(_MASK, "").strip("| \n").split())


def _likeness(quote: str, words: str, changes: Iterable[Change]) -> float:
    """Return how alike a quote and some words of the file are, after applying edits within one sentence."""
    for change in changes:
        if not re.search("[。！？!?].", change.before):
            words = words.replace(change.before, change.after)
    return SequenceMatcher(None, quote, words, autojunk=False).ratio()


def _affects(change: Change, quote: str, words: str, raw: str, span: range) -> bool:
    """Whether an edit of these lines was made in the sentences at ``span``."""
    if change.rule == "erratum":
        at = raw.find(change.before)
        return at >= 0 and at < span.stop and at + len(change.before) > span.start
    return change.before in words and change.after in quote
