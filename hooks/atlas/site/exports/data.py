"""Collection → the published data, in the order of the site, so that two builds can be compared."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from atlas.core.languages import LANGUAGES, other
from atlas.document.nodes import Inlines, is_safe_url, plain
from atlas.extract.release import Feature, Observation
from atlas.history.answer import Answer
from atlas.history.collection import Collection, Group
from atlas.history.compare import outcomes
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.schema import Area, Level, Stability
from atlas.site.exports import badges, shapes
from atlas.site.exports.shapes import Published, Words
from atlas.site.quotes import translated

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILES = (
    "releases.json",
    "features.json",
    "features.csv",
    "areas.json",
    "stability.json",
    "stages.json",
)  # of the index


def files(atlas: Collection, base: str) -> Iterator[tuple[str, str]]:
    """Path and text of each JSON file and of its schema."""
    data, known = _Data(atlas), atlas.knowledge
    stability, lives = known.stability, atlas.lifecycles
    features = [data.feature(life) for life in lives]
    contents: tuple[tuple[type[Published], dict[str, Any]], ...] = (
        (shapes.Releases, {"releases": map(data.release, atlas.releases)}),
        (shapes.Features, {"families": known.families, "features": features}),
        (shapes.Areas, {"areas": map(data.area, known.areas)}),
        (
            shapes.Stability,
            {"levels": map(data.level, stability.levels), "notices": stability.notices, "eras": stability.eras},
        ),
        (
            shapes.Stages,
            {
                "versions": atlas.versions,
                "areas": known.areas,
                "levels": stability.levels,
                "features": map(data.states, atlas.features),
            },
        ),
        (
            shapes.Index,
            {
                "files": map(_listed, FILES),
                "feature": "api/v1/features/{id}.json",
                "badge": badges.path("{id}"),
                "badge_as_of": badges.path("{id}", "{version}"),
                "feeds": data.feeds(),
                "features": map(_named, lives),
            },
        ),
    )
    write = _Writer(base)
    for shape, content in contents:
        name = shape.__name__.lower()
        indent = None if shape in (shapes.Stages, shapes.Index) else 1  # for programs; people read the others
        yield f"api/v1/{name}.json", write.data(shape, name, content, indent)
        yield f"api/v1/schema/{name}.json", write.schema(shape, name)
    for life, feature in zip(lives, features, strict=True):
        made = write.data(shapes.FeatureFile, "feature", dict(feature) | data.whole(life), None)
        yield from ((f"api/v1/features/{name}.json", made) for name in life.ids)
    yield "api/v1/schema/feature.json", write.schema(shapes.FeatureFile, "feature")


def _listed(name: str) -> shapes.File:
    """An entry of the index."""
    is_json = name.endswith(".json")
    return shapes.File(path=f"api/v1/{name}", schema_=f"api/v1/schema/{name}" if is_json else None)


def _named(life: Lifecycle) -> shapes.FeatureName:
    return shapes.FeatureName(id=life.id, formerly=life.ids[1:], name=_name(life), path=life.path)


class _Writer:
    """Shapes → texts."""

    def __init__(self, base: str) -> None:
        self._base = base

    def data(self, shape: type[Published], name: str, content: dict[str, Any], indent: int | None) -> str:
        """The data of a shape, as JSON with the head that every file has."""
        made = shape(site=self._base, generator="PyTorch Release Atlas", schema_=self._address(name), **content)
        return made.model_dump_json(by_alias=True, indent=indent) + "\n"

    def schema(self, shape: type[Published], name: str) -> str:
        """The JSON Schema of a shape."""
        described = shape.model_json_schema(mode="serialization", by_alias=True)
        schema = {"$schema": DIALECT, "$id": self._address(name), **described}
        return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"

    def _address(self, name: str) -> str:
        return f"{self._base}api/v1/schema/{name}.json"


class _Data:
    """What the files hold."""

    def __init__(self, atlas: Collection) -> None:
        self._atlas = atlas

    def area(self, area: Area) -> shapes.Area:
        return shapes.Area(
            id=area.id,
            name=area.name,
            description=area.description,
            path=f"areas/{area.id}/",
            feeds=shapes.Feeds(zh=f"areas/{area.id}/feed.xml", en=f"en/areas/{area.id}/feed.xml"),
            versions=self._versions(self._atlas.in_area(area.id)),
        )

    def feeds(self) -> Iterator[shapes.Feeds]:
        """Every feed."""
        for folder in ("", *(f"areas/{area.id}/" for area in self._atlas.knowledge.areas)):
            for name in ("feed", "changes"):
                yield shapes.Feeds(zh=f"{folder}{name}.xml", en=f"en/{folder}{name}.xml")

    def whole(self, life: Lifecycle) -> dict[str, Any]:
        """What a feature's own file has besides."""
        return {
            "formerly": life.ids[1:],
            "families": tuple(family.id for family in self._atlas.knowledge.families if life.id in family.members),
            "links": tuple(
                shapes.Link(kind=link.kind.id, url=link.url, version=link.version)
                for link in self._atlas.links[life.id]
            ),
            "badge": badges.path(life.id) if badges.has_badge(life) else None,
            "answer": _answer(self._atlas.answer(life)),
            "answers": {release: _answer(made) for release, made in self._atlas.answers[life.id].items()},
        }

    def level(self, level: Level) -> shapes.Level:
        return shapes.Level(
            id=level.id,
            name=level.name,
            symbol=level.symbol,
            above=level.above,
            definition=level.definition,
            path=f"stability/{level.id}/",
            versions=self._versions(self._atlas.at_level(level.id)),
        )

    def states(self, life: Lifecycle) -> shapes.States:
        return shapes.States(
            id=life.id,
            name=_name(life),
            areas=life.areas,
            path=life.path,
            states=life.states,
            before=life.before_states or None,
            outcomes=outcomes(life, self._atlas.knowledge.stability),
        )

    def _text(self, release: Release, inlines: Inlines) -> Words:
        """A release's text in both languages; null where there is no current translation."""
        texts = {language: release.localized(inlines, language) for language in LANGUAGES}
        return Words(**{language: None if t.lang else plain(t.inlines).strip() for language, t in texts.items()})

    def _versions(self, groups: Iterable[Group]) -> tuple[shapes.Group, ...]:
        return tuple(
            shapes.Group(
                version=group.release.version,
                features=tuple(self._atlas.lifecycle(group.release, feature).id for feature in group.features),
            )
            for group in groups
        )

    def release(self, release: Release) -> shapes.Release:
        known = self._atlas.released(release)
        return shapes.Release(
            version=release.version,
            language=release.seed.language,
            title=self._text(release, release.title),
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
            original=release.original.seed.path if release.original else None,
            from_original=release.from_original,
            path=f"releases/{release.version}/",
            names_levels=release.names_levels,
            counts=dict(self._atlas.counts(release)),
            features=tuple(
                shapes.Announced(
                    feature=self._atlas.lifecycle(release, feature).id,
                    anchor=feature.id,
                    title=self._text(release, feature.title),
                    stage=feature.stage,
                    areas=feature.areas,
                    is_news=feature.is_news,
                    apis=feature.apis,
                    line=feature.line,
                )
                for feature in release.features
            ),
        )

    def feature(self, life: Lifecycle) -> shapes.Feature:
        identity, graduation = life.identity, life.graduation
        relations = identity.relations if identity else {}
        return shapes.Feature(
            id=life.id,
            registered=bool(identity),
            name=_name(life),
            aliases=identity.aliases if identity else (),
            areas=life.areas,
            is_news=life.is_news,
            path=life.path,
            relations=tuple(shapes.Relation(kind=kind, feature=target) for kind, target in relations.items()),
            observations=(
                *(_observation(life, statement, self._atlas.knowledge.stability) for statement in life.statements),
                *_noticed(life, self._atlas.knowledge.stability),
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
                for each in self._atlas.elsewhere(life)
            ),
            intervals=life.intervals,
            introduced=life.introduced,
            stage=life.now.stage,
            graduated=graduation.since if graduation else None,
            graduated_exact=graduation.exact if graduation else None,
            removed=life.removed,
            not_mentioned=tuple(
                shapes.Run(first=run[0], last=run[-1], announcements=len(run)) for run in self._atlas.silent(life)
            ),
        )


def _name(life: Lifecycle) -> Words:
    return Words(zh=life.name("zh"), en=life.name("en"))


def _answer(answer: Answer) -> shapes.Answer:
    since = "" if answer.how == "unknown" else answer.since
    return shapes.Answer(level=answer.level or None, how=answer.how, since=since)


def _quoted(release: Release, feature: Feature, seen: Observation, stability: Stability) -> dict[str, Any]:
    own = release.own_words(seen.quote, seen.line)
    return {
        "line": seen.line,
        "quote": seen.quote,
        "translation": translated(release, feature, seen, other(release.seed.language), stability) or None,
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
        mention=statement.feature.is_mention,
        **_quoted(release, statement.feature, seen, stability),
    )


def _noticed(life: Lifecycle, stability: Stability) -> Iterator[shapes.Observation]:
    """What announcements say of it besides its level, the first of each."""
    for release, feature, notice in life.notices:
        yield shapes.Observation(
            feature=life.id,
            version=release.version,
            stage=notice.kind,
            label_raw="",
            basis="notice",
            seed=release.seed.id,
            announced_in=release.version,
            past=False,
            first=False,
            mention=False,
            **_quoted(release, feature, notice.seen, stability),
        )
