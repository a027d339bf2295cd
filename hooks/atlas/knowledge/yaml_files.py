"""Strict reading of YAML files with a given schema. Problems are reported with their lines."""

from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import yaml
from pydantic import TypeAdapter, ValidationError
from yaml.constructor import ConstructorError

from atlas.core import safe_files
from atlas.core.characters import INVISIBLE
from atlas.core.limits import MAX_KNOWLEDGE_BYTES, MAX_KNOWLEDGE_ENTRIES, MAX_KNOWLEDGE_NESTING
from atlas.core.problems import Problem, UnreadableError, truncate

# The base loader keeps scalars as text, which schemas convert to numbers, booleans, and dates: 1.10 is a version.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
MAX_SHOWN_LENGTH = 120  # characters of a key, tag or location in a message
MAX_REPORTED_PROBLEMS = 50  # problems reported per file
MAX_CACHED_FILES = 256  # parsed files: few of them change between two builds of a preview


class YamlMapping(dict[str | None, Any]):
    """A mapping that knows the path of its file, as problems name it, and the line on which it starts."""

    path = ""
    line = 0


def read(path: Path, name: str, shape: Any) -> tuple[Any, tuple[Problem, ...]]:  # noqa: ANN401  any type
    """Read a file and convert its content to the type ``shape``. Return the content, or None, and problems.

    Problems call the file ``name``.
    """
    try:
        return _parsed(safe_files.read(path, MAX_KNOWLEDGE_BYTES, name), name, shape)
    except FileNotFoundError:
        return None, (Problem(name, 0, "is missing: restore it"),)
    except UnreadableError as error:
        return None, (error.as_problem(name),)


@lru_cache(maxsize=MAX_CACHED_FILES)
def _parsed(content: bytes, name: str, shape: Any) -> tuple[Any, tuple[Problem, ...]]:  # noqa: ANN401  any type
    try:
        text = content.decode("utf-8-sig")
        _check_limits(text)
        node = yaml.compose(text, Loader=_Loader)
        data = _data(node, name) if node else None
    except UnicodeDecodeError as error:
        return None, (Problem(name, error.object.count(b"\n", 0, error.start) + 1, "is not UTF-8: save it as UTF-8"),)
    except yaml.MarkedYAMLError as error:
        last = text.count("\n")  # the mark may be below the last line, if something is missing there
        line = min(error.problem_mark.line, last) + 1 if error.problem_mark else 0
        return None, (Problem(name, line, f"is not valid YAML ({error.problem or 'it cannot be read'}): correct it"),)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, max(text.find(chr(error.character)), 0)) + 1
        return None, (Problem(name, line, f"contains U+{error.character:04X}, which YAML forbids: remove it"),)
    if node is None or data is None:
        return None, (Problem(name, 0, "is empty: write [] for an empty list, or restore it"),)
    try:
        return TypeAdapter(shape).validate_python(data), ()
    except ValidationError as error:
        faults = [(e["loc"], f"{_location_text(e['loc'])}: {e['msg']}: correct it") for e in error.errors()]
    if more := len(faults[MAX_REPORTED_PROBLEMS:]):
        location, _ = faults[MAX_REPORTED_PROBLEMS]
        faults[MAX_REPORTED_PROBLEMS:] = [(location, f"{more:,} more of the kind: correct them")]
    return None, tuple(Problem(name, _line(node, location), message) for location, message in faults)


def _check_limits(text: str) -> None:
    """Raise MarkedYAMLError for content that yaml.compose, which recurses and follows aliases, cannot handle safely."""
    depth = entries = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        entries += isinstance(event, yaml.NodeEvent)
        what = ""
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            what = "an anchor or alias, which nothing needs here"
        elif (tag := getattr(event, "tag", None)) and tag != "!":
            what = f"unknown tag {truncate(tag, MAX_SHOWN_LENGTH)}"
        elif isinstance(event, yaml.ScalarEvent) and (unseen := INVISIBLE.search(event.value)):
            what = f"U+{ord(unseen[0]):04X}, which is invisible"
        elif depth > MAX_KNOWLEDGE_NESTING:
            what = f"more than {MAX_KNOWLEDGE_NESTING} lists and mappings in one another"
        elif entries > MAX_KNOWLEDGE_ENTRIES:
            what = f"more than {MAX_KNOWLEDGE_ENTRIES:,} entries"
        if what:
            raise ConstructorError(None, None, what, cast("yaml.Mark", event.start_mark))


def _data(node: yaml.Node, path: str) -> Any:  # noqa: ANN401  whatever the file holds
    """Convert a node to lists, mappings, and scalars. Raises ConstructorError for duplicate or non-scalar keys."""
    if isinstance(node, yaml.SequenceNode):
        return [_data(entry, path) for entry in node.value]
    if isinstance(node, yaml.ScalarNode):
        return node.value if node.value or node.style else None  # an unquoted empty scalar is null
    mapping = YamlMapping()
    mapping.path, mapping.line = path, _start(node)
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise ConstructorError(None, None, "a key that is not a scalar", key.start_mark)
        name = _data(key, path)
        if name in mapping:
            what = f'found duplicate key "{truncate(str(name), MAX_SHOWN_LENGTH)}"'
            raise ConstructorError(None, None, what, key.start_mark)
        mapping[name] = _data(value, path)
    return mapping


def _location_text(location: tuple[int | str, ...]) -> str:
    return truncate(".".join(map(str, location)) or "file", MAX_SHOWN_LENGTH)


def _line(node: yaml.Node, location: tuple[int | str, ...]) -> int:
    """Return the line of the node at a location, which consists of keys and indices.

    Steps of the location that match no node are skipped: a missing key, for which this returns the line of the node
    around it, or the name that pydantic gives to a member of a union.
    """
    line = _start(node)
    for step in location:
        if isinstance(node, yaml.MappingNode):
            entry = next(((key, value) for key, value in node.value if key.value == str(step)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            entry = (node.value[step], node.value[step])
        else:
            entry = None
        if entry:
            start, node = entry
            line = _start(start)
    return line


def _start(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
