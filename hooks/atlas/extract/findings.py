"""Findings: what is odd in a seed's text, and what a maintainer should do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from atlas.core.problems import Problem, Severity

FindingKind = Literal[  # site/words/interface.py explains them to readers
    "unknown-marker",
    "unknown-word",
    "conflict",
    "suspect-link",
    "lost-link",
    "broken-off",
    "other-post",
    "not-carried",
]
MEANINGS: dict[FindingKind, tuple[str, str]] = {  # what is odd ({} is replaced with the detail), and what to do
    "unknown-marker": (
        "begins or ends with what looks like a stability marker{} but is not a known level",
        "add it to the words of a level in seeds/knowledge/stability.yml, or to not_markers in markers.yml",
    ),
    "unknown-word": (
        "begins with a word in brackets{} that is not a known stability marker",
        "add it to the words of a level in seeds/knowledge/stability.yml, if it is one",
    ),
    "conflict": ("is put at another level by its own marker{}", "compare it with the original"),
    "suspect-link": ("links to what may not be meant{}", "compare it with the original, correct it by an erratum"),
    "lost-link": ("has lost the address of its link{}", "add it by an erratum, if the original has it"),
    "broken-off": ("breaks off{}", "compare it with the original, add the rest by an erratum if it has one"),
    "other-post": ("seems to be of another announcement{}", "compare it with the original, correct it by an erratum"),
    "not-carried": ("is not shown on any page{}", "add it by an erratum, if readers need it"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in a seed's text. The text is published all the same, and never replaced by a guess.

    ``quote`` is the text in the seed. ``detail`` is what it was compared with, such as an address or a date.
    """

    kind: FindingKind
    line: int
    quote: str
    detail: str = ""


def problems(path: str, findings: Iterable[Finding]) -> list[Problem]:
    """Return a problem for each finding in the seed at ``path``: a warning for an unknown marker, else a note."""
    reported = []
    for finding in findings:
        what, how = MEANINGS[finding.kind]
        detail = f" ({finding.detail})" if finding.detail else ""
        message = " ".join(f"“{finding.quote}” {what.format(detail)}: {how}".split())  # an address may have line breaks
        severity: Severity = "warning" if finding.kind == "unknown-marker" else "note"
        reported.append(Problem(path, finding.line, message, severity))
    return reported
