"""Features: the list of all, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from markupsafe import Markup

from atlas.history.collection import Collection
from atlas.history.description import texts
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.statements import InAnnouncement, InRecord
from atlas.knowledge.schema import REMOVED, SUCCESSION
from atlas.site.credits import attribution
from atlas.site.evidence import EvidenceShown, QuotedWords, evidence, quote
from atlas.site.feature_table import FeatureGroup, FeatureTable, most_named_first
from atlas.site.interface import RELATIONS
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.locale import Locale
from atlas.site.view import PageLink, View

MAX_STEPS = 4  # in a description: the last ones of the feature


@dataclass(frozen=True)
class FeatureListValues:
    """The table of all features."""

    table: FeatureTable


@dataclass(frozen=True)
class FeatureList(PageKind):
    """Every feature, first those that the most releases name."""

    features: tuple[Lifecycle, ...]

    in_bar = True
    template = "features.md"
    styles = ("explorer", "feature_table")
    scripts = ("explorer",)
    uri = "features/index.md"
    is_searchable = True
    title_msgid = "功能"
    headline_msgid = "PyTorch 功能总表：级别与起始版本"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeatureList]:
        yield cls(most_named_first(inputs.collection.newest_first))

    def values(self, view: View) -> FeatureListValues:
        _ = view.locale.gettext
        label, order = _("全部功能：名称、级别、领域与历史"), _("提到它的版本多的在前")
        groups = (FeatureGroup(self.features),)
        return FeatureListValues(FeatureTable(label, groups, "history", order, ("area", "level")))

    def description(self, locale: Locale) -> str:
        text = "PyTorch 公告宣布过的全部 %(count)s 项功能：名称、级别、领域与历史，可按领域、级别与文字筛选。"
        return locale.plural(text, len(self.features)) % {"count": len(self.features)}


@dataclass(frozen=True)
class Related:
    """A feature related to another, and its level."""

    link: PageLink
    now: Step | None


@dataclass(frozen=True)
class DescriptionShown:
    """What a feature is, in the words of an announcement or in ours, and where PyTorch says so; ``example`` is code."""

    words: Markup
    source: PageLink
    example: Markup


@dataclass(frozen=True)
class AnnouncedLink:
    """A link in announcements, whose ``name`` is the end of its address; ``version`` is empty for the newest one."""

    url: str
    place: str
    name: str
    version: str


@dataclass(frozen=True)
class Passage:
    """One statement of a feature.

    ``id`` is the anchor of its release, which the first of a release's statements has; ``level`` is that of the feature
    as of then; ``badge`` and ``notices`` are what it states. Only a statement of an announcement whose text is here has
    ``evidence``. ``url`` is its place; that of a record may stand ``under`` a heading.
    """

    version: str
    id: str
    level: str
    badge: Markup
    notices: Markup
    quote: QuotedWords
    evidence: EvidenceShown | None
    url: str
    under: str
    post: str = ""  # PyTorch's own announcement, beside ours


@dataclass(frozen=True)
class FeatureValues:
    """What the page of a feature shows."""

    level: Markup
    since: str
    notices: tuple[tuple[Markup, str], ...]  # each with the release that gave it first
    successors: tuple[tuple[str, Related], ...]  # after words that tell how it is related
    description: DescriptionShown | None
    aliases: tuple[str, ...]
    links: tuple[tuple[str, tuple[AnnouncedLink, ...]], ...]  # by kind
    passages: tuple[Passage, ...]  # newest first
    related: tuple[tuple[str, tuple[Related, ...]], ...]  # by kind of relation, without successors
    attributions: tuple[Markup, ...]


@dataclass(frozen=True)
class FeaturePage(PageKind):
    """One feature: its level, and everything that PyTorch stated of it."""

    lifecycle: Lifecycle
    relations: dict[str, list[str]]  # kind of relation → ids of features

    template = "feature.md"
    styles = ("text", "feature")
    has_markdown = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeaturePage]:
        collection = inputs.collection
        related = _related(collection)
        for lifecycle in collection.lifecycles:
            if lifecycle.has_page:
                yield cls(lifecycle, related.get(lifecycle.id, {}))

    def values(self, view: View) -> FeatureValues:
        lifecycle, locale = self.lifecycle, view.locale
        is_news, notices = lifecycle.is_news, () if lifecycle.is_news else lifecycle.notices
        identity, announced = lifecycle.identity, lifecycle.announced
        described = (each for each in reversed(announced) if texts(each.announcement, each.feature))
        related = {kind: tuple(_related_feature(each, view) for each in ids) for kind, ids in self.relations.items()}
        quoted = {source.announcement.publisher: source.announcement for source in announced}
        return FeatureValues(
            level=Markup.escape(locale.gettext("其他消息")) if is_news else view.badge(lifecycle.now.level),
            since=_since(lifecycle, view),
            notices=tuple((view.notices([said.notice]), said.version) for said in notices),
            successors=tuple(
                (locale.gettext(RELATIONS[kind]), each) for kind in SUCCESSION for each in related.get(kind, ())
            ),
            description=_quoted(next(described, None), view) or _summarized(lifecycle, view),
            aliases=tuple(alias for alias in identity.aliases if alias.isascii()) if identity else (),
            links=tuple(_links(lifecycle, view)),
            passages=tuple(_passages(lifecycle, view)),
            related=tuple(
                (locale.gettext(words), related[kind])
                for kind, words in RELATIONS.items()
                if kind in related and kind not in SUCCESSION
            ),
            attributions=tuple(attribution(announcement, locale) for announcement in quoted.values()),
        )

    @property
    def uri(self) -> str:
        return f"features/{self.lifecycle.id}.md"

    def title(self, locale: Locale) -> str:
        return locale.name_text(self.lifecycle)

    def headline(self, locale: Locale) -> str:
        text = "%(name)s：PyTorch 的消息" if self.lifecycle.is_news else "%(name)s：在 PyTorch 各版本中的稳定级别"
        return locale.gettext(text) % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        _ = locale.gettext
        if self.lifecycle.is_news:
            text = _("%(name)s，见于 PyTorch %(versions)s 的公告。附公告原话与出处。")
            return text % {"name": self.title(locale), "versions": _("、").join(self.lifecycle.versions)}
        steps = [
            _("%(version)s %(level)s") % {"version": step.version, "level": locale.level(step.level)}
            for step in self.lifecycle.steps[-MAX_STEPS:]
        ]
        text = _("%(name)s，按 PyTorch 各版本的公告：%(steps)s。附公告原话与出处。")
        return text % {"name": self.title(locale), "steps": _("，").join(steps)}


def _quoted(source: InAnnouncement | None, view: View) -> DescriptionShown | None:
    """Return what an announcement says of a feature."""
    if not source:
        return None
    announcement, feature = source.announcement, source.feature
    name = view.locale.gettext("PyTorch %(version)s 的公告") % {"version": announcement.version}
    return DescriptionShown(
        view.locale.description(announcement, feature),
        PageLink(name, view.place_url(announcement, feature.id)),
        view.locale.example(announcement, feature),
    )


def _summarized(lifecycle: Lifecycle, view: View) -> DescriptionShown | None:
    """Return what the knowledge base says of a feature, with the page of PyTorch's that it summarizes."""
    identity = lifecycle.identity
    if not identity or not identity.about:
        return None
    cited = [statement.source.url for statement in lifecycle.statements if isinstance(statement.source, InRecord)]
    url = identity.about_source or next(iter(cited), "")
    source = PageLink(view.locale.gettext("本站概括自 PyTorch 的文字"), url)
    return DescriptionShown(Markup.escape(identity.about.of(view.locale.language)), source, Markup())


