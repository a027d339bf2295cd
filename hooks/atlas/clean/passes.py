"""The registry of cleaning passes, in the order in which they run.

The order matters, in three groups:

LINKS: single characters, the markup of other site generators, addresses. Findings about links quote the result.
STRUCTURE: facts and boilerplate, while the words are still the seed's own, then blocks and headings.
WORDING: words and spacing; every block stays in place.

Running all passes on their own output changes nothing. Some are for seeds in one language: English ones need no
corrections of mistranslations and of Chinese punctuation, and keep their italics.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from atlas.clean import (
    addresses,
    boilerplate,
    characters,
    code,
    dialects,
    fact_lines,
    glossary,
    headings,
    markers,
    paragraphs,
    typography,
)
from atlas.core.edits import EMPTY_BLOCKS, INVISIBLE_CHARACTERS, OTHER_MARKUP, Edit, Rule
from atlas.core.languages import LANGUAGES, Language
from atlas.document.nodes import Document, Host, Inline, Inlines, plain
from atlas.document.traverse import map_inlines, map_nodes, placed, rewrite_text
from atlas.knowledge.knowledge import Knowledge

Run = Callable[[Document, Knowledge], tuple[Document, list[Edit]]]


@dataclass(frozen=True)
class Pass:
    """One pass: ``run`` returns the changed document and its edits, most of them by ``rule``."""

    rule: Rule
    run: Run
    languages: tuple[Language, ...] = LANGUAGES  # of the seeds to which it applies


def of_document(change: Callable[[Document], tuple[Document, list[Edit]]]) -> Run:
    """Make the run of a pass from a function of the document that needs no knowledge."""
    return lambda document, _: change(document)


def of_inlines(change: Callable[[Inline, Knowledge], tuple[Inlines, list[Edit]]]) -> Run:
    """Make the run of a pass from a function that replaces each inline of the document."""

    def run(document: Document, knowledge: Knowledge) -> tuple[Document, list[Edit]]:
        edits: list[Edit] = []

        def rewrite(node: Inline, host: Host) -> Inlines:
            after, node_edits = change(node, knowledge)
            edits.extend(replace(edit, place=host.place) for edit in node_edits)
            return after

        changed = map_inlines(document, lambda inlines, host: map_nodes(inlines, lambda node: rewrite(node, host)))
        return changed, edits

    return run


def of_texts(rule: Rule, change: Callable[[str], str], languages: tuple[Language, ...] = LANGUAGES) -> Pass:
    """Make a pass from a function that changes the encoded form of a text; its edits quote the whole text."""

    def run(document: Document, _: Knowledge) -> tuple[Document, list[Edit]]:
        edits: list[Edit] = []

        def rewrite(inlines: Inlines, host: Host) -> Inlines:
            after = rewrite_text(inlines, change)
            if after != inlines:
                edits.append(Edit(rule, plain(inlines), plain(after), host.line, place=host.place))
            return after

        return map_inlines(document, rewrite), edits

    return Pass(rule, run, languages)


LINKS = (
    Pass(INVISIBLE_CHARACTERS, of_document(characters.drop_invisible)),
    Pass(characters.LOOK_ALIKE_CHARACTERS, of_document(characters.replace_look_alikes)),
    Pass(OTHER_MARKUP, of_document(dialects.read_dialects)),
    Pass(addresses.BARE_ADDRESSES, of_document(addresses.link_addresses)),
    Pass(addresses.REDIRECTS, of_inlines(addresses.unwrap_redirect)),
)
STRUCTURE = (
    Pass(paragraphs.LINE_BREAKS, paragraphs.resolve_breaks),
    Pass(fact_lines.FACTS, fact_lines.extract_facts),
    Pass(addresses.SITE_LINKS, of_document(addresses.complete_links)),
    Pass(addresses.UNSAFE_LINKS, of_document(addresses.drop_unsafe_links)),
    Pass(fact_lines.BOILERPLATE, boilerplate.drop_boilerplate),
    Pass(addresses.IMAGES, addresses.replace_images),
    Pass(EMPTY_BLOCKS, of_document(paragraphs.drop_empty)),
    Pass(headings.TITLE, headings.set_title),
    Pass(headings.BOLD_HEADINGS, headings.promote_bold),
    Pass(headings.HEADING_MARKUP, of_document(headings.unwrap_markup)),
    Pass(headings.HEADING_LEVELS, of_document(headings.nest_headings)),
    Pass(markers.MARKERS, markers.extract_markers),
)
WORDING = (
    of_texts(typography.EMPHASIS_EDGES, typography.trim_emphasis),
    Pass(
        glossary.GLOSSARY,
        lambda document, knowledge: glossary.apply_glossary(document, knowledge.mistranslations),
        ("zh",),
    ),
    Pass(code.CODE_EMPHASIS, of_inlines(code.emphasis_to_code), ("zh",)),
    Pass(code.CODE_NAMES, of_inlines(code.mark_code)),
    Pass(code.CODE_LANGUAGE, of_document(code.add_languages)),
    of_texts(typography.TYPOGRAPHY, typography.typeset, ("zh",)),
    of_texts(typography.SPACES, typography.normalize_spaces, ("en",)),
)
PASSES = LINKS + STRUCTURE + WORDING


class Cleaned(NamedTuple):
    """A document after each group of passes: LINKS, STRUCTURE, and WORDING, which is the last; and all edits.

    Hosts of text have the same place in ``structured``, where only errata corrected their words, and in ``document``.
    """

    linked: Document
    structured: Document
    document: Document
    edits: tuple[Edit, ...]


def clean(document: Document, knowledge: Knowledge) -> Cleaned:
    """Apply every pass for the document's language, in order."""
    edits: list[Edit] = []

    def run(passes: tuple[Pass, ...], document: Document) -> Document:
        for cleaning_pass in passes:
            if document.language in cleaning_pass.languages:
                document, own_edits = cleaning_pass.run(document, knowledge)
                edits.extend(own_edits)
        return document

    linked = run(LINKS, document)
    structured = placed(run(STRUCTURE, linked))
    return Cleaned(linked, structured, run(WORDING, structured), tuple(edits))
