"""Inline Markdown ↔ inlines, for announcements and catalogs.

Only three kinds of inline HTML are interpreted: line breaks, images, and pairs of known tags around text. Any other tag
is kept as text, so that ``list<i>`` loses nothing, and a script is shown instead of run.
"""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from markdown_it.tree import SyntaxTreeNode

from atlas.core.characters import HAN, subscript, superscript
from atlas.core.edits import Edit, Edited, Rule
from atlas.core.languages import BilingualText
from atlas.document.markdown_parser import PAIRED_TAGS, parser, tag_name
from atlas.document.nodes import (
    Break,
    Code,
    Emphasis,
    Image,
    Inline,
    Inlines,
    Link,
    Strong,
    Text,
    markup_text,
    merged,
    plain,
)

STRUCK_OUT = Rule("struck-out", BilingualText("去掉划掉的文字", "Struck-out words removed"))
COMMENTS = Rule("comments", BilingualText("去掉网页注释", "Web page comments removed"))

_LOOSE_COMMA = re.compile(r"(?<![,，、;；\s])[,，、;；\s]++(?=[.。!！?？])")  # directly before the end of a sentence
# Tags that cannot simply be dropped, as the words in them would mislead: 10<sup>6</sup> is not 106.
REPLACED_TAGS = frozenset({"s", "del", "strike", "sup", "sub", "rt", "rp"})
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
_WITHOUT_HTML = parser().disable(["html_inline"])  # the Markdown of catalogs has no HTML: “<b>” is text


@lru_cache(maxsize=4096)  # pages show the same text many times
def parse_inline(text: str) -> Inlines:
    """Parse inline Markdown without HTML, as catalogs have it; block syntax in ``text`` stays text."""
    tokens = _WITHOUT_HTML.parseInline(text)
    return read_inlines(SyntaxTreeNode(tokens), lambda _: 0, 0).value


def read_inlines(block: SyntaxTreeNode, line_of: Callable[[int], int], start: int) -> Edited[Inlines]:
    """Read the inlines of a block that starts at the 0-based body line ``start``; an edit records each text left out.

    ``line_of`` maps body lines to lines of the file.
    """
    reader = _InlineReader(line_of, start)
    inlines = merged(reader.inlines(block.children[0].children))
    if any(edit.rule == STRUCK_OUT for edit in reader.edits):
        inlines = tuple(_without_loose_comma(node) for node in inlines)
    return Edited(inlines, reader.edits)


class _InlineReader:
    """Converts nodes of markdown-it's syntax tree to inlines, and collects edits."""

    def __init__(self, line_of: Callable[[int], int], start: int) -> None:
        self._line_of = line_of
        self._body_line = start  # the body line of the current node
        self.edits: list[Edit] = []

    def inlines(self, nodes: list[SyntaxTreeNode]) -> list[Inline]:
        """Convert ``nodes``. A start tag is kept as text until its end tag follows; then the pair is interpreted."""
        inlines: list[Inline] = []
        unclosed: list[tuple[int, str]] = []  # start tags without an end tag so far, each with its index in ``inlines``
        for node in nodes:
            if node.type != "html_inline":
                inlines.append(self._inline(node))
                continue
            tag = node.content
            name = tag_name(tag)
            is_end_tag = tag.startswith("</")
            matching = [entry for entry in unclosed if is_end_tag and tag_name(entry[1]) == name]
            if matching:
                index, start_tag = matching[-1]
                inlines[index:] = self._tag_pair(start_tag, tuple(inlines[index + 1 :]))
                unclosed = [entry for entry in unclosed if entry[0] < index]  # tags that overlap this pair stay text
            else:
                if name in PAIRED_TAGS and not is_end_tag:
                    unclosed.append((len(inlines), tag))
                inlines.append(self._single_tag(tag))
            self._body_line += tag.count("\n")
        return inlines

    def _tag_pair(self, start_tag: str, words: Inlines) -> Inlines:
        """Return the inlines for a pair of tags with ``words`` between: ``<b>words</b>`` → ``Strong(words)``."""
        line = self._line_of(self._body_line)
        name = tag_name(start_tag)
        if name in ("b", "strong"):
            return (Strong(words, line),)
        if name in ("i", "em"):
            return (Emphasis(words, line),)
        if name in REPLACED_TAGS:
            inlines, edits = replaced_tag(name, words, line)
            self.edits += edits
            return inlines
        if name in ("code", "kbd"):
            return (Code(plain(words), line),)
        url = attribute(start_tag, "href") if name == "a" else ""
        return (Link(url, words, line),) if url else words

    def _inline(self, node: SyntaxTreeNode) -> Inline:
        """Convert a node that is no HTML tag."""
        line = self._line_of(self._body_line)
        match node.type:
            case "softbreak":
                self._body_line += 1
                return Text("\n", line)
            case "hardbreak":
                self._body_line += 1
                return Break(line)
            case "code_inline":
                return Code(node.content, line)
            case "s":
                self.edits += replaced_tag("s", tuple(self.inlines(node.children)), line).edits
                return Text("", line)
            case "em":
                return Emphasis(tuple(self.inlines(node.children)), line)
            case "strong":
                return Strong(tuple(self.inlines(node.children)), line)
            case "link":
                return Link(str(node.attrs.get("href", "")), tuple(self.inlines(node.children)), line)
            case "image":
                return Image(str(node.attrs.get("src", "")), node.content, line)
            case _:
                return Text(node.content, line)

    def _single_tag(self, tag: str) -> Inline:
        """Return the inline for a tag that is not part of a pair: a line break, an image, or the tag itself as text.

        A comment is left out: it becomes an empty text, and an edit records it.
        """
        line = self._line_of(self._body_line)
        name = tag_name(tag)
        if tag.startswith("<!--"):
            self.edits.append(Edit(COMMENTS, tag.removeprefix("<!--").removesuffix("-->"), "", line))
            return Text("", line)
        if name == "img":
            return Image(attribute(tag, "src"), attribute(tag, "alt"), line)
        return Break(line) if name == "br" else Text(tag, line)


