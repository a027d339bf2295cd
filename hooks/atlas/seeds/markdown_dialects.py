"""The Markdown parser for seeds, which also reads the additions of other site generators to Markdown.

It parses footnotes, struck-out words, admonitions and containers, callouts, and the blocks of code of Liquid and Hugo.
Inline markup such as attribute lists and shortcodes is kept as text, for ``clean/dialects.py`` to remove.
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

TAG_MARKUP = "{"  # ``markup`` of the token for a code block between two template tags, instead of a fence

# The labels that site generators show above a note without a title.
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
_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)\s*[\w\"]")
_CALLOUT = re.compile(r"\[![A-Za-z][\w-]*\][+-]?.*")

_HIDING_TAG = "comment"  # the template tag whose content is not shown; the other tags of _BLOCK_TAG contain code
_BLOCK_TAG = re.compile(r"\{[%{][<%]?-?\s*(highlight|codeblock|comment)\b\s*+(?:lang:)?([\w+#-]*+)[^{}]*\}{1,2}")
_BLOCK_END = re.compile(r"\{[%{][<%]?-?\s*(?:end|/\s*)(highlight|codeblock|comment)\s*-?[>%]?[%}]\}")
_TAG_OR_LIST = re.compile(r"\{\{.{0,500}?\}\}|\{%.{0,500}?%\}|\{:.{0,500}?\}")
_FOOTNOTE_REFERENCE = re.compile(r"\[\^([^\s\[\]]{1,100})\]")
_TEMPLATE_ADDRESS = re.compile(r"(?:[^\s()<>{}]{0,500}\{[{%][^{}\n]{0,500}\})+\}?[^\s()<>{}]{0,500}")


def dialect_parser() -> MarkdownIt:
    """Return the parser for seeds: CommonMark with the additions that the module docstring lists."""
    markdown = parser().enable("strikethrough")
    markdown.inline.ruler.at("strikethrough", _strikethrough)
    footnote_plugin(markdown, inline=False, move_to_end=False)
    # Replaces the plugin's rule, which would search the rest of the text for the end of each reference.
    markdown.inline.ruler.at("footnote_ref", _footnote_reference)
    container_plugin(markdown, "of_any_name", validate=lambda name, _: bool(name.strip()))
    # These rules also apply directly after a line of a paragraph, without an empty line between.
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    markdown.block.ruler.before("fence", "admonition", _admonition, interrupts)
    markdown.block.ruler.before("fence", "tags", _tags, interrupts)
    markdown.block.ruler.before("fence", "callout", _callout)
    markdown.inline.ruler.before("escape", "tag", _tag)
    helpers_with_tags = {**vars(helpers), "parseLinkDestination": _destination}
    markdown.helpers = SimpleNamespace(**helpers_with_tags)  # type: ignore[assignment]
    return markdown


def note_title(head: str) -> tuple[str, BilingualText | None]:
    """Return the title of a note ("" if it has none), and the label of its kind (None if ``NOTES`` lacks the kind).

    ``head`` is the first line of the note: 'warning "Mind this"' → ("Mind this", NOTES["warning"]). The first line of a
    callout, '[!TIP] Mind this', is read in the same way.
    """
    note = _NOTE.fullmatch(head)
    kind, title = note.group("kind", "title") if note else ("", head)
    quoted = _QUOTED.search(title)
    if quoted:
        title = quoted["title"]
    elif "=" in title:  # attributes without a quoted title
        title = ""
    label = NOTES.get(kind.lower())
    if not label and not kind.isascii():  # kinds and names of styles are ASCII, so this is a word of the title
        title = f"{kind} {title}"
    return title.strip(' "[]{}“”'), label


def _line(state: StateBlock, number: int) -> str:
    """Return a line of the body by its 0-based number, without indentation and the ``>`` of block quotes."""
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].strip()


def _tags(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read code or a comment between two template tags, each on its own line: {% highlight python %}."""
    start_tag = None if state.is_code_block(start) else _BLOCK_TAG.fullmatch(_line(state, start))
    if not start_tag:
        return False
    name, language = start_tag.groups()
    unclosed = state.env.setdefault("unclosed", set())
    if (name, end) in unclosed:  # these lines have been searched before, for the end of an earlier tag
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
    token = state.push("hidden" if name == _HIDING_TAG else "fence", "", 0)
    token.markup = TAG_MARKUP
    token.info = language
    token.map = [start, state.line]
    token.content = state.getLines(start + 1, last, state.sCount[start], keepLastLF=True)
    return True


def _admonition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Apply the plugin's rule, except to lines that are just rows of exclamation or question marks."""
    return bool(_ADMONITION.match(_line(state, start))) and admonition(state, start, end, silent)


def _callout(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Read the first line of a GitHub callout: ``> [!NOTE]``."""
    is_first = state.parentType == "blockquote" and (not state.tokens or state.tokens[-1].type == "blockquote_open")
    if silent or not is_first or not _CALLOUT.fullmatch(_line(state, start)):
        return False
    state.line = start + 1
    token = state.push("callout", "", 0)
    token.info = _line(state, start)
    token.map = [start, state.line]
    return True


def _tag(state: StateInline, silent: bool) -> bool:
    """Keep a template tag or an attribute list as text, and do not parse Markdown in it."""
    tag = _TAG_OR_LIST.match(state.src, state.pos, state.posMax)
    if not tag:
        return False
    if not silent:
        state.push("text", "", 0).content = tag[0]
    state.pos = tag.end()
    return True


def _strikethrough(state: StateInline, silent: bool) -> bool:
    """Apply markdown-it's rule, but let adjacent spaces decide whether ``~~`` opens or closes, as for emphasis."""
    start = state.pos
    earlier_count = len(state.delimiters)
    is_delimiter = strikethrough.tokenize(state, silent)
    if is_delimiter:
        let_spaces_decide(state, start, earlier_count)
    return is_delimiter


def _footnote_reference(state: StateInline, silent: bool) -> bool:
    """Read a reference to a footnote that the seed defines: "[^1]" becomes the text "[1]"."""
    reference = _FOOTNOTE_REFERENCE.match(state.src, state.pos, state.posMax)
    if not reference or f":{reference[1]}" not in state.env.get("footnotes", {}).get("refs", {}):
        return False
    if not silent:
        state.push("text", "", 0).content = f"[{reference[1]}]"
    state.pos = reference.end()
    return True


def _destination(text: str, start: int, end: int) -> object:
    """Parse the URL of a link, in which a template tag may contain spaces: ``({% post_url 2021-10-21 name %})``."""
    destination = helpers.parseLinkDestination(text, start, end)
    if address := _TEMPLATE_ADDRESS.match(text, start, end):
        destination.ok = True
        destination.pos = address.end()
        destination.str = address[0]
    return destination
