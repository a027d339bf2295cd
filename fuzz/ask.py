"""Ask the oracles of files, and shorten those that break one (``python fuzz/ask.py TARGET FILE``)."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import oracles


def broken(target: str, data: bytes) -> str:
    """Where an oracle, or the code itself, fails; nothing where all hold."""
    try:
        oracles.check(target, data)
    except Exception as error:  # noqa: BLE001  whatever it is
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} {last.filename}:{last.lineno}"
    return ""


def shortened(data: bytes, is_same: Callable[[bytes], bool]) -> bytes:
    """As little of ``data`` as is still the same: lines are taken out, then characters."""
    for pattern in (rb"[^\n]*\n?", rb"[\x00-\xff][\x80-\xbf]*"):
        kept = re.findall(pattern, data)
        size = len(kept) // 2
        while size:
            at = 0
            while at < len(kept):
                rest = kept[:at] + kept[at + size :]
                if is_same(b"".join(rest)):
                    kept = rest
                else:
                    at += size
            size //= 2
        data = b"".join(kept)
    return data


def main(target: str, *files: str) -> None:
    """Tell what each file breaks; the shortest that breaks the same lies beside it."""
    for file in map(Path, files):
        data = file.read_bytes()
        where = broken(target, data)
        print(f"{file}: {where or 'holds'}")
        if where:
            short = shortened(data, lambda part: broken(target, part) == where)  # noqa: B023  asked at once
            file.with_suffix(".short").write_bytes(short)
            try:
                oracles.check(target, short)
            except Exception:  # noqa: BLE001
                print(f"{short!r}\n{traceback.format_exc(limit=-3)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
