"""features.json and a file for each feature: its names and level, and what PyTorch stated of it in which words."""

from collections.abc import Iterator
from typing import Literal, Self

from pydantic import Field

from atlas.core.languages import other
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import RecordPassage, Statement
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.registered_feature import Relation, Relations
from atlas.site.exports import badges
from atlas.site.exports.data.form import (
    FeatureId,
    File,
    Form,
    LevelOrRemovedId,
    NoticeId,
    Path,
    Text,
    TranslatedForm,
    Version,
)
from atlas.site.paths import feature_path
from atlas.site.words.quotes import translate_quote


class RelationForm(Form):
    """A feature's relation to another."""

    kind: Relation
    feature: FeatureId
    quote: str | None = Field(description="PyTorch's words that say so, at most twelve; null for `part_of`.")
    source: str | None = Field(description="Address of the quote; null for `part_of`.")
    is_deprecation: bool = Field(description="Whether the quote also says that the feature is deprecated.")


def _relations(relations: Relations) -> Iterator[RelationForm]:
    """Yield the form of each relation of a feature."""
    for kind, feature_id in relations.targets.items():
        succession = relations.successions.get(kind)
        yield RelationForm(
            kind=kind,
            feature=feature_id,
            quote=succession.quote if succession else None,
            source=succession.source if succession else None,
            is_deprecation=succession is not None and succession.is_deprecation,
        )


class StatementForm(Form):
    """What PyTorch stated of a feature in one release."""

    release: Version
    level: LevelOrRemovedId | None = Field(description="Null: it states no level.")
    notice: NoticeId | None
    source: Literal["announcement", "record"] = Field(description="Whether the whole text is on the site.")
    line: int | None = Field(ge=1, description="Of the announcement's file, from 1; null for a record.")
    url: str | None = Field(description="Where a record's words stand; null for an announcement.")
    quote: str = Field(description="In the language of the source, as corrected; of a record, at most twelve words.")
    translation: Text = Field(description="The quote in the other language; null where nobody translated it.")
    under: Text = Field(description="The heading or column that states the level.")


def _statement(statement: Statement, level_words: LevelWords) -> StatementForm:
    """Return the form of a statement."""
    passage = statement.passage
    if isinstance(passage, RecordPassage):
        return StatementForm.of(
            statement,
            release=statement.version,
            source="record",
            line=None,
            url=passage.url,
            translation=None,
            under=passage.under,
        )
    evidence = passage.evidence
    other_language = other(passage.announcement.seed.language)
    return StatementForm.of(
        statement,
        release=statement.version,
        source="announcement",
        line=evidence.line,
        url=None,
        translation=translate_quote(passage.announcement, evidence, other_language, level_words),
        under=evidence.stating_words if evidence.basis in ("section", "table") else None,
    )


class FeatureForm(Form):
    """A feature and everything that PyTorch stated of it.

    Its level at a release is the last one stated up to it; of several that one release states, the first. A feature
    that is named again after its removal has no level until one is stated.
    """

    id: FeatureId
    name: TranslatedForm
    aliases: tuple[str, ...]
    areas: tuple[str, ...] = Field(description="Ids of areas.")
    path: Path
    level: LevelOrRemovedId | None = Field(description="The present level; null if none is stated.")
    since: Version = Field(description="The release with which the level began; without one, a notice, or the feature.")
    relations: tuple[RelationForm, ...]
    statements: tuple[StatementForm, ...] = Field(description="In the order of releases.")


def _feature(lifecycle: Lifecycle, level_words: LevelWords) -> FeatureForm:
    """Return the form of a lifecycle, as features.json has it."""
    registered, now = lifecycle.registered, lifecycle.last_step
    return FeatureForm.of(
        lifecycle,
        path=feature_path(lifecycle),
        name=lifecycle.names,
        aliases=registered.aliases if registered else (),
        level=lifecycle.level,
        since=now.version,
        relations=tuple(_relations(registered.relations)) if registered else (),
        statements=tuple(_statement(statement, level_words) for statement in lifecycle.statements),
    )


class FeaturesFile(File):
    """Every feature once, in the order in which PyTorch announced them."""

    file_name = "features"

    features: tuple[FeatureForm, ...]

    @classmethod
    def made(cls, collection: Collection, base: str) -> Self:
        """Return the file of a collection."""
        level_words = collection.knowledge.level_words
        features = tuple(_feature(lifecycle, level_words) for lifecycle in collection.lifecycles)
        return cls(**cls.head(base), features=features)


class LinkForm(Form):
    """An address that an announcement gives for a feature."""

    kind: str = Field(description="Id of a kind of addresses: documentation, tutorial, issue, pull-request, …")
    url: str
    version: Version = Field(description="Of the newest release that gives it.")


class FeatureFile(FeatureForm, File):
    """Everything about one feature."""

    file_name = "feature"

    formerly: tuple[FeatureId, ...] = Field(description="Ids that it had, under which it is found too.")
    links: tuple[LinkForm, ...] = Field(description="The newest release first, each address once.")
    badge: str | None = Field(description="Address of its badge below `site`.")

    @classmethod
    def made(cls, lifecycle: Lifecycle, feature: FeatureForm, collection: Collection, base: str) -> Self:
        """Return the file of a feature, whose form in features.json is ``feature``."""
        return cls(
            **cls.head(base),
            **dict(feature),
            formerly=lifecycle.former_ids,
            links=tuple(LinkForm.of(link, kind=link.kind.id) for link in collection.links[lifecycle.id]),
            badge=badges.path(lifecycle.id) if badges.has_badge(lifecycle) else None,
        )
