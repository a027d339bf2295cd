"""The words of PyTorch that say how a feature changed."""

from __future__ import annotations

from typing import NamedTuple

from atlas.history.changes import UNDATED, ChangeKind
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.statements import AnnouncementPassage, RecordPassage, Statement
from atlas.knowledge.stability import DEPRECATED
from atlas.site.parts.evidence import quote
from atlas.site.parts.shown_statements import anchor_of
from atlas.site.view import View


class Citation(NamedTuple):
    """A quote with its source, translated if the reader needs it.

    ``lang`` is its language code, ``url`` that of its source, ``id`` its anchor on the feature's page, if it has one.
    """

    words: str
    url: str
    lang: str
    id: str = ""


def citation_of_change(kind: ChangeKind, after: Step, lifecycle: Lifecycle, view: View) -> Citation | None:
    """Return the words that remove, deprecate or supersede a feature; None for other kinds of change.

    ``after`` is the feature's step as of the later release.
    """
    if kind == "removed":
        return _citation(after.statement, lifecycle, view)
    if kind == DEPRECATED:
        return _citation(lifecycle.first_notices[DEPRECATED], lifecycle, view)
    successions = {"superseded": lifecycle.announced_succession, UNDATED: lifecycle.undated_succession}
    if succession := successions.get(kind):
        return Citation(succession.quote, succession.source, "en")
    return None


def _citation(statement: Statement, lifecycle: Lifecycle, view: View) -> Citation:
    anchor = anchor_of(statement, lifecycle)
    match statement.passage:
        case AnnouncementPassage(announcement, feature) as passage:
            quoted = quote(passage, view)
            lang = view.locale.html_lang if quoted.translation else quoted.lang
            return Citation(quoted.translation or quoted.words, view.place_url(announcement, feature.id), lang, anchor)
        case RecordPassage() as passage:
            return Citation(statement.quote, passage.url, passage.lang, anchor)
