"""Tables of test cases that are too long for the test module itself, and what the tests know of each format."""

from itertools import combinations
from typing import Any

import pytest
import yaml

from atlas.seeds.formats import FORMATS
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


# What ``tests/cases/FORMAT/samples.yml`` holds. Each N becomes a number of its own.
_KEYS = {
    "head": "the title of an announcement of PyTorch 9.9",
    "joined_by": "what stands between two blocks",
    "markup": "what the count of words needs to know: tags are markup, possible-tags markup or words; fences name the "
    "language of code, which is no word; item-numbers stand in the file",
    "inlines": "what a line consists of",
    "shapes": "blocks; {} is a line; those without a number may also stand under an optional key ``blocks``",
    "placed": "blocks in which the word in place of {} keeps its line; one for each kind of block",
    "never_lost": "those of LOSSES in tests/corpus/test_lines.py that cannot happen to the document, as it has no such "
    "thing; it has the words of all others there",
    "hostile": "an attack: parts of an announcement into which tests/browser/test_escape.py puts payloads",
    "document": "a whole announcement with everything that the format can hold",
}
_HOSTILE_KEYS = {
    "name": "its file's name without the suffix, itself an attack; no other format's, as a seed's id is its name",
    "head": "the title with PyTorch VERSION and {}, and the line of the date",
    "feature": "a heading with a level; empty if all_payloads() needs none",
    "paragraph": "a paragraph of the payload {}",
    "joined_by": "what stands between two blocks",
    "links": "all that leads to URL",
    "shapes": "blocks; {} is a payload",
}


def _samples(name: str) -> dict[str, Any]:
    """Return the samples of a format; a file or key that is missing is an error that says what to write."""
    path = f"tests/cases/{name}/samples.yml"
    if not (ROOT / path).is_file():
        raise ValueError(f"{path}: is missing: write it after one of another format, with {', '.join(_KEYS)}")
    samples: dict[str, Any] = cases(f"{name}/samples") or {}
    for prefix, keys, part in (("", _KEYS, samples), ("hostile.", _HOSTILE_KEYS, samples.get("hostile", {}))):
        for key, meaning in keys.items():
            if key not in part:
                raise ValueError(f"{path}: has no {prefix}{key}: add it: {meaning}")
    return samples


# By format: parts to make announcements of, and a document of all that it can hold.
SAMPLES = {form.name: _samples(form.name) for form in FORMATS}
DOCUMENTS = {name: samples["document"] for name, samples in SAMPLES.items()}
MARKUP = {name: frozenset(samples["markup"]) for name, samples in SAMPLES.items()}
for name, other in combinations(SAMPLES, 2):
    if SAMPLES[name]["hostile"]["name"] == SAMPLES[other]["hostile"]["name"]:
        raise ValueError(f"tests/cases/{other}/samples.yml: hostile.name is that of {name}, too: choose another")
SEED_NAMES = {form.name: f"seed{form.suffix}" for form in FORMATS}
