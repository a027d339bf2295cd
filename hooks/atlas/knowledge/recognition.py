"""Recognition of stability levels in markers, headings, and table cells.

Three packages use this module, so that all read the words of stability.yml and markers.yml in the same way: ``clean``
removes markers from titles, ``extract`` reads sections and sentences, and ``site`` translates quotes.
"""

import re
from collections.abc import Iterable

from atlas.core.text import comparison_key, folded
from atlas.core.words import whole_words, words_pattern
from atlas.knowledge.stability import Stability
from atlas.knowledge.text_patterns import Markers

OPENERS, CLOSERS = r"\[(（【［〔〖{｛<＜《「『", r"\])）】］〕〗}｝>＞》」』"
# The text between two brackets, without any bracket: “Beta”.
_INSIDE = rf"[^{OPENERS}{CLOSERS}]{{1,32}}?"
# A text in brackets, which may contain one more pair of brackets: [Beta], 【原型】, (API (Beta)); not [Beta.
# The group is the text without the outer brackets.
BRACKETED = rf"\\?[{OPENERS}]\s*({_INSIDE}(?:[{OPENERS}]{_INSIDE}[{CLOSERS}])?)\s*\\?[{CLOSERS}]"
_HAN_NUMBER = "[一二三四五六七八九十]{1,3}"
# The number of a heading: “1.2 ”, “3.”, “(4)”, ①, “IV.”, 二、, 第三章; not “2 GPUs”.
NUMBER = (
    rf"(?:\d{{1,2}}(?:\.\d{{1,2}})+[.、)）:：]?(?=\s)|\d{{1,3}}[.、)）:：]|[(（]\d{{1,2}}[)）]|[\u2460-\u2473]"
    rf"|[IVX]{{1,4}}[.、]|[(（]?{_HAN_NUMBER}[、)）.．:：]"
    rf"|第(?:{_HAN_NUMBER}|\d{{1,2}}) ?(?:部分|章|节|部)[、:：\s]?)"
)

MAX_LEVEL_HEADING_LENGTH = 60  # characters of a heading that states a level for what is below it

# Symbols and a number at the start of a heading: “## 3. ”, “★ 二、”, “3 ”; empty for “[Beta] X” and “2D”.
_LEADING = re.compile(rf"^[^\w{OPENERS}]*(?:{NUMBER}|\d{{1,2}}(?=\s))?\s*")
_ARROWS = "→|➜|⇒|->|=>"


