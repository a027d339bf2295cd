"""How texts name and announce releases: the schema of release_words.yml."""

import re
from functools import cached_property

from atlas.core.words import whole_words, words_pattern
from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import Pattern, ReleaseTemplates, Words
from atlas.knowledge.release_names import NAMED


class SubtitleWords(Entry):
    """Words that are cut from the beginning of a title to make the subtitle of a release's page."""

    after_name: Words = ()  # after the release's name: 发布
    openings: Words = ()  # at the beginning of the rest: 包括

    def cut(self, title: str, version: str) -> str:
        """Return a title, which may be HTML, without a prefix such as “PyTorch 2.1: ”.

        A lower-case English word that begins the rest gets a capital.
        """
        name = rf"(?:PyTorch\s*®?\s*)?(?:{re.escape(version)})?\s*(?:{words_pattern(self.after_name)})*"
        prefix = re.match(rf"{name}\s*[:：，,]\s*(?:{whole_words(self.openings)}\s*)?", title)
        if not prefix:
            return title
        rest = title[prefix.end() :]
        is_word = re.match(r"[a-z]+(?![\w(]|[.:-]\w)", rest, re.ASCII)  # not vLLM, torch.compile, torch-xla
        return rest[0].upper() + rest[1:] if is_word else rest


class ReleaseWords(Entry):
    """How texts name and announce a release."""

    uses: Words  # words before a release's name where something only uses the release: for, 支持
    units: Words  # units of measurements, which look like versions: PyTorch 50.6 seconds
    since: Words  # words before an earlier release: since, 自
    earlier: tuple[Pattern, ...]  # parts of a sentence that name an earlier release: “since 1.8”
    announcing: ReleaseTemplates  # sentences and titles that announce a release
    after_name: Words  # words after the release in a title that announces it: 发布, Released
    this_release: Words  # words of a text that announces a release, if its title does not announce one
    not_announcing: Words  # words of sentences and titles about plans and the past, which announce no release
    other_posts: Words  # in titles of posts that announce no release
    subtitle: SubtitleWords = SubtitleWords()

    def without_earlier(self, sentence: str) -> str:
        """Return a sentence without the parts that name an earlier release."""
        for pattern in self.earlier:
            sentence = pattern.sub("", sentence)
        return sentence

    @cached_property
    def name(self) -> str:
        """A pattern for the name of a release, except one that something only uses (``uses``), or a measurement."""
        not_used = "".join(f"(?<!{re.escape(word)}{space})" for word in self.uses for space in ("", " "))
        return rf"(?i:{not_used}{NAMED}(?!\s*(?:[%×]|{whole_words(self.units)})))"
