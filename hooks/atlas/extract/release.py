"""What an announcement says: a release and its features. Everything is frozen."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from atlas.core.changes import Change
from atlas.core.versions import version_key
from atlas.document.nodes import Document, Inlines
from atlas.extract.findings import Finding
from atlas.knowledge.schema import REMOVED
from atlas.sources.seed import Seed

Basis = Literal["marker", "table", "section", "heading", "prose", "notice", "none"]


@dataclass(frozen=True, slots=True)
class Observation:
    """What one passage of a seed says about a feature's stability.

    ``stage`` is a level's id or REMOVED. ``basis`` is marker, table, section or prose (in descending precedence),
    heading (a title that says it is removed), notice (``stage`` is then the notice's kind), or none.
    """

    stage: str
    label_raw: str
    basis: Basis
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Feature:
    """One announced feature. ``carrier`` is the index, in ``carriers(document)``, of the node that holds it.

    ``line`` is that node's seed line. ``title`` is cleaned, as shown on pages; ``source_title`` is the seed's own
    wording, without the marker.
    """

    id: str
    title: Inlines
    source_title: str
    carrier: int
    line: int
    observation: Observation
    areas: tuple[str, ...]
    apis: tuple[str, ...]
    section: tuple[str, ...] = ()
    identity: str = ""  # the registered id; empty if unregistered
    possible_ids: tuple[str, ...] = ()  # registered ids that an unregistered title may mean; never merged on a guess
    removal: Observation | None = None
    subject: str = ""  # the name in a title that announces a removal or gives a notice
    notices: tuple[Observation, ...] = ()
    is_news: bool = False  # an event or the like, not counted as a feature

    @property
    def stage(self) -> str:
        """Its level, or REMOVED."""
        return REMOVED if self.removal else self.observation.stage


Bound = Literal["exact", "over", "about"]  # 426; 超过 426, 426 多; 近 426


@dataclass(frozen=True, slots=True)
class Count:
    """A number that the announcement states, and whether it is exact, a lower bound, or an approximation."""

    value: int
    bound: Bound
    line: int

    @property
    def approximate(self) -> bool:
        """Whether it is not exact."""
        return self.bound != "exact"


@dataclass(frozen=True, slots=True)
class ParsedRelease:
    """One seed's announcement of ``version``: its facts, features and cleaned document."""

    seed: Seed
    document: Document = field(repr=False)
    anchors: tuple[tuple[int, str], ...]  # block index and id of each heading
    changes: tuple[Change, ...]  # all edits by errata and cleaning passes, in order
    version: str
    title: Inlines
    title_line: int
    date: date | None
    date_kind: Literal["release", "article", "none"]
    date_line: int  # 0 if the file states no date
    features: tuple[Feature, ...]
    original_url: str
    translation_url: str
    translator: str
    translator_url: str
    publisher: str
    commits: Count | None
    contributors: Count | None
    findings: tuple[Finding, ...]

    @property
    def news(self) -> tuple[Feature, ...]:
        """Announced items that are not features."""
        return tuple(feature for feature in self.features if feature.is_news)

    @property
    def feature_count(self) -> int:
        """The number of features that it announces."""
        return len(self.features) - len(self.news)

    @property
    def names_levels(self) -> bool:
        """Whether it states a level for any feature."""
        return any(feature.observation.basis != "none" for feature in self.features)

    @property
    def key(self) -> tuple[tuple[int, ...], int, str]:
        """Sort key: versions as numbers, a pre-release before its release."""
        return version_key(self.version)
