"""The table of an announcement's facts: dates, counts, people and addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from atlas.core.urls import safe_url
from atlas.extract.announcement import Announcement
from atlas.knowledge.record import Record
from atlas.site.parts.credits import translated_by
from atlas.site.view import PageLink, View
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class FactRow:
    """A row of the table of facts. Its value is ``words``, which may be a link, or ``day``; a ``note`` may follow."""

    name: str
    words: PageLink | None = None
    day: date | None = None
    note: PageLink | None = None


def fact_rows(announcement: Announcement, record: Record | None, view: View) -> Iterator[FactRow]:
    """Yield the rows of the table of facts, in the order in which the page shows them."""
    yield from _date_facts(announcement, record, view.locale)
    yield from _count_facts(announcement, view.locale)
    yield from _author_facts(announcement, view.locale)
    yield from _address_facts(announcement, view)


def _date_facts(announcement: Announcement, record: Record | None, locale: Locale) -> Iterator[FactRow]:
    """Yield the date of PyTorch's own announcement, if it is another one, and that of the seed."""
    _ = locale.gettext
    is_of_release = announcement.day.kind == "release"
    if record and (not is_of_release or record.date != announcement.day.date):
        yield FactRow(_("PyTorch’s announcement"), day=record.date, note=PageLink(_("Source"), record.announcement))
    if announcement.day.date:
        note = None if is_of_release else PageLink(_("(the announcement does not give the release date)"))
        yield FactRow(_("Release date") if is_of_release else _("Article date"), day=announcement.day.date, note=note)


def _count_facts(announcement: Announcement, locale: Locale) -> Iterator[FactRow]:
    _ = locale.gettext
    facts = announcement.facts
    if facts.commits:
        yield FactRow(_("Commits"), PageLink(locale.number(facts.commits)))
    if facts.contributors:
        yield FactRow(_("Contributors"), PageLink(locale.number(facts.contributors)))


def _author_facts(announcement: Announcement, locale: Locale) -> Iterator[FactRow]:
    """Yield who translated and who published the text."""
    _ = locale.gettext
    facts = announcement.facts
    is_chinese = announcement.seed.language == "zh"
    if is_chinese and locale.language == "en" and announcement.translation.has_begun:
        yield FactRow(_("English"), PageLink(translated_by(announcement, "en", locale)))
    if facts.translator.name:
        name = _("Chinese translation by") if is_chinese else _("Translator")
        yield FactRow(name, PageLink(facts.translator.name, safe_url(facts.translator.url)))
    if facts.publisher:
        publisher = locale.knowledge.publisher(facts.publisher)
        name, url = (publisher.name.of(locale.language), publisher.url) if publisher else (facts.publisher, "")
        label = _("Translation published by") if is_chinese else _("By")
        yield FactRow(label, PageLink(name, url))


def _address_facts(announcement: Announcement, view: View) -> Iterator[FactRow]:
    """Yield the addresses of the original and the translation, and the page of the seed."""
    _ = view.locale.gettext
    facts = announcement.facts
    for name, url in ((_("Original"), facts.original_url), (_("Chinese translation"), facts.translation_url)):
        if safe_url(url):
            yield FactRow(name, PageLink(url.partition("://")[2], url))
    seed = PageLink(announcement.seed.path, view.seed_url(announcement))
    yield FactRow(_("Source file"), seed)
