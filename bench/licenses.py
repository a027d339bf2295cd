"""THIRD-PARTY.md: the licenses of all that building the site needs, as the installed packages state them.

``make lock`` writes it. What the published site carries of others stands in docs/assets/licenses.txt, by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATH = ROOT / "THIRD-PARTY.md"
# Free licenses that ask nothing of a site made with what is under them. MPL-2.0 asks it of changed files, and none is.
ACCEPTED = {"Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "MIT", "MIT-CMU", "MPL-2.0", "PSF-2.0"}
# How older packages spell them.
SPELLED = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
HEAD = """\
# Software of others

Building the site installs these packages, each under its own license; `make lock` writes this list. None is part of
this repository. What the site publishes of others (the theme's styles, scripts and icons) has its notices in
[docs/assets/licenses.txt](docs/assets/licenses.txt), which is published with it.

| package | license |
|---|---|
"""


def names(lock: str) -> list[str]:
    """Packages of a lock, in its order. Some stand there twice, for older and newer Pythons."""
    return list(dict.fromkeys(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)))


def stated(package: str) -> str:
    """The license that an installed package states, as an SPDX expression; empty if it states none."""
    about = distribution(package).metadata
    classified = (line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if line.startswith("License"))
    for said in (*about.get_all("License-Expression", []), *about.get_all("License", []), *classified):
        if said and said != "UNKNOWN" and "\n" not in said:  # not the license's text
            return str(SPELLED.get(said, said))
    return ""


def accepted(expression: str) -> bool:
    """Whether every license that must be kept is one that we accept."""
    return all(ACCEPTED & set(choice.split(" OR ")) for choice in expression.split(" AND "))


def refused(packages: list[str]) -> Iterator[str]:
    """A line for each package whose license is unknown, or not accepted."""
    for package in packages:
        if not accepted(said := stated(package)):
            yield f"{package}: {f'{said!r} is not accepted' if said else 'states no license'}: do without it, or decide"


def listing(packages: list[str]) -> str:
    """The content of THIRD-PARTY.md."""
    return HEAD + "".join(f"| {package} | {stated(package)} |\n" for package in packages)


if __name__ == "__main__":
    needed = names((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    if problems := list(refused(needed)):
        sys.exit("\n".join(problems))
    PATH.write_text(listing(needed), encoding="utf-8")