def _links(lifecycle: Lifecycle, view: View) -> Iterator[tuple[str, tuple[AnnouncedLink, ...]]]:
    """Yield each kind of links in announcements with those of a feature."""
    links, newest = view.collection.links[lifecycle.id], lifecycle.versions[-1]
    for kind in view.collection.knowledge.links:
        if own := [link for link in links if link.kind is kind]:
            parts = [(link, *link.address.rpartition("/")) for link in own]
            yield (
                kind.name.of(view.locale.language),
                tuple(
                    AnnouncedLink(link.url, place + slash, name, "" if link.version == newest else link.version)
                    for link, place, slash, name in parts
                ),
            )


def _since(lifecycle: Lifecycle, view: View) -> str:
    """Return in words since which release a feature has its level."""
    now, locale = lifecycle.now, view.locale
    if now.level in (REMOVED, view.collection.knowledge.stability.default):
        return locale.gettext("在 PyTorch %(version)s") % {"version": now.version}
    return locale.gettext("自 PyTorch %(version)s 起") % {"version": now.version}


def _passages(lifecycle: Lifecycle, view: View) -> Iterator[Passage]:
    """Yield a feature's statements, newest first."""
    first = {statement.version: statement for statement in reversed(lifecycle.statements)}
    for statement in reversed(lifecycle.statements):
        level = REMOVED if statement.notice == REMOVED else statement.level
        seen: EvidenceShown | None = None
        post = ""
        match statement.source:
            case InAnnouncement() as source:
                url, under = view.place_url(source.announcement, source.feature.id), ""
                said, seen = quote(source, view), evidence(source, view)
                post = view.post_url(source.announcement)
            case InRecord(url, under):
                said = QuotedWords(statement.quote, "en")
        yield Passage(
            statement.version,
            f"said-{statement.version}" if first[statement.version] is statement else "",
            lifecycle.level_at(statement.version),
            view.locale.level_marks[level].badge() if level else Markup(),
            view.notices([statement.notice]),
            said,
            seen,
            url,
            under,
            post,
        )


def _related_feature(feature_id: str, view: View) -> Related:
    lifecycle = view.collection.by_id.get(feature_id)
    return Related(view.registered_link(feature_id), lifecycle.now if lifecycle and not lifecycle.is_news else None)


def _related(collection: Collection) -> dict[str, dict[str, list[str]]]:
    """Return feature → kind of relation → ids. Inverse relations are only those of features with statements."""
    found: dict[str, dict[str, list[str]]] = {}
    for identity in collection.knowledge.features:
        for kind, target in identity.relations.items():
            found.setdefault(identity.id, {}).setdefault(kind, []).append(target)
            if identity.id in collection.by_id:
                found.setdefault(target, {}).setdefault(f"{kind} reversed", []).append(identity.id)
    order = {lifecycle.id: place for place, lifecycle in enumerate(collection.lifecycles)}  # of releases
    for ids in chain.from_iterable(by_kind.values() for by_kind in found.values()):
        ids.sort(key=lambda feature_id: order.get(feature_id, -1))
    return found
