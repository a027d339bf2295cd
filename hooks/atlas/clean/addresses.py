"""Passes over links and images.

They turn bare URLs into links, replace redirect pages with their targets, and remove unsafe links and all images: the
site never shows an image of a seed.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qs, urljoin, urlsplit

from atlas.clean.editing import edit_inlines, edit_nodes
from atlas.core.characters import HAN
from atlas.core.edits import Edit, Edited, Rule, joined
from atlas.core.languages import BilingualText
from atlas.core.urls import is_safe_url, longest_address, name_in_page
from atlas.document.nodes import (
    Document,
    Emphasis,
    Heading,
    Image,
    Inline,
    Inlines,
    Link,
    Strong,
    Text,
    markup_text,
    plain,
)
from atlas.document.traverse import all_inlines, map_nodes
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Addresses, Redirect

REDIRECTS = Rule("redirects", BilingualText("还原跳转链接", "Redirects unwrapped"), "link")
IMAGES = Rule("images", BilingualText("处理图片", "Images"))
BARE_ADDRESSES = Rule("bare-addresses", BilingualText("裸地址改为链接", "Bare addresses linked"))
SITE_LINKS = Rule("site-links", BilingualText("补全站内地址", "Addresses within a site completed"), "link")
UNSAFE_LINKS = Rule("unsafe-links", BilingualText("去掉不安全的链接", "Unsafe links removed"), "link")

# A bare URL ends at a space, a bracket other than (), a quotation mark, or any full-width sign.
_BARE_URL = re.compile(r"https?://\[?[^\s<>\[\]{}|\\^`\"'“”‘’…\u3000-\u303f\uff00-\uffef]+")
_ASCII_PART = re.compile(rf"[^{HAN}]+")
# A URL whose path (from its second part on) or query has Chinese characters directly after one of the signs / = # _ -:
# https://example.org/news/发布, https://example.org/?q=发布
_CHINESE_PATH = re.compile(rf"https?://[^/{HAN}]+/[^{HAN}]*[\w/=#?&_-][/=#_-](?=[{HAN}])")

UNSAFE = BilingualText(
    "只保留 http、https 与 mailto 的完整地址", "Only complete http, https, and mailto addresses are kept"
)
REDIRECTED = BilingualText(
    "站外链接跳转页：还原为目标地址", "A redirect page for external links: the target address is restored"
)
PLACEHOLDER = BilingualText("占位图片，与内容无关", "A placeholder image, unrelated to the content")
ELSEWHERE = BilingualText("外站图片改为链接", "An image on another site was turned into a link to it")
ABSENT = BilingualText("图片文件不在源文件中", "The image file did not come with the source")
MAX_REDIRECTS = 5  # URLs that one link may wrap in one another
MAX_WORD_LENGTH = 100  # characters of the word directly before a URL, which the edit quotes together with the URL


def link_addresses(document: Document, _: Knowledge) -> Edited[Document]:
    """Turn bare URLs in the text into links."""
    return edit_inlines(document, lambda inlines, _: _with_links(inlines))


def _with_links(inlines: Inlines) -> Edited[Inlines]:
    return joined(map(_linked, inlines))


def _linked(node: Inline) -> Edited[Inlines]:
    match node:
        case Text():
            return _text_and_links(node)
        case Emphasis() | Strong():
            children, edits = _with_links(node.children)
            return Edited((replace(node, children=children),), edits)
        case _:
            return Edited((node,))


def _text_and_links(node: Text) -> Edited[Inlines]:
    """Return a text with each bare URL replaced by a link: “see https://x.org” → Text “see ”, Link https://x.org."""
    inlines: list[Inline] = []
    edits: list[Edit] = []
    position = 0
    for start, url in bare_urls(node.text):
        if not is_safe_url(url):
            continue
        link = Link(url, (Text(url, node.line),), node.line)
        inlines += [Text(node.text[position:start], node.line), link]
        position = start + len(url)
        match = re.search(r"[^\W_]*$", node.text[max(0, start - MAX_WORD_LENGTH) : start])
        word = match[0] if match else ""
        edits.append(Edit(BARE_ADDRESSES, word + url, word + markup_text((link,)), node.line))
    if not inlines:
        return Edited((node,))
    parts = (*inlines, Text(node.text[position:], node.line))
    return Edited(tuple(part for part in parts if part != Text("")), edits)


def bare_urls(text: str) -> Iterator[tuple[int, str]]:
    """Yield each bare URL in a text with its position. A URL may be malformed."""
    for match in _BARE_URL.finditer(text):
        character_before = text[max(0, match.start() - 1) : match.start()]
        yield match.start(), _without_text_after(match[0], character_before)


def _without_text_after(url: str, character_before: str) -> str:
    """Return a URL without the words and punctuation that directly follow it.

    Chinese characters count as part of a URL only in its path or query, and only if a space, an opening bracket or a
    full-width colon precedes the URL. In “见https://example.org/x查看”, nothing separates the URL from the words around
    it, so 查看 is not part of it. A closing bracket without an opening one in the URL ends the URL.
    """
    is_separated = not character_before.strip(" \n\t\u00a0\u3000<(（：")
    if not is_separated or not _CHINESE_PATH.match(url):
        url = _ASCII_PART.match(url)[0]  # type: ignore[index]  # it begins with http
    open_brackets = 0
    for position, char in enumerate(url):
        open_brackets += (char == "(") - (char == ")")
        if open_brackets < 0:
            url = url[:position]
            break
    return url.rstrip(".,;:!?(")


