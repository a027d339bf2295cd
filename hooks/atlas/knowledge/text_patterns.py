"""How announcements are worded: the schema of markers.yml, headings.yml and sentences.yml."""

import re
from functools import cached_property
from typing import Annotated

from pydantic import AfterValidator, Field

from atlas.core.characters import HAN, HAN_CHARACTER
from atlas.core.words import whole_words, words_pattern
from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import NamingPattern, NamingTemplates, Pattern, Slug, Templates, Word, Words


def _without_han(words: Words) -> Words:
    if chinese := next(filter(HAN_CHARACTER.search, words), ""):
        raise ValueError(f"{chinese!r} is Chinese: put it into zh, with its English")
    return words


class TranslatedWords(Entry):
    """English words, and Chinese words with their English, which is empty if English has no word there."""

    en: Annotated[Words, AfterValidator(_without_han)] = ()
    zh: dict[Word, str] = Field(default_factory=dict)

    @property
    def all(self) -> Words:
        """The words in either language."""
        return (*self.en, *self.zh)


class PhrasePatterns(Entry):
    """Headings or bracketed words of one kind: ``words``, perhaps between words of ``before`` and ``after``."""

    words: Words
    before: Words = ()
    after: Words = ()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        before, words, after = map(words_pattern, (self.before, self.words, self.after))
        return re.compile(rf"(?i)(?:(?:{before})\s*){{0,4}}(?:{words})s?(?:\s*(?:{after})){{0,4}}")

    def matches(self, text: str) -> bool:
        """Return whether a whole text is of this kind."""
        return self._pattern.fullmatch(text) is not None


class Markers(Entry):
    """The words around a level that is not part of a sentence: in brackets, a heading, a column, or on a line."""

    before: TranslatedWords  # before a level in a marker or heading, besides ``now``: 目前 + 稳定
    after: TranslatedWords  # after a level in a marker or heading: 原型 + 功能
    origins: TranslatedWords  # before the level that a feature had: 从 + 原型
    transitions: TranslatedWords  # between a former level and the present one: “Prototype to Beta”
    now: TranslatedWords  # before the present level: “now Beta”
    formerly: TranslatedWords  # before a former level that is followed by ``now``: “formerly Prototype, now Beta”
    level_nouns: Words  # after a word of ``only_in_brackets`` that states a level in a sentence: 测试 + 版
    promotions: Words = ()  # before the new level in headings of promoted features: “graduating to”
    groups: Words  # nouns after a level, in a heading that states the level of the features below it: “Beta features”
    before_group: Words = ()  # between a level and a noun of ``groups``: 测试 + 版的 + 功能
    after_group: Words = ()  # after a noun of ``groups``: “in this release”
    level_labels: Words  # the head of a column of levels, or the label of a level on a line: “Status: Beta”
    not_markers: PhrasePatterns  # bracketed words where a marker may be, which are known not to be markers
    maybe_markers: PhrasePatterns  # bracketed words and headings that sound like a level

    @property
    def translated(self) -> tuple[TranslatedWords, ...]:
        """The words that markers may have besides those of levels."""
        return (self.now, self.before, self.origins, self.transitions, self.formerly, self.after)


class Headings(Entry):
    """Headings of sections, items and columns that announce no feature, or only group some."""

    overviews: PhrasePatterns  # headings of lists that may name features which other headings describe: 亮点
    no_features: PhrasePatterns  # headings of sections that announce no features: 入门, 常见问题
    categories: PhrasePatterns  # headings that only group the features below them: 新功能, 移除
    subjects: PhrasePatterns  # headings that group features if there are items below, else are features: 分布式
    removed_sections: PhrasePatterns  # headings of sections that list removed features
    introductions: Words = ()  # words before a feature's name in its heading: “Introducing”
    appositions: Words = ()  # words after a feature's name and a comma, which begin an apposition: “a”, 一种
    generic_nouns: Words = ()  # nouns after a feature's name, which do not distinguish features: API
    fixes: tuple[Pattern, ...]  # the beginnings of items that report a repair and no feature: 修复了
    other_columns: Words  # headings of columns that name no features
    feature_columns: Words  # headings of the column that names the feature of each row
    other_cells: Words  # texts of cells that name no feature: 是, 否

    @cached_property
    def _generic_noun(self) -> re.Pattern[str]:
        return re.compile(rf"\s*的?(?:{words_pattern(self.generic_nouns)})$", re.IGNORECASE)

    @cached_property
    def apposition(self) -> re.Pattern[str]:
        """A pattern for the beginning of an apposition: “, a ”, “，一种”."""
        return re.compile(rf"[，,]\s?{whole_words(self.appositions)}(?:\s|(?<=[{HAN}]))")

    def without_generic_noun(self, title: str) -> str:
        """Return a title without a final noun of ``generic_nouns``: “Timer API” → “Timer”."""
        return self._generic_noun.sub("", title.strip()).strip()


