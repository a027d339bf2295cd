"""The page of each feature."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from markupsafe import Markup

from atlas.core.urls import address_key
from atlas.history.feature_links import FeatureLink
from atlas.history.lifecycle import Lifecycle
from atlas.history.relations import RelatedIds
from atlas.knowledge.registered_feature import Succession
from atlas.knowledge.stability import REMOVED
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.answer import disused, last_stated, since
from atlas.site.parts.credits import attribution
from atlas.site.parts.shown_statements import ShownStatement, shown_statements
from atlas.site.parts.strip import PartCounts, Strip, parts, strip
from atlas.site.view import PageLink, View
from atlas.site.words.description import body_texts
from atlas.site.words.interface import RELATIONS
from atlas.site.words.locale import Locale

MAX_STEPS = 4  # steps in a description: the last ones
MAX_RELATED = 8  # related features beside the statements; more of them stand below


@dataclass(frozen=True)
class Related:
    """A feature that is related to the page's feature, with its present state and the version; both empty for news."""

    link: PageLink
    state: Markup
    version: str


@dataclass(frozen=True)
class Successor:
    """A feature that another one was renamed to or superseded by, after the name of the relation, and who says so.

    ``answer``: its level and since when, in words; empty if no release names it.
    """

    relation: str
    link: PageLink
    answer: str
    quote: str
    source: PageLink


@dataclass(frozen=True)
class ShownDescription:
    """A description of a feature, from an announcement or from the knowledge base.

    ``source`` leads to PyTorch's text that the description quotes or sums up. ``example`` is a code block, or empty.
    """

    words: Markup
    source: PageLink
    example: Markup


@dataclass(frozen=True)
class FeatureAddress:
    """A link about a feature.

    Its address is shown in two parts: ``name`` follows the last slash, ``folder`` is all before it. ``given`` says
    which release's announcement gives the link; it is empty for the newest release.
    """

    url: str
    folder: str
    name: str
    given: str


@dataclass(frozen=True)
class FeatureValues:
    """What the page of a feature shows.

    ``is_overtaken`` says whether a notice or a successor says more of the feature today than its level does.
    """

    name: Markup
    areas: tuple[str, ...]
    is_overtaken: bool
    level: Markup
    since: str
    first: str  # the version that first named it, if that is another one; else empty
    strip: Strip
    parts: PartCounts | None  # None if there are none, or they are listed beside the statements
    last_stated: str  # a sentence, if releases followed the last one that states the feature's level; else empty
    disused: str  # a sentence, if announcements no longer use that level; else empty
    notices: tuple[tuple[Markup, str], ...]  # each with the version that first states it, or ""
    successors: tuple[Successor, ...]
    description: ShownDescription | None
    aliases: tuple[str, ...]
    links: tuple[tuple[str, tuple[FeatureAddress, ...]], ...]  # by kind
    statements: tuple[ShownStatement, ...]  # newest first
    related: tuple[tuple[str, tuple[Related, ...]], ...]  # by name of the relation, without successors
    has_many_related: bool
    attributions: tuple[Markup, ...]


@dataclass(frozen=True)
class FeaturePage(PageKind):
    """One feature: its level, and everything that PyTorch stated of it."""

    lifecycle: Lifecycle
    related_ids: RelatedIds

    template = "feature.html"
    styles = ("text", "feature")
    has_markdown = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeaturePage]:
        collection = inputs.collection
        for lifecycle in collection.all_lifecycles:
            if lifecycle.has_page:
                yield cls(lifecycle, collection.relations.get(lifecycle.id, {}))

    def values(self, view: View) -> FeatureValues:
        lifecycle, locale = self.lifecycle, view.locale
        is_news = lifecycle.is_news
        state = lifecycle.last_step.state
        notices = {} if is_news else lifecycle.other_notices
        is_overtaken = bool(notices or lifecycle.successions) and state not in (REMOVED, *lifecycle.current_notices)
        aliases = lifecycle.registered.aliases if lifecycle.registered else ()
        related = tuple(self._related(view))
        has_many_related = sum(len(found) for _, found in related) > MAX_RELATED
        announcements = [passage.announcement for passage in lifecycle.announcement_passages]
        publishers = {announcement.facts.publisher: announcement for announcement in announcements}
        return FeatureValues(
            name=view.texts.name_html(lifecycle),
            areas=lifecycle.areas,
            is_overtaken=is_overtaken,
            level=Markup.escape(locale.gettext("Other news")) if is_news else view.badge(lifecycle.last_step.state),
            since=since(lifecycle, view),
            first=lifecycle.versions[0] if lifecycle.versions[0] != lifecycle.last_step.version else "",
            strip=strip(lifecycle, view),
            parts=parts(self._parts(view), view) if has_many_related else None,
            last_stated=last_stated(lifecycle, view),
            disused=disused(lifecycle, view),
            notices=tuple((locale.marks[kind].badge, version) for kind, version in notices.items()),
            successors=tuple(
                _successor(locale.gettext(RELATIONS[relation]), succession, view)
                for relation, succession in lifecycle.successions.items()
            ),
            description=_announced_description(lifecycle, view) or _registered_description(lifecycle, view),
            aliases=tuple(alias for alias in aliases if alias.isascii()),
            links=tuple(_links(lifecycle, view)),
            statements=shown_statements(lifecycle, view),
            related=related,
            has_many_related=has_many_related,
            attributions=tuple(attribution(announcement, locale) for announcement in publishers.values()),
        )

    def _parts(self, view: View) -> list[Lifecycle]:
        """Return the features that belong to this one and that any release names."""
        found = (view.collection.lifecycles_by_id.get(part) for part in self.related_ids.get("includes", ()))
        return [part for part in found if part and not part.is_news]

    def _related(self, view: View) -> Iterator[tuple[str, tuple[Related, ...]]]:
        """Yield the name of each relation, except those of successors, with the related features."""
        for relation, name in RELATIONS.items():
            if relation in self.related_ids and relation not in self.lifecycle.successions:
                related = tuple(_related_feature(feature_id, view) for feature_id in self.related_ids[relation])
                yield view.locale.gettext(name), related

    @property
    def uri(self) -> str:
        return f"features/{self.lifecycle.id}.md"

    def title(self, locale: Locale) -> str:
        return locale.name_text(self.lifecycle)

    def headline(self, locale: Locale) -> str:
        text = "%(name)s: news of PyTorch" if self.lifecycle.is_news else "%(name)s: stability by PyTorch version"
        return locale.gettext(text) % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        _ = locale.gettext
        if self.lifecycle.is_news:
            text = _("%(name)s, in the announcements of PyTorch %(versions)s, with the words of each and their source.")
            return text % {"name": self.title(locale), "versions": _(", ").join(self.lifecycle.versions)}
        steps = [
            locale.pgettext("list", "%(level)s in %(version)s")
            % {"version": step.version, "level": locale.state_in_sentence(step.state)}
            for step in self.lifecycle.steps[-MAX_STEPS:]
        ]
        text = _("%(name)s by PyTorch’s announcements: %(steps)s. With the words that say so, and their source.")
        return text % {"name": self.title(locale), "steps": locale.pgettext("clauses", ", ").join(steps)}


