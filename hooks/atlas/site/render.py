"""Collection → Pages in both languages, using the Jinja2 templates in ``templates/``."""

import html
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
from atlas.core.languages import HTML_LANG, LANGUAGES, Language
from atlas.core.problems import Problem
from atlas.document.html_writer import breakable, fill_blank_lines
from atlas.document.nodes import is_safe_url
from atlas.history.collection import Collection
from atlas.knowledge.schema import REMOVED
from atlas.site import exports, search
from atlas.site.content import Content, parse
from atlas.site.exports.markdown import markdown
from atlas.site.exports.redirects import redirects
from atlas.site.head import listings
from atlas.site.interface import (
    DIFFERENCES,
    ENGLISH_BY,
    FINDINGS,
    OUTCOMES,
    RELATIONS,
    day,
    reason,
)
from atlas.site.kinds import KINDS, Inputs, Kind
from atlas.site.locale import Locale
from atlas.site.page import Page, address, handwritten_uris, path_of
from atlas.site.view import View

Nav = list[dict[str, Any]]
MAX_DESCRIPTION_LENGTH = {"zh": 100, "en": 160}  # characters
MAX_NAV_RELEASES = 12  # in the navigation, which is on every page


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


def render(atlas: Collection, problems: Iterable[Problem], root: Path, base: str) -> Site:
    """Render the site of a collection at ``base``; ``problems`` are those of its seeds and catalogs."""
    folder = root / "templates"
    reported = tuple(problems)
    pages: list[Page] = []
    found: list[Problem] = []
    try:
        zh, en = (Locale(atlas.knowledge, folder, language) for language in LANGUAGES)
        inputs = Inputs(atlas, reported)
        kinds = [page for kind in KINDS for page in kind.pages(inputs)]
        for locale, other in ((zh, en), (en, zh)):
            environment = _environment(atlas, locale, other, folder)
            made, page_problems = _pages(kinds, (locale, other), environment, folder, base)
            pages += made
            found += (*page_problems, *_missing_message_problems(locale.missing))
        nav = {locale.language: _nav(atlas, locale) for locale in (zh, en)}
    except TEMPLATE_ERRORS as error:
        return Site(atlas, problems=tuple(sorted({*reported, _template_problem(error, folder)})))
    addresses = Counter(path_of(page.src_uri) for page in pages if page.language == zh.language)  # the same in en
    addresses.update(former for former, _, _ in redirects(atlas, zh))
    if doubled := sorted(path for path, count in addresses.items() if count > 1):
        what = f"{len(doubled)} addresses would hold two pages each (the first: /{doubled[0]})"
        doubled_pages = Problem("seeds/knowledge/", 0, f"{what}: rename one of the two")
        return Site(atlas, problems=tuple(sorted({*reported, doubled_pages})))

    def files() -> Iterator[tuple[str, bytes]]:
        described = [page for page in pages if page.indexed_by_description]
        listed = {(page.src_uri, page.language) for page in pages}
        listed |= {(uri, language) for language in LANGUAGES for uri in handwritten_uris(root / "docs", language)}
        found = (
            exports.files(atlas, (zh, en), base),
            search.files(atlas, described, root / "docs", (zh, en)),
            listings(base, listed).items(),
            (_markdown_version(page, base) for page in pages if page.has_markdown),
        )
        yield from ((path, text.encode()) for path, text in chain.from_iterable(found))

    catalogs = {locale.language: locale.catalog for locale in (zh, en)}
    return Site(atlas, tuple(pages), nav, catalogs, tuple(sorted({*reported, *found})), files)


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


def _environment(atlas: Collection, locale: Locale, other: Locale, folder: Path) -> Environment:
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

    environment.globals |= {  # global, so that macros need no page's context
        "_": translated,
        "language": locale.language,
        "atlas": atlas,
        "know": atlas.knowledge,
        "locale": locale,
        "other": other,
        "summaries": {(r.version, f.id): locale.summary(r, f) for r in atlas.announcements for f in r.features},
    } | _tables(locale)
    environment.filters["name"] = lambda names: names.of(locale.language)
    environment.filters["day"] = lambda when: day(when, locale.language)
    environment.filters["reason"] = lambda given: reason(given, locale.language, locale.gettext)
    environment.filters["multiline"] = lambda words: Markup(breakable(fill_blank_lines(str(escape(words)))))  # noqa: S704
    environment.filters["breakable"] = lambda words: Markup(breakable(str(escape(words))))  # noqa: S704
    environment.filters["trusted"] = _trusted
    environment.filters["html_lang"] = HTML_LANG.__getitem__
    environment.tests["safe_url"] = is_safe_url
    environment.tests["above"] = locale.knowledge.stability.ranks_above
    return environment


