"""Findings in the words of a maintainer: what is odd in a seed's text, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from atlas.core.problems import Problem


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in a seed's own text, which is shown as it stands: nothing is guessed in its place.

    ``quote`` is the seed's wording, ``detail`` what it was compared with, in no language (an address, a date).
    """

    kind: Literal[
        "unknown-marker", "unknown-word", "conflict", "suspect-link", "lost-link", "other-post", "not-carried"
    ]
    line: int
    quote: str
    detail: str = ""


def problems(path: str, findings: Iterable[Finding]) -> list[Problem]:
    """A problem for each finding of the seed at ``path``. Only an unknown marker is more than a note."""
    return [
        Problem(path, found.line, _message(found), "warning" if found.kind == "unknown-marker" else "note")
        for found in findings
    ]


def _message(found: Finding) -> str:
    match found.kind:
        case "unknown-marker":
            what = "begins or ends with what looks like a stability marker{} and names no level"
            how = "add it to seeds/knowledge/stability.yml, to the markers of a level or to not_markers"
        case "unknown-word":
            what = "begins with a word in brackets{} that is no stability marker"
            how = "add it to seeds/knowledge/stability.yml, if it is one"
        case "conflict":
            what, how = "is put at another level by its own marker{}", "compare it with the original"
        case "suspect-link":
            what, how = "links to what may not be meant{}", "compare it with the original, mend it by an erratum"
        case "lost-link":
            what, how = "has lost the address of its link{}", "add it by an erratum, if the original has it"
        case "other-post":
            what, how = (
                "seems to be of another announcement{}",
                "compare it with the original, mend it by an erratum",
            )
        case "not-carried":
            what, how = "is not shown on any page{}", "add it by an erratum, if readers need it"
    message = f"“{found.quote}” {what.format(f' ({found.detail})' if found.detail else '')}: {how}"
    return " ".join(message.split())  # an address may hold line ends
