"""What announcements say, in the language of a page: titles, names and descriptions of features, quotes, blocks."""

import html
import re

from markupsafe import Markup

from atlas.core.api_names import PATH
from atlas.core.characters import HAN_CHARACTER
from atlas.core.languages import HTML_LANG
from atlas.core.text import comparison_key
from atlas.document.html_writer import Writer, inline_html, unlinked
from atlas.document.localized import Localized
from atlas.document.nodes import Inlines, plain
from atlas.extract.announcement import AnnouncedFeature, Announcement, Evidence
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.site.words import quotes
from atlas.site.words.description import describe, example
from atlas.site.words.locale import Locale

# What is set as code in names and descriptions of features: torch.compile(dynamic=True), reorder_for_locality.
_API = re.compile(rf"(?<![\w.])(?:{PATH}(?:\([\w=, ]*\))?|[a-z]+(?:_[a-z]+)+)(?!\w)", re.ASCII)


def with_code(words: str) -> Markup:
    """Return plain text as HTML, with API names as code."""
    parts = enumerate(map(html.escape, _code_parts(words)))
    return Markup("".join(f"<code>{part}</code>" if at % 2 else part for at, part in parts))  # noqa: S704


def _code_parts(words: str) -> list[str]:
    """Return words and API names in turn, first words."""
    return re.split(f"({_API.pattern})", words, flags=_API.flags)


class Texts:
    """The texts of announcements in the language of ``locale``; those that are not translated are marked."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale
        self._language = locale.language
        self._knowledge = locale.knowledge

    def title(self, announcement: Announcement, inlines: Inlines) -> Markup:
        """Return a text of an announcement in this language, without links; with a note if it is not translated."""
        localized = announcement.localized(inlines, self._language)
        return self.with_language_note(localized, unlinked(localized.inlines))

    def subtitle(self, announcement: Announcement) -> Markup:
        """Return an announcement's title without the leading “PyTorch 2.1: ”; all of it if nothing else is left."""
        title = self.title(announcement, announcement.title)
        rest = self._knowledge.release_words.subtitle.cut(title, announcement.version)
        return Markup(rest) or title  # noqa: S704  escaped

    def feature_name(self, announcement: Announcement, feature: AnnouncedFeature) -> Markup:
        """Return the name of an announced feature: its registered name if it has one, else its title."""
        title = announcement.localized(feature.title, self._language)
        registered = feature.registered
        if registered and registered.name.of(self._language) != plain(title.inlines).strip():
            return Markup.escape(registered.name.of(self._language))
        return self.with_language_note(title, unlinked(title.inlines))

    def summary(self, announcement: Announcement, feature: AnnouncedFeature) -> Markup:
        """Return a sentence about a feature: from its entry, else from the announcement; empty without one."""
        if feature.registered and feature.registered.about:
            return self.about(feature.registered)
        description = describe(announcement, feature, self._language)
        words = unlinked(description.summary).strip()
        full_stop = "。" if HAN_CHARACTER.search(words) else "."
        sentence = re.sub(r"[；;，,、：:]\s*$", full_stop, words)
        return self.with_language_note(description.text, sentence) if sentence else Markup()

    def about(self, registered: RegisteredFeature) -> Markup:
        """Return what an entry says of its feature; empty without a description."""
        return with_code(registered.about.of(self._language) if registered.about else "")

    def name_parts(self, lifecycle: Lifecycle) -> list[str]:
        """Return a feature's name as words and API names in turn, first words; a title is words only."""
        name = self._locale.name_text(lifecycle)
        return _code_parts(name) if lifecycle.registered else [name]

    def name_html(self, lifecycle: Lifecycle) -> Markup:
        """Return a feature's name as HTML, with API names as code; marked if it is a title that is not translated."""
        if lifecycle.registered:
            return with_code(self._locale.name_text(lifecycle))
        newest = lifecycle.announcement_passages[-1]
        return self.title(newest.announcement, newest.feature.title)

    def description(self, announcement: Announcement, feature: AnnouncedFeature) -> Markup:
        """Return what an announcement says about a feature, from the sentence that says what the feature is."""
        about = describe(announcement, feature, self._language)
        return self.with_language_note(about.text, inline_html(about.quotation).strip())

    def example(self, announcement: Announcement, feature: AnnouncedFeature) -> Markup:
        """Return an announcement's code example of a feature; empty without one."""
        code = example(feature)
        return Markup(self.writer(announcement).block(code) if code else "")  # noqa: S704

    def quote_translation(self, announcement: Announcement, evidence: Evidence) -> str:
        """Return a quote's translation; empty if there is none, or if it does not differ from the quote."""
        translation = quotes.translate_quote(announcement, evidence, self._language, self._knowledge.level_words)
        return translation if comparison_key(translation) != comparison_key(evidence.quote) else ""

    def marker_translation(self, announcement: Announcement, raw: str) -> str:
        """Return the translation of a level's marker, without brackets; empty if the reader needs none."""
        if announcement.seed.language == self._language:
            return ""
        words = quotes.translate_marker(raw, self._language, self._knowledge.level_words)
        return "" if words.casefold() == raw.casefold() else words.strip("()[]（）")

    def with_language_note(self, localized: Localized, words: str) -> Markup:
        """Return ``words``, which are escaped HTML of a text; with a note if the text is in the other language."""
        if localized.lang:
            lang, note = HTML_LANG[localized.lang], html.escape(self._note(localized))
            words = f'<span lang="{lang}">{words}</span> <span class="untranslated-note">{note}</span>'
        return Markup(words)  # noqa: S704

    def _note(self, localized: Localized) -> str:
        """Return the note for a text that is not in this language."""
        return (
            self._locale.gettext("translation awaiting revision")
            if localized.fuzzy
            else self._locale.gettext("not translated yet")
        )

    def writer(self, announcement: Announcement) -> Writer:
        """Return a writer of HTML for an announcement's blocks in this language; it marks paragraphs that break off."""
        breaks_off = html.escape(self._locale.gettext("the source file breaks off here"))
        note = f' […] <span class="breaks-off">{breaks_off}</span>'
        return Writer(
            lambda inlines: announcement.localized(inlines, self._language),
            self.with_language_note,
            self._locale.gettext("table"),
            ends={paragraph.host_index: note for paragraph in announcement.incomplete},
            anchors=announcement.anchors_by_name,
        )
