"""How texts name and announce releases: the schema of release_words.yml."""

import re
from functools import cached_property

from atlas.core.words import whole_words, words_pattern
from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import Pattern, ReleaseTemplates, Words
from atlas.knowledge.release_names import NAMED


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


class ReleaseWords(Entry):
    """How texts name and announce a release."""

    uses: Words  # words between what uses a release and its name: for, 支持
    units: Words  # of measurements, which look like versions: PyTorch 50.6 seconds
    since: Words  # words between what is new and an earlier release
    earlier: tuple[Pattern, ...]  # what names an earlier release: “since 1.8”
    announcing: ReleaseTemplates  # forms of what announces a release
    after_name: Words  # what follows the release in a title that announces it: 发布, Released
    this_release: Words  # words of texts that announce a release below a title that does not
    not_announcing: Words  # in sentences and titles about plans and the past
    other_posts: Words  # in titles of posts that announce no release
    subtitle: SubtitleWords = SubtitleWords()

    def without_earlier(self, sentence: str) -> str:
        """Return a sentence without what names an earlier release."""
        for pattern in self.earlier:
            sentence = pattern.sub("", sentence)
        return sentence

    @cached_property
    def name(self) -> str:
        """A pattern for a release's name that is neither what something uses nor a measurement."""
        not_used = "".join(f"(?<!{re.escape(word)}{space})" for word in self.uses for space in ("", " "))
        return rf"(?i:{not_used}{NAMED}(?!\s*(?:[%×]|{whole_words(self.units)})))"
