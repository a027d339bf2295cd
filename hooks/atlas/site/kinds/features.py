"""Features: the list of all, and each across releases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.answer import Answer
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.links import FeatureLink
from atlas.history.release import Release
from atlas.knowledge.schema import Elsewhere, Family, LinkKind
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale

STAGES = 4  # of a feature, the newest, that its description names
WHOLE = 12  # statements that a feature's page quotes, every one

Quoted = tuple[Statement | None, tuple[Statement, ...]]  # a statement that is quoted, or some that are only counted


@dataclass(frozen=True)
class FeatureList(Kind):
    """Every feature, the newest first."""

    lifecycles: tuple[Lifecycle, ...]
    news: tuple[Lifecycle, ...]

    template = "features.md"
    uri = "features/index.md"
    is_list = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeatureList]:
        newest_first = sorted(inputs.collection.lifecycles, key=lambda life: life.newest.release.key, reverse=True)
        yield cls(
            lifecycles=tuple(life for life in newest_first if not life.is_news),
            news=tuple(life for life in newest_first if life.is_news),
        )

    def title(self, locale: Locale) -> str:
        return locale.gettext("功能")

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 功能总表：各版本的稳定级别")

    def description(self, locale: Locale) -> str:
        text = "PyTorch 公告宣布过的全部 %(count)s 项功能：名称、领域与各版本的级别，可按领域、级别、版本与文字筛选。"
        return locale.plural(text, len(self.lifecycles)) % {"count": len(self.lifecycles)}


@dataclass(frozen=True)
class FeaturePage(Kind):
    """One feature across releases."""

    life: Lifecycle
    also: tuple[str, ...]  # other names, in Latin letters
    silent: tuple[tuple[str, ...], ...]  # runs of releases that do not mention it
    statements: tuple[Quoted, ...]
    elsewhere: tuple[Elsewhere, ...]  # what official texts say that are not here
    answer: Answer
    links: tuple[tuple[LinkKind, tuple[FeatureLink, ...]], ...]  # that announcements give, by kind
    told_by: tuple[Release, ...]  # one release of each publisher that is quoted
    relatives: dict[str, list[str]]  # kind of relation → ids of features
    families: tuple[Family, ...]
    whole: Lifecycle | None  # what it is part of, whose statement is all that gives it its level

    template = "feature.md"
    has_markdown = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeaturePage]:
        collection = inputs.collection
        relatives = _relatives(collection)
        for life in collection.lifecycles:
            if life.has_page:
                yield cls(
                    life=life,
                    also=tuple(a for a in life.identity.aliases if a.isascii()) if life.identity else (),
                    silent=tuple(collection.silent(life)),
                    statements=tuple(_quoted(life)),
                    elsewhere=collection.told_elsewhere(life),
                    answer=collection.answer(life),
                    links=tuple(_by_kind(collection.links[life.id], collection.knowledge.links)),
                    told_by=tuple({s.release.publisher: s.release for s in life.statements}.values()),
                    relatives=relatives.get(life.id, {}),
                    families=tuple(f for f in collection.knowledge.families if life.id in f.members),
                    whole=collection.whole_of(life),
                )

    @property
    def uri(self) -> str:
        return f"features/{self.life.id}.md"

    def title(self, locale: Locale) -> str:
        return locale.name(self.life)

    def headline(self, locale: Locale) -> str:
        return locale.gettext("%(name)s：在 PyTorch 各版本中的稳定级别") % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        _ = locale.gettext
        stages = [
            (_("%(version)s %(level)s") if run.since else _("先前为%(level)s"))
            % {"version": run.since, "level": locale.level(run.stage)}
            for run in self.life.intervals[-STAGES:]
        ]
        text = _("%(name)s，按 PyTorch 各版本的公告：%(stages)s。附时间线、公告原文与行号。")
        return text % {"name": self.title(locale), "stages": _("，").join(stages)}


def _by_kind(
    links: tuple[FeatureLink, ...], kinds: tuple[LinkKind, ...]
) -> Iterator[tuple[LinkKind, tuple[FeatureLink, ...]]]:
    for kind in kinds:
        if own := tuple(link for link in links if link.kind is kind):
            yield kind, own


def _quoted(life: Lifecycle) -> Iterator[Quoted]:
    """Statements newest first. Of many, those that only repeat an interval or a past are counted."""
    every = sorted(life.statements, key=lambda s: s.order[:2], reverse=True)  # the best of a version stays first
    repeated = {id(s) for run in life.intervals for s in run.statements[1:-1] if s.seen.stage == run.stage}
    known: set[tuple[str, str]] = set()
    for statement in life.statements:  # of what several texts say of the past, the first is enough
        key = (statement.version or statement.before, statement.seen.stage)
        if statement.is_past and key in known:
            repeated.add(id(statement))
        elif statement.is_past:
            known.add(key)
    counted: list[Statement] = []
    for statement in every:
        if len(every) > WHOLE and id(statement) in repeated:
            counted.append(statement)
            continue
        if counted:
            yield None, tuple(counted)
        yield statement, ()
        counted = []
    if counted:
        yield None, tuple(counted)


def _relatives(collection: Collection) -> dict[str, dict[str, list[str]]]:
    """Feature → its relations both ways: kind → ids of the others. Of those that lead to it, only announced ones."""
    found: dict[str, dict[str, list[str]]] = {}
    for identity in collection.knowledge.features:
        for relation in identity.relations:
            for kind, target in relation.items():
                found.setdefault(identity.id, {}).setdefault(kind, []).append(target)
                if identity.id in collection.by_id:
                    found.setdefault(target, {}).setdefault(f"{kind} reversed", []).append(identity.id)
    return found
