"""The result of a build."""

from dataclasses import dataclass, field
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from atlas.core.languages import Language
from atlas.core.problems import Problem
from atlas.history.collection import Collection
from atlas.site.page import Page
from atlas.site.words.locale import Locale

Nav = list[dict[str, Any]]  # as MkDocs expects it: title → source path


@dataclass(frozen=True)
class Site:
    """All pages, and what the other files of the site are made from; if a build failed, only its problems.

    ``base`` is the site's URL, ending in a slash; ``docs`` is the folder of the handwritten pages.
    """

    collection: Collection | None = None
    pages: tuple[Page, ...] = ()
    nav: dict[Language, Nav] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    locales: tuple[Locale, ...] = field(default=(), compare=False, repr=False)
    docs: Path = Path()
    base: str = "/"

    @property
    def catalogs(self) -> dict[Language, NullTranslations]:
        """The interface strings of each language."""
        return {locale.language: locale.catalog for locale in self.locales}
