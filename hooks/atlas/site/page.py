"""A page of the site, with its path and URLs."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from atlas.core.languages import LANGUAGES, Language
from atlas.site.content import Content


@dataclass(frozen=True)
class Page:
    """One page of the site in one language.

    ``title`` is its name within the site; ``headline`` is its name outside of it, as in search engine results.
    """

    src_uri: str  # without the language folder: releases/2.1.md
    language: Language
    title: str
    headline: str
    description: str
    content: Content = field(default=Content(), repr=False)
    is_searchable: bool = False  # whether search finds its title and description
    has_markdown: bool = False  # whether a Markdown version is published, too
    is_parallel: bool = False  # whether it has blocks of the other language beside its own (see parts/body.py)
    styles: tuple[str, ...] = ()  # names of its own style sheets, besides those of every page
    scripts: tuple[str, ...] = ()  # names of its own scripts

    @property
    def path(self) -> str:
        """Path relative to the site: ``en/releases/2.1/``."""
        return address("", path_of(self.src_uri), self.language)


def path_of(src_uri: str) -> str:
    """Return a page's path within its language: releases/2.1.md → releases/2.1/ and areas/index.md → areas/."""
    folder, _, name = src_uri.rpartition("/")
    name_part = "" if name == "index.md" else name.removesuffix(".md")
    return "".join(f"{part}/" for part in (folder, name_part) if part)


def address(base: str, path: str, language: Language) -> str:
    """Return the URL of ``path`` in a language; ``base`` is the site's URL, ending in a slash, or empty.

    The first of LANGUAGES has no folder of its own.
    """
    folder = "" if language == LANGUAGES[0] else f"{language}/"
    return f"{base}{folder}{path}"


def canonical(base: str, src_uri: str, language: Language) -> str:
    """Return the URL of a page in a language, as search engines list it."""
    return address(base, quote(path_of(src_uri)), language)


def handwritten_uris(docs: Path, language: Language) -> list[str]:
    """Return the source paths, below docs/LANGUAGE/, of the handwritten pages."""
    return sorted(path.relative_to(docs / language).as_posix() for path in (docs / language).rglob("*.md"))
