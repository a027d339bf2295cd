"""Front matter: the YAML between ``---`` and ``---`` that a seed may begin with."""

import re
from typing import Any

import yaml

from atlas.core.languages import Language
from atlas.core.limits import MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_KEYS
from atlas.core.problems import UnreadableError
from atlas.sources.seed import LANGUAGE_KEYS, Meta

_LANGUAGE = re.compile(r"(en|zh)(?:[-_][a-z0-9]+)*", re.IGNORECASE)


class _StringLoader(yaml.BaseLoader):
    """Loads YAML, keeping every scalar a string (1.10 is no float) and refusing aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:  # noqa: ANN401  the overridden signature
        if self.check_event(yaml.events.AliasEvent):
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, "aliases are not allowed", event.start_mark)
        return super().compose_node(parent, index)


def parse(lines: list[str]) -> tuple[Meta, int]:
    """Return the entries and the index of the first body line. Raises UnreadableError."""
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[start].rstrip() != "---" or not any(re.match(r"\s*[\w-]+\s*:", x) for x in lines[start + 1 : start + 3]):
        return (), 0
    end = next((i for i in range(start + 1, len(lines)) if lines[i].rstrip() == "---"), None)
    if end is None:
        raise UnreadableError(start + 1, "opens front matter with --- and never closes it: add the closing ---")
    block = "".join(f"{line}\n" for line in lines[start + 1 : end])
    if len(f"---\n{block}---".encode()) > MAX_FRONT_MATTER_BYTES:
        raise UnreadableError(start + 1, f"has front matter larger than {MAX_FRONT_MATTER_BYTES:,} bytes: shorten it")
    try:
        values = yaml.load(block, _StringLoader)  # noqa: S506  builds strings, lists and mappings only
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "is not a list of key: value lines"
        line = start + (2 + mark.line if mark else 1)
        raise UnreadableError(line, f"front matter is not valid YAML ({what}): correct it") from None
    if not values or not isinstance(values, dict):
        raise UnreadableError(start + 1, "front matter is not a list of key: value lines: correct it")
    if len(values) > MAX_FRONT_MATTER_KEYS:
        raise UnreadableError(start + 1, f"has front matter of more than {MAX_FRONT_MATTER_KEYS} keys: shorten it")
    found = []
    for key, value in values.items():
        line = next((i for i in range(start, end) if re.match(rf"\s*{re.escape(str(key))}\s*:", lines[i])), start) + 1
        words = " ".join(" ".join(map(str, value if isinstance(value, list) else [value])).split())
        found.append((str(key), words, line))
    return tuple(found), end + 1


def language(meta: Meta) -> Language | None:
    """Return the language stated, if any; of zh-CN, only the first part counts. Raises UnreadableError."""
    for key, value, line in meta:
        if key in LANGUAGE_KEYS:
            if not (found := _LANGUAGE.fullmatch(value)):
                raise UnreadableError(line, f"states the language {value!r}: write en or zh, or delete the line")
            return "en" if found[1].casefold() == "en" else "zh"
    return None
