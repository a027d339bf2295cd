"""Passes over the words themselves: the glossary, then spacing and punctuation; English needs spaces alone."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable
from functools import lru_cache

from atlas.core.changes import Change
from atlas.document.nodes import Document, Inlines, plain
from atlas.document.traverse import ATOM, CLOSE, LINK, OPEN, SENTINELS, UNLINK, map_inlines, rewrite_text
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Term

_HAN = "\u3400-\u9fff\uf900-\ufaff"
_WIDE = "，。；：？！、（）《》〈〉【】「」『』"
_LATIN = "A-Za-z0-9" + ATOM
_OPENS, _CLOSES, _EDGES = f"[{OPEN}{LINK}]*", f"[{CLOSE}{UNLINK}]*", f"[{SENTINELS[2:]}]*"
ROUNDS = 8
REACH = 8  # characters beside a term in which edges of links and emphasis may stand
_FULL_WIDTH = {",": "，", ":": "：", ";": "；", "!": "！", "?": "？", ".": "。"}

_OTHER_SPACES = re.compile(r"[\u00a0\u2002-\u200a\u202f\u3000\t]+")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_ANY_HAN = re.compile(f"[{_HAN}]")
_HAN_OR_WIDE = re.compile(f"[{_HAN}{_WIDE}]")
_NO_SPACE = (  # before and after full-width punctuation, and between Han characters
    (re.compile(rf"[ ]+({_EDGES}[{_WIDE}”’])"), r"\1"),
    (re.compile(rf"([{_WIDE}“‘]{_EDGES})[ ]+(?!$)"), r"\1"),
    (re.compile(rf"(?<=[{_HAN}])({_EDGES})[ ]+({_EDGES})(?=[{_HAN}])"), r"\1\2"),
)
_MARK, _MARKS = (
    re.compile("[,:;!?]"),
    (  # beside a Han character on either side, across the edges of links and emphasis
        re.compile(rf"(?P<before>[{_HAN}”）]{_EDGES})(?P<mark>[,:;!?])[ ]?(?=\D|$)"),
        re.compile(rf"(?P<before>[{_HAN}”）]{_EDGES})(?P<mark>[,:;])[ ]?(?=\d)"),
        re.compile(rf"(?P<before>\S)(?P<mark>[,:;!?])(?=[ ]?{_EDGES}[{_HAN}“（])"),
    ),
)
_STOPS = (  # which need more care: 2.1 and foo.bar have one too
    re.compile(rf"(?P<before>[{_HAN}”）]{_EDGES})(?P<mark>\.)(?=[ ]|{_EDGES}[{_HAN}“（A-Z]|$)[ ]?"),
    re.compile(rf"(?P<before>[{_HAN}{ATOM}”）％%]{_EDGES})(?P<mark>\.)[ ]?(?={_EDGES}[{_HAN}“（])"),
)
_BORDERS = (  # of Han and Latin: a space, but none between a number and its day, month or year
    (re.compile(rf"([{_HAN}])({_CLOSES})({_OPENS})(?=[{_LATIN}@#$~+<])(?!\d+[年月日号])"), r"\1\2 \3"),
    (re.compile(rf"(?<![\d ])(\d+)[ ](?=[年月日])(?=.[ ]?(?:\d|$|[{_HAN}]))"), r"\1"),
    (re.compile(rf"([{_LATIN}%+®™°>])({_CLOSES})({_OPENS})(?=[{_HAN}])(?<!\d(?=[年月日]))"), r"\1\2 \3"),
)


def apply_glossary(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Known mistranslations become the field's terms, longest first, each within its guards."""
    terms = _terms(knowledge.terms)
    changes: list[Change] = []

    def rewrite(inlines: Inlines, line: int) -> Inlines:
        return rewrite_text(inlines, lambda text: terms.apply(text, line, changes))

    return map_inlines(document, rewrite), changes


class _Terms:
    """The glossary at work: where two terms meet, the one that begins first, then the longer; none cascades."""

    def __init__(self, glossary: tuple[Term, ...]) -> None:
        self.terms = sorted(glossary, key=lambda term: -len(term.from_))
        self.words = ["".join(term.from_.split()) for term in self.terms]
        self.patterns: dict[int, re.Pattern[str]] = {}  # of terms that some text held
        self.near = {i: re.compile(term.near) for i, term in enumerate(self.terms) if term.near}

    def apply(self, text: str, line: int, changes: list[Change]) -> str:
        out: list[str] = []
        at, before = 0, ""  # before: what now stands before ``at``
        for term, found in self._found(text):
            if found.start() < at:
                continue
            if found.start() > at or not before:
                before = text[max(at, found.start() - REACH) : found.start()]
            after = text[found.end() : found.end() + REACH]
            gap = " " if re.search(r"[A-Za-z0-9]$", term.to) and re.match(rf"{_OPENS}[{_LATIN}_]", after) else ""
            lead = " " if re.match(r"[A-Za-z0-9]", term.to) and re.search(rf"[{_LATIN}_]{_CLOSES}$", before) else ""
            if found[0] != term.to:
                # Digits that the term runs into make one word with it.
                left, right = re.search(r"\d*$", before), re.match(r"\d*", after)
                head, rest = left[0] if left else "", right[0] if right else ""
                whole, mended = f"{head}{found[0]}{rest}", f"{head}{lead}{term.to}{gap}{rest}"
                changes.append(Change("glossary", whole, mended, line, term.reason, term.id))
            out += [text[at : found.start()], lead, term.to, gap]
            at, before = found.end(), f"{term.to}{gap}"
        return "".join([*out, text[at:]])

    def _found(self, text: str) -> list[tuple[Term, re.Match[str]]]:
        """Where terms stand whose guards hold, in order."""
        bare = "".join(text.split())
        found: list[tuple[int, int, re.Match[str]]] = []
        for i, words in enumerate(self.words):
            if words in bare and (i not in self.near or self.near[i].search(text)):
                if i not in self.patterns:
                    self.patterns[i] = re.compile(_guarded(self.terms[i]))
                found += [(match.start(), i, match) for match in self.patterns[i].finditer(text)]
        return [(self.terms[i], match) for _, i, match in sorted(found, key=lambda f: f[:2])]


