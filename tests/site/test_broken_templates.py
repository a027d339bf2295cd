"""A fault in a template or in the interface texts is one problem with its place; a fault in code is none."""

import re

import pytest

from support import rendering
from support.checkout import ROOT, minimal_copy
from support.samples import GOOD

CATALOG = "templates/translations/zh.po"
WORDS = '\nmsgid "{}"\nmsgstr "{}"\n'
LINE = len((ROOT / "templates" / "release.html").read_text(encoding="utf-8").split("\n"))  # of what is added to it
APPENDED = {  # what is added to a file, and the problem
    "syntax": ("release.html", b"{% if", rf"templates/release\.html:{LINE}: TemplateSyntaxError: .*: correct the template"),
    "in a macro's file": ("macros.html", b"{% if", r"templates/macros\.html:\d+: TemplateSyntaxError"),
    "undefined": ("release.html", b"{{ nothing.at }}", rf"templates/release\.html:{LINE}: UndefinedError: 'nothing' is"),
    "undefined, met by code": ("release.html", b"{{ view.href(nothing) }}", rf"templates/release\.html:{LINE}: Undefined"),
    "of a library": ("release.html", b"{{ 1 / 0 }}", rf"templates/release\.html:{LINE}: ZeroDivisionError"),
    "arguments": ("release.html", b"{{ view.href() }}", rf"templates/release\.html:{LINE}: TypeError"),
    "placeholder": ("release.html", b"{{ _('%(a)s', b=1) }}", rf"templates/release\.html:{LINE}: KeyError: 'a'"),
    "another template": ("release.html", b"{% include 'no.html' %}", rf"templates/release\.html:{LINE}: there is no 'no\.html'"),
    "characters": ("macros.html", b"\xff", r"templates/macros\.html:1: TemplateSyntaxError: it cannot be read"),
    "texts": ("translations/zh.po", b"\nnonsense\n", rf"{CATALOG}: is not a valid catalog \(.*\): correct it"),
    "texts, characters": ("translations/zh.po", b"\xff", rf"{CATALOG}: is not a valid catalog \(.*\): correct it"),
    "a lost placeholder": ("translations/zh.po", WORDS.format("%(a)s", "a").encode(), rf"{CATALOG}:\d+: has other placeholders"),
    "a placeholder too many": ("translations/zh.po", WORDS.format("a", "%(a)s").encode(), rf"{CATALOG}:\d+: has other pl"),
    "a sign of percent": ("translations/zh.po", WORDS.format("five", "5%").encode(), rf"{CATALOG}:\d+: has other pl"),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    return minimal_copy(tmp_path, {"seed.md": GOOD})


@pytest.mark.parametrize("what", APPENDED)
def test_a_fault_is_named_with_its_place(folder, what):
    name, added, problem = APPENDED[what]
    path = folder / "templates" / name
    path.write_bytes(path.read_bytes() + added)
    errors = [str(found) for found in rendering.build(folder).problems if found.severity == "error"]
    assert len(errors) == 1
    assert re.match(problem, errors[0]), errors


@pytest.mark.parametrize("name", ["release.html", "translations/zh.po"])
def test_a_missing_file_is_named(folder, name):
    (folder / "templates" / name).unlink()
    errors = [str(found) for found in rendering.build(folder).problems if found.severity == "error"]
    assert len(errors) == 1
    assert name in errors[0]


def test_a_fault_in_code_is_none_of_the_template_that_calls_it(folder, monkeypatch):
    monkeypatch.setattr("atlas.site.view.release_path", {}.__getitem__)
    with pytest.raises(TypeError):
        rendering.build(folder)
