"""Generated pages in MkDocs: known to it by name, made one at a time, and forgotten once they are written.

MkDocs would hold every page of a site until the last is rendered, in each language. It is told of those alone that its
navigation or a page made by hand leads to; the others are files of its own kind for as long as they are rendered.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.commands.build import _build_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc
from mkdocs.utils import write_file
from mkdocs_static_i18n.folder import I18nFiles, create_i18n_file

from atlas import pipeline
from atlas.core.memory import digest
from atlas.core.model import LANGUAGES, Language, Problem
from atlas.site.head import Heads
from atlas.site.page import Page
from mkdocs_reuse import Reuse


class Announced(I18nFiles):  # type: ignore[misc]
    """A language's files as static-i18n sorted them, and the generated pages, which are listed nowhere."""

    def __init__(self, files: I18nFiles, config: MkDocsConfig, pages: Mapping[str, Page], language: Language) -> None:
        super().__init__(files.plugin, files)
        self.pages = pages  # by address below docs/: zh/releases/2.1.md
        self._config, self._language = config, language
        self._named: dict[str, File] = {}  # what somebody asked for

    def get_file_from_path(self, path: str) -> File | None:
        """Find a file, or a generated page of this language, by its address below docs/ or below the language's."""
        found: File | None = super().get_file_from_path(path)
        if found:
            return found
        uri = path if path.startswith(f"{self._language}/") else f"{self._language}/{path}"
        if uri in self.pages and uri not in self._named:
            self._named[uri] = self._file(uri, self._language)
        return self._named.get(uri)

    def named(self) -> Mapping[str, File]:
        """Those generated pages that something leads to, by their address."""
        return self._named

    def file(self, uri: str) -> File:
        """A generated page as MkDocs' and static-i18n's file."""
        return self._named.get(uri) or self._file(uri, self._language)

    def _file(self, uri: str, language: Language) -> File:
        file: Any = self._of(uri, language)
        own = uri.removeprefix(f"{language}/")
        others = (other for other in LANGUAGES if other != language and f"{other}/{own}" in self.pages)
        file.alternates |= {other: self._of(f"{other}/{own}", other) for other in others}
        return file  # type: ignore[no-any-return]

    def _of(self, uri: str, language: Language) -> Any:  # noqa: ANN401  a file with what static-i18n adds
        bare = File(uri, self._config.docs_dir, self._config.site_dir, self._config.use_directory_urls)
        bare.inclusion = InclusionLevel.NOT_IN_NAV
        return create_i18n_file(bare, language, LANGUAGES[0], list(LANGUAGES), self._config)


def kept(config: MkDocsConfig) -> MkDocsConfig:
    """The configuration of this language: for the next one, the same objects are changed."""
    now = copy(config)
    for name in ("theme", "extra", "mdx_configs"):
        now[name] = deepcopy(config[name])
    return now


def titled(page: Page) -> dict[str, Any]:
    """A page's title as front matter, escaped: the theme writes it as it is."""
    return {"title": html.escape(page.title)}


def _ids(html: str) -> set[str]:
    return set(re.findall(r'\sid="([^"]*)"', html))


@dataclass(frozen=True)
class Press:
    """What rendering pages of one language needs, as it was when MkDocs came to rendering its own."""

    language: Language
    config: MkDocsConfig
    files: Announced
    nav: Navigation
    env: Environment
    heads: Heads
    reuse: Reuse | None  # of the previous site's pages
    circumstances: str  # the digest of what all pages depend on

    def render(self, wanted: Page, tell: Callable[[Problem], None]) -> None:
        """Make a generated page and write it; ``tell`` what its templates complain about."""
        plugins = self.config.plugins
        plugins["i18n"].current_language = self.language  # type: ignore[attr-defined]
        uri = f"{self.language}/{wanted.src_uri}"
        file, made = self.files.file(uri), wanted.make()
        for problem in made.problems:
            tell(problem)
        head, folder = self.heads.of(wanted), Path(self.config.site_dir)
        made_from = digest(self.circumstances, wanted.title, repr(head), made.body, *made.own) if self.reuse else ""
        if self.reuse and (kept := self.reuse.take(wanted.path, made_from)):
            for name, text in zip(("index.html", "index.md"), kept, strict=True):
                write_file(text, str(folder / wanted.path / name))
            if file.page:
                file.page.present_anchor_ids = _ids(kept[0].decode())
            return
        page = file.page or MkDocsPage(None, file, self.config)
        page.parent = page.parent or self._section(uri)
        self.config._current_page = page  # as MkDocs' own steps do  # noqa: SLF001
        page = plugins.on_pre_page(page, config=self.config, files=self.files)
        page.meta = titled(wanted) | {"head": head}
        page.edit_url = None  # nobody edits a generated page
        page.markdown = plugins.on_page_markdown(made.body, page=page, config=self.config, files=self.files)
        self._convert(page)
        content = plugins.on_page_content(page.content or "", page=page, config=self.config, files=self.files)
        page.content = pipeline.sanitized(content, made.own)
        _build_page(page, self.config, (), self.nav, self.env)
        if self.reuse:
            self.reuse.keep(wanted.path, made_from, folder)
        if uri in self.files.named():
            page.present_anchor_ids = _ids(page.content or "")
        page.markdown, page.content, page.toc = "", None, ()  # type: ignore[assignment]

    def _convert(self, page: MkDocsPage) -> None:
        """The page's Markdown as HTML: by a short way, or where that cannot be, as MkDocs would."""
        title = self.config.mdx_configs["toc"]["permalink_title"]
        if not (short := pipeline.contents(page.markdown or "", title)):
            page.render(self.config, self.files)
            return
        page.content, headings = short
        least, most = map(int, self.config.mdx_configs["toc"]["toc_depth"].split("-"))
        top: list[Any] = []
        above: list[Any] = []
        for heading in headings:
            if least <= heading.level <= most:
                token = {"level": heading.level, "id": heading.id, "name": heading.words, "children": []}
                while above and above[-1]["level"] >= heading.level:
                    above.pop()
                (above[-1]["children"] if above else top).append(token)
                above.append(token)
        page.toc = get_toc(top)

    def _section(self, uri: str) -> Section | None:
        """The section of a page that the navigation does not list: it would grow with the releases."""
        folder = "/".join(uri.split("/")[:2])
        sections = (item for item in self.nav.items if isinstance(item, Section) and item.children)
        for section in sections:
            first = section.children[0]
            if isinstance(first, MkDocsPage) and first.file.src_uri.rpartition("/")[0] == folder:
                return section
        return None
