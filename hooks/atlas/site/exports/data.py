"""Collection → the published data, in the order of the site, so that two builds can be compared."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from atlas.core.languages import LANGUAGES, Names, other
from atlas.document.nodes import Inlines, is_safe_url, plain
from atlas.extract.release import Feature, Observation
from atlas.history.collection import Collection, Group
from atlas.history.compare import outcomes
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.schema import Area, Level, Stability
from atlas.site.exports import shapes
from atlas.site.exports.shapes import Published, Words
from atlas.site.quotes import translated

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def files(atlas: Collection, base: str) -> Iterator[tuple[str, str]]:
    """Path and text of each JSON file and of its schema."""
    data, known = _Data(atlas), atlas.knowledge
    stability, lives = known.stability, atlas.lifecycles
    contents: tuple[tuple[type[Published], dict[str, Any]], ...] = (
        (shapes.Releases, {"releases": map(data.release, atlas.releases)}),
        (shapes.Features, {"families": known.families, "features": map(data.feature, lives)}),
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
    )
    for shape, content in contents:
        name = shape.__name__.lower()
        address = f"{base}api/v1/schema/{name}.json"
        made = shape(site=base, generator="PyTorch Release Atlas", schema_=address, **content)
        indent = None if shape is shapes.Stages else 1  # pages fetch the stages; people read the others
        yield f"api/v1/{name}.json", made.model_dump_json(by_alias=True, indent=indent) + "\n"
        described = shape.model_json_schema(mode="serialization", by_alias=True)
        schema = {"$schema": DIALECT, "$id": address, **described}
        yield f"api/v1/schema/{name}.json", json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


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
            name=self._name(life),
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

    def _name(self, life: Lifecycle) -> Names | Words:
        """The registered name of a feature, else its newest title."""
        newest = life.newest
        return life.identity.name if life.identity else self._text(newest.release, newest.feature.title)

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
        relations = [pair for relation in identity.relations for pair in relation.items()] if identity else []
        return shapes.Feature(
            id=life.id,
            registered=bool(identity),
            name=self._name(life),
            aliases=identity.aliases if identity else (),
            areas=life.areas,
            is_news=life.is_news,
            path=life.path,
            relations=tuple(shapes.Relation(kind=kind, feature=target) for kind, target in relations),
            observations=(
                *(_observation(life, statement, self._atlas.knowledge.stability) for statement in life.statements),
                *_noticed(life, self._atlas.knowledge.stability),
            ),
            elsewhere=tuple(
                shapes.Elsewhere(
                    source="elsewhere",
                    feature=told.feature,
                    version=told.release,
                    stage=told.level,
                    url=told.source,
                    quote=told.quote,
                )
                for told in self._atlas.told_elsewhere(life)
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
