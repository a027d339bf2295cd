"""YAML files in a given shape; what is wrong with one is told with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from atlas.model import Problem


def read(path: Path, name: str, kind: Any) -> tuple[Any, list[Problem]]:  # noqa: ANN401  the shape is the caller's
    """The file's content in the shape ``kind``; ``name`` is what problems call it."""
    yaml = YAML(typ="rt")
    try:
        data = yaml.load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None, [Problem(name, 0, "is missing: restore it")]
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        what = (error.problem or "it cannot be read").partition(" with value ")[0]
        return None, [Problem(name, line, f"is not valid YAML ({what}): mend it")]
    except (YAMLError, UnicodeDecodeError, OSError) as error:
        return None, [Problem(name, 0, f"cannot be read ({error.__class__.__name__}): mend it")]
    if data is None:
        return None, [Problem(name, 0, "holds nothing: write [] for an empty list, or restore it")]
    try:
        return TypeAdapter(kind).validate_python(data), []
    except ValidationError as error:
        return None, [
            Problem(name, _line(data, e["loc"]), f"{'.'.join(map(str, e['loc'])) or 'file'}: {e['msg']}: correct it")
            for e in error.errors()
        ]


def _line(data: Any, location: tuple[int | str, ...]) -> int:  # noqa: ANN401
    line = 1
    for step in location:
        if not hasattr(data, "lc"):
            break
        known = data.lc.data.get(step) if data.lc.data else None
        line = known[0] + 1 if known else data.lc.line + 1
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            break
    return line


def entry_lines(path: Path, key: str = "") -> list[int]:
    """Line of each entry of a file that is a list, or of the list that stands under ``key``."""
    data = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
    entries = data[key] if key else data
    return [entries.lc.data[i][0] + 1 for i in range(len(entries))]
