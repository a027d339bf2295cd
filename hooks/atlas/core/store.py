"""What earlier builds made, in files that may be deleted at any time: each says what it was made from.

A file that is torn, of other code or of another Python counts as none. Only data is read back, whoever wrote it: no
name in a file leads to a function.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from atlas.core.memory import digest, dumps, loads


@lru_cache(maxsize=1)
def environment() -> str:
    """The digest of all that is not input: this code, Python and what is installed."""
    code = sorted((path.name, path.read_bytes()) for path in Path(__file__).parents[2].rglob("*.py"))
    folders = [Path(folder) for folder in sys.path if Path(folder).is_dir()]
    installed = sorted({path.name for folder in folders for path in folder.glob("*.dist-info")})
    return digest(sys.version, *installed, *(part for name, text in code for part in (name, text)))


class Store:
    """A folder of things by name, each with the digest of what it was made from."""

    def __init__(self, folder: Path, of: str) -> None:
        self._folder, self._of = folder, of
        self._asked: set[str] = set()

    def get(self, name: str, made_from: str) -> Any:  # noqa: ANN401  whatever was put
        """What was put under ``name`` and made from the same; nothing where there is none."""
        path = self._path(name)
        try:
            kept = path.read_bytes()
        except OSError:
            return None
        seal, data = kept[:64], kept[64:]
        if seal != self._seal(made_from, data):
            return None
        with suppress(pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError):
            return loads(data)
        return None

    def put(self, name: str, made_from: str, made: object) -> None:
        """Keep a thing, in the place of an older one. A disk that is full or read-only keeps nothing."""
        path, data = self._path(name), dumps(made)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                beside.write_bytes(self._seal(made_from, data) + data)
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)

    def close(self) -> None:
        """Drop what nobody asked for since."""
        with suppress(OSError):
            for path in self._folder.iterdir():
                if path.name not in self._asked and re.fullmatch("[0-9a-f]{32}", path.name):
                    path.unlink()

    def _path(self, name: str) -> Path:
        file = hashlib.sha256(name.encode()).hexdigest()[:32]
        self._asked.add(file)
        return self._folder / file

    def _seal(self, made_from: str, data: bytes) -> bytes:
        return digest(self._of, made_from, data).encode()
