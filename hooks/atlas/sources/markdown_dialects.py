"""The Markdown parser for seeds, which also reads what other site generators add to Markdown.

These are footnotes, struck-out words, admonitions and containers, callouts, and Liquid's or Hugo's blocks of code. What
has no structure, such as attribute lists and shortcodes, stays text until ``clean/dialects.py``.
"""

import re
from types import SimpleNamespace

from markdown_it import MarkdownIt, helpers
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline, strikethrough
from mdit_py_plugins.admon.index import admonition
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.footnote import footnote_plugin

from atlas.core.languages import BilingualText
from atlas.document.markdown_parser import let_spaces_decide, parser

TAG_MARKUP = "{"  # of a code block between two tags

# The labels that site generators show above a note that has no title of its own.
NOTES = {
    name: BilingualText(zh, en)
    for names, zh, en in (
        ("note attention", "注意", "Note"),
        ("info", "信息", "Info"),
        ("tip hint", "提示", "Tip"),
        ("important", "重要", "Important"),
        ("warning", "警告", "Warning"),
        ("caution", "小心", "Caution"),
        ("danger error", "危险", "Danger"),
        ("question faq help", "问题", "Question"),
        ("example", "示例", "Example"),
        ("abstract summary", "摘要", "Summary"),
    )
    for name in names.split()
}
_NOTE = re.compile(r"[\s{\[!.]*(?:callout-)?(?P<kind>[\w-]*)[\]}+]*-?\s*(?P<title>.*)")
_QUOTED = re.compile(r"(?:^|[\s=])\"(?P<title>[^\"]*)\"")
_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)\s*[\w\"]")  # not a row of exclamation marks
_CALLOUT = re.compile(r"\[![A-Za-z][\w-]*\][+-]?.*")

_HIDES = "comment"  # the tag whose content nobody sees; the others hold code
_BLOCK_TAG = re.compile(r"\{[%{][<%]?-?\s*(highlight|codeblock|comment)\b\s*+(?:lang:)?([\w+#-]*+)[^{}]*\}{1,2}")
_BLOCK_END = re.compile(r"\{[%{][<%]?-?\s*(?:end|/\s*)(highlight|codeblock|comment)\s*-?[>%]?[%}]\}")
_TAG_OR_LIST = re.compile(r"\{\{.{0,500}?\}\}|\{%.{0,500}?%\}|\{:.{0,500}?\}")
_REFERENCE = re.compile(r"\[\^([^\s\[\]]{1,100})\]")
_TEMPLATE_ADDRESS = re.compile(r"(?:[^\s()<>{}]{0,500}\{[{%][^{}\n]{0,500}\})+\}?[^\s()<>{}]{0,500}")


def dialect_parser() -> MarkdownIt:
    """Return the parser for seeds."""
    markdown = parser().enable("strikethrough")
    markdown.inline.ruler.at("strikethrough", _strikethrough)
    footnote_plugin(markdown, inline=False, move_to_end=False)
    markdown.inline.ruler.at("footnote_ref", _reference)  # the plugin's reads on to the end of the text
    container_plugin(markdown, "of_any_name", validate=lambda name, _: bool(name.strip()))
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}  # what these end
    markdown.block.ruler.before("fence", "admonition", _admonition, ends)
    markdown.block.ruler.before("fence", "tags", _tags, ends)
    markdown.block.ruler.before("fence", "callout", _callout)
    markdown.inline.ruler.before("escape", "tag", _tag)
    helpers_with_tags = {**vars(helpers), "parseLinkDestination": _destination}
    markdown.helpers = SimpleNamespace(**helpers_with_tags)  # type: ignore[assignment]
    return markdown


def note_title(head: str) -> tuple[str, BilingualText | None]:
    """Return the title of a note, and the label of its kind, if it is one, from what follows its sign."""
    note = _NOTE.fullmatch(head)
    kind, title = note.group("kind", "title") if note else ("", head)
    quoted = _QUOTED.search(title)
    if quoted or "=" in title:
        title = quoted["title"] if quoted else ""
    label = NOTES.get(kind.lower())
    is_name = label or kind.isascii()  # of a kind or a style; other words belong to the title
    return (title if is_name else f"{kind} {title}").strip(' "[]{}“”'), label


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].strip()


def _tags(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """Read code, or a comment, between two tags in lines of their own."""
    if state.is_code_block(start) or not (start_tag := _BLOCK_TAG.fullmatch(_line(state, start))):
        return False
    name, language = start_tag.groups()
    unclosed = state.env.setdefault("unclosed", set())
    if (name, end) in unclosed:  # no line is searched twice
        return False
    for last in range(start + 1, end):
        end_tag = _BLOCK_END.fullmatch(_line(state, last))
        if end_tag and end_tag[1] == name:
            break
    else:
        unclosed.add((name, end))
        return False
    if silent:
        return True
    state.line = last + 1
    token = state.push("hidden" if name == _HIDES else "fence", "", 0)
    token.markup = TAG_MARKUP
    token.info = language
    token.map = [start, state.line]
    token.content = state.getLines(start + 1, last, state.sCount[start], keepLastLF=True)
    return True


def _admonition(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    return bool(_ADMONITION.match(_line(state, start))) and admonition(state, start, end, silent)


def _callout(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """Read the first line of GitHub's callouts: ``> [!NOTE]``."""
    is_first = state.parentType == "blockquote" and (not state.tokens or state.tokens[-1].type == "blockquote_open")
    if silent or not is_first or not _CALLOUT.fullmatch(_line(state, start)):
        return False
    state.line = start + 1
    token = state.push("callout", "", 0)
    token.info = _line(state, start)
    token.map = [start, state.line]
    return True


def _tag(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """Keep a tag or an attribute list as it is: nothing in it is Markdown."""
    tag = _TAG_OR_LIST.match(state.src, state.pos, state.posMax)
    if not tag:
        return False
    if not silent:
        state.push("text", "", 0).content = tag[0]
    state.pos = tag.end()
    return True


def _strikethrough(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """Apply markdown-it's rule, but let spaces decide where it opens and closes, as for emphasis."""
    start = state.pos
    earlier_count = len(state.delimiters)
    is_delimiter = strikethrough.tokenize(state, silent)
    if is_delimiter:
        let_spaces_decide(state, start, earlier_count)
    return is_delimiter


def _reference(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """Read a reference to a footnote that is defined."""
    reference = _REFERENCE.match(state.src, state.pos, state.posMax)
    if not reference or f":{reference[1]}" not in state.env.get("footnotes", {}).get("refs", {}):
        return False
    if not silent:
        state.push("text", "", 0).content = f"[{reference[1]}]"
    state.pos = reference.end()
    return True


def _destination(text: str, start: int, end: int) -> object:
    """Parse an address, also one with a tag in it, which may contain spaces."""
    destination = helpers.parseLinkDestination(text, start, end)
    if address := _TEMPLATE_ADDRESS.match(text, start, end):
        destination.ok = True
        destination.pos = address.end()
        destination.str = address[0]
    return destination
