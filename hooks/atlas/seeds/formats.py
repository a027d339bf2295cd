"""The registry of formats: how each is recognized and read."""

import html
import re
from collections.abc import Callable
from typing import NamedTuple

from atlas.core.languages import BilingualText
from atlas.seeds.read_html import read_html
from atlas.seeds.read_markdown import read_markdown
from atlas.seeds.read_text import read_text
from atlas.seeds.seed import Reading, Seed

# A Markdown heading of the Setext form: a short line that does not end like a sentence, underlined with = or -.
_UNDERLINED = re.compile(
    r"(?:\A|\n[ \t]*\n)(?![-*•>|#<])[^\n]{1,80}(?<![\s。.:：;；，,|])[ \t]*\n(?:={2,}|-{3,})[ \t]*(?=\n|\Z)"
)
_BEGINS_AS_MARKDOWN = re.compile(r"\s*#{1,6} |\s*> ")
_MARKDOWN = re.compile(r"\]\(https?://|^(?:```|~~~)", re.MULTILINE)
_ELEMENT = re.compile(r"<(?:p|div|h[1-6]|ul|ol|li|pre|table)\b[^>]*>")
MIN_ELEMENTS = 3  # start tags of HTML blocks that a text must have to be recognized as HTML


class Format(NamedTuple):
    """A format of seeds."""

    name: str
    label: BilingualText  # the format's name for readers
    suffix: str  # the suffix of files in this format
    recognizes: Callable[[str], bool]  # whether a body is in this format, if the file's suffix does not say so
    read: Callable[[Seed], Reading]
    link: Callable[[str, str], str]  # words and URL → a link, as suggested errata write it


def _is_html(body: str) -> bool:
    return not _BEGINS_AS_MARKDOWN.match(body) and len(_ELEMENT.findall(body)) >= MIN_ELEMENTS


def _is_markdown(body: str) -> bool:
    return any((_BEGINS_AS_MARKDOWN.match(body), _UNDERLINED.search(body), _MARKDOWN.search(body)))


def _html_link(words: str, url: str) -> str:
    return f'<a href="{html.escape(url)}">{words}</a>'


def _markdown_link(words: str, url: str) -> str:
    return f"[{words}]({url})"


FORMATS = (  # the first that recognizes a body is its format; plain text recognizes any
    Format("html", BilingualText("HTML", "HTML"), ".html", _is_html, read_html, _html_link),
    Format("markdown", BilingualText("Markdown", "Markdown"), ".md", _is_markdown, read_markdown, _markdown_link),
    Format("text", BilingualText("纯文本", "plain text"), ".txt", lambda _: True, read_text, _markdown_link),
)
BY_NAME = {file_format.name: file_format for file_format in FORMATS}


def detect_format(name: str, body: str) -> str:
    """Return the name of a seed's format: by the suffix of its file name, else by the markup in its body.

    The suffix .txt does not decide the format, as publishers' .txt files may contain Markdown or HTML.
    """
    *with_markup, plain_text = FORMATS
    for candidate in with_markup:
        if name.lower().endswith(candidate.suffix):
            return candidate.name
    for candidate in with_markup:
        if candidate.recognizes(body):
            return candidate.name
    return plain_text.name
