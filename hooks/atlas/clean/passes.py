"""The registry of cleaning passes, in the order in which they run.

The order matters. LINKS: characters, the markup of other engines, addresses; findings about links quote the result.
STRUCTURE: facts and boilerplate, while the words are still the seed's own, then blocks and headings. WORDING: words and
spacing; every block stays in place. Running all passes on their own output changes nothing. Some are for one language
only: English text needs no corrections of mistranslations, Chinese punctuation, or italics.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from atlas.clean import (
    boilerplate,
    code,
    dialects,
    facts,
    glossary,
    headings,
    invisible,
    links,
    markers,
    paragraphs,
    typography,
)
from atlas.core.edits import Edit
from atlas.core.languages import LANGUAGES, Language
from atlas.document.nodes import Block, Document, Inline, Inlines, plain
from atlas.document.traverse import map_blocks, map_inlines, map_nodes, rewrite_text
from atlas.knowledge.load import Knowledge

Run = Callable[[Document, list[Edit], Knowledge], Document]


@dataclass(frozen=True)
class Pass:
    """One pass: ``run`` returns the document, and appends its edits to the list. Its name is that of a rule."""

    name: str
    run: Run
    languages: tuple[Language, ...] = LANGUAGES  # of the seeds to which it applies


def of_blocks(change: Callable[[Block, list[Edit]], tuple[Block, ...]]) -> Run:
    """Make a pass that replaces every block."""
    return lambda document, edits, _: document.with_blocks(
        map_blocks(document.blocks, lambda block: change(block, edits))
    )


def of_inlines(change: Callable[[Inline, list[Edit], Knowledge], Inlines]) -> Run:
    """Make a pass that replaces every inline."""
    return lambda document, edits, knowledge: map_inlines(
        document, lambda inlines, _: map_nodes(inlines, lambda node: change(node, edits, knowledge))
    )


def of_texts(name: str, change: Callable[[str], str], languages: tuple[Language, ...] = LANGUAGES) -> Pass:
    """Make a pass that changes the encoded words of every text; the edits are whole texts."""

    def run(document: Document, edits: list[Edit], _: Knowledge) -> Document:
        def rewrite(inlines: Inlines, line: int) -> Inlines:
            after = rewrite_text(inlines, change)
            if after != inlines:
                edits.append(Edit(name, plain(inlines), plain(after), line))
            return after

        return map_inlines(document, rewrite)

    return Pass(name, run, languages)


LINKS = (
    Pass("invisible-characters", lambda document, edits, _: invisible.drop_invisible(document, edits)),
    Pass("look-alikes", lambda document, edits, _: invisible.replace_look_alikes(document, edits)),
    Pass("other-markup", lambda document, edits, _: dialects.read_dialects(document, edits)),
    Pass("bare-addresses", lambda document, edits, _: links.link_addresses(document, edits)),
    Pass(
        "redirects",
        of_inlines(lambda node, edits, knowledge: links.unwrap_redirect(node, edits, knowledge.conventions.redirects)),
    ),
)
STRUCTURE = (
    Pass("line-breaks", paragraphs.resolve_breaks),
    Pass("facts", lambda document, edits, knowledge: facts.extract_facts(document, edits, knowledge.conventions)),
    Pass("site-links", lambda document, edits, _: links.complete_links(document, edits)),
    Pass("unsafe-links", lambda document, edits, _: links.drop_unsafe_links(document, edits)),
    Pass(
        "boilerplate",
        lambda document, edits, knowledge: boilerplate.drop_boilerplate(
            document, edits, knowledge.conventions.boilerplate
        ),
    ),
    Pass(
        "images",
        lambda document, edits, knowledge: links.replace_images(document, edits, knowledge.conventions),
    ),
    Pass("empty-blocks", lambda document, edits, _: paragraphs.drop_empty(document, edits)),
    Pass("title", lambda document, edits, _: headings.set_title(document, edits)),
    Pass(
        "bold-headings", lambda document, edits, knowledge: headings.promote_bold(document, edits, knowledge.stability)
    ),
    Pass("heading-markup", lambda document, edits, _: headings.unwrap_markup(document, edits)),
    Pass("heading-levels", lambda document, edits, _: headings.nest_headings(document, edits)),
    Pass("markers", lambda document, edits, knowledge: markers.extract_markers(document, edits, knowledge.stability)),
)
WORDING = (
    of_texts("emphasis-edges", typography.trim_emphasis),
    Pass(
        "glossary",
        lambda document, edits, knowledge: glossary.apply_glossary(document, edits, knowledge.terms),
        ("zh",),
    ),
    Pass(
        "code-emphasis",
        of_inlines(lambda node, edits, knowledge: code.emphasis_to_code(node, edits, knowledge.code.prose)),
        ("zh",),
    ),
    Pass("code-names", of_inlines(lambda node, edits, knowledge: code.mark_code(node, edits, knowledge.code))),
    Pass("code-language", of_blocks(code.add_language)),
    of_texts("typography", typography.typeset, ("zh",)),
    of_texts("spaces", typography.normalize_spaces, ("en",)),
)
PASSES = LINKS + STRUCTURE + WORDING


class Cleaned(NamedTuple):
    """A cleaned document, what it was after each group of passes, and the edits.

    Findings about links quote ``linked``. In ``structured``, each host has the words of the seed.
    """

    linked: Document
    structured: Document
    document: Document
    edits: tuple[Edit, ...]


def clean(document: Document, knowledge: Knowledge) -> Cleaned:
    """Apply every pass for the document's language, in order."""
    edits: list[Edit] = []
    results = []
    for group in (LINKS, STRUCTURE, WORDING):
        for cleaning_pass in group:
            if document.language in cleaning_pass.languages:
                document = cleaning_pass.run(document, edits, knowledge)
        results.append(document)
    linked, structured, worded = results
    return Cleaned(linked, structured, worded, tuple(edits))
