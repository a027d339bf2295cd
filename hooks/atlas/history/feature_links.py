"""The links in what announcements say about a feature: to its documentation, tutorials, pull requests."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from atlas.core.urls import address_key, is_safe_url, longest_address
from atlas.document.nodes import (
    Block,
    BlockQuote,
    Document,
    Heading,
    Host,
    Inlines,
    Item,
    Link,
    ListBlock,
    Paragraph,
    Table,
)
from atlas.document.traverse import all_inlines, blocks_after, inlines_with_lines
from atlas.extract.announcement import Announcement
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import LinkKind


@dataclass(frozen=True, slots=True)
class FeatureLink:
    """A link that announcements give for a feature."""

    kind: LinkKind
    url: str
    version: str  # of the newest release whose announcement has it

    @property
    def address(self) -> str:
        """A key that links to the same page share."""
        return address_key(self.url)


def links(
    lifecycles: Iterable[Lifecycle], announcements: Iterable[Announcement], kinds: Sequence[LinkKind]
) -> dict[str, tuple[FeatureLink, ...]]:
    """Return the links of each feature, by the feature's id, except links of a general kind.

    Links of the newest release come first; links of one release are in the order of ``kinds``. No address is repeated.
    """
    urls_by_version = {announcement.version: _urls_by_feature(announcement) for announcement in announcements}
    by_feature: dict[str, tuple[FeatureLink, ...]] = {}
    for lifecycle in lifecycles:
        by_address: dict[str, FeatureLink] = {}
        for passage in reversed(lifecycle.announcement_passages):
            version = passage.announcement.version
            urls = urls_by_version[version].get(passage.feature.id, ())
            release_links = (FeatureLink(kind_of(url, kinds), url, version) for url in urls)
            for link in sorted(release_links, key=lambda link: kinds.index(link.kind)):
                if not link.kind.is_general:
                    by_address.setdefault(link.address, link)
        by_feature[lifecycle.id] = tuple(by_address.values())
    return by_feature


def kind_of(url: str, kinds: Sequence[LinkKind]) -> LinkKind:
    """Return the kind with the longest address that matches a URL, or the last kind if no address matches."""
    lengths = [longest_address(url, kind.addresses) for kind in kinds]
    return kinds[lengths.index(max(lengths))] if any(lengths) else kinds[-1]


def _urls_by_feature(announcement: Announcement) -> dict[str, list[str]]:
    """Return the URLs of the safe web links in the texts of each feature of an announcement, by the feature's id."""
    feature_indices = {feature.host_index for feature in announcement.features}
    urls_by_feature: dict[str, list[str]] = {}
    for feature in announcement.features:
        texts = _texts(announcement.document, announcement.host(feature), feature_indices)
        links = (node for inlines in texts for node in all_inlines(inlines) if isinstance(node, Link))
        urls_by_feature[feature.id] = [
            link.url for link in links if is_safe_url(link.url) and not link.url.startswith("mailto:")
        ]
    return urls_by_feature


def _texts(document: Document, host: Host, feature_indices: Container[int]) -> Iterator[Inlines]:
    """Yield the texts about the feature whose title is in ``host``, except the texts about other features inside it.

    If ``host`` is an item, paragraph or cell, these are its texts. If it is a heading, these are the heading and the
    texts below it, up to the next heading that is not deeper or is another feature. ``feature_indices`` has the
    ``host_index`` of every feature.
    """
    if isinstance(host, Item):
        yield from _texts_in(host.blocks, feature_indices)
        return
    yield host.inlines
    if not isinstance(host, Heading):
        return
    for block in blocks_after(document, host):
        if isinstance(block, Heading) and (block.depth <= host.depth or block.host_index in feature_indices):
            return
        yield from _texts_in((block,), feature_indices)


def _texts_in(blocks: Iterable[Block], feature_indices: Container[int]) -> Iterator[Inlines]:
    """Yield the texts of blocks at any depth, except headings, paragraphs, items and cells that are features."""
    for block in blocks:
        match block:
            case Heading() | Paragraph() if block.host_index in feature_indices:
                continue
            case ListBlock():
                for item in block.items:
                    if item.host_index not in feature_indices:
                        yield from _texts_in(item.blocks, feature_indices)
            case BlockQuote():
                yield from _texts_in(block.blocks, feature_indices)
            case Table():
                yield from (
                    cell.inlines for row in block.rows for cell in row if cell.host_index not in feature_indices
                )
            case _:
                yield from (inlines for inlines, _ in inlines_with_lines(block))
