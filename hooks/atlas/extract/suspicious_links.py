"""Suspicious links, whose text and address disagree, and lost links, which a sentence refers to in vain.

Precision first: what could be right is not reported. Nothing is corrected here; people decide.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from urllib.parse import SplitResult, unquote, urlsplit

from atlas.core.api_names import PATH
from atlas.core.characters import CJK, HAN
from atlas.core.sentences import CLAUSE_END
from atlas.document.nodes import Block, Document, Emphasis, Inlines, Link, ListBlock, Strong, Text, plain
from atlas.document.traverse import LINK, UNLINK, blocks, nodes
from atlas.extract.findings import Finding
from atlas.extract.sections import texts_in
from atlas.knowledge.knowledge import Knowledge

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
_SIGN = re.compile(rf"{CLAUSE_END.pattern}|[（()）]")
_SYMBOL = re.compile(rf"({PATH})(?:\(\))?")
_SYMBOL_PAGE = re.compile(rf"/generated/({PATH})\.html")


def suspicious_links(document: Document, knowledge: Knowledge) -> tuple[Finding, ...]:
    """Return findings in a document whose lines are not joined yet, nor its unsafe links dropped."""
    vague = {word.casefold() for word in knowledge.conventions.vague_words}
    suspects = [link for link in _links(document.blocks) if _disagrees(plain(link.children).strip(), link.url)]
    suspects += _copied_links(document, vague)
    findings = [Finding("suspect-link", link.line, plain(link.children), link.url) for link in suspects]
    for text in texts_in(document.blocks):
        findings += _lost_links(text.inlines, text.line, knowledge.conventions.pointing_words)
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.line))


def _links(within: Iterable[Block]) -> Iterator[Link]:
    return (node for text in texts_in(within) for node in nodes(text.inlines) if isinstance(node, Link))


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
    host = host.casefold().removeprefix("www.")
    target = address.netloc.casefold().removeprefix("www.")
    near = target == host or target.endswith(f".{host}")
    return near and unquote(address.path).casefold().startswith(unquote(path).casefold().split("?")[0].rstrip("/#"))


def _is_of(symbol: str, address: SplitResult) -> bool:
    """Return whether a page of API documentation is about ``symbol``, its module or one of its members."""
    page = _SYMBOL_PAGE.search(address.path)
    anchor = _SYMBOL.fullmatch(address.fragment.removeprefix("module-"))
    documented = {match[1].casefold() for match in (page, anchor) if match}
    name = symbol.casefold()
    return not documented or any(_is_within(name, other) or _is_within(other, name) for other in documented)


def _is_within(name: str, other: str) -> bool:
    """Return whether a name is a member of another, or its end: nn.Linear of torch.nn.Linear."""
    return name.startswith(f"{other}.") or f".{name}".endswith(f".{other}")


def _copied_links(document: Document, vague: set[str]) -> Iterator[Link]:
    """Yield links like “documentation” that lead to one section from several items of a list: likely copied."""
    for block in blocks(document):
        first_items: dict[str, int] = {}  # by address
        for number, item in enumerate(block.items if isinstance(block, ListBlock) else ()):
            for link in _links(item.blocks):
                is_vague = "#" in link.url and plain(link.children).casefold() in vague
                if is_vague and first_items.setdefault(link.url, number) != number:
                    yield link


# --- lost links ---------------------------------------------------------------------------------


def _lost_links(inlines: Inlines, line: int, pointing: tuple[re.Pattern[str], ...]) -> Iterator[Finding]:
    flat = _flat(inlines)
    pieces = [f"{LINK}{plain((node,))}{UNLINK}" if isinstance(node, Link) else plain((node,)) for node in flat]
    starts = list(accumulate(map(len, pieces), initial=0))
    text = "".join(pieces)
    for start, sentence in _sentences(text.replace("\n", " ")):
        if LINK in sentence or "://" in sentence or sentence.rstrip().endswith(("：", ":")):
            continue
        if promise := next(filter(None, (pattern.search(sentence) for pattern in pointing)), None):
            offset = start + promise.start()
            piece = bisect_right(starts, offset) - 1
            node = flat[piece]
            first_line = (node.start_line if isinstance(node, Text) else node.line) or line
            yield Finding("lost-link", first_line + text.count("\n", starts[piece], offset), sentence.strip())


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield sentences with their offsets; text in parentheses belongs to the sentence around it."""
    start = depth = 0
    for sign in _SIGN.finditer(text):
        depth = max(0, depth + (sign[0] in "（(") - sum(map(sign[0].count, "）)")))
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
