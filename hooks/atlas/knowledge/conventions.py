"""The schema of ``seeds/knowledge/conventions.yml``: what publishers add to announcements."""

import re
from functools import cached_property
from typing import Literal

from atlas.core.versions import NAMED
from atlas.core.words import whole_words, words_pattern
from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import (
    BilingualField,
    Byline,
    Pattern,
    Phrases,
    ReleaseTemplates,
    Slug,
    Url,
    Word,
    Words,
)


class Publisher(Entry):
    """A publisher of translations or ``originals``, recognized by host, name, or translator, and its ``terms``."""

    name: BilingualField
    url: Url
    hosts: Words = ()
    names: Words = ()
    translators: Words = ()
    originals: bool = False
    terms: BilingualField


class Redirect(Entry):
    """Addresses of pages that only redirect: the query ``parameter`` of their URLs contains the target."""

    addresses: Words
    parameter: Word
    reason: BilingualField


class Label(Entry):
    """Words before a colon that make a line a fact."""

    fact: Slug
    words: Words


class Boilerplate(Entry):
    """Text that says nothing about the release: dropped, stripped as a prefix, or shown less prominently (aside)."""

    pattern: Pattern
    action: Literal["drop", "aside", "strip"]
    where: Literal["any", "title", "foot"] = "any"
    unless_linked: Words = ()  # addresses: text that links to one is kept
    reason: BilingualField


class DayWords(Entry):
    """Words around a day on a line of facts: 发布于 2021年10月21日 星期四 上午 8:00."""

    before: Words
    after: Words
    weekdays: Words  # before the number of a weekday
    halves: Words  # of a day, before a time


class DatingWords(Entry):
    """Words of a sentence that dates the release: PyTorch 2.0 于 2023 年 3 月 15 日发布."""

    labels: Words  # before a colon and the day
    on: Words  # between the release and the day
    verbs: Words


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
    counts: dict[Slug, Counted]
    of_project: Phrases  # sentences whose numbers are about the whole project


class ReleaseWords(Entry):
    """How texts name and announce a release."""

    uses: Words  # words between what uses a release and its name: for, 支持
    units: Words  # of measurements, which look like versions: PyTorch 50.6 seconds
    since: Words  # words between what is new and an earlier release
    announcing: ReleaseTemplates  # forms of what announces a release
    after_name: Words  # what follows the release in a title that announces it: 发布, Released
    this_release: Words  # words of texts that announce a release below a title that does not
    not_announcing: Words  # in sentences and titles about plans and the past
    other_posts: Words  # in titles of posts that announce no release

    @cached_property
    def name(self) -> str:
        """A pattern for a release's name that is neither what something uses nor a measurement."""
        not_used = "".join(f"(?<!{re.escape(word)}{space})" for word in self.uses for space in ("", " "))
        return rf"(?i:{not_used}{NAMED}(?!\s*(?:[%×]|{whole_words(self.units)})))"


class SubtitleWords(Entry):
    """Words of a title that its subtitle leaves out."""

    after_name: Words = ()  # after the release's name
    openings: Words = ()  # before what is left: 包括

    def cut(self, title: str, version: str) -> str:
        """Return a title, which may be HTML, without “PyTorch 2.1: ”; a word that then begins it gets a capital."""
        name = rf"(?:PyTorch\s*®?\s*)?(?:{re.escape(version)})?\s*(?:{words_pattern(self.after_name)})*"
        prefix = rf"{name}\s*[:：，,]\s*(?:{whole_words(self.openings)}\s*)?"
        begins = re.match(prefix, title)
        if not begins:
            return title
        rest = title[begins.end() :]
        is_word = re.match(r"[a-z]+(?![\w(]|[.:-]\w)", rest, re.ASCII)  # not vLLM, torch.compile, torch-xla
        return rest[0].upper() + rest[1:] if is_word else rest


class Conventions(Entry):
    """What publishers add to announcements: labels, boilerplate, redirects, placeholder images."""

    publishers: tuple[Publisher, ...]
    official: Words  # addresses of PyTorch's own texts, which records and successions cite
    redirects: tuple[Redirect, ...]
    labels: tuple[Label, ...]
    begins_fact: Words  # on one line with other facts, after a comma or a space
    begins_fact_before_space: Words  # likewise, if a space follows
    days: DayWords
    dating: DatingWords
    byline_noise: tuple[Pattern, ...]  # meaningless text around bylines: 暂无评论
    bylines: tuple[Byline, ...]  # whole lines, of which only the group becomes a fact
    original_pointers: Phrases  # sentences whose link leads to the original
    counting: Counting
    boilerplate: tuple[Boilerplate, ...]
    placeholder_images: Words  # addresses
    placeholder_words: Words  # instead of a description of an image
    dropped_meta: Words  # front matter keys for the publisher's own site
    pointing_words: tuple[Pattern, ...]  # sentences that promise a link
    vague_words: Words  # link texts that may lead anywhere
    releases: ReleaseWords
    subtitle: SubtitleWords = SubtitleWords()