def _without_loose_comma(node: Inline) -> Inline:
    """Remove a comma that is left before the end of a sentence where words were struck out: "a, ~~b~~." → "a."."""
    return replace(node, text=_LOOSE_COMMA.sub("", node.text)) if isinstance(node, Text) else node


def replaced_tag(name: str, words: Inlines, line: int) -> Edited[Inlines]:
    """Return inlines with the same meaning as ``words`` inside the tag ``name``, which is one of ``REPLACED_TAGS``.

    Exponents and indices become superscript and subscript characters (10⁶), and pronunciations (``<rt>``) are put into
    brackets. Words that are struck out are removed, as their author withdrew them.
    """
    match name:
        case "s" | "del" | "strike":
            return Edited((), [Edit(STRUCK_OUT, markup_text(merged(words)), "", line)])
        case "rp":
            return Edited(())  # brackets for browsers without <ruby>
        case "rt":
            return Edited((Text("（", line), *words, Text("）", line)))
        case "sup" | "sub" if all(isinstance(node, Text) for node in words):
            text = plain(words)
            return Edited((Text(superscript(text) if name == "sup" else subscript(text), line),))
        case _:
            return Edited(words)


def attribute(tag: str, name: str) -> str:
    """Return the decoded value of a tag's attribute; empty if it is missing."""
    for key, *alternatives in _ATTRIBUTE.findall(tag):
        if key.lower() == name:
            return html.unescape("".join(alternatives))  # one per way of quoting; all but one are empty
    return ""


# --- inlines → inline Markdown ------------------------------------------------------------------


def inline_markdown(inlines: Inlines) -> str:
    """Return ``inlines`` as inline Markdown that parses back to the same tree."""
    parts = []
    for node in inlines:
        match node:
            case Text():
                parts.append(_escaped(node.text))
            case Code():
                parts.append(_code_span(node.text))
            case Emphasis():
                parts.append(f"*{inline_markdown(node.children)}*")
            case Strong():
                parts.append(f"**{inline_markdown(node.children)}**")
            case Link():
                parts.append(f"[{inline_markdown(node.children)}]({_destination(node.url)})")
            case Image():
                parts.append(f"![{_escaped(node.alt)}]({_destination(node.url)})")
            case Break():
                parts.append("\\\n")
    return "".join(parts)


def _escaped(text: str) -> str:
    """Escape Markdown syntax with backslashes. An underscore within a word is not syntax: index_select."""
    text = re.sub(r"([\\`*\[\]<])", r"\\\1", text)
    text = re.sub(rf"(?<![A-Za-z0-9{HAN}])_|_(?![A-Za-z0-9{HAN}])", r"\\_", text)
    return re.sub(r"&(?=#?\w+;)", r"\\&", text)


def _code_span(text: str) -> str:
    """Return ``text`` as a code span, delimited by one backtick more than its longest run of backticks."""
    longest_run = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest_run + 1)
    touches_fence = text.startswith("`") or text.endswith("`")
    would_lose_spaces = text[:1] == text[-1:] == " " and text.strip()  # Markdown strips one at both ends
    padding = " " if touches_fence or would_lose_spaces else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _destination(url: str) -> str:
    """Return a URL as the destination of a link: percent-encoded, and in ``<>`` if it has brackets or is empty."""
    url = re.sub(r"[\s<>\\]", lambda char: "".join(f"%{byte:02X}" for byte in char[0].encode()), url)
    return f"<{url}>" if re.search(r"[()]", url) or not url else url
