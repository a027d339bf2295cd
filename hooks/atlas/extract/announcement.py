"""The result of extraction: an announcement, with its features and the evidence for their levels.

All classes are frozen. A *host* is the heading, paragraph, list item or table cell in which a feature is announced.
"""

from dataclasses import dataclass, field, fields
from functools import cached_property
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
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.seeds.seed import Seed
from atlas.translate.lookup import Translation
from atlas.translate.segments import Segment

Basis = Literal["marker", "table", "section", "heading", "prose", "notice", "none"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of a seed that states a feature's level, or gives a notice about the feature such as “deprecated”.

    ``basis`` is the kind of passage:

    - “marker”, “table”, “section” (a heading above the feature) and “prose” state a level; if a feature has several of
      these, the first in this order takes precedence;
    - “heading” is the feature's own title, which announces its removal;
    - “notice” gives a notice;
    - “none” means that no passage states a level.
    """

    level: str | None  # an id of a level, or REMOVED; None if the passage states no level
    stating_words: str  # the words that state the level: “(Beta)”
    basis: Basis
    host: Host = field(compare=False, repr=False)  # the node of the document that contains the passage
    quote: str  # the passage as plain text: ``text`` with its marker, or one sentence of it
    text: Inlines = field(compare=False)  # the text that contains the passage, without its marker
    notice: str | None = None  # the kind of notice that the passage gives
    marker: Marker | None = None  # the marker in ``quote``, which was removed from ``text``

    @classmethod
    def of_text(
        cls, text: Inlines, host: Host, basis: Basis, level: str | None = None, stating_words: str = ""
    ) -> Self:
        """Return evidence that consists of a whole text."""
        return cls(level, stating_words, basis, host, plain(text).strip(), text)

    @classmethod
    def of_marker(cls, marker: Marker, text: Inlines, host: Host, basis: Basis) -> Self:
        """Return evidence that consists of ``text`` and the marker that was removed from it."""
        quote = marker.attach_to(plain(text).strip())
        return cls(marker.level, marker.raw, basis, host, quote, text, marker=marker)

    @classmethod
    def of_sentence(
        cls, sentence: str, host: Heading | Paragraph | Cell, level: str | None = None, stating_words: str = ""
    ) -> Self:
        """Return evidence that consists of one sentence of a host's text."""
        return cls(level, stating_words, "prose", host, sentence.strip(), host.inlines)

    @property
    def line(self) -> int:
        """The seed's line on which the host of the passage begins."""
        return self.host.line


@dataclass(frozen=True, slots=True)
class AnnouncedFeature:
    """One feature that an announcement announces."""

    id: str  # unique in the announcement
    title: Inlines
    title_before_wording: str  # ``title``; before the wording passes, if it is the whole title of its host
    host_index: int  # the index of its host in ``hosts(document)``
    line: int  # the seed's line on which its host begins
    evidence: Evidence  # for its level
    body: tuple[Block, ...] = field(compare=False, repr=False)  # the text about it, up to the next heading
    areas: tuple[str, ...]  # the ids of its areas, the best match first
    apis: tuple[str, ...]  # API names in its text, in reading order
    section: tuple[str, ...] = ()  # the headings above it, outermost first
    registered: RegisteredFeature | None = field(default=None, compare=False, repr=False)  # its entry, if it has one
    possible_ids: tuple[str, ...] = ()  # if not registered: ids of registered features that its title may mean
    subject: str = ""  # the name in the title, if the title announces a removal (“Removed X” → X) or gives a notice
    notice_evidence: tuple[Evidence, ...] = ()
    is_news: bool = False  # whether it is an event or the like, which does not count as a feature

    @property
    def registered_id(self) -> str:
        """The id of the registered feature; empty if it is not registered."""
        return self.registered.id if self.registered else ""


@dataclass(frozen=True)
class ExtractedAnnouncement:
    """What one seed announces of the release ``version``, in the seed's own language."""

    seed: Seed
    document: Document = field(repr=False)  # cleaned
    anchors: tuple[tuple[int, str], ...]  # for each heading, the index of its block and its HTML id
    edits: tuple[Edit, ...]  # those of errata, of the reader, and of cleaning passes, in this order
    line_report: tuple[LineOutcome, ...] = field(repr=False)  # one for every line of the file, in order
    version: str
    title: Inlines
    title_line: int
    day: Day
    facts: Facts
    features: tuple[AnnouncedFeature, ...]
    incomplete: tuple[Paragraph, ...] = field(repr=False)  # paragraphs that end in the middle of a sentence
    findings: tuple[Finding, ...]
    segments: tuple[Segment, ...] = field(repr=False)  # the texts to translate, each once

    @property
    def titles(self) -> tuple[tuple[Inlines, int], ...]:
        """The titles of all features, each with its line in the seed."""
        return tuple((feature.title, feature.line) for feature in self.features)

    @property
    def anchors_by_name(self) -> dict[str, str]:
        """Map each name by which links within the seed refer to a heading to the id of that heading on the page."""
        by_name: dict[str, str] = {}
        for index, anchor in self.anchors:
            block = self.document.blocks[index]
            if isinstance(block, Heading):
                for name in block.names:
                    by_name.setdefault(name, anchor)  # if several headings have a name, links lead to the first
        return by_name

    @cached_property
    def features_by_heading(self) -> dict[int, AnnouncedFeature]:
        """The features announced by a heading, by the ``host_index`` of that heading."""
        return {feature.host_index: feature for feature in self.features if isinstance(self.host(feature), Heading)}

    @property
    def inner_features(self) -> tuple[AnnouncedFeature, ...]:
        """The features announced in an item, a cell or a paragraph."""
        return tuple(feature for feature in self.features if feature.host_index not in self.features_by_heading)

    @property
    def news(self) -> tuple[AnnouncedFeature, ...]:
        """Announced events and the like, which are not features."""
        return tuple(feature for feature in self.features if feature.is_news)

    @property
    def feature_count(self) -> int:
        """The number of features, without news."""
        return len(self.features) - len(self.news)

    @property
    def states_levels(self) -> bool:
        """Whether the announcement states a level for at least one feature."""
        return any(feature.evidence.basis != "none" for feature in self.features)

    @property
    def key(self) -> VersionKey:
        """Sort key: versions as numbers, a pre-release before its release."""
        return version_key(self.version)

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
        """All headings, paragraphs, items and cells, in document order: the nodes that may announce a feature."""
        return tuple(hosts(self.document))

    def host(self, feature: AnnouncedFeature) -> Host:
        """Return the node that announces a feature, with cleaned words."""
        return self.hosts[feature.host_index]


@dataclass(frozen=True)
class Announcement(ExtractedAnnouncement):
    """The same with its translation into the other language."""

    translation: Translation = field(repr=False, hash=False)

    @classmethod
    def of(cls, extracted: ExtractedAnnouncement, translation: Translation) -> Self:
        """Return an announcement with its translation."""
        values = {each.name: getattr(extracted, each.name) for each in fields(extracted)}
        return cls(**values, translation=translation)

    def localized(self, inlines: Inlines, language: Language) -> Localized:
        """Return a text of this announcement in ``language``, or in the seed's language if it is not translated."""
        return self.translation.localized(inlines, language)

    def text_in(self, inlines: Inlines, language: Language) -> str | None:
        """Return a text of this announcement in ``language``, as plain text; None if it is not translated."""
        localized = self.localized(inlines, language)
        return None if localized.lang else plain(localized.inlines).strip()
