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
    """Words in both languages; Chinese ones with their English, which is empty if English needs none."""

    en: Annotated[Words, AfterValidator(_without_han)] = ()
    zh: dict[Word, str] = Field(default_factory=dict)

    @property
    def all(self) -> Words:
        """The words in either language."""
        return (*self.en, *self.zh)


class Wording(Entry):
    """Headings, or bracketed words, of one kind: ``words``, with any of ``before`` and ``after`` around them."""

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
    """The words around those of a level where it stands by itself: in brackets, a heading, a column, or a line."""

    before: TranslatedWords  # words that may precede a level in a marker or heading, besides ``now``: 目前 + 稳定
    after: TranslatedWords  # words that may follow it there: 原型 + 功能
    origins: TranslatedWords  # words that may precede the level that a feature had: 从 + 原型
    transitions: TranslatedWords  # words between a former level and the present one: “Prototype to Beta”
    now: TranslatedWords  # words before the present level
    formerly: TranslatedWords  # words before the former level, if ``now`` is before the present one
    level_nouns: Words  # nouns with which a level's word that has other meanings states it in a sentence: 测试 + 版
    promotions: Words = ()  # words before a level in headings of what rose to it: “graduating to”
    groups: Words  # nouns after a level that make a heading group the features below it
    before_group: Words = ()  # what may stand between a level and such a noun: 测试 + 版的 + 功能
    after_group: Words = ()  # what may stand at the end of such a heading: “in this release”
    level_labels: Words  # heads of a column with a level in each row; they precede one on a line, too: “Status: Beta”
    not_markers: Wording  # bracketed words in the place of a marker that are known to be none
    maybe_markers: Wording  # bracketed words and headings that sound like a level

    @property
    def translated(self) -> tuple[TranslatedWords, ...]:
        """The words of which markers consist, besides those of levels."""
        return (self.now, self.before, self.origins, self.transitions, self.formerly, self.after)


class Headings(Entry):
    """Headings of sections, items and columns that announce no feature, or only group some."""

    overviews: Wording  # headings of lists of what other headings may announce: 亮点
    no_features: Wording  # headings of sections that announce no features: 入门, 常见问题
    categories: Wording  # headings that only group the features below them: 新功能, 移除
    subjects: Wording  # headings that do so only if they have items below them: 分布式, 移动端
    removed_sections: Wording  # headings of sections that list removed features
    introductions: Words = ()  # what may stand before a feature's name in its heading: “Introducing”
    appositions: Words = ()  # what may begin an apposition after the name, behind a comma: “a new”, 一种
    kinds: Words = ()  # nouns that may stand after it and tell no two features apart: API
    fixes: tuple[Pattern, ...]  # openings of items that announce no feature: 修复了
    other_columns: Words  # headings of columns that name no features
    feature_columns: Words  # headings of the column that names a row's feature
    values: Words  # cells that name no feature: 是, 否

    @cached_property
    def _kind(self) -> re.Pattern[str]:
        return re.compile(rf"\s*的?(?:{words_pattern(self.kinds)})$", re.IGNORECASE)

    @cached_property
    def apposition(self) -> re.Pattern[str]:
        """A pattern for the beginning of an apposition: “, a new”, “，一种”."""
        return re.compile(rf"[，,]\s?{whole_words(self.appositions)}(?:\s|(?<=[{HAN}]))")

    def without_kind(self, title: str) -> str:
        """Return a title without a final noun such as API."""
        return self._kind.sub("", title.strip()).strip()


class Forms(Entry):
    """How titles and sentences say that a feature is deprecated, removed or the like."""

    in_brackets: Words = ()  # words that say so in brackets before or after the name: [Deprecated] X, X（已弃用）
    titles: tuple[NamingPattern, ...]  # other titles that say so about their group ``name``
    sentences: tuple[Pattern, ...]  # wording that says so about what precedes it, or ``name``

    @cached_property
    def title_patterns(self) -> tuple[re.Pattern[str], ...]:
        """Patterns of all titles that say so, each with the group ``name``."""
        bracketed = rf"[\[(（【](?:{words_pattern(self.in_brackets)})[\])）】]"
        before, after = rf"^{bracketed}\s*(?P<name>.+)$", rf"^(?P<name>.+?)\s*{bracketed}$"
        return (*self.titles, re.compile(before, re.IGNORECASE), re.compile(after, re.IGNORECASE))


class SentenceWords(Entry):
    """How titles and sentences state levels, removals and notices."""

    # What a sentence says of the feature that it begins with; {level} stands for a level's words.
    level_forms: Templates
    state_ends: Words  # what may stand between that and the end of the sentence or clause: 现为测试 + 版
    openings: Words  # what may stand before the feature's name in such a sentence: “The”
    pronouns: Words  # “this feature”: with one, a sentence is about the feature whose heading it is under
    denials: Words = ()  # words that deny, defer or date what is said after a name; see the file
    announces: NamingTemplates  # sentences that announce their group ``names`` at a {level}
    conjunctions: Words  # what stands between names, besides commas: 和
    and_others: Words  # what ends a list of names without naming one: 等
    unfinished: Words = ()  # words with which no sentence ends: 以及, “such as”
    not_unfinished: Words = ()  # words that only end like one of these: 总和
    removed: Forms
    notices: dict[Slug, Forms]

    def notices_in(self, text: str) -> tuple[str, ...]:
        """Return the kinds of notices that a text gives of something, whatever that is."""
        return tuple(kind for kind, forms in self.notices.items() if any(each.search(text) for each in forms.sentences))

    def denies(self, name: str) -> bool:
        """Return whether what stands before a statement denies, defers or dates it: “X 尚未”, “X will soon”."""
        return bool(self._denial.search(name))

    @cached_property
    def _denial(self) -> re.Pattern[str]:
        longer = whole_words(word for word in self.denials if len(word) > 1)
        at_end = words_pattern(word for word in self.denials if len(word) == 1)
        return re.compile(rf"{longer}|(?:{at_end})$", re.IGNORECASE)

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
        """Return whether a text in simplified script ends in mid-sentence: in a comma or one of ``unfinished``."""
        return bool(self._unfinished_end.search(text)) and not self._whole_end.search(text)

    def names(self, text: str) -> list[str]:
        """Return the names in a list of names, without “and a few other APIs”."""
        return re.split(rf"\s*(?:[,，、]?\s*{self._conjunction}|[,，、])\s*", self._others.sub("", text))

    def parts(self, heading: str) -> list[str]:
        """Return the parts of a heading about several things: 平台与安装."""
        return re.split(rf"\s*(?:[、/&]|{self._conjunction})\s*", heading)
