"""The base class of page kinds, which are registered in ``kinds/__init__.py``."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from atlas.core.problems import Problem
from atlas.history.collection import Collection
from atlas.history.release import Release
from atlas.site.parts.report import SeedReport
from atlas.site.view import View
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class Inputs:
    """What all pages are made from: the collection, and the problems that its seeds and catalogs have."""

    collection: Collection
    problems: tuple[Problem, ...]

    @cached_property
    def reports(self) -> tuple[SeedReport, ...]:
        """The report of each release's seed."""
        return tuple(SeedReport.of(announcement, self.problems) for announcement in self.collection.announcements)


class PageKind(ABC):
    """A kind of page. An instance is one page before it is rendered: a dataclass; the template gets its ``values``."""

    template: ClassVar[str]  # relative to templates/
    title_msgid: ClassVar[str]  # msgids of title and headline, for kinds whose pages all share them
    headline_msgid: ClassVar[str]
    in_bar: ClassVar[bool] = False  # whether the navigation bar links to it
    is_searchable: ClassVar[bool] = False  # whether search finds its title and description
    has_markdown: ClassVar[bool] = False  # whether a Markdown version is published, too
    styles: ClassVar[tuple[str, ...]] = ()  # its own files in docs/assets/css/, besides those of every page
    scripts: ClassVar[tuple[str, ...]] = ()  # its own files in docs/assets/js/

    @classmethod
    @abstractmethod
    def pages(cls, inputs: Inputs) -> Iterator[Self]:
        """Yield every page of this kind."""

    @property
    @abstractmethod
    def uri(self) -> str:
        """Path of its source below the language's folder: ``releases/2.1.md``."""

    @property
    def is_parallel(self) -> bool:
        """Whether it has blocks of the other language beside its own."""
        return False

    @abstractmethod
    def values(self, view: View) -> Any:  # noqa: ANN401  a dataclass of any kind
        """Return a dataclass whose fields the template gets, in the language of ``view``."""

    def title(self, locale: Locale) -> str:
        """Return the name of the page within the site."""
        return locale.gettext(self.title_msgid)

    def headline(self, locale: Locale) -> str:
        """Return the name of the page outside the site, such as in the results of search engines."""
        return locale.gettext(self.headline_msgid)

    @abstractmethod
    def description(self, locale: Locale) -> str:
        """Return one or two sentences for search engines and link previews."""


@dataclass(frozen=True)
class ReleasesPage(PageKind):
    """A page about all releases."""

    releases: tuple[Release, ...]  # newest first

    is_searchable = True
    description_msgid: ClassVar[str]

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Self]:
        yield cls(inputs.collection.releases)

    def description(self, locale: Locale) -> str:
        versions = locale.version_range(release.version for release in self.releases)
        return locale.gettext(self.description_msgid) % {"versions": versions}
