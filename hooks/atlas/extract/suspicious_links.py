"""Suspicious links, whose text and address disagree, and lost links, which a sentence refers to in vain.

Precision first: what could be right is not reported. Nothing is corrected here; people decide.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from urllib.parse import SplitResult, unquote, urlsplit

from atlas.core.text import CJK, HAN
from atlas.document.nodes import Block, Document, Emphasis, Inlines, Link, ListBlock, Strong, Text, plain
from atlas.document.traverse import LINK, UNLINK, blocks, nodes
from atlas.extract.findings import Finding
from atlas.extract.sections import texts_in
from atlas.knowledge.load import Knowledge

_ADDRESS_WORDS = re.compile(
    r"(?:https?://|www\.)?((?:[\w-]+\.)+(?:com|org|net|io|ai|dev|cn|edu|gov|app)(?::\d+)?)(/[^\s…]*)?(…|\.\.\.)?",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"https?(?::/?(?!/)|:/{3,}|//)"  # http:/x, https//x
    r"|https?://(?:[^?#]*[^/=?#])?https?:/"  # two schemes; not an archive's .../https://x
    rf"|https?://[^/?#]*[{HAN}]"  # Chinese in the host,
    rf"|[^?#]*[a-z0-9][{CJK}“”]"  # or stuck to the address,
    r"|.*[。，、；：！？）】》”]$",  # or at its end
    re.IGNORECASE,
)
_NUMBER_WORDS = re.compile(r"#(\d{2,})\b|(?:PR|issue|pull request|RFC)\s*#?(\d{3,})\b", re.IGNORECASE)
_NUMBER_ADDRESS = re.compile(r"/(?:pull|issues|discussions)/(\d+)")
_VERSION_WORDS = re.compile(r"PyTorch\s*v?(\d+)\.(\d+)|^v(\d+)\.(\d+)(?:\.\d+)?$", re.IGNORECASE)
_VERSION_ADDRESS = re.compile(
    r"(?:pytorch[-_/]?v?|/docs/|/releases/tag/v?|/tree/v?)(\d{1,2})(?:\.|-dot-|-)(\d+)", re.IGNORECASE
)
_SENTENCE_SIGN = re.compile(r"[（()）。！？；!?;]|\.(?!\S)")
_SYMBOL = re.compile(r"([A-Za-z_]\w*(?:\.\w+)+)(?:\(\))?")
_SYMBOL_PAGE = re.compile(r"/generated/([A-Za-z_]\w*(?:\.\w+)+)\.html")


def suspicious_links(document: Document, knowledge: Knowledge) -> tuple[Finding, ...]:
    """Return findings in a document whose lines are not joined yet, nor its unsafe links dropped."""
    vague = {word.casefold() for word in knowledge.conventions.vague_words}
    links = list(_links(document.blocks))
    suspect = {(n.line, plain(n.children), n.url): n.url for n in links if _disagrees(plain(n.children).strip(), n.url)}
    suspect |= _copied_links(document, vague)
    pointing = knowledge.conventions.pointing_words
    lost = [found for node in texts_in(document.blocks) for found in _lost_links(node.inlines, node.line, pointing)]
    found = [Finding("suspect-link", line, text, detail) for (line, text, _), detail in suspect.items()]
    return tuple(sorted([*found, *lost], key=lambda finding: finding.line))


def _links(found: Iterable[Block]) -> Iterator[Link]:
    return (node for each in texts_in(found) for node in nodes(each.inlines) if isinstance(node, Link))


# --- text against address -----------------------------------------------------------------------


def _disagrees(text: str, url: str) -> bool:
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
    numbers = {a or b for a, b in _NUMBER_WORDS.findall(text)}
    if numbers and (number := _NUMBER_ADDRESS.search(address.path)):
        return number[1] not in numbers
    versions = {(a or c, b or d) for a, b, c, d in _VERSION_WORDS.findall(text)}
    if versions and (named := set(_VERSION_ADDRESS.findall(url))):
        return not versions & named
    symbol = _SYMBOL.fullmatch(text)
    return bool(symbol) and not _is_of(symbol[1], address)  # type: ignore[index]


def _leads_to(host: str, path: str, address: SplitResult) -> bool:
    host, target = host.casefold().removeprefix("www."), address.netloc.casefold().removeprefix("www.")
    near = target == host or target.endswith(f".{host}")
    return near and unquote(address.path).casefold().startswith(unquote(path).casefold().split("?")[0].rstrip("/#"))


def _is_of(symbol: str, address: SplitResult) -> bool:
    """Whether a page of API documentation is about ``symbol``, its module or one of its members."""
    page = _SYMBOL_PAGE.search(address.path)
    anchor = _SYMBOL.fullmatch(address.fragment.removeprefix("module-"))
    named = {found[1].casefold() for found in (page, anchor) if found}
    own = symbol.casefold()
    pairs = [pair for name in named for pair in ((name, own), (own, name))]
    return not named or any(f".{a}".endswith(f".{b}") or a.startswith(f"{b}.") for a, b in pairs)


def _copied_links(document: Document, vague: set[str]) -> dict[tuple[int, str, str], str]:
    """Find links like “documentation” that lead to one section from several items of a list: likely copied."""
    found = {}
    for block in blocks(document):
        taken: dict[str, int] = {}
        for number, item in enumerate(block.items if isinstance(block, ListBlock) else ()):
            for link in _links(item.blocks):
                text = plain(link.children)
                is_vague = "#" in link.url and text.casefold() in vague
                if is_vague and taken.setdefault(link.url, number) != number:
                    found[link.line, text, link.url] = link.url
    return found


# --- lost links ---------------------------------------------------------------------------------


def _lost_links(inlines: Inlines, line: int, pointing: tuple[re.Pattern[str], ...]) -> Iterator[Finding]:
    flat = _flat(inlines)
    pieces = [f"{LINK}{plain((n,))}{UNLINK}" if isinstance(n, Link) else plain((n,)) for n in flat]
    starts = list(accumulate(map(len, pieces), initial=0))
    text = "".join(pieces)
    for start, sentence in _sentences(text.replace("\n", " ")):
        if LINK in sentence or "://" in sentence or sentence.rstrip().endswith(("：", ":")):
            continue
        if found := next(filter(None, (pattern.search(sentence) for pattern in pointing)), None):
            at = start + found.start()
            piece = bisect_right(starts, at) - 1
            node = flat[piece]
            begins = node.start_line if isinstance(node, Text) else node.line
            yield Finding("lost-link", (begins or line) + text.count("\n", starts[piece], at), sentence.strip())


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield sentences with their offsets; text in parentheses belongs to the sentence around it."""
    start = depth = 0
    for sign in _SENTENCE_SIGN.finditer(text):
        depth = max(0, depth + (sign[0] in "（(") - (sign[0] in "）)"))
        if not depth and sign[0] not in "（(）)":
            yield start, text[start : sign.end()]
            start = sign.end()
    yield start, text[start:]


def _flat(inlines: Inlines) -> Inlines:
    """Flatten emphasis, so that links are siblings of the text around them."""
    return tuple(
        inner
        for node in inlines
        for inner in (_flat(node.children) if isinstance(node, Emphasis | Strong) else (node,))
    )
