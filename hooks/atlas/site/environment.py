"""The Jinja environment of page templates: what every template can use, in one language."""

import traceback
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, TemplateError, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from atlas.core.problems import Problem
from atlas.document.html_writer import breakable, fill_blank_lines
from atlas.history.collection import Collection
from atlas.site.interface import DIFFERENCES, FINDINGS, OPEN, OUTCOMES, RULES, day, reason
from atlas.site.locale import Locale
from atlas.sources.formats import FORMATS

# What an edited template or catalog can raise.
TEMPLATE_ERRORS = (TemplateError, OSError, ValueError, LookupError, TypeError, ArithmeticError)

# Compiled templates, in the user's folder for temporary files: compiling them takes a tenth of a build.
COMPILED_TEMPLATES = FileSystemBytecodeCache()

_OUTCOME = Markup('<span class="outcome" data-outcome="{}" aria-hidden="true">{}</span>')


def template_environment(collection: Collection, locale: Locale, folder: Path) -> Environment:
    """Return the environment of the templates in ``folder``."""
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
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    environment.install_gettext_translations(locale.catalog, newstyle=True)  # type: ignore[attr-defined]
    environment.globals |= _globals(collection, locale)
    environment.filters["name"] = lambda names: names.of(locale.language)
    environment.filters["day"] = lambda when: day(when, locale.language)
    environment.filters["reason"] = lambda given: reason(given, locale.language) if given else ""
    environment.filters["multiline"] = lambda words: Markup(breakable(fill_blank_lines(str(escape(words)))))  # noqa: S704
    environment.filters["breakable"] = lambda words: Markup(breakable(str(escape(words))))  # noqa: S704
    environment.filters["trusted"] = _trusted
    return environment


def _globals(collection: Collection, locale: Locale) -> dict[str, Any]:
    """Return what macros use, too, which have no page's context."""
    _ = locale.gettext

    def translated(words: str, **values: Any) -> Markup:  # noqa: ANN401  values of any type
        return Markup(locale.gettext(words) % {name: escape(value) for name, value in values.items()})  # noqa: S704

    return {
        "_": translated,
        "collection": collection,
        "knowledge": collection.knowledge,
        "locale": locale,
        "level_marks": locale.level_marks,
        "differences": {kind: (_(name), _(meaning)) for kind, (name, meaning) in DIFFERENCES.items()},
        "finding_kinds": {kind: (_(name), _(about)) for kind, (name, about) in FINDINGS.items()},
        "open_work": {kind: (_(name), _(meaning)) for kind, (name, meaning) in OPEN.items()},
        "outcomes": {kind: (_OUTCOME.format(kind, sign), _(words)) for kind, (sign, words) in OUTCOMES.items()},
        "rules": {rule: _(name) for rule, name in RULES.items()},
        "formats": {format_.name: format_.label.of(locale.language) for format_ in FORMATS},
    }


@pass_context
def _trusted(context: Context, trusted: Markup) -> Markup:
    """Record pictures and forms of a template, since the sanitizer would otherwise remove them."""
    context["trusted_html"].append(str(trusted))
    return trusted


def template_problem(error: Exception, folder: Path) -> Problem:
    """Turn an error in a template or catalog into a problem."""
    if isinstance(error, TemplateError):
        name = getattr(error, "name", None) or ""
        line = getattr(error, "lineno", 0) or 0
        return Problem(f"templates/{name}", line, f"{error.message}: correct the template")
    what = f"{type(error).__name__}: {error}".replace(str(folder), "templates")
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return Problem("templates/", 0, f"do not render ({what}, at {where}): correct the template, catalog or page")
