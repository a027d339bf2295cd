"""MkDocs event hooks that hand the pipeline's pages to MkDocs. No other module imports mkdocs.

static-i18n fires all of these events once per language; the pipeline runs once, before the first.
"""

import html
import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from gettext import NullTranslations
from itertools import chain
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
from atlas.site.bundles import Bundles
from atlas.site.content import PERMALINK, Content
from atlas.site.environment import COMPILED_TEMPLATES, template_problem
from atlas.site.head import Heads
from atlas.site.level_marks import level_colors
from atlas.site.page import Page, address
from atlas.site.render import Site
from atlas.site.sanitize import sanitized
from atlas.site.updated import updated

log = logging.getLogger("mkdocs.atlas")  # below MkDocs' own logger, so that --strict counts its warnings

BEFORE_I18N = 50
AFTER_I18N = -200
MIN_TOC_ENTRIES = 4  # of a table of contents that is shown
HANDWRITTEN_STYLES = ("text",)


@dataclass
class Build:
    """State that outlives one run of the events."""

    is_serving: bool = False
    convert: pipeline.Convert = field(default_factory=pipeline.CachedConverter)
    site: Site | None = None  # while serving: the last site that lost no page to an error
    problems: tuple[Problem, ...] = ()
    pages: dict[str, Page] = field(default_factory=dict)  # by path below docs/: zh/releases/2.1.md
    bundles: Bundles = field(default_factory=lambda: Bundles(Path()))
    heads: Heads = field(default_factory=lambda: Heads("/", ()))
    updated: str = ""  # date of the last change (ISO 8601), if known


build = Build()


def on_startup(*, command: str, dirty: bool) -> None:
    """Reset the build. A preview shows problems instead of failing."""
    global build  # noqa: PLW0603  MkDocs gives hooks no object to keep state in
    build = Build(is_serving=command == "serve")


@event_priority(AFTER_I18N)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Run the pipeline before MkDocs clears the old site, and set the language's navigation and settings."""
    i18n: Any = config.plugins.get("i18n")
    if not i18n:
        raise PluginError("mkdocs.yml: its plugins lack i18n, which builds both languages: restore it")
    if not i18n.building:
        _run(config)
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
    """Return a language's interface strings."""
    return build.site.catalogs.get(language, NullTranslations()) if build.site else NullTranslations()


def _run(config: MkDocsConfig) -> None:
    root = Path(config.config_file_path).parent
    base = config.site_url or "/"
    site = pipeline.build(root, datetime.now(tz=UTC).date(), base, build.convert)
    build.problems = tuple(problem for problem in site.problems if problem.severity != "note")
    errors = [p for p in build.problems if p.severity == "error" or (config.strict and not build.is_serving)]
    for problem in build.problems:
        log.log(logging.ERROR if problem in errors else logging.WARNING, "%s", problem)
    if errors and not build.is_serving:
        raise PluginError(f"{len(errors)} to correct, see above; nothing was built and the previous site is untouched")
    uris = {page.src_uri for page in site.pages}
    if build.site is None or {page.src_uri for page in build.site.pages} <= uris or not errors:
        build.site = site
    pages = build.site.pages or _only_problems(build.problems)
    build.pages = {f"{page.language}/{page.src_uri}": page for page in pages}
    build.heads = Heads(base, pages)
    colors = level_colors(site.collection.knowledge.stability) if site.collection else ""
    build.bundles = Bundles(root / "docs" / "assets", {"level-colors": colors})
    build.updated = updated(root)


def _only_problems(problems: Iterable[Problem]) -> tuple[Page, ...]:
    """Return home pages that list the problems, for a preview without pages."""
    listed = "\n".join(f"<li>{html.escape(str(problem))}</li>" for problem in problems)
    name = "PyTorch Release Atlas"
    content = Content(f"<ul>\n{listed}\n</ul>")
    return tuple(Page("index.md", language, name, name, "", content) for language in LANGUAGES)


