"""Collection → the published data, in the order of the site, so that two builds can be compared."""

import json
from collections.abc import Iterator
from typing import Any

from atlas.core.languages import other
from atlas.document.nodes import Inlines, is_safe_url
from atlas.history.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.history.statements import InAnnouncement, Statement
from atlas.knowledge.schema import Level, Stability
from atlas.site.exports import badges, shapes
from atlas.site.exports.shapes import Published, Words
from atlas.site.quotes import translate_quote

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def files(atlas: Collection, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each JSON file and of its schema."""
    stability = atlas.knowledge.stability
    features = [_feature(atlas, life) for life in atlas.features]
    contents: tuple[tuple[type[Published], dict[str, Any]], ...] = (
        (shapes.Releases, {"releases": [_release(atlas, release) for release in atlas.releases]}),
        (shapes.Features, {"features": features}),
        (
            shapes.Stability,
            {
                "levels": [_level(atlas, level) for level in stability.levels],
                "notices": stability.notices,
                "eras": stability.eras,
            },
        ),
    )
    for shape, content in contents:
        name = shape.__name__.lower()
        yield f"api/v1/{name}.json", _data(shape, name, content, 1, base)
        yield f"api/v1/schema/{name}.json", _schema(shape, name, base)
    for life, feature in zip(atlas.features, features, strict=True):
        made = _data(shapes.FeatureFile, "feature", dict(feature) | _whole(atlas, life), None, base)
        yield from ((f"api/v1/features/{name}.json", made) for name in life.ids)
    yield "api/v1/schema/feature.json", _schema(shapes.FeatureFile, "feature", base)


def _data(shape: type[Published], name: str, content: dict[str, Any], indent: int | None, base: str) -> str:
    """Return the data of a shape as JSON, with the header that every file has."""
    made = shape(site=base, generator="PyTorch Release Atlas", schema_=_address(name, base), **content)
    return made.model_dump_json(by_alias=True, indent=indent) + "\n"


def _schema(shape: type[Published], name: str, base: str) -> str:
    """Return the JSON Schema of a shape."""
    described = shape.model_json_schema(mode="serialization", by_alias=True)
    schema = {"$schema": DIALECT, "$id": _address(name, base), **described}
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _address(name: str, base: str) -> str:
    return f"{base}api/v1/schema/{name}.json"


def _whole(atlas: Collection, life: Lifecycle) -> dict[str, Any]:
    """Return what only a feature's own file has."""
    return {
        "formerly": life.ids[1:],
        "links": atlas.links[life.id],
        "badge": badges.path(life.id) if badges.has_badge(life) else None,
    }


def _level(atlas: Collection, level: Level) -> shapes.Level:
    return shapes.Level(
        id=level.id,
        name=level.name,
        symbol=level.symbol,
        above=level.above,
        definition=level.definition,
        path=f"stability/{level.id}/",
        features=tuple(life.id for life in atlas.at_level(level.id)),
    )


def _words(announcement: Announcement, inlines: Inlines) -> Words:
    """Return an announcement's text in both languages; null without a current translation."""
    return Words(zh=announcement.words(inlines, "zh"), en=announcement.words(inlines, "en"))


def _release(atlas: Collection, release: Release) -> shapes.Release:
    announcement, default = release.announcement, atlas.knowledge.stability.default
    return shapes.Release(
        version=release.version,
        date=release.date,
        url=release.record.announcement if release.record else None,
        path=f"releases/{release.version}/",
        announcement=_source(atlas, announcement) if announcement else None,
        counts={level: count for level, count in atlas.counts(release) if level != default},
        features=tuple(
            shapes.Named(feature=each.lifecycle.id, level=each.level, notices=each.notices) for each in release.features
        ),
    )


def _source(atlas: Collection, announcement: Announcement) -> shapes.Source:
    return shapes.Source(
        language=announcement.seed.language,
        title=_words(announcement, announcement.title),
        date=announcement.date,
        date_kind=announcement.date_kind,
        original_url=announcement.original_url if is_safe_url(announcement.original_url) else None,
        translation_url=announcement.translation_url if is_safe_url(announcement.translation_url) else None,
        translator=announcement.translator or None,
        publisher=announcement.publisher or None,
        commits=announcement.commits,
        contributors=announcement.contributors,
        seed=announcement.seed.path,
        news=tuple(atlas.lifecycle(announcement, feature).id for feature in announcement.news),
    )


def _feature(atlas: Collection, life: Lifecycle) -> shapes.Feature:
    identity, stability = life.identity, atlas.knowledge.stability
    relations = identity.relations if identity else {}
    return shapes.Feature(
        id=life.id,
        name=life.names,
        aliases=identity.aliases if identity else (),
        areas=life.areas,
        path=life.path,
        level=life.now.level if life.now.level != stability.default else None,
        since=life.now.release,
        relations=tuple(shapes.Relation(kind=kind, feature=target) for kind, target in relations.items()),
        statements=tuple(_statement(said, stability) for said in life.statements),
    )


def _statement(said: Statement, stability: Stability) -> shapes.Statement:
    source = said.source
    stated: dict[str, Any] = {"release": said.release, "level": said.level, "notice": said.notice, "quote": said.quote}
    if not isinstance(source, InAnnouncement):
        place: dict[str, Any] = {"line": None, "url": source.url, "translation": None, "under": source.under or None}
        return shapes.Statement(**stated, **place, source="record")
    seen, language = source.seen, other(source.announcement.seed.language)
    translation = translate_quote(source.announcement, source.feature, seen, language, stability)
    under = seen.label_raw if seen.basis in ("section", "table") else ""
    place = {"line": seen.line, "url": None, "translation": translation or None, "under": under or None}
    return shapes.Statement(**stated, **place, source="announcement")
