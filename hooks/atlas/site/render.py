"""Collection → Pages in both languages, using the Jinja2 templates in ``templates/``."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from gettext import NullTranslations
from itertools import chain
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    pass_context,
)
from jinja2.runtime import Context
from markupsafe import Markup, escape

from atlas.core.edits import RULES
from atlas.core.languages import LANGUAGES, Language
from atlas.core.problems import Problem
from atlas.document.html_writer import breakable, fill_blank_lines
from atlas.history.collection import Collection
from atlas.site import exports, search
from atlas.site.content import Content, parse
from atlas.site.exports.markdown import markdown
from atlas.site.exports.redirects import redirects
from atlas.site.head import listings
from atlas.site.interface import (
    DIFFERENCES,
    FINDINGS,
    OPEN,
    OUTCOMES,
    day,
    reason,
)
from atlas.site.kinds import KINDS, Inputs, Kind
from atlas.site.locale import Locale
from atlas.site.page import Page, address, handwritten_uris, path_of
from atlas.site.view import View
from atlas.sources.formats import FORMATS

Nav = list[dict[str, Any]]
MAX_DESCRIPTION_LENGTH = {"zh": 100, "en": 160}  # characters


# What an edited template or catalog can raise.
TEMPLATE_ERRORS = (TemplateError, OSError, ValueError, LookupError, TypeError, ArithmeticError)


@dataclass(frozen=True)
class Site:
    """The result of a build: pages, each language's navigation and interface strings, other files, and all problems.

    ``files`` yields the path and content of each file that is not a page.
    """

    collection: Collection | None = None
    pages: tuple[Page, ...] = ()
    nav: dict[Language, Nav] = field(default_factory=dict)
    catalogs: dict[Language, NullTranslations] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    files: Callable[[], Iterator[tuple[str, bytes]]] = field(default=lambda: iter(()), compare=False, repr=False)


def render(collection: Collection, problems: Iterable[Problem], root: Path, base: str) -> Site:
    """Render the site of a collection at ``base``; ``problems`` are those of its seeds and catalogs."""
    folder = root / "templates"
    reported = tuple(problems)
    pages: list[Page] = []
    found: list[Problem] = []
    try:
        zh, en = (Locale(collection.knowledge, folder, language) for language in LANGUAGES)
        inputs = Inputs(collection, reported)
        kinds = [page for kind in KINDS for page in kind.pages(inputs)]
        for locale, other in ((zh, en), (en, zh)):
            environment = _environment(collection, locale, folder)
            views = (View(collection, (locale, other), base, kind.uri) for kind in kinds)
            made, page_problems = _pages(kinds, views, environment, folder)
            pages += made
            found += (*page_problems, *_missing_message_problems(locale.missing))
        nav = {locale.language: _nav(locale) for locale in (zh, en)}
    except TEMPLATE_ERRORS as error:
        return Site(collection, problems=tuple(sorted({*reported, _template_problem(error, folder)})))
    addresses = Counter(path_of(page.src_uri) for page in pages if page.language == zh.language)  # the same in en
    addresses.update(former for former, _, _ in redirects(collection, zh))
    if doubled := sorted(path for path, count in addresses.items() if count > 1):
        what = f"{len(doubled)} addresses would hold two pages each (the first: /{doubled[0]})"
        doubled_pages = Problem("seeds/knowledge/", 0, f"{what}: rename one of the two")
        return Site(collection, problems=tuple(sorted({*reported, doubled_pages})))

    def files() -> Iterator[tuple[str, bytes]]:
        described = [page for page in pages if page.is_searchable]
        listed = {(page.src_uri, page.language) for page in pages}
        listed |= {(uri, language) for language in LANGUAGES for uri in handwritten_uris(root / "docs", language)}
        found = (
            exports.files(collection, (zh, en), base),
            search.files(collection, described, root / "docs", (zh, en)),
            listings(base, listed).items(),
            (_markdown_version(page, base) for page in pages if page.has_markdown),
        )
        yield from ((path, text.encode()) for path, text in chain.from_iterable(found))

    catalogs = {locale.language: locale.catalog for locale in (zh, en)}
    return Site(collection, tuple(pages), nav, catalogs, tuple(sorted({*reported, *found})), files)


def _markdown_version(page: Page, base: str) -> tuple[str, str]:
    """Return the path and text of a page's Markdown version."""
    url = address(base, path_of(page.src_uri), page.language)
    return f"{page.path}index.md", markdown(page.content.html(page.language), url)


def _template_problem(error: Exception, folder: Path) -> Problem:
    """Turn an error in a template or catalog into a problem."""
    if isinstance(error, TemplateError):
        name, line = getattr(error, "name", None) or "", getattr(error, "lineno", 0) or 0
        return Problem(f"templates/{name}", line, f"{error.message}: correct the template")
    what = f"{type(error).__name__}: {error}".replace(str(folder), "templates")
    return Problem("templates/", 0, f"do not render ({what}): correct the template or catalog")


