"""MkDocs events, and nothing else: they hand the pipeline's pages to MkDocs.

static-i18n builds the site once per language, each time through all of these events; the pipeline runs
once, before the first.
"""

from __future__ import annotations

import html
import logging
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import click
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as MkDocsPage

from atlas import pipeline
from atlas.head import Heads, listings
from atlas.memory import Memory, Templates
from atlas.model import LANGUAGES, Language, Problem
from atlas.page import PERMALINK, Made, Page
from mkdocs_preview import Preview
from mkdocs_progress import Progress
from mkdocs_publish import Publishing, fault

log = logging.getLogger("mkdocs.atlas")  # below MkDocs' own logger, so that --strict counts its warnings

BEFORE_I18N, AFTER_I18N = 50, -200


class _Build:
    """What outlives one build: while serving, the last site that was whole."""

    serving = False
    preview: Preview | None = None
    memory, templates = Memory(), Templates()
    progress = Progress(None)
    nav: Navigation  # of the language at hand
    site: pipeline.Site
    whole: pipeline.Site | None = None
    problems: tuple[Problem, ...] = ()
    pages: ClassVar[dict[str, Page]] = {}  # by address below docs/: zh/releases/2.1.md
    listed: ClassVar[set[tuple[str, Language]]] = set()  # pages for the sitemap, those made by hand too
    heads: Heads
    publishing: Publishing | None = None  # or else the site is written in its place


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether a preview runs: it shows problems instead of stopping, and renders what is opened."""
    _Build.serving = command == "serve"
    asked = click.get_current_context(silent=True)
    # Without live reload MkDocs shows its server to nobody, and then everything is rendered at once.
    _Build.preview = Preview() if _Build.serving and asked and asked.params.get("livereload") else None
    _Build.publishing = Publishing() if asked and asked.info_name != "serve" and not dirty else None


def on_serve(server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> None:
    """Let the preview have what is asked for."""
    if _Build.preview:
        _Build.preview.attach(server)


@event_priority(AFTER_I18N)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Run the pipeline, before MkDocs clears the old site; give each language its navigation."""
    i18n: Any = config.plugins.get("i18n")
    if not i18n:
        raise PluginError("mkdocs.yml: its plugins lack i18n, which builds both languages: restore it")
    if not i18n.building:
        if _Build.preview:
            _Build.preview.close()
        _run(config)
        if _Build.publishing:
            _Build.publishing.begin(config)
    language: Language = i18n.current_language
    config.nav = _Build.site.nav.get(language, [{"index": "index.md"}])
    config.extra["atlas_problems"] = [str(problem) for problem in _Build.problems] if _Build.serving else []
    config.extra["atlas_serving"] = _Build.serving
    config.extra["atlas_language"] = language
    config.mdx_configs.setdefault("toc", {})["permalink_title"] = PERMALINK[language]
    config.theme.static_templates.discard("sitemap.xml")  # written at the end, with the addresses of both languages
    if language != LANGUAGES[0]:  # what is missing has one page, in the site's own language
        config.theme.static_templates.discard("404.html")
    return config


def _run(config: MkDocsConfig) -> None:
    root = Path(config.config_file_path).parent
    today, base = datetime.now(tz=UTC).date(), config.site_url or "/"
    watched = sys.stderr.isatty() and log.isEnabledFor(logging.INFO)
    _Build.progress = Progress(sys.stderr if watched else None)
    if _Build.preview:
        site = pipeline.prepare(root, today, base, _Build.memory, _Build.progress.step)
    else:
        site = pipeline.build(root, today, base, _Build.progress.step)
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
    _Build.pages = {f"{page.language}/{page.src_uri}": page for page in _Build.site.pages}
    if not _Build.pages:  # nothing could be read at all: a page that says so
        listing = "\n".join(f"<li>{html.escape(str(problem))}</li>" for problem in problems)
        name, said = "PyTorch Release Atlas", f"# PyTorch Release Atlas\n\n<ul>\n{listing}\n</ul>\n"
        for language in LANGUAGES:
            page = Page("index.md", language, name, name, "", lambda: Made(said))
            _Build.pages[f"{language}/index.md"] = page
    _Build.heads, _Build.listed = Heads(base, _Build.pages.values()), set()


