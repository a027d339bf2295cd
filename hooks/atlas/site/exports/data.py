"""Atlas → the published data. Everything keeps the order of the site, so that two builds can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from atlas.core.languages import Names
from atlas.document.nodes import is_safe_url
from atlas.extract.release import Count
from atlas.history.collection import Group
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.release import Release
from atlas.site.exports import listings, shapes
from atlas.site.exports.shapes import Words
from atlas.site.exports.source import GENERATOR, Source


def releases(source: Source) -> shapes.Releases:
    """Every release, newest first."""
    made = (_release(source, release) for release in source.atlas.releases)
    return shapes.Releases(**_head(source, "releases"), releases=made)


def features(source: Source) -> shapes.Features:
    """Every family and every feature."""
    families = tuple(
        shapes.Family(id=family.id, name=_names(family.name), members=family.members, reason=_names(family.reason))
        for family in source.atlas.knowledge.families
    )
    made = (_feature(source, life) for life in source.atlas.lifecycles)
    return shapes.Features(**_head(source, "features"), families=families, features=made)


def areas(source: Source) -> listings.Areas:
    """Every area with its features by version."""
    made = (
        listings.Area(
            id=area.id,
            name=_names(area.name),
            description=_names(area.description),
            path=f"areas/{area.id}/",
            feeds=listings.Feeds(zh=f"areas/{area.id}/feed.xml", en=f"en/areas/{area.id}/feed.xml"),
            versions=_groups(source, source.atlas.in_area(area.id)),
        )
        for area in source.atlas.knowledge.areas
    )
    return listings.Areas(**_head(source, "areas"), areas=made)


def stability(source: Source) -> listings.Stability:
    """Every level with its features by version, and what levels meant when."""
    known = source.atlas.knowledge.stability
    levels = (
        listings.Level(
            id=level.id,
            name=_names(level.name),
            symbol=level.symbol,
            definition=_names(level.definition),
            path=f"stability/{level.id}/",
            versions=_groups(source, source.atlas.at_level(level.id)),
        )
        for level in known.levels
    )
    eras = tuple(
        listings.Era(
            level=era.level,
            word=_names(era.word),
            since=era.since or None,
            until=era.until or None,
            meaning=_names(era.meaning),
        )
        for era in known.eras
    )
    return listings.Stability(**_head(source, "stability"), levels=levels, eras=eras)


def stages(source: Source) -> listings.Stages:
    """The stages of every feature at every version that texts speak of."""
    atlas = source.atlas
    return listings.Stages(
        **_head(source, "stages"),
        versions=atlas.versions,
        areas=tuple(listings.Name(id=area.id, name=_names(area.name)) for area in atlas.knowledge.areas),
        levels=tuple(
            listings.Symbol(id=level.id, name=_names(level.name), symbol=level.symbol)
            for level in atlas.knowledge.stability.levels
        ),
        features=(
            listings.States(
                id=life.id,
                name=source.name(life),
                areas=life.areas,
                path=life.path,
                states=life.states,
                before=life.before_states or None,
            )
            for life in atlas.lifecycles
        ),
    )


def _head(source: Source, name: str) -> dict[str, Any]:
    return {"site": source.base, "generator": GENERATOR, "schema_": source.schema(name)}


def _names(names: Names) -> Words:
    return Words(zh=names.zh, en=names.en)


def _groups(source: Source, groups: Iterable[Group]) -> tuple[listings.Group, ...]:
    return tuple(
        listings.Group(
            version=g.release.version, features=tuple(source.atlas.lifecycle(g.release, f).id for f in g.features)
        )
        for g in groups
    )


def _release(source: Source, release: Release) -> shapes.Release:
    def safe(url: str) -> str | None:
        return url if is_safe_url(url) else None

    return shapes.Release(
        version=release.version,
        language=release.seed.language,
        title=source.both(release, release.title),
        date=release.date,
        date_kind=release.date_kind,
        original_url=safe(release.original_url),
        translation_url=safe(release.translation_url),
        translator=release.translator or None,
        publisher=release.publisher or None,
        commits=_number(release.commits),
        contributors=_number(release.contributors),
        seed=release.seed.path,
        path=f"releases/{release.version}/",
        counts=dict(source.atlas.counts(release)),
        features=tuple(
            shapes.Announced(
                feature=source.atlas.lifecycle(release, feature).id,
                anchor=feature.id,
                title=source.both(release, feature.title),
                stage=feature.stage,
                areas=feature.areas,
                apis=feature.apis,
                line=feature.line,
            )
            for feature in release.features
        ),
    )


def _number(count: Count | None) -> shapes.Number | None:
    return shapes.Number(value=count.value, approximate=count.approximate) if count else None


def _feature(source: Source, life: Lifecycle) -> shapes.Feature:
    identity = life.identity
    relations = [pair for relation in identity.relations for pair in relation.items()] if identity else []
    return shapes.Feature(
        id=life.id,
        registered=bool(identity),
        name=source.name(life),
        aliases=identity.aliases if identity else (),
        areas=life.areas,
        path=life.path,
        relations=tuple(shapes.Relation(kind=kind, feature=target) for kind, target in relations),
        observations=tuple(_observation(life, statement) for statement in life.statements),
        intervals=tuple(
            shapes.Interval(stage=run.stage, since=run.since or None, since_exact=run.exact, last=run.last or None)
            for run in life.intervals
        ),
        introduced=shapes.Introduced(version=life.introduced.version, how=life.introduced.how),
        stage=life.now.stage,
        graduated=life.graduation.since if life.graduation else None,
        graduated_exact=life.graduation.exact if life.graduation else None,
        removed=life.removed or None,
        not_mentioned=tuple(
            shapes.Run(first=run[0], last=run[-1], announcements=len(run)) for run in source.atlas.silent(life)
        ),
    )


def _observation(life: Lifecycle, statement: Statement) -> shapes.Observation:
    seen = statement.seen
    return shapes.Observation(
        feature=life.id,
        version=statement.version or None,
        stage=seen.stage or None,
        label_raw=seen.label_raw,
        basis=seen.basis,
        seed=statement.release.seed.path.rsplit("/", 1)[-1].rsplit(".", 1)[0],
        line=seen.line,
        quote=seen.quote,
        announced_in=statement.release.version,
        past=statement.is_past,
        first=statement.first,
        original=statement.original or None,
    )
