"""Long runs of releases in pieces, so that no page grows with every release."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

SIZE = 20  # releases on a page; the newest page holds up to twice as many, so that older addresses stay

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chunk(Generic[T]):
    """Some consecutive entries, newest first. ``slug`` is empty for the newest: the page that all others hang on."""

    slug: str
    entries: tuple[T, ...]
    first: str  # the oldest version in it
    last: str  # and the newest

    def uri(self, folder: str, older: str) -> str:
        """Source address of its page: the index of ``folder``, or one below ``older``."""
        return f"{older}/{self.slug}.md" if self.slug else f"{folder}/index.md"


def chunks(entries: tuple[T, ...], version: Callable[[T], str]) -> tuple[Chunk[T], ...]:
    """``entries``, newest first, in pieces counted from the oldest: what is added moves no older piece."""
    older = max(0, len(entries) // SIZE - 1)
    newest = len(entries) - older * SIZE
    cuts = [entries[:newest], *(entries[i : i + SIZE] for i in range(newest, len(entries), SIZE))]
    return tuple(
        Chunk(f"until-{version(cut[0])}" if n else "", cut, version(cut[-1]), version(cut[0]))
        for n, cut in enumerate(cuts)
        if cut
    )
