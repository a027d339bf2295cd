"""The knowledge base: everything that a person stated about releases, features, levels, terms and publishers."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field

from atlas.core.text import comparison_key, name_key, stem
from atlas.core.versions import VersionKey, version_key
from atlas.knowledge.fact_words import Counting, FactWords
from atlas.knowledge.fields import Synonyms
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.record import Record
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.release_words import ReleaseWords
from atlas.knowledge.schema import (
    Addresses,
    Area,
    Boilerplate,
    Citable,
    CodeNames,
    CommonWords,
    Erratum,
    GlossaryGroup,
    LexiconEntry,
    LinkKind,
    LinkWords,
    Mistranslation,
    PathRedirect,
    Publisher,
    QueryWords,
    Term,
)
from atlas.knowledge.stability import Level, Stability
from atlas.knowledge.text_patterns import Headings, Markers, SentenceWords


@dataclass(frozen=True)
class Knowledge:
    """The content of ``seeds/knowledge``.

    Most fields have the content of the file of that name: ``stability`` is stability.yml. The type of the field is the
    schema of the file. Three fields have the content of a folder: ``errata``, ``registered_features`` (features/) and
    ``records`` (releases/).
    """

    stability: Stability
    markers: Markers
    headings: Headings
    sentences: SentenceWords
    areas: tuple[Area, ...]
    glossary: tuple[GlossaryGroup, ...]
    lexicon: tuple[LexiconEntry, ...]
    synonyms: tuple[Synonyms, ...]  # groups of words that readers type for the same thing
    queries: QueryWords
    registered_features: tuple[RegisteredFeature, ...]  # sorted by id
    moved: tuple[PathRedirect, ...]  # former addresses of the site
    link_kinds: Annotated[tuple[LinkKind, ...], Field(min_length=1)]  # kinds of links; the last is for all others
    publishers: tuple[Publisher, ...]
    fact_words: FactWords
    counting: Counting
    release_words: ReleaseWords
    link_words: LinkWords
    addresses: Addresses
    boilerplate: tuple[Boilerplate, ...]
    code: CodeNames
    common: CommonWords
    errata: dict[str, tuple[Erratum, ...]]  # by seed id
    records: tuple[Record, ...]  # oldest release first

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every term of the glossary."""
        return tuple(term for group in self.glossary for term in group.terms)

    @property
    def mistranslations(self) -> tuple[Mistranslation, ...]:
        """Every mistranslation of the glossary."""
        return tuple(mistranslation for group in self.glossary for mistranslation in group.mistranslations)

    @property
    def citable(self) -> Citable:
        """The addresses that records and features may cite."""
        originals = (address for publisher in self.publishers for address in publisher.originals)
        return Citable(
            tuple(originals), tuple(address for publisher in self.publishers for address in publisher.copies)
        )

    @cached_property
    def english(self) -> dict[str, str]:
        """Case-folded Chinese name → its English term, from the lexicon."""
        return {name.casefold(): entry.en for entry in self.lexicon for name in entry.zh}

    @cached_property
    def chinese_names(self) -> re.Pattern[str]:
        """A pattern for any of the lexicon's Chinese names, longest first."""
        if not self.english:
            return re.compile(r"(?!)")
        names = sorted(self.english, key=len, reverse=True)
        first_chars = "".join(map(re.escape, sorted({name[0] for name in names})))
        # The lookahead makes the pattern fail fast at most positions.
        return re.compile(rf"(?=[{first_chars}])(?:{'|'.join(map(re.escape, names))})", re.IGNORECASE)

    @cached_property
    def common_stems(self) -> frozenset[str]:
        """The stems of English words that are too common to identify a feature."""
        return frozenset(stem(word.casefold()) for word in (*self.common.words, *self.common.qualifiers))

    @cached_property
    def qualifying_stems(self) -> frozenset[str]:
        """The stems of those common words that distinguish two features of one kind: CPU, GPU."""
        return frozenset(stem(word.casefold()) for word in self.common.qualifiers)

    @cached_property
    def _by_name(self) -> dict[str, RegisteredFeature]:
        """``name_key`` of a name → the feature with this name."""
        return {name_key(name): feature for feature in self.registered_features for name in feature.names}

    def registered_by_name(self, name: str) -> RegisteredFeature | None:
        """Return the registered feature with this name, in singular or plural; None if there is none."""
        for spelling in (name, *_singular_or_plural(name)):
            if feature := self._by_name.get(name_key(spelling)):
                return feature
        return None

    @cached_property
    def level_words(self) -> LevelWords:
        """The recognizer of stability levels in texts."""
        return LevelWords(self.stability, self.markers)

    @cached_property
    def level_stems(self) -> frozenset[str]:
        """The stems of the Latin words for levels."""
        words = " ".join(word for level in self.stability.levels for word in level.words.all)
        return frozenset(map(stem, re.findall("[a-z]+", words.casefold())))

    @cached_property
    def single_names(self) -> re.Pattern[str]:
        """A pattern for one-word names of registered features, as whole words in a text."""
        all_names = {name for feature in self.registered_features for name in feature.names}
        names = {name for name in all_names if re.fullmatch(r"[\w.:+]+", name) and len(comparison_key(name)) > 2}
        alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
        return re.compile(rf"(?<![A-Za-z0-9_.])(?:{alternatives})(?![A-Za-z0-9_]|\.\w)", re.IGNORECASE)

    @cached_property
    def registered_by_id(self) -> dict[str, RegisteredFeature]:
        """The registered features by id."""
        return {registered.id: registered for registered in self.registered_features}

    def about_url(self, registered: RegisteredFeature) -> str:
        """Return the address of the text that the description of a feature sums up; empty if it has none."""
        source = registered.about_source or ""
        if not source or "/" in source:
            return source
        record = self.records_by_version[version_key(source)]
        return next(iter(record.sources.values()))

    @cached_property
    def records_by_version(self) -> dict[VersionKey, Record]:
        """The records by ``version_key``."""
        return {version_key(record.version): record for record in self.records}

    def level(self, level: str) -> Level:
        """Return the level with this id."""
        return next(entry for entry in self.stability.levels if entry.id == level)

    def area(self, area: str) -> Area:
        """Return the area with this id."""
        return next(entry for entry in self.areas if entry.id == area)

    def publisher(self, name: str) -> Publisher | None:
        """Return the publisher with this English name; None if there is none."""
        return next((publisher for publisher in self.publishers if publisher.name.en == name), None)


def _singular_or_plural(name: str) -> tuple[str, ...]:
    """Return the plural of an English name of several words, or the singular of a plural: “CUDA Graph” ↔ “CUDA Graphs”.

    Empty for other names.
    """
    if not re.search(r"[A-Za-z]\S* [A-Za-z-]*[a-z]{3}$", name):
        return ()
    return (name[:-1],) if name.endswith("s") else (f"{name}s",)
