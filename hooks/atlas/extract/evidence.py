"""Evidence: what a document says of a feature's stability, and where.

Precedence: the feature's own marker, a table column, a classifying section heading above it, a
sentence that names it. Quotes are the seed's own wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from atlas.document.nodes import Block, Document, Heading, Inlines, Paragraph, Table, plain
from atlas.document.traverse import blocks as all_blocks
from atlas.document.traverse import runs
from atlas.extract.candidates import Candidate
from atlas.extract.matching import han_pairs
from atlas.extract.release import Observation
from atlas.extract.sections import Section, Wording, inlines_of
from atlas.knowledge.fields import normal
from atlas.knowledge.levels import BRACKETED, level_of_marker
from atlas.knowledge.schema import Level, Stability

TAIL = 4  # characters before a bracket that a name must have
LONGEST = 600  # characters of a sentence that is looked at besides the best evidence
OPENING = 200  # sentences before the first heading that are
BRIEF = 4  # characters before a level, in a part of a sentence, that leave no room for another subject

_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=[a-z]\. )|(?<=[A-Z0-9)\]”\x22]\. )(?=[A-Z])")
_CLAUSE = re.compile(r"[，,、；;]|(?:以及|并且|而且|同时|而)")
_PART = re.compile(r"[，,；;（(）)]|以及|并且|而且|同时")
_GENERIC = frozenset(
    "pytorch torch api apis cpu gpu cuda python version support new the and for with in of to a".split()
)

# What may follow a level's words: no noun that makes others of them (测试用例, “stable sorting”).
# The class says both cases itself: to ignore them, each of its 27,000 characters would be looked up.
_ENDS = (
    r"(?:(?!(?-i:[A-Za-z\u3400-\u9fff]))|(?=的?(?:版|支持|发布|可用|交付|推出|提供|亮相|引入|形式|身份|了|并|且|和|与|而|供|在|[。，,；！]|$)))"
    r"(?! (?!in\b|as\b|and\b|now\b|for\b|on\b|with\b|since\b|features?\b|support\b|release\b|version\b)[a-z])"
)


_Hit = tuple[Level, str]  # a level, and the words that state it


class Spoken(NamedTuple):
    """A sentence: cleaned, as the seed has it, and its line."""

    sentence: str
    quote: str
    line: int


class Evidence:
    """What the blocks before the first heading, and a feature's own, say of its level."""

    def __init__(self, intro: tuple[Block, ...], wording: Wording, stability: Stability) -> None:
        self.intro = intro
        self._wording = wording
        self._stability = stability
        self._masked = re.compile("|".join(f"(?:{p})" for p in stability.not_levels) or r"(?!)", re.IGNORECASE)
        self._parts = re.compile("|".join(stability.parts) or r"(?!)")
        words = sorted((normal(word) for word in (*stability.before, *stability.adverbs)), key=len, reverse=True)
        self._adverbs = re.compile("|".join(map(re.escape, filter(None, words))) or r"(?!)")
        levels = (re.escape(word) for level in stability.levels for word in level.markers)
        self._any_level = re.compile("|".join(levels) or r"(?!)", re.IGNORECASE)
        self._pronouns = tuple(normal(word) for word in stability.pronouns)

    def of(self, candidate: Candidate, names: set[str]) -> Observation:
        """The best evidence for a candidate that goes by ``names``."""
        line = candidate.line
        if marker := candidate.marker:
            return Observation(marker.level, marker.raw, "marker", line, marker.on(candidate.said))
        if candidate.elsewhere and candidate.elsewhere.basis in ("table", "marker"):
            return candidate.elsewhere
        section = candidate.section
        ancestors = [*section.parents, *([] if candidate.is_section else [section])] if section else []
        for parent in reversed(ancestors):
            if inherited := self._section(parent):
                return inherited
        stated = candidate.elsewhere or next(self._prose(candidate, names, self.intro), None)
        return stated or Observation(self._stability.default, "", "none", line, candidate.said)

    def besides(self, candidate: Candidate, names: set[str], best: Observation) -> tuple[Observation, ...]:
        """What else says the same as the best evidence: highlights, tables, sentences, each on a line of its own."""
        found = {best.line: best}
        wanted = _wanted(names)
        own = self.sentences((Paragraph(candidate.title, candidate.line), *candidate.body))
        near = [s for s, said in self.opening if any(name in said for name in wanted)]
        said = (
            Observation(hit[0].id, hit[1], "prose", spoken.line, spoken.quote.strip())
            for where, is_own in ((near, False), (own, True))
            for spoken in where
            if self._any_level.search(spoken.sentence) and (hit := self._stated(spoken.sentence, wanted, is_own=is_own))
        )
        for other in (candidate.elsewhere, *said):
            if other and other.stage == best.stage:
                found.setdefault(other.line, other)
        return tuple(found.values())[1:]

    def in_own_words(self, candidate: Candidate) -> Observation | None:
        """What the words of an item say of its own level; one that names examples speaks of those."""
        if any(self._parts.search(plain(inlines)) for inlines, _, _ in self._lined(candidate.body)):
            return None
        return next(self._prose(candidate, {plain(candidate.title)}, ()), None)

    def levels_stated(self, sentence: str) -> set[str]:
        """The levels that a sentence states of now, whatever of."""
        words = self._unmasked(sentence)
        templates = (self._stability.transitions, self._stability.predicates)
        return {level.id for some in templates for level, _ in _hits(words, self._stability, some)}

    def reached(self, words: str) -> Level | None:
        """The level that the first clause of ``words`` says something has come to."""
        hits = _hits(_CLAUSE.split(words)[0], self._stability, self._stability.transitions)
        return hits[0][0] if hits else None

    def _unmasked(self, sentence: str) -> str:
        """A sentence without the wording that looks like a level and is none."""
        return self._masked.sub(lambda found: "□" * len(found[0]), sentence)

    def _section(self, section: Section) -> Observation | None:
        heading, said = section.heading, plain(inlines_of(self._wording.of(section.heading)))
        if heading.marker:
            return Observation(
                heading.marker.level, heading.marker.raw, "section", heading.line, heading.marker.on(said)
            )
        return Observation(section.level, said, "section", heading.line, said) if section.level else None

    def _prose(self, candidate: Candidate, names: set[str], intro: tuple[Block, ...]) -> Iterator[Observation]:
        """Sentences that name the feature, or point at it from below its heading, and state a level."""
        wanted = _wanted(names)
        own = [(candidate.title, candidate.said, candidate.line)]
        body = [*own, *self._lined(candidate.body)]
        for where, is_own in ((self._lined(intro), False), (body, True)):
            for sentence, quote, line in _sentences(where):
                if found := self._stated(sentence, wanted, is_own=is_own):
                    yield Observation(found[0].id, found[1], "prose", line, quote.strip())

    def sentences(self, where: Iterable[Block]) -> Iterator[Spoken]:
        """Every sentence of some blocks that is short enough to be one."""
        return (spoken for spoken in _sentences(self._lined(where)) if len(spoken.sentence) <= LONGEST)

    @cached_property
    def opening(self) -> tuple[tuple[Spoken, str], ...]:
        """Sentences before the first heading that have a level's word, each with its normal form."""
        spoken = (s for s in self.sentences(self.intro) if self._any_level.search(s.sentence))
        return tuple((s, normal(s.sentence)) for s in islice(spoken, OPENING))

    def _stated(self, sentence: str, names: tuple[str, ...], *, is_own: bool) -> _Hit | None:
        """The level that ``sentence`` states of what goes by ``names``, and its words for it."""
        words = self._unmasked(sentence)
        predicates, mentions = self._levels(words)
        if is_own and not predicates and (part := self._parts.search(words)):
            mentions = tuple(hit for hit in mentions if words.find(hit[1]) < part.start())
        hits = predicates or mentions
        if not hits:
            return self._bracketed(words, names)
        named = any(name in normal(sentence) for name in names)
        if len({hit.id for hit, _ in hits}) > 1:  # several levels: the one in the clause that names the feature
            clauses = [c for c in _CLAUSE.split(words) if any(name in normal(c) for name in names)]
            told = {hit[0].id: hit for clause in clauses for hits in self._levels(clause) for hit in hits}
            return next(iter(told.values())) if len(told) == 1 else None
        if not is_own:  # among others: what is said in another part of the sentence may be said of them
            clause = next((c for c in _PART.split(words) if hits[0][1] in c), words)
            subject = normal(clause[: clause.find(hits[0][1])])
            examples = self._parts.search(words, words.find(hits[0][1]))  # “experimental support, for example of …”
            spoken_of = normal(clause + (words[examples.start() :] if examples else ""))
            named = named and (len(subject) <= BRIEF or any(name in spoken_of for name in names))
        before = words[: words.find(hits[0][1])]
        points = not self._adverbs.sub("", normal(before)) or any(p in normal(before) for p in self._pronouns)
        alike = predicates and any(han_pairs(name) & han_pairs(before) for name in names)
        return hits[0] if named or (is_own and (points or alike)) else None

    def _bracketed(self, words: str, names: tuple[str, ...]) -> _Hit | None:
        """The level in brackets after words that the feature goes by: “新增了零气泡调度（Beta）”."""
        for found in re.finditer(BRACKETED, words):
            level = level_of_marker(found[1], self._stability)
            before = normal(words[: found.start()])[-TAIL:]
            if level and len(before) == TAIL and any(before in name for name in names):
                return next(known for known in self._stability.levels if known.id == level), found[0]
        return None

    def _levels(self, words: str) -> tuple[tuple[_Hit, ...], tuple[_Hit, ...]]:
        """Levels that a sentence states, transitions before others, and levels that it mentions."""
        for patterns in (self._stability.transitions, self._stability.predicates):
            if found := _hits(words, self._stability, patterns):
                return found, ()
        return (), _hits(words, self._stability, None)

    def _lined(self, where: Iterable[Block]) -> Iterator[tuple[Inlines, str, int]]:
        """Every text in some blocks, however deep: cleaned, as the seed has it, and its line."""
        for block in all_blocks(Document(tuple(where))):
            match block:
                case Heading() | Paragraph():
                    yield block.inlines, plain(inlines_of(self._wording.of(block))), block.line
                case Table():
                    for cell in (*block.header, *(c for row in block.rows for c in row)):
                        yield cell.inlines, plain(inlines_of(self._wording.of(cell))), cell.line
                case _:
                    pass


