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
    - ``shape``: the attribute of the shape on the time line: that of the level that the feature has as of this release,
      stated here or before; that of a notice, if this states one and no level.
    - ``badge``, ``notices``: what this statement itself states.
    - ``evidence``: None for a statement of a record, since the whole text is not on the site.
    - ``url``: where the statement stands: on a page of this site, or for a record in the post that was read.
    - ``under``: the heading there, for a record.
    - ``post``: the address of PyTorch's own announcement; empty if it is not known.
    - ``posts``: links to the post of a record's statement, and to the copy that was read, if that is on another site.
    """

    version: str
    date: date | None  # of the release
    id: str
    shape: Markup
    badge: Markup
    notices: Markup
    quote: QuotedWords
    evidence: ShownEvidence | None
    url: str
    under: str
    post: str
    posts: tuple[PageLink, ...]


def shown_statements(lifecycle: Lifecycle, view: View) -> tuple[ShownStatement, ...]:
    """Return a feature's statements, newest first."""
    return tuple(_shown(statement, lifecycle, view) for statement in reversed(lifecycle.statements))


def anchor_of(statement: Statement, lifecycle: Lifecycle) -> str:
    """Return the anchor of one of a feature's statements on its page."""
    of_release = [each for each in lifecycle.statements if each.version == statement.version]
    count = next(number for number, each in enumerate(of_release, 1) if each is statement)
    return f"said-{statement.version}-{count}" if count > 1 else f"said-{statement.version}"


def _shown(statement: Statement, lifecycle: Lifecycle, view: View) -> ShownStatement:
    evidence: ShownEvidence | None = None
    release = view.collection.release(statement.version)
    posts: tuple[PageLink, ...] = ()
    match statement.passage:
        case AnnouncementPassage(announcement, feature) as passage:
            quoted = quote(passage, view)
            evidence = shown_evidence(passage, view)
            url, under = view.place_url(announcement, feature.id), ""
        case RecordPassage(url, under, is_announcement):
            quoted = QuotedWords(statement.quote, "en")
            posts = tuple(_posts(url, release.post if is_announcement else "", view.locale))
    return ShownStatement(
        version=statement.version,
        date=release.date,
        id=anchor_of(statement, lifecycle),
        shape=_shape(statement, lifecycle),
        badge=view.locale.level_marks[statement.level].badge() if statement.level else Markup(),
        notices=view.notices([statement.notice]),
        quote=quoted,
        evidence=evidence,
        url=url,
        under=under,
        post=release.post,
        posts=posts,
    )


def _shape(statement: Statement, lifecycle: Lifecycle) -> Markup:
    """Return the attribute that the style sheet draws a statement's shape from."""
    if statement.notice and not statement.level:
        return Markup('data-notice="{}"').format(statement.notice)
    return Markup('data-level="{}"').format(lifecycle.level_at(statement.version))


def _posts(url: str, post: str, locale: Locale) -> Iterator[PageLink]:
    """Yield links to the post that was read at ``url``; ``post`` is the announcement that it is or copies, or empty."""
    read = urlsplit(url)
    place = f"{read.netloc}/{read.path.split('/')[1]}"
    if post:
        yield PageLink(locale.gettext("PyTorch’s announcement"), post)
        if read.netloc != urlsplit(post).netloc:
            yield PageLink(locale.gettext("the copy that was read (%(place)s)") % {"place": place}, url)
    else:
        yield PageLink(locale.gettext("another text by PyTorch (%(place)s)") % {"place": place}, url)
