"""Match what highlights and tables name to the sections that describe it, across wording and language."""

import re
from collections.abc import Collection
from difflib import SequenceMatcher
from itertools import product

from atlas.core.text import HAN, comparison_key, stem
from atlas.knowledge.load import Knowledge

MIN_SIMILARITY = 0.5
MIN_REPEAT_SIMILARITY = 0.9  # similarity above which a second name may match the same section
MIN_PART_WEIGHT = 2.0  # weight of shared words above which a second name means a part of the same section
MAX_PAIRS = 10_000  # pairs to compare by similarity; if there are more, only equal names match
MIN_CONTAINED_LENGTH = 5  # characters: the shortest name that matches any name that contains it as a whole

# Words that many features share, so that they identify none by themselves.
_COMMON = frozenset(
    "pytorch torch support api apis for with the and now new of in to on a an is are by via from"
    " using use enable add improve improvement performance optimization optimized release default feature model"
    " custom device version library module native limited update change upgrade fix bug error"
    " preview interface user developer function method operation implementation management type"
    " code run usage option configuration format speed fast faster lower larger smaller"
    " better best efficient efficiency automatic generic unified component framework platform application"
    " system availability stability more all other based".split()
)

# Words that many features share, too, but that tell two features of one kind apart: int8 inference on CPU and on GPU.
_QUALIFIERS = frozenset(
    "cuda cpu gpu python windows linux input output training tutorial example documentation tool toolkit file size mode"
    " manager service".split()
)

_LATIN = re.compile(r"[A-Za-z0-9]+(?:\+\+)?(?:\.\d+)*")
_OF_PYTORCH = re.compile(r"(?i:pytorch) v?\d+(?:\.\d+)*")
_HAN = re.compile(rf"[{HAN}]+")
_COMMON_HAN = re.compile(  # words of Chinese titles that tell no two features apart
    "使用|利用|通过|进行|基于|面向|针对|支持|提供|实现|功能|特性|新增|全新|新的|改进|增强|更新|优化|介绍|模块|接口"
    "|[的了对与和及在上中里内为用做于以将把被]"
)
_COMMON_PAIRS = frozenset(
    "更新 支持 现在 可以 用于 使用 添加 增加 改进 优化 新的 更新 功能 性能 模型 训练 进行 默认 引入".split()
)

Named = tuple[str, str | None]  # label, level (None: not stated)


def match_names(
    named: list[Named], sections: list[Named], knowledge: Knowledge, *, only_equal: Collection[int] = ()
) -> dict[int, int]:
    """Map each index of ``named`` to that of the section it means, pairing the best matches first.

    Sections ``only_equal`` match an equal name alone.
    """
    if not (named and sections):
        return {}
    ours = [_Name(label, knowledge) for label, _ in named]
    theirs = [_Name(label, knowledge) for label, _ in sections]
    are_few = len(ours) * len(theirs) <= MAX_PAIRS
    likely = (
        (i, j)
        for i, j in product(range(len(ours)), range(len(theirs)))
        if ours[i].comparison_key == theirs[j].comparison_key
        or (are_few and j not in only_equal and _agree(named[i][1], sections[j][1]))
    )
    scored = sorted((-_similarity(ours[i], theirs[j]), i, j) for i, j in likely)  # best first
    likely_matches = [(-score, i, j) for score, i, j in scored if -score >= MIN_SIMILARITY]
    found: dict[int, int] = {}
    used: set[int] = set()
    for score, i, j in likely_matches:
        if i not in found and (j not in used or score > MIN_REPEAT_SIMILARITY):
            found[i] = j
            used.add(j)
    for _, i, j in likely_matches:  # a section that has a name may also be named by one of its parts
        if i not in found and j in used and _weight(ours[i].tokens & theirs[j].tokens) > MIN_PART_WEIGHT:
            found[i] = j
    _pair_remaining(named, sections, found, used | {*only_equal})
    return found


