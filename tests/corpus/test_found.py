"""Inputs that once broke something: ``tests/found`` holds them, ``support/oracles.py`` says what must hold of any."""

from __future__ import annotations

import pytest

from support import oracles
from support.checkout import ROOT

FOUND = ROOT / "tests" / "found"


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in sorted(FOUND.glob("*/*"))]
)
def test_what_was_found_stays_corrected(path):
    oracles.check(path.parent.name, path.read_bytes())
