"""What was made before, for as long as nothing that it was made from has changed: a preview edits one file of many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from jinja2.bccache import Bucket, BytecodeCache

Made = TypeVar("Made")

LIMIT = 10_000  # things that are kept; beyond it, the one that was asked for longest ago goes


class Memory:
    """The last thing made under each name, with everything that it depends on."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, Any]] = {}  # the last asked for stands last

    def recall(self, name: str, depends_on: object, make: Callable[[], Made]) -> Made:
        """What ``make`` gave last under ``name`` if ``depends_on`` is equal to what it was then, or else gives now."""
        before, made = self._kept.pop(name, (None, None))
        if made is None or before != depends_on:
            made = make()
        self._kept[name] = (depends_on, made)
        if len(self._kept) > LIMIT:
            del self._kept[next(iter(self._kept))]
        return made  # type: ignore[no-any-return]


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
