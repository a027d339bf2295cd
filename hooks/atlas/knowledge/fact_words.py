"""How announcements state facts about themselves: the schema of fact_words.yml and counting.yml."""

from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import Byline, FieldName, Pattern, Phrases, Slug, Words


class Label(Entry):
    """Words before a colon that make a line a fact."""

    fact: Slug
    words: Words


class DayWords(Entry):
    """Words around a day on a line of facts: 发布于 2021年10月21日 星期四 上午 8:00."""

    before: Words
    after: Words
    weekdays: Words  # before the number of a weekday
    halves_of_day: Words  # of a day, before a time


class DatingWords(Entry):
    """Words of a sentence that dates the release: PyTorch 2.0 于 2023 年 3 月 15 日发布."""

    labels: Words  # before a colon and the day
    on: Words  # between the release and the day
    verbs: Words


class FactWords(Entry):
    """How announcements state facts about themselves."""

    labels: tuple[Label, ...]
    begins_fact: Words  # on one line with other facts, after a comma or a space
    begins_fact_before_space: Words  # likewise, if a space follows
    days: DayWords
    dating: DatingWords
    bylines: tuple[Byline, ...]  # whole lines, of which only the group becomes a fact
    byline_noise: tuple[Pattern, ...]  # meaningless text around bylines: 暂无评论
    original_pointers: Phrases  # sentences whose link leads to the original
    dropped_meta: Words  # front matter keys for the publisher's own site


class Quantities(Entry):
    """Words that belong to a number, whatever it counts."""

    over: Words  # before a number that is exceeded
    about: Words  # before an approximation
    and_more: Words  # after a number that is exceeded
    linking: Words  # between a noun and its number


class Counted(Entry):
    """What a release has a number of, and the words around the number: 426 名独立贡献者, 426 人贡献, 提交了 3400 次."""

    nouns: Words  # after the number; search finds the number by the first
    measures: Words = ()  # between the number and the noun
    kinds: Words = ()  # before the noun
    not_before: Words = ()  # after the noun, they change its meaning
    people: Words = ()  # nouns only before one of ``deeds``
    deeds: Words = ()
    before: Words = ()  # nouns before the number
    units: Words = ()  # after the number that follows a noun


class Counting(Entry):
    """How texts state numbers."""

    quantities: Quantities
    counts: dict[FieldName, Counted]  # by the field of ``Facts`` in extract/facts.py
    about_the_project: Phrases  # sentences whose numbers are about the whole project
