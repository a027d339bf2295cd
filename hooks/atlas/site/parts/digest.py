"""The digest of a release: its features by state, with a sentence about each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.history.lifecycle import ReleaseFeature
from atlas.history.release import Release
from atlas.history.statements import RecordPassage, Statement
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.stability import DEPRECATED, REMOVED
from atlas.site.parts.body import counterpart, counterpart_lang
from atlas.site.parts.citations import Citation
from atlas.site.paths import state_anchor
from atlas.site.view import PageLink, View

MAX_WITHOUT_AREAS = 15  # lines of a group; more are grouped by area


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
    """A feature with a sentence about it, the quotes of a record, or both.

    - ``counterpart``: the line in the other language; None if it is the same.
    - ``citations``: the sources of a record, some with a quote.
    - ``note``: a remark on where the quotes come from.
    - ``successors``: what took the place of a feature that the release removes or deprecates.
    """

    link: PageLink
    notices: Markup
    summary: str | Markup = ""
    counterpart: Counterpart | None = None
    citations: tuple[Citation, ...] = ()
    note: str = ""
    successors: tuple[PageLink, ...] = ()


@dataclass(frozen=True)
class DigestPart:
    """Features of a group: those whose first area has the name ``area``, or all of them, where that is empty.

    ``id`` is that of the area within the page.
    """

    area: str
    lines: tuple[DigestLine, ...]
    id: str = ""


@dataclass(frozen=True)
class DigestGroup:
    """The features of which a release states the same (``state``); or news, where that and ``id`` are empty.

    ``note``: a sentence on words of levels in quotes that state none; empty without any.
    """

    title: str | Markup
    parts: tuple[DigestPart, ...]
    state: str = ""
    id: str = ""  # within the page
    note: str = ""

    @property
    def count(self) -> int:
        """The number of features."""
        return sum(len(part.lines) for part in self.parts)


def digest(release: Release, view: View) -> tuple[DigestGroup, ...]:
    """Return a release's features in the order of states, then news."""
    return tuple(_groups(release, view))


def _groups(release: Release, view: View) -> Iterator[DigestGroup]:
    for state, features in release.features_by_state:
        parts = tuple(_parts(state, features, release, view))
        yield DigestGroup(view.badge(state), parts, state, state_anchor(state), _note(state, features, view))
    announcement = release.announcement
    if announcement and announcement.news:
        news = tuple(_announced(announcement, feature, (), view) for feature in announcement.news)
        yield DigestGroup(view.locale.gettext("Other news"), (DigestPart("", news),))


def _parts(state: str, features: tuple[ReleaseFeature, ...], release: Release, view: View) -> Iterator[DigestPart]:
    """Yield the features of a state, by area if they are many and none has a place in an announcement."""
    if len(features) <= MAX_WITHOUT_AREAS or any(feature.announcement_passage for feature in features):
        yield DigestPart("", tuple(_line(feature, release, view) for feature in features))
        return
    for area in view.collection.areas:
        lines = tuple(_line(each, release, view) for each in features if each.lifecycle.areas[0] == area.id)
        if lines:
            yield DigestPart(area.name.of(view.locale.language), lines, state_anchor(state, area.id))


def _note(state: str, features: Iterable[ReleaseFeature], view: View) -> str:
    """Return a sentence on the words of levels in quotes of features without a level; empty if there are none."""
    if state != view.knowledge.stability.no_level:
        return ""
    statements = [statement for feature in features for statement in feature.statements]
    named = dict.fromkeys(level for statement in statements for level in _uncounted(statement, view))
    _ = view.locale.gettext
    locale = view.locale
    words = _(", ").join(_("“%(word)s”") % {"word": locale.state_in_sentence(level)} for level in named)
    text = _(
        "In the quotes below, %(words)s describes and states no level: PyTorch does not use it as one in this period."
    )
    return text % {"words": words} if words else ""


def _uncounted(statement: Statement, view: View) -> Iterator[str]:
    """Yield the levels whose words are in a record's quote that states no level, as none was one at the time."""
    if not statement.level and isinstance(statement.passage, RecordPassage):
        yield from view.knowledge.stability.out_of_era(statement.quote, statement.version)


def _line(feature: ReleaseFeature, release: Release, view: View) -> DigestLine:
    if passage := feature.announcement_passage:
        return _announced(passage.announcement, passage.feature, feature.other_notices, view)
    registered = feature.lifecycle.registered
    is_going = any(map(_says_it_goes, feature.statements))
    passages = (statement.passage for statement in feature.statements)
    is_announced = any(isinstance(passage, RecordPassage) and passage.is_announcement for passage in passages)
    return DigestLine(
        view.feature_link(feature.lifecycle),
        view.notices(feature.other_notices),
        view.texts.about(registered) if registered and not is_going else "",
        citations=tuple(
            Citation(statement.quote if _is_quoted(statement, cited, registered, view) else "", cited.url, cited.lang)
            for statement in feature.statements
            if isinstance(cited := statement.passage, RecordPassage)
        ),
        note=view.locale.gettext("another text by PyTorch") if release.announcement and not is_announced else "",
        successors=view.successors(feature.lifecycle) if is_going else (),
    )


def _is_quoted(statement: Statement, passage: RecordPassage, registered: RegisteredFeature | None, view: View) -> bool:
    """Return whether to show the quote of a record.

    It is shown if no sentence that sums up its text says what the feature is, if it removes or deprecates the feature,
    or if it has words of a level that it does not state.
    """
    is_summed_up = registered is not None and view.knowledge.about_url(registered) == passage.url
    return not is_summed_up or _says_it_goes(statement) or any(_uncounted(statement, view))


def _says_it_goes(statement: Statement) -> bool:
    """Return whether a statement removes or deprecates its feature."""
    return statement.level == REMOVED or statement.notice == DEPRECATED


def _announced(
    announcement: Announcement, feature: AnnouncedFeature, notices: tuple[str, ...], view: View
) -> DigestLine:
    name = view.texts.feature_name(announcement, feature)
    return DigestLine(
        PageLink(name, view.place_url(announcement, feature.id)),
        view.notices(notices),
        view.texts.summary(announcement, feature),
        _counterpart(announcement, feature, view),
    )


def _counterpart(announcement: Announcement, feature: AnnouncedFeature, view: View) -> Counterpart | None:
    name, summary = counterpart(announcement, feature, view)
    if not name and not summary:
        return None
    return Counterpart(
        lang=counterpart_lang(announcement, view),
        name=name or view.other_texts.feature_name(announcement, feature),
        is_same_name=not name,
        summary=summary,
    )
