"""Passes over links and images: bare URLs, redirects, unsafe links, and images, which are never shown."""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qs, urljoin, urlsplit

from atlas.core.characters import HAN
from atlas.core.edits import Edit
from atlas.core.languages import BilingualText
from atlas.core.urls import is_safe_url, name_in_page
from atlas.document.nodes import Document, Heading, Image, Inline, Inlines, Link, Span, Text, markup_text, plain
from atlas.document.traverse import map_inlines, map_nodes, nodes
from atlas.knowledge.fields import longest_address
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Conventions, Redirect

# Up to a space, a bracket other than (), a quotation mark, or any full-width sign.
_BARE_URL = re.compile(r"https?://\[?[^\s<>\[\]{}|\\^`\"'“”‘’…\u3000-\u303f\uff00-\uffef]+")
_ASCII_PART = re.compile(rf"[^{HAN}]+")
_CHINESE_PATH = re.compile(rf"https?://[^/{HAN}]+/[^{HAN}]*[\w/=#?&_-][/=#_-](?=[{HAN}])")

UNSAFE = BilingualText(
    "只保留 http、https 与 mailto 的完整地址", "Only complete http, https, and mailto addresses are kept"
)
PLACEHOLDER = BilingualText("占位图片，与内容无关", "A placeholder image, unrelated to the content")
ELSEWHERE = BilingualText("外站图片改为链接", "An image on another site was turned into a link to it")
ABSENT = BilingualText("图片文件不在源文件中", "The image file did not come with the source")
MAX_REDIRECTS = 5  # nested in each other
MAX_WORD_LENGTH = 100  # characters of a word directly before a URL


def link_addresses(document: Document, edits: list[Edit]) -> Document:
    """Turn bare URLs in the text into links."""

    def linked(inlines: Inlines) -> Inlines:
        return tuple(part for node in inlines for part in parts(node))

    def parts(node: Inline) -> Inlines:
        if isinstance(node, Text):
            return _split(node, edits)
        if isinstance(node, Span) and not isinstance(node, Link):
            return (replace(node, children=linked(node.children)),)
        return (node,)

    return map_inlines(document, lambda inlines, _: linked(inlines))


def _split(node: Text, edits: list[Edit]) -> Inlines:
    inlines: list[Inline] = []
    position = 0
    for start, url in bare_urls(node.text):
        if not is_safe_url(url):
            continue
        link = Link(url, (Text(url, node.line),), node.line)
        inlines += [Text(node.text[position:start], node.line), link]
        position = start + len(url)
        word = re.search(r"[^\W_]*$", node.text[max(0, start - MAX_WORD_LENGTH) : start])
        before = word[0] if word else ""  # directly before the URL
        edits.append(Edit("bare-addresses", before + url, before + markup_text((link,)), node.line))
    if not inlines:
        return (node,)
    return tuple(part for part in (*inlines, Text(node.text[position:], node.line)) if part != Text(""))


