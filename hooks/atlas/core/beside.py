"""A folder written beside another, whose place it takes at once: readers see the old one or the new one, whole."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import sys
import uuid
from pathlib import Path

DAY = 24 * 60 * 60.0  # seconds; a folder that is older belongs to no build that still runs

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # of Linux's renameat2


class Beside:
    """A folder at ``path``, beside ``target``, whose place it is to take."""

    def __init__(self, target: Path) -> None:
        self._target = target.resolve()
        self.path = self._target.with_name(f".{self._target.name}.{uuid.uuid4().hex[:8]}")

    def make(self) -> None:
        """Make the folder, empty, and sweep away what builds left that were killed. Raises OSError."""
        if self._target.exists() and not self._target.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "is no folder", str(self._target))
        self._target.parent.mkdir(parents=True, exist_ok=True)
        own = re.compile(rf"\.{re.escape(self._target.name)}\.[0-9a-f]{{8}}")
        others = [entry for entry in self._target.parent.iterdir() if own.fullmatch(entry.name)]
        self.path.mkdir()
        for other in others:
            if other.lstat().st_mtime < self.path.stat().st_mtime - DAY:
                shutil.rmtree(other, ignore_errors=True)

    def take_place(self) -> None:
        """Let the folder stand where ``target`` did, which goes, all but its hidden entries: a work tree's ``.git``.

        Raises OSError, and the old one still stands.
        """
        while True:
            try:
                _exchange(self.path, self._target)
            except FileNotFoundError:
                if self._moved_in():
                    return
            else:
                for entry in self.path.glob(".*"):
                    entry.replace(self._target / entry.name)
                self.drop()
                return

    def _moved_in(self) -> bool:
        """Whether the folder took a place at which nothing stood; another build may have been faster."""
        try:
            self.path.rename(self._target)
        except OSError as error:
            if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                return False
            raise
        return True

    def drop(self) -> None:
        """Give the folder up."""
        shutil.rmtree(self.path, ignore_errors=True)


def _exchange(one: Path, other: Path) -> None:
    """Let two folders change names; on Linux at once, elsewhere with a moment at which ``other`` is not there."""
    if sys.platform == "linux":
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
        if renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0:
            return
        failed = ctypes.get_errno()
        if failed not in (errno.EINVAL, errno.ENOSYS):  # a file system, or a kernel, that cannot
            raise OSError(failed, os.strerror(failed), str(other))
    away = one.with_name(f"{one.name}.old")
    other.rename(away)
    one.rename(other)
    away.rename(one)
