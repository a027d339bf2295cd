"""What was made before, for as long as nothing that it was made from has changed: most files are as they were."""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
import zlib
from collections.abc import Callable
from dataclasses import is_dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from jinja2.bccache import Bucket, BytecodeCache

Made = TypeVar("Made")

OPEN = 32  # packed things that lie open
LIMIT = 10_000  # things that are kept; beyond it, the one that was asked for longest ago goes


def digest(*parts: object) -> str:
    """A short name for what something was made from: text, bytes, and tuples of data."""
    found = hashlib.sha256()
    for part in parts:
        text = part if isinstance(part, str | bytes) else repr(part)
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()


# Modules of what is kept.
_DATA = {
    "document.nodes",
    "sources.errata",
    "core.model",
    "extract.release",
    "document.html_writer",
    "translate.lookup",
    "core.memory",
    "translate.catalogs",
}


class _Writer(pickle.Pickler):
    """Writes instances of dataclasses as calls of them: their own way back looks every field up by name."""

    def reducer_override(self, thing: object) -> Any:  # noqa: ANN401  as pickle wants it
        """The class and its arguments; whatever is no instance of a dataclass goes pickle's way."""
        if not is_dataclass(thing) or isinstance(thing, type):
            return NotImplemented
        return type(thing), tuple([getattr(thing, name) for name in thing.__match_args__])  # type: ignore[attr-defined]


class _Reader(pickle.Unpickler):
    """Reads back instances of our own data, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401  a class
        if (module, name) == ("datetime", "date"):
            return date
        found = getattr(sys.modules.get(module), name, None) if module.removeprefix("atlas.") in _DATA else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no data")
        return found


def dumps(thing: object) -> bytes:
    """A thing as bytes, for ``loads``. Fields of dataclasses are arguments of theirs, all of them."""
    written = io.BytesIO()
    _Writer(written, pickle.HIGHEST_PROTOCOL).dump(thing)
    return written.getvalue()


def loads(data: bytes) -> Any:  # noqa: ANN401  whatever was dumped
    """What ``data`` is the pickle of. Raises UnpicklingError."""
    return _Reader(io.BytesIO(data)).load()


class Shelf(Protocol):
    """Where things outlive the process."""

    def get(self, name: str, made_from: str) -> Any:  # noqa: ANN401  whatever was put
        """What was put under ``name`` and made from the same; nothing where there is none."""

    def put(self, name: str, made_from: str, made: object) -> None:
        """Keep a thing, in the place of an older one."""

    def close(self) -> None:
        """Drop what nobody asked for."""


class Memory:
    """The last thing made under each name, and the digest of everything that it depends on."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._kept: dict[str, tuple[str, Any]] = {}  # the last asked for stands last
        self._shelf = shelf

    def recall(self, name: str, depends_on: str, make: Callable[[], Made]) -> Made:
        """What ``make`` gave last under ``name`` if that depended on the same, or else gives now."""
        before, made = self._kept.pop(name, ("", None))
        if made is None or before != depends_on:
            made = self._shelf.get(name, depends_on) if self._shelf else None
            if made is None:
                made = make()
                if self._shelf:
                    self._shelf.put(name, depends_on, made)
        self._kept[name] = (depends_on, made)
        if len(self._kept) > LIMIT:
            del self._kept[next(iter(self._kept))]
        return made  # type: ignore[no-any-return]

    def close(self) -> None:
        """A build is whole: what it did not ask for is gone from where things outlive the process."""
        if self._shelf:
            self._shelf.close()


class Packed(Generic[Made]):
    """A large thing, compressed until somebody asks for it."""

    __slots__ = ("packed",)

    def __init__(self, thing: Made) -> None:
        self.packed = zlib.compress(dumps(thing), 1)

    def open(self) -> Made:
        """The thing, or an equal one."""
        return _opened(self.packed)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packed) and (self.packed == other.packed or bool(self.open() == other.open()))

    __hash__ = None  # type: ignore[assignment]  # equal things may be packed differently


@lru_cache(maxsize=OPEN)
def _opened(packed: bytes) -> Any:  # noqa: ANN401  whatever was packed
    return loads(zlib.decompress(packed))


class Templates(BytecodeCache):
    """Compiled templates, for as long as the process lives; Jinja2 itself compares their sources."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template's code, if it was compiled before."""
        if code := self._kept.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code, in the place of an older one."""
        self._kept[bucket.key] = bucket.bytecode_to_string()
