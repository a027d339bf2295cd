"""What all exports are made from, and their addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.document.nodes import Inlines, Localized, plain
from atlas.history.collection import Atlas
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.site.exports.shapes import Words
from atlas.site.page import address

Say = Callable[[Release, Inlines, Language], Localized]
GENERATOR = "PyTorch Release Atlas"


@dataclass(frozen=True, slots=True)
class Source:
    """The atlas, a way to say its texts in either language, and the site's address, which ends in a slash."""

    atlas: Atlas
    say: Say
    base: str

    def url(self, path: str, language: Language = "zh") -> str:
        """Absolute address of what lies at ``path`` in one language."""
        return address(self.base, path, language)

    def schema(self, name: str) -> str:
        """Absolute address of a file's schema."""
        return self.url(f"api/v1/schema/{name}.json")

    def words(self, release: Release, inlines: Inlines, language: Language) -> str | None:
        """A text in one language; none where no current translation is."""
        said = self.say(release, inlines, language)
        return None if said.lang else plain(said.inlines).strip()

    def both(self, release: Release, inlines: Inlines) -> Words:
        """A text in both languages."""
        return Words(zh=self.words(release, inlines, "zh"), en=self.words(release, inlines, "en"))

    def name(self, life: Lifecycle) -> Words:
        """What a feature is called: as it is registered, else as its newest announcement says."""
        if life.identity:
            return Words(zh=life.identity.name.zh, en=life.identity.name.en)
        return self.both(life.newest.release, life.newest.feature.title)
