"""The invariants of ``support/oracles.py``, for inputs that once broke something and for generated ones."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atlas.knowledge import load
from support import oracles
from support.checkout import ROOT
from support.samples import read_once
from support.strategies import numbered

FOUND = ROOT / "tests" / "found"
TEXTS = {  # texts whose lines are recombined
    "markdown": ["tests/posts/*.md", "tests/english/*.md", "tests/cases/markdown/*.txt"],
    "html": ["tests/posts/*.html.txt", "tests/english/*.html", "tests/cases/html/*.txt"],
    "text": ["tests/posts/*.plain.txt", "tests/english/*.txt", "tests/cases/text/*.txt"],
    "catalog": ["tests/collection/seeds/translations/*/*.po", "tests/english/*.po"],
    "knowledge": ["tests/collection/seeds/knowledge/*.yml", "tests/collection/seeds/knowledge/errata/*.yml"],
}
FORMATS = {"markdown": "md", "html": "html", "text": "txt"}
ODD = [
    b"",
    b"---",
    b"\xff",
    b"\x00",
    b"\r",
    "\u200b\u202e".encode(),
    b"```",
    b"<",
    b"&#0;",
    b'"',
    b"- [",
    b"\\",
    b"|-|",
]


def lines_of(target):
    """Return all lines of the texts that a target reads; ``inspect`` reads announcements in all formats."""
    targets = FORMATS if target == "inspect" else [target]
    files = [path for each in targets for pattern in TEXTS[each] for path in sorted(ROOT.glob(pattern))]
    assert files, target
    return [line for path in files for line in path.read_bytes().splitlines()]


@st.composite
def spliced(draw, lines):
    """Runs of lines from any texts, with odd bytes between or inside them."""
    parts = []
    for _ in range(draw(st.integers(1, 6))):
        start, count = draw(st.integers(0, len(lines) - 1)), draw(st.integers(1, 10))
        run = b"\n".join(lines[start : start + count])
        cut = draw(st.integers(0, len(run)))
        odd = draw(st.one_of(st.sampled_from(ODD), st.binary(max_size=6)))
        parts.append(draw(st.sampled_from([run, run[:cut] + odd + run[cut:], run[:cut], run + b"\n" + odd])))
    return b"\n".join(parts)


def inputs(target):
    """Return a strategy for a target's inputs. The first byte of some selects a file name (see the oracles)."""
    texts = spliced(lines_of(target))
    if target in FORMATS:
        return texts | numbered(FORMATS[target]).map(str.encode)
    if target == "inspect":
        texts |= st.sampled_from(sorted(FORMATS.values())).flatmap(numbered).map(str.encode)
    return texts if target == "catalog" else st.tuples(st.binary(min_size=1, max_size=1), texts).map(b"".join)


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in sorted(FOUND.glob("*/*"))]
)
def test_what_was_found_stays_corrected(path):
    oracles.check(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("target", oracles.TARGETS)
def test_made_up(target, monkeypatch):
    monkeypatch.setattr(load, "read", read_once)

    @given(inputs(target))
    @example(b"")
    def check(data):
        oracles.check(target, data)

    check()
