"""The interface's own words: a gettext catalog, the names of rules, and how a day is written."""

from __future__ import annotations

import gettext
import io
from datetime import date
from pathlib import Path

import polib

from atlas.model import Language

RULES = {
    "erratum": "勘误",
    "invisible-characters": "去掉不可见字符",
    "redirects": "还原跳转链接",
    "references": "参考式链接写到用处",
    "link-titles": "去掉链接的悬停文字",
    "nested-links": "嵌套链接只留外层",
    "list-numbers": "列表编号",
    "code-notes": "去掉代码块的附注",
    "code-links": "去掉代码里的链接",
    "surplus-cells": "去掉多余的单元格",
    "dropped-elements": "去掉不收录的网页元素",
    "comments": "去掉网页注释",
    "line-breaks": "拆分硬换行",
    "site-settings": "去掉发布站点的设置",
    "facts": "移入版本信息",
    "not-carried": "未采用的信息",
    "boilerplate": "去掉客套与署名",
    "boilerplate-aside": "弱化引导语",
    "images": "处理图片",
    "bare-addresses": "裸地址改为链接",
    "unsafe-links": "去掉不安全的链接",
    "title": "标题",
    "bold-headings": "加粗段落改为标题",
    "heading-markup": "去掉标题里的加粗",
    "heading-levels": "调整标题层级",
    "markers": "取下稳定性标记",
    "emphasis-edges": "收拢强调与链接的边界",
    "code-emphasis": "斜体标识符改为代码",
    "code-names": "标出代码名",
    "code-language": "判定代码语言",
    "code-indentation": "恢复代码缩进",
    "glossary": "统一术语",
    "typography": "中西文排版",
    "empty-blocks": "去掉空段落",
}


def day(when: date, language: Language) -> str:
    """A day as readers of the language write it."""
    return f"{when.year} 年 {when.month} 月 {when.day} 日" if language == "zh" else f"{when:%B} {when.day}, {when.year}"


class _Missing(gettext.NullTranslations):
    """Behind a catalog: remembers the words that it lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()

    def gettext(self, message: str) -> str:
        self.words.add(message)
        return message

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002  the overridden signature
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002  the overridden signature
        return self.gettext(msgid1)


def load_words(path: Path, language: Language) -> tuple[gettext.NullTranslations, set[str]]:
    """The interface's own words, and those it lacks. They are written in Chinese: zh needs no catalog."""
    if language == "zh":
        return gettext.NullTranslations(), set()
    words = gettext.GNUTranslations(io.BytesIO(polib.pofile(str(path), wrapwidth=0).to_binary()))
    missing = _Missing()
    words.add_fallback(missing)
    return words, missing.words
