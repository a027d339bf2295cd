"""Evidence: what a sentence states, and what counts most of all that states a feature's level."""

import pytest

from atlas.core.text import to_simplified
from atlas.extract.candidates import candidates_of
from atlas.extract.evidence import EvidenceFinder, level_claim
from atlas.extract.sections import sections_of
from support.cases import cases, grouped
from support.samples import HEAD, cleaned, knowledge

CASES = cases("evidence")


@pytest.mark.parametrize(("sentence", "expected"), CASES["stated"].items())
def test_a_sentence_states_a_level_of_its_subject(sentence, expected):
    claim = level_claim(to_simplified(sentence), knowledge())
    assert [claim.subject, claim.level, claim.stating_words] == expected
    assert to_simplified(sentence).startswith(claim.stating_words, claim.start)


@pytest.mark.parametrize("sentence", CASES["unstated"])
def test_a_sentence_of_another_form_states_none(sentence):
    assert level_claim(to_simplified(sentence), knowledge()) is None


@grouped(CASES["best"])
def test_the_best_evidence(text, expected):
    document = cleaned(HEAD + text)[1].document
    sections = sections_of(document, knowledge())
    finder = EvidenceFinder(document.blocks[1 : sections[0].index], "1.9", knowledge())
    rows = {}
    for candidate in (candidate for section in sections for candidate in candidates_of(section, knowledge())):
        best = finder.best(candidate, {to_simplified(candidate.label)})
        row = [best.level, best.basis, best.stating_words, best.line, best.quote]
        rows[candidate.label] = row[: len(expected.get(candidate.label, row))]
    assert rows == expected
