"""The words of a seed, taken from its raw characters independently of the readers."""

import html
import re
import unicodedata
from collections.abc import Iterator

from atlas.core.text import HAN
from atlas.sources.seed import Seed, SeedFormat

MAX_ROUNDS = 4  # of decoding: decoded text may contain entities again

# One Han character, one meaningful symbol, or one run of letters and digits.
_HAN = rf"\u2e80-\u2fdf\u3005-\u3007{HAN}\uf900-\ufaff\U00020000-\U0003ffff"
_SIGNS = r"©®°±×÷\u2100-\u2bff\U0001f000-\U0001faff"
_TOKEN = re.compile(rf"[{_HAN}{_SIGNS}]|[^\W_{_HAN}{_SIGNS}]+")

_TAG = re.compile(
    r"<(?P<name>[a-z][^\s/<>]*)(?P<attributes>(?:[^<>\"']|\"[^\"]{0,50000}\"|'[^']{0,50000}')*)>|</[a-z][^<>]*>"
    r"|<!doctype(?:\s+html\b[^<>]*)?|<[!?](?P<other>[^<>]*)>",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"""(?<![\w-])(?:href|src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_NESTED_TAG = re.compile(r"</?[a-z]", re.IGNORECASE)  # a tag inside a tag: a quotation mark is missing between them
# Elements that do not separate words: <sub> in H<sub>2</sub>O.
_INLINE_TAGS = frozenset(
    "abbr bdi bdo big cite del dfn font ins label mark q s small span strike sub sup time u var wbr".split()
)
_VERBATIM = re.compile(r"<!--|<!\[CDATA\[|<(script|style)\b[^<>]*>", re.IGNORECASE)
_AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>|<([\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>", re.IGNORECASE)


def words(text: str) -> tuple[str, ...]:
    """The significant tokens of ``text``, without markup, punctuation, and spaces."""
    text = text.replace("\\", "")
    if "&" in text:
        text = re.sub(r"&(?:amp;)+", "&", text)
        for _ in range(MAX_ROUNDS):
            before, text = text, html.unescape(text)
            if before == text:
                break
    return tuple(_TOKEN.findall(unicodedata.normalize("NFKC", text)))


def readable_lines(seed: Seed) -> list[str]:
    """The lines of the body; in HTML, only the URLs and alternative texts of tags are left."""
    if seed.format == "html":
        return _without_tags(seed.body).split("\n")
    return seed.body.split("\n")


def _without_tags(text: str) -> str:
    out: list[str] = []
    at = 0
    for start, end, inside in _verbatim(text):
        out.append(_TAG.sub(_content, text[at:start]))
        out.append(f" {inside}{_newlines(text[start:end], inside)} ")
        at = end
    return "".join([*out, _TAG.sub(_content, text[at:])])


def _verbatim(text: str) -> Iterator[tuple[int, int, str]]:
    """The start, end, and content of each comment, CDATA section, script, and style; they contain no tags."""
    at = 0
    missing: set[str] = set()  # end markers that do not occur again
    while found := _VERBATIM.search(text, at):
        at = found.end()
        close = f"</{found[1]}" if found[1] else {"<!--": "-->"}.get(found[0], "]]>")
        end = -1 if close in missing else text.find(close, at)
        if end < 0:
            missing.add(close)
        else:
            yield found.start(), end + len(close), f"{_addresses(found[0])} {text[at:end]}"
            at = end + len(close)


def _content(tag: re.Match[str]) -> str:
    """The readable content of a tag: its URLs and alternative texts, and a space if it separates words."""
    if (tag["name"] or "").lower() in ("script", "style") and not tag[0].endswith("/>"):
        return tag[0]  # never closed, so it hides nothing and is text
    if _NESTED_TAG.search(tag["attributes"] or ""):
        return f" {tag['attributes']} "
    name = (tag["name"] or tag[0].strip("</> ")).lower()
    found = _addresses(tag["attributes"] or "") + (tag["other"] or "")
    gap = "" if name in _INLINE_TAGS and not found else " "
    return f"{gap}{found}{_newlines(tag[0], found)}{gap}"


def _addresses(tag: str) -> str:
    return " ".join("".join(groups) for groups in _ADDRESS.findall(tag))


def _newlines(whole: str, part: str) -> str:
    return "\n" * (whole.count("\n") - part.count("\n"))


def readings(raw: str, page: str, kind: SeedFormat) -> Iterator[tuple[str, str]]:
    """One pair of texts for each way to read ``raw``; in one of the pairs, both must have the same words.

    In Markdown, ``<URL>`` is either a link and its text or literal, and a tag is either markup or literal.
    """
    if kind != "markdown":
        yield raw, page
        return
    read = with_links(raw)
    yield read, page
    if read != raw:
        yield raw, page
    if "<" in raw:
        yield _without_tags(read), _without_tags(_AUTOLINK.sub(r" \1\2 ", page))


def with_links(text: str) -> str:
    """Replace each ``<URL>`` in ``text`` with what it stands for: the URL, and the URL again as link text."""
    return _AUTOLINK.sub(_url_and_text, text) if "<" in text else text


def _url_and_text(link: re.Match[str]) -> str:
    return f" {link[1]} {link[1]} " if link[1] else f" mailto:{link[2]} {link[2]} "
