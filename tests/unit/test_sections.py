"""Sections: what a heading names and states, and which one stands in which."""

from dataclasses import replace

import pytest

from atlas.extract.sections import sections_of
from support.cases import cases
from support.samples import HEAD, cleaned, knowledge

CASES = cases("sections")


def sections(text, *, guessed=False):
    return sections_of(replace(cleaned(HEAD + text)[1].document, has_guessed_depths=guessed), knowledge())


ROLES = [(heading, role, None) for role, headings in CASES["roles"].items() for heading in headings]
LEVELS = [(heading, "group", level) for level, headings in CASES["levels"].items() for heading in headings]


@pytest.mark.parametrize(("heading", "role", "level"), ROLES + LEVELS)
def test_what_a_heading_names_and_states(heading, role, level):
    (section,) = sections(f"## {heading}\n\n正文有一句话。\n")
    assert (section.role, section.level) == (role, level)


@pytest.mark.parametrize("case", CASES["sections"], ids=lambda case: case["title"])
def test_which_section_stands_in_which(case):
    rows = []
    for section in sections(case["text"], guessed=case.get("guessed", False)):
        path = " > ".join(part.label for part in (*section.parents, section))
        rows.append(f"{path}: {section.role} {section.level or ''}".rstrip())
    assert rows == case["expected"]
