"""Wording: the glossary's conditions, and spacing and punctuation as pairs of before and after."""

from dataclasses import replace

import pytest

from atlas.clean.glossary import apply_glossary
from atlas.clean.typography import typeset
from atlas.document.inline_markdown import inline_markdown, parse_inline
from atlas.document.nodes import Document, Link, Paragraph, Text
from atlas.document.traverse import rewrite_text
from atlas.knowledge.schema import Term
from atlas.knowledge.wording import Wording
from support.cases import cases
from support.checkout import ROOT
from support.samples import HEAD, inlines_of, knowledge_of, read_announcement, texts

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
    rest = {"en": "x", "reason": {"zh": "由", "en": "r"}}
    for order in (terms, terms[::-1]):
        document = Document((Paragraph(parse_inline(before), 7),))
        document, recorded = apply_glossary(document, tuple(Term.model_validate(rest | term) for term in order))
        assert document.blocks[0].inlines == parse_inline(after)
        assert [(edit.before, edit.after, edit.line) for edit in recorded] == [
            (*words.split("→"), 7) for words in edits
        ]


@pytest.mark.parametrize(("words", "before", "after", "heading", "is_of_kind"), CASES["kinds"])
def test_a_heading_is_of_a_kind(words, before, after, heading, is_of_kind):
    assert Wording(words=words, before=before, after=after).matches(heading) == is_of_kind


@pytest.mark.parametrize(("title", "subtitle"), CASES["subtitles"])
def test_a_subtitle_is_what_a_title_says_besides_the_release(title, subtitle):
    assert knowledge_of(ROOT).release_words.subtitle.cut(title, "2.1") == subtitle


def test_the_real_glossary_does_not_work_against_itself():
    """No term rewrites another's output, so cleaning twice equals cleaning once."""
    knowledge = knowledge_of(ROOT)
    for term in knowledge.terms:
        text = (Paragraph((Text(f"中文 {term.to} 中文"),), 1),)
        document, _ = apply_glossary(Document(text), knowledge.terms)
        assert apply_glossary(document, knowledge.terms) == (document, []), term.from_


UNTOUCHED = [
    (suffix, *case) for suffix, name in (("md", "markdown"), ("txt", "text")) for case in cases("untouched")[name]
]


@pytest.mark.parametrize(("suffix", "text", "kept", "why"), UNTOUCHED)
def test_nothing_is_corrected_that_was_right(tmp_path, suffix, text, kept, why):
    path = tmp_path / f"seed.{suffix}"
    path.write_text((HEAD if suffix == "md" else HEAD.replace("# ", "")) + text + "\n", encoding="utf-8")
    document = read_announcement(path, replace(knowledge_of(ROOT), errata={}))[0].document
    addresses = [link.url for link in inlines_of(document, Link)]
    assert kept in addresses or "".join(kept.split()) in "".join(texts(document).split()), why
