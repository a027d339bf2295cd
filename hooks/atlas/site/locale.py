"""The words of a language: interface strings, the texts composed of them, and announcements in it."""

import html
import re
from collections.abc import Callable, Iterable
from datetime import date
from functools import reduce
from pathlib import Path

from markupsafe import Markup

from atlas.core.characters import HAN_CHARACTER
from atlas.core.languages import HTML_LANG, Language
from atlas.core.text import comparison_key
from atlas.document.html_writer import Writer, inline_html, unlinked
from atlas.document.nodes import Inlines, Localized, plain
from atlas.extract.announcement import Announcement, Evidence, Feature
from atlas.extract.breaks import incomplete_paragraphs
from atlas.extract.counts import Count
from atlas.history.description import describe, example
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.release import Release
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import REMOVED
from atlas.site import quotes
from atlas.site.interface import load_catalog
from atlas.site.level_marks import level_marks


class Locale:
    """The words of one language. ``folder`` is that of the templates; ``missing`` are messages the catalog lacks."""

    def __init__(self, knowledge: Knowledge, folder: Path, language: Language) -> None:
        self.knowledge = knowledge
        self.language = language
        self.html_lang = HTML_LANG[language]
        self.catalog, self.missing = load_catalog(folder / "translations" / f"{language}.po", language)
        self.gettext: Callable[[str], str] = self.catalog.gettext
        self.pgettext: Callable[[str, str], str] = self.catalog.pgettext
        self.level_marks = level_marks(knowledge, language, self.gettext("已移除"))

    def title(self, announcement: Announcement, inlines: Inlines) -> Markup:
        """Return a text of an announcement in this language, without links; with a note if it is not translated."""
        localized = announcement.localized(inlines, self.language)
        return self.marked(localized, unlinked(localized.inlines))

    def subtitle(self, announcement: Announcement) -> Markup:
        """Return an announcement's title without the leading “PyTorch 2.1: ”; all of it if nothing else is left."""
        title = self.title(announcement, announcement.title)
        rest = self.knowledge.conventions.subtitle.cut(title, announcement.version)
        return Markup(rest) or title  # noqa: S704  escaped

    def feature_name(self, announcement: Announcement, feature: Feature) -> Markup:
        """Return the name of an announced feature: its registered name if it has one, else its title."""
        title = announcement.localized(feature.title, self.language)
        name = self.registered(feature)
        if name in ("", plain(title.inlines).strip()):
            return self.marked(title, unlinked(title.inlines))
        return Markup.escape(name)

    def summary(self, announcement: Announcement, feature: Feature) -> Markup:
        """Return a sentence about a feature: from features.yml, else from the announcement; empty without one."""
        identity = self.knowledge.identities.get(feature.registered_id)
        if identity and identity.about:
            return Markup.escape(identity.about.of(self.language))
        about = describe(announcement, feature, self.language)
        words = unlinked(about.summary).strip()
        full_stop = "。" if HAN_CHARACTER.search(words) else "."
        sentence = re.sub(r"[；;，,、：:]\s*$", full_stop, words)
        return self.marked(about.text, sentence) if sentence else Markup()

    def name_html(self, lifecycle: Lifecycle) -> Markup:
        """Return a feature's name as HTML, marked if it is a title that is not translated."""
        if lifecycle.identity:
            return Markup.escape(self.name_text(lifecycle))
        newest = lifecycle.announced[-1]
        return self.title(newest.announcement, newest.feature.title)

    def description(self, announcement: Announcement, feature: Feature) -> Markup:
        """Return what an announcement says about a feature, from the sentence that says what the feature is."""
        about = describe(announcement, feature, self.language)
        return self.marked(about.text, inline_html(about.quotation).strip())

    def example(self, announcement: Announcement, feature: Feature) -> Markup:
        """Return an announcement's code example of a feature; empty without one."""
        code = example(announcement, feature)
        return Markup(self.writer(announcement).block(code) if code else "")  # noqa: S704

    def quote_translation(self, announcement: Announcement, evidence: Evidence) -> str:
        """Return a quote's translation; empty if there is none, or if it does not differ from the quote."""
        translation = quotes.translate_quote(announcement, evidence, self.language, self.knowledge.level_words)
        return translation if comparison_key(translation) != comparison_key(evidence.quote) else ""

    def marker_translation(self, announcement: Announcement, raw: str) -> str:
        """Return the translation of a level's marker, without brackets; empty if the reader needs none."""
        if announcement.seed.language == self.language:
            return ""
        words = quotes.translate_marker(raw, self.language, self.knowledge.level_words)
        return "" if words.casefold() == raw.casefold() else words.strip("()[]（）")

    def registered(self, feature: Feature) -> str:
        """Return the registered name of a feature; empty without one."""
        identity = self.knowledge.identities.get(feature.registered_id)
        return identity.name.of(self.language) if identity else ""

    def marked(self, localized: Localized, words: str) -> Markup:
        """Return ``words``, which are escaped HTML of a text; with a note if the text is in the other language."""
        if localized.lang:
            lang, note = HTML_LANG[localized.lang], html.escape(self._note(localized))
            words = f'<span lang="{lang}">{words}</span> <span class="untranslated-note">{note}</span>'
        return Markup(words)  # noqa: S704

    def _note(self, localized: Localized) -> str:
        """Return the note for a text that is not in this language."""
        return self.gettext("译文待校订") if localized.fuzzy else self.gettext("尚未翻译")

    def name_text(self, lifecycle: Lifecycle) -> str:
        """Return a feature's name as plain text: its registered name, else its newest title."""
        return lifecycle.names[self.language] or plain(lifecycle.announced[-1].feature.title).strip()

    def counted(self, words: str, count: int) -> str:
        """Return an interface string that contains ``%(num)s``, with ``count`` in its place."""
        return self.plural(words, count) % {"num": count}

    def plural(self, words: str, count: int) -> str:
        """Return the plural form of an interface string for a count."""
        return self.catalog.ngettext(words, words, count)

    def feature_count(self, release: Release) -> str:
        """Return how many features a release names, and how many others it removes: “12 features, 1 removal”."""
        parts = (("%(num)s 项功能", len(release.announces)), ("%(num)s 项移除", len(release.removes)))
        return self.gettext("，").join(self.counted(words, count) for words, count in parts if count)

    def version_range(self, newest_first: Iterable[str]) -> str:
        """Return a range of versions as words: “1.4 to 2.1”."""
        versions = list(newest_first)
        if len(versions) > 1:
            return self.gettext("%(first)s 至 %(last)s") % {"first": versions[-1], "last": versions[0]}
        return "".join(versions)

    def sentences(self, *parts: str | Markup) -> Markup:
        """Join sentences, with a space between them if the language has one; empty ones are left out."""
        pair = Markup(self.gettext("%(first)s%(second)s"))  # noqa: S704
        escaped = [Markup.escape(part) for part in parts if part] or [Markup()]
        return reduce(lambda first, second: pair % {"first": first, "second": second}, escaped)

    def day(self, day: date) -> str:
        """Return a date as words: “October 4, 2023”."""
        pattern = self.gettext("{year} 年 {month} 月 {day} 日")
        return pattern.format(year=day.year, month=day.month, month_name=f"{day:%B}", day=day.day)

    def month(self, day: date) -> str:
        """Return the month of a date as words: “October 2023”."""
        return self.gettext("{year} 年 {month} 月").format(year=day.year, month=day.month, month_name=f"{day:%B}")

    def number(self, count: Count) -> str:
        """Return a number as the announcement states it: exact, “more than”, or “about”."""
        text = {"exact": "%(num)s", "over": self.gettext("超过 %(num)s"), "about": self.gettext("约 %(num)s")}
        return text[count.bound] % {"num": f"{count.value:,}"}

    def language_name(self, language: Language) -> str:
        """Return the name of a language."""
        return self.gettext("中文") if language == "zh" else self.gettext("英文")

    def span(self, since: str, until: str) -> str:
        """Return a range of versions as words; an empty version leaves that end open: “1.4–2.1”, “from 1.4”."""
        if since and until:
            return f"{since}–{until}"
        text = "%(version)s 起" if since else "%(version)s 及以前" if until else "一直"
        return self.gettext(text) % {"version": since or until}

    def level_name(self, level: str) -> str:
        """Return the name of a stability level or of REMOVED."""
        return self.level_marks[level].name

    def level_in_sentence(self, level: str) -> str:
        """Return a level's name in lower case, unless two capitals begin it (API-Unstable)."""
        name = self.level_name(level)
        return name if name[:2].isupper() else name.lower()

    def answer(self, step: Step) -> str:
        """Return a level and since when a feature has it, for use in a sentence: “stable since 1.10”."""
        if step.level == REMOVED:
            text = "%(version)s 移除"
        elif step.level == self.knowledge.stability.default:
            text = "%(version)s 宣布，未注明级别"
        else:
            text = "自 %(version)s 起为%(level)s"
        return self.gettext(text) % {"version": step.version, "level": self.level_in_sentence(step.level)}

    def counts(self, counts: Iterable[tuple[str, int]]) -> str:
        """Return the number of features at each level as words: “3 stable, 1 beta”."""
        text = self.gettext("%(name)s %(count)s 项")
        named = ((self.level_in_sentence(level), count) for level, count in counts)
        return self.gettext("、").join(text % {"name": name, "count": count} for name, count in named)

    def writer(self, announcement: Announcement) -> Writer:
        """Return a writer of HTML for an announcement's blocks in this language; it marks paragraphs that break off."""
        note = f' […] <span class="breaks-off">{html.escape(self.gettext("源文件到此中断"))}</span>'
        wording = self.knowledge.sentences
        notes_by_place = {paragraph.place: note for paragraph in incomplete_paragraphs(announcement.document, wording)}
        return Writer(
            lambda inlines: announcement.localized(inlines, self.language),
            self.marked,
            self.gettext("表格"),
            ends=notes_by_place,
            anchors=announcement.anchors_by_name,
        )
