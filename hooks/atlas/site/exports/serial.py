"""Published data as text."""

from __future__ import annotations

import json
from typing import Any

from atlas.site.exports.shapes import Published

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def serialized(made: Published, *, compact: bool = False) -> str:
    """A file's text: one value a line where people may read it and compare two builds."""
    return made.model_dump_json(by_alias=True, indent=None if compact else 1) + "\n"


def schema(shape: type[Published], address: str) -> str:
    """The JSON Schema of what is published at ``address``."""
    made: dict[str, Any] = shape.model_json_schema(mode="serialization", by_alias=True)
    return json.dumps({"$schema": DRAFT, "$id": address, **made}, ensure_ascii=False, indent=1) + "\n"
