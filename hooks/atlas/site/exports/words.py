"""The words of feeds and of llms.txt: both are read without the interface around them."""

from __future__ import annotations

from atlas.core.languages import Names

SITE = Names("PyTorch 版本图鉴", "PyTorch Release Atlas")
SUMMARY = Names(
    "PyTorch 各版本公告的双语整理：每个版本一页，并按领域、稳定性与功能贯通各版本；每一级别都指明依据的原文行。"
    "这不是 PyTorch 的官方站点。",
    "PyTorch release announcements in Chinese and English: a page for each release, and pages across releases by area, "
    "by stability, and by feature. Every level names the source line that states it. This is not an official PyTorch "
    "site.",
)
TWINS = Names(
    "下列链接指向各页的 Markdown 版；每一页都有：在页面地址后加 index.md。",
    "The links lead to Markdown versions of the pages. Every page has one: add index.md to its address.",
)
RELEASES = Names("版本", "Releases")
AREAS = Names("领域", "Areas")
STABILITY = Names("稳定性", "Stability")
FEATURES = Names("功能", "Features")
DATA = Names("数据", "Data")
REMOVED = Names("已移除", "removed")
MORE = Names("其余 {count} 个较早的版本", "{count} older releases")
MORE_FEATURES = Names("其余 {count} 项功能", "{count} more features")
REMOVED_IN = Names("{level}，自 {version}", "{level} in {version}")
STATED = Names("{level}，自 {version}", "{level} since {version}")
IN = Names("见 releases.json", "see releases.json")
IN_FEATURES = Names("见 features.json", "see features.json")
FILES = {
    "releases": Names("全部版本公告与其中的功能", "every release and the features that it announces"),
    "features": Names(
        "每项功能的历史：各公告的说法、依据的行、由此得出的阶段",
        "the history of every feature: what announcements say, on which line, and the stages that follow",
    ),
    "areas": Names("各领域的功能，按版本", "the features of every area by version"),
    "stability": Names(
        "各稳定级别的含义与功能，按版本", "what the levels of stability mean, and their features by version"
    ),
    "stages": Names(
        "每项功能在各版本的级别，用于比较版本", "the level of every feature by version, for comparing versions"
    ),
}
SCHEMAS = Names("JSON Schema", "JSON Schema")
FEED = Names("新版本的 Atom 订阅", "Atom feed of new releases")
OTHER = Names("English", "中文")
EMPTY = Names("公告没有说明任何功能。", "The announcement names no feature.")
BETWEEN = Names("：", ": ")


def feed_of(area: Names) -> Names:
    """The title of an area's feed."""
    return Names(f"{SITE.zh}：{area.zh}", f"{SITE.en}: {area.en}")
