"""Atlas → what programs read: JSON with its schemas, Atom feeds, llms.txt. Paths are below the site."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.exports import data, feeds, llms
from atlas.exports.serial import schema, serialized
from atlas.exports.source import Say, Source
from atlas.exports.twin import markdown
from atlas.history import Atlas

__all__ = ["File", "Say", "files", "markdown"]

DATA = {  # file → what it holds
    "releases": data.releases,
    "features": data.features,
    "areas": data.areas,
    "stability": data.stability,
    "stages": data.stages,
}
COMPACT = {"stages"}  # pages fetch it


@dataclass(frozen=True, slots=True)
class File:
    """One file of the site, by its path below it."""

    path: str
    text: str


def files(atlas: Atlas, say: Say, base: str) -> tuple[File, ...]:
    """Every exported file; ``base`` is the site's address and ends in a slash."""
    source = Source(atlas, say, base)
    out: list[File] = []
    for name, make in DATA.items():
        made = make(source)
        out.append(File(f"api/v1/{name}.json", serialized(made, compact=name in COMPACT)))
        out.append(File(f"api/v1/schema/{name}.json", schema(type(made), source.schema(name))))
    out += [File(path, text) for path, text in (*feeds.files(source), *llms.files(source))]
    return tuple(out)
