"""Features: the list of all, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.extract.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.description import texts
from atlas.history.lifecycle import Lifecycle
from atlas.history.links import FeatureLink
from atlas.history.statements import InAnnouncement, Statement
from atlas.knowledge.schema import LinkKind
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale

MAX_STEPS = 4  # in a description: the last ones of the feature


@dataclass(frozen=True)
class FeatureList(Kind):
    """Every feature, that with the newest level first."""

    features: tuple[Lifecycle, ...]

    template = "features.md"
    styles = ("explorer", "matrix")
    scripts = ("explorer",)
    uri = "features/index.md"
    indexed_by_description = True
    title_msgid = "功能"
    headline_msgid = "PyTorch 功能总表：级别与起始版本"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeatureList]:
        yield cls(inputs.collection.newest_first)

    def description(self, locale: Locale) -> str:
        text = "PyTorch 公告宣布过的全部 %(count)s 项功能：名称、级别、领域与历史，可按领域、级别、版本与文字筛选。"
        return locale.plural(text, len(self.features)) % {"count": len(self.features)}


@dataclass(frozen=True)
class FeaturePage(Kind):
    """One feature: its level, and everything that PyTorch stated of it."""

    life: Lifecycle
    aliases: tuple[str, ...]  # other names in ASCII
    explained: InAnnouncement | None  # the newest announcement here that describes it
    statements: tuple[Statement, ...]  # newest first
    links: tuple[tuple[LinkKind, tuple[FeatureLink, ...]], ...]  # links in announcements, by kind
    quoted: tuple[Announcement, ...]  # one announcement of each publisher that is quoted
    related: dict[str, list[str]]  # kind of relation → ids of features

    template = "feature.md"
    styles = ("feature",)
    has_markdown = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeaturePage]:
        collection = inputs.collection
        related = _related(collection)
        for life in collection.lifecycles:
            if life.has_page:
                described = (each for each in reversed(life.announced) if texts(each.announcement, each.feature))
                yield cls(
                    life=life,
                    aliases=tuple(a for a in life.identity.aliases if a.isascii()) if life.identity else (),
                    explained=next(described, None),
                    statements=life.statements[::-1],
                    links=tuple(_by_kind(collection.links[life.id], collection.knowledge.links)),
                    quoted=tuple({s.announcement.publisher: s.announcement for s in life.announced}.values()),
                    related=related.get(life.id, {}),
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
        steps = [
            _("%(version)s %(level)s") % {"version": step.release, "level": locale.level(step.level)}
            for step in self.life.steps[-MAX_STEPS:]
        ]
        text = _("%(name)s，按 PyTorch 各版本的公告：%(steps)s。附公告原话与出处。")
        return text % {"name": self.title(locale), "steps": _("，").join(steps)}


def _by_kind(
    links: tuple[FeatureLink, ...], kinds: tuple[LinkKind, ...]
) -> Iterator[tuple[LinkKind, tuple[FeatureLink, ...]]]:
    for kind in kinds:
        if own := tuple(link for link in links if link.kind is kind):
            yield kind, own


def _related(collection: Collection) -> dict[str, dict[str, list[str]]]:
    """Return feature → kind of relation → ids. Inverse relations are only those of features with statements."""
    found: dict[str, dict[str, list[str]]] = {}
    for identity in collection.knowledge.features:
        for kind, target in identity.relations.items():
            found.setdefault(identity.id, {}).setdefault(kind, []).append(target)
            if identity.id in collection.by_id:
                found.setdefault(target, {}).setdefault(f"{kind} reversed", []).append(identity.id)
    return found
