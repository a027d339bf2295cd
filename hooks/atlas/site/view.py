"""What templates ask of the page they render: URLs, and the body of a release in both languages."""

import html
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from atlas.core.edits import Edit
from atlas.core.languages import HTML_LANG
from atlas.document.html_writer import Mark, Writer, escape_markdown, heading_markdown
from atlas.document.nodes import Block, Document, Heading, ListBlock, Paragraph, plain
from atlas.document.traverse import blocks, inlines_with_lines
from atlas.extract.announcement import Announcement, Feature
from atlas.history.description import texts
from atlas.site.corrections import Correction
from atlas.site.locale import Locale
from atlas.site.page import path_of


@dataclass(frozen=True)
class PageHeading:
    """A heading of a release page; ``label`` is its entry in the table of contents."""

    level: int
    words: Markup
    id: str
    label: Markup


@dataclass(frozen=True)
class PageBlock:
    """A block of a release page: a heading, or HTML.

    ``feature`` is that of a heading. ``parallel`` is the block in the other language, without ids and badges; it is
    empty if it does not differ, and for lists, where each item has its own. ``corrections`` replaced words in it.
    """

    heading: PageHeading | None
    html: Markup
    feature: Feature | None
    parallel: Markup
    corrections: tuple[Correction, ...]


