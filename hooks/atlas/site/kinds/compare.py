"""Comparison: any two releases, and each beside the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.collection import Changes
from atlas.history.compare import KINDS
from atlas.site.interface import DIFFERENCES
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class Comparison(Kind):
    """Any two releases, in the browser; and links to neighbours."""

    pairs: tuple[tuple[str, str], ...]  # of versions, the newest first
    versions: tuple[str, ...]  # oldest first

    template = "compare.md"
    uri = "compare/index.md"
    is_list = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Comparison]:
        pairs = tuple((changes.earlier, changes.later) for changes in inputs.collection.comparisons)
        yield cls(pairs, inputs.collection.versions)

    def title(self, locale: Locale) -> str:
        return locale.gettext("版本对比")

    def headline(self, locale: Locale) -> str:
        return locale.gettext("比较 PyTorch 的两个版本")

    def description(self, locale: Locale) -> str:
        if not self.pairs:
            return locale.gettext("PyTorch 的版本还不足两个。")
        about = locale.gettext(
            "在 PyTorch %(versions)s 之间任选两个版本，看公告里新宣布、升级、移除、没有再提到的功能。"
        )
        return about % {"versions": locale.span(reversed(self.versions))}


@dataclass(frozen=True)
class ChangesPage(Kind):
    """A release beside the one before it."""

    changes: Changes
    previous: tuple[str, str] | None
    next: tuple[str, str] | None

    template = "changes.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[ChangesPage]:
        comparisons = inputs.collection.comparisons
        pairs = [(changes.earlier, changes.later) for changes in comparisons]
        for at, changes in enumerate(comparisons):
            yield cls(changes, pairs[at + 1] if at + 1 < len(pairs) else None, pairs[at - 1] if at else None)

    @property
    def uri(self) -> str:
        return f"compare/{self.changes.earlier}-to-{self.changes.later}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.changes.earlier} → {self.changes.later}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(earlier)s 到 %(later)s 的变化") % self._versions

    def description(self, locale: Locale) -> str:
        changes = self.changes
        found = {kind: len(changes.of(kind)) + (changes.silent if kind == "unmentioned" else 0) for kind in KINDS}
        kinds = locale.listing((locale.gettext(DIFFERENCES[kind][0]), count) for kind, count in found.items() if count)
        about = locale.gettext("从 PyTorch %(earlier)s 到 %(later)s，各领域的功能在公告里有什么变化：%(kinds)s。")
        return about % {**self._versions, "kinds": kinds}

    @property
    def _versions(self) -> dict[str, str]:
        return {"earlier": self.changes.earlier, "later": self.changes.later}
