"""The registry of formats: how each is recognized and read."""

import html
import re
from collections.abc import Callable
from typing import NamedTuple

from atlas.core.languages import BilingualText
from atlas.sources.read_html import read_html
from atlas.sources.read_markdown import read_markdown
from atlas.sources.read_text import read_text
from atlas.sources.seed import Reading, Seed

# A Markdown heading: a short line that ends no sentence, underlined with = or -.
_UNDERLINED = re.compile(
    r"(?:\A|\n[ \t]*\n)(?![-*•>|#<])[^\n]{1,80}(?<![\s。.:：;；，,|])[ \t]*\n(?:={2,}|-{3,})[ \t]*(?=\n|\Z)"
)
_BEGINS_AS_MARKDOWN = re.compile(r"\s*#{1,6} |\s*> ")
_MARKDOWN = re.compile(r"\]\(https?://|^(?:```|~~~)", re.MULTILINE)
_ELEMENT = re.compile(r"<(?:p|div|h[1-6]|ul|ol|li|pre|table)\b[^>]*>")
MIN_ELEMENTS = 3  # elements of HTML, below which a text is not taken for HTML


class Format(NamedTuple):
    """A format of seeds."""

    name: str
    label: BilingualText  # the name for readers
    suffix: str  # of its files
    recognizes: Callable[[str], bool]  # whether the body of a file with another suffix is in this format
    read: Callable[[Seed], Reading]
    link: Callable[[str, str], str]  # words and URL → a link in this format, or “words URL” if it has none


def _is_html(body: str) -> bool:
    return not _BEGINS_AS_MARKDOWN.match(body) and len(_ELEMENT.findall(body)) >= MIN_ELEMENTS


def _is_markdown(body: str) -> bool:
    return any((_BEGINS_AS_MARKDOWN.match(body), _UNDERLINED.search(body), _MARKDOWN.search(body)))


def _html_link(words: str, url: str) -> str:
    return f'<a href="{html.escape(url)}">{words}</a>'


def _markdown_link(words: str, url: str) -> str:
    return f"[{words}]({url})"


FORMATS = (  # in the order in which they are asked whether they recognize a text
    Format("html", BilingualText("HTML", "HTML"), ".html", _is_html, read_html, _html_link),
    Format("markdown", BilingualText("Markdown", "Markdown"), ".md", _is_markdown, read_markdown, _markdown_link),
    Format("text", BilingualText("纯文本", "plain text"), ".txt", lambda _: True, read_text, _markdown_link),
)
BY_NAME = {file_format.name: file_format for file_format in FORMATS}


def detect_format(name: str, body: str) -> str:
    """Return the name of a seed's format: by its file name's suffix, else by the markup in the body.

    The suffix of plain text decides nothing: files with it may have markup in them.
    """
    *with_markup, plain_text = FORMATS
    for candidate in with_markup:
        if name.lower().endswith(candidate.suffix):
            return candidate.name
    for candidate in with_markup:
        if candidate.recognizes(body):
            return candidate.name
    return plain_text.name