class LevelWords:
    """Recognizes levels by their words and the words around them.

    Methods called ``of_…`` return the id of a level, or None. ``english`` maps Chinese words of markers to English.
    """

    def __init__(self, stability: Stability, markers: Markers) -> None:
        levels = stability.levels
        words = {folded(word): level.id for level in levels for word in (*level.words.all, *level.labels.all)}
        self._words = words_pattern(words)
        self._level_of = {_unspaced(word): level for word, level in words.items()}
        self._of_lines = {_unspaced(folded(word)): level.id for level in levels for word in level.lines}
        self._only_in_brackets = {word for level in levels for word in level.only_in_brackets}
        self._level_labels = frozenset(map(comparison_key, markers.level_labels))
        words_of_levels = [word_list for level in levels for word_list in (level.words, level.labels)]
        self.english: dict[str, str] = {}
        for translated_words in (*words_of_levels, *markers.translated):
            self.english |= translated_words.zh
        self._compile_markers(markers)
        self._compile_headings(markers)
        self._compile_sentences(stability, markers)

    def _compile_markers(self, markers: Markers) -> None:
        """Compile the patterns of markers. The comments have examples of what a pattern matches, and does not match."""
        before, after = _folded_pattern((*markers.before.all, *markers.now.all)), _folded_pattern(markers.after.all)
        # A level with words around it: “beta”, “目前为测试版功能”; not “beta users”.
        self._named = re.compile(rf"(?:(?:{before})\s*)*+({self._words})(?:\s*(?:{after}))*+")
        # Only words that may precede a level: “已” of “已升级为稳定版”; not “beta”.
        self._leading = re.compile(rf"(?:\s|{before})*+")
        now = rf"[,，;；] ?(?:{whole_words(map(folded, markers.now.all))})"
        formerly = whole_words(map(folded, markers.formerly.all))
        transitions = whole_words(map(folded, markers.transitions.all))
        # A word before a former level: “从” of “从测试版”; not “从” alone.
        self._origin = re.compile(rf"^(?:{_folded_pattern(markers.origins.all)})\s*(?=\S)")
        # The words between a former level and the present one: “to”, “→”, “formerly” and “, now” of “formerly beta, now
        # stable”. Not the “to” of “prototype”, and not “formerly” without “now”.
        self._transition = re.compile(rf"{_ARROWS}|{transitions}|{now}|^(?:{formerly})(?=.*{now})")

    def _compile_headings(self, markers: Markers) -> None:
        """Compile the patterns of headings that group features by a level."""
        groups, linking = _folded_pattern(markers.groups), rf"(?:\s*(?:{_folded_pattern(markers.before_group)}))*"
        # Words that may end such a heading: “ in this release” of “beta features in this release”.
        self._after_group = re.compile(rf"\s+(?:{_folded_pattern(markers.after_group)})$")
        level_before = rf"(?:(?:{_folded_pattern(markers.origins.all)})\s*)?(?:{self._words})"
        # A heading of features that rose to a level: “features graduating to stable”; not “graduating features”.
        self._promotion = re.compile(
            rf"(?:(?:{groups})\s*)?(?:{level_before}{linking}\s*)?(?:{_folded_pattern(markers.promotions)})\s*"
            rf"({self._words}){linking}\s*(?:{groups})?"
        )
        # A level and a noun for features at the end: “related api-unstable features”; not “stable diffusion”.
        self._group = re.compile(rf"[^，。,.;；:：()（）]+?(?:\b|(?<=[^a-z]))({self._words}){linking}\s*(?:{groups})")

    def _compile_sentences(self, stability: Stability, markers: Markers) -> None:
        """Compose the patterns by which ``filled`` replaces {level} and {clear_level} in templates."""
        in_sentences = {word for level in stability.levels for word in level.words.all}
        alone = words_pattern(in_sentences - self._only_in_brackets)
        with_noun = words_pattern(in_sentences & self._only_in_brackets)
        nouns = words_pattern(markers.level_nouns)
        # A level's words, perhaps in quotation marks: “beta”, “测试” of “测试版”; not “测试” of “测试用例”.
        self._any_level = rf"\s?[“\"「‘']?(?P<level>(?i:{alone})|(?:{with_noun})(?= ?(?:{nouns})))[”\"」’']?"
        adjectives = words_pattern(word for level in stability.levels for word in level.adjectives)
        # The same without words that also describe other things: “beta”; not “stable”, which a sorting may be.
        self._clear_level = rf"(?!\s?(?:{adjectives})){self._any_level}"

    def of_marker(self, text: str) -> str | None:
        """Return the level that a marker states: Beta, 现在稳定, 测试版/Beta. “Prototype → Beta” states beta."""
        *before, last = self._transition.split(folded(text))
        former = [self._origin.sub("", part.strip()) for part in before if not self._leading.fullmatch(part)]
        parts = [*former, last.strip()]
        levels = [self._level(part) or self._level_in_both(part) for part in parts]
        return levels[-1] if levels and all(levels) else None

    def of_heading(self, heading: str) -> str | None:
        """Return the level that a heading states for what is below it: “1. 原型功能”, 稳定（Stable）."""
        if len(heading) > MAX_LEVEL_HEADING_LENGTH:
            return None
        text = unnumbered(folded(heading)).strip(" :：")
        inside = re.findall(BRACKETED, text)
        outside = re.sub(BRACKETED, " ", text).strip()
        parts = [part for part in (outside, *inside) if part]
        if outside in self._only_in_brackets:
            return None
        levels = {self._level(part) for part in parts}
        if len(levels) == 1 and None not in levels:
            return levels.pop()
        text = self._after_group.sub("", text)
        if promotion := self._promotion.fullmatch(text):
            return self._level_of[_unspaced(promotion[1])]
        group = self._group.fullmatch(text)
        if not group or re.search(self._words, text[: group.start(1)]):  # not “稳定和测试版功能”
            return None
        return self._level_of[_unspaced(group[1])]

    def of_cell(self, text: str) -> str | None:
        """Return the level that a cell in a column of levels states: Beta*, “Beta → Stable”, 稳定版（自 2.0 起）."""
        bare = re.search(r"\w(?:[^（(\[*†‡]*\w)?", text)  # without surrounding symbols and trailing notes
        return self.of_heading(text) or (self.of_marker(bare[0]) if bare else None)

    def of_level_line(self, text: str) -> str | None:
        """Return the level of a line that states nothing else: “稳定性：原型”, “API Unstable. See #1.”."""
        label, _, level = re.sub("：", ":", text).partition(":")
        if self.is_level_label(label):
            return self.of_cell(level)
        return self._of_lines.get(_unspaced(folded(re.split(r"。|\.(?:\s|$)", text)[0])))

    def is_level_label(self, text: str) -> bool:
        """Return whether a text is a label before a level, or the head of a column of levels: Status, 稳定性."""
        return comparison_key(text) in self._level_labels

    def after_marker(self, text: str) -> str:
        """Return the text after a level in brackets at the start of a line: “[Beta] X” → “X”. Empty without a level."""
        marker = re.match(BRACKETED, text)
        return text[marker.end() :].strip() if marker and self.of_marker(marker[1]) else ""

    def filled(self, template: str) -> str:
        """Return a template as a pattern: {level} or {clear_level} becomes a group ``level`` for any level's words."""
        return template.replace("{level}", self._any_level).replace("{clear_level}", self._clear_level)

    def _level(self, text: str) -> str | None:
        """Return the level that a text in one language names, with any words around it: “目前为测试版功能”."""
        match = self._named.fullmatch(text)
        return self._level_of[_unspaced(match[1])] if match else None

    def _level_in_both(self, text: str) -> str | None:
        """Return the level that a text states in both languages: 稳定 Stable, 测试版（Beta）."""
        levels = {self._level(part) for part in re.split(rf"[\s/|{OPENERS}{CLOSERS}]+", text) if part}
        return levels.pop() if len(levels) == 1 else None


def unnumbered(heading: str) -> str:
    """Return a heading without its leading symbols and number."""
    return _LEADING.sub("", heading)


def _folded_pattern(words: Iterable[str]) -> str:
    return words_pattern(map(folded, words))


def _unspaced(text: str) -> str:
    """Return a text without spaces and hyphens: "api-unstable" → "apiunstable"."""
    return re.sub(r"[\s\-‐-–]+", "", text)
