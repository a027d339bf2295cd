"""YAML files in a given shape; what is wrong with one is told with its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError
from yaml.constructor import ConstructorError

from atlas.memory import Memory
from atlas.model import Problem

# Nodes without any meaning of their own: YAML 1.1 would take `no` and `1:30` for something else than words.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_PLAIN: tuple[tuple[re.Pattern[str], Callable[[str], object]], ...] = (  # what stands without quotes, as in YAML 1.2
    (re.compile(r"~|null|Null|NULL|"), lambda _: None),
    (re.compile(r"true|True|TRUE|false|False|FALSE"), lambda text: text.lower() == "true"),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"), float),
)
_PARSED = Memory()  # while serving, most files are as they were
_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map")}


@dataclass(frozen=True)
class Content:
    """What a file holds, in its shape, and where."""

    value: Any
    node: yaml.Node

    def lines(self, key: str = "") -> list[int]:
        """Line of each entry of a file that is a list, or of the list that stands under ``key``."""
        node = next(value for name, value in self.node.value if name.value == key) if key else self.node
        return [_start(entry) for entry in node.value]

    @property
    def placed(self) -> list[tuple[Any, int]]:
        """Each entry of a file that is a list, with its line."""
        return list(zip(self.value, self.lines(), strict=True))


def read(path: Path, name: str, kind: Any) -> tuple[Content | None, tuple[Problem, ...]]:  # noqa: ANN401  any shape
    """The file's content in the shape ``kind``; ``name`` is what problems call it."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None, (Problem(name, 0, "is missing: restore it"),)
    except (UnicodeDecodeError, OSError) as error:
        return None, (Problem(name, 0, f"cannot be read ({error.__class__.__name__}): mend it"),)
    return _PARSED.recall(name, (text, kind), lambda: parse(text, name, kind))


def parse(text: str, name: str, kind: Any) -> tuple[Content | None, tuple[Problem, ...]]:  # noqa: ANN401
    """The pure part of :func:`read`: ``text`` is the file's content."""
    try:
        node = yaml.compose(text, Loader=_Loader)
        data = _data(node, set()) if node else None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        return None, (Problem(name, line, f"is not valid YAML ({error.problem or 'it cannot be read'}): mend it"),)
    except (yaml.YAMLError, RecursionError) as error:
        return None, (Problem(name, 0, f"cannot be read ({error.__class__.__name__}): mend it"),)
    if node is None or data is None:
        return None, (Problem(name, 0, "holds nothing: write [] for an empty list, or restore it"),)
    try:
        return Content(TypeAdapter(kind).validate_python(data), node), ()
    except ValidationError as error:
        return None, tuple(
            Problem(name, _line(node, e["loc"]), f"{'.'.join(map(str, e['loc'])) or 'file'}: {e['msg']}: correct it")
            for e in error.errors()
        )


def _data(node: yaml.Node, above: set[int]) -> Any:  # noqa: ANN401  whatever the file holds
    """What a node says. Nothing stands twice: no key, and no node by an alias."""
    if id(node) in above or node.tag not in _TAGS:
        what = "an alias, which nothing needs here" if id(node) in above else f"unknown tag {node.tag}"
        raise ConstructorError(None, None, what, node.start_mark)
    above.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        return [_data(entry, above) for entry in node.value]
    if isinstance(node, yaml.ScalarNode):
        kinds = () if node.style else _PLAIN
        return next((make(node.value) for like, make in kinds if like.fullmatch(node.value)), node.value)
    made: dict[object, Any] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise ConstructorError(None, None, "a key that is no word", key.start_mark)
        name = _data(key, above)
        if name in made:
            raise ConstructorError(None, None, f'found duplicate key "{name}"', key.start_mark)
        made[name] = _data(value, above)
    return made


def _line(node: yaml.Node, location: tuple[int | str, ...]) -> int:
    """The line of what stands at ``location``, or of what it is missing from."""
    line = 1
    for step in location:
        line = _start(node)
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(step)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            found = (node.value[step],) * 2
        else:
            found = None
        if found is None:
            break
        line, node = _start(found[0]), found[1]
    return line


def _start(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
