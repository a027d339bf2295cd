"""Versions in texts, and their order."""

import re
from functools import lru_cache

VERSION = r"(?P<version>[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:-?(?:rc|alpha|beta|a|b)[0-9]{1,3})?)(?![\d.]*\d)"
# PyTorch’s name and a version, but not that of a build (PyTorch 2.0.1+cu118), nor “this one or later” (PyTorch 2.0+).
NAMED = rf"(?<![\w/-])PyTorch\s*[®™]?\s*(?:版本|version)?\s*v?{VERSION}(?!\+)"
# The beginning of a title before the release's name: at most a short label, as in “News | PyTorch 1.9 released”.
TITLE_START = r"^(?:[^。；;.!?！？]{0,14}[:：|｜!！?？]\s*|\W*)"
RELEASE_TITLE = re.compile(TITLE_START + NAMED, re.IGNORECASE)
TITLE_BLOCKS = 5  # the title is one of this many blocks at the beginning of a text

SINCE = re.compile(r"自从?[^。，,；;]*?以来|\bsince [^,.;]*", re.IGNORECASE)  # names an earlier release: “since 1.8”


# The parts of a version without zeros at the end; 0 for a pre-release, else 1; the pre-release, such as “rc000001”.
VersionKey = tuple[tuple[int, ...], int, str]


@lru_cache(maxsize=4096)
def version_key(version: str) -> VersionKey:
    """Return a sort key that puts pre-releases before their release: 1.9 < 1.10 < 2.1.0-rc1 < 2.1 = 2.1.0."""
    numbers, _, pre_release = version.partition("-")
    parts = [int(number) for number in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    if not pre_release:
        return tuple(parts), 1, ""
    stage, serial = re.fullmatch(r"([a-z]*)(\d*)", pre_release).groups()  # type: ignore[union-attr]
    return tuple(parts), 0, f"{stage}{int(serial or 0):06d}"