class _Name:
    """A name, prepared for comparison."""

    def __init__(self, label: str, knowledge: Knowledge) -> None:
        self.label = label
        self.comparison_key = comparison_key(label)
        self.is_chinese = bool(_HAN.search(label))
        self.latin = frozenset(stem(word.casefold()) for word in _LATIN.findall(label))
        self.tokens = tokens(label, knowledge)
        self.weight = _weight(self.tokens)


def _pair_remaining(named: list[Named], sections: list[Named], found: dict[int, int], used: set[int]) -> None:
    """Pair remaining names with sections of compatible level that share uncommon Han pairs."""
    left = [(i, _han_pairs(label), level) for i, (label, level) in enumerate(named) if level and i not in found]
    right = [(j, _han_pairs(label), level) for j, (label, level) in enumerate(sections) if j not in used]
    if len(left) * len(right) > MAX_PAIRS:
        return
    shared = [
        (-len(ours & theirs), i, j)
        for i, ours, a in left
        for j, theirs, b in right
        if len(ours & theirs) >= (1 if a == b else 2) and b in (a, None)  # a section without a level must share more
    ]
    for _, i, j in sorted(shared):  # best first
        if i not in found and j not in used:
            found[i] = j
            used.add(j)


def _han_pairs(label: str) -> set[str]:
    """Return the pairs of adjacent Han characters in a label that are not common words."""
    return {run[i : i + 2] for run in _HAN.findall(label) for i in range(len(run) - 1)} - _COMMON_PAIRS


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
        return 0.9
    ratio = SequenceMatcher(None, left, right, autojunk=False).ratio()
    shared = _weight(a.tokens & b.tokens)
    alone = a.is_chinese and b.is_chinese and not _weight(a.latin & b.latin)  # then one shared word means little
    if shared < (2 if alone else 1):
        return ratio
    return max(ratio, 0.3 + 0.7 * 2 * shared / (a.weight + b.weight), 0.9 * shared / min(a.weight, b.weight))


def _contains(a: str, b: str) -> bool:
    """Whether one name contains the other as a whole; torch.foo.baz does not contain torch.foo."""
    short, long = sorted((a.strip(), b.strip()), key=len)
    if re.search(rf"(?<![\w.]){re.escape(short)}(?!\w|[.:]+\w)", long, re.ASCII):
        return True
    return not re.search(r"[\w.]", short, re.ASCII) and comparison_key(short) in comparison_key(long)


def _weight(found: frozenset[str]) -> float:
    return sum(0.2 if word in COMMON_STEMS else 1.0 for word in found)


QUALIFYING_STEMS = frozenset(map(stem, _QUALIFIERS))
COMMON_STEMS = frozenset(map(stem, _COMMON)) | QUALIFYING_STEMS


def distinctive(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the tokens of a text that are not common words."""
    return tokens(_OF_PYTORCH.sub(" ", text), knowledge) - COMMON_STEMS


def qualified(title: str, knowledge: Knowledge) -> frozenset[str]:
    """Return a title's distinctive tokens and what tells it apart from titles with the same ones.

    Of Chinese, this is whatever the lexicon does not translate, except common words: “旧的稀疏内核” is not the new one.
    """
    untranslated = _COMMON_HAN.sub(" ", knowledge.chinese_names.sub(" ", title))
    qualifiers = tokens(title, knowledge) & QUALIFYING_STEMS
    return distinctive(title, knowledge) | qualifiers | frozenset(_HAN.findall(untranslated))


def tokens(text: str, knowledge: Knowledge) -> frozenset[str]:
    """Return the stems of a text's Latin words and of the English for its Chinese terms, without words for levels."""
    translated = knowledge.chinese_names.sub(lambda found: f" {knowledge.english[found[0].casefold()]} ", text)
    return frozenset(stem(t.casefold()) for t in _LATIN.findall(translated)) - knowledge.level_stems
