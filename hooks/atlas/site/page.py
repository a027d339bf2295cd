"""A page of the site, and where it lies: below the site, and in the world."""

from dataclasses import dataclass, field
from pathlib import Path

from atlas.core.languages import LANGUAGES, Language
from atlas.site.content import Content


@dataclass(frozen=True)
class Page:
    """One page of the site in one language.

    ``title`` names it on the site, below its section; ``headline`` anywhere else, as in lists of search results.
    """

    src_uri: str  # without the language folder: releases/2.1.md
    language: Language
    title: str
    headline: str
    description: str
    content: Content = field(default=Content(), repr=False)
    is_list: bool = False  # whether search finds it by its title alone
    has_markdown: bool = False  # whether a Markdown version is published beside it

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


def hand_made_uris(docs: Path, language: Language) -> list[str]:
    """Addresses, below their language's folder, of the pages below docs/ that people wrote."""
    return sorted(path.relative_to(docs / language).as_posix() for path in (docs / language).rglob("*.md"))
