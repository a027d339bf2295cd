"""A seed (one announcement file, decoded), and the result of reading it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from atlas.core.edits import Edit
from atlas.core.languages import HTML_LANG, Language
from atlas.core.problems import Problem
from atlas.core.text import is_traditional
from atlas.document.nodes import Document

Meta = tuple[tuple[str, str, int], ...]  # front matter: key, value, line
LANGUAGE_KEYS = ("language", "lang")  # front matter keys that state a seed's language


def seed_id(path: str) -> str:
    """Return the id of the seed at ``path``: its file name without suffix, in word characters, dots, and hyphens."""
    return re.sub(r"[^\w.-]+", "-", path.rsplit("/", 1)[-1].rsplit(".", 1)[0])


@dataclass(frozen=True, slots=True)
class Seed:
    """One announcement file, decoded, with its front matter separated from its body.

    ``text`` is the whole file. ``body`` is the text after the front matter, which is what readers parse. ``origin[i]``
    is the file's line that body line ``i`` (0-based) comes from. Errata change ``body`` and ``meta``, but not ``text``.
    """

    path: str
    format: str  # the name of one of formats.FORMATS
    encoding: str
    language: Language
    text: str
    body: str
    origin: tuple[int, ...]
    meta: Meta = ()

    @property
    def id(self) -> str:
        """The seed's id, which is part of URLs and of its catalog's name."""
        return seed_id(self.path)

    @property
    def html_lang(self) -> str:
        """The HTML ``lang`` value for the language and script of the seed's words."""
        return "zh-Hant" if self.language == "zh" and is_traditional(self.body) else HTML_LANG[self.language]

    def line(self, index: int) -> int:
        """Return the file's line of 0-based body line ``index``; indices past the end map to the last line."""
        return self.origin[min(index, len(self.origin) - 1)] if self.origin else 1


class Reading(NamedTuple):
    """The result of reading a seed: the document, an edit for each text that is left out of it, and problems."""

    document: Document
    left_out: Sequence[Edit] = ()
    problems: Sequence[Problem] = ()
