"""Evidence: what a document states of a feature's stability level, and where.

Precedence: the feature's own marker, a table column, a classifying section heading above it, a sentence that names it.
Quotes are the text as corrected, as pages show it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from atlas.core.text import HAN, folded, normal
from atlas.document.nodes import Block, plain
from atlas.extract.candidates import Candidate
from atlas.extract.matching import han_pairs
from atlas.extract.release import Observation
from atlas.extract.sections import Section, SourceWording, texts_in
from atlas.knowledge.levels import BRACKETED, level_of_marker, spelled
from atlas.knowledge.schema import Level, Stability

TAIL = 4  # characters before a bracket that a name must have
LONGEST = 600  # characters of a sentence that each feature is looked for in
OPENING = 200  # sentences before the first heading that each feature is looked for in
BRIEF = 4  # characters before a level, in a part of a sentence, that leave no room for another subject

_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=[a-z]\. )|(?<=[A-Z0-9)\]”\x22]\. )(?=[A-Z])")
_BRACKETED = re.compile(BRACKETED)
_CLAUSE = re.compile(r"[，,、；;]|(?:以及|并且|而且|同时|而)")
_PART = re.compile(r"[，,；;（(）)]|以及|并且|而且|同时")
_GENERIC = frozenset(
    "pytorch torch api apis cpu gpu cuda python version support new the and for with in of to a".split()
)

# What may follow a level's words: no noun that makes others of them (测试用例, “stable sorting”).
# The class lists both cases: under IGNORECASE, each of its 27,000 characters would be looked up.
_ENDS = (
    rf"(?:(?!(?-i:[A-Za-z{HAN}]))|(?=的?(?:版|支持|发布|可用|交付|推出|提供|亮相|引入|形式|身份|了|并|且|和|与|而|供|在|[。，,；！]|$)))"
    r"(?! (?!in\b|as\b|and\b|now\b|for\b|on\b|with\b|since\b|features?\b|support\b|release\b|version\b)[a-z])"
)


class LevelHit(NamedTuple):
    """A level, and the words that state it."""

    level: Level
    words: str


@dataclass(frozen=True)
class Sentence:
    """A sentence in simplified characters, the same as pages show it, and its line."""

    text: str
    shown: str
    line: int

    @cached_property
    def normal(self) -> str:
        """What names are looked for in."""
        return normal(self.text)

    def states(self, stage: str = "", label: str = "") -> Observation:
        """The sentence as what states something, a level or another thing."""
        return Observation(stage, label, "prose", self.line, self.shown.strip())


class Evidence:
    """What the ``intro``, before the first heading and in overviews, and a feature's own blocks state of its level."""

    def __init__(
        self, intro: tuple[Block, ...], source: SourceWording, stability: Stability, levels: tuple[Level, ...]
    ) -> None:
        """``levels`` are those that sentences may state."""
        self._intro = intro
        self._source = source
        self._stability = stability
        self._known_levels = levels
        adverbs = sorted((normal(word) for word in (*stability.before, *stability.adverbs)), key=len, reverse=True)
        self._adverbs = _any_of(map(re.escape, filter(None, adverbs)))
        self._not_levels = _any_of(stability.not_levels)
        self._parts = _any_of(stability.parts, 0)
        self._level_words = _any_of(spelled(level.markers) for level in levels)
        self.pronouns = tuple(normal(word) for word in stability.pronouns)

    def best(self, candidate: Candidate, names: set[str]) -> Observation:
        """The best evidence for a candidate that goes by ``names``."""
        if candidate.marked:
            return candidate.marked
        if candidate.apart and candidate.apart.basis in ("table", "marker"):
            return candidate.apart
        of_sections = filter(None, map(self._of_section, reversed(candidate.holders)))
        if placed := next(of_sections, candidate.apart):
            return placed
        wanted = _distinctive(names)
        stated = next(chain(self._in_opening(wanted), self._of_itself(candidate, names)), None)
        return stated or Observation(self._stability.default, "", "none", candidate.line, candidate.words)

    def further(
        self, candidate: Candidate, own: Iterable[Sentence], names: set[str], best: Observation
    ) -> tuple[Observation, ...]:
        """What else states the same as the best evidence: highlights, tables, sentences, each on a line of its own."""
        found = {best.line: best}
        wanted = _distinctive(names)
        near = (sentence for sentence in own if self._level_words.search(sentence.text))
        for other in (candidate.apart, *self._in_opening(wanted), *self._observations(near, wanted, is_own=True)):
            if other and other.stage == best.stage:
                found.setdefault(other.line, other)
        return tuple(found.values())[1:]

    def of_item(self, candidate: Candidate) -> Observation | None:
        """What the words of an item state of its own level; one that names examples is about those."""
        if any(self._parts.search(plain(node.inlines)) for node in texts_in(candidate.body)):
            return None
        return next(self._of_itself(candidate, {plain(candidate.title)}), None)

    def in_passing(self, names: set[str]) -> Observation | None:
        """What a sentence before the first heading states of what goes by ``names``, which nothing announces."""
        return next(self._in_opening(_distinctive(names)), None)

    def levels_stated(self, sentence: str) -> set[str]:
        """The levels that a sentence states as current, whatever its subject."""
        templates = (*self._stability.transitions, *self._stability.predicates)
        return {hit.level.id for hit in self._hits(self._masked(sentence), templates)}

    def level_reached(self, words: str) -> Level | None:
        """The level that the first clause of ``words`` states something to have come to."""
        hits = self._hits(_CLAUSE.split(words)[0], self._stability.transitions)
        return hits[0].level if hits else None

    def sentences(self, blocks: Iterable[Block]) -> Iterator[Sentence]:
        """Every sentence of some blocks that is short enough to be one."""
        for node in texts_in(blocks):
            found = _split(plain(node.inlines), node.line)
            yield from (sentence for sentence in found if len(sentence.text) <= LONGEST)

    @cached_property
    def opening(self) -> list[Sentence]:
        """The first sentences before the first heading."""
        return list(islice(self.sentences(self._intro), OPENING))

    @cached_property
    def opening_with_levels(self) -> list[Sentence]:
        """Those of them that have a level's word."""
        return [sentence for sentence in self.opening if self._level_words.search(sentence.text)]

    def _masked(self, sentence: str) -> str:
        """A sentence, wording masked that looks like a level and is none."""
        return self._not_levels.sub(lambda found: "□" * len(found[0]), sentence)

    def _of_section(self, section: Section) -> Observation | None:
        heading, words = section.heading, section.words.strip()
        if marker := heading.marker:
            return Observation(marker.level, marker.raw, "section", heading.line, marker.on(words))
        label = self._source.words(heading).strip()
        return Observation(section.level, label, "section", heading.line, words) if section.level else None

    def _in_opening(self, names: tuple[str, ...]) -> Iterator[Observation]:
        """What sentences before the first heading state, which name the feature."""
        near = (
            sentence
            for sentence in self.opening_with_levels
            if any(name in sentence.normal for name in names) or _BRACKETED.search(sentence.text)
        )
        return self._observations(near, names, is_own=False)

    def _of_itself(self, candidate: Candidate, names: set[str]) -> Iterator[Observation]:
        """What its own sentences state, which name the feature, or point at it from below its heading."""
        title = _split(plain(candidate.title), candidate.line)
        sentences = chain(title, self.sentences(candidate.body))
        return self._observations(sentences, _distinctive(names, shortest=2), is_own=True)

    def _observations(
        self, sentences: Iterable[Sentence], names: tuple[str, ...], *, is_own: bool
    ) -> Iterator[Observation]:
        for sentence in sentences:
            if hit := self._stated(sentence.text, names, is_own=is_own):
                yield sentence.states(hit.level.id, hit.words)

    def _stated(self, sentence: str, names: tuple[str, ...], *, is_own: bool) -> LevelHit | None:
        """The level that ``sentence`` states of what goes by ``names``."""
        words = self._masked(sentence)
        predicates, mentions = self._levels(words)
        if is_own and not predicates and (part := self._parts.search(words)):
            mentions = [hit for hit in mentions if words.find(hit.words) < part.start()]
        hits = predicates or mentions
        if not hits:
            return self._bracketed(words, names)
        if len({hit.level.id for hit in hits}) > 1:  # the one in the clause that names the feature
            clauses = [clause for clause in _CLAUSE.split(words) if _has_any(names, clause)]
            found = {hit.level.id: hit for clause in clauses for hits in self._levels(clause) for hit in hits}
            return next(iter(found.values())) if len(found) == 1 else None
        hit = hits[0]
        if _has_any(names, sentence) and (is_own or self._is_about(words, hit, names)):
            return hit
        before = words[: words.find(hit.words)]
        has_no_subject = not self._adverbs.sub("", normal(before)) or _has_any(self.pronouns, before)
        is_alike = predicates and any(han_pairs(name) & han_pairs(before) for name in names)
        return hit if is_own and (has_no_subject or is_alike) else None

    def _is_about(self, words: str, hit: LevelHit, names: tuple[str, ...]) -> bool:
        """Whether a sentence among others states a level of what it names, and not of another part's subject."""
        clause = next((part for part in _PART.split(words) if hit.words in part), words)
        subject = normal(clause[: clause.find(hit.words)])
        examples = self._parts.search(words, words.find(hit.words))  # “experimental support, for example of …”
        return len(subject) <= BRIEF or _has_any(names, clause + (words[examples.start() :] if examples else ""))

    def _bracketed(self, words: str, names: tuple[str, ...]) -> LevelHit | None:
        """The level in brackets after words that the feature goes by: “新增了零气泡调度（Beta）”."""
        for found in _BRACKETED.finditer(words):
            level = level_of_marker(found[1], self._stability)
            before = normal(words[: found.start()])[-TAIL:]
            if level and len(before) == TAIL and any(before in name for name in names):
                return LevelHit(next(known for known in self._stability.levels if known.id == level), found[0])
        return None

    def _levels(self, words: str) -> tuple[list[LevelHit], list[LevelHit]]:
        """Levels that a sentence states, transitions before others, and levels that it mentions."""
        stated = self._hits(words, self._stability.transitions) or self._hits(words, self._stability.predicates)
        return (stated, []) if stated else ([], self._hits(words))

    def _hits(self, words: str, templates: tuple[str, ...] | None = None) -> list[LevelHit]:
        """What states a level by one of ``templates``, or else what mentions one."""
        hits = []
        for level in self._known_levels:
            patterns = (pattern_of(template, level) for template in (level.prose if templates is None else templates))
            if found := next(filter(None, (pattern.search(words) for pattern in patterns)), None):
                hits.append(LevelHit(level, found[0]))
        return hits


