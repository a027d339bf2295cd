"""Wording: the glossary's conditions, and spacing and punctuation as pairs of before and after."""

import pytest

from atlas.clean.glossary import apply_glossary
from atlas.clean.typography import typeset
from atlas.core.changes import Change
from atlas.document.inline_markdown import inline_markdown, parse_inline
from atlas.document.nodes import Code, Document, Emphasis, Link, Paragraph, Strong, Text, plain
from atlas.document.traverse import rewrite_text
from atlas.history.wording import own_words
from atlas.knowledge.schema import Term
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


def term(from_, to, **guards):
    return Term.model_validate({"from": from_, "to": to, "en": "x", "reason": {"zh": "由", "en": "r"}, **guards})


@pytest.fixture
def run_glossary():
    """Run the glossary pass with some terms on one paragraph; return its inlines and the changes."""

    def run_glossary(terms, *inlines):
        nodes = tuple(Text(n) if isinstance(n, str) else n for n in inlines)
        changes = []
        document = apply_glossary(Document((Paragraph(nodes, 7),)), changes, tuple(terms))
        return document.blocks[0].inlines, [(c.before, c.after, c.line) for c in changes]

    return run_glossary


@pytest.mark.parametrize(("guards", "text", "after"), CASES["guards"])
def test_guards(run_glossary, guards, text, after):
    inlines, changes = run_glossary([term("甲", "丙", **guards)], text)
    assert plain(inlines) == after
    assert len(changes) == after.count("丙")


def test_longest_first_whatever_the_order(run_glossary):
    terms = [term("张量", "A"), term("张量流", "B"), term("大张量流", "C")]
    for order in (terms, terms[::-1]):
        assert plain(run_glossary(order, "大张量流，张量流，张量")[0]) == "C，B，A"


def test_replacements_do_not_cascade(run_glossary):
    inlines, changes = run_glossary([term("甲", "乙"), term("乙", "丙")], "甲乙")
    assert plain(inlines) == "乙丙"
    assert changes == [("甲", "乙", 7), ("乙", "丙", 7)]


def test_a_term_that_is_right_already_is_no_change(run_glossary):
    assert run_glossary([term("Foo", "Foo")], "Foo") == ((Text("Foo"),), [])


def test_words_of_latin_letters_are_whole(run_glossary):
    assert (
        plain(run_glossary([term("foo", "Bar")], "foo foobar afoo foo_x 中foo中")[0]) == "Bar foobar afoo foo_x 中Bar中"
    )


def test_spaces_between_scripts_do_not_matter(run_glossary):
    for text in ("火炬 inductor", "火炬inductor", "火炬\u00a0inductor"):
        assert plain(run_glossary([term("火炬 inductor", "TorchInductor")], text)[0]) == "TorchInductor"


def test_no_words_run_together(run_glossary):
    assert plain(run_glossary([term("甲", "X")], "A甲B")[0]) == "A X B"


def test_not_in_code_nor_addresses(run_glossary):
    link = Link("https://example.org/甲", (Text("甲"),))
    inlines, changes = run_glossary([term("甲", "乙")], Code("甲"), " ", link, " ", Strong((Emphasis((Text("甲"),)),)))
    assert inlines == (Code("甲"), Text(" "), Link("https://example.org/甲", (Text("乙"),)), Text(" "), Strong((Emphasis((Text("乙"),)),)))  # fmt: skip
    assert len(changes) == 2


def test_not_across_the_edge_of_a_link(run_glossary):
    """Adjacent words that do not form a term are left alone."""
    assert plain(run_glossary([term("甲乙", "丙")], "甲", Link("https://x", (Text("乙"),)))[0]) == "甲乙"


def test_the_real_glossary_does_not_work_against_itself(known):
    """No term rewrites another's output, so cleaning twice equals cleaning once."""
    for found in known.terms:
        text = (Paragraph((Text(f"中文 {found.to} 中文"),), 1),)
        document = apply_glossary(Document(text), [], known.terms)
        assert apply_glossary(document, [], known.terms) == document, found.from_


EDITS = {"glossary": Change("glossary", "外汇", "FX", 7), "erratum": Change("erratum", "丁。戊", "丁，戊", 7)}


@pytest.mark.parametrize(("quote", "text", "changes", "expected"), CASES["quotes"])
def test_a_quote_has_its_own_words_only_where_they_differ(quote, text, changes, expected):
    """Links and markup do not count as differences, but spaces do; exactly the edits of these sentences are listed."""
    found = own_words(quote, tuple(text.split("\n")), 7, tuple(map(EDITS.get, changes)))
    assert (found and [found.words, found.line, [change.rule for change in found.edits]]) == expected
