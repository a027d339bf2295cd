"""The invariants of ``support/oracles.py``, for inputs that once broke something and for generated ones."""

from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atlas.knowledge import load
from atlas.seeds.formats import BY_NAME, detect_format
from support import oracles
from support.cases import CASES
from support.checkout import ROOT
from support.samples import read_once
from support.strategies import numbered

FOUND = ROOT / "tests" / "found"
PATTERNS = {  # of other texts whose lines are recombined
    "catalog": ["tests/collection/seeds/translations/*/*.po", "tests/english/*.po"],
    "knowledge": ["tests/collection/seeds/knowledge/**/*.yml"],
}
ODD = [b"", b"---", b"\xff", b"\0", b"\r", "\u200b\u202e".encode(), b"```", b"<", b"&#0;", b'"', b"- [", b"\\", b"|-|"]


@cache
def texts_of(name):
    """Return the cases of a format, and the invented announcements that are in it."""
    suffixes = {form.suffix for form in BY_NAME.values()}
    posts = [path for folder in ("posts", "english") for path in (ROOT / "tests" / folder).glob("[0-9]*")]
    in_format = [
        p for p in posts if p.suffix in suffixes and detect_format(p.name, p.read_text(encoding="utf-8")) == name
    ]
    return sorted([*in_format, *(CASES / name).glob("*.txt")])


def lines_of(target):
    """Return all lines of the texts that a target reads; ``inspect`` reads announcements in all formats."""
    names = BY_NAME if target == "inspect" else [target] if target in BY_NAME else ()
    files = [path for name in names for path in texts_of(name)]
    files += [path for pattern in PATTERNS.get(target, ()) for path in sorted(ROOT.glob(pattern))]
    assert files, target
    return [line for path in files for line in path.read_bytes().splitlines()]


def named(name, text):
    return f"{name}\n".encode() + text


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
    """Return a strategy for a target's inputs; the first line of some names a file (see the oracles)."""
    texts = spliced(lines_of(target))
    if target in BY_NAME:
        return texts | numbered(target).map(str.encode)
    if target == "inspect":
        texts |= st.sampled_from(sorted(BY_NAME)).flatmap(numbered).map(str.encode)
    names = oracles.FILES.get(target)
    return st.builds(named, st.sampled_from(names), texts) if names else texts


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in sorted(FOUND.glob("*/*"))]
)
def test_what_was_found_stays_corrected(path):
    oracles.check(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("target", oracles.TARGETS)
def test_made_up(target, monkeypatch):
    monkeypatch.setattr(load, "read", read_once)

    @given(inputs(target))
    @example(named(oracles.FILES[target][0], b"") if target in oracles.FILES else b"")
    def check(data):
        oracles.check(target, data)

    check()
