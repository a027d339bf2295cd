"""A page for each release: its announcement as a whole, or the features that the record of it states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from markupsafe import Markup

from atlas.core.edits import Rule
from atlas.core.languages import HTML_LANG, Language
from atlas.core.urls import safe_url
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement
from atlas.history.changes import DEPRECATED, NEW, Change, ChangeKind
from atlas.history.collection import Collection
from atlas.history.lifecycle import Step
from atlas.history.release import Release
from atlas.knowledge.schema import REMOVED, Record
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.body import PageBlock, page_blocks, parallel
from atlas.site.parts.corrections import Correction
from atlas.site.parts.credits import attribution, credit, retold, translated_by
from atlas.site.parts.digest import DigestGroup, FirstFeatures, digest, largest_areas
from atlas.site.view import PageLink, View
from atlas.site.words.interface import DIFFERENCES
from atlas.site.words.locale import Locale

# In the head of a recorded release
MAX_LARGEST = 4  # areas
MAX_NOTABLE = 4  # features that changed in one way
NOTABLE: tuple[ChangeKind, ...] = ("promoted", "deprecated", "removed")


@dataclass(frozen=True)
class ChangedFeature:
    """A feature with its former level, None if it had no other one; and its new level, empty if its group says it."""

    link: PageLink
    before: Step | None
    level: str


@dataclass(frozen=True)
class ChangeGroup:
    """The features that changed in one way since the release before. New ones are counted: the page lists them."""

    kind: str
    name: str
    count: int
    features: tuple[ChangedFeature, ...]


@dataclass(frozen=True)
class ReleaseValues:
    """What the page of a release shows."""

    changes: tuple[ChangeGroup, ...]
    digest: tuple[DigestGroup, ...]
    heading: str  # heading of the digest, which says how many features there are


@dataclass(frozen=True)
class FactRow:
    """A row of the table of facts. Its value is ``words``, which may be a link, or ``day``; a ``note`` may follow."""

    name: str
    words: PageLink | None = None
    day: date | None = None
    note: PageLink | None = None


@dataclass(frozen=True)
class AnnouncementValues(ReleaseValues):
    """What the page of an announcement shows.

    ``script`` is the language code of texts that are in the page's language, but not in its script.
    """

    title: Markup
    title_parallel: Markup
    script: str
    credit: str
    retold: str
    post: str
    note: str
    facts: tuple[FactRow, ...]
    columns: tuple[str, ...]  # headings of the columns of the two languages; empty if the title has no translation
    blocks: tuple[PageBlock, ...]  # without the title
    edit_counts: tuple[tuple[Rule, int], ...]  # number of edits by each rule, in the order of the cleaning passes
    title_corrections: tuple[Correction, ...]
    rewordings: str  # a sentence with the number of rewordings; empty without any
    has_own_edits: bool  # whether these are in the page's language
    attribution: Markup


@dataclass(frozen=True)
class RecordValues(ReleaseValues):
    """What the page of a recorded release shows.

    - ``areas``: those with most of its features, each with their number.
    - ``notable``: the names of some ways to change, each with the features that did so.
    """

    note: str
    areas: tuple[tuple[PageLink, int], ...]
    notable: tuple[tuple[str, FirstFeatures], ...]


@dataclass(frozen=True)
class _ReleasePage(PageKind):
    """A release, and its neighbors in time."""

    release: Release
    earlier: Release | None
    later: Release | None
    changed: dict[str, list[Change]]  # since the previous release, by kind
    counts: tuple[tuple[str, int], ...]  # number of features at each level

    has_markdown = True

    @classmethod
    def _common_fields(cls, release: Release, collection: Collection) -> dict[str, Any]:
        """Return the fields of this base class, by name."""
        newest_first = collection.releases
        index = newest_first.index(release)
        earlier = newest_first[index + 1] if index + 1 < len(newest_first) else None
        later = newest_first[index - 1] if index else None
        return {
            "release": release,
            "earlier": earlier,
            "later": later,
            "changed": collection.changes(earlier.version, release.version) if earlier else {},
            "counts": release.level_counts,
        }

    def _changes(self, view: View) -> Iterator[ChangeGroup]:
        for kind, (name, _) in DIFFERENCES.items():
            changes = self.changed.get(kind)
            if changes:
                listed = [] if kind == NEW else changes
                features = tuple(_changed(change, view) for change in listed)
                yield ChangeGroup(kind, view.locale.gettext(name), len(changes), features)

    @property
    def uri(self) -> str:
        return f"releases/{self.release.version}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.release.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s：新功能与稳定级别") % {"version": self.release.version}

    def _describe(self, title: str, locale: Locale) -> str:
        """Return the page's description, which begins with ``title``."""
        _ = locale.gettext
        released = self.release.date
        values = {
            "title": title,
            "day": _("（%(day)s）") % {"day": locale.day(released)} if released else "",
            "counted": locale.feature_count(self.release),
            "levels": locale.counts(self.counts),
        }
        if not self.counts:
            return _("%(title)s%(day)s。这里没有列出这个版本的功能。") % values
        return _("%(title)s%(day)s。%(counted)s：%(levels)s。") % values


