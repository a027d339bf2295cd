"""The way of a site to its place: it is written beside the previous one, which stands until the new one is whole."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from jinja2 import TemplateNotFound, TemplateSyntaxError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from atlas.core.beside import Beside

log = logging.getLogger("mkdocs.atlas")


class Publishing:
    """One run of ``mkdocs build``; ``whole`` once everything is written."""

    def __init__(self) -> None:
        self.whole = False
        self._beside: Beside | None = None

    def begin(self, config: MkDocsConfig) -> None:
        """Have MkDocs write into a new folder. Raises PluginError."""
        self._config, self._site_dir = config, config.site_dir
        self._beside = Beside(Path(self._site_dir))
        try:
            self._beside.make()
        except OSError as error:
            raise PluginError(_refused(self._site_dir, error)) from None
        config.site_dir = str(self._beside.path)

    def end(self) -> None:
        """Let the new folder take the place of the previous site, or drop it. Raises PluginError."""
        if not self._beside:
            return
        self._config.site_dir = self._site_dir  # which `mkdocs gh-deploy` reads next
        try:
            if self.whole:
                self._beside.take_place()
                log.info("The site is at %s", self._site_dir)
        except OSError as error:
            raise PluginError(_refused(self._site_dir, error)) from None
        finally:
            self._beside.drop()


def fault(error: BaseException) -> str:
    """What to mend, where ``error`` comes from a file or a template; nothing for any other."""
    if isinstance(error, TemplateSyntaxError):
        return _of_template(error.filename or error.name or "a template", error.lineno, error)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".html")]
    if frames:
        return _of_template(frames[-1].filename, frames[-1].lineno or 0, error)
    if isinstance(error, OSError):
        return _refused(str(error.filename or "the site"), error)
    if isinstance(error, UnicodeError):
        return f"a page below docs/ is not UTF-8 ({error}): save it as UTF-8"
    return ""


def _of_template(name: str, line: int, error: BaseException) -> str:
    # Jinja2 would list every folder that it has searched.
    what = f"there is no {error.name!r}" if isinstance(error, TemplateNotFound) else error
    return f"{_shown(name)}:{line}: {type(error).__name__}: {what}: mend the template"


def _refused(name: str, error: OSError) -> str:
    why = error.strerror or type(error).__name__
    return f"{_shown(name)}: cannot be read or written ({why}): check permissions and free space"


def _shown(name: str) -> str:
    path, here = Path(name), Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else name
