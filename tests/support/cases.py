"""Tables of test cases that are too long for the test module itself, and what the tests know of each format."""

from typing import Any

import pytest
import yaml

from atlas.sources.formats import FORMATS
from support.checkout import ROOT

CASES = ROOT / "tests" / "cases"


def cases(name: str) -> Any:
    """Return the content of ``tests/cases/NAME.yml``."""
    return yaml.safe_load((CASES / f"{name}.yml").read_text(encoding="utf-8"))


def titled(name: str) -> pytest.MarkDecorator:
    """Return the mark of a test of each ``case`` in a table whose entries have titles."""
    return pytest.mark.parametrize("case", cases(name), ids=lambda case: case["title"])


def grouped(groups: list[dict[str, Any]]) -> pytest.MarkDecorator:
    """Return the mark of a test of each text and expectation in groups with a title; a case fills {} of ``around``."""
    parameters = []
    for group in groups:
        listed = group.get("cases") or [{"text": text, "expected": group["expected"]} for text in group["texts"]]
        for number, case in enumerate(listed, 1):
            text = group.get("around", "{}").replace("{}", case["text"])
            parameters.append(pytest.param(text, case["expected"], id=f"{group['title']} {number}"))
    return pytest.mark.parametrize(("text", "expected"), parameters)


# By format, from its folder in ``tests/cases``: parts to make announcements of, and a document of all that it can hold.
SAMPLES: dict[str, Any] = {form.name: cases(f"{form.name}/samples") for form in FORMATS}
DOCUMENTS = {name: samples["document"] for name, samples in SAMPLES.items()}
# What counting the words of a file depends on: ``tags`` are markup, ``possible-tags`` markup or words; ``fences`` name the
# language of code, which is no word; ``item-numbers`` stand in the file.
MARKUP = {name: frozenset(samples["markup"]) for name, samples in SAMPLES.items()}
SEED_NAMES = {form.name: f"seed{form.suffix}" for form in FORMATS}
