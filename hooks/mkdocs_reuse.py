"""Pages that would come out as they did: taken from the previous site, if it still holds them letter for letter."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation

from atlas.core.memory import digest

_ELSEWHERE = {"config_file_path", "docs_dir", "site_dir", "plugins", "theme"}  # of no meaning to a page, or told below


def circumstances(environment: str, config: MkDocsConfig, nav: Navigation) -> str:
    """The digest of what every page of a language depends on."""
    theme = Path(config.theme.custom_dir) if config.theme.custom_dir else None
    files = sorted(path for path in theme.rglob("*") if path.is_file()) if theme else []
    own = {name: value for name, value in config.data.items() if name not in _ELSEWHERE}
    look = {name: config.theme[name] for name in config.theme}
    listed = [(item.title, getattr(item, "url", ""), str(item)) for item in nav]
    texts = (part for path in files for part in (path.name, path.read_bytes()))
    return digest(environment, repr(own), repr(look), repr(listed), *texts)


class Reuse:
    """What pages of the previous site were made from, in one file; nobody misses it where it is gone."""

    def __init__(self, file: Path, previous: Path) -> None:
        self._file, self._previous = file, previous
        self._before: dict[str, list[str]] = {}
        self._now: dict[str, list[str]] = {}
        with suppress(OSError, ValueError):
            found: Any = json.loads(file.read_bytes())
            if isinstance(found, dict):
                self._before = found

    def take(self, path: str, made_from: str) -> tuple[bytes, bytes] | None:
        """The HTML of the page in the folder ``path``, and its Markdown twin, if both are as they would be."""
        before = self._before.get(path)
        if not isinstance(before, list) or before[:1] != [made_from]:
            return None
        try:
            found = self._read(self._previous, path)
        except OSError:
            return None
        return found if self._note(path, made_from, found) == before else None

    def keep(self, path: str, made_from: str, site: Path) -> None:
        """Remember a page that has just been written."""
        self._note(path, made_from, self._read(site, path))

    def close(self) -> None:
        """Write down what the new site was made from."""
        beside = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(self._now), encoding="utf-8")
            beside.replace(self._file)

    def _note(self, path: str, made_from: str, found: tuple[bytes, bytes]) -> list[str]:
        self._now[path] = [made_from, *map(digest, found)]
        return self._now[path]

    @staticmethod
    def _read(site: Path, path: str) -> tuple[bytes, bytes]:
        return Path(site, path, "index.html").read_bytes(), Path(site, path, "index.md").read_bytes()
