"""Passes over links and images: bare URLs, redirects, unsafe links, and images, which are never shown."""

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from atlas.core.changes import Change
from atlas.core.languages import BilingualText
from atlas.core.text import HAN
from atlas.document.nodes import Document, Image, Inline, Inlines, Link, Span, Text, is_safe_url, markup_text, plain
from atlas.document.traverse import map_inlines, map_nodes, nodes
from atlas.knowledge.fields import longest_address
from atlas.knowledge.schema import Redirect

ADDRESS = re.compile(rf"https?://[^\s<>\"'，。；：、）】》”’{HAN}]+")

MAX_REDIRECTS = 5  # nested in each other
MAX_WORD_LENGTH = 100  # characters of a word directly before a URL

Placeholders = tuple[str, ...]  # addresses of placeholder images


def link_addresses(document: Document, changes: list[Change]) -> Document:
    """Turn bare URLs in the text into links."""

    def linked(inlines: Inlines) -> Inlines:
        return tuple(new for node in inlines for new in with_links(node))

    def with_links(node: Inline) -> Inlines:
        if isinstance(node, Text):
            return _split(node, changes)
        if isinstance(node, Span) and not isinstance(node, Link):
            return (replace(node, children=linked(node.children)),)
        return (node,)

    return map_inlines(document, lambda inlines, _: linked(inlines))


def _split(node: Text, changes: list[Change]) -> Inlines:
    out: list[Inline] = []
    at = 0
    for found in ADDRESS.finditer(node.text):
        url = found[0].rstrip(".,;:!?)")
        if not is_safe_url(url):
            continue
        link = Link(url, (Text(url, node.line),), node.line)
        out += [Text(node.text[at : found.start()], node.line), link]
        at = found.start() + len(url)
        word = re.search(r"[^\W_]*$", node.text[max(0, found.start() - MAX_WORD_LENGTH) : found.start()])
        before = word[0] if word else ""  # directly before the URL
        changes.append(Change("bare-addresses", before + url, before + markup_text((link,)), node.line))
    return tuple(n for n in (*out, Text(node.text[at:], node.line)) if n != Text("")) if out else (node,)


def unwrap_redirect(node: Inline, changes: list[Change], redirects: tuple[Redirect, ...]) -> Inlines:
    """Replace a URL that wraps another, up to ``MAX_REDIRECTS`` times, with its target."""
    if not isinstance(node, Link):
        return (node,)
    url, reason = _target(node.url, redirects)
    if url == node.url:
        return (node,)
    if plain(node.children) != node.url:
        changes.append(Change("redirects", node.url, url, node.line, reason))
        return (replace(node, url=url),)
    after = replace(node, url=url, children=(Text(url, node.line),))
    changes.append(Change("redirects", markup_text((node,)), markup_text((after,)), node.line, reason))
    return (after,)


def _target(url: str, redirects: tuple[Redirect, ...]) -> tuple[str, BilingualText | str]:
    """The URL to which a URL redirects, and the reason of the last redirect."""
    reason: BilingualText | str = ""
    for _ in range(MAX_REDIRECTS):
        redirect = next((r for r in redirects if longest_address(url, r.addresses)), None)
        target = parse_qs(urlsplit(url).query).get(redirect.parameter) if redirect and is_safe_url(url) else None
        if not redirect or not target:
            break
        url, reason = target[0], redirect.reason
    return url, reason


def drop_unsafe_link(node: Inline, changes: list[Change]) -> Inlines:
    """Reduce a link with an unsafe URL, or one relative to its publisher's site, to its words."""
    if not isinstance(node, Link) or is_safe_url(node.url):
        return (node,)
    changes.append(Change("unsafe-links", node.url, "", node.line, "unsafe-address"))
    return node.children


def replace_images(document: Document, changes: list[Change], placeholders: Placeholders) -> Document:
    """Drop placeholders; replace other images with a link, or with their alternative text if the URL is not safe."""

    def without_images(node: Inline) -> Inlines:
        if isinstance(node, Link):  # an image in a link must not become a nested link
            inner = [n for n in nodes(node.children) if isinstance(n, Link)]
            changes.extend(Change("images", markup_text((n,)), markup_text(n.children), n.line) for n in inner)
            return (replace(node, children=map_nodes(node.children, _unlinked)),)
        if not isinstance(node, Image):
            return (node,)
        after, reason = _replacement(node, placeholders)
        changes.append(Change("images", markup_text((node,)), markup_text(after), node.line, reason))
        return after

    document = map_inlines(document, lambda inlines, _: map_nodes(inlines, without_images))
    images = [fact for fact in document.facts if longest_address(fact.value, placeholders)]
    changes += (Change("images", f"{fact.key}: {fact.value}", "", fact.line, "placeholder") for fact in images)
    return replace(document, facts=tuple(fact for fact in document.facts if fact not in images))


def _unlinked(node: Inline) -> Inlines:
    return node.children if isinstance(node, Link) else (node,)


def _replacement(image: Image, placeholders: Placeholders) -> tuple[Inlines, str]:
    """The replacement for an image, and the reason."""
    if longest_address(image.url, placeholders):
        return (), "placeholder"
    if is_safe_url(image.url):
        words = Text(image.alt or image.url.rsplit("/", 1)[-1], image.line)
        return (Link(image.url, (words,), image.line),), "image-elsewhere"
    return (Text(image.alt, image.line),), "image-absent"