@event_priority(BEFORE_I18N)
def _add_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the generated pages. static-i18n needs a path for each, where no file need exist."""
    for uri in build.pages:
        path = os.path.join(config.docs_dir, uri)  # noqa: PTH118  the form in which MkDocs keeps paths
        file = File.generated(config, uri, abs_src_path=path)
        file.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(file)
    return files


on_files = CombinedEvent(_add_files)


def on_env(env: Environment, *, config: MkDocsConfig, files: Files) -> None:
    """Give the theme the interface strings, and compile it once, not for each language and build of a preview."""
    env.bytecode_cache = COMPILED_TEMPLATES
    env.add_extension("jinja2.ext.i18n")
    env.install_gettext_translations(_catalog(config.extra["atlas_language"]), newstyle=True)  # type: ignore[attr-defined]
    env.globals["gettext_in"] = {language: _catalog(language).gettext for language in LANGUAGES}  # for 404.html
    env.globals["homes"] = {language: address("", "", language) for language in LANGUAGES}


def on_page_read_source(*, page: MkDocsPage, config: MkDocsConfig) -> str | None:
    """Return a generated page's headings, all that MkDocs needs; only the title if no table of contents is shown."""
    generated = build.pages.get(page.file.src_uri)
    if not generated:
        return None
    outline = generated.content.outline()
    return outline if generated.content.section_count >= MIN_TOC_ENTRIES else outline.partition("\n\n")[0]


def on_page_markdown(markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """Set a page's head, a generated page's title, escaped because themes do not, and addresses in handwritten text."""
    generated = build.pages.get(page.file.src_uri)
    if generated:
        page.meta["title"] = html.escape(generated.title)
        page.edit_url = None  # a generated page has no source to edit
    else:
        language: Language = config.extra["atlas_language"]
        title = str(page.title)
        about = str(page.meta.get("description", config.site_description))
        uri = page.file.src_uri.removeprefix(f"{language}/")
        generated = Page(uri, language, title, title, about, styles=HANDWRITTEN_STYLES)
    page.meta.update(head=build.heads.of(generated), styles=generated.styles, scripts=generated.scripts)
    return markdown.replace("{site_url}", config.site_url or "/")


@event_priority(AFTER_I18N)
def on_page_content(content: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
    """Return a generated page's content, or a hand-written page sanitized."""
    generated = build.pages.get(page.file.src_uri)
    return generated.content.html if generated else sanitized(content)


def on_page_context(context: dict[str, Any], *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation) -> None:
    """Hide a short table of contents, and the home page's, to give the text more room."""
    is_home = page.file.src_uri.count("/") == 1 and page.file.name == "index"
    headings = sum(1 + len(part.children) for title in page.toc for part in title.children)
    page.meta["hide"] = ["toc"] * (is_home or headings < MIN_TOC_ENTRIES)


@event_priority(AFTER_I18N)
def on_post_build(config: MkDocsConfig) -> None:
    """Write the files that are not pages, after the last language."""
    if config.plugins["i18n"].building or not build.site:  # type: ignore[attr-defined]
        return
    for name, content in chain(build.site.files(), build.bundles.files()):
        path = Path(config.site_dir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def on_build_error(*, error: Exception) -> None:
    """Raise PluginError with a one-line remedy if the error comes from a template or a file."""
    if message := _message(error):
        raise PluginError(message)


def _message(error: Exception) -> str:
    if problem := template_problem(error, Path.cwd()):
        return str(problem)
    if isinstance(error, OSError):
        why = error.strerror or type(error).__name__
        name = _relative(str(error.filename or "the site"))
        return f"{name}: cannot be read or written ({why}): check permissions and free space"
    if isinstance(error, UnicodeError):
        return f"a page below docs/ is not UTF-8 ({error}): save it as UTF-8"
    return ""


def _relative(name: str) -> str:
    path = Path(name)
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else name
