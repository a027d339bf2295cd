"""Inline Markdown ↔ inlines, for announcements and catalogs.

Of inline HTML, only line breaks, images, and pairs of tags around text are interpreted. Any other tag is kept as text:
``list<i>`` loses nothing, and a script is shown, never run.
"""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from markdown_it.tree import SyntaxTreeNode

from atlas.core.characters import HAN, subscript, superscript
from atlas.core.edits import Edit
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

_LOOSE_COMMA = re.compile(r"(?<![,，、;；\s])[,，、;；\s]++(?=[.。!！?？])")
SET_APART = frozenset({"s", "del", "strike", "sup", "sub", "rt", "rp"})
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
_WITHOUT_HTML = parser().disable(["html_inline"])  # a msgid has no HTML: what looks like a tag is text


@lru_cache(maxsize=4096)  # pages show the same text many times
def parse_inline(text: str) -> Inlines:
    """Parse inline Markdown; block syntax in ``text`` stays text."""
    tokens = _WITHOUT_HTML.parseInline(text)
    return InlineReader(lambda _: 0, 0).read(SyntaxTreeNode(tokens).children[0].children)


class InlineReader:
    """Reads the inlines of a block at 0-based body line ``start``; ``line_of`` maps body lines to file lines."""

    def __init__(self, line_of: Callable[[int], int], start: int) -> None:
        self._line_of = line_of
        self._body_line = start  # of the node that is read
        self.edits: list[Edit] = []  # for what is not in the inlines

    def read(self, nodes: list[SyntaxTreeNode]) -> Inlines:
        """Convert ``nodes`` to inlines."""
        inlines = merged(self._inlines(nodes))
        is_struck = any(edit.rule == "struck-out" for edit in self.edits)
        return tuple(_without_loose_comma(node) for node in inlines) if is_struck else inlines

    def _inlines(self, nodes: list[SyntaxTreeNode]) -> list[Inline]:
        inlines: list[Inline] = []
        unclosed: list[tuple[int, str]] = []  # start tags so far, each with its index in ``inlines``
        for node in nodes:
            if node.type != "html_inline":
                inlines.append(self._inline(node))
                continue
            tag = node.content
            name = tag_name(tag)
            is_end_tag = tag.startswith("</")
            candidates = [(index, start) for index, start in unclosed if is_end_tag and tag_name(start) == name]
            if candidates:
                index, start_tag = candidates[-1]
                inlines[index:] = self._tag_pair(start_tag, tuple(inlines[index + 1 :]))
                unclosed = [entry for entry in unclosed if entry[0] < index]  # tags that overlap this pair stay text
            else:
                if name in PAIRED_TAGS and not is_end_tag:
                    unclosed.append((len(inlines), tag))
                inlines.append(self._single_tag(tag))
            self._body_line += tag.count("\n")
        return inlines

    def _tag_pair(self, tag: str, words: Inlines) -> Inlines:
        """Apply the markup of a pair of tags to the text between them."""
        line = self._line_of(self._body_line)
        name = tag_name(tag)
        if name in ("b", "strong"):
            return (Strong(words, line),)
        if name in ("i", "em"):
            return (Emphasis(words, line),)
        if name in SET_APART:
            return set_apart(name, words, line, self.edits)
        if name in ("code", "kbd"):
            return (Code(plain(words), line),)
        url = attribute(tag, "href") if name == "a" else ""
        return (Link(url, words, line),) if url else words

    def _inline(self, node: SyntaxTreeNode) -> Inline:
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
                set_apart("s", tuple(self._inlines(node.children)), line, self.edits)
                return Text("", line)
            case "em":
                return Emphasis(tuple(self._inlines(node.children)), line)
            case "strong":
                return Strong(tuple(self._inlines(node.children)), line)
            case "link":
                return Link(str(node.attrs.get("href", "")), tuple(self._inlines(node.children)), line)
            case "image":
                return Image(str(node.attrs.get("src", "")), node.content, line)
            case _:
                return Text(node.content, line)

    def _single_tag(self, tag: str) -> Inline:
        """Return a tag without a counterpart: a line break, an image, a comment, which nobody sees, or text."""
        line = self._line_of(self._body_line)
        name = tag_name(tag)
        if tag.startswith("<!--"):
            self.edits.append(Edit("comments", tag.removeprefix("<!--").removesuffix("-->"), "", line))
            return Text("", line)
        if name == "img":
            return Image(attribute(tag, "src"), attribute(tag, "alt"), line)
        return Break(line) if name == "br" else Text(tag, line)


def _without_loose_comma(node: Inline) -> Inline:
    """Return a text without a comma before a period, where words between them were struck out."""
    return replace(node, text=_LOOSE_COMMA.sub("", node.text)) if isinstance(node, Text) else node


def set_apart(name: str, words: Inlines, line: int, edits: list[Edit]) -> Inlines:
    """Return the words of an element of ``SET_APART``: exponents and indices as such, pronunciations in brackets.

    Words that are struck out are left out: their author withdrew them, so that as plain words they would mislead.
    """
    match name:
        case "s" | "del" | "strike":
            edits.append(Edit("struck-out", markup_text(merged(words)), "", line))
            return ()
        case "rp":
            return ()  # other brackets
        case "rt":
            return (Text("（", line), *words, Text("）", line))
        case _ if all(isinstance(node, Text) for node in words):
            return (Text((superscript if name == "sup" else subscript)(plain(words)), line),)
        case _:
            return words


def attribute(tag: str, name: str) -> str:
    """Return the decoded value of a tag's attribute; empty if it is missing."""
    values = ((key, "".join(quoted)) for key, *quoted in _ATTRIBUTE.findall(tag))  # only one way of quoting matches
    return html.unescape(next((value for key, value in values if key.lower() == name), ""))


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
    text = re.sub(r"([\\`*\[\]<])", r"\\\1", text)
    text = re.sub(rf"(?<![A-Za-z0-9{HAN}])_|_(?![A-Za-z0-9{HAN}])", r"\\_", text)
    return re.sub(r"&(?=#?\w+;)", r"\\&", text)


def _code_span(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    would_lose_spaces = text[:1] == text[-1:] == " " and text.strip()
    pad = " " if text.startswith("`") or text.endswith("`") or would_lose_spaces else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _destination(url: str) -> str:
    url = re.sub(r"[\s<>\\]", lambda char: "".join(f"%{byte:02X}" for byte in char[0].encode()), url)
    return f"<{url}>" if re.search(r"[()]", url) or not url else url
