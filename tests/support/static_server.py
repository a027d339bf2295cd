"""Serve a built site on loopback below a sub-path, as GitHub Pages does."""

import functools
import gzip
import http.server
import io
import threading
from contextlib import contextmanager
from pathlib import Path

PREFIX = "/pytorch-release-atlas/"  # as in mkdocs.yml
COMPRESSED = (".html", ".css", ".js", ".json", ".svg", ".xml", ".txt", ".md")


@functools.lru_cache(maxsize=256)
def _compressed(path, _changed):
    """The file at ``path``, compressed: again only if it was changed."""
    return gzip.compress(path.read_bytes(), mtime=0)


class _Pages(http.server.SimpleHTTPRequestHandler):
    """Serve a folder as GitHub Pages does: below the project's name, with the site's own 404 page."""

    def translate_path(self, path):
        below = path.removeprefix(PREFIX)
        return super().translate_path(f"/{below}") if path.startswith(PREFIX) else "/nowhere"

    def send_head(self):
        """Compress text, as GitHub Pages does."""
        path = Path(self.translate_path(self.path))
        if self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        if path.suffix not in COMPRESSED or not path.is_file():
            return super().send_head()
        body = _compressed(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def send_error(self, code, message=None, explain=None):
        page = Path(self.directory, "404.html")
        if code != 404 or not page.exists():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def serving(folder):
    """Serve ``folder``, and yield its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Pages, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
