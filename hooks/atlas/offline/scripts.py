"""ES modules → one classic script for each that a page loads: from a folder, browsers load no modules.

Each module becomes a function that gives what it exports. Of ES modules only this is known, each on one line:
``import { a, b as c } from "./x.js";``, ``import(… "./x.js")`` and ``export`` before a function, class or constant.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

INSTEAD = {"assets/files.js": "assets/files-offline.js"}

_IMPORT = re.compile(r'^import \{ ([\w ,]+) \} from "([\w./-]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\([^()]*"([\w./-]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport[.(].*", re.MULTILINE)


class ScriptError(ValueError):
    """A module that cannot be joined to the others: its ``path``, and the ``line`` or 0."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.line = line


def joined(entry: str, files: Mapping[str, str]) -> str:
    """The module ``entry`` and all that it imports, as one script; ``files`` has them by path."""
    functions: dict[str, str] = {}
    _join(entry, files, functions)
    return "\n".join(['(() => {\n"use strict";\nconst $modules = {};', *functions.values(), "})();\n"])


def _join(path: str, files: Mapping[str, str], functions: dict[str, str], above: tuple[str, ...] = ()) -> str:
    """Add the module after those that it imports; where the script keeps what it exports."""
    path = INSTEAD.get(path, path)
    name = f'$modules["{path}"]'
    if path in functions:
        return name
    if path not in files:
        raise ScriptError(path, 0, "is asked for and not there")
    if path in above:
        raise ScriptError(path, 0, f"imports itself by way of {above[-1]}: part them")

    def other(near: str) -> str:
        return _join(
            posixpath.normpath(posixpath.join(posixpath.dirname(path), near)), files, functions, (*above, path)
        )

    exported = ", ".join(_EXPORT.findall(files[path]))
    body = _EXPORT.sub("", files[path])
    body = _IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = {other(found[2])};", body)
    body = _LATER.sub(lambda found: f"Promise.resolve({other(found[1])})", body)
    if unknown := _UNKNOWN.search(body):
        line = body.count("\n", 0, unknown.start()) + 1
        raise ScriptError(path, line, f"write this as other modules write imports and exports: {unknown[0]}")
    functions[path] = f"{name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"
    return name
