"""Readers and passes: input → expected document, one file per case: ``cases/KIND/NAME.txt``.

A file has a title line, the input, a line ``----``, and the expected result: the outline of the document, the
recorded changes and the problems. KIND is a reader (markdown, html, text) or a cleaning pass, which then runs
alone on the input read as Markdown; ``all`` runs every pass.
"""

import pytest

from atlas.clean.passes import PASSES, clean
from atlas.sources import seeds
from atlas.sources.read import read
from support import outline
from support.checkout import ROOT

CASES = ROOT / "tests" / "cases"
SEPARATOR = "\n----\n"
READERS = {"markdown": "case.md", "html": "case.html", "text": "case.txt"}


def cases():
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in sorted(CASES.glob("*/*.txt"))]


def result(kind, text, known):
    """Return the output of the reader or pass for ``text``, in the form of a case's expected part."""
    source, _ = seeds.parse(f"seeds/{READERS.get(kind, 'case.md')}", text.encode())
    document, left_out, problems = read(source)
    if kind in READERS:
        assert source.format == kind, f"the case is read as {source.format}"
        return [outline.outline(document), outline.changes(left_out), outline.problems(problems)]
    if kind == "all":
        _, _, document, changes = clean(document, known)
    else:
        (only,) = [each for each in PASSES if each.name == kind]
        changes = []
        document = only.run(document, changes, known)
    return [outline.outline(document), outline.changes(changes)]


@pytest.mark.parametrize("path", cases())
def test_case(path, known, update_golden):
    """The document is as expected, including lines, markers and recorded changes."""
    whole = path.read_text(encoding="utf-8")
    head, _, expected = whole.partition(SEPARATOR)
    title, _, text = head.partition("\n")
    found = "\n".join(part for part in result(path.parent.name, text, known) if part) + "\n"
    if update_golden and found != expected:
        path.write_text(f"{title}\n{text}{SEPARATOR}{found}", encoding="utf-8", newline="\n")
        return
    assert found.split("\n") == expected.split("\n"), title


@pytest.mark.parametrize("name", [each.name for each in PASSES])
def test_every_pass_has_cases(name):
    """A new pass needs a case."""
    assert list((CASES / name).glob("*.txt")), f"add tests/cases/{name}/"
