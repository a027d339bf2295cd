"""Evidence: what a document states about a feature's stability level, and where.

Precedence: the feature's own marker, a table column, a classifying section heading above it, a sentence that names it.
Quotes are the corrected text, as shown on pages.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from atlas.core.text import HAN, comparison_key, has_name, to_simplified
from atlas.document.nodes import Block, plain
from atlas.extract.candidates import Candidate
from atlas.extract.matching import han_pairs
from atlas.extract.naming import is_common, words_in
from atlas.extract.release import Observation
from atlas.extract.sections import Section, SourceWording, texts_in
from atlas.knowledge.levels import BRACKETED, level_of_marker, words_pattern
from atlas.knowledge.schema import Level, Stability

NAME_TAIL_LENGTH = 4  # characters before a bracket that must occur in a name
MAX_SENTENCE_LENGTH = 600  # characters; longer sentences are not searched for features
MAX_OPENING_SENTENCES = 200  # sentences before the first heading that are searched for every feature
MAX_SUBJECTLESS_LENGTH = 4  # characters before a level in a clause: too few to name another subject

_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=[a-z]\. )|(?<=[A-Z0-9)\]”\x22]\. )(?=[A-Z])")
_BRACKETED = re.compile(BRACKETED)
_CLAUSE = re.compile(r"[，,、；;]|(?:以及|并且|而且|同时|而)")
_PART = re.compile(r"[，,；;（(）)]|以及|并且|而且|同时")

# What may follow a level's words: not a noun that changes their meaning (测试用例, “stable sorting”).
# The class lists both cases because under IGNORECASE, re would look up each of its 27,000 characters.
_AFTER_LEVEL = (
    rf"(?:(?!(?-i:[A-Za-z{HAN}]))|(?=的?(?:版|支持|发布|可用|交付|推出|提供|亮相|引入|形式|身份|了|并|且|和|与|而|供|在|[。，,；！]|$)))"
    r"(?! (?!in\b|as\b|and\b|now\b|for\b|on\b|with\b|since\b|features?\b|quality\b|support\b|release\b|version\b)[a-z])"
)


Wordings = list[tuple[Level, tuple[re.Pattern[str], ...]]]  # patterns for sentences that state each level


class LevelHit(NamedTuple):
    """A level and the words that state it."""

    level: Level
    words: str


@dataclass(frozen=True)
class Sentence:
    """A sentence and its line; ``text`` is ``shown`` in simplified characters."""

    text: str
    shown: str
    line: int

    def states(self, stage: str = "", label: str = "") -> Observation:
        """Return the sentence as an observation, of a level or something else; ``label`` is quoted as shown."""
        place = max(0, self.text.find(label))
        label = self.shown[place : place + len(label)]
        return Observation(stage, label, "prose", self.line, self.shown.strip())


class Evidence:
    """Finds what a feature's own blocks and the ``intro``, overviews included, state about its level."""

    def __init__(
        self,
        intro: tuple[Block, ...],
        source: SourceWording,
        stability: Stability,
        levels: tuple[Level, ...],
        version: str,
    ) -> None:
        """``levels`` are those that sentences of the announcement of ``version`` may state."""
        self._intro = intro
        self._source = source
        self._stability = stability
        adverbs = sorted(
            (comparison_key(word) for word in (*stability.before, *stability.adverbs)), key=len, reverse=True
        )
        self._adverbs = _any_of(map(re.escape, filter(None, adverbs)))
        english = words_pattern(word for level in stability.levels for word in level.words if word.isascii())
        not_levels = [pattern.replace("{level}", f"(?:{english})") for pattern in stability.not_levels]
        own = [p.replace("{version}", re.escape(version)) for p in not_levels if "{version}" in p]
        general = [pattern for pattern in not_levels if "{version}" not in pattern]
        self._not_levels = _any_of(own), _any_of(general)  # two, as only the first differs between announcements
        self._parts = _any_of(stability.parts, 0)
        self._level_words = _any_of(words_pattern(level.markers) for level in levels)
        self._transitions = [(level, patterns_of(stability.transitions, level)) for level in levels]
        self._predicates = [(level, patterns_of(stability.predicates, level)) for level in levels]
        self._mentions = [(level, patterns_of(level.prose, level)) for level in levels]
        self.pronouns = stability.pronouns
        self._masked = cache(self._mask)  # cached, as is the next, because the opening is searched for every feature
        self._levels = cache(self._find_levels)

    def best(self, candidate: Candidate, names: set[str]) -> Observation:
        """Return the best evidence for a candidate known by ``names``."""
        if candidate.marker_statement:
            return candidate.marker_statement
        if candidate.other_statement and candidate.other_statement.basis in ("table", "marker"):
            return candidate.other_statement
        of_sections = filter(None, map(self._of_section, reversed(candidate.enclosing_sections)))
        if placed := next(of_sections, candidate.other_statement):
            return placed
        in_opening = self._in_opening(_distinctive(names))
        in_own = self._in_own_text(candidate, names | words_in(candidate.words))
        stated = next(chain(in_opening, in_own), None)
        return stated or Observation(self._stability.default, "", "none", candidate.line, candidate.words)

    def of_item(self, candidate: Candidate) -> Observation | None:
        """Return what an item's sentences state about its own level; None if they list parts or examples."""
        if any(self._parts.search(plain(node.inlines)) for node in texts_in(candidate.body)):
            return None
        return next(self._in_own_text(candidate, {plain(candidate.title)}), None)

    def sentences(self, blocks: Iterable[Block]) -> Iterator[Sentence]:
        """Yield the sentences of some blocks, except overlong ones."""
        for node in texts_in(blocks):
            found = _split(plain(node.inlines), node.line)
            yield from (sentence for sentence in found if len(sentence.text) <= MAX_SENTENCE_LENGTH)

    @cached_property
    def opening(self) -> list[Sentence]:
        """The first ``MAX_OPENING_SENTENCES`` sentences of the intro."""
        return list(islice(self.sentences(self._intro), MAX_OPENING_SENTENCES))

    @cached_property
    def opening_with_levels(self) -> list[Sentence]:
        """Those of ``opening`` that mention a level."""
        return [sentence for sentence in self.opening if self._level_words.search(sentence.text)]

    def has_pronoun(self, text: str) -> bool:
        """Whether a text says “this feature” or the like."""
        return _has_any(self.pronouns, text)

    def _mask(self, sentence: str) -> str:
        """Mask wording that looks like a level but is not."""
        for pattern in self._not_levels:
            sentence = pattern.sub(lambda found: "□" * len(found[0]), sentence)
        return sentence

    def _of_section(self, section: Section) -> Observation | None:
        heading, words = section.heading, section.words.strip()
        if marker := heading.marker:
            return Observation(marker.level, marker.raw, "section", heading.line, marker.attach_to(words))
        label = self._source.words(heading).strip()
        return Observation(section.level, label, "section", heading.line, words) if section.level else None

    def _in_opening(self, names: tuple[str, ...]) -> Iterator[Observation]:
        """Yield what opening sentences that name the feature state."""
        near = (
            sentence
            for sentence in self.opening_with_levels
            if _has_any(names, sentence.text) or _BRACKETED.search(sentence.text)
        )
        return self._observations(near, names, is_own=False)

    def _in_own_text(self, candidate: Candidate, names: set[str]) -> Iterator[Observation]:
        """Yield what its title and its own sentences state, by naming it or referring to it."""
        title = _split(plain(candidate.title), candidate.line)
        sentences = chain(title, self.sentences(candidate.body))
        return self._observations(sentences, _distinctive(names, min_length=2), is_own=True)

    def _observations(
        self, sentences: Iterable[Sentence], names: tuple[str, ...], *, is_own: bool
    ) -> Iterator[Observation]:
        for sentence in sentences:
            if hit := self._stated(sentence.text, names, is_own=is_own):
                yield sentence.states(hit.level.id, hit.words)

    def _stated(self, sentence: str, names: tuple[str, ...], *, is_own: bool) -> LevelHit | None:
        """Return the level that ``sentence`` states for a feature known by ``names``."""
        words = self._masked(sentence)
        predicates, mentions = self._levels(words)
        if is_own and not predicates and (part := self._parts.search(words)):
            mentions = [hit for hit in mentions if words.find(hit.words) < part.start()]
        hits = predicates or mentions
        if not hits:
            return self._bracketed(words, names)
        if len({hit.level.id for hit in hits}) > 1:  # take the one in the clause that names the feature
            clauses = [clause for clause in _CLAUSE.split(words) if _has_any(names, clause)]
            found = {hit.level.id: hit for clause in clauses for hits in self._levels(clause) for hit in hits}
            return next(iter(found.values())) if len(found) == 1 else None
        hit = hits[0]
        if _has_any(names, sentence) and (is_own or self._is_about(words, hit, names)):
            return hit
        if not is_own:
            return None
        before = words[: words.find(hit.words)]
        subject = before + hit.words * bool(predicates)  # “this is” in “this is a beta feature”
        has_no_subject = not self._adverbs.sub("", comparison_key(before)) or self.has_pronoun(subject)
        is_alike = predicates and any(han_pairs(name) & han_pairs(before) for name in names)
        return hit if has_no_subject or is_alike else None

    def _is_about(self, words: str, hit: LevelHit, names: tuple[str, ...]) -> bool:
        """Whether the clause with the level names the feature, or is too short to have another subject."""
        clause = next((part for part in _PART.split(words) if hit.words in part), words)
        subject = comparison_key(clause[: clause.find(hit.words)])
        examples = self._parts.search(words, words.find(hit.words))  # “experimental support, for example of …”
        return len(subject) <= MAX_SUBJECTLESS_LENGTH or _has_any(
            names, clause + (words[examples.start() :] if examples else "")
        )

    def _bracketed(self, words: str, names: tuple[str, ...]) -> LevelHit | None:
        """Return the level in brackets after a name of the feature: “新增了零气泡调度（Beta）”."""
        for found in _BRACKETED.finditer(words):
            level = level_of_marker(found[1], self._stability)
            before = comparison_key(words[: found.start()])[-NAME_TAIL_LENGTH:]
            if level and len(before) == NAME_TAIL_LENGTH and any(before in comparison_key(name) for name in names):
                return LevelHit(next(each for each in self._stability.levels if each.id == level), found[0])
        return None

    def _find_levels(self, words: str) -> tuple[list[LevelHit], list[LevelHit]]:
        """Return the levels that a sentence states, preferably as transitions, or else those it mentions."""
        stated = _hits(words, self._transitions) or _hits(words, self._predicates)
        return (stated, []) if stated else ([], _hits(words, self._mentions))


