"""A page of the site, and where it lies: below the site, and in the world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from atlas.core.model import LANGUAGES, Language, Problem

PERMALINK: dict[Language, str] = {"zh": "本节的链接", "en": "Link to this section"}  # what leads to each heading


class Made(NamedTuple):
    """What a template makes: a page's Markdown, what is wrong that no page before it told, and what it drew itself."""

    body: str
    problems: tuple[Problem, ...] = ()
    own: tuple[str, ...] = ()  # pictures and forms: HTML that no text may spell


@dataclass(frozen=True)
class Page:
    """One page of the site in one language, as Markdown that MkDocs renders.

    ``title`` names it on the site, below its section; ``headline`` anywhere else, as in lists of what was found.
    ``make`` makes its body, each time anew: nobody holds the bodies of all pages.
    """

    src_uri: str  # without the language folder: releases/2.1.md
    language: Language
    title: str
    headline: str
    description: str
    make: Callable[[], Made] = field(compare=False, repr=False)
    about: str = ""  # the release that it is about, and no other
    moved_to: str = ""  # where the page's address was: the way from it to the new one

    @property
    def path(self) -> str:
        """Where it lies below the site: en/releases/2.1/."""
        return address("", path_of(self.src_uri), self.language)


def path_of(src_uri: str) -> str:
    """A page's address below the site: ``releases/2.1.md`` → ``releases/2.1/``; an index is its folder."""
    folder, _, name = src_uri.rpartition("/")
    own = "" if name == "index.md" else name.removesuffix(".md")
    return "".join(f"{part}/" for part in (folder, own) if part)


def address(base: str, path: str, language: Language) -> str:
    """Absolute address of what lies at ``path`` in one language; ``base`` is the site's and ends in a slash."""
    return f"{base}{'' if language == LANGUAGES[0] else f'{language}/'}{path}"
