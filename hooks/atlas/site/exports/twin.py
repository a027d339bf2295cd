"""The Markdown twin of a page, from its rendered HTML: for programs that read pages."""

from __future__ import annotations

import re

from html_to_markdown import ConversionOptions, convert

# What only eyes or fingers need. A table stands behind each picture.
_OPTIONS = ConversionOptions(
    heading_style="atx",
    bullets="-",
    compact_tables=True,
    escape_asterisks=True,
    highlight_style="none",
    extract_metadata=False,
    exclude_selectors=[
        "a.headerlink",
        "a.row-link",
        '[aria-hidden="true"]',
        ".source-fate",
        "svg",
        "template",
        "figure.picture figcaption",
        "form",
        "button",
        "details.parallel",  # the other language has a twin of its own
    ],
)
# Left alone: code and tags. Gone: a hidden sign, because the library loses the space before one that it excludes.
# Curled, as the style sheet does: quotes. Parted: what only a style sheet keeps apart. Escaped here, as the library
# would escape every full stop as well: what would make HTML, a link, code or emphasis of words. Each alternative begins
# with its own character, and the last takes all tags and words up to where another could begin: that is fast.
_SIGN = r'(?:span|i)\b[^<>]*\baria-hidden="true"[^<>]*>'
_END = r"/span>(?=<\w)|/\w+>(?=<span\b)"
_WORDS = r"[^<&\[`_]*+"
_PIECE = re.compile(
    r"<(?:"
    r"(?P<code>pre|code)\b.*?</(?P=code)>"
    rf"|(?P<sign>{_SIGN})[^<>]*</(?:span|i)>"
    r"|(?P<quote>/?q\b)[^<>]*>"
    rf"|(?P<end>{_END})"
    rf"|[^>]*+>{_WORDS}(?:<(?!(?:pre|code|/?q)\b|{_SIGN}|{_END})[^>]*+>{_WORDS})*+"
    r")"
    r"|&(?:lt|#60|#91|#96|amp(?=;#?\w+;)|#95(?=;[\W_]));"
    r"|\["
    r"|`"
    r"|_(?:(?<![^\W_]_)|(?![^\W_]))",
    re.DOTALL,
)
# Characters for private use stand for what is escaped, or the library would escape the backslash.
_HELD = {character: chr(0xF8E0 + n) for n, character in enumerate("<&[`_")}
_ENTITIES = {"&lt;": "<", "&#60;": "<", "&amp;": "&", "&#91;": "[", "&#95;": "_", "&#96;": "`"}


def markdown(html: str, url: str) -> str:
    """The page at ``url`` as Markdown, from its content's HTML; relative links lead where the page's lead."""
    text = convert(_PIECE.sub(_prepared, html), _OPTIONS).content or ""
    for character, held in _HELD.items():  # str.translate takes thirty times as long
        text = text.replace(held, f"\\{character}")
    return f"{text.strip()}\n\n<{url}>\n"


def _prepared(found: re.Match[str]) -> str:
    piece = found[0]
    match found.lastgroup:
        case "sign":
            return ""
        case "quote":
            return "“" if found["quote"] == "q" else "”"
        case "end":
            return f"{piece} "
    return piece if piece[0] == "<" else _HELD[_ENTITIES.get(piece, piece)]