class View:
    """A page in the first of ``locales``, with parallel texts in the second."""

    def __init__(self, locales: tuple[Locale, Locale], base: str, uri: str, macro: Callable[[str], Any]) -> None:
        self._locale, self._other = locales
        self._base = base
        self._path = path_of(uri)
        self._macro = macro  # gets a macro of macros.html, for what the writer places inside blocks
        self.trusted: list[str] = []  # pictures and forms of the templates, which the sanitizer keeps

    def href(self, path: str, anchor: str = "") -> str:
        """Return the relative URL of the page at ``path``, which may end in an anchor: releases/2.1/#fx.

        The URL of a place on the page itself has no path, so that it keeps the query.
        """
        path, _, ending = path.partition("#")
        relative = self._relative(path)
        return f"{relative}#{anchor or ending}" if anchor or ending else relative or "./"

    def escape_markdown(self, words: str) -> Markup:
        """Escape words for a Markdown heading."""
        return Markup(escape_markdown(str(Markup.escape(words))))  # noqa: S704

    def counterpart_lang(self, release: Announcement) -> str:
        """Return the HTML language code of a release's texts in the other language."""
        is_own = release.seed.language == self._locale.language
        return HTML_LANG[self._other.language] if is_own else release.seed.html_lang

    def counterpart(self, release: Announcement, feature: Feature) -> tuple[Markup, Markup]:
        """Return a feature's name and description in the other language, each empty if it does not differ."""
        name = summary = Markup()
        if self._differs(release, Paragraph(feature.title)):
            name = self._other.feature_name(release, feature)
        if any(self._differs(release, Paragraph(text)) for text in texts(release, feature)):
            summary = self._other.summary(release, feature)
        return Markup() if name == self._locale.feature_name(release, feature) else name, summary

    def file(self, path: str, *, shared: bool = False) -> str:
        """Return the relative URL of a file of this language, or of one that both share."""
        up = "../" if shared and self._locale.language != "zh" else ""
        return up + self._relative(path)

    def _relative(self, path: str) -> str:
        """Return a path relative to the page's folder."""
        folder, up = self._path, ""
        while not path.startswith(folder):
            folder, up = folder[: folder.rfind("/", 0, -1) + 1], f"../{up}"
        return up + path.removeprefix(folder)

    def blocks(self, release: Announcement) -> list[PageBlock]:
        """Return the release's blocks, its title first."""
        features = {f.id: f for f in release.features}
        anchors = dict(release.anchors)
        other, names = self._other.writer(release), self._counterpart_names(release)
        writer = self._locale.writer(release)
        writer = replace(writer, marks=self._marks(release), parallel=self._parallel(release, other))
        out: list[PageBlock] = []
        document = release.document.blocks
        ends = (*(block.line for block in document[1:]), len(release.lines) + 1)
        for index, (block, end) in enumerate(zip(document, ends, strict=True)):
            anchor = anchors.get(index, "")
            is_heading = isinstance(block, Heading)
            # A second heading would be in the outline of screen readers, too.
            copied: Block = Paragraph(block.inlines) if isinstance(block, Heading) else block
            is_beside = self._differs(release, copied) and not isinstance(block, ListBlock)
            parallel = names.get(id(block), Markup()) + Markup(other.block(copied) if is_beside else "")  # noqa: S704
            out.append(
                PageBlock(
                    heading=self._heading(release, block, anchor) if isinstance(block, Heading) else None,
                    html=Markup("" if is_heading else writer.block(block)),  # noqa: S704  escaped by the writer
                    feature=features.get(anchor) if is_heading else None,
                    parallel=parallel,
                    corrections=tuple(
                        Correction.of(e) for e in release.edits if e.line in range(block.line, end) and _rewords(e)
                    ),
                )
            )
        return out

    def _counterpart_names(self, release: Announcement) -> dict[int, Markup]:
        """Return the names in the other language of features that paragraphs carry, by ``id()`` of the paragraph."""
        carried = ((release.host(feature), feature) for feature in release.features)
        in_paragraphs = ((node, feature) for node, feature in carried if isinstance(node, Paragraph))
        lead, named = self._macro("lead_name"), Markup('<p class="feature-name">{}</p>')
        return {
            id(node): named.format(lead(name, feature).strip())
            for node, feature in in_paragraphs
            if (name := self.counterpart(release, feature)[0])
        }

    def _parallel(self, release: Announcement, other: Writer) -> dict[int, str]:
        """Return the other language's texts of a release's lists, by the ``id()`` of items and of blocks in them."""
        parallel, lang = self._macro("parallel"), self.counterpart_lang(release)
        found: dict[int, str] = {}
        for block in blocks(release.document):
            for item in block.items if isinstance(block, ListBlock) else ():
                lead, rest = item.blocks[:1], item.blocks[1:]
                if lead and not isinstance(lead[0], Paragraph):
                    lead, rest = (), item.blocks
                parts: list[tuple[int, Block, str]] = [
                    (id(item), each, other.words(each.inlines)) for each in lead if isinstance(each, Paragraph)
                ]
                parts += [(id(each), each, other.block(each)) for each in rest if not isinstance(each, ListBlock)]
                for key, each, words in parts:
                    if words and self._differs(release, each):
                        found[key] = str(parallel(Markup(words), lang)).strip()  # noqa: S704
        return found

    def _marks(self, release: Announcement) -> dict[int, tuple[Mark, ...]]:
        """Return the marks of items, cells and paragraphs that carry features, by ``id()``."""
        marks: dict[int, tuple[Mark, ...]] = {}
        taken = {anchor for _, anchor in release.anchors}
        badge = self._macro("item_badge")
        for feature in release.features:
            if feature.id not in taken:
                host = release.host(feature)
                named = isinstance(host, Paragraph)  # items and cells are named by their own words
                mark = Mark(feature.id, str(badge(self, release, feature, named)))
                marks[id(host)] = (*marks.get(id(host), ()), mark)
        return marks

    def _differs(self, release: Announcement, block: Block) -> bool:
        """Return whether a block has a text that differs between the languages; untranslated ones do not."""
        texts = (inlines for inner in blocks(Document((block,))) for inlines, _ in inlines_with_lines(inner))
        return any(
            release.localized(t, self._locale.language).inlines != release.localized(t, self._other.language).inlines
            for t in texts
        )

    def _heading(self, release: Announcement, block: Heading, anchor: str) -> PageHeading:
        localized = release.localized(block.inlines, self._locale.language)
        label = Markup(escape_markdown(html.escape(plain(localized.inlines).strip())))  # noqa: S704
        words = self._locale.marked(localized, heading_markdown(localized.inlines))
        return PageHeading(min(block.level, 6), words, anchor, label)

    def edit_counts(self, release: Announcement) -> Iterable[tuple[str, int]]:
        """Return the number of edits by rule, in the order of the passes."""
        return Counter(edit.rule for edit in release.edits if edit.before != edit.after).items()


def _rewords(edit: Edit) -> bool:
    return edit.effect == "wording" and edit.before != edit.after
