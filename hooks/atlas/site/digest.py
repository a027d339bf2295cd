"""The overview of a release: its features by level, with a sentence about each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from atlas.extract.announcement import Announcement, Feature
from atlas.history.release import Release, ReleaseFeature
from atlas.history.statements import InRecord
from atlas.site.body import counterpart, counterpart_lang
from atlas.site.view import PageLink, View


@dataclass(frozen=True)
class Counterpart:
    """A line of a digest in the other language.

    ``is_same_name``: the name is the same in both languages, only the sentence differs. ``summary`` is empty if the
    sentence is the same.
    """

    lang: str
    name: Markup
    is_same_name: bool
    summary: Markup


@dataclass(frozen=True)
class DigestLine:
    """A feature with a sentence about it, or with the quotes of a record.

    - ``counterpart``: the line in the other language; None if it is the same.
    - ``said``: the quotes of a record, each a link to its source.
    - ``note``: a remark on where the quotes come from.
    """

    link: PageLink
    notices: Markup
    summary: str | Markup = ""
    counterpart: Counterpart | None = None
    said: tuple[PageLink, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class DigestGroup:
    """The features at one level; or news, where ``level`` is empty."""

    title: str | Markup
    lines: tuple[DigestLine, ...]
    level: str = ""


def digest(release: Release, view: View) -> tuple[DigestGroup, ...]:
    """Return a release's features in the order of levels, then news."""
    return tuple(_groups(release, view))


def _groups(release: Release, view: View) -> Iterator[DigestGroup]:
    for level, features in view.collection.features_by_level(release):
        yield DigestGroup(view.badge(level), tuple(_line(feature, release, view) for feature in features), level)
    announcement = release.announcement
    if announcement and announcement.news:
        news = tuple(_announced(announcement, feature, view) for feature in announcement.news)
        yield DigestGroup(view.locale.gettext("其他消息"), news)


def _line(feature: ReleaseFeature, release: Release, view: View) -> DigestLine:
    if feature.announced:
        return _announced(feature.announced.announcement, feature.announced.feature, view)
    said = tuple(
        PageLink(statement.quote, statement.source.url)
        for statement in feature.statements
        if isinstance(statement.source, InRecord)
    )
    note = view.locale.gettext("PyTorch 的另一篇文章") if release.announcement else ""
    return DigestLine(view.feature_link(feature.lifecycle), view.notices(feature.notices), said=said, note=note)


def _announced(announcement: Announcement, feature: Feature, view: View) -> DigestLine:
    name = view.locale.feature_name(announcement, feature)
    return DigestLine(
        PageLink(name, view.place_url(announcement, feature.id)),
        view.notices(notice.notice for notice in feature.notices),
        view.locale.summary(announcement, feature),
        _counterpart(announcement, feature, view),
    )


def _counterpart(announcement: Announcement, feature: Feature, view: View) -> Counterpart | None:
    name, summary = counterpart(announcement, feature, view)
    if not name and not summary:
        return None
    return Counterpart(
        lang=counterpart_lang(announcement, view),
        name=name or view.other.feature_name(announcement, feature),
        is_same_name=not name,
        summary=summary,
    )
