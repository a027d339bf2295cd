"""Findings for suspicious links, whose text and URL disagree, and for lost links, which a sentence promises.

A link that could be right is not reported. No link is changed: people decide.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from urllib.parse import SplitResult, unquote, urlsplit

from atlas.core.api_names import PATH
from atlas.core.characters import CJK, HAN
from atlas.core.sentences import CLAUSE_END
from atlas.document.nodes import Block, Document, Emphasis, Inline, Inlines, Link, ListBlock, Strong, Text, plain
from atlas.document.traverse import LINK, UNLINK, all_blocks, all_inlines, texts_in
from atlas.extract.findings import Finding
from atlas.knowledge.knowledge import Knowledge

_ADDRESS_WORDS = re.compile(
    r"(?:https?://|www\.)?((?:[\w-]+\.)+(?:com|org|net|io|ai|dev|cn|edu|gov|app)(?::\d+)?)(/[^\s…]*)?(…|\.\.\.)?",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"https?(?::/?(?!/)|:/{3,}|//)"  # a broken scheme: http:/x, https//x
    r"|https?://(?:[^?#]*[^/=?#])?https?:/"  # two schemes, except in the URL of a web archive: .../https://x
    rf"|https?://[^/?#]*[{HAN}]"  # Chinese characters in the host name
    rf"|[^?#]*[a-z0-9][{CJK}“”]"  # Chinese characters directly after an ASCII one
    r"|.*[。，、；：！？）】》”]$",  # full-width punctuation at the end
    re.IGNORECASE,
)
_NUMBER_WORDS = re.compile(r"#(\d{2,})\b|(?:PR|issue|pull request|RFC)\s*#?(\d{3,})\b", re.IGNORECASE)
_NUMBER_ADDRESS = re.compile(r"/(?:pull|issues|discussions)/(\d+)")
_VERSION_WORDS = re.compile(r"PyTorch\s*v?(\d+)\.(\d+)|^v(\d+)\.(\d+)(?:\.\d+)?$", re.IGNORECASE)
_VERSION_ADDRESS = re.compile(
    r"(?:pytorch[-_/]?v?|/docs/|/releases/tag/v?|/tree/v?)(\d{1,2})(?:\.|-dot-|-)(\d+)", re.IGNORECASE
)
_SIGN = re.compile(rf"{CLAUSE_END.pattern}|[（()）]")
_SYMBOL = re.compile(rf"({PATH})(?:\(\))?")
_SYMBOL_PAGE = re.compile(rf"/generated/({PATH})\.html")


def suspicious_links(document: Document, knowledge: Knowledge) -> tuple[Finding, ...]:
    """Return the findings in a document, sorted by line.

    The document must be as it is after the passes LINKS (see clean/passes.py): it still has its soft line breaks and
    unsafe links.
    """
    vague_words = {word.casefold() for word in knowledge.link_words.vague}
    suspects = [link for link in _links(document.blocks) if _disagrees(plain(link.children).strip(), link.url)]
    suspects += _copied_links(document, vague_words)
    findings = [Finding("suspect-link", link.line, plain(link.children), link.url) for link in suspects]
    for text in texts_in(document.blocks):
        findings += _lost_links(text.inlines, text.line, knowledge.link_words.promises)
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.line))


def _links(blocks: Iterable[Block]) -> Iterator[Link]:
    for text in texts_in(blocks):
        yield from (node for node in all_inlines(text.inlines) if isinstance(node, Link))


# --- text against address -----------------------------------------------------------------------


def _disagrees(text: str, url: str) -> bool:
    """Return whether the URL of a link is broken, or is not the target that the link's text names.

    The text may be a URL, or name an issue or pull request, a version of PyTorch, or an API.
    """
    try:
        address = urlsplit(url)
    except ValueError:
        return True
    if _BROKEN.match(unquote(url)):
        return True
    if not address.netloc:
        return False
    if shown := _ADDRESS_WORDS.fullmatch(text):
        return not _leads_to(shown[1], shown[2] or "", address)
    numbers_in_text = {a or b for a, b in _NUMBER_WORDS.findall(text)}
    number = _NUMBER_ADDRESS.search(address.path)
    if numbers_in_text and number:
        return number[1] not in numbers_in_text
    versions_in_text = {(a or c, b or d) for a, b, c, d in _VERSION_WORDS.findall(text)}
    versions_in_url = set(_VERSION_ADDRESS.findall(url))
    if versions_in_text and versions_in_url:
        return not versions_in_text & versions_in_url
    symbol = _SYMBOL.fullmatch(text)
    return symbol is not None and not _may_document(address, symbol[1])


def _leads_to(host: str, path: str, address: SplitResult) -> bool:
    """Return whether an address is on a host or one of its subdomains, and its path begins with ``path``."""
    host = host.casefold().removeprefix("www.")
    target = address.netloc.casefold().removeprefix("www.")
    on_host = target == host or target.endswith(f".{host}")
    shown_path = unquote(path).casefold().split("?")[0].rstrip("/#")
    return on_host and unquote(address.path).casefold().startswith(shown_path)


def _may_document(address: SplitResult, symbol: str) -> bool:
    """Return whether an address may lead to the documentation of ``symbol``.

    It may if it names no API at all, or names ``symbol``, its module, or one of its members.
    """
    page = _SYMBOL_PAGE.search(address.path)
    anchor = _SYMBOL.fullmatch(address.fragment.removeprefix("module-"))
    documented = {match[1].casefold() for match in (page, anchor) if match}
    name = symbol.casefold()
    return not documented or any(_is_within(name, other) or _is_within(other, name) for other in documented)


def _is_within(name: str, other: str) -> bool:
    """Return whether a name begins or ends with another: torch.nn.Linear is within torch.nn, and within nn.Linear."""
    return name.startswith(f"{other}.") or f".{name}".endswith(f".{other}")


def _copied_links(document: Document, vague_words: set[str]) -> Iterator[Link]:
    """Yield links that were probably copied from another item of the same list by mistake.

    The text of such a link is one of ``vague_words``, such as “documentation”, and its URL, which has a fragment (#),
    is the same as that of a link in an earlier item.
    """
    for block in all_blocks(document):
        if not isinstance(block, ListBlock):
            continue
        first_item_by_url: dict[str, int] = {}
        for number, item in enumerate(block.items):
            for link in _links(item.blocks):
                is_vague = "#" in link.url and plain(link.children).casefold() in vague_words
                if is_vague and first_item_by_url.setdefault(link.url, number) != number:
                    yield link


# --- lost links ---------------------------------------------------------------------------------


def _lost_links(inlines: Inlines, line: int, promises: tuple[re.Pattern[str], ...]) -> Iterator[Finding]:
    """Yield a finding for each sentence that promises a link, as “see here” does, but contains none.

    ``line`` is the line of the text, for nodes whose own line is not known.
    """
    flat_nodes = _flat(inlines)
    pieces = [f"{LINK}{plain((node,))}{UNLINK}" if isinstance(node, Link) else plain((node,)) for node in flat_nodes]
    piece_starts = list(accumulate(map(len, pieces), initial=0))
    text = "".join(pieces)
    for start, sentence in _sentences(text.replace("\n", " ")):
        if LINK in sentence or "://" in sentence or sentence.rstrip().endswith(("：", ":")):
            continue
        matches = (pattern.search(sentence) for pattern in promises)
        promise = next((match for match in matches if match), None)
        if promise:
            offset = start + promise.start()
            piece = bisect_right(piece_starts, offset) - 1
            node = flat_nodes[piece]
            node_line = (node.start_line if isinstance(node, Text) else node.line) or line
            lines_before = text.count("\n", piece_starts[piece], offset)
            yield Finding("lost-link", node_line + lines_before, sentence.strip())


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text, each after its offset; a sentence does not end within parentheses."""
    start = depth = 0
    for sign in _SIGN.finditer(text):
        opened = sign[0] in "（("
        closed = sum(map(sign[0].count, "）)"))
        depth = max(0, depth + opened - closed)
        if not depth and sign[0] not in "（(）)":
            yield start, text[start : sign.end()]
            start = sign.end()
    yield start, text[start:]


def _flat(inlines: Inlines) -> Inlines:
    """Replace emphasis by its children, so that links are siblings of the text around them."""
    flat: list[Inline] = []
    for node in inlines:
        flat += _flat(node.children) if isinstance(node, Emphasis | Strong) else (node,)
    return tuple(flat)
