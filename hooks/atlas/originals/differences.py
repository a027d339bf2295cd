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
from atlas.core.urls import loose_url_key
from atlas.document import nodes as tree
from atlas.document.inline_markdown import inline_markdown
from atlas.document.traverse import all_inlines
from atlas.originals.align import UnitGroup
from atlas.originals.units import Unit

DifferenceKind = Literal["lost-link", "damaged-identifier", "changed-number", "missing-sentence"]

MIN_NAME_SIMILARITY = 0.85  # how similar a name must be to its damaged form
# The original's length divided by the translation's, up to which a lower number of sentences is explained by joining.
MAX_JOINED_RATIO = 1.4

_NAME = re.compile(rf"(?<![\w.]){NAME}", re.ASCII)
_PATH_SIGN = re.compile(r"[._:]")
_API_SIGN = re.compile(r"[._:]|[a-z][A-Z]")  # a sign of a path, or camel case: DataLoader
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a translation lost or changed: a link, an identifier, a number, or sentences."""

    kind: DifferenceKind
    line: int  # in the translation's file
    wrong: str  # the words of the translation; "" if it has none for this
    right: str  # what the original says


def differences(group: UnitGroup) -> tuple[Difference, ...]:
    """Return what the translation lost or changed in a group, both sides of which must have texts."""
    if group.translation[0].kind == "code":
        return ()
    finders = (_lost_links, _damaged_identifiers, _changed_numbers, _missing_sentences)
    return tuple(difference for find in finders for difference in find(group.translation, group.original))


def _lost_links(translation: Sequence[Unit], original: Sequence[Unit]) -> Iterator[Difference]:
    """Yield links that only the original has; ``wrong`` is the text of the link, if the translation contains it."""
    kept_urls = {loose_url_key(link) for unit in translation for link in unit.links}
    for original_unit in original:
        for node in all_inlines(original_unit.inlines):
            if not isinstance(node, tree.Link) or loose_url_key(node.url) in kept_urls:
                continue
            words = tree.plain(node.children)
            unit_with_words = next((unit for unit in translation if words in unit.text), None)
            line = (unit_with_words or translation[0]).line
            yield Difference("lost-link", line, words if unit_with_words else "", inline_markdown((node,)))


def _damaged_identifiers(translation: Sequence[Unit], original: Sequence[Unit]) -> Iterator[Difference]:
    """Yield each name in the translation that may be a damaged form of a name that only the original has."""
    names_with_units = [(name, unit) for unit in translation for name in _names(unit)]
    original_names = [name for unit in original for name in _names(unit)]
    missing_names = Counter(original_names) - Counter(name for name, _ in names_with_units)
    original_keys = set(map(_identifier_key, original_names))
    for name, unit in dict.fromkeys(names_with_units):
        if missing_names and _identifier_key(name) not in original_keys:
            most_similar = max(missing_names, key=lambda other: _identifier_similarity(name, other))
            if _identifier_similarity(name, most_similar) >= MIN_NAME_SIMILARITY:
                yield Difference("damaged-identifier", unit.line, name, most_similar)


def _names(unit: Unit) -> list[str]:
    """Return the API names in a text, and words with the shape of one.

    A code span that begins with a dot is joined to the word before it: intorch`.fx` → intorch.fx.
    """
    text = ""
    for node in all_inlines(unit.inlines):
        if isinstance(node, tree.Code) and not node.text.startswith("."):
            text += f" {node.text} "
        elif isinstance(node, tree.Text | tree.Code):
            text += node.text
    return [name for name in _NAME.findall(text) if _API_SIGN.search(name)]


def _identifier_key(name: str) -> str:
    """Return a key that is the same for all spellings of a name: PyTorch, PyTorch2, Pytorch; Quantizer, quantizers."""
    return name.casefold() if _PATH_SIGN.search(name) else stem(name.casefold().rstrip("0123456789"))


def _identifier_similarity(name: str, other: str) -> float:
    """Return how similar a name in the translation is to ``other`` in the original, from 0 to 1."""
    if name.endswith(other):  # the name was joined to the word before it: viatorch.export
        return 1.0
    return SequenceMatcher(None, name, other, autojunk=False).ratio()


def _changed_numbers(translation: Sequence[Unit], original: Sequence[Unit]) -> Iterator[Difference]:
    """Yield the numbers that only the translation has, each paired with one that only the original has, in order.

    Yield none unless both have the same number of these, as the pairs would be guesses.
    """
    only_in_translation = _unmatched_numbers(translation, original)
    only_in_original = _unmatched_numbers(original, translation)
    if len(only_in_translation) == len(only_in_original):
        for (wrong, unit), (right, _) in zip(only_in_translation, only_in_original, strict=True):
            yield Difference("changed-number", unit.line, wrong, right)


def _unmatched_numbers(units: Sequence[Unit], others: Sequence[Unit]) -> list[tuple[str, Unit]]:
    """Return each number in ``units``, as written, that ``others`` have nowhere, not even in a name; with its unit."""
    matched = {number for unit in others for number in (*unit.numbers, *_number_spellings(unit))}
    unmatched: list[tuple[str, Unit]] = []
    for unit in units:
        spellings = _number_spellings(unit)
        unmatched += ((spellings.get(number, number), unit) for number in unit.numbers if number not in matched)
    return unmatched


def _number_spellings(unit: Unit) -> dict[str, str]:
    """Map each number in a text, even within names, to its spelling in the text: 3400 → 3,400."""
    return {digits.replace(",", ""): digits for digits in _DIGITS.findall(unit.text)}


def _missing_sentences(translation: Sequence[Unit], original: Sequence[Unit]) -> Iterator[Difference]:
    """Yield one difference with both whole texts, if the original has more sentences and is much longer.

    The difference does not say which sentences are missing, as that is not known.
    """
    is_much_longer = _width(original) > MAX_JOINED_RATIO * _width(translation)
    if is_much_longer and _sentence_count(original) > _sentence_count(translation):
        yield Difference("missing-sentence", translation[0].line, _markdown(translation), _markdown(original))


def _width(units: Sequence[Unit]) -> float:
    return sum(text_width(unit.text) for unit in units)


def _sentence_count(units: Sequence[Unit]) -> int:
    """Return the number of sentences in the texts; a text in which no sentence ends counts as one."""
    return sum(len(SENTENCE_END.findall(unit.text)) or 1 for unit in units)


def _markdown(units: Sequence[Unit]) -> str:
    return "\n\n".join(unit.markdown for unit in units)
