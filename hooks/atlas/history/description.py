"""Describe a feature in the words of an announcement."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, takewhile
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

_END = re.compile(r"(?:[。！？]|(?<!e\.g)(?<!i\.e)(?<!etc)[.!?][”)]?(?=\s+(?:[A-Z“(]|$)|$))\s*")
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
    def words(self) -> str:
        """The words of that sentence."""
        return plain(self.summary).strip()

    @property
    def quotation(self) -> Inlines:
        """The text from that sentence on, without a last one that only introduces what follows: “An example:”."""
        shown = self.sentences[self.at :]
        shown = shown[:-1] if len(shown) > 1 and plain(shown[-1]).rstrip().endswith((":", "：")) else shown
        return tree.merged((Text("… " if self.at else ""), *chain.from_iterable(shown)))


def describe(release: Release, feature: Feature, language: Language, new: str, knowledge: Knowledge) -> Description:
    """Describe a feature in an announcement's words; ``new`` says in ``language`` that it is new.

    The first sentence says what it is, unless that is a question, a lead-in or background, or only leads up to one
    that is part of ``new`` or names the feature. A lead-in without such a sentence does, together with its list. If the
    text announces the feature in passing, it is the sentence with the most words of the title.
    """
    title = plain(release.localized(feature.title, language).inlines).strip()
    found = [release.localized(each, language) for each in texts(release, feature)] or [Localized(())]
    split = [(text, list(_sentences(_without_title(text.inlines, title)))) for text in found]
    every = [Description(text, sentences, n) for text, sentences in split for n in range(len(sentences))]
    about = _words(title)
    if every and isinstance(release.carrier(feature), Paragraph) and not plain(found[0].inlines).startswith(title):
        return max(every, key=lambda each: len(about & _words(each.words)))
    background = knowledge.history.background.replace("{version}", re.escape(release.version))
    stating = [each for each in every if not re.search(f"{_LEADS_ON.pattern}|{background}", each.words)]
    first = next((each for each in stating if each.text is found[0]), None)
    if as_list := _as_list(release, feature, language, split[0][1] if not first else None):
        return as_list
    first = first or (every[0] if every else Description(found[0], []))
    if first.words in new or _is_about(first.words, title, release.version, knowledge):
        return first
    already = len(about & _words(first.words))
    for each in stating:
        shared = len(about & _words(each.words))
        is_enough = shared >= already and (not already or 2 * shared >= len(about))
        is_subject = each.words in new or (each.text is first.text and has_name(each.words, title))
        if is_subject and is_enough and not knowledge.history.continues.search(each.words):
            return each
    return first


def _as_list(
    release: Release, feature: Feature, language: Language, lead_in: list[Inlines] | None
) -> Description | None:
    """Return the first items of the list that a feature's text begins with, or that follows a bare ``lead_in``."""
    first_two = list(islice(_below(release, feature), 2))
    items = [release.localized(item, language) for block in first_two for item in _items(block)]
    if not items:
        return None
    if isinstance(first_two[0], tree.ListBlock):
        return Description(items[0], [tuple(_joined(items))])
    if lead_in is None:
        return None
    *before, last = lead_in
    gap = Text(" " if plain(last).endswith(":") else "")
    return Description(items[0], [*before, (*last, gap, *_joined(items))], len(before))


def _is_about(sentence: str, title: str, version: str, knowledge: Knowledge) -> bool:
    """Whether a sentence tells of the feature or the release, not only of what leads up to it."""
    is_named = has_name(sentence, title) or any(opens_with(sentence, part, 0.5) for part in _TITLE_PART.split(title))
    has_pronoun = comparison_key(sentence).startswith(tuple(map(comparison_key, knowledge.stability.pronouns)))
    present = knowledge.history.present.replace("{version}", re.escape(version))
    return is_named or has_pronoun or bool(re.search(present, sentence))


def texts(release: Release, feature: Feature) -> list[Inlines]:
    """Return a feature's body paragraphs in an announcement, those of lists included."""
    found = (block for block in _below(release, feature) if isinstance(block, Paragraph))
    return [paragraph.inlines for paragraph in found if paragraph.role == "body"]


def example(release: Release, feature: Feature) -> tree.CodeBlock | None:
    """Return a feature's first code block in an announcement, if any."""
    return next((b for b in _below(release, feature) if isinstance(b, tree.CodeBlock)), None)


def _below(release: Release, feature: Feature) -> Iterator[Block]:
    """Yield every block under a feature's heading, up to the next one, or in its item, or its paragraph."""
    found: Iterable[Block] = ()
    carrier = release.carrier(feature)
    if isinstance(carrier, tree.Item):
        found = carrier.blocks
    elif isinstance(carrier, Paragraph):
        found = (carrier,)
    elif isinstance(carrier, tree.Heading):
        found = takewhile(lambda block: not isinstance(block, tree.Heading), blocks_after(release.document, carrier))
    return blocks(tree.Document(tuple(found)))


def _items(block: Block) -> Iterator[Inlines]:
    """Yield the first paragraph of each item of a list."""
    if isinstance(block, tree.ListBlock):
        yield from (b.inlines for item in block.items for b in item.blocks[:1] if isinstance(b, Paragraph))


def _joined(items: Iterable[Localized]) -> Iterator[Inline]:
    """Yield the first items of a list, each with its first sentence, as parts of a sentence."""
    found = [sentences for item in items if (sentences := list(_sentences(item.inlines)))]
    separator = "；" if HAN_CHARACTER.search(plain(found[0][0] if found else ())) else "; "
    for n, ((*before, last), *others) in enumerate(found[:MAX_ITEMS]):
        bare = replace(last, text=last.text.rstrip("。.；;，, ")) if isinstance(last, Text) else last
        yield from (Text(separator if n else ""), *before, bare, Text("…" if others else ""))
    yield Text(f"{separator}…" if len(found) > MAX_ITEMS else "")


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
            sentence, rest = [], replace(rest, text=rest.text[end.end() :])
        sentence.append(rest)
    if any(plain((node,)).strip() for node in sentence):
        yield tuple(sentence)
