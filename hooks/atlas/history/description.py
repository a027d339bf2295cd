"""Describe a feature in the words of an announcement."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.core.text import HAN_CHARACTER, comparison_key, has_name
from atlas.document import nodes as tree
from atlas.document.nodes import Block, Inline, Inlines, Localized, Paragraph, Text, plain
from atlas.document.traverse import blocks, blocks_after
from atlas.extract.matching import han_pairs
from atlas.extract.release import Feature
from atlas.extract.subject import opens_with
from atlas.history.release import Release
from atlas.knowledge.load import Knowledge

MAX_ITEMS = 3  # shown of a list

_END = re.compile(r"[。！？]|(?<!e\.g)(?<!i\.e)(?<!etc)[.!?][”)]?(?=\s+(?:[A-Z“(]|$)|$)")
_LEAD = re.compile(r"\s*[:：—–]\s*")
_LEADS_ON = re.compile(r"[?？:：][”’)）]?\s*$")  # a question, or what introduces a list
_TITLE_PART = re.compile(r"[:：,，—–()（）]")


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
    def quotation(self) -> Inlines:
        """The text from that sentence on, without a last one that only introduces what follows: “An example:”."""
        shown = self.sentences[self.at :]
        shown = shown[:-1] if len(shown) > 1 and _introduces(shown[-1]) else shown
        gap = Text("" if HAN_CHARACTER.search(plain(self.summary)) else " ")
        nodes = (node for n, each in enumerate(shown) for node in ((gap, *each) if n else each))
        return tree.merged((Text("… " if self.at else ""), *nodes))


def describe(release: Release, feature: Feature, language: Language, new: str, knowledge: Knowledge) -> Description:
    """Describe a feature in an announcement's words; ``new`` says in ``language`` that it is new.

    The first sentence says what it is, unless that is a question, a lead-in or background, or only leads up to one
    that is part of ``new`` or names the feature. A lead-in without such a sentence does, together with its list. If the
    text announces the feature in passing, it is the sentence with the most words of the title.
    """
    title = plain(release.localized(feature.title, language).inlines).strip()
    found = [[release.localized(each, language) for each in text] for text in texts(release, feature)]
    lead, *items = found[0] if found else [Localized(())]
    in_passing = isinstance(release.carrier(feature), Paragraph) and not plain(lead.inlines).startswith(title)
    split = [(text, list(_sentences(_without_title(text.inlines, title)))) for text, *_ in found]
    told = [Description(text, sentences, n) for text, sentences in split for n in range(len(sentences))]
    if in_passing and told:
        return max(told, key=lambda each: len(_words(title) & _words(plain(each.summary))))
    background = knowledge.history.background.replace("{version}", re.escape(release.version))
    stating = [each for each in told if not re.search(f"{_LEADS_ON.pattern}|{background}", plain(each.summary))]
    if items and not any(each.text is lead for each in stating):
        *before, last = split[0][1] or [()]
        gap = Text(" " if plain(last).endswith(":") else "")
        joined = _joined([item.inlines for item in items])
        return Description(items[0], [*before, (*last, gap, *joined)], len(before))
    first, *later = stating or told or [Description(lead, [])]
    if not _is_about(plain(first.summary), new, title, release.version, knowledge):
        later = [each for each in later if _is_clear(plain(each.summary), plain(first.summary), title, knowledge)]
        return next((e for e in later if plain(e.summary) in new or has_name(plain(e.summary), title)), first)
    return first


def _is_about(sentence: str, new: str, title: str, version: str, knowledge: Knowledge) -> bool:
    """Whether a sentence tells of the feature or the release, not only of what leads up to it."""
    return (
        sentence in new
        or has_name(sentence, title)
        or any(opens_with(sentence, part, 0.5) for part in _TITLE_PART.split(title))
        or comparison_key(sentence).startswith(tuple(map(comparison_key, knowledge.stability.pronouns)))
        or bool(re.search(knowledge.history.present.replace("{version}", re.escape(version)), sentence))
    )


def _is_clear(sentence: str, first: str, title: str, knowledge: Knowledge) -> bool:
    """Whether a sentence needs none before it, and has at least half of a title's words unless the first has none."""
    before, shared = len(_words(title) & _words(first)), len(_words(title) & _words(sentence))
    is_enough = shared >= before and (not before or 2 * shared >= len(_words(title)))
    return is_enough and not knowledge.history.continues.search(sentence)


def texts(release: Release, feature: Feature) -> list[tuple[Inlines, ...]]:
    """Return a feature's body paragraphs in an announcement, each with the items of a list that it introduces.

    The items of a list with which the feature's text begins follow an empty paragraph.
    """
    found: list[tuple[Inlines, ...]] = []
    items: set[int] = set()
    for block in _below(release, feature):
        if isinstance(block, tree.ListBlock) and (not found or _introduces(found[-1][0])):
            first = [
                b for item in block.items for b in item.blocks[:1] if isinstance(b, Paragraph) and plain(b.inlines)
            ]
            items |= {id(paragraph) for paragraph in first}
            found[-1:] = [(*(found[-1] if found else ((),)), *(paragraph.inlines for paragraph in first))]
        elif isinstance(block, Paragraph) and block.role == "body" and id(block) not in items:
            found.append((block.inlines,))
    return found


def example(release: Release, feature: Feature) -> tree.CodeBlock | None:
    """Return a feature's first code block in an announcement, if any."""
    return next((b for b in _below(release, feature) if isinstance(b, tree.CodeBlock)), None)


def _below(release: Release, feature: Feature) -> Iterator[Block]:
    """Yield every block under a feature's heading, up to the next one, or in its item, or its paragraph."""
    found: Iterable[Block] = ()
    carrier = None if feature.is_mention else release.carrier(feature)
    if isinstance(carrier, tree.Item):
        found = carrier.blocks
    elif isinstance(carrier, Paragraph):
        found = (carrier,)
    elif isinstance(carrier, tree.Heading):
        found = takewhile(lambda block: not isinstance(block, tree.Heading), blocks_after(release.document, carrier))
    return blocks(tree.Document(tuple(found)))


def _introduces(inlines: Inlines) -> bool:
    return plain(inlines).rstrip().endswith((":", "："))


def _joined(items: Sequence[Inlines]) -> Iterator[Inline]:
    """Yield the first items of a list, each with its first sentence, as parts of a sentence."""
    separator = "；" if HAN_CHARACTER.search("".join(map(plain, items))) else "; "
    for n, (first, *others) in enumerate(map(list, map(_sentences, items[:MAX_ITEMS]))):
        *before, last = first
        end = Text("…" if others else "")
        bare = replace(last, text=last.text.rstrip("。.；;，, ")) if isinstance(last, Text) else last
        yield from (Text(separator if n else ""), *before, bare, end)
    yield Text(f"{separator}…" if len(items) > MAX_ITEMS else "")


def _words(text: str) -> set[str]:
    return han_pairs(text) | set(re.findall(r"[a-z]\w+", text.casefold()))


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
            sentence, rest = [], replace(rest, text=rest.text[end.end() :].lstrip())
        sentence.append(rest)
    if any(plain((node,)).strip() for node in sentence):
        yield tuple(sentence)
