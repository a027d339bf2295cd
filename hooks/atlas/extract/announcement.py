"""What extraction makes of a seed: an announcement with its features and the evidence for their levels.

All classes are frozen.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Literal, Self

from atlas.core.edits import Edit
from atlas.core.languages import Language
from atlas.core.versions import VersionKey, version_key
from atlas.document.localized import Localized
from atlas.document.nodes import Block, Cell, Document, Heading, Host, Inlines, Marker, Paragraph, plain
from atlas.document.traverse import hosts
from atlas.extract.day import Day
from atlas.extract.facts import Facts
from atlas.extract.findings import Finding
from atlas.extract.line_report import LineOutcome
from atlas.sources.seed import Seed
from atlas.translate.lookup import Translation

Basis = Literal["marker", "table", "section", "heading", "prose", "notice", "none"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of a seed that states a feature's level, or gives a notice of it such as “deprecated”.

    ``basis`` is the kind of passage. Of those that state a level, a marker takes precedence over a table, a table over
    a section, and a section over prose. A “heading” is a title that announces the feature's removal; a “notice” is a
    passage that gives one. With “none”, nothing states a level.
    """

    level: str | None  # REMOVED is one, too; None if the passage states none
    label: str  # the words that state the level: “(Beta)”
    basis: Basis
    host: Host = field(compare=False, repr=False)  # the node of the document that it stands in
    quote: str  # ``text`` as plain text with its marker, or the sentence of it that counts
    text: Inlines = field(compare=False)
    notice: str | None = None  # the kind of notice that it gives
    marker: Marker | None = None  # the marker that ``quote`` has and ``text`` lacks

    @classmethod
    def of_text(cls, text: Inlines, host: Host, basis: Basis, level: str | None = None, label: str = "") -> Self:
        """Return a whole text as evidence."""
        return cls(level, label, basis, host, plain(text).strip(), text)

    @classmethod
    def of_marker(cls, marker: Marker, text: Inlines, host: Host, basis: Basis) -> Self:
        """Return a marker, which was removed from ``text``, as evidence."""
        quote = marker.attach_to(plain(text).strip())
        return cls(marker.level, marker.raw, basis, host, quote, text, marker=marker)

    @classmethod
    def of_sentence(
        cls, sentence: str, host: Heading | Paragraph | Cell, level: str | None = None, label: str = ""
    ) -> Self:
        """Return one sentence of a host's text as evidence."""
        return cls(level, label, "prose", host, sentence.strip(), host.inlines)

    @property
    def line(self) -> int:
        """The seed line of its host."""
        return self.host.line


@dataclass(frozen=True, slots=True)
class AnnouncedFeature:
    """One announced feature. The heading, paragraph, item or cell that holds it is its *host*."""

    id: str  # unique in the announcement
    title: Inlines
    host_index: int  # the index of its host in ``hosts(document)``
    line: int  # the seed line of its host
    evidence: Evidence  # of its level
    body: tuple[Block, ...] = field(compare=False, repr=False)  # the text about it, up to the next heading
    areas: tuple[str, ...]  # ids, the best match first
    apis: tuple[str, ...]  # API names in its text, in reading order
    section: tuple[str, ...] = ()  # the headings above it, outermost first
    registered_id: str = ""  # empty if unregistered
    possible_ids: tuple[str, ...] = ()  # registered ids that an unregistered title may mean; never merged on a guess
    subject: str = ""  # the feature's name alone, if the title announces its removal or gives a notice of it
    notices: tuple[Evidence, ...] = ()
    is_news: bool = False  # an event or the like, not counted as a feature


@dataclass(frozen=True)
class Announcement:
    """What one seed announces of the release ``version``."""

    seed: Seed
    document: Document = field(repr=False)  # cleaned
    structured: Document = field(repr=False)  # the same hosts, before their words were cleaned
    anchors: tuple[tuple[int, str], ...]  # block index and id of each heading
    edits: tuple[Edit, ...]  # by errata, the reader and cleaning passes, in order
    line_report: tuple[LineOutcome, ...] = field(repr=False)  # one for every line of the file, in order
    version: str
    title: Inlines
    title_line: int
    day: Day
    facts: Facts
    features: tuple[AnnouncedFeature, ...]
    incomplete: tuple[Paragraph, ...] = field(repr=False)  # those that break off
    findings: tuple[Finding, ...]
    translation: Translation = field(repr=False, hash=False)

    @property
    def titles(self) -> tuple[tuple[Inlines, int], ...]:
        """The titles of all features, each with its seed line."""
        return tuple((feature.title, feature.line) for feature in self.features)

    @property
    def anchors_by_name(self) -> dict[str, str]:
        """Map the names by which the seed's own links call a heading to that heading's id on the page."""
        by_name: dict[str, str] = {}
        for index, anchor in self.anchors:
            block = self.document.blocks[index]
            if isinstance(block, Heading):
                for name in block.names:
                    by_name.setdefault(name, anchor)  # of several headings, a link means the first
        return by_name

    @cached_property
    def features_by_heading(self) -> dict[int, AnnouncedFeature]:
        """The features that stand in headings, by the index of the heading."""
        return {feature.host_index: feature for feature in self.features if isinstance(self.host(feature), Heading)}

    @property
    def inner_features(self) -> tuple[AnnouncedFeature, ...]:
        """The features that stand in an item, a cell or a paragraph."""
        return tuple(feature for feature in self.features if feature.host_index not in self.features_by_heading)

    @property
    def news(self) -> tuple[AnnouncedFeature, ...]:
        """Announced items that are not features."""
        return tuple(feature for feature in self.features if feature.is_news)

    @property
    def feature_count(self) -> int:
        """The number of features, without news."""
        return len(self.features) - len(self.news)

    @property
    def states_levels(self) -> bool:
        """Whether it states a level for any feature."""
        return any(feature.evidence.basis != "none" for feature in self.features)

    @property
    def key(self) -> VersionKey:
        """Sort key: versions as numbers, a pre-release before its release."""
        return version_key(self.version)

    def localized(self, inlines: Inlines, language: Language) -> Localized:
        """Return a text of this announcement in ``language``."""
        return self.translation.localized(inlines, language)

    def text_in(self, inlines: Inlines, language: Language) -> str | None:
        """Return a text of this announcement in ``language``, as plain text; None if no current translation has it."""
        localized = self.localized(inlines, language)
        return None if localized.lang else plain(localized.inlines).strip()

    @property
    def line_count(self) -> int:
        """The number of lines in the seed's file."""
        return len(self.lines)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the seed's file, without empty ones at its end."""
        return tuple(self.seed.text.rstrip("\n").split("\n"))

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """The nodes that a feature may stand in, in document order."""
        return tuple(hosts(self.document))

    def host(self, feature: AnnouncedFeature) -> Host:
        """Return the node that holds a feature, with its cleaned words."""
        return self.hosts[feature.host_index]

    def seed_host(self, feature: AnnouncedFeature) -> Host:
        """Return the node that holds a feature, with the words that it had before they were cleaned."""
        return next(islice(hosts(self.structured), feature.host_index, None))
