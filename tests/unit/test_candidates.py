"""Candidates: the features that sections announce, before tables, highlights and lists name others."""

from atlas.extract.candidates import candidates_of
from atlas.extract.sections import sections_of
from support.cases import cases, grouped
from support.samples import HEAD, cleaned, knowledge


@grouped(cases("candidates"))
def test_what_sections_announce(text, expected):
    sections = sections_of(cleaned(HEAD + text)[1].document, knowledge())
    candidates = (candidate for section in sections for candidate in candidates_of(section, knowledge()))
    assert [candidate.label for candidate in candidates] == expected
