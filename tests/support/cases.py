"""Tables of test cases that are too long for the test module itself."""

from typing import Any

import yaml

from support.checkout import ROOT


def cases(name: str) -> Any:
    """Return the content of ``tests/cases/NAME.yml``."""
    return yaml.safe_load((ROOT / "tests" / "cases" / f"{name}.yml").read_text(encoding="utf-8"))
