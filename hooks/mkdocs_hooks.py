"""MkDocs events, and nothing else: they hand the pipeline's pages to MkDocs.

static-i18n builds the site once per language, each time through all of these events; the pipeline runs
once, before the first.
"""

from __future__ import annotations

import html
import logging
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as MkDocsPage

from atlas import pipeline
from atlas.head import Head, Heads, listings
from atlas.model import Language, Page, Problem

log = logging.getLogger("mkdocs.atlas")  # below MkDocs' own logger, so that --strict counts its warnings

BEFORE_I18N, AFTER_I18N = 50, -200
PERMALINK = {"zh": "本节的链接", "en": "Link to this section"}


class _Build:
    """What outlives one build: while serving, the last site that was whole."""

    serving = False
    site: pipeline.Site
    whole: pipeline.Site | None = None
    problems: tuple[Problem, ...] = ()
    bodies: ClassVar[dict[str, Page]] = {}  # by address below docs/: zh/releases/2.1.md
    makes_heads: Heads
    heads: ClassVar[dict[str, Head]] = {}  # of every page, those made by hand too, by address below docs/
    twins: ClassVar[dict[str, str]] = {}  # pages as Markdown, by path below the site: releases/2.1/index.md


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether a preview runs: it shows problems instead of stopping."""
    _Build.serving = command == "serve"


@event_priority(AFTER_I18N)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Run the pipeline, before MkDocs clears the old site; give each language its navigation."""
    i18n: Any = config.plugins["i18n"]
    if not i18n.building:
        _run(config)
    language: Language = i18n.current_language
    config.nav = _Build.site.nav.get(language, [{"index": "index.md"}])
    config.extra["atlas_problems"] = [str(problem) for problem in _Build.problems] if _Build.serving else []
    config.extra["atlas_language"] = language
    config.mdx_configs["toc"]["permalink_title"] = PERMALINK[language]
    config.theme.static_templates.discard("sitemap.xml")  # written at the end, with the addresses of both languages
    return config


def _run(config: MkDocsConfig) -> None:
    root = Path(config.config_file_path).parent
    site = pipeline.build(root, datetime.now(tz=UTC).date(), config.site_url or "/")
    _Build.twins, _Build.heads = {}, {}
    problems = tuple(p for p in site.problems if p.severity != "note")
    errors = [p for p in problems if p.severity == "error" or (config.strict and not _Build.serving)]
    for problem in problems:
        log.log(logging.ERROR if problem in errors else logging.WARNING, "%s", problem)
    if errors and not _Build.serving:
        raise PluginError(f"{len(errors)} to mend, see above; nothing was built and the previous site is untouched")
    _Build.problems = problems
    if not errors and site.pages:
        _Build.whole = site
    # An error that costs no page is shown beside what it concerns; one that does, beside the last whole site.
    whole = _Build.whole or site
    _Build.site = site if {p.src_uri for p in whole.pages} <= {p.src_uri for p in site.pages} else whole
    _Build.bodies = {f"{page.language}/{page.src_uri}": page for page in _Build.site.pages}
    if not _Build.bodies:  # nothing could be read at all: a page that says so
        listing = "\n".join(f"<li>{html.escape(str(problem))}</li>" for problem in problems)
        for language in ("zh", "en"):
            name = "PyTorch Release Atlas"
            page = Page("index.md", language, name, name, "", f"# {name}\n\n<ul>\n{listing}\n</ul>\n")
            _Build.bodies[f"{language}/index.md"] = page
    _Build.makes_heads = Heads(config.site_url or "/", _Build.bodies.values())


@event_priority(BEFORE_I18N)
def _announce(files: Files, config: MkDocsConfig) -> Files:
    # static-i18n 1.3 needs a source path of every file, though nothing need be there.
    for uri in _Build.bodies:
        files.append(File.generated(config, uri, abs_src_path=os.path.join(config.docs_dir, uri)))  # noqa: PTH118
    return files


@event_priority(AFTER_I18N)
def _fill(files: Files, config: MkDocsConfig) -> Files:
    # static-i18n makes new File objects: the content is set on those that are left.
    for file in files:
        if page := _Build.bodies.get(file.src_uri):
            file.content_string = page.body
    return files


on_files = CombinedEvent(_announce, _fill)


def on_nav(nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
    """Pages that the navigation does not list (it would grow with the releases) still belong to their section."""
    sections = {
        item.children[0].file.src_uri.rpartition("/")[0]: item
        for item in nav.items
        if isinstance(item, Section) and item.children and isinstance(item.children[0], MkDocsPage)
    }
    for file in files.documentation_pages():
        section = sections.get("/".join(file.src_uri.split("/")[:2]))  # below the language's folder
        if section and file.page and file.page.parent is None:
            file.page.parent = section
    return nav


def on_page_markdown(markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """What the head of each page says; the theme writes a generated page's title as it is."""
    made = _Build.bodies.get(page.file.src_uri)
    if made:
        page.meta = {"title": html.escape(made.title)}
        page.edit_url = None
    else:  # by hand, with a title and a description in front matter
        language: Language = config.extra["atlas_language"]
        title, about = str(page.title), page.meta.get("description", config.site_description)
        made = Page(page.file.src_uri.removeprefix(f"{language}/"), language, title, title, about, markdown)
    page.meta["head"] = _Build.heads[page.file.src_uri] = _Build.makes_heads.of(made)
    return markdown


def on_page_context(context: dict[str, Any], *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation) -> None:
    """No column for a list that would hold nothing: of a section's pages, of a page's parts."""
    home = page.file.src_uri.count("/") == 1 and page.file.name == "index"
    listed = page.parent.children if page.parent else []
    parts = sum(1 + len(part.children) for title in page.toc for part in title.children)
    page.meta["hide"] = ["navigation"] * (len(listed) < 2) + ["toc"] * (home or parts < 2)


@event_priority(AFTER_I18N)
def on_page_content(content: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
    """Keep every page as Markdown too, for programs; it will lie beside the page."""
    path = page.file.dest_uri.removesuffix(".html") + ".md"
    _Build.twins[path] = pipeline.twin(content, page.canonical_url or page.abs_url or "")


@event_priority(AFTER_I18N)
def on_post_build(config: MkDocsConfig) -> None:
    """Write what is no page, once the last language is written."""
    if config.plugins["i18n"].building:  # type: ignore[attr-defined]
        return
    texts = _Build.twins | listings(config.site_url or "/", _Build.heads.values())
    for path, content in (_Build.site.files | {path: text.encode() for path, text in texts.items()}).items():
        target = Path(config.site_dir, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
