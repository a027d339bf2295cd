"""What an announcement states about a feature's level, and where it says so."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.extract.announcement import Basis
from atlas.history.statements import InAnnouncement
from atlas.site.view import PageLink, View

BASES: dict[Basis, str] = {"marker": "标记", "table": "表格列", "section": "所属章节", "prose": "正文"}


@dataclass(frozen=True)
class QuotedWords:
    """Words of a source, as corrected, and their translation if they need one."""

    words: str
    lang: str
    translation: str = ""


@dataclass(frozen=True)
class EvidenceShown:
    """Where an announcement states a level: ``basis`` in words, then a marker, a column's heading or a quote.

    ``translation`` is that of the marker or heading, if the reader needs one; ``line`` leads to the seed's line.
    """

    basis: str
    lang: str
    line: PageLink
    marker: str = ""
    column: str = ""
    translation: str = ""
    quote: QuotedWords | None = None


def quote(source: InAnnouncement, view: View) -> QuotedWords:
    """Return the words of a passage."""
    translation = view.locale.quote_translation(source.announcement, source.evidence)
    return QuotedWords(source.evidence.quote, source.announcement.seed.html_lang, translation)


def evidence(source: InAnnouncement, view: View) -> EvidenceShown:
    """Return where a passage states a level."""
    announcement, locale = source.announcement, view.locale
    passage = source.evidence
    if passage.basis in BASES:
        basis = locale.gettext(BASES[passage.basis])
    elif passage.basis == "heading":
        basis = locale.pgettext("basis", "标题")
    else:
        basis = locale.gettext("公告没有说明级别" if announcement.states_levels else "整篇公告都没有说明级别")
    source_line = "英文源文件第 %(line)s 行" if announcement.seed.language == "en" else "中文源文件第 %(line)s 行"
    has_label = passage.basis in ("marker", "table")
    return EvidenceShown(
        basis,
        announcement.seed.html_lang,
        PageLink(locale.gettext(source_line) % {"line": passage.line}, view.line_url(announcement, passage.line)),
        marker=passage.label if passage.basis == "marker" else "",
        column=passage.label if passage.basis == "table" else "",
        translation=locale.marker_translation(announcement, passage.label) if has_label else "",
        quote=quote(source, view) if passage.basis in ("section", "prose") else None,
    )


def evidence_in_words(source: InAnnouncement, view: View) -> str:
    """Return where a passage states a level, as one sentence without markup."""
    _, shown = view.locale.gettext, evidence(source, view)
    quoted = shown.column or (shown.quote.translation or shown.quote.words if shown.quote else "")
    stated = [
        shown.basis,
        shown.marker,
        f"“{quoted}”" if quoted else "",
        f"“{shown.translation}”" if shown.translation else "",
    ]
    return _("依据：") + " ".join(filter(None, stated)) + _("，") + str(shown.line.words)
