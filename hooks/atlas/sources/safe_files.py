"""The one place that opens seeds, catalogs and knowledge: regular files of a bounded size, and nothing else.

What is read is what was checked: a file is opened without following links or waiting for a writer, then looked at.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from atlas.core.limits import NAME_BYTES
from atlas.core.problems import Problem

_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NO_FILE = {errno.ELOOP, errno.ENXIO, errno.ENOTDIR}  # a link, a socket, something in a link's place


class UnreadableError(Exception):
    """Why a file is not read, and what to do."""


def read(path: Path, most: int, name: str = "") -> bytes:
    """The content of a regular file of at most ``most`` bytes. Raises UnreadableError, or FileNotFoundError.

    ``name`` is its path in the project: no folder that it names may be a link either.
    """
    try:
        data = _content(path, most, name.count("/")) if path.name else None
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno in _NO_FILE:
            raise UnreadableError("is not a regular file: put the file itself here, behind no link") from None
        raise UnreadableError(f"cannot be read ({error.strerror}): check its name and permissions") from None
    if data is None:
        raise UnreadableError("is a folder: name the files in it")
    if len(data) > most:
        raise UnreadableError(f"is larger than {most:,} bytes: split it, or keep only what is needed")
    return data


def _content(path: Path, most: int, folders: int) -> bytes | None:
    """One byte more than allowed, at most; nothing of a folder."""
    opened = _opened(path, folders)
    try:
        mode = os.fstat(opened).st_mode
        if stat.S_ISDIR(mode):
            return None
        if not stat.S_ISREG(mode):
            raise UnreadableError("is not a regular file: put the file itself here")
        with os.fdopen(opened, "rb", closefd=False) as stream:
            return stream.read(most + 1)
    finally:
        os.close(opened)


def _opened(path: Path, folders: int) -> int:
    at = os.open(path.parents[folders], os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in path.parts[len(path.parts) - folders - 1 : -1]:
            below = os.open(part, _OPEN | os.O_DIRECTORY, dir_fd=at)
            os.close(at)
            at = below
        return os.open(path.name, _OPEN, dir_fd=at)
    finally:
        os.close(at)


def entries(folder: Path, name: str) -> tuple[list[Path], list[Problem]]:
    """What stands in a folder of the project, by name; and what is wrong with it, or with names in it."""
    try:
        if not stat.S_ISDIR(folder.lstat().st_mode):
            return [], [Problem(name, 0, "is not a folder, but a file or a link: put the folder itself here")]
        listed = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError as error:
        return [], [Problem(name, 0, f"cannot be read ({error.strerror}): restore the folder")]
    found, problems = [], []
    for path in listed:
        if odd := next((char for char in path.name if not char.isprintable()), ""):
            message = f"has U+{ord(odd):04X} in its name, which no address should hold: rename it"
            problems.append(Problem(f"{name}/{path.name}", 0, message))
        elif len(os.fsencode(path.name)) > NAME_BYTES:
            message = f"has a name of more than {NAME_BYTES} bytes, the limit: shorten it"
            problems.append(Problem(f"{name}/{path.name}", 0, message))
        else:
            found.append(path)
    return found, problems
