"""What a translation lost or changed of its original: links, identifiers, numbers, sentences."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from atlas.core.api_names import NAME
from atlas.core.sentences import SENTENCE_END
from atlas.core.text import stem, text_width
from atlas.document import nodes as tree
from atlas.document.inline_markdown import inline_markdown
from atlas.document.traverse import nodes
from atlas.originals.align import UnitGroup
from atlas.originals.similarity import url_key
from atlas.originals.units import Unit

DifferenceKind = Literal["lost-link", "damaged-identifier", "changed-number", "missing-sentence"]

MIN_NAME_SIMILARITY = 0.85  # minimum similarity of two names, one of which is the other, damaged
MAX_JOINED_RATIO = 1.4  # times the translation's length: above that, sentences are missing, not only joined

_NAME = re.compile(rf"(?<![\w.]){NAME}", re.ASCII)
_PATH = re.compile(r"[._:]")
_OF_API = re.compile(r"[._:]|[a-z][A-Z]")  # also camel case: DataLoader
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a translation lost or changed.

    ``line`` is a line of the translation, ``wrong`` what it says (empty if unknown), ``right`` what the original says.
    """

    kind: DifferenceKind
    line: int
    wrong: str
    right: str


def differences(group: UnitGroup) -> tuple[Difference, ...]:
    """Return what the translation in a group with texts on both sides lost or changed."""
    if group.translation[0].kind == "code":
        return ()
    finders = (_lost_links, _damaged_identifiers, _changed_numbers, _missing_sentences)
    return tuple(difference for find in finders for difference in find(group.translation, group.original))


def _lost_links(ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Difference]:
    """Yield links that only the original has; ``wrong`` is their text, if the translation contains it."""
    present = {url_key(link) for unit in ours for link in unit.links}
    for original in theirs:
        for node in nodes(original.inlines):
            if isinstance(node, tree.Link) and url_key(node.url) not in present:
                words = tree.plain(node.children)
                host = next((unit for unit in ours if words in unit.text), None)
                line = (host or ours[0]).line
                yield Difference("lost-link", line, words if host else "", inline_markdown((node,)))


def _damaged_identifiers(ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Difference]:
    """Yield names that the original does not have, each with the most similar one that the translation lacks."""
    our_names = [(name, unit) for unit in ours for name in _names(unit)]
    their_names = [name for unit in theirs for name in _names(unit)]
    missing = Counter(their_names) - Counter(name for name, _ in our_names)
    their_keys = set(map(_name_key, their_names))
    for name, unit in dict.fromkeys(our_names):
        if missing and _name_key(name) not in their_keys:
            right = max(missing, key=lambda other: _similarity(name, other))
            if _similarity(name, right) >= MIN_NAME_SIMILARITY:
                yield Difference("damaged-identifier", unit.line, name, right)


def _names(unit: Unit) -> list[str]:
    """Return API names and words like them, also names split by the edge of a code span: a word, then `.compile`."""
    text = ""
    for node in nodes(unit.inlines):
        if isinstance(node, tree.Code) and not node.text.startswith("."):
            text += f" {node.text} "
        elif isinstance(node, tree.Text | tree.Code):
            text += node.text
    return [name for name in _NAME.findall(text) if _OF_API.search(name)]


def _name_key(name: str) -> str:
    """Return the common form of the spellings of one name: PyTorch, PyTorch2, Pytorch; Quantizer, quantizers."""
    return name.casefold() if _PATH.search(name) else stem(name.casefold().rstrip("0123456789"))


def _similarity(name: str, other: str) -> float:
    if name.endswith(other):  # joined to the word before it: viatorch.export
        return 1.0
    return SequenceMatcher(None, name, other, autojunk=False).ratio()


def _changed_numbers(ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Difference]:
    """Yield numbers that only one side has, paired in order if both sides have the same count."""
    only_ours = _unmatched_numbers(ours, theirs)
    only_theirs = _unmatched_numbers(theirs, ours)
    if len(only_ours) == len(only_theirs):
        for (wrong, unit), (right, _) in zip(only_ours, only_theirs, strict=True):
            yield Difference("changed-number", unit.line, wrong, right)


def _unmatched_numbers(units: Sequence[Unit], others: Sequence[Unit]) -> list[tuple[str, Unit]]:
    """Return the numbers of ``units``, as written, that ``others`` have neither in text nor in names."""
    matched = {number for unit in others for number in (*unit.numbers, *_number_spellings(unit))}
    return [
        (_number_spellings(unit).get(number, number), unit)
        for unit in units
        for number in unit.numbers
        if number not in matched
    ]


def _number_spellings(unit: Unit) -> dict[str, str]:
    """Map each number in a text, including its names, to its spelling: 3400 → 3,400."""
    return {digits.replace(",", ""): digits for digits in _DIGITS.findall(unit.text)}


def _missing_sentences(ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Difference]:
    """Yield the whole text, if the original has more sentences and is much longer: which are missing is not known."""
    our_width, their_width = (sum(text_width(unit.text) for unit in side) for side in (ours, theirs))
    our_count, their_count = (sum(map(_sentence_count, side)) for side in (ours, theirs))
    if their_width > MAX_JOINED_RATIO * our_width and their_count > our_count:
        wrong, right = ("\n\n".join(unit.markdown for unit in side) for side in (ours, theirs))
        yield Difference("missing-sentence", ours[0].line, wrong, right)


def _sentence_count(unit: Unit) -> int:
    """Return how many sentences a text completes: one that breaks off lacks its end, at least."""
    return len(SENTENCE_END.findall(unit.text)) or 1
