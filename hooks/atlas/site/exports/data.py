"""Collection → the published data, in the order of the site, so that two builds can be compared."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from atlas.core.languages import other
from atlas.document.nodes import Inlines, is_safe_url
from atlas.extract.release import Feature, Observation
from atlas.history.answer import Answer
from atlas.history.collection import Collection, ReleaseFeatures
from atlas.history.compare import outcomes
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.schema import Area, Level, Stability
from atlas.site.exports import badges, shapes
from atlas.site.exports.shapes import Published, Words
from atlas.site.quotes import translate_quote

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILES = (
    "releases.json",
    "features.json",
    "features.csv",
    "areas.json",
    "stability.json",
    "stages.json",
)  # listed in the index


def files(atlas: Collection, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each JSON file and of its schema."""
    known, stability, lives = atlas.knowledge, atlas.knowledge.stability, atlas.lifecycles
    features = [_feature(atlas, life) for life in lives]
    contents: tuple[tuple[type[Published], dict[str, Any]], ...] = (
        (shapes.Releases, {"releases": [_release(atlas, release) for release in atlas.releases]}),
        (shapes.Features, {"features": features}),
        (shapes.Areas, {"areas": [_area(atlas, area) for area in known.areas]}),
        (
            shapes.Stability,
            {
                "levels": [_level(atlas, level) for level in stability.levels],
                "notices": stability.notices,
                "eras": stability.eras,
            },
        ),
        (
            shapes.Stages,
            {
                "versions": atlas.versions,
                "areas": known.areas,
                "levels": stability.levels,
                "features": [_states(atlas, life) for life in atlas.features],
            },
        ),
        (
            shapes.Index,
            {
                "files": map(_listed, FILES),
                "feature": "api/v1/features/{id}.json",
                "badge": badges.path("{id}"),
                "feeds": [shapes.Feeds(zh=f"{name}.xml", en=f"en/{name}.xml") for name in ("feed", "changes")],
                "features": map(_named, lives),
            },
        ),
    )
    for shape, content in contents:
        name = shape.__name__.lower()
        indent = None if shape in (shapes.Stages, shapes.Index) else 1  # for programs; people read the others
        yield f"api/v1/{name}.json", _data(shape, name, content, indent, base)
        yield f"api/v1/schema/{name}.json", _schema(shape, name, base)
    for life, feature in zip(lives, features, strict=True):
        made = _data(shapes.FeatureFile, "feature", dict(feature) | _whole(atlas, life), None, base)
        yield from ((f"api/v1/features/{name}.json", made) for name in life.ids)
    yield "api/v1/schema/feature.json", _schema(shapes.FeatureFile, "feature", base)


def _listed(name: str) -> shapes.File:
    """Return a file's entry in the index."""
    is_json = name.endswith(".json")
    return shapes.File(path=f"api/v1/{name}", schema_=f"api/v1/schema/{name}" if is_json else None)


def _named(life: Lifecycle) -> shapes.FeatureName:
    return shapes.FeatureName(id=life.id, formerly=life.ids[1:], name=life.names, path=life.path)


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


def _area(atlas: Collection, area: Area) -> shapes.Area:
    return shapes.Area(
        id=area.id,
        name=area.name,
        description=area.description,
        path=f"areas/{area.id}/",
        versions=_versions(atlas, atlas.in_area(area.id)),
    )


def _whole(atlas: Collection, life: Lifecycle) -> dict[str, Any]:
    """Return what only a feature's own file has."""
    return {
        "formerly": life.ids[1:],
        "links": atlas.links[life.id],
        "badge": badges.path(life.id) if badges.has_badge(life) else None,
        "answer": _answer(atlas.answer(life)),
        "answers": {release: _answer(made) for release, made in atlas.answers[life.id].items()},
    }


def _level(atlas: Collection, level: Level) -> shapes.Level:
    return shapes.Level(
        id=level.id,
        name=level.name,
        symbol=level.symbol,
        above=level.above,
        definition=level.definition,
        path=f"stability/{level.id}/",
        versions=_versions(atlas, atlas.at_level(level.id)),
    )


