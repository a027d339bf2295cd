"""Readers and passes: input → expected document, one file per case: ``cases/KIND/NAME.txt``.

A file has a title line, the input, a line ``----``, and the expected result: the outline of the document, the
edits and the problems. KIND is a format, whose reader is tested, or a cleaning pass, which then runs
alone on the input read as Markdown; ``all`` runs every pass.
"""

import re
import sys

import pytest

from atlas.clean.passes import PASSES, clean
from atlas.core.edits import Rule
from atlas.seeds.files import decode_seed
from atlas.seeds.read_document import read_document
from support import outline
from support.cases import CASES, SEED_NAMES

SEPARATOR = "\n----\n"


def cases():
    paths = [path for path in sorted(CASES.glob("*/*.txt")) if path.stem != "document"]
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in paths]


def cleaned(kind, document, knowledge):
    """Return what the pass ``kind`` makes of a document, or all passes for any other kind; and the edits."""
    only_pass = next((cleaning for cleaning in PASSES if cleaning.rule.id == kind), None)
    if only_pass:
        return only_pass.run(document, knowledge)
    _, _, document, edits = clean(document, knowledge)
    return document, edits


def result(kind, text, knowledge):
    """Return the output of the reader or pass for ``text``, in the form of a case's expected part."""
    source, _ = decode_seed(f"seeds/{SEED_NAMES.get(kind, 'seed.md')}", text.encode())
    document, left_out, problems = read_document(source)
    if kind in SEED_NAMES:
        assert source.format == kind, f"the case is read as {source.format}"
        return [outline.outline(document), outline.edits(left_out), outline.problems(problems)]
    document, edits = cleaned(kind, document, knowledge)
    return [outline.outline(document), outline.edits(edits)]


def all_rules():
    """Every rule that a module of the project defines."""
    modules = [module for name, module in sys.modules.items() if name.startswith("atlas.")]
    return {value for module in modules for value in vars(module).values() if isinstance(value, Rule)}


@pytest.mark.parametrize("path", cases())
def test_case(path, knowledge, update_golden):
    """The document is as expected, including lines, markers and edits."""
    whole = path.read_text(encoding="utf-8")
    head, _, expected = whole.partition(SEPARATOR)
    title, _, text = head.partition("\n")
    actual = "\n".join(part for part in result(path.parent.name, text, knowledge) if part) + "\n"
    if update_golden and actual != expected:
        path.write_text(f"{title}\n{text}{SEPARATOR}{actual}", encoding="utf-8", newline="\n")
        return
    assert actual.split("\n") == expected.split("\n"), title


@pytest.mark.parametrize("path", cases())
@pytest.mark.parametrize("by", ["own", "all"])
def test_cleaning_twice_is_cleaning_once(path, by, knowledge):
    """By the pass of the case alone, and by all passes."""
    kind = path.parent.name if by == "own" else by
    text = path.read_text(encoding="utf-8").partition(SEPARATOR)[0].partition("\n")[2]
    source, _ = decode_seed(f"seeds/{SEED_NAMES.get(path.parent.name, 'seed.md')}", text.encode())
    once, _ = cleaned(kind, read_document(source).document, knowledge)
    twice, edits = cleaned(kind, once, knowledge)
    before, after = outline.outline(once).split("\n"), outline.outline(twice).split("\n")
    again = outline.edits(edits)
    assert after == before, f"{kind} changes its own output again: it should leave alone what it made.\n{again}"


def test_every_rule_has_a_case():
    """So a rule that makes no edits any more does not stay on the list; errata are tested in test_lines.py."""
    expected = [path.read_text(encoding="utf-8").partition(SEPARATOR)[2] for path in CASES.glob("*/*.txt")]
    rules = {rule for text in expected for rule in re.findall(r"^([a-z-]+): .*→.* @\d+$", text, re.MULTILINE)}
    assert {*rules, "erratum"} == {rule.id for rule in all_rules()}
