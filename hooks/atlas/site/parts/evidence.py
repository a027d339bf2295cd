"""The evidence of a feature's level in an announcement, as pages show it."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.document.nodes import Heading
from atlas.extract.announcement import Basis
from atlas.history.statements import AnnouncementPassage
from atlas.site.view import PageLink, View

BASES: dict[Basis, str] = {
    "marker": "marker",
    "table": "table column",
    "section": "section heading",
    "heading": "heading",
    "prose": "text",
}


@dataclass(frozen=True)
class QuotedWords:
    """A quote from a source, as corrected, and its translation if the reader needs one."""

    words: str
    lang: str
    translation: str = ""


@dataclass(frozen=True)
class ShownEvidence:
    """Where and how an announcement states a level.

    - ``basis``: the kind of evidence, in words.
    - ``line``: a link to the line of the seed.
    - ``marker``, ``column`` (the heading of a table's column) or ``quote``: the evidence itself, depending on its kind.
    - ``translation``: that of the marker or heading, if the reader needs one.
    """

    basis: str
    lang: str
    line: PageLink
    marker: str = ""
    column: str = ""
    translation: str = ""
    quote: QuotedWords | None = None


def quote(passage: AnnouncementPassage, view: View) -> QuotedWords:
    """Return the quote that an announcement states of a feature's level."""
    translation = view.texts.quote_translation(passage.announcement, passage.evidence)
    return QuotedWords(passage.evidence.quote, passage.lang, translation)


def shown_evidence(passage: AnnouncementPassage, view: View) -> ShownEvidence:
    """Return the evidence of the level that an announcement states of a feature."""
    announcement, locale = passage.announcement, view.locale
    evidence = passage.evidence
    kind: Basis = evidence.basis
    if kind == "notice":
        kind = "heading" if isinstance(evidence.host, Heading) else "prose"
    if kind in BASES:
        basis = locale.gettext(BASES[kind])
    else:
        basis = locale.gettext(
            "the announcement states no level"
            if announcement.states_levels
            else "The announcement states no levels at all"
        )
    source_line = (
        "line %(line)s of the English source"
        if announcement.seed.language == "en"
        else "line %(line)s of the Chinese source"
    )
    has_label = evidence.basis in ("marker", "table")
    return ShownEvidence(
        basis,
        announcement.seed.html_lang,
        PageLink(locale.gettext(source_line) % {"line": evidence.line}, view.line_url(announcement, evidence.line)),
        marker=evidence.stating_words if evidence.basis == "marker" else "",
        column=evidence.stating_words if evidence.basis == "table" else "",
        translation=view.texts.marker_translation(announcement, evidence.stating_words) if has_label else "",
        quote=quote(passage, view) if evidence.basis in ("section", "prose") else None,
    )


def evidence_in_words(passage: AnnouncementPassage, view: View) -> str:
    """Return the evidence as one sentence without markup: “Evidence: marker Beta, line 12 of …”."""
    _ = view.locale.gettext
    shown = shown_evidence(passage, view)
    words = [shown.basis]
    if shown.marker:
        words.append(shown.marker)
    if shown.column:
        words.append(f"“{shown.column}”")
    elif shown.quote:
        words.append(f"“{shown.quote.translation or shown.quote.words}”")
    if shown.translation:
        words.append(f"“{shown.translation}”")
    return _("Evidence: ") + " ".join(words) + view.locale.pgettext("clauses", ", ") + str(shown.line.words)
