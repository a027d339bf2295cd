"""Match what highlights and tables name to the sections that describe it, across wording and language."""

import re
from collections.abc import Collection
from difflib import SequenceMatcher
from itertools import product

from atlas.core.characters import HAN
from atlas.core.text import comparison_key, stem
from atlas.knowledge.knowledge import Knowledge

# Chosen by tests/posts, and measured by changing each. At .45, names join the sections of others; at .7, features stand
# twice; .55 changes nothing.
MIN_SECTION_SIMILARITY = 0.5
CONTAINED_SIMILARITY = 0.9  # of a name within another, or all of its words: below 1; from .6 to .99, all is the same
ONE_WORD = 0.3  # what a shared word counts at least, before its share in both names; from 0 to .3, all is the same
MIN_CHINESE_WORDS = 2  # shared words of two Chinese names; with one, features of the posts are lost in others
MIN_PAIRS_WITHOUT_LEVEL = 2  # shared pairs of characters; with one, features are lost in others, with three, doubled
# Shared words, qualifiers included, with which a second name means a part of the same section: with two,
# “magic tensor frontend” joins “magic tensor backend”.
MIN_PART_WORDS = 3
MIN_CONTAINED_LENGTH = 5  # characters of a name that matches any name with it inside; with 8, features are doubled
MAX_PAIRS = 10_000  # pairs to compare by similarity; if there are more, only equal names match

_LATIN = re.compile(r"[A-Za-z0-9]+(?:\+\+)?(?:\.\d+)*")
_OF_PYTORCH = re.compile(r"(?i:pytorch) v?\d+(?:\.\d+)*")
_HAN = re.compile(rf"[{HAN}]+")
Named = tuple[str, str | None]  # label, level (None: not stated)


def match_names(
    named: list[Named], sections: list[Named], knowledge: Knowledge, *, only_equal: Collection[int] = ()
) -> dict[int, int]:
    """Map each index of ``named`` to that of the section it means, pairing the best matches first.

    Sections ``only_equal`` match an equal name alone.
    """
    if not (named and sections):
        return {}
    names = [_Name(label, knowledge) for label, _ in named]
    headings = [_Name(label, knowledge) for label, _ in sections]
    are_few = len(names) * len(headings) <= MAX_PAIRS
    pairs: list[tuple[float, int, int]] = []
    for i, j in product(range(len(names)), range(len(headings))):
        may_differ = are_few and j not in only_equal and _agree(named[i][1], sections[j][1])
        if may_differ or names[i].comparison_key == headings[j].comparison_key:
            similarity = _similarity(names[i], headings[j])
            if similarity >= MIN_SECTION_SIMILARITY:
                pairs.append((-similarity, i, j))
    pairs.sort()  # best first
    matches: dict[int, int] = {}
    used: set[int] = set()
    for _, i, j in pairs:
        if i not in matches and j not in used:
            matches[i] = j
            used.add(j)
    for _, i, j in pairs:  # a section that has a name may also be named by one of its parts
        if i not in matches and len(names[i].specific & headings[j].specific) >= MIN_PART_WORDS:
            matches[i] = j
    _pair_remaining(named, sections, matches, used | {*only_equal}, knowledge)
    return matches


class _Name:
    """A name, prepared for comparison."""

    def __init__(self, label: str, knowledge: Knowledge) -> None:
        self.label = label
        self.comparison_key = comparison_key(label)
        self.is_chinese = bool(_HAN.search(label))
        self.tokens = distinctive(label, knowledge)
        self.specific = self.tokens | (tokens(label, knowledge) & knowledge.qualifying_stems)
        self.latin = self.tokens & frozenset(stem(word.casefold()) for word in _LATIN.findall(label))


def _pair_remaining(
    named: list[Named], sections: list[Named], matches: dict[int, int], used: set[int], knowledge: Knowledge
) -> None:
    """Pair remaining names with sections of compatible level that share pairs of Han characters."""
    common = knowledge.common.chinese
    left = [
        (i, _han_pairs(label, common), level) for i, (label, level) in enumerate(named) if level and i not in matches
    ]
    right = [(j, _han_pairs(label, common), level) for j, (label, level) in enumerate(sections) if j not in used]
    if len(left) * len(right) > MAX_PAIRS:
        return
    pairs: list[tuple[int, int, int]] = []
    for (i, in_name, level), (j, in_heading, section_level) in product(left, right):
        shared = len(in_name & in_heading)
        min_shared = 1 if level == section_level else MIN_PAIRS_WITHOUT_LEVEL
        if shared >= min_shared and section_level in (level, None):
            pairs.append((-shared, i, j))
    for _, i, j in sorted(pairs):  # best first
        if i not in matches and j not in used:
            matches[i] = j
            used.add(j)


def _han_pairs(label: str, common: re.Pattern[str]) -> set[str]:
    """Return the pairs of adjacent Han characters in a label without common words."""
    return {run[i : i + 2] for run in _HAN.findall(common.sub(" ", label)) for i in range(len(run) - 1)}


def _agree(a: str | None, b: str | None) -> bool:
    return a is None or b is None or a == b


def _similarity(a: _Name, b: _Name) -> float:
    """Return 0 to 1, the highest of equality, similar wording, and shared names and terms."""
    left, right = a.comparison_key, b.comparison_key
    if not left or not right:
        return 0.0
    if left == right:
        return 1.0
    if min(len(left), len(right)) >= MIN_CONTAINED_LENGTH and _contains(a.label, b.label):
        return CONTAINED_SIMILARITY
    ratio = SequenceMatcher(None, left, right, autojunk=False).ratio()
    shared = len(a.tokens & b.tokens)
    only_chinese = a.is_chinese and b.is_chinese and not a.latin & b.latin  # then one shared word means little
    if shared < (MIN_CHINESE_WORDS if only_chinese else 1):
        return ratio
    fewer, more = sorted((len(a.tokens), len(b.tokens)))
    mean_share, best_share = 2 * shared / (fewer + more), shared / fewer
    return max(ratio, ONE_WORD + (1 - ONE_WORD) * mean_share, CONTAINED_SIMILARITY * best_share)


def _contains(a: str, b: str) -> bool:
    """Return whether one name contains the other as a whole; torch.foo.baz does not contain torch.foo."""
    short, long = sorted((a.strip(), b.strip()), key=len)
    if re.search(rf"(?<![\w.]){re.escape(short)}(?!\w|[.:]+\w)", long, re.ASCII):
        return True
    return not re.search(r"[\w.]", short, re.ASCII) and comparison_key(short) in comparison_key(long)


def distinctive(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the tokens of a text that are not common words."""
    return tokens(_OF_PYTORCH.sub(" ", text), knowledge) - knowledge.common_stems


def qualified(title: str, knowledge: Knowledge) -> frozenset[str]:
    """Return a title's distinctive tokens and what tells it apart from titles with the same ones.

    Of Chinese, this is whatever the lexicon does not translate, except common words: “旧的稀疏内核” is not the new one.
    """
    untranslated = knowledge.common.chinese.sub(" ", knowledge.chinese_names.sub(" ", title))
    qualifiers = tokens(title, knowledge) & knowledge.qualifying_stems
    return distinctive(title, knowledge) | qualifiers | frozenset(_HAN.findall(untranslated))


def tokens(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the stems of a text's Latin words and of the English for its Chinese terms, without words for levels."""
    english = knowledge.chinese_names.sub(lambda match: f" {knowledge.english[match[0].casefold()]} ", text)
    return frozenset(stem(word.casefold()) for word in _LATIN.findall(english)) - knowledge.level_stems
