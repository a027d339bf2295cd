"""The registry of cleaning passes, in the order in which they run.

The order matters, in four groups:

LINKS: single characters, the markup of other site generators, and URLs. Suspicious links are searched for in the
result.
EDGES: facts, boilerplate, and blocks without words, which are recognized by the seed's unchanged words. What one of
these drops at the start or end of a text may uncover something for another: they run until none drops a block.
STRUCTURE: headings and markers.
WORDING: words and spacing. No block is added, removed or moved.

Running all passes on their own output changes nothing. Some passes apply to seeds in one language only: English seeds
need no correction of mistranslations or of Chinese punctuation, and keep their italics.
"""

from collections.abc import Callable
from dataclasses import dataclass
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
from atlas.core.edits import EMPTY_BLOCKS, INVISIBLE_CHARACTERS, OTHER_MARKUP, Edit, Edited, Rule
from atlas.core.languages import LANGUAGES, Language
from atlas.document.nodes import Document
from atlas.document.traverse import number_hosts
from atlas.knowledge.knowledge import Knowledge


@dataclass(frozen=True)
class Pass:
    """One pass: ``run`` returns the changed document and its edits, most of which have the rule ``rule``."""

    rule: Rule
    run: Callable[[Document, Knowledge], Edited[Document]]
    languages: tuple[Language, ...] = LANGUAGES  # the languages of the seeds to which the pass applies


LINKS = (
    Pass(INVISIBLE_CHARACTERS, characters.drop_invisible),
    Pass(characters.LOOK_ALIKE_CHARACTERS, characters.replace_look_alikes),
    Pass(OTHER_MARKUP, dialects.read_dialects),
    Pass(addresses.BARE_ADDRESSES, addresses.link_addresses),
    Pass(addresses.REDIRECTS, addresses.unwrap_redirects),
)
EDGES = (
    Pass(paragraphs.LINE_BREAKS, paragraphs.resolve_breaks),
    Pass(fact_lines.FACTS, fact_lines.move_facts),
    Pass(addresses.SITE_LINKS, addresses.complete_links),
    Pass(addresses.UNSAFE_LINKS, addresses.drop_unsafe_links),
    Pass(fact_lines.BOILERPLATE, boilerplate.drop_boilerplate),
    Pass(addresses.IMAGES, addresses.replace_images),
    Pass(EMPTY_BLOCKS, paragraphs.drop_empty),
)
STRUCTURE = (
    Pass(headings.TITLE, headings.set_title),
    Pass(headings.BOLD_HEADINGS, headings.promote_bold),
    Pass(headings.HEADING_MARKUP, headings.unwrap_markup),
    Pass(headings.HEADING_LEVELS, headings.nest_headings),
    Pass(markers.MARKERS, markers.move_markers),
)
WORDING = (
    Pass(typography.EMPHASIS_EDGES, typography.tidy_emphasis),
    Pass(glossary.GLOSSARY, glossary.unify_terms, ("zh",)),
    Pass(code.CODE_EMPHASIS, code.emphasis_to_code, ("zh",)),
    Pass(code.CODE_NAMES, code.mark_code),
    Pass(code.CODE_LANGUAGE, code.add_languages),
    Pass(typography.TYPOGRAPHY, typography.typeset_chinese, ("zh",)),
    Pass(typography.SPACES, typography.tidy_spaces, ("en",)),
)
PASSES = LINKS + EDGES + STRUCTURE + WORDING


class Cleaned(NamedTuple):
    """A document after each group of passes, and the edits of all passes.

    ``after_links`` is the document after LINKS, ``after_structure`` after STRUCTURE, and ``document`` after WORDING.
    The last two have the same nodes with the same ``host_index``; only the words differ.
    """

    after_links: Document
    after_structure: Document
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

    after_links = run(LINKS, document)
    document, count = run(EDGES, after_links), None
    while count is None or len(document.blocks) < count:
        count = len(document.blocks)
        document = run(EDGES, document)
    after_structure = number_hosts(run(STRUCTURE, document))
    return Cleaned(after_links, after_structure, run(WORDING, after_structure), tuple(edits))
