"""A page for each release: its announcement as a whole, or the features that the record of it states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from atlas.core.edits import Rule
from atlas.core.languages import HTML_LANG, Language
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement
from atlas.history.release import Release
from atlas.knowledge.record import Record
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.body import PageBlock, page_blocks, parallel
from atlas.site.parts.credits import attribution, text_origin, translated_by
from atlas.site.parts.digest import DigestGroup, digest
from atlas.site.parts.release_facts import FactRow, fact_rows
from atlas.site.parts.release_head import ReleaseHead, release_head
from atlas.site.parts.shown_edits import ShownEdit
from atlas.site.view import View
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class ReleaseValues:
    """What the page of any release shows; ``heading`` is that of ``digest``: how many features there are."""

    release: Release
    earlier: Release | None
    later: Release | None
    head: ReleaseHead
    digest: tuple[DigestGroup, ...]
    heading: str


@dataclass(frozen=True)
class AnnouncementValues(ReleaseValues):
    """What the page of an announcement shows.

    ``script`` is the language code of texts that are in the page's language, but not in its script.
    """

    title: Markup
    title_parallel: Markup
    script: str
    text_origin: str  # a sentence on whose words the page's are
    facts: tuple[FactRow, ...]
    columns: tuple[str, ...]  # headings of the columns of the two languages; empty if the title has no translation
    blocks: tuple[PageBlock, ...]  # without the title
    edit_counts: tuple[tuple[Rule, int], ...]  # number of edits by each rule, in the order of the cleaning passes
    title_edits: tuple[ShownEdit, ...]
    rewordings: str  # a sentence with the number of rewordings; empty without any
    has_own_edits: bool  # whether these are in the page's language
    attribution: Markup


@dataclass(frozen=True)
class _ReleasePage(PageKind):
    """A release, and its neighbors in time."""

    release: Release
    earlier: Release | None
    later: Release | None

    has_markdown = True

    @property
    def uri(self) -> str:
        return f"releases/{self.release.version}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.release.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s: new features and their stability") % {
            "version": self.release.version
        }

    def _describe(self, title: str, locale: Locale) -> str:
        """Return the page's description, which begins with ``title``."""
        _ = locale.gettext
        released = self.release.date
        values = {
            "title": title,
            "day": _(" (%(day)s)") % {"day": locale.day(released)} if released else "",
            "counted": locale.feature_count(self.release),
            "levels": locale.counts(self.release.state_counts),
        }
        if not self.release.features:
            return _("%(title)s%(day)s. No features are listed for this release.") % values
        return _("%(title)s%(day)s. %(counted)s: %(levels)s.") % values


@dataclass(frozen=True)
class AnnouncementPage(_ReleasePage):
    """A release whose announcement is here: its text in both languages, its facts and features."""

    announcement: Announcement

    template = "release.html"
    styles = ("text", "release", "announcement", "parallel")
    scripts = ("parallel",)

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[AnnouncementPage]:
        for earlier, release, later in _with_neighbors(inputs.collection.releases):
            if release.announcement:
                yield cls(release, earlier, later, release.announcement)

    def values(self, view: View) -> AnnouncementValues:
        announcement, locale = self.announcement, view.locale
        title, *blocks = page_blocks(announcement, view)
        is_translated = bool(title.parallel)
        other_title = Markup("<p>{}</p>").format(view.other_texts.subtitle(announcement)) if is_translated else Markup()
        column_locales = (locale, view.other) if is_translated else ()
        effective_edits = (edit for edit in announcement.edits if edit.before != edit.after)
        note = "" if announcement.states_levels else locale.gettext("The announcement states no levels at all")
        reworded = sum(len(block.edits) for block in (title, *blocks))
        return AnnouncementValues(
            release=self.release,
            earlier=self.earlier,
            later=self.later,
            head=release_head(self.release, self.earlier, note, view),
            digest=digest(self.release, view),
            heading=locale.feature_count(self.release),
            title=view.texts.subtitle(announcement),
            title_parallel=parallel(other_title, announcement, view),
            script=_other_script(announcement, locale),
            text_origin=text_origin(announcement, locale),
            facts=tuple(fact_rows(announcement, self.release.record, view)),
            columns=tuple(_column(announcement, column.language, locale) for column in column_locales),
            blocks=tuple(blocks),
            title_edits=title.edits,
            has_own_edits=announcement.seed.language == locale.language,
            rewordings=_rewordings(announcement, reworded, locale),
            edit_counts=tuple(Counter(edit.rule for edit in effective_edits).items()),
            attribution=attribution(announcement, locale, is_translated=False),  # the head says it
        )

    @property
    def is_parallel(self) -> bool:
        return self.announcement.translation.has_begun

    def description(self, locale: Locale) -> str:
        localized = self.announcement.localized(self.announcement.title, locale.language)
        title = plain(localized.inlines)
        if localized.lang:
            title = locale.gettext("PyTorch %(version)s announcement") % {"version": self.release.version}
        return self._describe(title.strip().rstrip("。."), locale)


@dataclass(frozen=True)
class RecordPage(_ReleasePage):
    """A release of which only a record is here: its features by level, with a few quoted words each."""

    record: Record

    template = "record.html"
    styles = ("text", "release")

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[RecordPage]:
        for earlier, release, later in _with_neighbors(inputs.collection.releases):
            if release.record and not release.announcement:
                yield cls(release, earlier, later, release.record)

    def values(self, view: View) -> ReleaseValues:
        return ReleaseValues(
            release=self.release,
            earlier=self.earlier,
            later=self.later,
            head=release_head(self.release, self.earlier, self._note(view.locale), view),
            digest=digest(self.release, view),
            heading=view.locale.feature_count(self.release),
        )

    def _note(self, locale: Locale) -> str:
        """Return what keeps the record from being complete, if anything."""
        if self.release.has_unknown_features:
            return locale.gettext("the announcement could not be read")
        return (
            locale.gettext("only part of the announcement could be read; features may be missing")
            if self.release.is_partial
            else ""
        )

    def description(self, locale: Locale) -> str:
        return self._describe(f"PyTorch {self.release.version}", locale)


def _with_neighbors(newest_first: Sequence[Release]) -> Iterator[tuple[Release | None, Release, Release | None]]:
    """Yield each release between the earlier and the later one; None where there is none."""
    return zip((*newest_first[1:], None), newest_first, (None, *newest_first), strict=False)


def _other_script(announcement: Announcement, locale: Locale) -> str:
    """Return the language code of a seed that is in the page's language but in another script (zh-TW); else empty."""
    code = announcement.seed.html_lang
    is_own_language = announcement.seed.language == locale.language
    return code if is_own_language and code not in HTML_LANG.values() else ""


def _rewordings(announcement: Announcement, number: int, locale: Locale) -> str:
    if not number:
        return ""
    words = {
        "zh": (
            "%(num)s correction to the Chinese text, explained",
            "%(num)s corrections to the Chinese text, each explained",
        ),
        "en": (
            "%(num)s correction to the English text, explained",
            "%(num)s corrections to the English text, each explained",
        ),
    }
    return locale.counted(*words[announcement.seed.language], number)


def _column(announcement: Announcement, language: Language, locale: Locale) -> str:
    """Return the heading of a language's column: “Chinese”, or with the translator “English · PyTorch's original”."""
    name = locale.language_name(language)
    if language == announcement.seed.language:
        return name
    return f"{name} · {translated_by(announcement, language, locale)}"
