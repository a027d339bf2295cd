"""Cleaning: an ordered tuple of named passes, each Document → Document and what it changed.

Order matters and is the whole design: facts and boilerplate leave first, while the text is still the
seed's own; then structure; then inline markup; wording and spacing last. Running all passes on their
own result changes nothing. Passes of wording keep every block in its place. A few are for one language:
mistranslations, Chinese punctuation and italics that Chinese type lacks are no faults of English text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from atlas.clean import code, invisible, markers, publishers, structure, wording
from atlas.core.changes import Change
from atlas.core.languages import Language
from atlas.document.nodes import Document, Fact
from atlas.knowledge.load import Knowledge
from atlas.sources.seed import Seed

Pass = Callable[[Document, Knowledge], tuple[Document, list[Change]]]

STRUCTURE: tuple[tuple[str, Pass], ...] = (
    ("invisible-characters", invisible.drop_invisible),
    ("bare-addresses", publishers.link_addresses),
    ("redirects", publishers.unwrap_redirects),
    ("unsafe-links", publishers.drop_unsafe_links),
    ("line-breaks", structure.resolve_breaks),
    ("facts", publishers.lift_facts),
    ("boilerplate", publishers.drop_boilerplate),
    ("images", publishers.drop_images),
    ("empty-blocks", structure.drop_empty),
    ("title", structure.set_title),
    ("bold-headings", structure.promote_bold),
    ("heading-markup", structure.unwrap_heading_markup),
    ("heading-levels", structure.nest_headings),
    ("markers", markers.take_markers),
)
WORDING: tuple[tuple[str, Pass], ...] = (
    ("emphasis-edges", code.trim_emphasis),
    ("glossary", wording.apply_glossary),
    ("code-emphasis", code.emphasis_to_code),
    ("code-names", code.mark_code),
    ("code-language", code.tag_language),
    ("code-indentation", code.reindent),
    ("typography", wording.set_typography),
    ("spaces", wording.set_spaces),
)
PASSES = STRUCTURE + WORDING
NOT_FOR: dict[Language, frozenset[str]] = {
    "zh": frozenset({"spaces"}),
    "en": frozenset({"glossary", "code-emphasis", "typography"}),
}


def clean(seed: Seed, document: Document, knowledge: Knowledge) -> tuple[Document, tuple[Change, ...]]:
    """The document with every pass for its language applied in order, and what each of them changed."""
    facts = tuple(Fact(key, value, line) for key, value, line in seed.meta)
    document = Document(document.blocks, facts, language=seed.language)
    changes: list[Change] = []
    for name, run in PASSES:
        if name == WORDING[0][0]:
            document = replace(document, said=document.blocks)
        if name in NOT_FOR[seed.language]:
            continue
        document, found = run(document, knowledge)
        changes.extend(found)
    return document, tuple(changes)
