"""Recognition of stability levels in markers, headings, and table cells."""

import re
import unicodedata
from functools import lru_cache

from atlas.core.text import comparison_key, to_simplified
from atlas.core.versions import VERSION
from atlas.knowledge.fields import words_pattern
from atlas.knowledge.stability import Stability

OPENERS, CLOSERS = r"\[(（【［〔〖{｛<＜《「『", r"\])）】］〕〗}｝>＞》」』"
_INSIDE = rf"[^{OPENERS}{CLOSERS}]{{1,32}}?"
BRACKETED = rf"\\?[{OPENERS}]\s*({_INSIDE}(?:[{OPENERS}]{_INSIDE}[{CLOSERS}])?)\s*\\?[{CLOSERS}]"
_HAN_NUMBER = "[一二三四五六七八九十]{1,3}"
NUMBER = (
    rf"(?:\d{{1,2}}(?:\.\d{{1,2}})+[.、)）:：]?(?=\s)|\d{{1,3}}[.、)）:：]|[(（]\d{{1,2}}[)）]|[\u2460-\u2473]"
    rf"|[IVX]{{1,4}}[.、]|[(（]?{_HAN_NUMBER}[、)）.．:：]"
    rf"|第(?:{_HAN_NUMBER}|\d{{1,2}}) ?(?:部分|章|节|部)[、:：\s]?)"
)

MAX_LEVEL_HEADING_LENGTH = 60  # characters of a heading that only names a level

_LEADING = re.compile(rf"^[^\w{OPENERS}]*(?:{NUMBER}|\d{{1,2}}(?=\s))?\s*")
_NOW = r"[,，;；] ?(?:now\b|现(?:在|已)?[是为]?)"
_IN_RELEASE = re.compile(rf"\s+in (?:this release|(?:pytorch )?v?{VERSION})$")
_TRANSITION = re.compile(
    r"→|➜|⇒|->|=>|\bto\b|(?:升级|晋升|晋级|转|移)(?:为|到|至)|变为"
    rf"|{_NOW}|^(?:formerly|previously|以前|此前|之前|原)[是为]?(?=.*{_NOW})"
)


def level_of_marker(text: str, stability: Stability) -> str | None:
    """Return the level that a marker states: Beta, 现在稳定, “Prototype → Beta” (the latter), 测试版/Beta."""
    *before, last = _TRANSITION.split(_plain(text))
    leading = _vocabulary(stability).leading
    parts = [part.strip() for part in (*before, last) if part is last or not leading.fullmatch(part)]
    levels = [_level(part, stability) or _level_in_both(part, stability) for part in parts]
    return levels[-1] if levels and all(levels) else None


def _level_in_both(text: str, stability: Stability) -> str | None:
    """Return the level that words state in both languages: 稳定 Stable, 测试版（Beta）."""
    levels = {_level(part, stability) for part in re.split(rf"[\s/|{OPENERS}{CLOSERS}]+", text) if part}
    return levels.pop() if len(levels) == 1 else None


def level_of_heading(heading: str, stability: Stability) -> str | None:
    """Return the level that a heading states for what is below it: “1. 原型功能”, “Beta features”, 稳定（Stable）."""
    if len(heading) > MAX_LEVEL_HEADING_LENGTH:
        return None
    text = unnumbered(_plain(heading)).strip(" :：")
    inside = re.findall(BRACKETED, text)
    outside = re.sub(BRACKETED, " ", text).strip()
    parts = [part for part in (outside, *inside) if part]
    if outside in stability.only_in_brackets:
        return None
    levels = {_level(part, stability) for part in parts}
    if len(levels) == 1 and None not in levels:
        return levels.pop()
    vocabulary = _vocabulary(stability)
    text = _IN_RELEASE.sub("", text)
    if risen := vocabulary.risen.fullmatch(text):
        return vocabulary.level_of[_key(risen[1])]
    group = vocabulary.group.fullmatch(text)
    if not group or re.search(vocabulary.level_words, text[: group.start(1)]):  # not “稳定和测试版功能”
        return None
    return vocabulary.level_of[_key(group[1])]