def _tables(locale: Locale) -> dict[str, Any]:
    """Return tables of names and descriptions in the reader's language, by variable of the templates."""
    _ = locale.gettext
    levels = locale.knowledge.stability.levels
    stages = [*(level.id for level in levels), REMOVED]
    sign = Markup('<span class="outcome" data-outcome="{}" aria-hidden="true">{}</span>')
    symbol = Markup('<span class="stability-symbol" aria-hidden="true">{}</span>')
    return {
        "symbols": {level.id: symbol.format(level.symbol) for level in levels} | {REMOVED: symbol.format("×")},
        "level_names": {stage: locale.level_name(stage) for stage in stages},
        "outcomes": {kind: (sign.format(kind, mark), _(words)) for kind, (mark, words) in OUTCOMES.items()},
        "finding_kinds": {kind: (_(name), _(about)) for kind, (name, about) in FINDINGS.items()},
        "differences": {kind: (_(name), _(meaning)) for kind, (name, meaning) in DIFFERENCES.items()},
        "rules": {name: _(rule.label) for name, rule in RULES.items()},
        "formats": {"markdown": "Markdown", "html": "HTML", "text": _("纯文本")},
        "english_by": {whose: (_(label), _(sentence)) for whose, (label, sentence) in ENGLISH_BY.items()},
        "relations": {kind: _(words) for kind, words in RELATIONS.items()},
    }


@pass_context
def _trusted(context: Context, trusted: Markup) -> Markup:
    """Record pictures and forms of a template, since the sanitizer would otherwise remove them."""
    context["page"].trusted.append(str(trusted))
    return trusted


def _pages(
    kinds: Iterable[Kind], locales: tuple[Locale, Locale], environment: Environment, folder: Path, base: str
) -> tuple[list[Page], list[Problem]]:
    """Render the pages in the first of ``locales``; the second is that of the parallel texts."""
    locale = locales[0]

    def macro(name: str) -> Any:  # noqa: ANN401  a macro of the template's module
        return getattr(environment.get_template("macros.html").module, name)

    made: list[Page] = []
    problems: list[Problem] = []
    for each in kinds:
        view, content = View(locales, base, each.uri, macro), Content()
        try:
            body = environment.get_template(each.template).render(vars(each), page=view)
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
                indexed_by_description=each.indexed_by_description,
                has_markdown=each.has_markdown,
                styles=each.styles,
                scripts=each.scripts,
                is_parallel=each.is_parallel,
            )
        )
    return made, problems


def _cut(description: str, language: Language) -> str:
    """Cut a description to the length that search engines show."""
    max_length = MAX_DESCRIPTION_LENGTH[language]
    return description if len(description) <= max_length else f"{description[: max_length - 1].rstrip()}…"


def _nav(atlas: Collection, locale: Locale) -> Nav:
    """Return the MkDocs navigation. It is on every page, so it must not grow with the number of releases."""
    _, know = locale.gettext, atlas.knowledge

    def section(folder: str, pages: list[tuple[str, str]]) -> list[Any]:
        return [f"{folder}/index.md", *({html.escape(title): f"{folder}/{page}.md"} for title, page in pages)]

    def entries(items: Any) -> list[tuple[str, str]]:  # noqa: ANN401  areas or levels
        return [(item.name.of(locale.language), f"{item.id}/index") for item in items]

    newest = [(f"PyTorch {r.version}", r.version) for r in atlas.releases[:MAX_NAV_RELEASES]]
    return [
        {_("首页"): "index.md"},
        {_("版本"): section("releases", newest)},
        {_("功能"): section("features", [])},
        {_("领域"): section("areas", entries(atlas.areas))},
        {_("稳定性"): section("stability", entries(know.stability.levels))},
        {_("版本对比"): section("compare", [])},
        {_("术语"): "glossary.md"},
        {_("源文件与修整"): section("sources", [])},
        {_("关于"): "about.md"},
    ]
