"""Collection → the pages of the site in both languages, made from the Jinja templates in ``templates/``."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment

from atlas.core.languages import LANGUAGES, Language
from atlas.core.problems import Problem, UnreadableError
from atlas.history.collection import Collection
from atlas.site.content import PERMALINK, content_of
from atlas.site.environment import template_environment, template_problem
from atlas.site.exports.redirects import redirects
from atlas.site.kinds import PAGE_KINDS, Inputs, PageKind
from atlas.site.page import Page, path_of
from atlas.site.site import Nav, Site
from atlas.site.view import View
from atlas.site.words.locale import Locale

CATALOG = "templates/translations/zh.po"
MAX_DESCRIPTION_LENGTH = {"zh": 100, "en": 160}  # characters


def render(collection: Collection, problems: Iterable[Problem], root: Path, base: str) -> Site:
    """Render the site of a collection; without pages if a template or the interface's catalog has an error.

    ``problems`` are those of seeds and catalogs, ``root`` is the project's folder, ``base`` the URL of the site.
    """
    folder = root / "templates"
    reported = tuple(problems)
    try:
        zh, en = (Locale(collection.knowledge, folder, language) for language in LANGUAGES)
        inputs = Inputs(collection, reported)
        unrendered = [page for kind in PAGE_KINDS for page in kind.pages(inputs)]
        pages: list[Page] = []
        for locale, other in ((zh, en), (en, zh)):
            environment = template_environment(locale, folder)
            for page in unrendered:
                view = View(collection, (locale, other), base, page.uri)
                pages.append(_rendered(page, view, environment))
            reported += _missing_message_problems(locale.missing)
        nav = {locale.language: _nav(unrendered, locale) for locale in (zh, en)}
    except UnreadableError as error:
        return Site(collection, problems=tuple(sorted({*reported, error.as_problem(CATALOG)})))
    except Exception as error:
        if not (problem := template_problem(error, root)):
            raise
        return Site(collection, problems=tuple(sorted({*reported, problem})))
    if clash := _clash(pages, collection, zh):
        return Site(collection, problems=tuple(sorted({*reported, clash})))
    return Site(collection, tuple(pages), nav, tuple(sorted(set(reported))), (zh, en), root / "docs", base)


def _rendered(page: PageKind, view: View, environment: Environment) -> Page:
    """Render a page in the language of its view. Raises TemplateError, and any error that a template raises."""
    locale = view.locale
    trusted: list[str] = []  # the template's pictures and forms; its filter “trusted” fills this list
    template = environment.get_template(page.template)
    body = template.render(vars(page.values(view)), page_title=page.title(locale), view=view, trusted_html=trusted)
    return Page(
        src_uri=page.uri,
        language=locale.language,
        title=page.title(locale),
        headline=page.headline(locale),
        description=_shortened(page.description(locale), locale.language),
        content=content_of(body, locale.gettext(PERMALINK), tuple(trusted)),
        is_searchable=page.is_searchable,
        has_markdown=page.has_markdown,
        is_parallel=page.is_parallel,
        styles=page.styles,
        scripts=page.scripts,
    )


def _shortened(description: str, language: Language) -> str:
    """Cut a description to the length that search engines show."""
    max_length = MAX_DESCRIPTION_LENGTH[language]
    return description if len(description) <= max_length else f"{description[: max_length - 1].rstrip()}…"


def _missing_message_problems(missing: Iterable[str]) -> tuple[Problem, ...]:
    return tuple(Problem(CATALOG, 0, f"lacks {words!r}: add and translate it", "warning") for words in sorted(missing))


def _clash(pages: Iterable[Page], collection: Collection, locale: Locale) -> Problem | None:
    """Return an error if two pages, or a page and a redirect, have the same address."""
    addresses = Counter(path_of(page.src_uri) for page in pages if page.language == locale.language)
    addresses.update(former for former, _, _ in redirects(collection, locale))
    doubled = sorted(path for path, count in addresses.items() if count > 1)
    if not doubled:
        return None
    what = f"{len(doubled)} addresses would hold two pages each (the first: /{doubled[0]})"
    return Problem("seeds/knowledge/", 0, f"{what}: rename one of the two")


def _nav(pages: Iterable[PageKind], locale: Locale) -> Nav:
    """Return the entries of the navigation bar, which is on every page."""
    in_bar = [{page.title(locale): page.uri} for page in pages if page.in_bar]
    return [{locale.gettext("Home"): "index.md"}, *in_bar, {locale.gettext("About"): "about.md"}]