def bare_urls(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position of each bare URL in a text, and the URL; not all are well-formed."""
    for url in _BARE_URL.finditer(text):
        yield url.start(), _trimmed(url[0], text[max(0, url.start() - 1) : url.start()])


def _trimmed(url: str, before: str) -> str:
    """Return a URL without the words and punctuation after it; its own brackets are in pairs.

    Chinese characters belong to it only after part of a path, and after a space or bracket: words follow at once on
    “见https://example.org”, and with a space on the others.
    """
    if before.strip(" \n\t\u00a0\u3000<(（：") or not _CHINESE_PATH.match(url):
        url = _ASCII_PART.match(url)[0]  # type: ignore[index]  # it begins with http
    depth = 0
    for position, char in enumerate(url):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            url = url[:position]
            break
    return url.rstrip(".,;:!?(")


def unwrap_redirect(node: Inline, edits: list[Edit], knowledge: Knowledge) -> Inlines:
    """Replace a URL that wraps another, up to ``MAX_REDIRECTS`` times, with its target."""
    if not isinstance(node, Link):
        return (node,)
    url, reason = _target(node.url, knowledge.conventions.redirects)
    if url == node.url:
        return (node,)
    if plain(node.children) != node.url:
        edits.append(Edit("redirects", node.url, url, node.line, reason))
        return (replace(node, url=url),)
    after = replace(node, url=url, children=(Text(url, node.line),))
    edits.append(Edit("redirects", markup_text((node,)), markup_text((after,)), node.line, reason))
    return (after,)


def _target(url: str, redirects: tuple[Redirect, ...]) -> tuple[str, BilingualText | None]:
    """Return the URL to which a URL redirects, and the reason of the last redirect."""
    reason: BilingualText | None = None
    for _ in range(MAX_REDIRECTS):
        redirect = next((rule for rule in redirects if longest_address(url, rule.addresses)), None)
        target = parse_qs(urlsplit(url).query).get(redirect.parameter) if redirect and is_safe_url(url) else None
        if not redirect or not target:
            break
        url, reason = target[0], redirect.reason
    return url, reason


def complete_links(document: Document, edits: list[Edit]) -> Document:
    """Complete links that begin with / by the site that the document says it is from: its own, else the original's."""
    urls = ((fact.key, fact.url or fact.value) for fact in reversed(document.facts))
    safe_urls = {key: url for key, url in urls if is_safe_url(url)}
    site = safe_urls.get("translation") or safe_urls.get("original")

    def complete(node: Inline) -> Inlines:
        if not site or not isinstance(node, Link) or not re.match(r"/(?!/)", node.url):
            return (node,)
        after = replace(node, url=urljoin(site, node.url))
        edits.append(Edit("site-links", node.url, after.url, node.line))
        return (after,)

    return map_inlines(document, lambda inlines, _: map_nodes(inlines, complete))


def drop_unsafe_links(document: Document, edits: list[Edit]) -> Document:
    """Reduce a link with an unsafe URL, or one relative to its publisher's site, to its words.

    Links to headings of the document are kept.
    """
    names = {name for block in document.blocks if isinstance(block, Heading) for name in block.names}

    def without(node: Inline) -> Inlines:
        if not isinstance(node, Link) or is_safe_url(node.url) or name_in_page(node.url) in names:
            return (node,)
        edits.append(Edit("unsafe-links", node.url, "", node.line, UNSAFE))
        return node.children

    return map_inlines(document, lambda inlines, _: map_nodes(inlines, without))


def replace_images(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Drop placeholders; replace other images with a link, or with their alternative text if the URL is not safe."""
    conventions = knowledge.conventions

    def without_images(node: Inline) -> Inlines:
        if isinstance(node, Link):  # an image in a link must not become a nested link
            inner_links = [inner for inner in nodes(node.children) if isinstance(inner, Link)]
            edits.extend(
                Edit("images", markup_text((inner,)), markup_text(inner.children), inner.line) for inner in inner_links
            )
            return (replace(node, children=map_nodes(node.children, _unlinked)),)
        if not isinstance(node, Image):
            return (node,)
        after, reason = _replacement(node, conventions)
        edits.append(Edit("images", markup_text((node,)), markup_text(after), node.line, reason))
        return after

    document = map_inlines(document, lambda inlines, _: map_nodes(inlines, without_images))
    images = [fact for fact in document.facts if longest_address(fact.value, conventions.placeholder_images)]
    edits += (Edit("images", f"{fact.key}: {fact.value}", "", fact.line, PLACEHOLDER) for fact in images)
    return replace(document, facts=tuple(fact for fact in document.facts if fact not in images))


def _unlinked(node: Inline) -> Inlines:
    return node.children if isinstance(node, Link) else (node,)


def _replacement(image: Image, conventions: Conventions) -> tuple[Inlines, BilingualText]:
    """Return the replacement for an image, and the reason."""
    if longest_address(image.url, conventions.placeholder_images):
        return (), PLACEHOLDER
    if image.alt.casefold() in conventions.placeholder_words:
        image = replace(image, alt="")
    if is_safe_url(image.url):
        words = Text(image.alt or image.url.rsplit("/", 1)[-1], image.line)
        return (Link(image.url, (words,), image.line),), ELSEWHERE
    return (Text(image.alt, image.line),), ABSENT