def _announced_description(lifecycle: Lifecycle, view: View) -> ShownDescription | None:
    """Return the description in the newest announcement that describes a feature; None if none does."""
    newest_first = reversed(lifecycle.announcement_passages)
    passage = next((passage for passage in newest_first if body_texts(passage.feature)), None)
    if not passage:
        return None
    announcement, feature = passage.announcement, passage.feature
    is_own = announcement.seed.language == view.locale.language
    name = "PyTorch %(version)s announcement" if is_own else "Translated from the PyTorch %(version)s announcement"
    words = view.locale.gettext(name) % {"version": announcement.version}
    return ShownDescription(
        view.texts.description(announcement, feature),
        PageLink(words, view.place_url(announcement, feature.id)),
        view.texts.example(announcement, feature),
    )


def _registered_description(lifecycle: Lifecycle, view: View) -> ShownDescription | None:
    """Return the description in its entry, with PyTorch's page that it sums up; None if there is no description."""
    registered = lifecycle.registered
    if not registered or not registered.about:
        return None
    words = view.locale.gettext("Summarized by this site from PyTorch’s text")
    source = PageLink(words, view.knowledge.about_url(registered))
    return ShownDescription(view.texts.about(registered), source, Markup())


def _links(lifecycle: Lifecycle, view: View) -> Iterator[tuple[str, tuple[FeatureAddress, ...]]]:
    """Yield the kinds of links; the page in the documentation today stands before those that announcements give."""
    links: dict[str, dict[str, FeatureAddress]] = {}  # by kind and address
    if lifecycle.registered and lifecycle.registered.documentation:
        url = lifecycle.registered.documentation
        links[view.locale.gettext("Documentation")] = {url: _address(url, given="")}
    for kind in view.knowledge.link_kinds:
        name = kind.name.of(view.locale.language)
        for link in view.collection.links[lifecycle.id]:
            if link.kind is kind:
                links.setdefault(name, {}).setdefault(link.url, _announced_link(link, view))
    yield from ((kind, tuple(found.values())) for kind, found in links.items())


def _announced_link(link: FeatureLink, view: View) -> FeatureAddress:
    is_newest = link.version == view.collection.versions[-1]
    given = "" if is_newest else view.locale.gettext("as given in %(version)s") % {"version": link.version}
    return _address(link.url, given)


def _address(url: str, given: str) -> FeatureAddress:
    """Return an address as shown: of “pytorch.org/docs/fx.html”, “pytorch.org/docs/” is the folder."""
    folder, slash, name = address_key(url).rpartition("/")
    return FeatureAddress(url, folder + slash, name, given)


def _successor(relation: str, succession: Succession, view: View) -> Successor:
    source = PageLink(urlsplit(succession.source).hostname or "", succession.source)
    present = _present(succession.feature, view)
    answer = view.locale.answer(present.last_step.state, present.state_version) if present else ""
    return Successor(relation, view.registered_link(succession.feature), answer, succession.quote, source)


def _related_feature(feature_id: str, view: View) -> Related:
    link, present = view.registered_link(feature_id), _present(feature_id, view)
    if not present:
        return Related(link, Markup(), "")
    return Related(link, view.symbol(present.last_step.state), present.last_step.version)


def _present(feature_id: str, view: View) -> Lifecycle | None:
    """Return the lifecycle of a feature; None for news, or if no release names the feature."""
    lifecycle = view.collection.lifecycles_by_id.get(feature_id)
    return lifecycle if lifecycle and not lifecycle.is_news else None
