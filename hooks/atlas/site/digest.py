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
    """A line in the other language, as far as it differs; ``is_same_name`` if only the sentence does."""

    lang: str
    name: Markup
    is_same_name: bool
    summary: Markup


@dataclass(frozen=True)
class DigestLine:
    """A feature with a sentence about it, or the words of a record's statements, which lead to their source."""

    link: PageLink
    notices: Markup
    summary: str | Markup = ""
    counterpart: Counterpart | None = None
    said: tuple[PageLink, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class DigestGroup:
    """The features at one level; news, which has none, is not counted."""

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
    said = tuple(PageLink(s.quote, s.source.url) for s in feature.statements if isinstance(s.source, InRecord))
    note = view.locale.gettext("PyTorch 的另一篇文章") if release.announcement else ""
    return DigestLine(view.feature_link(feature.lifecycle), view.notices(feature.notices), said=said, note=note)


def _announced(announcement: Announcement, feature: Feature, view: View) -> DigestLine:
    name_here = view.locale.feature_name(announcement, feature)
    name, summary = counterpart(announcement, feature, view)
    return DigestLine(
        PageLink(name_here, view.place_url(announcement, feature.id)),
        view.notices(notice.notice for notice in feature.notices),
        view.locale.summary(announcement, feature),
        Counterpart(
            counterpart_lang(announcement, view),
            name or view.other.feature_name(announcement, feature),
            not name,
            summary,
        )
        if name or summary
        else None,
    )
