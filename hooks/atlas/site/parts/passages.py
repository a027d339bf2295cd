"""What releases state about a feature, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from markupsafe import Markup

from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import InAnnouncement, InRecord, Statement
from atlas.knowledge.schema import REMOVED
from atlas.site.parts.evidence import EvidenceShown, QuotedWords, evidence, quote
from atlas.site.view import View


@dataclass(frozen=True)
class Passage:
    """What one release states about a feature, in one place.

    - ``id``: the anchor of the release, if this is the first of its statements about the feature; else empty.
    - ``shape``: the attribute of the shape on the time line: that of the level that the feature has as of this release,
      stated here or before; that of a notice, if this states one and no level.
    - ``badge``, ``notices``: what this statement itself states.
    - ``evidence``: None for a statement of a record, since the whole text is not on the site.
    - ``url``: where the statement stands: on a page of this site, or for a record in the post that was read.
    - ``under``: the heading there, for a record.
    - ``post``: the address of PyTorch's own announcement; empty if it is not known.
    - ``copy_on``: the place on the web of a record's post, if that is a copy elsewhere; else empty.
    """

    version: str
    date: date | None  # of the release
    id: str
    shape: Markup
    badge: Markup
    notices: Markup
    quote: QuotedWords
    evidence: EvidenceShown | None
    url: str
    under: str
    post: str
    copy_on: str


def passages(lifecycle: Lifecycle, view: View) -> Iterator[Passage]:
    """Yield a feature's statements, newest first."""
    first_of_version: dict[str, Statement] = {}
    for statement in lifecycle.statements:
        first_of_version.setdefault(statement.version, statement)
    for statement in reversed(lifecycle.statements):
        is_first = first_of_version[statement.version] is statement
        yield _passage(statement, f"said-{statement.version}" if is_first else "", lifecycle, view)


def _passage(statement: Statement, anchor: str, lifecycle: Lifecycle, view: View) -> Passage:
    """Return a statement as shown; ``anchor`` is the id of the passage on the page."""
    stated_level = REMOVED if statement.notice == REMOVED else statement.level
    evidence_shown: EvidenceShown | None = None
    release = view.collection.release(statement.version)
    copy_on = ""
    match statement.source:
        case InAnnouncement(announcement, feature) as source:
            quoted = quote(source, view)
            evidence_shown = evidence(source, view)
            url, under = view.place_url(announcement, feature.id), ""
        case InRecord(url, under):
            quoted = QuotedWords(statement.quote, "en")
            copy_on = _place(url, release.post)
    return Passage(
        version=statement.version,
        date=release.date,
        id=anchor,
        shape=_shape(statement.notice, stated_level, lifecycle.level_at(statement.version)),
        badge=view.locale.level_marks[stated_level].badge() if stated_level else Markup(),
        notices=view.notices([statement.notice]),
        quote=quoted,
        evidence=evidence_shown,
        url=url,
        under=under,
        post=release.post,
        copy_on=copy_on,
    )


def _shape(notice: str, stated_level: str | None, level: str) -> Markup:
    """Return the attribute that the style sheet draws a statement's shape from."""
    if notice and not stated_level:
        return Markup('data-notice="{}"').format(notice)
    return Markup('data-level="{}"').format(level)


def _place(url: str, post: str) -> str:
    """Return the place of the copy at ``url``: its host and first folder; empty if ``post`` is there, too."""
    copy = urlsplit(url)
    return "" if copy.netloc == urlsplit(post).netloc else f"{copy.netloc}/{copy.path.split('/')[1]}"
