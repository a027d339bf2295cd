"""A preview that renders a generated page when somebody opens it, by the steps that a build takes for all of them.

A page that is asked for is written to MkDocs' own folder just before MkDocs' own server looks for it there.
"""

from __future__ import annotations

import html
import logging
import os
import posixpath
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any

from mkdocs import utils
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.livereload import LiveReloadServer

from atlas.site.page import Page
from mkdocs_publish import fault

log = logging.getLogger("mkdocs.atlas")

Environ = dict[str, Any]
App = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_FAULT = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>需要修正 · To fix</title>
<body><h1>需要修正 · To fix</h1>
<p>{}</p>
</body>
"""


def _tell(what: str, path: Path) -> None:
    """Write a page that says what keeps the real one from being there; MkDocs adds what reloads it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_FAULT.format(html.escape(what)), "utf-8")


class Preview:
    """The site as it is now: its pages are rendered, and its other files made, when they are asked for."""

    def __init__(self) -> None:
        self._lock = Lock()  # of everything below: requests come in threads of their own
        self._built: object = None  # what the last whole build left, or nothing while one runs
        self._unwritten: dict[str, Page] = {}  # by path below the site
        self._render: Callable[[Page], None]
        self._write_files: Callable[[], None] | None = None
        self._failed = False

    def close(self) -> None:
        """A build begins: nothing is written until it ends."""
        with self._lock:
            self._built, self._unwritten, self._failed = None, {}, False

    def open(self, pages: Iterable[Page], render: Callable[[Page], None], write_files: Callable[[], None]) -> None:
        """The build is over: pages may be asked for, and what ``write_files`` writes."""
        with self._lock:
            self._unwritten = {f"{page.path}index.html": page for page in pages}
            self._render, self._write_files, self._built = render, write_files, object()

    def attach(self, server: LiveReloadServer) -> None:
        """Have the server ask here before it looks for a file, and go on after a build that fails.

        MkDocs' own would let every reader wait until somebody has mended what is wrong.
        """
        server.set_app(self._app(server.serve_request, server.mount_path, Path(server.root)))
        build, clean_directory = server.builder, utils.clean_directory

        def build_or_tell() -> None:
            try:
                build()
            except Exception as error:  # noqa: BLE001  whatever a build can raise
                utils.clean_directory = clean_directory  # static-i18n puts another in its place while it builds
                self.close()
                self._fail(error, Path(server.root))

        server.builder = build_or_tell

    def _fail(self, error: BaseException, folder: Path) -> None:
        """The build came to nothing: all pages say why."""
        while isinstance(error, Abort) and error.__context__:
            error = error.__context__
        told = str(error) if isinstance(error, MkDocsException) else fault(error)
        log.error("%s", told or "a build failed:", exc_info=None if told else error)
        with self._lock:
            _tell(told or f"{type(error).__name__}: {error}", folder / "index.html")
            self._failed, self._write_files, self._built = True, None, object()

    def _app(self, serve: App, mount: str, folder: Path) -> App:
        def app(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
            path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
            head: list[tuple[Any, ...]] = []
            while True:
                with self._lock:
                    built = self._built
                    if self._failed and path.startswith(mount) and path.endswith(("/", ".html")):
                        environ["PATH_INFO"] = mount
                    elif built and f"{path}/".startswith(mount):
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
                try:
                    self._render(self._unwritten.pop(name))
                except Exception as error:  # noqa: BLE001  whatever a template of the theme raises; MkDocs has told it
                    _tell(fault(error) or f"{type(error).__name__}: {error}", folder / name)
                return
        if self._write_files and PurePosixPath(path).suffix and not os.path.exists(folder / path):  # noqa: PTH110  Path.exists() raises for a name that is too long
            self._write_files()
            self._write_files = None