def _hits(words: str, wordings: Wordings) -> list[LevelHit]:
    """Return the levels of which any pattern is found, each with the words that the first one finds."""
    hits = []
    for level, patterns in wordings:
        if found := next(filter(None, (pattern.search(words) for pattern in patterns)), None):
            hits.append(LevelHit(level, found[0]))
    return hits


def _any_of(patterns: Iterable[str], flags: re.RegexFlag | int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)", flags)


def _distinctive(names: Iterable[str], min_length: int = 3) -> tuple[str, ...]:
    """Return the names that identify a feature anywhere; its own text allows ``min_length`` to be smaller."""
    return tuple(
        name for name in names if len(comparison_key(name)) >= min_length and not is_common(comparison_key(name))
    )


def _has_any(names: Iterable[str], text: str) -> bool:
    key = comparison_key(text)
    return any(comparison_key(name) in key and has_name(text, name) for name in names)


def _split(text: str, line: int) -> Iterator[Sentence]:
    return (Sentence(to_simplified(shown), shown, line) for shown in _SENTENCE.split(text))


@lru_cache(maxsize=64)
def patterns_of(templates: tuple[str, ...], level: Level) -> tuple[re.Pattern[str], ...]:
    """Compile templates with ``{level}`` as any of the level's words, quoted or not."""
    words = (
        rf" ?[“\"「‘']?(?:(?i:{words_pattern(level.markers)}))(?: ?(?:版本?|阶段|状态|功能|特性|级别?))?{_AFTER_LEVEL}"
    )
    return tuple(re.compile(template.replace("{level}", words)) for template in templates)
