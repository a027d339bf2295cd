"""A preview that renders a page when somebody opens it, by the steps that a build takes for all of them.

A build that meets :meth:`Preview.hide` finds no page to render. What it knows of each language is kept, and a
page that is asked for is written to MkDocs' own folder just before MkDocs' own server looks for it there.
"""

from __future__ import annotations

import html
import os
import posixpath
from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

Environ = dict[str, Any]
App = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class _Language:
    """What rendering pages of one language needs, as it was when MkDocs came to rendering them."""

    name: str
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment

    def render(self, page: Page) -> None:
        """Write a page as a build does, or in its place what keeps it from being written."""
        self.config.plugins["i18n"].current_language = self.name  # type: ignore[attr-defined]
        try:
            _populate_page(page, self.config, self.files)
            _build_page(page, self.config, self.files.documentation_pages(), self.nav, self.env)
        except Exception as error:  # noqa: BLE001  whatever a template of the theme raises; MkDocs has told it
            target = Path(page.file.abs_dest_path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(f"<pre>{html.escape(f'{type(error).__name__}: {error}')}</pre>", "utf-8")


class Preview:
    """The site as it is now: its pages are rendered, and its other files made, when they are asked for."""

    def __init__(self) -> None:
        self._lock = Lock()  # of everything below: requests come in threads of their own
        self._built: object = None  # what the last whole build left, or nothing while one runs
        self._hidden: list[tuple[File, InclusionLevel]] = []
        self._unwritten: dict[str, tuple[_Language, Page]] = {}  # by path below the site
        self._write_files: Callable[[], None] | None = None

    def close(self) -> None:
        """A build begins: nothing is written until it ends."""
        with self._lock:
            self._built, self._hidden, self._unwritten = None, [], {}

    def hide(self, files: Files) -> None:
        """Keep a language's pages from being rendered by the build, once its navigation is made."""
        for file in files.documentation_pages():
            self._hidden.append((file, file.inclusion))
            file.inclusion = InclusionLevel.EXCLUDED

    def keep(self, language: str, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> None:
        """Remember what is hidden, and how the language is configured: the next one changes the same object."""
        now = copy(config)
        for name in ("theme", "extra", "mdx_configs"):
            now[name] = deepcopy(config[name])
        kept = _Language(language, now, files, nav, env)
        self._unwritten |= {file.dest_uri: (kept, file.page) for file in files if file.page}

    def open(self, write_files: Callable[[], None]) -> None:
        """The build is over: pages may be asked for, and what ``write_files`` writes."""
        for file, inclusion in self._hidden:
            file.inclusion = inclusion
        with self._lock:
            self._write_files, self._built = write_files, object()

    def attach(self, server: LiveReloadServer) -> None:
        """Have the server ask here before it looks for a file."""
        server.set_app(self._app(server.serve_request, server.mount_path, Path(server.root)))

    def _app(self, serve: App, mount: str, folder: Path) -> App:
        def app(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
            path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
            head: list[tuple[Any, ...]] = []
            while True:
                with self._lock:
                    built = self._built
                    if built and f"{path}/".startswith(mount):
                        self._write(path[len(mount) :], folder)
                answer = serve(environ, lambda *said: head.append(said))
                if built is self._built:
                    break  # or else a build came in between and cleared away what was written
            start_response(*head[-1])
            return answer

        return app

    def _write(self, path: str, folder: Path) -> None:
        """Write what is asked for at ``path``, if it is not there yet."""
        path = posixpath.normpath(f"/{path}index.html" if path.endswith("/") or not path else f"/{path}").lstrip("/")
        page = f"{path.removesuffix('.md')}.html" if path.endswith(".md") else path
        for name in (page, f"{page}/index.html"):  # MkDocs leads from releases/2.1 to releases/2.1/
            if name in self._unwritten:
                language, wanted = self._unwritten.pop(name)
                language.render(wanted)
                return
        if self._write_files and PurePosixPath(path).suffix and not os.path.exists(folder / path):  # noqa: PTH110  Path.exists() raises for a name that is too long
            self._write_files()
            self._write_files = None
