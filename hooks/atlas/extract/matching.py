"""Match the names in highlights and tables to the sections that describe them, also in other words or languages."""

import re
from collections.abc import Collection
from difflib import SequenceMatcher
from itertools import pairwise, product

from atlas.core.characters import HAN
from atlas.core.text import comparison_key, stem
from atlas.knowledge.knowledge import Knowledge

# These numbers were chosen with the announcements of tests/posts; `make weights` shows what changes with each of them.
# With .45, names join the sections of other features; with .7, features stand twice.
MIN_SECTION_SIMILARITY = 0.5
CONTAINED_SIMILARITY = 0.9  # of two names, one of which contains the other or all of its words; equal names have 1
ONE_WORD = 0.3  # what one shared word adds at least; the rest depends on its share in both names
MIN_CHINESE_WORDS = 2  # that two Chinese names must share; with one, features are lost in others
MIN_PAIRS_WITHOUT_LEVEL = 2  # of characters, to share; with one, features are lost in others, with three, doubled
# Shared words, qualifiers included, with which a second name means a part of the same section: with two,
# “magic tensor frontend” joins “magic tensor backend”.
MIN_PART_WORDS = 3
MIN_CONTAINED_LENGTH = 5  # characters of a name that matches any name with it inside; with 8, features are doubled
MAX_PAIRS = 10_000  # pairs to compare by similarity; if there are more, only equal names match

_LATIN = re.compile(r"[A-Za-z0-9]+(?:\+\+)?(?:\.\d+)*")
_OF_PYTORCH = re.compile(r"(?i:pytorch) v?\d+(?:\.\d+)*")
_HAN = re.compile(rf"[{HAN}]+")
Named = tuple[str, str | None]  # a name as shown, and its level (None: not stated)
_Pair = tuple[float, int, int]  # the similarity as a negative number, the index of a name, the index of a section


def match_names(
    named: list[Named], sections: list[Named], knowledge: Knowledge, *, only_equal: Collection[int] = ()
) -> dict[int, int]:
    """Map the index of each name in ``named`` to the index of the section that it means, if there is one.

    The most similar pairs are matched first. Sections whose index is in ``only_equal`` match only an equal name.
    """
    if not (named and sections):
        return {}
    names = [_Name(label, knowledge) for label, _ in named]
    headings = [_Name(label, knowledge) for label, _ in sections]
    are_few = len(names) * len(headings) <= MAX_PAIRS
    pairs: list[_Pair] = []
    for i, j in product(range(len(names)), range(len(headings))):
        may_differ = are_few and j not in only_equal and _levels_agree(named[i][1], sections[j][1])
        if may_differ or names[i].comparison_key == headings[j].comparison_key:
            similarity = _name_similarity(names[i], headings[j])
            if similarity >= MIN_SECTION_SIMILARITY:
                pairs.append((-similarity, i, j))
    pairs.sort()
    matches: dict[int, int] = {}
    used_sections: set[int] = set()
    _match_best_first(pairs, matches, used_sections)
    for _, i, j in pairs:  # a section that already has a name may have another: that of a part of it
        if i not in matches and len(names[i].qualified_tokens & headings[j].qualified_tokens) >= MIN_PART_WORDS:
            matches[i] = j
    used_sections.update(only_equal)
    remaining_pairs = _pairs_by_han(named, sections, matches, used_sections, knowledge)
    _match_best_first(remaining_pairs, matches, used_sections)
    return matches


def _match_best_first(pairs: list[_Pair], matches: dict[int, int], used_sections: set[int]) -> None:
    """Add to ``matches`` and ``used_sections`` each pair, in order, of which neither side is matched yet."""
    for _, i, j in pairs:
        if i not in matches and j not in used_sections:
            matches[i] = j
            used_sections.add(j)


class _Name:
    """A name, prepared for comparison."""

    def __init__(self, label: str, knowledge: Knowledge) -> None:
        self.label = label
        self.comparison_key = comparison_key(label)
        self.is_chinese = bool(_HAN.search(label))
        self.tokens = distinctive(label, knowledge)
        self.qualified_tokens = self.tokens | (tokens(label, knowledge) & knowledge.qualifying_stems)
        self.latin_tokens = self.tokens & frozenset(stem(word.casefold()) for word in _LATIN.findall(label))


