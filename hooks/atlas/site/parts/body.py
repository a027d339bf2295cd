"""The text of an announcement as its page shows it: blocks in both languages, with the badges of its features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from markupsafe import Markup

from atlas.core.languages import HTML_LANG
from atlas.document.html_writer import Opening, Writer, unlinked
from atlas.document.nodes import Block, Document, Heading, Inlines, Item, ListBlock, Paragraph, plain
from atlas.document.traverse import all_blocks, inlines_with_lines
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import AnnouncementPassage
from atlas.site.parts.evidence import evidence_in_words
from atlas.site.parts.shown_edits import ShownEdit, rewordings
from atlas.site.view import View
from atlas.site.words.description import body_texts

_PARALLEL = Markup('<div class="parallel" lang="{}">\n{}\n</div>')


@dataclass(frozen=True)
class BlockHeading:
    """A heading of a release page.

    ``label`` is its text in the table of contents. ``badge`` is the level of the feature that the heading names, or
    empty.
    """

    level: int
    words: Markup
    id: str
    label: str
    badge: Markup


@dataclass(frozen=True)
class HeadingNote:
    """What stands below the heading of a feature; ``history`` is a link to the page of the feature."""

    notices: Markup
    areas: tuple[str, ...]
    history: Markup


@dataclass(frozen=True)
class PageBlock:
    """A block of a release page: either ``heading`` or ``html``.

    - ``note``: for a heading that names a feature.
    - ``parallel``: the block in the other language, without ids and badges. It is empty if the languages do not differ,
      and for a list, whose items have their own parallel texts.
    - ``edits``: those that replaced words of this block.
    """

    heading: BlockHeading | None
    html: Markup
    note: HeadingNote | None
    parallel: Markup
    edits: tuple[ShownEdit, ...]


def counterpart_lang(announcement: Announcement, view: View) -> str:
    """Return the HTML language code of an announcement's texts in the other language."""
    is_own = announcement.seed.language == view.locale.language
    return HTML_LANG[view.other.language] if is_own else announcement.seed.html_lang


def counterpart(announcement: Announcement, feature: AnnouncedFeature, view: View) -> tuple[Markup, Markup]:
    """Return a feature's name and summary in the other language; each is empty if the languages do not differ."""
    name = summary = Markup()
    if _differs(announcement, Paragraph(feature.title), view):
        other_name = view.other_texts.feature_name(announcement, feature)
        name = other_name if other_name != view.texts.feature_name(announcement, feature) else Markup()
    if any(_differs(announcement, Paragraph(text), view) for text in body_texts(feature)):
        summary = view.other_texts.summary(announcement, feature)
    return name, summary


def parallel(words: Markup, announcement: Announcement, view: View) -> Markup:
    """Return HTML of the other language, ``words``, in the frame that stands beside the block; empty without words."""
    return _PARALLEL.format(counterpart_lang(announcement, view), words) if words else Markup()


def page_blocks(announcement: Announcement, view: View) -> tuple[PageBlock, ...]:
    """Return the blocks of an announcement's page. The first is its title."""
    anchors = dict(announcement.anchors)
    names = _counterpart_names(announcement, view)
    edits = rewordings(announcement)
    other_writer = view.other_texts.writer(announcement)
    openings, beside = _openings(announcement, view), _beside(announcement, other_writer, view)
    writer = replace(view.texts.writer(announcement), openings=openings, beside=beside)
    page_blocks: list[PageBlock] = []
    for index, block in enumerate(announcement.document.blocks):
        name = names.get(block.host_index, Markup()) if isinstance(block, Paragraph) else Markup()
        words = name + _other_text(announcement, block, other_writer, view)
        anchor = anchors.get(index, "")
        feature = announcement.features_by_heading.get(block.host_index) if isinstance(block, Heading) else None
        page_blocks.append(
            PageBlock(
                heading=_heading(announcement, block, anchor, feature, view) if isinstance(block, Heading) else None,
                html=Markup("" if isinstance(block, Heading) else writer.block(block)),  # noqa: S704  escaped by the writer
                note=_note(announcement, feature, view) if feature else None,
                parallel=parallel(words, announcement, view),
                edits=tuple(map(ShownEdit.of_words, edits.get(index, ()))),
            )
        )
    return tuple(page_blocks)


def _other_text(announcement: Announcement, block: Block, other_writer: Writer, view: View) -> Markup:
    """Return a block's HTML in the other language; empty if the languages do not differ, and for lists."""
    if isinstance(block, ListBlock):
        return Markup()
    # A heading is repeated as a paragraph, lest screen readers list it twice in their outline.
    repeated: Block = Paragraph(block.inlines) if isinstance(block, Heading) else block
    is_different = _differs(announcement, repeated, view)
    return Markup(other_writer.block(repeated) if is_different else "")  # noqa: S704  escaped by the writer


