"""Edits of a seed's text, and the rules that make them."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from atlas.core.languages import BilingualText

Effect = Literal["wording", "form", "fact", "invisible"]


class Rule(NamedTuple):
    """A rule: its name for readers, and what its edits change.

    They replace words ("wording"), change markup or remove text ("form"), move text into the release's data ("fact"),
    or touch only what nobody sees ("invisible").
    """

    label: BilingualText
    effect: Effect = "form"


RULES = {
    "erratum": Rule(BilingualText("勘误", "Erratum"), "wording"),
    "invisible-characters": Rule(BilingualText("去掉不可见字符", "Invisible characters removed"), "invisible"),
    "look-alikes": Rule(BilingualText("换用通用字符", "Look-alike characters replaced with ordinary ones")),
    "other-markup": Rule(BilingualText("处理其他网站生成器的标记", "Markup of other site generators")),
    "struck-out": Rule(BilingualText("去掉划掉的文字", "Struck-out words removed")),
    "redirects": Rule(BilingualText("还原跳转链接", "Redirects unwrapped")),
    "references": Rule(BilingualText("引用式链接展开到正文", "Reference-style links written out where they are used")),
    "link-titles": Rule(BilingualText("去掉链接的悬停文字", "Link hover text removed")),
    "nested-links": Rule(BilingualText("嵌套链接只留外层", "Nested links: only the outer one kept")),
    "list-numbers": Rule(BilingualText("列表编号", "List numbers")),
    "code-notes": Rule(BilingualText("去掉代码块的附注", "Notes on code blocks removed")),
    "code-links": Rule(BilingualText("去掉代码里的链接", "Links inside code removed")),
    "surplus-cells": Rule(BilingualText("去掉多余的单元格", "Surplus table cells removed")),
    "dropped-elements": Rule(BilingualText("去掉不收录的网页元素", "Web page elements not carried over")),
    "comments": Rule(BilingualText("去掉网页注释", "Web page comments removed")),
    "line-breaks": Rule(BilingualText("拆分硬换行", "Hard line breaks split")),
    "site-settings": Rule(BilingualText("去掉发布站点的设置", "Publisher’s site settings removed")),
    "facts": Rule(BilingualText("移入版本信息", "Moved to the release facts"), "fact"),
    "boilerplate": Rule(BilingualText("去掉客套与署名", "Pleasantries and signatures removed")),
    "boilerplate-aside": Rule(BilingualText("弱化引导语", "Lead-in set apart")),
    "images": Rule(BilingualText("处理图片", "Images")),
    "bare-addresses": Rule(BilingualText("裸地址改为链接", "Bare addresses linked")),
    "site-links": Rule(BilingualText("补全站内地址", "Addresses within a site completed")),
    "unsafe-links": Rule(BilingualText("去掉不安全的链接", "Unsafe links removed")),
    "title": Rule(BilingualText("标题", "Title")),
    "other-post": Rule(BilingualText("换下别的公告的标题", "Title of another post replaced")),
    "bold-headings": Rule(BilingualText("加粗段落改为标题", "Bold paragraphs turned into headings")),
    "heading-markup": Rule(BilingualText("去掉标题里的加粗", "Bold in headings removed")),
    "heading-levels": Rule(BilingualText("调整标题层级", "Heading levels adjusted")),
    "markers": Rule(BilingualText("移除标题中的级别标记", "Level markers removed from titles")),
    "emphasis-edges": Rule(BilingualText("收拢强调与链接的边界", "Boundaries of emphasis and links tidied")),
    "code-emphasis": Rule(BilingualText("斜体标识符改为代码", "Italic identifiers set as code")),
    "code-names": Rule(BilingualText("API 名称设为代码格式", "API names set as code")),
    "code-language": Rule(BilingualText("识别代码语言", "Code language detected"), "invisible"),
    "glossary": Rule(BilingualText("统一术语", "Terms unified"), "wording"),
    "typography": Rule(BilingualText("中西文排版", "Spacing and punctuation")),
    "spaces": Rule(BilingualText("整理空格", "Spaces tidied")),
    "empty-blocks": Rule(BilingualText("去掉空段落", "Empty paragraphs removed")),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: the name of its rule, the text before and after, and the line in the file.

    ``reason`` is for readers. ``term`` is the id of the glossary entry.
    """

    rule: str
    before: str
    after: str
    line: int
    reason: BilingualText | None = None
    term: str = ""

    @property
    def effect(self) -> Effect:
        """What it changes."""
        return RULES[self.rule].effect

    @property
    def drops(self) -> bool:
        """Whether it removes text from the page and puts nothing in its place."""
        return self.effect == "form" and bool(self.before.strip()) and not self.after.strip()