def _pairs_by_han(
    named: list[Named], sections: list[Named], matches: dict[int, int], used_sections: set[int], knowledge: Knowledge
) -> list[_Pair]:
    """Return the pairs of an unmatched name with a level and an unused section that share pairs of Han characters.

    The section must state the same level, or none. The pairs that share most come first; there are none if there
    would be too many to compare.
    """
    common = knowledge.common.chinese
    names = [
        (i, _han_pairs(label, common), level) for i, (label, level) in enumerate(named) if level and i not in matches
    ]
    headings = [
        (j, _han_pairs(label, common), level) for j, (label, level) in enumerate(sections) if j not in used_sections
    ]
    if len(names) * len(headings) > MAX_PAIRS:
        return []
    pairs: list[_Pair] = []
    for (i, in_name, level), (j, in_heading, section_level) in product(names, headings):
        shared = len(in_name & in_heading)
        min_shared = 1 if level == section_level else MIN_PAIRS_WITHOUT_LEVEL
        if shared >= min_shared and section_level in (level, None):
            pairs.append((-shared, i, j))
    return sorted(pairs)


def _han_pairs(label: str, common: re.Pattern[str]) -> set[str]:
    """Return the pairs of adjacent Han characters in a label, without common words: 编译器 -> {编译, 译器}."""
    runs = _HAN.findall(common.sub(" ", label))
    return {first + second for run in runs for first, second in pairwise(run)}


def _levels_agree(a: str | None, b: str | None) -> bool:
    return a is None or b is None or a == b


def _name_similarity(a: _Name, b: _Name) -> float:
    """Return how similar two names are, from 0 to 1 (equal): the higher of similar wording and shared tokens."""
    a_key, b_key = a.comparison_key, b.comparison_key
    if not a_key or not b_key:
        return 0.0
    if a_key == b_key:
        return 1.0
    if min(len(a_key), len(b_key)) >= MIN_CONTAINED_LENGTH and _contains(a.label, b.label):
        return CONTAINED_SIMILARITY
    ratio = SequenceMatcher(None, a_key, b_key, autojunk=False).ratio()
    shared = len(a.tokens & b.tokens)
    # One shared word means little if both names are Chinese and it is a Chinese one.
    only_chinese = a.is_chinese and b.is_chinese and not a.latin_tokens & b.latin_tokens
    if shared < (MIN_CHINESE_WORDS if only_chinese else 1):
        return ratio
    fewer, more = sorted((len(a.tokens), len(b.tokens)))
    mean_share, best_share = 2 * shared / (fewer + more), shared / fewer
    return max(ratio, ONE_WORD + (1 - ONE_WORD) * mean_share, CONTAINED_SIMILARITY * best_share)


def _contains(a: str, b: str) -> bool:
    """Return whether one name contains the other as whole words.

    “torch.foo improvements” contains torch.foo; torch.foo.baz does not, as it is another API.
    """
    short, long = sorted((a.strip(), b.strip()), key=len)
    if re.search(rf"(?<![\w.]){re.escape(short)}(?!\w|[.:]+\w)", long, re.ASCII):
        return True
    return not re.search(r"[\w.]", short, re.ASCII) and comparison_key(short) in comparison_key(long)


def distinctive(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the tokens of a text that are neither common words nor part of “PyTorch 2.0”."""
    return tokens(_OF_PYTORCH.sub(" ", text), knowledge) - knowledge.common_stems


def qualified(title: str, knowledge: Knowledge) -> frozenset[str]:
    """Return a title's distinctive tokens and the qualifiers that tell it apart from titles with the same tokens.

    Qualifiers are the registered ones and all Chinese words, except common ones, that the lexicon does not translate:
    so “旧的稀疏内核” (old sparse kernels) differs from “新的稀疏内核” (new sparse kernels).
    """
    untranslated = knowledge.common.chinese.sub(" ", knowledge.chinese_names.sub(" ", title))
    qualifiers = tokens(title, knowledge) & knowledge.qualifying_stems
    return distinctive(title, knowledge) | qualifiers | frozenset(_HAN.findall(untranslated))


def tokens(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the stems of a text's Latin words and of the English for its Chinese terms, without words for levels."""
    english = knowledge.chinese_names.sub(lambda match: f" {knowledge.english[match[0].casefold()]} ", text)
    return frozenset(stem(word.casefold()) for word in _LATIN.findall(english)) - knowledge.level_stems
