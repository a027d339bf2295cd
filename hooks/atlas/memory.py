"""What was made before, for as long as nothing that it was made from has changed: most files are as they were."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from jinja2.bccache import Bucket, BytecodeCache

Made = TypeVar("Made")

OPEN = 32  # packed things that lie open
LIMIT = 10_000  # things that are kept; beyond it, the one that was asked for longest ago goes


def digest(*parts: object) -> str:
    """A short name for what something was made from: text, bytes, and tuples of data."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else (part if isinstance(part, str) else repr(part)).encode()
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()


class Memory:
    """The last thing made under each name, and the digest of everything that it depends on."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, Any]] = {}  # the last asked for stands last

    def recall(self, name: str, depends_on: str, make: Callable[[], Made]) -> Made:
        """What ``make`` gave last under ``name`` if that depended on the same, or else gives now."""
        before, made = self._kept.pop(name, ("", None))
        if made is None or before != depends_on:
            made = make()
        self._kept[name] = (depends_on, made)
        if len(self._kept) > LIMIT:
            del self._kept[next(iter(self._kept))]
        return made  # type: ignore[no-any-return]


class Packed(Generic[Made]):
    """A large thing, compressed until somebody asks for it."""

    __slots__ = ("_bytes",)

    def __init__(self, thing: Made) -> None:
        self._bytes = zlib.compress(pickle.dumps(thing, pickle.HIGHEST_PROTOCOL), 1)

    def open(self) -> Made:
        """The thing, or an equal one."""
        return _opened(self._bytes)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packed) and (self._bytes == other._bytes or bool(self.open() == other.open()))

    __hash__ = None  # type: ignore[assignment]  # equal things may be packed differently


@lru_cache(maxsize=OPEN)
def _opened(packed: bytes) -> Any:  # noqa: ANN401  whatever was packed
    return pickle.loads(zlib.decompress(packed))  # noqa: S301  what this very process has packed


class Templates(BytecodeCache):
    """Compiled templates of environments that have the same filters; Jinja2 itself compares their sources."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template's code, if it was compiled before."""
        if code := self._kept.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code, in the place of an older one."""
        self._kept[bucket.key] = bucket.bytecode_to_string()
