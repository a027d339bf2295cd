"""What fuzzing found, and all that fuzzing starts from, asked again without a fuzzer: ``fuzz/oracles.py``."""

from __future__ import annotations

import pytest

import corpus
import oracles
from conftest import ROOT

FOUND = ROOT / "tests" / "found"


def found():
    return [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in sorted(FOUND.glob("*/*"))]


@pytest.mark.parametrize("path", found())
def test_what_was_found_is_mended(path):
    oracles.check(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("target", oracles.TARGETS)
def test_oracles_hold_for_all_that_fuzzing_starts_from(target):
    for data in corpus.seeds(target):
        oracles.check(target, data)
