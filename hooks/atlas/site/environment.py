"""The Jinja environment of page templates: what every template can use, in one language."""

import re
import traceback
from collections.abc import Callable
from pathlib import Path

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    pass_context,
)
from jinja2.runtime import Context
from markupsafe import Markup, escape

from atlas.core.problems import Problem
from atlas.site.words.interface import reason
from atlas.site.words.locale import Locale
from atlas.site.words.texts import with_code

CODE = str(Path(__file__).parents[2])  # the folder of all code of this project

# Compiled templates, in the user's folder for temporary files: compiling them takes a tenth of a build.
COMPILED_TEMPLATES: BytecodeCache = FileSystemBytecodeCache(pattern="__atlas_trimmed_%s.cache")  # with trim_blocks


class _Loader(FileSystemLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text, its path, and whether it is still current."""
        try:
            return super().get_source(environment, template)
        except TemplateNotFound:  # an OSError, too
            raise
        except (OSError, UnicodeError) as error:
            path = str(Path(self.searchpath[0], template))
            raise TemplateSyntaxError(f"it cannot be read ({error})", 1, template, path) from None


def template_environment(locale: Locale, folder: Path) -> Environment:
    """Return the environment of the templates in ``folder``."""
    environment = Environment(
        loader=_Loader(folder),
        bytecode_cache=COMPILED_TEMPLATES,
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    environment.install_gettext_translations(locale.catalog, newstyle=True)  # type: ignore[attr-defined]
    environment.globals |= {"locale": locale, "marks": locale.marks}  # macros see these, too
    environment.filters["localized"] = lambda names: names.of(locale.language)
    environment.filters["with_code"] = with_code
    environment.filters["day"] = locale.day
    environment.filters["reason"] = lambda given: reason(given, locale.language) if given else ""
    environment.filters["breakable"] = lambda words: Markup(breakable(str(escape(words))))  # noqa: S704
    environment.filters["trusted"] = _trusted
    return environment


def breakable(fragment: str) -> str:
    """Let names and URLs in HTML break across lines: after ``._/#``, and in long names also before capitals."""

    def with_breaks(token: re.Match[str]) -> str:
        if not token["name"]:
            return token[0]
        name = re.sub(r"(?<=[A-Za-z]{2}[._/#])(?=[A-Za-z]{2})", "<wbr>", token["name"])
        return re.sub(r"[A-Za-z]{14,}", _break_before_capitals, name)

    return re.sub(r"<[^>]*>|&#?\w+;|(?P<name>[A-Za-z_./#]+)", with_breaks, fragment)


def _break_before_capitals(word: re.Match[str]) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "<wbr>", word[0])


@pass_context
def _trusted(context: Context, trusted: Markup) -> Markup:
    """Record a picture or form of a template, which the sanitizer would otherwise remove."""
    context["trusted_html"].append(str(trusted))
    return trusted


def template_problem(error: Exception, root: Path) -> Problem | None:
    """Return an error in a template of the project at ``root`` as a problem; None if the error is a bug in code.

    A Jinja error is always the template's. Any other is the template's if the innermost line of this project in the
    traceback, to which Jinja adds the lines of templates, is a template's.
    """
    own_code = () if isinstance(error, TemplateError) else (CODE,)
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    own_lines = [(name, line) for name, line in frames if name.endswith(".html") or name.startswith(own_code)]
    if isinstance(error, TemplateSyntaxError):
        own_lines.append((error.filename or "", error.lineno))
    name, line = own_lines[-1] if own_lines else ("", 0)
    if not isinstance(error, TemplateError) and not name.endswith(".html"):
        return None
    what = f"there is no {error.name!r}" if isinstance(error, TemplateNotFound) else f"{type(error).__name__}: {error}"
    path = Path(name).relative_to(root).as_posix() if Path(name).is_relative_to(root) else name
    return Problem(path or "templates/", line, f"{what}: correct the template")
