"""Edits of a seed's text, and the rules that make them."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from atlas.core.languages import BilingualText

Effect = Literal["wording", "form", "fact", "invisible"]


class Rule(NamedTuple):
    """A rule: its name for readers (in Chinese; its English is in the interface's catalog), and what its edits change.

    They replace words ("wording"), change markup or remove text ("form"), move text into the release's data ("fact"),
    or touch only what nobody sees ("invisible").
    """

    label: str
    effect: Effect = "form"


RULES = {
    "erratum": Rule("勘误", "wording"),
    "invisible-characters": Rule("去掉不可见字符", "invisible"),
    "redirects": Rule("还原跳转链接"),
    "references": Rule("引用式链接展开到正文"),
    "link-titles": Rule("去掉链接的悬停文字"),
    "nested-links": Rule("嵌套链接只留外层"),
    "list-numbers": Rule("列表编号"),
    "code-notes": Rule("去掉代码块的附注"),
    "code-links": Rule("去掉代码里的链接"),
    "surplus-cells": Rule("去掉多余的单元格"),
    "dropped-elements": Rule("去掉不收录的网页元素"),
    "comments": Rule("去掉网页注释"),
    "line-breaks": Rule("拆分硬换行"),
    "site-settings": Rule("去掉发布站点的设置"),
    "facts": Rule("移入版本信息", "fact"),
    "boilerplate": Rule("去掉客套与署名"),
    "boilerplate-aside": Rule("弱化引导语"),
    "images": Rule("处理图片"),
    "bare-addresses": Rule("裸地址改为链接"),
    "unsafe-links": Rule("去掉不安全的链接"),
    "title": Rule("标题"),
    "other-post": Rule("换下别的公告的标题"),
    "bold-headings": Rule("加粗段落改为标题"),
    "heading-markup": Rule("去掉标题里的加粗"),
    "heading-levels": Rule("调整标题层级"),
    "markers": Rule("移除标题中的级别标记"),
    "emphasis-edges": Rule("收拢强调与链接的边界"),
    "code-emphasis": Rule("斜体标识符改为代码"),
    "code-names": Rule("API 名称设为代码格式"),
    "code-language": Rule("识别代码语言", "invisible"),
    "glossary": Rule("统一术语", "wording"),
    "typography": Rule("中西文排版"),
    "spaces": Rule("整理空格"),
    "empty-blocks": Rule("去掉空段落"),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: the name of its rule, the text before and after, and the line in the file.

    ``reason`` is a text in both languages or a single string: a key of the interface's reasons, a fact's key, or a raw
    marker. ``term`` is the id of the glossary entry.
    """

    rule: str
    before: str
    after: str
    line: int
    reason: BilingualText | str = ""
    term: str = ""

    @property
    def effect(self) -> Effect:
        """What it changes."""
        return RULES[self.rule].effect

    @property
    def drops(self) -> bool:
        """Whether it removes text from the page and puts nothing in its place."""
        return self.effect == "form" and bool(self.before.strip()) and not self.after.strip()
