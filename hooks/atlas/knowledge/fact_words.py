"""How announcements state facts about themselves: the schema of fact_words.yml and counting.yml."""

from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import Byline, FieldName, Pattern, Phrases, Slug, Words


class Label(Entry):
    """Words that, before a colon, make a line a fact: “译者：王五”."""

    fact: Slug
    words: Words
    precedes_names: bool = False  # whether a name may follow without a colon, beside other facts: “译者 王五”


class DayWords(Entry):
    """Words around a date on a line of facts: 发布于 2021年10月21日 星期四 上午 8:00."""

    before: Words
    after: Words
    weekdays: Words  # before the number of a weekday: 星期
    halves_of_day: Words  # before a time: 上午


class DatingWords(Entry):
    """Words of a sentence that dates the release: PyTorch 2.0 于 2023 年 3 月 15 日发布."""

    labels: Words  # before a colon and the date
    on: Words  # between the release and the date
    verbs: Words  # after the date


class FactWords(Entry):
    """How announcements state facts about themselves."""

    labels: tuple[Label, ...]
    begins_fact: Words  # words that begin a further fact on a line, after a comma or a space
    begins_fact_before_space: Words  # words that do the same, but only if a space follows
    days: DayWords
    dating: DatingWords
    bylines: tuple[Byline, ...]  # patterns of whole lines, of which only the named group becomes a fact
    byline_noise: tuple[Pattern, ...]  # meaningless text around bylines: 暂无评论
    original_pointers: Phrases  # sentences whose link leads to the original
    dropped_meta: Words  # front matter keys for the publisher's own site


class Quantities(Entry):
    """Words next to a number, whatever it counts."""

    over: Words  # before a lower bound: “more than” 426
    about: Words  # before an approximation: “nearly” 426
    and_more: Words  # after a lower bound: 426 + 多
    linking: Words  # between a noun and its number: 提交数 + 为 + 3400


class Counted(Entry):
    """Words around the number of things of one kind, such as commits: 426 名独立贡献者, 426 人贡献, 提交了 3400 次."""

    nouns: Words  # after the number; the first is also the word by which search finds the number
    measures: Words = ()  # between the number and the noun: 名
    kinds: Words = ()  # directly before the noun: 独立
    not_before: Words = ()  # words that change the meaning of a noun before them: 提交 + 钩子
    people: Words = ()  # nouns that count only before one of ``deeds``: 426 + 人
    deeds: Words = ()  # 贡献
    before: Words = ()  # nouns before the number: 提交了
    units: Words = ()  # after the number, if a noun of ``before`` precedes it: 次


class Counting(Entry):
    """How texts state numbers."""

    quantities: Quantities
    counts: dict[FieldName, Counted]  # by the field of ``Facts`` in extract/facts.py
    about_the_project: Phrases  # words in sentences whose numbers are about the whole project, not one release
