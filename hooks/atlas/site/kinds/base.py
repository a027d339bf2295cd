"""What a kind of page is: one class, registered in ``kinds/__init__.py``."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Self

from atlas.core.problems import Problem
from atlas.history.collection import Collection
from atlas.history.release import Release
from atlas.site.locale import Locale
from atlas.site.report import Report


@dataclass(frozen=True)
class Inputs:
    """What pages are made of: a collection of releases, and the problems of its seeds and catalogs."""

    collection: Collection
    problems: tuple[Problem, ...]

    @cached_property
    def reports(self) -> tuple[Report, ...]:
        """What the seed of each release yielded."""
        return tuple(Report.of(release, self.problems) for release in self.collection.releases)


class Kind(ABC):
    """A page, whatever its language. Subclasses are dataclasses: their fields are what the template is given."""

    template: ClassVar[str]  # below templates/
    named: ClassVar[str]  # its title and its headline, by msgid, where every page of the kind has the same
    headed: ClassVar[str]
    is_list: ClassVar[bool] = False  # search finds it by its title alone
    has_markdown: ClassVar[bool] = False  # a Markdown version is published beside it

    @classmethod
    @abstractmethod
    def pages(cls, inputs: Inputs) -> Iterator[Self]:
        """Every page of this kind."""

    @property
    @abstractmethod
    def uri(self) -> str:
        """Source address below the language's folder: ``releases/2.1.md``."""

    def title(self, locale: Locale) -> str:
        """Its name on the site, below its section."""
        return locale.gettext(self.named)

    def headline(self, locale: Locale) -> str:
        """Its name anywhere else, as in lists of search results."""
        return locale.gettext(self.headed)

    @abstractmethod
    def description(self, locale: Locale) -> str:
        """What it shows, in one or two sentences."""

    def context(self) -> dict[str, Any]:
        """What the template is given, by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]


@dataclass(frozen=True)
class ReleasesKind(Kind):
    """A page about every release at once; ``described`` is its description, by msgid."""

    releases: tuple[Release, ...]  # newest first

    is_list = True
    described: ClassVar[str]

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Self]:
        yield cls(inputs.collection.releases)

    def description(self, locale: Locale) -> str:
        return locale.gettext(self.described) % {"versions": locale.span(r.version for r in self.releases)}
