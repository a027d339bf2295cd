"""Atlas → Pages in both languages, through the Jinja2 templates of ``templates/``."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from gettext import NullTranslations
from itertools import chain
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from atlas.core.memory import Templates
from atlas.core.model import LANGUAGES, Language, Problem
from atlas.document.html_writer import unbroken
from atlas.document.nodes import plain
from atlas.extract.release import Yield
from atlas.history.collection import Atlas
from atlas.site import across, charts, pages, reports
from atlas.site.interface import day, reason
from atlas.site.introduce import introduce
from atlas.site.locale import Locale, Say
from atlas.site.page import Made, Page
from atlas.site.view import View

Nav = list[dict[str, Any]]
LISTED = 12  # releases in the navigation, which stands on every page


# What a template that somebody edits, or a catalog of words, can raise.
FAULTS = (TemplateError, OSError, ValueError, LookupError, TypeError, ArithmeticError)


_TEMPLATES = Templates()  # of both languages: their filters differ, but nothing constant goes through them


@dataclass(frozen=True, slots=True)
class Rendered:
    """Pages, the navigation and the interface's words in each language, and what stands in the way of them."""

    pages: tuple[Page, ...]
    nav: dict[Language, Nav]
    words: dict[Language, NullTranslations]
    problems: tuple[Problem, ...]


def render(atlas: Atlas, yields: tuple[Yield, ...], say: Say, folder: Path, base: str) -> Rendered:
    """Every generated page of the site at ``base``, to be made when it is asked for."""
    made: list[Page] = []
    nav: dict[Language, Nav] = {}
    words: dict[Language, NullTranslations] = {}
    problems: list[Problem] = []
    try:
        zh, en = (Locale(say, folder, language) for language in LANGUAGES)
        for locale, other in ((zh, en), (en, zh)):
            made += _pages(atlas, yields, (locale, other), folder, base)
            nav[locale.language], words[locale.language] = _nav(atlas, locale), locale.words
            problems += _lacking(locale.missing)
    except FAULTS as error:
        return Rendered((), {}, {}, (_fault(error, folder),))
    addresses = Counter((page.language, page.src_uri) for page in made)
    if doubled := sorted({uri for (_, uri), count in addresses.items() if count > 1}):
        what = f"{len(doubled)} addresses would hold two pages each (the first: {doubled[0]})"
        return Rendered((), {}, {}, (Problem("seeds/knowledge/", 0, f"{what}: rename one of the two"),))
    return Rendered(tuple(made), nav, words, tuple(problems))


def _fault(error: Exception, folder: Path) -> Problem:
    """What is wrong with a template: a problem, not a traceback."""
    if isinstance(error, TemplateError):
        name, line = getattr(error, "name", None) or "templates", getattr(error, "lineno", 0) or 0
        return Problem(f"templates/{name}", line, f"{error.message}: mend the template")
    what = f"{type(error).__name__}: {error}".replace(str(folder), "templates")
    return Problem("templates/", 0, f"do not render ({what}): mend the template or catalog")


def _lacking(missing: Iterable[str]) -> list[Problem]:
    path = "templates/translations/en.po"
    return [Problem(path, 0, f"lacks {words!r}: add and translate it", "warning") for words in sorted(missing)]


def _environment(locale: Locale, folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="<#",  # {# begins the id of a heading
        comment_end_string="#>",
        bytecode_cache=_TEMPLATES,
    )
    environment.install_gettext_translations(locale.words, newstyle=True)  # type: ignore[attr-defined]
    plain_words = lru_cache(maxsize=1024)(lambda words: Markup(locale.gettext(words) % {}))  # noqa: S704  no seed's words

    def said(words: str, **values: Any) -> Markup:  # noqa: ANN401  what words are filled with
        if not values:
            return plain_words(words)
        return Markup(locale.gettext(words) % {name: escape(value) for name, value in values.items()})  # noqa: S704

    environment.globals |= {"_": said, "language": locale.language, "pictures": charts}
    environment.filters["name"] = lambda names: getattr(names, locale.language)
    environment.filters["day"] = lambda when: day(when, locale.language)
    environment.filters["reason"] = lambda given: reason(given, locale.language, locale.gettext)
    environment.filters["number"] = lambda value: f"{value:,}"
    environment.filters["words"] = lambda inlines: plain(inlines).strip()
    environment.filters["unbroken"] = lambda words: Markup(unbroken(str(escape(words))))  # noqa: S704
    environment.filters["own"] = _own
    return environment


@pass_context
def _own(context: Context, drawn: Markup) -> Markup:
    """Note what a template draws itself, which is more than the content of a page may otherwise hold."""
    context["page"].own.append(str(drawn))
    return drawn


def _pages(
    atlas: Atlas, yields: tuple[Yield, ...], locales: tuple[Locale, Locale], folder: Path, base: str
) -> Iterator[Page]:
    locale, _ = locales  # the pages' own, and the one that can be opened beneath it
    environment = _environment(locale, folder)
    environment.globals |= {"atlas": atlas, "know": atlas.knowledge}  # so that a macro needs no page's context

    def macro(name: str) -> Any:  # noqa: ANN401  a macro of the template's module
        return getattr(environment.get_template("macros.html").module, name)

    def make(uri: str, template: str, context: dict[str, Any]) -> Made:
        """A page's Markdown, and the words that it is the first to lack. A template that fails makes none."""
        before, page = set(locale.missing), View(locales, atlas, base, uri, macro)
        try:
            body = environment.get_template(template).render(context, page=page)
        except FAULTS as error:
            return Made("", (_fault(error, folder),))
        body = re.sub(r"\n{3,}", "\n\n", body).strip() + "\n"
        return Made(body, tuple(_lacking(locale.missing - before)), tuple(page.own))

    wanted = chain(
        pages.pages(atlas, locale), across.pages(atlas, locale), reports.pages(atlas, yields, locale.gettext)
    )
    for uri, template, title, context in wanted:
        known = {"title": title, **context}
        headline, description = introduce(template, locale, atlas, known)
        moved_to = context.get("moved_to", "")
        made = partial(make, uri, template, context)
        about = context.get("release") or getattr(context.get("report"), "release", None)
        version = about.version if about else ""
        yield Page(uri, locale.language, title, headline, description, made, version, moved_to)


def _nav(atlas: Atlas, locale: Locale) -> Nav:
    """MkDocs navigation: what there is few of. It stands on every page, so it must not grow with the releases."""
    _, know = locale.gettext, atlas.knowledge

    def section(folder: str, entries: list[tuple[str, str]]) -> list[Any]:
        return [f"{folder}/index.md", *({html.escape(title): f"{folder}/{page}.md"} for title, page in entries)]

    def named(items: Any) -> list[tuple[str, str]]:  # noqa: ANN401  areas or levels
        return [(getattr(item.name, locale.language), f"{item.id}/index") for item in items]

    newest = [(f"PyTorch {r.version}", r.version) for r in atlas.releases[:LISTED]]
    return [
        {_("首页"): "index.md"},
        {_("版本"): section("releases", newest)},
        {_("功能"): section("features", [])},
        {_("领域"): section("areas", named(know.areas))},
        {_("稳定性"): section("stability", named(know.stability.levels))},
        {_("版本对比"): section("compare", [])},
        {_("术语"): "glossary.md"},
        {_("源文件"): section("sources", [])},
        {_("整理报告"): section("report", [])},
        {_("关于"): "about.md"},
    ]
