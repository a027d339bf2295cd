"""Where pages lie: below the site, and in the world."""

from __future__ import annotations

from atlas.model import LANGUAGES, Language


def path_of(src_uri: str) -> str:
    """A page's address below the site: ``releases/2.1.md`` → ``releases/2.1/``; an index is its folder."""
    folder, _, name = src_uri.rpartition("/")
    own = "" if name == "index.md" else name.removesuffix(".md")
    return "".join(f"{part}/" for part in (folder, own) if part)


def address(base: str, path: str, language: Language) -> str:
    """Absolute address of what lies at ``path`` in one language; ``base`` is the site's and ends in a slash."""
    return f"{base}{'' if language == LANGUAGES[0] else f'{language}/'}{path}"