class Forms(Entry):
    """How titles and sentences say that a feature is deprecated, removed or the like."""

    in_brackets: Words = ()  # words in brackets before or after the feature's name: [Deprecated] X, X（已弃用）
    titles: tuple[NamingPattern, ...]  # other titles, whose group ``name`` is the feature
    sentences: tuple[Pattern, ...]  # parts of sentences: the feature is the group ``name``, or else precedes the part

    @cached_property
    def title_patterns(self) -> tuple[re.Pattern[str], ...]:
        """Patterns of all these titles, each with the group ``name`` for the feature."""
        bracketed = rf"[\[(（【](?:{words_pattern(self.in_brackets)})[\])）】]"
        before, after = rf"^{bracketed}\s*(?P<name>.+)$", rf"^(?P<name>.+?)\s*{bracketed}$"
        return (*self.titles, re.compile(before, re.IGNORECASE), re.compile(after, re.IGNORECASE))


class SentenceWords(Entry):
    """How titles and sentences state levels, removals and notices."""

    level_forms: Templates  # the rest of a sentence that begins with a feature's name: “is now {level}”
    claim_ends: Words  # words between such a rest and the end of the sentence or clause: 现为测试 + 版
    openings: Words  # words before the feature's name in such a sentence: “The”
    pronouns: Words  # words in place of the feature's name, in a sentence below its heading: “this feature”
    denials: Words = ()  # words between the name and the rest that make it untrue today: “not”, “soon”, “was”
    announces: NamingTemplates  # sentences that announce the features of the group ``names`` at a {level}
    conjunctions: Words  # words between names in a list, besides commas: 和
    and_others: Words  # words at the end of a list, for further things without a name: 等
    unfinished: Words = ()  # words that cannot end a sentence: 以及, “such as”
    not_unfinished: Words = ()  # words that can, although they end like one of ``unfinished``: 总和
    removed: Forms
    notices: dict[Slug, Forms]

    def denies(self, words: str) -> bool:
        """Return whether the words before a statement deny, defer or date it: “X 尚未”, “X will soon”, “X was”."""
        return bool(self._denial.search(words))

    @cached_property
    def _denial(self) -> re.Pattern[str]:
        anywhere = whole_words(word for word in self.denials if len(word) > 1)
        only_at_end = words_pattern(word for word in self.denials if len(word) == 1)
        return re.compile(rf"{anywhere}|(?:{only_at_end})$", re.IGNORECASE)

    @cached_property
    def _conjunction(self) -> str:
        return whole_words(self.conjunctions)

    @cached_property
    def _others(self) -> re.Pattern[str]:
        return re.compile(rf"[,，]?\s*{whole_words(self.and_others)}.*$", re.IGNORECASE)

    @cached_property
    def _unfinished_end(self) -> re.Pattern[str]:
        return re.compile(rf"(?:[,，、]|{whole_words(self.unfinished)})$", re.IGNORECASE)

    @cached_property
    def _whole_end(self) -> re.Pattern[str]:
        return re.compile(rf"{whole_words(self.not_unfinished)}$", re.IGNORECASE)

    def breaks_off(self, text: str) -> bool:
        """Return whether a text in simplified script ends in mid-sentence: with a comma or a word of ``unfinished``."""
        return bool(self._unfinished_end.search(text)) and not self._whole_end.search(text)

    def names(self, text: str) -> list[str]:
        """Return the names in a list of names: “A, B and a few other APIs” → A, B."""
        return re.split(rf"\s*(?:[,，、]?\s*{self._conjunction}|[,，、])\s*", self._others.sub("", text))

    def parts(self, heading: str) -> list[str]:
        """Return the parts of a heading about several things: 平台与安装 → 平台, 安装."""
        return re.split(rf"\s*(?:[、/&]|{self._conjunction})\s*", heading)
