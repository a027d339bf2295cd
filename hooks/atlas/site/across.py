"""The pages that run across versions: areas, levels, features, comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from atlas.history.chunks import chunks
from atlas.history.collection import Atlas, Group
from atlas.history.compare import KINDS
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.site.interface import DIFFERENCES, RELATIONS, until
from atlas.site.locale import Locale
from atlas.site.pages import Wanted

ROWS = 400  # features on a page of the explorer
WHOLE = 12  # statements that a feature's page quotes, every one


def pages(atlas: Atlas, locale: Locale) -> Iterator[Wanted]:
    """The pages of this module."""
    return chain(_areas(atlas, locale), _levels(atlas, locale), _features(atlas, locale), _comparisons(atlas, locale))


def _areas(atlas: Atlas, locale: Locale) -> Iterator[Wanted]:
    _ = locale.gettext
    matrices = chunks(atlas.releases, lambda release: release.version)
    for chunk in matrices:
        title = until(_, _("领域"), chunk.slug, chunk.last)
        shown = {"chunk": chunk, "chunks": matrices, "way": "areas/"}
        yield chunk.uri("areas", "areas"), "areas.md", title, shown
    for area in atlas.knowledge.areas:
        name = area.name.of(locale.language)
        yield from _grouped(locale, f"areas/{area.id}", name, atlas.in_area(area.id), area=area)


def _levels(atlas: Atlas, locale: Locale) -> Iterator[Wanted]:
    _ = locale.gettext
    yield "stability/index.md", "stability.md", _("稳定性"), {}
    for level in atlas.knowledge.stability.levels:
        name = level.name.of(locale.language)
        yield from _grouped(locale, f"stability/{level.id}", name, atlas.at_level(level.id), level=level)


def _grouped(locale: Locale, folder: str, name: str, groups: tuple[Group, ...], **context: object) -> Iterator[Wanted]:
    """An area's or a level's features by release, on as many pages as they need."""
    pieces = chunks(groups, lambda group: group.release.version)
    template = "area.md" if "area" in context else "level.md"
    if not pieces:
        yield f"{folder}/index.md", template, name, {"groups": (), "chunks": (), "chunk": None, **context}
    for chunk in pieces:
        shown = {"groups": chunk.entries, "chunk": chunk, "chunks": pieces, "way": f"{folder}/", **context}
        yield chunk.uri(folder, folder), template, until(locale.gettext, name, chunk.slug, chunk.last), shown


def _features(atlas: Atlas, locale: Locale) -> Iterator[Wanted]:
    _ = locale.gettext
    newest_first = sorted(atlas.lifecycles, key=lambda life: life.newest.release.key, reverse=True)
    rows = [newest_first[i : i + ROWS] for i in range(0, len(newest_first), ROWS)] or [[]]
    for number, shown in enumerate(rows, 1):
        uri = f"features/all/{number}.md" if number > 1 else "features/index.md"
        title = _("功能（第 %(num)s 页）") % {"num": number} if number > 1 else _("功能")
        yield uri, "features.md", title, {"shown": shown, "number": number, "count": len(rows)}
    related = _relatives(atlas)
    for life in atlas.lifecycles:
        if life.has_page:
            name = locale.name(life)
            context = {
                "life": life,
                "also": [a for a in life.identity.aliases if a.isascii()] if life.identity else [],
                "silent": atlas.silent(life),
                "statements": _told(life),
                "told_by": list({s.release.publisher: s.release for s in life.statements}.values()),
                "relatives": related.get(life.id, {}),
                "relations": {kind: _(words) for kind, words in RELATIONS.items()},
                "families": [family for family in atlas.knowledge.families if life.id in family.members],
            }
            yield f"features/{life.id}.md", "feature.md", name, context
    for identity in atlas.knowledge.features:
        for old in identity.formerly if identity.id in atlas.by_id else ():
            moved = {"moved_to": f"../{identity.id}/", "identity": identity}
            yield f"features/{old}.md", "moved.md", identity.name.of(locale.language), moved


def _told(life: Lifecycle) -> list[dict[str, object]]:
    """Statements newest first. Of many, those that only repeat an interval or a past are counted."""
    every = sorted(life.statements, key=lambda s: s.order[:2], reverse=True)  # the best of a version stays first
    alike = {id(s) for interval in life.intervals for s in interval.statements[1:-1] if s.seen.stage == interval.stage}
    told: set[tuple[str, str]] = set()
    for statement in life.statements:  # of what several texts say of the past, the first is enough
        if statement.is_past and (key := (statement.version or statement.before, statement.seen.stage)) in told:
            alike.add(id(statement))
        elif statement.is_past:
            told.add(key)
    shown: list[dict[str, object]] = []
    between: list[Statement] = []
    for statement in every:
        if len(every) <= WHOLE or id(statement) not in alike:
            shown += [{"between": between}] if between else []
            shown.append({"statement": statement, "between": []})
            between = []
        else:
            between.append(statement)
    return [*shown, {"between": between}] if between else shown


def _relatives(atlas: Atlas) -> dict[str, dict[str, list[str]]]:
    """Feature → its relations both ways: kind → ids of the others. Of those that lead to it, only announced ones."""
    found: dict[str, dict[str, list[str]]] = {}
    for identity in atlas.knowledge.features:
        for relation in identity.relations:
            for kind, target in relation.items():
                found.setdefault(identity.id, {}).setdefault(kind, []).append(target)
                if identity.id in atlas.by_id:
                    found.setdefault(target, {}).setdefault(f"{kind} reversed", []).append(identity.id)
    return found


def _comparisons(atlas: Atlas, locale: Locale) -> Iterator[Wanted]:
    _ = locale.gettext
    pairs = tuple((changes.earlier, changes.later) for changes in atlas.comparisons)
    pieces = chunks(pairs, lambda pair: pair[1])
    names = {kind: (_(name), _(meaning)) for kind, (name, meaning) in DIFFERENCES.items()}
    shown = {"kinds": KINDS, "names": names, "chunks": pieces}
    if not pieces:
        yield "compare/index.md", "compare.md", _("版本对比"), {**shown, "chunk": None}
    for chunk in pieces:
        uri = chunk.uri("compare", "compare/all")
        yield uri, "compare.md", until(_, _("版本对比"), chunk.slug, chunk.last), {**shown, "chunk": chunk}
    for at, changes in enumerate(atlas.comparisons):
        name = f"PyTorch {changes.earlier} → {changes.later}"
        context = {
            "changes": changes,
            "kinds": KINDS,
            "names": names,
            "next": pairs[at - 1] if at else None,
            "previous": pairs[at + 1] if at + 1 < len(pairs) else None,
        }
        yield f"compare/{changes.earlier}-to-{changes.later}.md", "changes.md", name, context