def _states(atlas: Collection, life: Lifecycle) -> shapes.States:
    return shapes.States(
        id=life.id,
        name=life.names,
        areas=life.areas,
        path=life.path,
        states=life.states,
        before=life.prior_stage or None,
        elsewhere=tuple((each.release, each.level) for each in atlas.elsewhere(life)),
        outcomes=outcomes(life, atlas.knowledge.stability),
    )


def _words(release: Release, inlines: Inlines) -> Words:
    """Return a release's text in both languages; null without a current translation."""
    return Words(zh=release.words(inlines, "zh"), en=release.words(inlines, "en"))


def _versions(atlas: Collection, groups: Iterable[ReleaseFeatures]) -> tuple[shapes.Group, ...]:
    return tuple(
        shapes.Group(
            version=group.release.version,
            features=tuple(atlas.lifecycle(group.release, feature).id for feature in group.features),
        )
        for group in groups
    )


def _release(atlas: Collection, release: Release) -> shapes.Release:
    known = atlas.released(release)
    return shapes.Release(
        version=release.version,
        language=release.seed.language,
        title=_words(release, release.title),
        date=release.date,
        date_kind=release.date_kind,
        pytorch_date=known.date if known else None,
        original_url=release.original_url if is_safe_url(release.original_url) else None,
        translation_url=release.translation_url if is_safe_url(release.translation_url) else None,
        translator=release.translator or None,
        publisher=release.publisher or None,
        commits=release.commits,
        contributors=release.contributors,
        seed=release.seed.path,
        path=f"releases/{release.version}/",
        names_levels=release.names_levels,
        counts=dict(atlas.counts(release)),
        features=tuple(
            shapes.Announced(
                feature=atlas.lifecycle(release, feature).id,
                anchor=feature.id,
                title=_words(release, feature.title),
                stage=feature.stage,
                areas=feature.areas,
                is_news=feature.is_news,
                apis=feature.apis,
                line=feature.line,
            )
            for feature in release.features
        ),
    )


def _feature(atlas: Collection, life: Lifecycle) -> shapes.Feature:
    identity, graduation = life.identity, life.graduation
    relations = identity.relations if identity else {}
    return shapes.Feature(
        id=life.id,
        registered=bool(identity),
        name=life.names,
        aliases=identity.aliases if identity else (),
        areas=life.areas,
        is_news=life.is_news,
        path=life.path,
        relations=tuple(shapes.Relation(kind=kind, feature=target) for kind, target in relations.items()),
        observations=tuple(
            _observation(life, statement, atlas.knowledge.stability) for statement in (*life.statements, *life.notices)
        ),
        elsewhere=tuple(
            shapes.Elsewhere(
                source="elsewhere",
                feature=each.feature,
                version=each.release,
                stage=each.level,
                url=each.source,
                quote=each.quote,
            )
            for each in atlas.elsewhere(life)
        ),
        intervals=life.intervals,
        introduced=life.introduced,
        stage=life.now.stage,
        graduated=graduation.since if graduation else None,
        graduated_exact=graduation.exact if graduation else None,
        removed=life.removed,
        not_mentioned=tuple(
            shapes.Run(first=run[0], last=run[-1], announcements=len(run)) for run in atlas.unmentioned_runs(life)
        ),
    )


def _answer(answer: Answer) -> shapes.Answer:
    since = "" if answer.how == "unknown" else answer.since
    return shapes.Answer(level=answer.level or None, how=answer.how, since=since)


def _quoted(release: Release, feature: Feature, seen: Observation, stability: Stability) -> dict[str, Any]:
    own = release.own_words(seen.quote, seen.line)
    return {
        "line": seen.line,
        "quote": seen.quote,
        "translation": translate_quote(release, feature, seen, other(release.seed.language), stability) or None,
        "original": own.words if own else None,
        "original_line": own.line if own else None,
        "edits": own.edits if own else (),
    }


def _observation(life: Lifecycle, statement: Statement, stability: Stability) -> shapes.Observation:
    seen, release = statement.seen, statement.release
    return shapes.Observation(
        feature=life.id,
        version=statement.version,
        stage=seen.stage or None,
        label_raw=seen.label_raw,
        basis=seen.basis,
        seed=release.seed.id,
        announced_in=release.version,
        past=statement.is_past,
        first=statement.first,
        mention=False,
        **_quoted(release, statement.feature, seen, stability),
    )