@event_priority(BEFORE_I18N)
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Announce the generated pages. static-i18n 1.3 needs a source path of each, though nothing need be there."""
    for uri in _Build.pages:
        files.append(File.generated(config, uri, abs_src_path=os.path.join(config.docs_dir, uri)))  # noqa: PTH118
    return files


@event_priority(AFTER_I18N)
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
        made = _Build.pages.get(file.src_uri)
        if file.page and made:
            file.page.meta = _meta(made)  # what others, not rendered yet, are called
        if not made or not made.moved_to:
            language: Language = config.extra["atlas_language"]
            _Build.listed.add((file.src_uri.removeprefix(f"{language}/"), language))
    if _Build.preview:
        _Build.preview.hide(files)
        _Build.nav = nav
    return nav


@event_priority(AFTER_I18N)
def on_env(env: Environment, *, config: MkDocsConfig, files: Files) -> None:
    """Compile the theme once for both languages; keep what a preview renders with."""
    env.bytecode_cache = _Build.templates
    if _Build.preview:
        _Build.preview.keep(config.extra["atlas_language"], config, files, _Build.nav, env)


def on_page_read_source(*, page: MkDocsPage, config: MkDocsConfig) -> str | None:
    """A generated page's Markdown. A preview makes it only now, and tells what is wrong with its template."""
    made = _Build.pages.get(page.file.src_uri)
    if not made or not _Build.preview:
        return made.body if made else None
    told = config.extra["atlas_problems"]
    for problem in made.problems:
        if str(problem) not in told:  # other pages have the same template
            log.warning("%s", problem)
            told.append(str(problem))
    return made.body


def _meta(made: Page) -> dict[str, str]:
    """The title, escaped: the theme writes it as it is."""
    return {"title": html.escape(made.title)}


def on_page_markdown(markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """What the head of each page says, and that nobody edits a generated one."""
    made = _Build.pages.get(page.file.src_uri)
    if made:
        page.meta = _meta(made)
        page.edit_url = None
    else:  # by hand, with a title and a description in front matter
        language: Language = config.extra["atlas_language"]
        title, about = str(page.title), page.meta.get("description", config.site_description)
        made = Page(
            page.file.src_uri.removeprefix(f"{language}/"), language, title, title, about, lambda: Made(markdown)
        )
    page.meta["head"] = _Build.heads.of(made)
    return markdown


@event_priority(AFTER_I18N)
def on_page_content(content: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """Take out what no page needs, whatever let it in. Tell how far it is: this is what takes longest."""
    made = _Build.pages.get(page.file.src_uri)
    if made:
        _Build.progress.step("rendering pages", len(_Build.pages))
    return pipeline.sanitized(content, made.own if made else ())


def on_page_context(context: dict[str, Any], *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation) -> None:
    """No column for a list that would hold nothing: of a section's pages, of a page's parts."""
    home = page.file.src_uri.count("/") == 1 and page.file.name == "index"
    listed = page.parent.children if page.parent else []
    parts = sum(1 + len(part.children) for title in page.toc for part in title.children)
    page.meta["hide"] = ["navigation"] * (len(listed) < 2) + ["toc"] * (home or parts < 2)


@event_priority(AFTER_I18N)
def on_post_page(output: str, *, page: MkDocsPage, config: MkDocsConfig) -> None:
    """Write every page as Markdown too, for programs, beside the page."""
    _write(
        Path(page.file.abs_dest_path).with_suffix(".md"),
        pipeline.twin(page.content or "", page.canonical_url or page.abs_url or "").encode(),
    )


@event_priority(AFTER_I18N)
def on_post_build(config: MkDocsConfig) -> None:
    """Write what is no page, once the last language is written; a preview, once somebody asks."""
    if config.plugins["i18n"].building:  # type: ignore[attr-defined]
        return

    def write_files() -> None:
        told = listings(config.site_url or "/", _Build.listed)
        for path, content in (_Build.site.files | {path: text.encode() for path, text in told.items()}).items():
            _write(Path(config.site_dir, path), content)

    _Build.progress.end()
    if _Build.preview:
        _Build.preview.open(write_files)
    else:
        write_files()
    if _Build.publishing:
        _Build.publishing.whole = True


def on_build_error(*, error: Exception) -> None:
    """Keep the previous site; say in a line what somebody can mend."""
    if _Build.publishing:
        _Build.publishing.whole = False
    if told := fault(error):
        raise PluginError(told)


def on_shutdown() -> None:
    """Let the new site take the old one's place: only now has all been written, and counted by ``--strict``."""
    if _Build.publishing:
        _Build.publishing.end()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
