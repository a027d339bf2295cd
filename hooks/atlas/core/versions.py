"""The syntax and the order of versions."""

import re
from functools import lru_cache

VERSION = r"(?P<version>[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:-?(?:rc|alpha|beta|a|b)[0-9]{1,3})?)(?![\d.]*\d)"

# The numbers of a version without trailing zeros, 0 for a pre-release or 1 for a release, and the padded pre-release:
# 2.1.0-rc1 → ((2, 1), 0, "rc000001").
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
