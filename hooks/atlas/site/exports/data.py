"""The published data: JSON files, and a JSON Schema for each kind of file.

For each published form of ``forms.py``, a function makes it from the object of the same kind; ``Form.of`` copies the
attributes that are the same, so the function names only those that differ.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

from atlas.core.languages import LANGUAGES, other
from atlas.extract.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release, ReleaseFeature
from atlas.history.statements import InRecord, Statement
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.schema import REMOVED, Relations
from atlas.knowledge.stability import Level
from atlas.site.exports import badges, forms
from atlas.site.paths import feature_path, level_path, release_path
from atlas.site.words.quotes import translate_quote


def files(collection: Collection, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each JSON file and of its schema; ``base`` is the site's URL, ending in a slash."""

    def head(form: type[forms.File]) -> dict[str, str]:
        return {"site": base, "schema": f"{base}{_schema_path(form)}"}

    stability = collection.knowledge.stability
    level_words = collection.knowledge.level_words
    features = tuple(_feature(lifecycle, level_words) for lifecycle in collection.features)
    releases = tuple(_release(release, collection) for release in collection.releases)
    levels = tuple(_level(level, collection) for level in stability.levels)
    for file in (
        forms.Releases(**head(forms.Releases), releases=releases),
        forms.Features(**head(forms.Features), features=features),
        forms.Stability(**head(forms.Stability), levels=levels, notices=stability.notices, eras=stability.eras),
    ):
        yield f"api/v1/{file.file_name}.json", _text(file)
    for lifecycle, feature in zip(collection.features, features, strict=True):
        own_file = forms.OneFeature(
            **head(forms.OneFeature),
            **dict(feature),
            formerly=lifecycle.ids[1:],
            links=tuple(forms.Link.of(link, kind=link.kind.id) for link in collection.links[lifecycle.id]),
            badge=badges.path(lifecycle.id) if badges.has_badge(lifecycle) else None,
        )
        text = _text(own_file)
        yield from ((f"api/v1/features/{feature_id}.json", text) for feature_id in lifecycle.ids)
    for form in forms.FORMS:
        yield _schema_path(form), _schema(form, base)


def _release(release: Release, collection: Collection) -> forms.Release:
    default = collection.knowledge.stability.default
    return forms.Release.of(
        release,
        url=release.record.announcement if release.record else None,
        path=release_path(release.version),
        announcement=_source(release.announcement, collection) if release.announcement else None,
        counts={level: count for level, count in release.level_counts if level != default},
        features=tuple(map(_named, release.features)),
    )


def _named(feature: ReleaseFeature) -> forms.Named:
    level, notices, _ = feature.stated
    if level == REMOVED:  # these files have it among notices
        level, notices = None, (REMOVED, *notices)
    return forms.Named(feature=feature.lifecycle.id, level=level, notices=notices)


def _source(announcement: Announcement, collection: Collection) -> forms.Source:
    return forms.Source.of(
        announcement,
        language=announcement.seed.language,
        title={language: announcement.text_in(announcement.title, language) for language in LANGUAGES},
        **dict(announcement.facts.items()),
        seed=announcement.seed.path,
        news=tuple(collection.lifecycle(announcement, feature).id for feature in announcement.news),
    )


def _feature(lifecycle: Lifecycle, level_words: LevelWords) -> forms.Feature:
    identity, now = lifecycle.identity, lifecycle.now
    return forms.Feature.of(
        lifecycle,
        path=feature_path(lifecycle),
        name=lifecycle.names,
        aliases=identity.aliases if identity else (),
        level=now.level if now.level != lifecycle.stability.default else None,
        since=now.version,
        relations=tuple(_relations(identity.relations)) if identity else (),
        statements=tuple(_statement(statement, level_words) for statement in lifecycle.statements),
    )


def _relations(relations: Relations) -> Iterator[forms.Relation]:
    for kind, feature_id in relations.targets.items():
        succession = relations.successions.get(kind)
        quote, source = (succession.quote, succession.source) if succession else (None, None)
        yield forms.Relation(kind=kind, feature=feature_id, quote=quote, source=source)


def _statement(statement: Statement, level_words: LevelWords) -> forms.Statement:
    if statement.level == REMOVED:
        statement = replace(statement, level=None, notice=REMOVED)
    source = statement.source
    if isinstance(source, InRecord):
        return forms.Statement.of(
            statement,
            release=statement.version,
            source="record",
            line=None,
            url=source.url,
            translation=None,
            under=source.under,
        )
    evidence = source.evidence
    other_language = other(source.announcement.seed.language)
    return forms.Statement.of(
        statement,
        release=statement.version,
        source="announcement",
        line=evidence.line,
        url=None,
        translation=translate_quote(source.announcement, evidence, other_language, level_words),
        under=evidence.label if evidence.basis in ("section", "table") else None,
    )


def _level(level: Level, collection: Collection) -> forms.Level:
    features = tuple(lifecycle.id for lifecycle in collection.features_at(level.id))
    return forms.Level(**dict(level), path=level_path(level.id), features=features)


def _text(file: forms.File) -> str:
    return file.model_dump_json(by_alias=True, indent=1) + "\n"


def _schema_path(form: type[forms.File]) -> str:
    return f"api/v1/schema/{form.file_name}.json"


def _schema(form: type[forms.File], base: str) -> str:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{base}{_schema_path(form)}"}
    schema = form.model_json_schema(mode="serialization", by_alias=True)
    return json.dumps(head | schema, ensure_ascii=False, indent=1) + "\n"
