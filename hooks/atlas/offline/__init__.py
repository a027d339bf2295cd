"""A built site → a copy of it that is read from a folder: one zip, without what only programs read."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from atlas.offline.pages import address, for_programs, linking, offline
from atlas.offline.scripts import ScriptError, joined

__all__ = ["NAME", "ScriptError", "address", "bundle", "linked", "packed"]

FOLDER = "pytorch-release-atlas"
NAME = f"{FOLDER}.zip"
MISSING = "404.html"  # only servers show it
LINKED = "cards/"  # pictures for other sites that link here
LEFT_OUT = {".gz", ".js", ".map", ".zip"}  # of scripts, only those that pages load come along


def bundle(files: Mapping[str, bytes], site: str) -> dict[str, bytes]:
    """The copy of the site with these ``files``, which stands at the address ``site``; both by path.

    Raises :class:`ScriptError`.
    """
    made: dict[str, str] = {}
    kept: dict[str, bytes] = {}
    scripts: dict[str, bool] = {}
    for path, content in files.items():
        if _is_page(path):
            page = offline(path, content.decode(), files, site)
            made[path] = page.text
            scripts |= page.scripts
            if page.is_read:
                made[f"{path}.js"] = _handing(page.text)
        elif _is_read(path):
            made[f"{path}.js"] = _handing(content.decode())
        elif not _is_left_out(path):
            kept[path] = content
    sources = {path: content.decode() for path, content in files.items() if path.endswith(".js")}
    made |= {path: joined(path, sources) for path, is_module in scripts.items() if is_module}
    kept |= {path: files[path] for path, is_module in scripts.items() if not is_module and path in files}
    return kept | {path: text.encode() for path, text in made.items()}


def linked(files: Mapping[str, bytes], size: int) -> dict[str, bytes]:
    """The site's own pages with a link to the copy, which takes ``size`` bytes."""
    told = f"{size / 1e6:.1f}"
    return {path: linking(path, files[path].decode(), NAME, told).encode() for path in files if _is_page(path)}


def packed(members: Mapping[str, bytes]) -> bytes:
    """A zip of one folder; the same members give the same bytes."""
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        for path in sorted(members):
            info = ZipInfo(f"{FOLDER}/{path}")  # of 1980
            info.create_system = 3  # wherever it is made
            info.external_attr = 0o644 << 16
            archive.writestr(info, members[path], ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


def _is_page(path: str) -> bool:
    return path.endswith(".html") and path != MISSING


def _is_read(path: str) -> bool:
    """Whether scripts read a file: search its index, the comparison what became of every feature."""
    return path == "api/v1/stages.json" or (path.startswith("search/") and path.endswith(".json"))


def _is_left_out(path: str) -> bool:
    return for_programs(path) or PurePosixPath(path).suffix in LEFT_OUT or path.startswith(LINKED) or path == MISSING


def _handing(text: str) -> str:
    """A script that hands a text to ``textOf`` in docs/assets/files-offline.js."""
    detail = json.dumps(text, ensure_ascii=False)
    return f'document.currentScript.dispatchEvent(new CustomEvent("handed",{{detail:{detail}}}));\n'
