"""Atlas → what programs read: JSON with its schemas, Atom feeds, llms.txt. Paths are below the site."""

from __future__ import annotations

from collections.abc import Iterator

from atlas.history.collection import Atlas
from atlas.site.exports import data, feeds, llms
from atlas.site.exports.serial import schema, serialized
from atlas.site.exports.source import Say, Source
from atlas.site.exports.twin import markdown

__all__ = ["Say", "files", "markdown"]

DATA = {  # file → what it holds
    "releases": data.releases,
    "features": data.features,
    "areas": data.areas,
    "stability": data.stability,
    "stages": data.stages,
}
COMPACT = {"stages"}  # pages fetch it


def files(atlas: Atlas, say: Say, base: str) -> Iterator[tuple[str, str]]:
    """Path and text of every exported file; ``base`` is the site's address and ends in a slash."""
    source = Source(atlas, say, base)
    for name, make in DATA.items():
        made = make(source)
        yield f"api/v1/{name}.json", serialized(made, compact=name in COMPACT)
        yield f"api/v1/schema/{name}.json", schema(type(made), source.schema(name))
    yield from feeds.files(source)
    yield from llms.files(source)
