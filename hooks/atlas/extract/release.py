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
    """What one place of one seed says of a feature's stability.

    ``stage`` is a level's id, or REMOVED, or empty in what is said of the past without a level. ``basis`` is
    marker, table, section or prose (in falling precedence), heading (of what is removed), or none. Of a notice, which
    says something besides the level, ``stage`` is the id of its kind.
    """

    stage: str
    label_raw: str
    basis: Basis
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Past:
    """What an announcement says of an earlier release: its version, or none; ``first``: that it began there."""

    version: str
    seen: Observation
    first: bool


@dataclass(frozen=True, slots=True)
class Feature:
    """One announced feature. ``carrier`` is the index, in ``carriers(document)``, of the heading or item that holds it.

    ``line`` is the seed line of that. ``title`` is cleaned, as pages show it; ``source_title`` is the seed's own
    wording of it, without its marker.
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
    identity: str = ""  # the registered id; empty where nobody registered it
    maybe: tuple[str, ...] = ()  # registered ids that an unregistered title may mean: never merged by guess
    besides: tuple[Observation, ...] = ()  # what else says the same as ``observation``
    past: tuple[Past, ...] = ()
    former_names: tuple[str, ...] = ()  # what it was called before, as the announcement says
    begins: Observation | None = None  # what says that it is new in the announced release, without a stage
    removal: Observation | None = None
    about: str = ""  # what a title that announces an end, or a notice, names
    notices: tuple[Observation, ...] = ()
    is_news: bool = False  # an event or the like: no feature, and not counted as one
    is_mention: bool = False  # the announcement states its level in passing, and announces other features

    @property
    def anchor(self) -> str:
        """Where the release's page has it: the top, for what the announcement only mentions."""
        return "release" if self.is_mention else self.id

    @property
    def stage(self) -> str:
        """Its level, or that it is removed."""
        return REMOVED if self.removal else self.observation.stage


@dataclass(frozen=True, slots=True)
class Count:
    """A number that the announcement states, and whether it says 多, 近 or 超过."""

    value: int
    approximate: bool
    line: int


@dataclass(frozen=True, slots=True)
class ParsedRelease:
    """What one seed says: the announcement of ``version``, its facts and features, and its cleaned document."""

    seed: Seed
    document: Document = field(repr=False)
    anchors: tuple[tuple[int, str], ...]  # index of each heading block → its id
    changes: tuple[Change, ...]  # every edit, errata and cleaning passes, in their order
    version: str
    title: Inlines
    title_line: int
    date: date | None
    date_kind: Literal["release", "article", "none"]
    date_line: int  # 0 where the file states no day
    features: tuple[Feature, ...]
    mentions: tuple[Feature, ...]  # registered features that it does not announce, with the level that it states
    original_url: str
    translation_url: str
    translator: str
    translator_url: str
    publisher: str
    commits: Count | None
    contributors: Count | None
    findings: tuple[Finding, ...]
    from_original: tuple[str, ...]  # which of these facts only its original states

    @property
    def news(self) -> tuple[Feature, ...]:
        """What it announces that is no feature."""
        return tuple(feature for feature in self.features if feature.is_news)

    @property
    def feature_count(self) -> int:
        """How many features it announces."""
        return len(self.features) - len(self.news)

    @property
    def names_levels(self) -> bool:
        """Whether it gives any feature a level."""
        return any(feature.observation.basis != "none" for feature in self.features)

    @property
    def key(self) -> tuple[tuple[int, ...], int, str]:
        """Sorts versions as numbers, a pre-release before its release."""
        return version_key(self.version)