def unwrap_redirects(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Replace the URL of a redirect page with the URL to which it redirects: ?target=https://x.org → https://x.org."""
    redirects = knowledge.addresses.redirects

    def unwrapped(node: Inline) -> Edited[Inlines]:
        if not isinstance(node, Link):
            return Edited((node,))
        url = _target(node.url, redirects)
        if url == node.url:
            return Edited((node,))
        if plain(node.children) != node.url:
            return Edited((replace(node, url=url),), [Edit(REDIRECTS, node.url, url, node.line, REDIRECTED)])
        after = replace(node, url=url, children=(Text(url, node.line),))
        edit = Edit(REDIRECTS, markup_text((node,)), markup_text((after,)), node.line, REDIRECTED)
        return Edited((after,), [edit])

    return edit_nodes(document, unwrapped)


def _target(url: str, redirects: tuple[Redirect, ...]) -> str:
    """Return the URL to which a URL redirects, or the URL unchanged if it is not that of a redirect page."""
    for _ in range(MAX_REDIRECTS):
        redirect = next((rule for rule in redirects if longest_address(url, rule.addresses)), None)
        if not redirect or not is_safe_url(url):
            break
        targets = parse_qs(urlsplit(url).query).get(redirect.parameter)
        if not targets:
            break
        url = targets[0]
    return url


def complete_links(document: Document, _: Knowledge) -> Edited[Document]:
    """Make links that begin with a single slash absolute: /docs → https://example.org/docs.

    They are resolved against the URL in the fact ``translation``, or else the one in ``original``. Without either fact,
    links stay as they are.
    """
    urls = ((fact.key, fact.url or fact.value) for fact in reversed(document.facts))  # the first of a key wins
    safe_urls = {key: url for key, url in urls if is_safe_url(url)}
    site = safe_urls.get("translation") or safe_urls.get("original")

    def complete(node: Inline) -> Edited[Inlines]:
        if not site or not isinstance(node, Link) or not re.match(r"/(?!/)", node.url):
            return Edited((node,))
        after = replace(node, url=urljoin(site, node.url))
        return Edited((after,), [Edit(SITE_LINKS, node.url, after.url, node.line)])

    return edit_nodes(document, complete)


def drop_unsafe_links(document: Document, _: Knowledge) -> Edited[Document]:
    """Replace each link that has an unsafe or relative URL with its text; keep links to headings of the document."""
    names = {name for block in document.blocks if isinstance(block, Heading) for name in block.names}

    def without_unsafe_link(node: Inline) -> Edited[Inlines]:
        if not isinstance(node, Link) or is_safe_url(node.url) or name_in_page(node.url) in names:
            return Edited((node,))
        return Edited(node.children, [Edit(UNSAFE_LINKS, node.url, "", node.line, UNSAFE)])

    return edit_nodes(document, without_unsafe_link)


def replace_images(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Replace each image with a link to it, or with its alternative text if its URL is not safe.

    Placeholder images, such as blank pixels, are dropped, as are facts whose value is the URL of one.
    """
    addresses = knowledge.addresses
    document, edits = edit_nodes(document, lambda node: _without_images(node, addresses))
    dropped = [fact for fact in document.facts if longest_address(fact.value, addresses.placeholder_images)]
    fact_edits = [Edit(IMAGES, f"{fact.key}: {fact.value}", "", fact.line, PLACEHOLDER) for fact in dropped]
    facts = tuple(fact for fact in document.facts if fact not in dropped)
    return Edited(replace(document, facts=facts), [*edits, *fact_edits])


def _without_images(node: Inline, addresses: Addresses) -> Edited[Inlines]:
    if isinstance(node, Link):  # an image inside the link was replaced with a link, but links must not be nested
        inner_links = [inner for inner in all_inlines(node.children) if isinstance(inner, Link)]
        edits = [Edit(IMAGES, markup_text((inner,)), markup_text(inner.children), inner.line) for inner in inner_links]
        return Edited((replace(node, children=map_nodes(node.children, _unlinked)),), edits)
    if not isinstance(node, Image):
        return Edited((node,))
    after, reason = _replacement(node, addresses)
    return Edited(after, [Edit(IMAGES, markup_text((node,)), markup_text(after), node.line, reason)])


def _unlinked(node: Inline) -> Inlines:
    return node.children if isinstance(node, Link) else (node,)


def _replacement(image: Image, addresses: Addresses) -> tuple[Inlines, BilingualText]:
    """Return the inlines that replace an image (none for a placeholder), and the reason for readers."""
    if longest_address(image.url, addresses.placeholder_images):
        return (), PLACEHOLDER
    if image.alt.casefold() in addresses.placeholder_words:
        image = replace(image, alt="")
    if is_safe_url(image.url):
        words = Text(image.alt or image.url.rsplit("/", 1)[-1], image.line)
        return (Link(image.url, (words,), image.line),), ELSEWHERE
    return (Text(image.alt, image.line),), ABSENT