@lru_cache(maxsize=4)
def _terms(glossary: tuple[Term, ...]) -> _Terms:
    return _Terms(glossary)


def _guarded(term: Term) -> str:
    after = f"(?<!{term.not_after})" if term.not_after else ""
    before = f"(?!{term.not_before})" if term.not_before else ""
    # No term inside an identifier: code is marked only after this.
    edge_a = r"(?<![A-Za-z_.:])" if re.match(r"[A-Za-z]", term.from_) else ""
    edge_b = r"(?![A-Za-z_]|[.:]\w)" if re.search(r"[A-Za-z]$", term.from_) else ""
    return edge_a + after + _loose(term.from_) + edge_b + before


@lru_cache(maxsize=4096)
def _loose(words: str) -> str:
    """``words`` as a pattern that does not mind a space where Han meets Latin."""
    parts = re.findall(rf"[{_HAN}]+|[^{_HAN}\s]+|\s+", words)
    out = ""
    for i, part in enumerate(parts):
        if part.isspace():
            out += r"[ \u00a0]?" if _is_border(parts[i - 1], parts[i + 1]) else r"[ \u00a0]+"
        else:
            border = i and not parts[i - 1].isspace()
            out += (r"[ \u00a0]?" if border else "") + re.escape(part)
    return out


def _is_border(left: str, right: str) -> bool:
    return bool(re.search(rf"[{_HAN}]$", left)) != bool(re.match(rf"[{_HAN}]", right))


def set_typography(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Full-width punctuation, and one space between Han and Latin, as Chinese technical text has them."""
    return _rewritten(document, "typography", typeset)


def set_spaces(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """One plain space wherever English text has others, or several."""
    return _rewritten(document, "spaces", respaced)


def _rewritten(document: Document, rule: str, change: Callable[[str], str]) -> tuple[Document, list[Change]]:
    changes: list[Change] = []

    def rewrite(inlines: Inlines, line: int) -> Inlines:
        after = rewrite_text(inlines, change)
        if after != inlines:
            changes.append(Change(rule, plain(inlines), plain(after), line))
        return after

    return map_inlines(document, rewrite), changes


def respaced(text: str) -> str:
    """``text`` (encoded) with one plain space for any others, and none at its ends."""
    return _SPACES.sub(" ", _OTHER_SPACES.sub(" ", text)).strip(" ")


def typeset(text: str) -> str:
    """``text`` (encoded) with Chinese spacing and punctuation; text without Han keeps its own."""
    text = respaced(text)
    if _ANY_HAN.search(text):
        for _ in range(ROUNDS):  # one mend may bring another about: (甲) : → （甲）：
            before, text = text, _parentheses(_punctuation(text))
            for pattern, kept in _NO_SPACE if " " in text else ():
                text = pattern.sub(kept, text)
            if before == text:
                break
        text = respaced(_spaces(text))
    return text


def _punctuation(text: str) -> str:
    for pattern in (*(_MARKS if _MARK.search(text) else ()), *(_STOPS if "." in text else ())):
        text = pattern.sub(_widened, text)
    return text


def _widened(found: re.Match[str]) -> str:
    return found["before"] + _FULL_WIDTH[found["mark"]]


def _parentheses(text: str) -> str:
    """ASCII parentheses around Chinese, or straight after it, become full-width, pair by pair."""
    if ")" not in text and "）" not in text:
        return text
    chars = list(text)
    stack: list[int] = []
    han = [found.start() for found in _ANY_HAN.finditer(text)]
    for i, char in enumerate(text):
        if char in "(（":
            stack.append(i)
        elif char in ")）" and stack:
            start = stack.pop()
            before = text[:start].rstrip(f"{SENTINELS} ")[-1:]
            after = text[i + 1 :].lstrip(SENTINELS[2:])[:1]
            inside = bisect(han, i) > bisect(han, start)
            chinese = inside or _ANY_HAN.match(before) or _HAN_OR_WIDE.match(after)
            if chinese or text[start] != "(" or char != ")":
                chars[start], chars[i] = "（", "）"
    return "".join(chars)


def _spaces(text: str) -> str:
    for pattern, spaced in _BORDERS:
        text = pattern.sub(spaced, text)
    return text