def level_of_cell(text: str, stability: Stability) -> str | None:
    """Return the level that a cell in a status column states: Beta*, “Beta → Stable”, 稳定版（自 2.0 起）."""
    bare = re.search(r"\w(?:[^（(\[*†‡]*\w)?", text)  # without surrounding symbols and trailing notes
    return level_of_heading(text, stability) or (level_of_marker(bare[0], stability) if bare else None)


def level_of_status(text: str, stability: Stability) -> str | None:
    """Return the level of a line that states nothing else: “Status: Beta”, “稳定性：原型”, “API Unstable. See #1.”."""
    label, _, level = re.sub("：", ":", text).partition(":")
    if comparison_key(label) in map(comparison_key, stability.status_columns):
        return level_of_cell(level, stability)
    alone = _key(_plain(re.split(r"。|\.(?:\s|$)", text)[0]))
    return _vocabulary(stability).of_lines.get(alone)


def marked_words(text: str, stability: Stability) -> str:
    """Return what follows a level in brackets at the start of a line; nothing if there is none."""
    marker = re.match(BRACKETED, text)
    return text[marker.end() :].strip() if marker and level_of_marker(marker[1], stability) else ""


def unnumbered(heading: str) -> str:
    """Return a heading without its leading symbols and number."""
    return _LEADING.sub("", heading)


def _plain(text: str) -> str:
    """Return ``text`` with width, case, script, and spaces normalized, for comparison with the vocabulary."""
    return " ".join(unicodedata.normalize("NFKC", to_simplified(text)).casefold().split())


def level_pattern(stability: Stability) -> str:
    """Return a pattern for a level's words in a sentence, as the group ``level``, in quotation marks or not."""
    words = {word for level in stability.levels for word in level.markers}
    alone = words_pattern(words - {*stability.only_in_brackets})
    with_noun = words_pattern(words & {*stability.only_in_brackets})
    return rf"\s?[“\"「‘']?(?P<level>(?i:{alone})|(?:{with_noun})(?= ?(?:版|阶段)))[”\"」’']?"


def _key(text: str) -> str:
    return re.sub(r"[\s\-‐-–]+", "", text)


def _level(text: str, stability: Stability) -> str | None:
    vocabulary = _vocabulary(stability)
    match = vocabulary.named.fullmatch(text)
    return vocabulary.level_of[_key(match[1])] if match else None


class _Vocabulary:
    """The words of all levels: the level of each word, and patterns for them."""

    def __init__(self, stability: Stability) -> None:
        words = {_plain(word): level.id for level in stability.levels for word in (*level.markers, *level.labels)}
        before = words_pattern(map(_plain, stability.before))
        after = words_pattern(map(_plain, stability.after))
        groups = words_pattern(map(_plain, stability.groups))
        self.level_of = {_key(word): level for word, level in words.items()}
        self.of_lines = {_key(word): self.level_of[_key(word)] for word in map(_plain, stability.lines)}
        self.level_words = words_pattern(words)
        self.named = re.compile(rf"(?:(?:{before})\s*)*+({self.level_words})(?:\s*(?:{after}))*+")
        # Only words that may precede a level, or nothing: what is left of the transition in “已升级为稳定版”.
        self.leading = re.compile(rf"(?:\s|{before})*+")
        # A heading of what rose to a level: “Features graduating to Stable”.
        level_before = rf"(?:从|from )?(?:{self.level_words})版?\s*"
        self.risen = re.compile(
            rf"(?:(?:{groups})\s*)?(?:{level_before})?(?:{words_pattern(stability.rises)})\s*"
            rf"({self.level_words})版?\s*的?\s*(?:{groups})?"
        )
        # A heading that ends in a level and a noun for what has it: “Performance Related API-Unstable Features”.
        self.group = re.compile(
            rf"[^，。,.;；:：()（）]+?(?:\b|(?<=[^a-z]))({self.level_words})版?\s*的?\s*(?:{groups})"
        )


_vocabulary = lru_cache(maxsize=4)(_Vocabulary)