def _wanted(names: Iterable[str]) -> tuple[str, ...]:
    """Names that tell a feature wherever they stand in a sentence's normal form."""
    return tuple(n for n in (normal(name) for name in names) if len(n) > 2 and n not in _GENERIC)


def _sentences(texts: Iterable[tuple[Inlines, str, int]]) -> Iterator[Spoken]:
    for inlines, written, line in texts:
        sentences, quotes = _SENTENCE.split(plain(inlines)), _SENTENCE.split(written)
        alike = len(quotes) == len(sentences)
        yield from (Spoken(said, quotes[i] if alike else said, line) for i, said in enumerate(sentences))


@lru_cache(maxsize=256)  # of a sentence, they are asked for by each feature that it may speak of
def _hits(words: str, stability: Stability, templates: tuple[str, ...] | None) -> tuple[_Hit, ...]:
    hits = (
        (level, next((m for p in patterns if (m := p.search(words))), None))
        for level, patterns in _patterns(stability, templates)
    )
    return tuple((level, hit[0]) for level, hit in hits if hit)


@lru_cache(maxsize=16)
def _patterns(
    stability: Stability, templates: tuple[str, ...] | None
) -> tuple[tuple[Level, tuple[re.Pattern[str], ...]], ...]:
    """Each level with its patterns: of sentences that state it, or else of those that mention it."""
    return tuple(
        (level, tuple(pattern_of(template, level) for template in (level.prose if templates is None else templates)))
        for level in stability.levels
    )


@lru_cache(maxsize=64)
def pattern_of(template: str, level: Level) -> re.Pattern[str]:
    """A sentence's pattern with any of a level's words, in quotation marks or not, for ``{level}``."""
    words = "|".join(re.escape(word) for word in sorted(level.markers, key=len, reverse=True)) or r"(?!)"
    said = rf" ?[“\"「‘']?(?:(?i:{words}))(?: ?(?:版本?|阶段|状态|功能|特性|级别?))?{_ENDS}"
    return re.compile(template.replace("{level}", said))


def names_in(words: str) -> set[str]:
    """What names a feature in a sentence: its title, and the identifiers and proper names in it."""
    return {words, *(word for word in re.findall(r"[A-Za-z_][\w.:+]*", words) if word.casefold() not in _GENERIC)}


def lined_runs(block: Block) -> Iterator[tuple[Inlines, int]]:
    """Every text in a block, however deep, with its line."""
    for inner in all_blocks(Document((block,))):
        yield from runs(inner)
