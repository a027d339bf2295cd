"""PhrasePatterns: the glossary's conditions, and spacing and punctuation as pairs of before and after."""

import pytest

from atlas.clean.glossary import apply_glossary
from atlas.clean.typography import typeset
from atlas.document.inline_markdown import inline_markdown, parse_inline
from atlas.document.nodes import Document, Paragraph
from atlas.document.traverse import rewrite_text
from atlas.knowledge.schema import GlossaryGroup
from atlas.knowledge.text_patterns import PhrasePatterns
from support.cases import cases
from support.checkout import ROOT

CASES = cases("wording")
PAIRS = [
    line.split(" → ")
    for line in (ROOT / "tests" / "cases" / "typography.pairs").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_typography(before, after):
    """As readers of Chinese technical text expect; typesetting twice changes nothing more."""
    typeset_once = rewrite_text(parse_inline(before), typeset)
    assert inline_markdown(typeset_once) == after
    assert rewrite_text(typeset_once, typeset) == typeset_once


@pytest.mark.parametrize(("terms", "before", "after", "edits"), CASES["glossary"])
def test_terms_are_replaced(terms, before, after, edits):
    """In any order of the terms; each replacement is recorded with its line."""
    reason = {"zh": "由", "en": "r"}

    def term_of(correction):
        to = correction["to"]
        kept = {name: value for name, value in correction.items() if name != "to"}
        return {"to": to, "en": "x", "corrections": [kept | {"reason": reason}]}

    for order in (terms, terms[::-1]):
        document = Document((Paragraph(parse_inline(before), 7),))
        group = {"id": "x", "name": {"zh": "组", "en": "Group"}, "terms": list(map(term_of, order))}
        document, recorded = apply_glossary(document, GlossaryGroup.model_validate(group).mistranslations)
        assert document.blocks[0].inlines == parse_inline(after)
        assert [(edit.before, edit.after, edit.line) for edit in recorded] == [
            (*words.split("→"), 7) for words in edits
        ]


@pytest.mark.parametrize(("words", "before", "after", "heading", "is_of_kind"), CASES["kinds"])
def test_a_heading_is_of_a_kind(words, before, after, heading, is_of_kind):
    assert PhrasePatterns(words=words, before=before, after=after).matches(heading) == is_of_kind


@pytest.mark.parametrize(("title", "subtitle"), CASES["subtitles"])
def test_a_subtitle_is_what_a_title_says_besides_the_release(knowledge, title, subtitle):
    assert knowledge.release_words.subtitle.cut(title, "2.1") == subtitle
