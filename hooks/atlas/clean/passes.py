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
from atlas.core.edits import Edit, Rule
from atlas.core.languages import LANGUAGES, Language
from atlas.document.nodes import Document, Host, Inline, Inlines, plain
from atlas.document.traverse import map_inlines, map_nodes, placed, rewrite_text
from atlas.knowledge.knowledge import Knowledge

Run = Callable[[Document, list[Edit], Knowledge], Document]


@dataclass(frozen=True)
class Pass:
    """One pass: ``run`` returns the changed document and appends its edits to a list. The name is the edits' rule."""

    name: Rule
    run: Run
    languages: tuple[Language, ...] = LANGUAGES  # of the seeds to which it applies


def of_document(change: Callable[[Document, list[Edit]], Document]) -> Run:
    """Make the run of a pass from a function of the document that needs no knowledge."""
    return lambda document, edits, _: change(document, edits)


def of_inlines(change: Callable[[Inline, list[Edit], Knowledge], Inlines]) -> Run:
    """Make the run of a pass from a function that replaces each inline of the document."""

    def run(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
        def rewrite(inlines: Inlines, host: Host) -> Inlines:
            own_edits: list[Edit] = []
            after = map_nodes(inlines, lambda node: change(node, own_edits, knowledge))
            edits.extend(replace(edit, place=host.place) for edit in own_edits)
            return after

        return map_inlines(document, rewrite)

    return run


def of_texts(name: Rule, change: Callable[[str], str], languages: tuple[Language, ...] = LANGUAGES) -> Pass:
    """Make a pass from a function that changes the encoded form of a text; its edits quote the whole text."""

    def run(document: Document, edits: list[Edit], _: Knowledge) -> Document:
        def rewrite(inlines: Inlines, host: Host) -> Inlines:
            after = rewrite_text(inlines, change)
            if after != inlines:
                edits.append(Edit(name, plain(inlines), plain(after), host.line, place=host.place))
            return after

        return map_inlines(document, rewrite)

    return Pass(name, run, languages)


LINKS = (
    Pass("invisible-characters", of_document(characters.drop_invisible)),
    Pass("look-alikes", of_document(characters.replace_look_alikes)),
    Pass("other-markup", of_document(dialects.read_dialects)),
    Pass("bare-addresses", of_document(addresses.link_addresses)),
    Pass("redirects", of_inlines(addresses.unwrap_redirect)),
)
STRUCTURE = (
    Pass("line-breaks", paragraphs.resolve_breaks),
    Pass("facts", fact_lines.extract_facts),
    Pass("site-links", of_document(addresses.complete_links)),
    Pass("unsafe-links", of_document(addresses.drop_unsafe_links)),
    Pass("boilerplate", boilerplate.drop_boilerplate),
    Pass("images", addresses.replace_images),
    Pass("empty-blocks", of_document(paragraphs.drop_empty)),
    Pass("title", headings.set_title),
    Pass("bold-headings", headings.promote_bold),
    Pass("heading-markup", of_document(headings.unwrap_markup)),
    Pass("heading-levels", of_document(headings.nest_headings)),
    Pass("markers", markers.extract_markers),
)
WORDING = (
    of_texts("emphasis-edges", typography.trim_emphasis),
    Pass(
        "glossary",
        lambda document, edits, knowledge: glossary.apply_glossary(document, edits, knowledge.terms),
        ("zh",),
    ),
    Pass("code-emphasis", of_inlines(code.emphasis_to_code), ("zh",)),
    Pass("code-names", of_inlines(code.mark_code)),
    Pass("code-language", of_document(code.add_languages)),
    of_texts("typography", typography.typeset, ("zh",)),
    of_texts("spaces", typography.normalize_spaces, ("en",)),
)
PASSES = LINKS + STRUCTURE + WORDING


class Cleaned(NamedTuple):
    """A document after each group of passes: LINKS, STRUCTURE, and WORDING, which is the last; and all edits.

    Hosts of text have the same place in ``structured``, where they have the seed's words, and in ``document``.
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
                document = cleaning_pass.run(document, edits, knowledge)
        return document

    linked = run(LINKS, document)
    structured = placed(run(STRUCTURE, linked))
    return Cleaned(linked, structured, run(WORDING, structured), tuple(edits))
