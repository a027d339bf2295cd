"""The registry of cleaning passes, in the order in which they run.

The order matters: harmful content (invisible characters, unsafe links) is removed first, then facts and boilerplate,
while the words are still the seed's own; structure follows, then wording and spacing. Running all passes on their own
output changes nothing. Wording passes keep every block in place. Some passes are for one language only: English text
needs no corrections of mistranslations, Chinese punctuation, or italics, which Chinese typography lacks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from atlas.clean import boilerplate, code, facts, glossary, headings, invisible, links, markers, paragraphs, typography
from atlas.core.edits import Edit
from atlas.core.languages import LANGUAGES, Language
from atlas.document.nodes import Document, Fact, Inlines, plain
from atlas.document.traverse import map_blocks, map_inlines, map_nodes, rewrite_text
from atlas.knowledge.load import Knowledge
from atlas.sources.seed import Seed


@dataclass(frozen=True)
class Pass:
    """One pass: its ``function`` takes what it is ``on``, the list of edits to append to, and what it ``needs``.

    It returns the document, or the replacement of a block or inline. On text, it only takes and returns the encoded
    words of one block; its edits are recorded under the pass's name.
    """

    name: str
    function: Callable[..., Any]
    on: Literal["document", "blocks", "inlines", "text"] = "document"
    needs: Callable[[Knowledge], object] | None = None
    languages: tuple[Language, ...] = LANGUAGES  # of the seeds to which it applies

    def run(self, document: Document, knowledge: Knowledge) -> tuple[Document, list[Edit]]:
        """Run only this pass; return the document and the edits."""
        edits: list[Edit] = []
        needed = (self.needs(knowledge),) if self.needs else ()

        def change(node: Any) -> Any:  # noqa: ANN401  a document, a block or an inline
            return self.function(node, edits, *needed)

        def change_text(inlines: Inlines, line: int) -> Inlines:
            after = rewrite_text(inlines, self.function)
            if after != inlines:
                edits.append(Edit(self.name, plain(inlines), plain(after), line))
            return after

        match self.on:
            case "document":
                document = change(document)
            case "blocks":
                document = document.with_blocks(map_blocks(document.blocks, change))
            case "inlines":
                document = map_inlines(document, lambda inlines, _: map_nodes(inlines, change))
            case "text":
                document = map_inlines(document, change_text)
        return document, edits


LINKS = (  # the pipeline runs only these on the document from which findings quote
    Pass("bare-addresses", links.link_addresses),
    Pass("redirects", links.unwrap_redirect, on="inlines", needs=lambda knowledge: knowledge.conventions.redirects),
)
STRUCTURE = (
    Pass("invisible-characters", invisible.drop_invisible),
    *LINKS,
    Pass("unsafe-links", links.drop_unsafe_link, on="inlines"),
    Pass("line-breaks", paragraphs.resolve_breaks, needs=lambda knowledge: knowledge.conventions),
    Pass("facts", facts.extract_facts, needs=lambda knowledge: knowledge.conventions),
    Pass("boilerplate", boilerplate.drop_boilerplate, needs=lambda knowledge: knowledge.conventions.boilerplate),
    Pass("images", links.replace_images, needs=lambda knowledge: knowledge.conventions.placeholder_images),
    Pass("empty-blocks", paragraphs.drop_empty),
    Pass("title", headings.set_title),
    Pass("bold-headings", headings.promote_bold, needs=lambda knowledge: knowledge.stability),
    Pass("heading-markup", headings.unwrap_markup),
    Pass("heading-levels", headings.nest_headings),
    Pass("markers", markers.extract_markers, needs=lambda knowledge: knowledge.stability),
)
WORDING = (
    Pass("emphasis-edges", typography.trim_emphasis, on="text"),
    Pass("glossary", glossary.apply_glossary, needs=lambda knowledge: knowledge.terms, languages=("zh",)),
    Pass("code-emphasis", code.emphasis_to_code, "inlines", lambda knowledge: knowledge.code.prose, languages=("zh",)),
    Pass("code-names", code.mark_code, on="inlines", needs=lambda knowledge: knowledge.code),
    Pass("code-language", code.add_language, on="blocks"),
    Pass("typography", typography.typeset, on="text", languages=("zh",)),
    Pass("spaces", typography.normalize_spaces, on="text", languages=("en",)),
)
PASSES = STRUCTURE + WORDING


def clean(seed: Seed, document: Document, knowledge: Knowledge) -> tuple[Document, tuple[Edit, ...]]:
    """Apply every pass for the seed's language in order; return the document and the edits."""
    front_matter = tuple(Fact(key, value, line) for key, value, line in seed.meta)
    document = Document(document.blocks, front_matter, language=seed.language)
    edits: list[Edit] = []
    for each in PASSES:
        if seed.language in each.languages:
            document, found = each.run(document, knowledge)
            edits += found
    return document, tuple(edits)
