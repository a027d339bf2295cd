"""The text of an announcement as its page shows it: blocks in both languages, with the badges of its features."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from markupsafe import Markup

from atlas.core.edits import Edit
from atlas.core.languages import HTML_LANG
from atlas.document.html_writer import Mark, Writer, unlinked
from atlas.document.nodes import Block, Document, Heading, Item, ListBlock, Paragraph, plain
from atlas.document.traverse import blocks, inlines_with_lines
from atlas.extract.announcement import Announcement, Feature
from atlas.history.description import texts
from atlas.history.statements import InAnnouncement
from atlas.site.corrections import Correction
from atlas.site.evidence import evidence_in_words
from atlas.site.view import View

_MARKUP = re.compile(r"[*`]+")
_PARALLEL = Markup('<div class="parallel" lang="{}">\n{}\n</div>')


@dataclass(frozen=True)
class BlockHeading:
    """A heading of a release page; ``label`` is its entry in the table of contents, ``badge`` that of its feature."""

    level: int
    words: Markup
    id: str
    label: str
    badge: Markup


@dataclass(frozen=True)
class FeatureNote:
    """What stands below the heading of a feature; ``history`` links to its page."""

    notices: Markup
    areas: tuple[str, ...]
    history: Markup


@dataclass(frozen=True)
class PageBlock:
    """A block of a release page: a heading, or HTML.

    ``parallel`` is the block in the other language, without ids and badges; it is empty if it does not differ, and for
    lists, where each item has its own. ``note`` is that of a heading's feature. ``corrections`` replaced words in it.
    """

    heading: BlockHeading | None
    html: Markup
    note: FeatureNote | None
    parallel: Markup
    corrections: tuple[Correction, ...]


def counterpart_lang(announcement: Announcement, view: View) -> str:
    """Return the HTML language code of an announcement's texts in the other language."""
    is_own = announcement.seed.language == view.locale.language
    return HTML_LANG[view.other.language] if is_own else announcement.seed.html_lang


def counterpart(announcement: Announcement, feature: Feature, view: View) -> tuple[Markup, Markup]:
    """Return a feature's name and description in the other language, each empty if it does not differ."""
    name = summary = Markup()
    if _differs(announcement, Paragraph(feature.title), view):
        name = view.other.feature_name(announcement, feature)
    if any(_differs(announcement, Paragraph(text), view) for text in texts(announcement, feature)):
        summary = view.other.summary(announcement, feature)
    return Markup() if name == view.locale.feature_name(announcement, feature) else name, summary


def parallel(words: Markup, announcement: Announcement, view: View) -> Markup:
    """Return a block in the other language, which is shown beside or below its own; empty without words."""
    return _PARALLEL.format(counterpart_lang(announcement, view), words) if words else Markup()


def page_blocks(announcement: Announcement, view: View) -> tuple[PageBlock, ...]:
    """Return an announcement's blocks, its title first."""
    features = {f.id: f for f in announcement.features}
    anchors = dict(announcement.anchors)
    other, names = view.other.writer(announcement), _counterpart_names(announcement, view)
    writer = replace(
        view.locale.writer(announcement),
        marks=_marks(announcement, view),
        beside=_beside(announcement, other, view),
    )
    shown: list[PageBlock] = []
    document = announcement.document.blocks
    corrections = corrections_by_block(announcement)
    for index, block in enumerate(document):
        anchor = anchors.get(index, "")
        feature = features.get(anchor) if isinstance(block, Heading) else None
        # A second heading would be in the outline of screen readers, too.
        copied: Block = Paragraph(block.inlines) if isinstance(block, Heading) else block
        is_beside = _differs(announcement, copied, view) and not isinstance(block, ListBlock)
        name = names.get(block.place, Markup()) if isinstance(block, Paragraph) else Markup()
        beside = name + Markup(other.block(copied) if is_beside else "")  # noqa: S704
        shown.append(
            PageBlock(
                heading=_heading(announcement, block, anchor, feature, view) if isinstance(block, Heading) else None,
                html=Markup("" if isinstance(block, Heading) else writer.block(block)),  # noqa: S704  escaped by the writer
                note=_note(announcement, feature, view) if feature else None,
                parallel=parallel(beside, announcement, view),
                corrections=tuple(corrections.get(index, ())),
            )
        )
    return tuple(shown)


def corrections_by_block(announcement: Announcement) -> dict[int, list[Correction]]:
    """Return the edits of words by the index of the block that they stand in: the last that begins at or above them.

    Their texts are shown without the seed's markup, which errata quote.
    """
    starts = sorted((block.line, index) for index, block in enumerate(announcement.document.blocks))
    by_block: dict[int, list[Correction]] = {}
    for edit in filter(_rewords, announcement.edits):
        above = [index for line, index in starts if line <= edit.line]
        shown = replace(edit, before=_MARKUP.sub("", edit.before), after=_MARKUP.sub("", edit.after))
        by_block.setdefault(above[-1] if above else 0, []).append(Correction.of(shown))
    return by_block


