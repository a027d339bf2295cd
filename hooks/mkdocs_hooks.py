"""MkDocs event hooks that give the pages of the pipeline to MkDocs. No other module imports mkdocs.

Because of the plugin static-i18n, MkDocs calls these hooks once for each language. The pipeline runs only once, before
the first language.
"""

import html
import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from atlas import pipeline
from atlas.core.languages import LANGUAGES, Language
from atlas.core.problems import Problem
from atlas.site import exports
from atlas.site.bundles import Bundles
from atlas.site.content import PERMALINK, Content
from atlas.site.environment import COMPILED_TEMPLATES, template_problem
from atlas.site.head import Heads
from atlas.site.page import Page, address
from atlas.site.sanitize import sanitized
from atlas.site.site import Site
from atlas.site.updated import updated
from atlas.site.words.locale import day_in_words
from atlas.site.words.marks import level_colors

log = logging.getLogger("mkdocs.atlas")  # a child of MkDocs' logger, so that --strict counts its warnings

BEFORE_I18N = 50  # priorities of events, relative to those of static-i18n
AFTER_I18N = -200
MIN_TOC_ENTRIES = 4  # a table of contents with fewer entries is not shown
HANDWRITTEN_STYLES = ("text",)


@dataclass
class Build:
    """State that is kept between events: for both languages of a build, and in a preview also between builds."""

    is_serving: bool = False
    convert: pipeline.Convert = field(default_factory=pipeline.CachedConverter)
    site: Site | None = None  # in a preview: the newest site that did not lose pages because of an error
    problems: tuple[Problem, ...] = ()
    pages: dict[str, Page] = field(default_factory=dict)  # generated pages by path below docs/: zh/releases/2.1.md
    bundles: Bundles = field(default_factory=lambda: Bundles(Path()))
    heads: Heads = field(default_factory=lambda: Heads("/", ()))
    updated: date | None = None  # the date of the last change, if known


build = Build()


def on_startup(*, command: str, dirty: bool) -> None:
    """Reset the state. A preview (``mkdocs serve``) shows problems instead of failing."""
    global build  # noqa: PLW0603  MkDocs gives hooks no object to keep state in
    build = Build(is_serving=command == "serve")


@event_priority(AFTER_I18N)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Run the pipeline before the first language, and set the navigation and settings of the current language.

    MkDocs has not yet deleted the old site at this event, so that an error of the pipeline leaves the site untouched.
    """
    i18n: Any = config.plugins.get("i18n")
    if not i18n:
        raise PluginError("mkdocs.yml: its plugins lack i18n, which builds both languages: restore it")
    if not i18n.building:
        _run_pipeline(config)
    language: Language = i18n.current_language
    config.nav = build.site.nav.get(language, [{"index": "index.md"}]) if build.site else None
    config.extra["atlas_problems"] = [str(problem) for problem in build.problems] if build.is_serving else []
    config.extra["atlas_serving"] = build.is_serving
    config.extra["atlas_language"] = language
    config.extra["atlas_home"] = address("", "", language)
    config.extra["atlas_updated"] = build.updated
    config.extra["atlas_bundles"] = build.bundles
    config.mdx_configs.setdefault("toc", {})["permalink_title"] = _catalog(language).gettext(PERMALINK)
    config.theme.static_templates.discard("sitemap.xml")  # the pipeline writes one for both languages
    if language != LANGUAGES[0]:  # one 404.html at the root serves both languages
        config.theme.static_templates.discard("404.html")
    return config


def _catalog(language: Language) -> NullTranslations:
    """Return the interface strings of a language. They are untranslated if there is no site."""
    catalogs = build.site.catalogs if build.site else {}
    return catalogs.get(language, NullTranslations())


def _run_pipeline(config: MkDocsConfig) -> None:
    """Run the pipeline and keep the result in ``build``.

    Raises PluginError if there are errors, or in strict mode warnings. A preview shows them instead.
    """
    root = Path(config.config_file_path).parent
    base = config.site_url or "/"
    site = pipeline.build(root, datetime.now(tz=UTC).date(), base, build.convert)
    build.problems = tuple(problem for problem in site.problems if problem.severity != "note")
    warnings_count = config.strict and not build.is_serving
    errors = [problem for problem in build.problems if problem.severity == "error" or warnings_count]
    for problem in build.problems:
        log.log(logging.ERROR if problem in errors else logging.WARNING, "%s", problem)
    if errors and not build.is_serving:
        raise PluginError(f"{len(errors)} to correct, see above; nothing was built and the previous site is untouched")
    old_uris = {page.src_uri for page in build.site.pages} if build.site else set()
    new_uris = {page.src_uri for page in site.pages}
    if build.site is None or old_uris <= new_uris or not errors:
        build.site = site
    pages = build.site.pages or _only_problems(build.problems)
    build.pages = {f"{page.language}/{page.src_uri}": page for page in pages}
    build.heads = Heads(base, pages)
    colors = level_colors(site.collection.knowledge.stability) if site.collection else ""
    build.bundles = Bundles(root / "docs" / "assets", {"level-colors": colors})
    build.updated = updated(root)


def _only_problems(problems: Iterable[Problem]) -> tuple[Page, ...]:
    """Return home pages that list the problems, for a preview that has no other pages."""
    items = "\n".join(f"<li>{html.escape(str(problem))}</li>" for problem in problems)
    name = "PyTorch Release Atlas"
    content = Content(f"<ul>\n{items}\n</ul>")
    return tuple(Page("index.md", language, name, name, "", content) for language in LANGUAGES)


@event_priority(BEFORE_I18N)
def _add_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the generated pages. static-i18n needs a path for each page, but no file has to exist there."""
    for uri in build.pages:
        path = os.path.join(config.docs_dir, uri)  # noqa: PTH118  the form in which MkDocs keeps paths
        file = File.generated(config, uri, abs_src_path=path)
        file.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(file)
    return files


