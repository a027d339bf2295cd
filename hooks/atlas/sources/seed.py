"""A seed: one announcement file, decoded."""

import re
from dataclasses import dataclass
from typing import Literal

from atlas.core.languages import HTML_LANG, Language
from atlas.core.text import is_traditional

SeedFormat = Literal["markdown", "html", "text"]
Meta = tuple[tuple[str, str, int], ...]  # front matter: key, value, line
LANGUAGE_KEYS = ("language", "lang")  # of front matter that states a seed's language
ORIGINAL_KEY = "translation_of"  # of front matter that names the seed of a translation's original


def seed_id(path: str) -> str:
    """The id of the seed at ``path``: its name without its ending, in characters that are safe in addresses."""
    return re.sub(r"[^\w.-]+", "-", path.rsplit("/", 1)[-1].rsplit(".", 1)[0])


@dataclass(frozen=True, slots=True)
class Seed:
    """One announcement file, decoded, its front matter parted from its body.

    ``text`` is the whole file; ``body`` is what readers read, errata applied; ``origin[i]`` is the file line
    of body line ``i`` (0-based).
    """

    path: str
    format: SeedFormat
    encoding: str
    language: Language
    text: str
    body: str
    origin: tuple[int, ...]
    meta: Meta = ()

    @property
    def id(self) -> str:
        """The seed's id: part of addresses and of its catalog's name."""
        return seed_id(self.path)

    @property
    def html_lang(self) -> str:
        """The language and script of its words, as HTML names it."""
        return "zh-Hant" if self.language == "zh" and is_traditional(self.body) else HTML_LANG[self.language]

    def line(self, index: int) -> int:
        """File line of 0-based body line ``index``; lines past the end belong to the last one."""
        return self.origin[min(index, len(self.origin) - 1)] if self.origin else 1