@dataclass(frozen=True)
class AnnouncementPage(_ReleasePage):
    """A release whose announcement is here: its text in both languages, its facts and features."""

    announcement: Announcement

    template = "release.html"
    styles = ("text", "release", "announcement", "changes", "parallel")
    scripts = ("parallel",)

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[AnnouncementPage]:
        for release in inputs.collection.releases:
            if release.announcement:
                yield cls(**cls._common_fields(release, inputs.collection), announcement=release.announcement)

    def values(self, view: View) -> AnnouncementValues:
        announcement, locale = self.announcement, view.locale
        title, *blocks = page_blocks(announcement, view)
        is_translated = bool(title.parallel)
        other_title = Markup("<p>{}</p>").format(view.other_texts.subtitle(announcement)) if is_translated else Markup()
        column_locales = (locale, view.other) if is_translated else ()
        effective_edits = (edit for edit in announcement.edits if edit.before != edit.after)
        reworded = sum(len(block.corrections) for block in (title, *blocks))
        return AnnouncementValues(
            changes=tuple(self._changes(view)),
            digest=digest(self.release, view),
            heading=view.locale.feature_count(self.release),
            title=view.texts.subtitle(announcement),
            title_parallel=parallel(other_title, announcement, view),
            script=_other_script(announcement, locale),
            credit=credit(announcement, locale),
            retold=retold(announcement, locale),
            post=self.release.post,
            note="" if announcement.states_levels else locale.gettext("整篇公告都没有说明级别"),
            facts=tuple(_facts(announcement, self.release.record, view)),
            columns=tuple(_column(announcement, column.language, locale) for column in column_locales),
            blocks=tuple(blocks),
            title_corrections=title.corrections,
            has_own_edits=announcement.seed.language == locale.language,
            rewordings=_rewordings(announcement, reworded, locale),
            edit_counts=tuple(Counter(edit.rule for edit in effective_edits).items()),
            attribution=attribution(announcement, locale),
        )

    def description(self, locale: Locale) -> str:
        localized = self.announcement.localized(self.announcement.title, locale.language)
        title = plain(localized.inlines)
        if localized.lang:
            title = locale.gettext("PyTorch %(version)s 的公告") % {"version": self.release.version}
        return self._describe(title.strip().rstrip("。."), locale)


@dataclass(frozen=True)
class RecordPage(_ReleasePage):
    """A release of which only a record is here: its features by level, with a few quoted words each."""

    template = "record.html"
    styles = ("text", "release", "changes")

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[RecordPage]:
        for release in inputs.collection.releases:
            if not release.announcement:
                yield cls(**cls._common_fields(release, inputs.collection))

    def values(self, view: View) -> RecordValues:
        return RecordValues(
            changes=tuple(self._changes(view)),
            digest=digest(self.release, view),
            heading=view.locale.feature_count(self.release),
            note=view.locale.gettext("公告只读到一部分，功能可能不全") if self.release.is_partial else "",
            areas=tuple(largest_areas(self.release, MAX_LARGEST, view)),
            notable=tuple(self._notable(view)),
        )

    def _notable(self, view: View) -> Iterator[tuple[str, FirstFeatures]]:
        for group in self._changes(view):
            if group.kind in NOTABLE:
                links = tuple(feature.link for feature in group.features)
                yield group.name, FirstFeatures(links[:MAX_NOTABLE], max(len(links) - MAX_NOTABLE, 0))

    def description(self, locale: Locale) -> str:
        return self._describe(f"PyTorch {self.release.version}", locale)


