"""The view of a page: the collection, the page's language, and URLs relative to the page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup, escape

from atlas.core.languages import LANGUAGES
from atlas.extract.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.page import path_of
from atlas.site.paths import area_path, compare_path, feature_path, release_path, seed_path, state_anchor
from atlas.site.words.locale import Locale
from atlas.site.words.texts import Texts


@dataclass(frozen=True)
class PageLink:
    """Words that are a link to ``url``, or plain words if that is empty; templates write it like any text."""

    words: str | Markup
    url: str = ""

    def __html__(self) -> str:
        return Markup('<a href="{}">{}</a>').format(self.url, self.words) if self.url else escape(self.words)


class Choice(NamedTuple):
    """An entry of a list to choose from."""

    id: str
    name: str


class View:
    """The view of the page ``uri`` in the first of ``locales``, with parallel texts in the second; see PageKind.uri."""

    def __init__(self, collection: Collection, locales: tuple[Locale, Locale], base: str, uri: str) -> None:
        self.collection = collection
        self.knowledge = collection.knowledge
        self.locale, self.other = locales
        self.texts, self.other_texts = Texts(self.locale), Texts(self.other)
        self._base = base
        self._path = path_of(uri)

    def href(self, path: str, anchor: str = "") -> str:
        """Return the relative URL of the page at ``path``, which may end in an anchor (releases/2.1/#fx).

        ``anchor`` replaces that one. The URL of a place on the view's own page has no path, so that the address keeps
        its query.
        """
        path, _, ending = path.partition("#")
        relative = self._relative(path)
        return f"{relative}#{anchor or ending}" if anchor or ending else relative or "./"

    def file(self, path: str, *, shared: bool = False) -> str:
        """Return the relative URL of a file of this language, or of one that is ``shared`` by both."""
        up = "../" if shared and self.locale.language != LANGUAGES[0] else ""
        return up + self._relative(path)

    def _relative(self, path: str) -> str:
        """Return a path relative to the page's folder."""
        folder, up = self._path, ""
        while not path.startswith(folder):
            folder, up = folder[: folder.rfind("/", 0, -1) + 1], f"../{up}"
        return up + path.removeprefix(folder)

    def release_url(self, version: str, anchor: str = "") -> str:
        """Return the URL of a release's page, or of an anchor on it."""
        return self.href(release_path(version, anchor))

    def counted_url(self, version: str, state: str) -> str:
        """Return the URL of the features that a release counts for a state, on its page."""
        return self.release_url(version, state_anchor(state))

    def feature_url(self, lifecycle: Lifecycle) -> str:
        """Return the URL of a feature's page, or of its place in its only announcement."""
        return self.href(feature_path(lifecycle))

    def area_url(self, area_id: str) -> str:
        """Return the URL of an area's page."""
        return self.href(area_path(area_id))

    def area(self, area_id: str) -> PageLink:
        """Return an area's name as a link to its page."""
        return PageLink(self.knowledge.area(area_id).name.of(self.locale.language), self.area_url(area_id))

    def compare_url(self, earlier: str, later: str) -> str:
        """Return the URL of the comparison of two releases."""
        return self.href(compare_path(earlier, later))

    def state_url(self, state: str) -> str:
        """Return the URL of a level's page, or of the place on the page of all levels that explains another state."""
        return self.href(self.locale.marks[state].path or f"stability/#{state}")

    @property
    def eras_url(self) -> str:
        """The URL of what PyTorch's words for levels meant at which time."""
        return self.href("stability/", "words")

    def seed_url(self, announcement: Announcement, anchor: str = "") -> str:
        """Return the URL of the page of an announcement's seed, or of an anchor on it."""
        return self.href(seed_path(announcement.seed.id, anchor))

    def line_url(self, announcement: Announcement, line: int) -> str:
        """Return the URL of a line of an announcement's seed."""
        return self.seed_url(announcement, f"L{line}")

    def place_url(self, announcement: Announcement, feature_id: str) -> str:
        """Return the URL of a feature's place in its announcement."""
        return self.release_url(announcement.version, feature_id)

    @property
    def areas(self) -> tuple[Choice, ...]:
        """The areas that have features."""
        return tuple(Choice(area.id, area.name.of(self.locale.language)) for area in self.collection.areas)

    @property
    def levels(self) -> tuple[Choice, ...]:
        """The levels that any feature has or had, REMOVED last."""
        return tuple(map(self.choice, self.collection.reached_levels))

    @property
    def states(self) -> tuple[Choice, ...]:
        """What any release states of any feature: levels, notices, REMOVED last."""
        return tuple(map(self.choice, self.collection.states))

    def choice(self, state: str) -> Choice:
        """Return a state as an entry of a list."""
        return Choice(state, self.locale.state_name(state))

    def feature_link(self, lifecycle: Lifecycle) -> PageLink:
        """Return a feature's name as a link to its page, or to its place in its only announcement."""
        return PageLink(self.texts.name_html(lifecycle), self.feature_url(lifecycle))

    def successors(self, lifecycle: Lifecycle) -> tuple[PageLink, ...]:
        """Return links to the features that replaced a feature."""
        return tuple(self.registered_link(each.feature) for each in lifecycle.successions.values())

    def registered_link(self, feature_id: str) -> PageLink:
        """Return the name of a registered feature, as a link if any release names the feature."""
        lifecycle = self.collection.lifecycles_by_id.get(feature_id)
        if lifecycle:
            return self.feature_link(lifecycle)
        return PageLink(self.knowledge.registered_by_id[feature_id].name.of(self.locale.language))

    def badge(self, state: str) -> Markup:
        """Return the badge of a state as a link to the page of a level, or to where another state is explained."""
        mark = self.locale.marks[state]
        return mark.badge_link(self.state_url(state), mark.definition)

    def symbol(self, state: str) -> Markup:
        """Return the name of a state, which a style sheet draws as its symbol."""
        return self.locale.marks[state].symbol_only

    def notices(self, kinds: Iterable[str | None]) -> Markup:
        """Return the badges of notices, each after a space."""
        return Markup().join(Markup(" ") + self.locale.marks[kind].badge for kind in kinds if kind)
