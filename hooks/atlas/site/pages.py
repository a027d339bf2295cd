"""The pages of single releases and their indexes: what each shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlas.history.chunks import chunks
from atlas.history.collection import Atlas
from atlas.site.interface import fates, until
from atlas.site.locale import Locale

Wanted = tuple[str, str, str, dict[str, Any]]  # address, template, title, what the template asks

NEWEST = 12  # releases in the picture of the home page


def pages(atlas: Atlas, locale: Locale) -> Iterator[Wanted]:
    """The pages of this module."""
    _ = locale.gettext
    yield "index.md", "home.md", _("PyTorch 版本图鉴"), {"shown": atlas.releases[:NEWEST]}
    releases = atlas.releases
    pieces = chunks(releases, lambda release: release.version)
    for chunk in pieces:
        shown = {"chunk": chunk, "chunks": pieces}
        title = until(_, _("版本"), chunk.slug, chunk.last)
        yield chunk.uri("releases", "releases/all"), "releases.md", title, shown
        title = until(_, _("源文件"), chunk.slug, chunk.last)
        yield chunk.uri("sources", "sources/all"), "sources.md", title, shown
    disputed = {found.release.version for found in atlas.disputed_dates}
    for at, release in enumerate(releases):
        beside = {
            "later": releases[at - 1] if at else None,
            "earlier": releases[at + 1] if at + 1 < len(releases) else None,
            "disputed": release.version in disputed,
        }
        own = {"release": release, **beside}
        yield f"releases/{release.version}.md", "release.md", f"PyTorch {release.version}", own
        lines = {"release": release, "fates": fates(_)}
        yield f"sources/{release.seed.id}.md", "source.md", release.seed.path, lines
