"""Interface strings: the English catalog, and tables of the strings that stand in no template or class."""

import gettext
import io
import re
from pathlib import Path

import polib
from markupsafe import Markup, escape

from atlas.core.characters import HAN
from atlas.core.languages import BilingualText, Language
from atlas.core.problems import UnreadableError
from atlas.extract.findings import FindingKind
from atlas.extract.line_report import Outcome
from atlas.history.changes import ChangeKind
from atlas.history.relations import Inverse
from atlas.knowledge.schema import Relation
from atlas.translate.catalogs import Authorship

FINDINGS: dict[FindingKind, tuple[str, str]] = {  # the name and meaning
    "unknown-marker": ("不认识的标记", "写在稳定性标记的位置，却不是已知的写法：原样保留，不猜它是哪一级。"),
    "unknown-word": (
        "括号里的词",
        "标题或条目以括号里的词开头，站在标记的位置上，却不像级别：照原样留在标题里。",
    ),
    "conflict": ("级别不一致", "表格或要点给出的级别，与功能自己的标记不同：以功能自己的标记为准。"),
    "suspect-link": ("可疑的链接", "链接的文字与地址对不上，或者地址残缺：照录原址，不代为更换。"),
    "lost-link": ("丢失的链接", "句子请读者去看“此处”、文档或博客，却没有链接可点，多半是转载时丢了：不代为补上。"),
    "broken-off": (
        "中断的文字",
        "段落停在逗号、顿号或连词上，同一节里再没有下文，多半是翻译或转载时丢了：页面上注明到此中断，不代为补写。",
    ),
    "other-post": (
        "像是别的公告",
        "日期与地址里的日期相差一个月以上，像是从另一篇抄来的：照录原文的日期，不代为更换。",
    ),
    "not-carried": ("没有收入的文字", "源文件写明的一项资料，页面上没有地方显示：它没有用处，或者与先写的一项不同。"),
}
OUTCOMES: dict[Outcome, tuple[str, str]] = {  # of a seed's lines: the mark in the margin, and a description
    "shown": ("✓", "收入页面"),
    "fact": ("信息", "归入版本信息"),
    "dropped": ("删去", "整行舍去"),
    "markup": ("排版", "只是标记或空行"),
    "unexplained": ("?", "没有交代去向"),
}
OPEN = {  # work left to do on a seed, by the section of its page that lists it: the name and meaning
    "fuzzy": ("待校订", "有译文，但原文后来改动过，或者译文还没有人核对：校订之前不采用，页面上显示原文。"),
    "untranslated": ("未译", "还没有另一种语言译文的段落、标题与单元格。"),
    "lines": ("未归类的行", "既没有收入页面，也没有哪条规则说明原因的行。"),
}

RELATIONS: dict[Relation | Inverse, str] = {  # between features
    "renamed_to": "改名为",
    "renamed_from": "原名",
    "superseded_by": "取代它的是",
    "supersedes": "取代了",
    "part_of": "属于",
    "includes": "包括",
}
RELATED_NOW: dict[Relation | Inverse, str] = {  # the same as of today, beside what a feature was at some release
    "renamed_to": "现名 {name}",
    "renamed_from": "原名 {name}",
    "superseded_by": "现由 {name} 取代",
    "supersedes": "现已取代 {name}",
}
DIFFERENCES: dict[ChangeKind, tuple[str, str]] = {  # between two releases: the group's name and meaning
    "removed": ("移除", "公告说它已经移除，或不再支持。"),
    "deprecated": ("弃用", "公告说它已经弃用：还能使用，但不再推荐。"),
    "superseded": ("已有替代", "公告说另一项功能取代了它，或者它改了名。"),
    "promoted": ("升级", "级别升高，例如从测试版到稳定版；这期间才宣布、又升了级的也算。"),
    "changed": ("级别改变", "级别变了，但不是升级：例如从测试版变成“API 不稳定”，或者第一次有了级别。"),
    "new": ("新宣布", "{versions} 第一次宣布。"),
}
CHANGED_IN: dict[ChangeKind, str] = {  # heads of the column that says how a feature changed
    **dict.fromkeys(("removed", "deprecated", "superseded"), "公告怎么说"),
    **dict.fromkeys(("promoted", "changed"), "原级别 → 新级别，各附写明它的版本"),
    "new": "级别",
}

# Who made the English text of an announcement in Chinese: in a few words, and as a sentence.
ENGLISH_BY: dict[Authorship, tuple[str, str]] = {
    "atlas": ("本站据中文译文译出", "由本站据中文译文译出，不是 PyTorch 的原话。"),
    "original": ("PyTorch 的原文", "英文是 PyTorch 的原文。"),
    "mixed": ("PyTorch 的原文，部分由本站译出", "英文部分是 PyTorch 的原文，部分由本站据中文译文译出。"),
}

DETAILS: dict[FindingKind, str] = {"suspect-link": "地址"}  # heads of the column of details; of other kinds “对照”

RESULT_KINDS = {  # of search results
    "section": "章节",
    "feature": "功能",
    "area": "领域",
    "level": "级别",
    "term": "术语",
    "page": "页面",
}

_PLACEHOLDER = re.compile(r"%(?:\(\w+\)[sd]|.|$)", re.DOTALL)  # or anything else with a meaning in a format string


def reason(text: BilingualText, language: Language) -> Markup:
    """Return the reason for an edit as HTML; Chinese words in an English reason get a ``lang`` attribute."""
    pieces = [escape(piece) for piece in re.split(rf"([{HAN}]+)", text.of(language))]  # every second one is Chinese
    if language == "en":
        pieces[1::2] = [Markup('<span lang="zh-CN">{}</span>').format(piece) for piece in pieces[1::2]]
    return Markup("").join(pieces)


class _Missing(gettext.NullTranslations):
    """The fallback of a catalog. It records each message that the catalog lacks, and returns it untranslated."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return message

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002  the overridden signature
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002  the overridden signature
        return self.gettext(msgid1)


def load_catalog(path: Path, language: Language) -> tuple[gettext.NullTranslations, set[str]]:
    """Return a language's catalog, and a set to which the catalog adds each message that it lacks when asked for it.

    Messages are in Chinese, so Chinese has an empty catalog. Raises UnreadableError if the file is no valid catalog, or
    if a translation has other placeholders than its message.
    """
    if language == "zh":
        return gettext.NullTranslations(), set()
    try:
        entries = polib.pofile(path.read_text(encoding="utf-8"), wrapwidth=0)
        catalog = gettext.GNUTranslations(io.BytesIO(entries.to_binary()))
    except (OSError, ValueError, LookupError) as error:
        raise UnreadableError(0, f"is not a valid catalog ({error}): correct it") from None
    for entry in entries:
        placeholders = set(_PLACEHOLDER.findall(entry.msgid))
        for translation in (entry.msgstr, *entry.msgstr_plural.values()):
            if translation and set(_PLACEHOLDER.findall(translation)) != placeholders:
                raise UnreadableError(entry.linenum or 0, "has other placeholders than its text: correct them")
    missing = _Missing()
    catalog.add_fallback(missing)
    return catalog, missing.messages