def _any_of(patterns: Iterable[str], flags: re.RegexFlag | int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)", flags)


def _distinctive(names: Iterable[str], shortest: int = 3) -> tuple[str, ...]:
    """Names that identify a feature wherever they stand in a sentence's normal form; in its own text, short ones do."""
    return tuple(n for n in (normal(name) for name in names) if len(n) >= shortest and n not in _GENERIC)


def _has_any(names: tuple[str, ...], text: str) -> bool:
    text = normal(text)
    return any(name in text for name in names)


def _split(text: str, line: int) -> Iterator[Sentence]:
    return (Sentence(folded(shown), shown, line) for shown in _SENTENCE.split(text))


@lru_cache(maxsize=64)
def pattern_of(template: str, level: Level) -> re.Pattern[str]:
    """A sentence's pattern with any of a level's words, in quotation marks or not, for ``{level}``."""
    words = rf" ?[“\"「‘']?(?:(?i:{spelled(level.markers)}))(?: ?(?:版本?|阶段|状态|功能|特性|级别?))?{_ENDS}"
    return re.compile(template.replace("{level}", words))


def names_in(words: str) -> set[str]:
    """What names a feature in a sentence: its title, and the identifiers and proper names in it."""
    return {words, *(word for word in re.findall(r"[A-Za-z_][\w.:+]*", words) if word.casefold() not in _GENERIC)}
