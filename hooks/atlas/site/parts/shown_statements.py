"""What releases state about a feature, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from markupsafe import Markup

from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import AnnouncementPassage, RecordPassage, Statement
from atlas.site.parts.evidence import QuotedWords, ShownEvidence, quote, shown_evidence
from atlas.site.view import PageLink, View
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class ShownStatement:
    """What one release states about a feature, in one place.

    - ``id``: its anchor: said-2.1, then said-2.1-2 for the release's second statement about the feature.
    - ``state``: what the time line shows: a notice, if this states one and no level; else the level of the feature
      as of this release, stated here or before.
    - ``badges``: those of the level and the notice that this statement itself states; empty if it states neither.
    - ``links``: to where it stands: at PyTorch; in the text here, or for a record, in the copy that was read.
    - ``evidence``: its place in the seed, if there is one.
    - ``under``: for a record, the heading that states the level, if another text than ``quote`` does.
    """

    version: str
    date: date | None  # of the release
    id: str
    state: str
    badges: Markup
    quote: QuotedWords
    links: tuple[PageLink, ...]
    evidence: ShownEvidence | None
    under: str


def shown_statements(lifecycle: Lifecycle, view: View) -> tuple[ShownStatement, ...]:
    """Return a feature's statements, newest first."""
    return tuple(_shown(statement, lifecycle, view) for statement in reversed(lifecycle.statements))


def anchor_of(statement: Statement, lifecycle: Lifecycle) -> str:
    """Return the anchor of one of a feature's statements on its page."""
    of_release = [each for each in lifecycle.statements if each.version == statement.version]
    count = next(number for number, each in enumerate(of_release, 1) if each is statement)
    return f"said-{statement.version}-{count}" if count > 1 else f"said-{statement.version}"


def _shown(statement: Statement, lifecycle: Lifecycle, view: View) -> ShownStatement:
    release = view.collection.release(statement.version)
    stated = filter(None, (statement.level, statement.notice))
    evidence, under = None, ""
    match statement.passage:
        case AnnouncementPassage() as passage:
            quoted, links = quote(passage, view), _links_to_announcement(passage, release.post, view)
            evidence = shown_evidence(passage, view)
        case RecordPassage() as passage:
            quoted = QuotedWords(statement.quote, passage.lang)
            links = _links_to_record(passage, release.post, view.locale)
            under = passage.under
    return ShownStatement(
        version=statement.version,
        date=release.date,
        id=anchor_of(statement, lifecycle),
        state=_state(statement, lifecycle),
        badges=Markup(" ").join(view.locale.marks[each].badge for each in stated),
        quote=quoted,
        links=tuple(links),
        evidence=evidence,
        under=under,
    )


def _state(statement: Statement, lifecycle: Lifecycle) -> str:
    if statement.notice and not statement.level:
        return statement.notice
    return lifecycle.state_at(statement.version) or lifecycle.stability.no_level


def _links_to_announcement(passage: AnnouncementPassage, post: str, view: View) -> Iterator[PageLink]:
    """Yield links to PyTorch's ``post``, if its address is known, and to the text here."""
    if post:
        yield PageLink(view.locale.gettext("PyTorch’s announcement"), post)
    place = view.place_url(passage.announcement, passage.feature.id)
    yield PageLink(view.locale.gettext("see it in the full text"), place)


def _links_to_record(passage: RecordPassage, post: str, locale: Locale) -> Iterator[PageLink]:
    """Yield links to PyTorch's ``post`` and the copy that was read, if that is on another site."""
    _ = locale.gettext
    read = urlsplit(passage.url)
    place = f"{read.netloc}/{read.path.split('/')[1]}"
    if post and passage.is_announcement:
        yield PageLink(_("PyTorch’s announcement"), post)
        if read.netloc != urlsplit(post).netloc:
            yield PageLink(_("the copy that was read (%(place)s)") % {"place": place}, passage.url)
    else:
        yield PageLink(_("another text by PyTorch (%(place)s)") % {"place": place}, passage.url)