def _changed(change: Change, view: View) -> ChangedFeature:
    before = None if change.kind == DEPRECATED or change.before.level == change.after.level else change.before
    level = "" if change.kind in (DEPRECATED, REMOVED) else change.after.level
    return ChangedFeature(view.feature_link(change.lifecycle), before, level)


def _other_script(announcement: Announcement, locale: Locale) -> str:
    """Return the language code of a seed that is in the page's language but in another script (zh-TW); else empty."""
    code = announcement.seed.html_lang
    is_own_language = announcement.seed.language == locale.language
    return code if is_own_language and code not in HTML_LANG.values() else ""


def _facts(announcement: Announcement, record: Record | None, view: View) -> Iterator[FactRow]:
    """Yield the rows of the table of facts, in the order in which the page shows them."""
    yield from _date_facts(announcement, record, view.locale)
    yield from _count_facts(announcement, view.locale)
    yield from _author_facts(announcement, view.locale)
    yield from _address_facts(announcement, view)


def _date_facts(announcement: Announcement, record: Record | None, locale: Locale) -> Iterator[FactRow]:
    """Yield the date of PyTorch's own announcement, if it is another one, and that of the seed."""
    _ = locale.gettext
    is_of_release = announcement.date_kind == "release"
    if record and (not is_of_release or record.date != announcement.date):
        yield FactRow(_("PyTorch 的公告"), day=record.date, note=PageLink(_("出处"), record.announcement))
    if announcement.date:
        note = None if is_of_release else PageLink(_("（公告没有写明版本的发布日期）"))
        yield FactRow(_("发布日期") if is_of_release else _("文章日期"), day=announcement.date, note=note)


def _count_facts(announcement: Announcement, locale: Locale) -> Iterator[FactRow]:
    _, facts = locale.gettext, announcement.facts
    if facts.commits:
        yield FactRow(_("提交数"), PageLink(locale.number(facts.commits)))
    if facts.contributors:
        yield FactRow(_("贡献者"), PageLink(locale.number(facts.contributors)))


def _author_facts(announcement: Announcement, locale: Locale) -> Iterator[FactRow]:
    """Yield who translated and who published the text."""
    _, facts = locale.gettext, announcement.facts
    is_chinese = announcement.seed.language == "zh"
    if is_chinese and locale.language == "en" and announcement.translation.has_begun:
        yield FactRow(_("英文"), PageLink(translated_by(announcement, "en", locale)))
    if facts.translator.name:
        name = locale.pgettext("Chinese", "译者") if is_chinese else _("译者")
        yield FactRow(name, PageLink(facts.translator.name, safe_url(facts.translator.url)))
    if facts.publisher:
        publisher = locale.knowledge.publisher(facts.publisher)
        name, url = (publisher.name.of(locale.language), publisher.url) if publisher else (facts.publisher, "")
        label = _("译文发布") if is_chinese else locale.pgettext("column", "署名")
        yield FactRow(label, PageLink(name, url))


def _address_facts(announcement: Announcement, view: View) -> Iterator[FactRow]:
    """Yield the addresses of the original and the translation, and the page of the seed."""
    _, facts = view.locale.gettext, announcement.facts
    for name, url in ((_("原文"), facts.original_url), (_("译文"), facts.translation_url)):
        if safe_url(url):
            yield FactRow(name, PageLink(url.partition("://")[2], url))
    seed = PageLink(announcement.seed.path, view.source_url(announcement))
    yield FactRow(view.locale.pgettext("column", "源文件"), seed)


def _rewordings(announcement: Announcement, number: int, locale: Locale) -> str:
    if not number:
        return ""
    words = {"zh": "中文译文改了 %(num)s 处，每处附理由", "en": "英文改了 %(num)s 处，每处附理由"}
    return locale.counted(words[announcement.seed.language], number)


def _column(announcement: Announcement, language: Language, locale: Locale) -> str:
    """Return the heading of a language's column: “Chinese”, or with the translator “English · PyTorch's original”."""
    name = locale.language_name(language)
    if language == announcement.seed.language:
        return name
    return f"{name} · {translated_by(announcement, language, locale)}"