def _heading(
    announcement: Announcement, block: Heading, anchor: str, feature: AnnouncedFeature | None, view: View
) -> BlockHeading:
    localized = announcement.localized(block.inlines, view.locale.language)
    label = plain(localized.inlines).strip()
    words = view.texts.with_language_note(localized, unlinked(localized.inlines))
    badge = _badge(announcement, feature, view) if feature else Markup()
    return BlockHeading(min(block.depth, 6), words, anchor, label, badge)


def _note(announcement: Announcement, feature: AnnouncedFeature, view: View) -> HeadingNote:
    return HeadingNote(
        view.notices(notice.notice for notice in feature.notice_evidence),
        feature.areas,
        _history_link(view.collection.lifecycle(announcement, feature), view),
    )


def _badge(announcement: Announcement, feature: AnnouncedFeature, view: View) -> Markup:
    """Return the badge of the level that the text itself states, which leads to the line that does; empty for news.

    A record may state a level that the text does not. The digest of the release shows that one.
    """
    if feature.is_news:
        return Markup()
    passage = AnnouncementPassage(announcement, feature, feature.evidence)
    mark = view.locale.marks[feature.evidence.level or view.knowledge.stability.no_level]
    title = view.locale.join_sentences(mark.definition, evidence_in_words(passage, view))
    return mark.badge_link(view.line_url(announcement, passage.evidence.line), title)


def _sized_name(name: Markup, feature: AnnouncedFeature) -> Markup:
    """Return the name to show before a paragraph about a feature. That of news is small, unlike a heading."""
    return Markup("<small>{}</small>").format(name) if feature.is_news else name


def _counterpart_names(announcement: Announcement, view: View) -> dict[int, Markup]:
    """Return the names in the other language of features that stand in paragraphs, by the index of the paragraph."""
    names: dict[int, Markup] = {}
    for feature in announcement.features:
        host = announcement.host(feature)
        if isinstance(host, Paragraph):
            name, _ = counterpart(announcement, feature, view)
            if name:
                names[host.host_index] = Markup('<p class="feature-name">{}</p>').format(_sized_name(name, feature))
    return names


def _beside(announcement: Announcement, other_writer: Writer, view: View) -> Callable[[Item | Block], str]:
    """Return a function for the writer of lists: it gives the parallel text of an item, or of a block in an item.

    The parallel text of an item is that of its first paragraph.
    """

    def beside(node: Item | Block) -> str:
        match node:
            case Item(blocks=(Paragraph() as paragraph, *_)):
                is_different = _differs(announcement, paragraph, view)
                words = other_writer.words(paragraph.inlines)
            case Item() | ListBlock():  # the items of an inner list have their own
                return ""
            case _:
                is_different = _differs(announcement, node, view)
                words = other_writer.block(node)
        return str(parallel(Markup(words), announcement, view)) if is_different else ""  # noqa: S704

    return beside


def _openings(announcement: Announcement, view: View) -> dict[int, Opening]:
    """Return what the items, cells and paragraphs in which features stand begin with, by their index.

    That is the badges of the features, each with the feature's id; that of the first is on the element itself.
    """
    by_place: dict[int, Opening] = {}
    for feature in announcement.inner_features:
        host = announcement.host(feature)
        badges = _badges(announcement, feature, view)
        if isinstance(host, Paragraph):  # items and cells are named by their own words
            name = _sized_name(view.texts.feature_name(announcement, feature), feature)
            lead = Markup('<span class="feature-lead"><strong class="feature-name">{}</strong> {}</span>')
            badges = lead.format(name, badges)
        css_class = ' class="feature-item"' if isinstance(host, Item) else ""
        if first := by_place.get(feature.host_index):
            by_place[feature.host_index] = replace(first, html=f'{first.html} <span id="{feature.id}">{badges}</span>')
        else:
            by_place[feature.host_index] = Opening(f' id="{feature.id}"{css_class}', str(badges))
    return by_place


def _badges(announcement: Announcement, feature: AnnouncedFeature, view: View) -> Markup:
    """Return the badge, the notices and the history link of a feature, to put before its text."""
    return Markup().join(
        (
            _badge(announcement, feature, view),
            view.notices(notice.notice for notice in feature.notice_evidence),
            _history_link(view.collection.lifecycle(announcement, feature), view),
        )
    )


def _history_link(lifecycle: Lifecycle, view: View) -> Markup:
    """Return a link “History” to a feature's page; empty if the feature has no page."""
    if not lifecycle.has_page:
        return Markup()
    _ = view.locale.gettext
    link = Markup('<a class="history-link" href="{}">{}<span class="visually-hidden">{}{}</span></a>')
    return link.format(view.feature_url(lifecycle), _("History"), _(": "), view.texts.name_html(lifecycle))


def _differs(announcement: Announcement, block: Block, view: View) -> bool:
    """Return whether a block differs between the two languages; texts that are not translated do not differ."""

    def is_different(text: Inlines) -> bool:
        own = announcement.localized(text, view.locale.language)
        other = announcement.localized(text, view.other.language)
        return own.inlines != other.inlines

    inner_blocks = all_blocks(Document((block,)))
    return any(is_different(text) for inner in inner_blocks for text, _ in inlines_with_lines(inner))
