"""Match the names in overviews and tables to the sections that describe them, even if worded differently.

Names may also be in different languages: words of the lexicon are compared by their English.
"""

import re
from collections.abc import Collection
from difflib import SequenceMatcher
from itertools import pairwise, product

from atlas.core.characters import HAN
from atlas.core.text import comparison_key, stem
from atlas.knowledge.knowledge import Knowledge

# These numbers were chosen with the announcements of tests/posts; `make weights` shows the effect of changing each. If
# names match too easily, two features become one; if they match too rarely, one feature is listed twice.

# The least similarity of a name and the heading of its section. With .45, names match sections of other features; with
# .7, features are listed twice.
MIN_SECTION_SIMILARITY = 0.5
CONTAINED_SIMILARITY = 0.9  # the similarity of two names if one contains the other, or all of its words
ONE_WORD = 0.3  # the similarity that one shared word adds at least; the rest depends on its share in both names
MIN_CHINESE_WORDS = 2  # words that two Chinese names must share; with one, different features become one
# Bigrams (pairs of adjacent characters) that a name and the heading of its section must share if the heading states no
# level. With one, different features become one; with three, features are listed twice.
MIN_BIGRAMS_WITHOUT_LEVEL = 2
# Words, including qualifiers, that a name must share with a section that already has a name, to mean a part of that
# section. With two, “magic tensor frontend” would mean a part of “magic tensor backend”.
MIN_PART_WORDS = 3
# Characters of a name that matches any name containing it. With eight, features are listed twice.
MIN_CONTAINED_LENGTH = 5
MAX_PAIRS = 10_000  # pairs of a name and a section to compare by similarity; if there are more, only equal names match

_LATIN = re.compile(r"[A-Za-z0-9]+(?:\+\+)?(?:\.\d+)*")
_OF_PYTORCH = re.compile(r"(?i:pytorch) v?\d+(?:\.\d+)*")
_HAN = re.compile(rf"[{HAN}]+")
Named = tuple[str, str | None]  # a name as shown, and its level, or None if none is stated
_Pair = tuple[float, int, int]  # the similarity as a negative number, the index of a name, the index of a section


def match_names(
    named: list[Named], sections: list[Named], knowledge: Knowledge, *, only_equal: Collection[int] = ()
) -> dict[int, int]:
    """Map the index of each name in ``named`` to the index of the section that it means, if there is one.

    The most similar pairs are matched first. A section whose index is in ``only_equal`` matches only an equal name.
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
    for _, i, j in pairs:  # a name may also mean a part of a section that already has a name
        if i not in matches and len(names[i].qualified_tokens & headings[j].qualified_tokens) >= MIN_PART_WORDS:
            matches[i] = j
    used_sections.update(only_equal)
    remaining_pairs = _pairs_by_bigrams(named, sections, matches, used_sections, knowledge)
    _match_best_first(remaining_pairs, matches, used_sections)
    return matches


def _match_best_first(pairs: list[_Pair], matches: dict[int, int], used_sections: set[int]) -> None:
    """Match each pair, in order, whose name and section are not matched yet: add it to the last two arguments."""
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


def _pairs_by_bigrams(
    named: list[Named], sections: list[Named], matches: dict[int, int], used_sections: set[int], knowledge: Knowledge
) -> list[_Pair]:
    """Return pairs of a name that has a level, but no match yet, and an unused section, if they share Han bigrams.

    The section must state the same level, or none. The pairs that share the most bigrams come first. If there would be
    too many pairs to compare, return [].
    """
    common = knowledge.common.chinese
    names = [
        (i, _han_bigrams(label, common), level) for i, (label, level) in enumerate(named) if level and i not in matches
    ]
    headings = [
        (j, _han_bigrams(label, common), level) for j, (label, level) in enumerate(sections) if j not in used_sections
    ]
    if len(names) * len(headings) > MAX_PAIRS:
        return []
    pairs: list[_Pair] = []
    for (i, in_name, level), (j, in_heading, section_level) in product(names, headings):
        shared = len(in_name & in_heading)
        min_shared = 1 if level == section_level else MIN_BIGRAMS_WITHOUT_LEVEL
        if shared >= min_shared and section_level in (level, None):
            pairs.append((-shared, i, j))
    return sorted(pairs)


def _han_bigrams(label: str, common: re.Pattern[str]) -> set[str]:
    """Return the pairs of adjacent Han characters in a label, without common words: 编译器 -> {编译, 译器}."""
    runs = _HAN.findall(common.sub(" ", label))
    return {first + second for run in runs for first, second in pairwise(run)}


def _levels_agree(a: str | None, b: str | None) -> bool:
    return a is None or b is None or a == b


def _name_similarity(a: _Name, b: _Name) -> float:
    """Return how similar two names are, from 0 to 1 (equal): by their characters or their tokens, the higher counts."""
    a_key, b_key = a.comparison_key, b.comparison_key
    if not a_key or not b_key:
        return 0.0
    if a_key == b_key:
        return 1.0
    if min(len(a_key), len(b_key)) >= MIN_CONTAINED_LENGTH and _contains(a.label, b.label):
        return CONTAINED_SIMILARITY
    ratio = SequenceMatcher(None, a_key, b_key, autojunk=False).ratio()
    shared = len(a.tokens & b.tokens)
    # A single shared word means little if both names are Chinese, unless the word is Latin.
    only_chinese = a.is_chinese and b.is_chinese and not a.latin_tokens & b.latin_tokens
    if shared < (MIN_CHINESE_WORDS if only_chinese else 1):
        return ratio
    fewer, more = sorted((len(a.tokens), len(b.tokens)))
    mean_share, best_share = 2 * shared / (fewer + more), shared / fewer
    return max(ratio, ONE_WORD + (1 - ONE_WORD) * mean_share, CONTAINED_SIMILARITY * best_share)


def _contains(a: str, b: str) -> bool:
    """Return whether one name contains the other as whole words.

    “torch.foo improvements” contains “torch.foo”. “torch.foo.baz” does not, as it is another API.
    """
    short, long = sorted((a.strip(), b.strip()), key=len)
    if re.search(rf"(?<![\w.]){re.escape(short)}(?!\w|[.:]+\w)", long, re.ASCII):
        return True
    return not re.search(r"[\w.]", short, re.ASCII) and comparison_key(short) in comparison_key(long)


def distinctive(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the tokens of a text, without common words and without names of releases such as “PyTorch 2.0”."""
    return tokens(_OF_PYTORCH.sub(" ", text), knowledge) - knowledge.common_stems


def qualified(title: str, knowledge: Knowledge) -> frozenset[str]:
    """Return a title's distinctive tokens and its qualifiers, which distinguish titles with the same tokens.

    A qualifier is one of the qualifying words in seeds/knowledge, or a Chinese word that is neither common nor in the
    lexicon. So “旧的稀疏内核” (old sparse kernels) differs from “新的稀疏内核” (new sparse kernels).
    """
    untranslated = knowledge.common.chinese.sub(" ", knowledge.chinese_names.sub(" ", title))
    qualifiers = tokens(title, knowledge) & knowledge.qualifying_stems
    return distinctive(title, knowledge) | qualifiers | frozenset(_HAN.findall(untranslated))


def tokens(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the stems of a text's English words, and of the lexicon's English for its Chinese terms.

    Words for levels are left out.
    """
    english = knowledge.chinese_names.sub(lambda match: f" {knowledge.english[match[0].casefold()]} ", text)
    return frozenset(stem(word.casefold()) for word in _LATIN.findall(english)) - knowledge.level_stems
