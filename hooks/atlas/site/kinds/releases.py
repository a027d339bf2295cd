"""The list of releases."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.site.kinds.base import ReleasesKind


@dataclass(frozen=True)
class ReleaseList(ReleasesKind):
    """Every release."""

    template = "releases.md"
    uri = "releases/index.md"
    named = "版本"
    headed = "PyTorch 版本公告一览"
    described = "PyTorch %(versions)s 的版本公告：发布日期、标题，以及每个版本各稳定级别的功能数。"
