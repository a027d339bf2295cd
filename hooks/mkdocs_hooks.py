"""MkDocs events, and nothing else: they hand the pipeline's pages to MkDocs.

static-i18n builds the site once per language, each time through all of these events; the pipeline runs
once, before the first.
"""

from __future__ import annotations

import gc
import html
import logging
import sys
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import click
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from atlas import pipeline
from atlas.core.memory import Memory, Templates
from atlas.core.model import LANGUAGES, Language, Problem
from atlas.site.head import Heads, listings
from atlas.site.page import PERMALINK, Made, Page
from mkdocs_press import Announced, Press, kept, titled
from mkdocs_preview import Preview
from mkdocs_progress import Progress
from mkdocs_publish import Publishing, fault
from mkdocs_reuse import Reuse, circumstances

log = logging.getLogger("mkdocs.atlas")  # below MkDocs' own logger, so that --strict counts its warnings

AFTER_I18N = -200
# New objects between looks for cycles. By default it is 700, and a fifteenth of a build goes there.
COLLECTED = 10_000


class _Build:
    """What outlives one build: while serving, the last site that was whole."""

    serving = False
    preview: Preview | None = None
    memory: Memory | None = None
    reuse: Reuse | None = None
    templates = Templates()
    progress = Progress(None)
    nav: Navigation  # of the language at hand
    site: pipeline.Site
    whole: pipeline.Site | None = None
    problems: tuple[Problem, ...] = ()
    pages: ClassVar[dict[str, Page]] = {}  # by address below docs/: zh/releases/2.1.md
    listed: ClassVar[set[tuple[str, Language]]] = set()  # pages for the sitemap, those made by hand too
    heads: Heads
    presses: ClassVar[dict[Language, Press]] = {}
    publishing: Publishing | None = None  # or else the site is written in its place


def on_startup(*, command: str, dirty: bool) -> None:
    """Remember whether a preview runs: it shows problems instead of stopping, and renders what is opened."""
    gc.freeze()  # what is loaded stays: no collection need look at it again
    gc.set_threshold(COLLECTED)
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
    _Build.memory = _Build.memory or pipeline.remember(root)
    # Others' plugins and hooks may see every page, and depend on anything.
    if _Build.publishing and set(config.plugins) == {"i18n", *config.hooks} and len(config.hooks) == 1:
        folder = pipeline.cache(root)
        _Build.reuse = Reuse(folder / "pages.json", Path(config.site_dir)) if folder else None
    today, base = datetime.now(tz=UTC).date(), config.site_url or "/"
    watched = sys.stderr.isatty() and log.isEnabledFor(logging.INFO)
    _Build.progress = Progress(sys.stderr if watched else None)
    site = pipeline.prepare(root, today, base, _Build.memory, _Build.progress.step)
    problems = tuple(p for p in site.problems if p.severity != "note")
    errors = _told(problems, strict=config.strict)
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


def _told(problems: Iterable[Problem], *, strict: bool) -> list[Problem]:
    """Log what must be mended, and give what of it is an error. That ends a build."""
    errors = [p for p in problems if p.severity == "error" or (strict and not _Build.serving)]
    for problem in problems:
        log.log(logging.ERROR if problem in errors else logging.WARNING, "%s", problem)
    if errors and not _Build.serving:
        raise PluginError(f"{len(errors)} to mend, see above; nothing was built and the previous site is untouched")
    return errors


@event_priority(AFTER_I18N)
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Announce the generated pages."""
    return Announced(files, config, _Build.pages, config.extra["atlas_language"])


@event_priority(AFTER_I18N)
def on_nav(nav: Navigation, *, config: MkDocsConfig, files: Announced) -> Navigation:
    """Give generated pages of the navigation their titles, as they are not rendered yet. List those made by hand."""
    language: Language = config.extra["atlas_language"]
    for uri, file in files.named().items():
        if file.page:
            file.page.meta = titled(_Build.pages[uri])
    _Build.listed |= {(file.src_uri.removeprefix(f"{language}/"), language) for file in files.documentation_pages()}
    _Build.nav = nav
    return nav


@event_priority(AFTER_I18N)
def on_env(env: Environment, *, config: MkDocsConfig, files: Announced) -> None:
    """Compile the theme once for both languages; keep what generated pages are rendered with."""
    env.bytecode_cache = _Build.templates
    language: Language = config.extra["atlas_language"]
    of = circumstances(pipeline.circumstances(), config, _Build.nav) if _Build.reuse else ""
    _Build.presses[language] = Press(language, kept(config), files, _Build.nav, env, _Build.heads, _Build.reuse, of)


def on_page_markdown(markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """What the head of a page made by hand says: it has a title and a description in its front matter."""
    if page.file.src_uri not in _Build.pages:
        language: Language = config.extra["atlas_language"]
        title, about = str(page.title), page.meta.get("description", config.site_description)
        uri = page.file.src_uri.removeprefix(f"{language}/")
        page.meta["head"] = _Build.heads.of(Page(uri, language, title, title, about, lambda: Made(markdown)))
    return markdown


@event_priority(AFTER_I18N)
def on_page_content(content: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """Take out what no page needs, whatever let it in. A generated page holds what its templates drew, too."""
    return content if page.file.src_uri in _Build.pages else pipeline.sanitized(content)


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

    files = _Build.site.files

    def write_files() -> None:
        told = listings(config.site_url or "/", _Build.listed)
        for path, content in chain(files(), ((path, text.encode()) for path, text in told.items())):
            _write(Path(config.site_dir, path), content)

    _Build.listed |= {(page.src_uri, page.language) for page in _Build.pages.values() if not page.moved_to}
    if _Build.preview:
        _Build.preview.open(_Build.pages.values(), _show, write_files)
    else:
        _press(strict=config.strict)
        _Build.pages.clear()  # none is asked for again: room for the index
        _Build.site, _Build.whole = replace(_Build.site, pages=()), None
        write_files()
    _Build.progress.end()
    if _Build.publishing:
        _Build.publishing.whole = True


def _press(*, strict: bool) -> None:
    """Render and write every generated page, then look where links of those made by hand lead."""
    problems: set[Problem] = set()  # many pages have the same template
    for page in sorted(_Build.pages.values(), key=lambda page: page.about):  # a release is unpacked once
        _Build.presses[page.language].render(page, problems.add)
        _Build.progress.step("rendering pages", len(_Build.pages))
    _told(sorted(problems), strict=strict)
    for press in _Build.presses.values():
        for file in press.files.documentation_pages():
            file.page.validate_anchor_links(files=press.files, log_level=press.config.validation.links.anchors)


def _show(page: Page) -> None:
    """Render a page that somebody opens in a preview, and tell what is wrong with its template there."""
    press = _Build.presses[page.language]
    told = press.config.extra["atlas_problems"]

    def tell(problem: Problem) -> None:
        if str(problem) not in told:
            log.warning("%s", problem)
            told.append(str(problem))

    press.render(page, tell)


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
        if _Build.publishing.whole and _Build.memory:
            _Build.memory.close()
        if _Build.publishing.whole and _Build.reuse:
            _Build.reuse.close()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
