"""An announcement: its text, its facts, its features, and its texts in the other language. Everything is frozen."""

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import islice
from typing import Literal

from atlas.core.edits import Edit
from atlas.core.languages import Language
from atlas.core.versions import VersionKey, version_key
from atlas.document.nodes import Document, Heading, Host, Inlines, Localized, plain
from atlas.document.traverse import hosts
from atlas.extract.facts import Facts
from atlas.extract.findings import Finding
from atlas.extract.line_report import LineOutcome
from atlas.knowledge.schema import REMOVED
from atlas.sources.seed import Seed
from atlas.translate.lookup import Translation

Basis = Literal["marker", "table", "section", "heading", "prose", "notice", "none"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of a seed that states a feature's ``level`` or a ``notice`` of it, as a Statement has them.

    ``quote`` is the whole ``text``, with its marker, or a sentence of it; ``label`` are its words that state the level.
    ``basis`` is marker, table, section or prose (in descending precedence), heading (a title that says it is removed),
    notice, or none (``level`` is then the vocabulary's default).
    """

    level: str
    label: str
    basis: Basis
    line: int
    quote: str
    text: Inlines = field(compare=False)
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Feature:
    """One announced feature. ``place`` is the index, in ``hosts(document)``, of the node that holds it.

    ``line`` is that node's seed line.
    """

    id: str
    title: Inlines
    place: int
    line: int
    evidence: Evidence
    areas: tuple[str, ...]
    apis: tuple[str, ...]
    section: tuple[str, ...] = ()
    registered_id: str = ""  # empty if unregistered
    possible_ids: tuple[str, ...] = ()  # registered ids that an unregistered title may mean; never merged on a guess
    removal: Evidence | None = None
    subject: str = ""  # the name in a title that announces a removal or gives a notice
    notices: tuple[Evidence, ...] = ()
    is_news: bool = False  # an event or the like, not counted as a feature

    @property
    def level(self) -> str:
        """Its level, or REMOVED."""
        return REMOVED if self.removal else self.evidence.level


@dataclass(frozen=True)
class Announcement:
    """One seed's announcement of ``version``."""

    seed: Seed
    document: Document = field(repr=False)
    structured: Document = field(repr=False)  # the same hosts, before their words were cleaned
    anchors: tuple[tuple[int, str], ...]  # block index and id of each heading
    edits: tuple[Edit, ...]  # by errata, the reader and cleaning passes, in order
    line_report: tuple[LineOutcome, ...] = field(repr=False)  # one for every line of the file, in order
    version: str
    title: Inlines
    title_line: int
    date: date | None
    date_kind: Literal["release", "article", "none"]
    date_line: int  # 0 if the file states no date
    facts: Facts
    features: tuple[Feature, ...]
    findings: tuple[Finding, ...]
    translation: Translation = field(repr=False, hash=False)

    @property
    def titles(self) -> tuple[tuple[Inlines, int], ...]:
        """The titles of its features, each with its line."""
        return tuple((feature.title, feature.line) for feature in self.features)

    @property
    def anchors_by_name(self) -> dict[str, str]:
        """The id of each heading by the names that links within the page use."""
        headings = ((self.document.blocks[index], anchor) for index, anchor in reversed(self.anchors))
        return {name: anchor for block, anchor in headings if isinstance(block, Heading) for name in block.names}

    @property
    def news(self) -> tuple[Feature, ...]:
        """Announced items that are not features."""
        return tuple(feature for feature in self.features if feature.is_news)

    @property
    def feature_count(self) -> int:
        """The number of features that it announces."""
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
        """Return a text of this announcement as plain text in ``language``; None without a current translation."""
        localized = self.localized(inlines, language)
        return None if localized.lang else plain(localized.inlines).strip()

    @property
    def line_count(self) -> int:
        """The number of lines in the seed's file."""
        return self.seed.text.rstrip("\n").count("\n") + 1

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the seed's file."""
        return tuple(self.seed.text.split("\n"))

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """The nodes that a feature may stand in, in document order."""
        return tuple(hosts(self.document))

    def host(self, feature: Feature) -> Host:
        """Return the heading, paragraph, item or cell that a feature stands in."""
        return self.hosts[feature.place]

    def seed_host(self, feature: Feature) -> Host:
        """Return the same node with the words of the seed."""
        return next(islice(hosts(self.structured), feature.place, None))
