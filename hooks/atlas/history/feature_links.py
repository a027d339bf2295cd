"""Links that announcements give for a feature: its documentation, tutorials, pull requests."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from atlas.core.urls import is_safe_url
from atlas.document.nodes import (
    Block,
    Document,
    Heading,
    Host,
    Inlines,
    Item,
    Link,
    ListBlock,
    Paragraph,
    Quote,
    Table,
)
from atlas.document.traverse import blocks_after, inlines_with_lines, nodes
from atlas.extract.announcement import Announcement
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.fields import longest_address
from atlas.knowledge.schema import LinkKind


@dataclass(frozen=True, slots=True)
class FeatureLink:
    """An address, its kind, and the version of the newest release that gives it for a feature."""

    kind: LinkKind
    url: str
    version: str

    @property
    def address(self) -> str:
        """The URL as compared: without scheme, “www.”, trailing slash and tracking parameters."""
        _, host, path, query, fragment = urlsplit(self.url)
        host = host.lower().removeprefix("www.")
        query = "&".join(part for part in query.split("&") if not part.startswith("utm_"))
        return urlunsplit(("", host, path.rstrip("/"), query, fragment)).removeprefix("//")


def links(
    lifecycles: Iterable[Lifecycle], announcements: Iterable[Announcement], kinds: Sequence[LinkKind]
) -> dict[str, tuple[FeatureLink, ...]]:
    """Return each feature's links, by its id: newest release first, then in order of kinds, each address once."""
    urls_by_version = {announcement.version: _urls_by_feature(announcement) for announcement in announcements}
    by_feature: dict[str, tuple[FeatureLink, ...]] = {}
    for lifecycle in lifecycles:
        by_address: dict[str, FeatureLink] = {}
        for source in reversed(lifecycle.announced):
            version = source.announcement.version
            urls = urls_by_version[version].get(source.feature.id, ())
            of_release = (FeatureLink(kind_of(url, kinds), url, version) for url in urls)
            for link in sorted(of_release, key=lambda link: kinds.index(link.kind)):
                if not link.kind.is_general:
                    by_address.setdefault(link.address, link)
        by_feature[lifecycle.id] = tuple(by_address.values())
    return by_feature


def kind_of(url: str, kinds: Sequence[LinkKind]) -> LinkKind:
    """Return the kind with the longest address that the URL has, or the last kind if it has none."""
    lengths = [longest_address(url, kind.addresses) for kind in kinds]
    return kinds[lengths.index(max(lengths))] if any(lengths) else kinds[-1]


def _urls_by_feature(announcement: Announcement) -> dict[str, list[str]]:
    """Map feature ids to the addresses that the release gives for them."""
    taken = {feature.place for feature in announcement.features}
    return {
        feature.id: [
            node.url
            for inlines in _texts(announcement.document, announcement.host(feature), taken)
            for node in nodes(inlines)
            if isinstance(node, Link) and is_safe_url(node.url) and not node.url.startswith("mailto:")
        ]
        for feature in announcement.features
    }


def _texts(document: Document, host: Host, taken: Container[int]) -> Iterator[Inlines]:
    """Yield a feature's texts: those of its item, paragraph or cell, or of its heading and what is below."""
    if isinstance(host, Item):
        yield from _below(host.blocks, taken)
        return
    yield host.inlines
    if not isinstance(host, Heading):
        return
    for block in blocks_after(document, host):
        if isinstance(block, Heading) and (block.level <= host.level or block.place in taken):
            return
        yield from _below((block,), taken)


def _below(blocks: Iterable[Block], taken: Container[int]) -> Iterator[Inlines]:
    """Yield the texts of blocks, except those that carry another feature."""
    for block in blocks:
        match block:
            case Heading() | Paragraph() if block.place in taken:
                continue
            case ListBlock():
                for item in block.items:
                    yield from _below(item.blocks if item.place not in taken else (), taken)
            case Quote():
                yield from _below(block.blocks, taken)
            case Table():
                yield from (cell.inlines for row in block.rows for cell in row if cell.place not in taken)
            case _:
                yield from (inlines for inlines, _ in inlines_with_lines(block))