def _missing_message_problems(missing: Iterable[str]) -> list[Problem]:
    path = "templates/translations/en.po"
    return [Problem(path, 0, f"lacks {words!r}: add and translate it", "warning") for words in sorted(missing)]


# Compiled templates, in the user's folder for temporary files: compiling them takes a tenth of a build.
COMPILED_TEMPLATES = FileSystemBytecodeCache()


def _environment(collection: Collection, locale: Locale, folder: Path) -> Environment:
    _ = locale.gettext
    sign = Markup('<span class="outcome" data-outcome="{}" aria-hidden="true">{}</span>')
    had = {step.level for lifecycle in collection.features for step in lifecycle.steps}
    environment = Environment(
        loader=FileSystemLoader(folder),
        bytecode_cache=COMPILED_TEMPLATES,
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="<#",  # {# begins the id of a heading
        comment_end_string="#>",
    )
    environment.install_gettext_translations(locale.catalog, newstyle=True)  # type: ignore[attr-defined]

    def translated(words: str, **values: Any) -> Markup:  # noqa: ANN401  values of any type
        return Markup(locale.gettext(words) % {name: escape(value) for name, value in values.items()})  # noqa: S704

    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    environment.globals |= {  # global, so that macros need no page's context
        "_": translated,
        "collection": collection,
        "knowledge": collection.knowledge,
        "locale": locale,
        "level_marks": locale.level_marks,
        "used_levels": tuple(mark for mark in locale.level_marks.values() if mark.id in had),
        "differences": {kind: (_(name), _(meaning)) for kind, (name, meaning) in DIFFERENCES.items()},
        "finding_kinds": {kind: (_(name), _(about)) for kind, (name, about) in FINDINGS.items()},
        "open_work": {kind: (_(name), _(meaning)) for kind, (name, meaning) in OPEN.items()},
        "outcomes": {kind: (sign.format(kind, mark), _(words)) for kind, (mark, words) in OUTCOMES.items()},
        "rules": {name: rule.label.of(locale.language) for name, rule in RULES.items()},
        "formats": {each.name: each.label.of(locale.language) for each in FORMATS},
    }
    environment.filters["name"] = lambda names: names.of(locale.language)
    environment.filters["day"] = lambda when: day(when, locale.language)
    environment.filters["reason"] = lambda given: reason(given, locale.language) if given else ""
    environment.filters["multiline"] = lambda words: Markup(breakable(fill_blank_lines(str(escape(words)))))  # noqa: S704
    environment.filters["breakable"] = lambda words: Markup(breakable(str(escape(words))))  # noqa: S704
    environment.filters["trusted"] = _trusted
    return environment


@pass_context
def _trusted(context: Context, trusted: Markup) -> Markup:
    """Record pictures and forms of a template, since the sanitizer would otherwise remove them."""
    context["page"].trusted.append(str(trusted))
    return trusted


def _pages(
    kinds: Iterable[Kind], views: Iterable[View], environment: Environment, folder: Path
) -> tuple[list[Page], list[Problem]]:
    """Render pages, each in the language of its view."""
    made: list[Page] = []
    problems: list[Problem] = []
    for each, view in zip(kinds, views, strict=True):
        locale, content = view.locale, Content()
        try:
            body = environment.get_template(each.template).render(_shown(each, view), page=view)
            content = parse(re.sub(r"\n{3,}", "\n\n", body), tuple(view.trusted))
        except TEMPLATE_ERRORS as error:
            problems.append(_template_problem(error, folder))
        made.append(
            Page(
                src_uri=each.uri,
                language=locale.language,
                title=each.title(locale),
                headline=each.headline(locale),
                description=_cut(each.description(locale), locale.language),
                content=content,
                is_searchable=each.is_searchable,
                has_markdown=each.has_markdown,
                styles=each.styles,
                scripts=each.scripts,
            )
        )
    return made, problems


def _shown(kind: Kind, view: View) -> dict[str, Any]:
    """Return what a page's template gets: the fields of the page, and of its values in the view's language."""
    values = kind.values(view)
    return dict(vars(kind)) if values is kind else dict(**vars(kind), **vars(values))


def _cut(description: str, language: Language) -> str:
    """Cut a description to the length that search engines show."""
    max_length = MAX_DESCRIPTION_LENGTH[language]
    return description if len(description) <= max_length else f"{description[: max_length - 1].rstrip()}…"


def _nav(locale: Locale) -> Nav:
    """Return the entries of the bar, the home page first. MkDocs has it on every page."""
    _ = locale.gettext
    return [
        {_("首页"): "index.md"},
        {_("版本"): "releases/index.md"},
        {_("功能"): "features/index.md"},
        {_("领域"): "areas/index.md"},
        {_("稳定性"): "stability/index.md"},
        {_("版本对比"): "compare/index.md"},
        {_("关于"): "about.md"},
    ]