def _heading(
    announcement: Announcement, block: Heading, anchor: str, feature: Feature | None, view: View
) -> BlockHeading:
    localized = announcement.localized(block.inlines, view.locale.language)
    label = plain(localized.inlines).strip()
    words = view.locale.marked(localized, unlinked(localized.inlines))
    badge = _badge(announcement, feature, view) if feature else Markup()
    return BlockHeading(min(block.level, 6), words, anchor, label, badge)


def _note(announcement: Announcement, feature: Feature, view: View) -> FeatureNote:
    return FeatureNote(
        view.notices(notice.notice for notice in feature.notices),
        feature.areas,
        view.history_link(view.collection.lifecycle(announcement, feature)),
    )


def _badge(announcement: Announcement, feature: Feature, view: View) -> Markup:
    """Return the badge of a feature's level, which leads to the line that states it; news has no badge."""
    if feature.is_news:
        return Markup()
    source = InAnnouncement(announcement, feature, feature.removal or feature.evidence)
    mark = view.locale.level_marks[feature.level]
    title = view.locale.sentences(mark.definition, evidence_in_words(source, view))
    link = Markup('<a class="badge-link" href="{}" title="{}">{}</a>')
    return link.format(view.line_url(announcement, source.evidence.line), title, mark.badge(is_explained=False))


def _name(name: Markup, feature: Feature) -> Markup:
    """Return the name before a paragraph that tells of it; news does not look like the paragraph's heading."""
    return Markup("<small>{}</small>").format(name) if feature.is_news else name


def _counterpart_names(announcement: Announcement, view: View) -> dict[int, Markup]:
    """Return the names in the other language of features that stand in paragraphs, by the paragraph's place."""
    carried = ((announcement.host(feature), feature) for feature in announcement.features)
    in_paragraphs = ((node, feature) for node, feature in carried if isinstance(node, Paragraph))
    return {
        node.place: Markup('<p class="feature-name">{}</p>').format(_name(name, feature))
        for node, feature in in_paragraphs
        if (name := counterpart(announcement, feature, view)[0])
    }


def _beside(announcement: Announcement, other: Writer, view: View) -> Callable[[Item | Block], str]:
    """Return what gives the other language's text of an item's first paragraph, or of a block in an item."""

    def beside(node: Item | Block) -> str:
        match node:
            case Item(blocks=(Paragraph() as paragraph, *_)):
                is_shown, words = _differs(announcement, paragraph, view), other.words(paragraph.inlines)
            case Item() | ListBlock():  # a list's items have their own
                return ""
            case _:
                is_shown, words = _differs(announcement, node, view), other.block(node)
        return str(parallel(Markup(words), announcement, view)) if is_shown else ""  # noqa: S704

    return beside


def _marks(announcement: Announcement, view: View) -> dict[int, tuple[Mark, ...]]:
    """Return the marks of items, cells and paragraphs in which features stand, by their places."""
    marks: dict[int, tuple[Mark, ...]] = {}
    taken = {anchor for _, anchor in announcement.anchors}
    for feature in announcement.features:
        if feature.id not in taken:
            host = announcement.host(feature)
            badges = _badges(announcement, feature, view)
            if isinstance(host, Paragraph):  # items and cells are named by their own words
                name = _name(view.locale.feature_name(announcement, feature), feature)
                lead = Markup('<span class="feature-lead"><strong class="feature-name">{}</strong> {}</span>')
                badges = lead.format(name, badges)
            marks[host.place] = (*marks.get(host.place, ()), Mark(feature.id, str(badges)))
    return marks


def _badges(announcement: Announcement, feature: Feature, view: View) -> Markup:
    """Return what stands before the words of a feature: its level, notices and history."""
    return Markup().join(
        (
            _badge(announcement, feature, view),
            view.notices(notice.notice for notice in feature.notices),
            view.history_link(view.collection.lifecycle(announcement, feature)),
        )
    )


def _differs(announcement: Announcement, block: Block, view: View) -> bool:
    """Return whether a block has a text that differs between the languages; untranslated ones do not."""
    texts = (inlines for inner in blocks(Document((block,))) for inlines, _ in inlines_with_lines(inner))
    own, other = view.locale.language, view.other.language
    return any(
        announcement.localized(text, own).inlines != announcement.localized(text, other).inlines for text in texts
    )


def _rewords(edit: Edit) -> bool:
    return edit.effect == "wording" and edit.before != edit.after
