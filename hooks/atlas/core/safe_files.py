"""The only place that opens seeds, catalogs, and knowledge files: regular files of a limited size, and nothing else.

A file is opened first and then checked, so that nobody can replace it in between. Opening neither follows symbolic
links nor waits for the writer of a pipe.
"""

import errno
import os
import stat
from pathlib import Path

from atlas.core.limits import MAX_NAME_BYTES
from atlas.core.problems import Problem, UnreadableError

_NO_FILE = "is not a regular file: put the file itself here, behind no link"


def read(path: Path, max_bytes: int, name: str = "") -> bytes:
    """Read a regular file of at most ``max_bytes`` bytes. Raises UnreadableError or FileNotFoundError.

    ``name`` is the file's path in the project. No folder in that path may be a symbolic link either.
    """
    folders = list(path.parents)[: name.count("/")]
    if any(folder.is_symlink() for folder in folders):
        raise UnreadableError(0, _NO_FILE)
    try:
        with open(path, "rb", opener=_open_safely) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise UnreadableError(0, "is not a regular file: put the file itself here")
            data = stream.read(max_bytes + 1)
    except FileNotFoundError:
        raise
    except IsADirectoryError:
        raise UnreadableError(0, "is a folder: name the files in it") from None
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENXIO, errno.ENOTDIR}:  # symbolic link, socket, file in place of a folder
            raise UnreadableError(0, _NO_FILE) from None
        raise UnreadableError(0, f"cannot be read ({error.strerror}): check its name and permissions") from None
    if len(data) > max_bytes:
        raise UnreadableError(0, f"is larger than {max_bytes:,} bytes: split it, or keep only what is needed")
    return data


def _open_safely(name: str, _flags: int) -> int:
    """Open a file for reading, without following a symbolic link and without waiting for a pipe's writer."""
    return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)


def entries(folder: Path, name: str) -> tuple[list[Path], list[Problem]]:
    """Return the entries of a folder, sorted by name, and problems with the folder or with the names of its entries.

    ``name`` is the folder's path in the project. Entries with a problem are left out.
    """
    try:
        if not stat.S_ISDIR(folder.lstat().st_mode):
            return [], [Problem(name, 0, "is not a folder, but a file or a link: put the folder itself here")]
        all_paths = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError as error:
        return [], [Problem(name, 0, f"cannot be read ({error.strerror}): restore the folder")]
    paths: list[Path] = []
    problems: list[Problem] = []
    for path in all_paths:
        if fault := _fault_of_name(path.name):
            problems.append(Problem(f"{name}/{path.name}", 0, fault))
        else:
            paths.append(path)
    return paths, problems


def _fault_of_name(name: str) -> str:
    """Return what is wrong with a file's name, and what to do; empty if nothing is."""
    unprintable = [char for char in name if not char.isprintable()]
    if unprintable:
        return f"has U+{ord(unprintable[0]):04X} in its name, which no address should hold: rename it"
    if len(os.fsencode(name)) > MAX_NAME_BYTES:
        return f"has a name of more than {MAX_NAME_BYTES} bytes, the limit: shorten it"
    return ""
