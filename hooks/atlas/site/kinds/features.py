"""Features: the list of all, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.across import Step, rows
from atlas.history.answer import Answer
from atlas.history.collection import Collection
from atlas.history.description import texts
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.links import FeatureLink
from atlas.history.release import Release
from atlas.knowledge.schema import LinkKind
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale

MAX_STAGES = 4  # in a description: the newest of the feature


@dataclass(frozen=True)
class FeatureList(Kind):
    """Every feature, the newest first."""

    lifecycles: tuple[Lifecycle, ...]

    template = "features.md"
    uri = "features/index.md"
    indexed_by_description = True
    title_msgid = "功能"
    headline_msgid = "PyTorch 功能总表：各版本的稳定级别"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeatureList]:
        yield cls(inputs.collection.newest_first)

    def description(self, locale: Locale) -> str:
        text = "PyTorch 公告宣布过的全部 %(count)s 项功能：名称、领域与各版本的级别，可按领域、级别、版本与文字筛选。"
        return locale.plural(text, len(self.lifecycles)) % {"count": len(self.lifecycles)}


@dataclass(frozen=True)
class FeaturePage(Kind):
    """One feature across releases."""

    life: Lifecycle
    aliases: tuple[str, ...]  # other names in ASCII
    explained: Statement | None  # of the newest announcement that describes it
    steps: tuple[Step, ...]  # oldest first
    rows: tuple[tuple[Step, ...], ...]  # the same, joining neighbors that no text mentions
    answer: Answer
    links: tuple[tuple[LinkKind, tuple[FeatureLink, ...]], ...]  # links in announcements, by kind
    quoted: tuple[Release, ...]  # one release of each publisher that is quoted
    related: dict[str, list[str]]  # kind of relation → ids of features
    part_of: Lifecycle | None  # the feature it is part of, if only that one's heading states its level

    template = "feature.md"
    has_markdown = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeaturePage]:
        collection = inputs.collection
        related = _related(collection)
        for life in collection.lifecycles:
            if life.has_page:
                yield cls(
                    life=life,
                    aliases=tuple(a for a in life.identity.aliases if a.isascii()) if life.identity else (),
                    explained=next((s for s in reversed(life.announced) if texts(s.release, s.feature)), None),
                    steps=(steps := collection.timeline(life)),
                    rows=rows(steps),
                    answer=collection.answer(life),
                    links=tuple(_by_kind(collection.links[life.id], collection.knowledge.links)),
                    quoted=tuple({s.release.publisher: s.release for s in life.statements}.values()),
                    related=related.get(life.id, {}),
                    part_of=collection.parent_of(life),
                )

    @property
    def uri(self) -> str:
        return f"features/{self.life.id}.md"

    def title(self, locale: Locale) -> str:
        return locale.name_text(self.life)

    def headline(self, locale: Locale) -> str:
        return locale.gettext("%(name)s：在 PyTorch 各版本中的稳定级别") % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        _ = locale.gettext
        stages = [
            (_("%(version)s %(level)s") if run.since else _("先前为%(level)s"))
            % {"version": run.since, "level": locale.level(run.stage)}
            for run in self.life.intervals[-MAX_STAGES:]
        ]
        text = _("%(name)s，按 PyTorch 各版本的公告：%(stages)s。附时间线、公告原文与行号。")
        return text % {"name": self.title(locale), "stages": _("，").join(stages)}


def _by_kind(
    links: tuple[FeatureLink, ...], kinds: tuple[LinkKind, ...]
) -> Iterator[tuple[LinkKind, tuple[FeatureLink, ...]]]:
    for kind in kinds:
        if own := tuple(link for link in links if link.kind is kind):
            yield kind, own


def _related(collection: Collection) -> dict[str, dict[str, list[str]]]:
    """Return feature → kind of relation → ids. Inverse relations are only those of announced features."""
    found: dict[str, dict[str, list[str]]] = {}
    for identity in collection.knowledge.features:
        for kind, target in identity.relations.items():
            found.setdefault(identity.id, {}).setdefault(kind, []).append(target)
            if identity.id in collection.by_id:
                found.setdefault(target, {}).setdefault(f"{kind} reversed", []).append(identity.id)
    return found