on_files = CombinedEvent(_add_files)


def on_env(env: Environment, *, config: MkDocsConfig, files: Files) -> None:
    """Give the theme the interface strings, and a cache by which its templates are compiled only once."""
    env.bytecode_cache = COMPILED_TEMPLATES
    env.trim_blocks = env.lstrip_blocks = True  # the theme's indentation would be a fiftieth of each page
    catalog = _catalog(config.extra["atlas_language"])
    env.add_extension("jinja2.ext.i18n")
    env.install_gettext_translations(catalog, newstyle=True)  # type: ignore[attr-defined]
    env.filters["day"] = lambda day: day_in_words(day, catalog.gettext)
    # For 404.html and search.txt, each of which is one file with both languages:
    env.globals["gettext_in"] = {language: _catalog(language).gettext for language in LANGUAGES}
    env.globals["homes"] = {language: address("", "", language) for language in LANGUAGES}


def on_page_read_source(*, page: MkDocsPage, config: MkDocsConfig) -> str | None:
    """Return a generated page's headings as Markdown, from which MkDocs makes the table of contents.

    If a page has too few sections for a table of contents, return only its title. For a handwritten page, return None,
    so that MkDocs reads its file.
    """
    generated = build.pages.get(page.file.src_uri)
    if not generated:
        return None
    outline = generated.content.outline()
    if generated.content.section_count >= MIN_TOC_ENTRIES:
        return outline
    title, _, _ = outline.partition("\n\n")
    return title


def on_page_markdown(markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
    """Set a page's metadata and style sheets."""
    generated = build.pages.get(page.file.src_uri)
    if generated:
        page.meta["title"] = html.escape(generated.title)  # themes do not escape it
        page.edit_url = None  # a generated page has no source to edit
    else:
        language: Language = config.extra["atlas_language"]
        title = str(page.title)
        about = str(page.meta.get("description", config.site_description))
        uri = page.file.src_uri.removeprefix(f"{language}/")
        generated = Page(uri, language, title, title, about, styles=HANDWRITTEN_STYLES)
    page.meta.update(head=build.heads.of(generated), styles=generated.styles, scripts=generated.scripts)
    page.meta["is_parallel"] = generated.is_parallel


@event_priority(AFTER_I18N)
def on_page_content(content: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """Return a generated page's content, or the sanitized HTML of a handwritten page."""
    generated = build.pages.get(page.file.src_uri)
    return generated.content.html if generated else sanitized(content)


def on_page_context(context: dict[str, Any], *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation) -> None:
    """Set metadata of the page for the theme.

    - ``hide`` hides the table of contents of the home page, and a short one, which would take room from the text.
    - ``entry`` is the entry of the navigation to which the page belongs.
    - ``outer`` is ``entry`` if the page's address is not below that of the entry. Breadcrumbs begin with it.
    """
    is_home = page.file.src_uri.count("/") == 1 and page.file.name == "index"
    sections = [section for title in page.toc for section in title.children]
    inner = [entry for section in sections for entry in section.children]
    entry_count = len(sections) + len(inner) + sum(len(entry.children) for entry in inner)
    page.meta["hide"] = ["toc"] if is_home or entry_count < MIN_TOC_ENTRIES else []
    page.meta["entry"] = entry = page if is_home else _entry(page, nav)
    page.meta["outer"] = entry if entry and not page.url.startswith(entry.url) else None


def _entry(page: MkDocsPage, nav: Navigation) -> MkDocsPage | None:
    """Return the entry of the navigation at or above the page's address; if there is none, the last one (About)."""
    _home, *entries = nav.items
    return next((entry for entry in entries if page.url.startswith(entry.url)), entries[-1] if entries else None)


@event_priority(AFTER_I18N)
def on_post_build(config: MkDocsConfig) -> None:
    """After the last language, write the files that are not pages."""
    if config.plugins["i18n"].building or not build.site:  # type: ignore[attr-defined]
        return
    for name, text in exports.files(build.site, build.bundles):
        path = Path(config.site_dir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def on_build_error(*, error: Exception) -> None:
    """Raise PluginError with one line that says what to correct, if the error comes from a template or a file."""
    message = _remedy(error)
    if message:
        raise PluginError(message)


def _remedy(error: Exception) -> str:
    """Return what is wrong and how to correct it. Empty if the error is a bug in the code."""
    problem = template_problem(error, Path.cwd())
    if problem:
        return str(problem)
    if isinstance(error, OSError):
        why = error.strerror or type(error).__name__
        name = _relative(str(error.filename or "the site"))
        return f"{name}: cannot be read or written ({why}): check permissions and free space"
    if isinstance(error, UnicodeError):
        return f"a page below docs/ is not UTF-8 ({error}): save it as UTF-8"
    return ""


def _relative(name: str) -> str:
    """Return the name of a file relative to the working directory, if the file is in it."""
    path = Path(name)
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else name
