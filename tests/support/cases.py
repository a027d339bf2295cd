"""Tables of cases, too long to stand beside the test that goes through them."""

from typing import Any

import yaml

from support.checkout import ROOT


def cases(name: str) -> Any:
    """The content of ``tests/cases/NAME.yml``."""
    return yaml.safe_load((ROOT / "tests" / "cases" / f"{name}.yml").read_text(encoding="utf-8"))
