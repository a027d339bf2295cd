"""Describe a feature in the words of an announcement."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, takewhile
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.core.text import HAN_CHARACTER
from atlas.document import nodes as tree
from atlas.document.nodes import Block, Inline, Inlines, Localized, Paragraph, Text, plain
from atlas.document.traverse import blocks, blocks_after
from atlas.extract.announcement import Announcement, Feature

MAX_ITEMS = 3  # shown of a list

_END = re.compile(r"(?:[。！？]|(?<!e\.g)(?<!i\.e)(?<!etc)[.!?][”)]?(?=\s+(?:[A-Z“(]|$)|$))\s*")
_LEAD = re.compile(r"\s*[:：—–]\s*")
_LEADS_ON = re.compile(r"[?？:：][”’)）]?\s*$")  # a question, or what introduces a list


class Description(NamedTuple):
    """The sentences of a text about a feature, and which of them says what it is."""

    text: Localized
    sentences: list[Inlines]
    at: int = 0

    @property
    def summary(self) -> Inlines:
        """The sentence that says what the feature is."""
        return self.sentences[self.at] if self.sentences else ()

    @property
    def words(self) -> str:
        """The words of that sentence."""
        return plain(self.summary).strip()

    @property
    def quotation(self) -> Inlines:
        """The text from that sentence on, without a last one that only introduces what follows: “An example:”."""
        shown = self.sentences[self.at :]
        shown = shown[:-1] if len(shown) > 1 and plain(shown[-1]).rstrip().endswith((":", "：")) else shown
        return tree.merged((Text("… " if self.at else ""), *chain.from_iterable(shown)))


def describe(release: Announcement, feature: Feature, language: Language) -> Description:
    """Describe a feature in an announcement's words.

    The first sentence of its text says what it is, except for questions and lead-ins. If the text begins with a list,
    its first items do; if it has no such sentence, its first paragraph with them.
    """
    title = plain(release.localized(feature.title, language).inlines).strip()
    own = _below(release, feature)
    items = [release.localized(item, language) for item in _items(own)]
    if items and isinstance(own[0], tree.ListBlock):
        return Description(items[0], [tuple(_joined(items))])
    found = [release.localized(b.inlines, language) for b in own if isinstance(b, Paragraph) and b.role == "body"]
    split = [(text, list(_sentences(_without_title(text.inlines, title)))) for text in found]
    for text, sentences in split:
        for at, sentence in enumerate(sentences):
            if not _LEADS_ON.search(plain(sentence)):
                return Description(text, sentences, at)
    text, (*before, last) = next((each for each in split if each[1]), (Localized(()), [()]))
    if items:
        last = (*last, Text(" " if plain(last).endswith(":") else ""), *_joined(items))
    return Description(text, [*before, last], len(before))


def texts(release: Announcement, feature: Feature) -> list[Inlines]:
    """Return a feature's body paragraphs in an announcement, those of lists included."""
    found = (block for block in blocks(tree.Document(_below(release, feature))) if isinstance(block, Paragraph))
    return [paragraph.inlines for paragraph in found if paragraph.role == "body"]


def example(release: Announcement, feature: Feature) -> tree.CodeBlock | None:
    """Return a feature's first code block in an announcement, if any."""
    found = blocks(tree.Document(_below(release, feature)))
    return next((block for block in found if isinstance(block, tree.CodeBlock)), None)


def _below(release: Announcement, feature: Feature) -> tuple[Block, ...]:
    """Return the blocks under a feature's heading, up to the next one, or of its item, or its paragraph."""
    host = release.host(feature)
    if isinstance(host, tree.Item):
        return host.blocks
    if isinstance(host, Paragraph):
        return (host,)
    if isinstance(host, tree.Heading):
        after = blocks_after(release.document, host)
        return tuple(takewhile(lambda block: not isinstance(block, tree.Heading), after))
    return ()


def _items(found: tuple[Block, ...]) -> list[Inlines]:
    """Return the first paragraph of each item of the first list among some blocks."""
    items = next((block.items for block in found if isinstance(block, tree.ListBlock)), ())
    return [first.inlines for item in items for first in item.blocks[:1] if isinstance(first, Paragraph)]


def _joined(items: Iterable[Localized]) -> Iterator[Inline]:
    """Yield the first items of a list, each with its first sentence, as parts of a sentence."""
    found = [sentences for item in items if (sentences := list(_sentences(item.inlines)))]
    separator = "；" if HAN_CHARACTER.search(plain(found[0][0] if found else ())) else "; "
    for n, ((*before, last), *others) in enumerate(found[:MAX_ITEMS]):
        bare = replace(last, text=last.text.rstrip("。.；;，, ")) if isinstance(last, Text) else last
        yield from (Text(separator if n else ""), *before, bare, Text("…" if others else ""))
    yield Text(f"{separator}…" if len(found) > MAX_ITEMS else "")


def _without_title(inlines: Inlines, title: str) -> Inlines:
    words = plain(inlines)
    lead = _LEAD.match(words, len(title)) if title and words.startswith(title) else None
    skipped = lead.end() if lead else 0
    out: list[Inline] = []
    for node in inlines:
        length = len(plain((node,)))
        if skipped < length:
            out.append(replace(node, text=node.text[skipped:]) if isinstance(node, Text) else node)
        skipped = max(0, skipped - length)
    return tuple(out)


def _sentences(inlines: Inlines) -> Iterator[Inlines]:
    sentence: list[Inline] = []
    for node in inlines:
        rest = node
        while isinstance(rest, Text) and (end := _END.search(rest.text)):
            yield (*sentence, replace(rest, text=rest.text[: end.end()]))
            sentence, rest = [], replace(rest, text=rest.text[end.end() :])
        sentence.append(rest)
    if any(plain((node,)).strip() for node in sentence):
        yield tuple(sentence)
