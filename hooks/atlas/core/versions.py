"""Versions in texts, and their order."""

import re
from functools import lru_cache

VERSION = r"(?P<version>[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:-?(?:rc|alpha|beta|a|b)[0-9]{1,3})?)(?![\d.]*\d)"
# What uses PyTorch, and stands before its name: for PyTorch 2.0, 支持 PyTorch 2.1.
_USES = ("for ", "with ", "on ", "using ", "run ", "runs ", "running ", "support ", "supports ", "supporting ")
_USES_ZH = ("基于", "适用于", "使用", "支持", "兼容", "适配")
_NOT_USED = "".join(f"(?<!{word})" for word in (*_USES, *_USES_ZH, *(f"{word} " for word in _USES_ZH)))
# PyTorch’s name and version, but not one that something uses, nor a measurement (PyTorch 50.6 seconds), nor a build or
# what followed (PyTorch 2.0.1+cu118, PyTorch 2.0+).
RELEASE = (
    rf"{_NOT_USED}(?<![\w/-])PyTorch\s*[®™]?\s*(?:版本|version)?\s*v?{VERSION}"
    r"(?!\+|\s*(?:seconds?|minutes?|hours?|times|ms|[kmg]b|秒|分钟|小时|倍|[x%×]))"
)
# A title that begins with the release, perhaps after a short label: “News | PyTorch 1.9 released”.
TITLE = re.compile(rf"^(?:[^。；;.!?！？]{{0,14}}[:：|｜!！?？]\s*|\W*){RELEASE}", re.IGNORECASE)
TITLE_BLOCKS = 5  # first blocks of a text, one of which may be its title

SINCE = re.compile(r"自从?[^。，,；;]*?以来|\bsince [^,.;]*", re.IGNORECASE)  # a clause about what was before


VersionKey = tuple[tuple[int, ...], int, str]


@lru_cache(maxsize=4096)
def version_key(version: str) -> VersionKey:
    """Return a numeric sort key, with pre-releases before their release: 1.9 < 1.10 < 2.1.0-rc1 < 2.1 = 2.1.0."""
    numbers, _, pre = version.partition("-")
    parts = [int(n) for n in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    stage, serial = re.fullmatch(r"([a-z]*)(\d*)", pre).groups() if pre else ("", "")  # type: ignore[union-attr]
    return (tuple(parts), 0 if pre else 1, f"{stage}{int(serial or 0):06d}" if pre else "")
