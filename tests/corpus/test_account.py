"""The account of lines: every word of a seed is on the page, in a fact or in a change, and losses are detected."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas import pipeline
from atlas.audit import account
from atlas.audit.account import Fate
from atlas.clean import passes
from atlas.core.changes import Change
from atlas.core.languages import BilingualText
from atlas.document.nodes import Cell, CodeBlock, Image, Link, ListBlock, Table, Text
from atlas.document.traverse import map_blocks, map_inlines, map_nodes
from atlas.extract.announcement import extract
from atlas.knowledge.schema import Erratum
from atlas.sources import seeds
from atlas.sources.read import read
from support.checkout import ROOT
from support.samples import known, read_release
from support.strategies import announcements, numbered

KNOWN = known()
GAP = re.compile(r"no rule accounts for it|nor a rule gives")

FOLDER = ROOT / "tests" / "documents"
DOCUMENTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.iterdir())}
MARKDOWN, HTML, TEXT = (DOCUMENTS[f"seed.{suffix}"] for suffix in ("md", "html", "txt"))


def gaps(problems):
    return [problem for problem in problems if GAP.search(problem.message)]


def line_of(text, words):
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_account_of_a_document_closes(read_seed, name):
    """In each format, with an example of everything that readers and passes remove."""
    release, problems = read_seed(DOCUMENTS[name], name)
    assert gaps(problems) == []
    assert [fate for fate in release.account if fate.kind == "unexplained"] == []


def test_the_account_closes_where_a_script_never_does(read_seed):
    """An unclosed ``script`` tag hides nothing, and counts as text."""
    _, problems = read_seed(HTML + '<style>\n<p>丙</p>\n<script src="https://example.org/s">\n<p>丁</p>\n', "seed.html")
    assert gaps(problems) == []


def test_the_account_of_a_saved_page_closes(read_seed):
    """Elements around its text are left out, with their addresses."""
    page = f'<nav><a href="/x">菜单</a></nav>\n<main>\n{HTML}</main>\n<script src="/app.js">x()</script>\n'
    release, problems = read_seed(page, "seed.html")
    assert gaps(problems) == []
    assert [release.account[n].kind for n in (0, -2)] == ["dropped", "dropped"]


def test_fates_are_those_of_the_lines(read_seed):
    """Each line's fate names the rules involved."""
    release, _ = read_seed(MARKDOWN, "seed.md")
    expected = {
        "---": Fate(1, "markup"),
        "title: PyTorch": Fate(2, "dropped", ("not-carried",)),
        "tags:": Fate(3, "dropped", ("site-settings",)),
        "color:": Fate(4, "dropped", ("not-carried",)),
        "# PyTorch": Fate(7, "carried"),
        "> 发布": Fate(9, "fact", ("facts",)),
        "[unused]": Fate(16, "dropped", ("references",)),
        "## 外汇": Fate(18, "repaired", ("markers", "glossary")),
        "```python": Fate(20, "dropped", ("code-notes",)),
        "x = 17": Fate(22, "carried"),
        "|---": Fate(27, "markup"),
        "| 甲": Fate(28, "carried"),
        "| 丙": Fate(29, "repaired", ("surplus-cells",)),
        "3. 第三": Fate(31, "carried"),
        "谢谢": Fate(34, "dropped", ("boilerplate",)),
    }
    found = {words: release.account[line_of(MARKDOWN, words) - 1] for words in expected}
    assert found == expected


def test_facts_that_no_page_shows_are_findings(read_seed):
    """An unused front matter key, and a second value that contradicts the first."""
    text = MARKDOWN.replace("译者：", "发布：2022年3月4日\n>\n> 译者：").replace("color: 红", "author: 甲\ncolor: 红")
    release, _ = read_seed(text, "seed.md")
    found = [(finding.kind, finding.line, finding.quote) for finding in release.findings]
    assert ("not-carried", 5, "color: 红") in found
    assert ("not-carried", 12, "date: 2022年3月4日") in found
    assert not any("author" in quote or "2021" in quote for _, _, quote in found)


def test_errata_repair_their_lines(releases, tmp_path):
    """Including one that spans lines; an emptied line is dropped."""
    assert [fate.line for fate in releases["1.0"].account if fate.rules[:1] == ("erratum",)] == [6, 15, 16]
    text = TEXT.replace("1. 甲", "多余的一句。\n1. 甲")
    path = tmp_path / "seed.txt"
    path.write_text(text, encoding="utf-8")
    line = line_of(text, "多余的一句")
    source, _ = seeds.parse(path.name, path.read_bytes())
    lines = [text if number != line else "" for number, text in enumerate(source.body.split("\n"), 1)]
    erratum = Change("erratum", "多余的一句。", "", line)
    mended = replace(source, body="\n".join(lines))
    document, left_out, _ = read(mended)
    cleaned, changes = passes.clean(mended, document, KNOWN)
    release, _ = extract(mended, cleaned, (erratum, *left_out, *changes), KNOWN, document)
    fates, _, problems = account.account_for(mended, document, left_out, release)
    assert problems == ()
    assert fates[line - 1] == Fate(line, "dropped", ("erratum",))


def test_errata_repair_front_matter():
    """A title with two spaces is found with one: values of front matter have single spaces."""
    text = "---\ntitle: 框架 PyTorch 发布 9.9  版本\ndate: 2021-01-02\n---\n\nPyTorch 9.9 已发布，包括甲。\n"
    reason = BilingualText("由", "reason")
    fix = Erratum(line=2, find="框架 PyTorch 发布 9.9 版本", replace="PyTorch 9.9 发布：甲与乙", reason=reason)
    fixed = replace(KNOWN, errata={"seed": (fix,)})
    converted = pipeline.convert("seeds/seed.md", text.encode(), fixed)
    assert gaps(converted.problems) == []
    assert converted.release.title == (Text("PyTorch 9.9 发布：甲与乙", 2),)
    twice = replace(KNOWN, errata={"seed": (fix.model_copy(update={"find": "9"}),)})
    problems = pipeline.convert("seeds/seed.md", text.encode(), twice).problems
    assert any("seeds/seed.md:2 finds its text" in problem.message for problem in problems)


@pytest.mark.parametrize(
    ("after", "dropped"),
    [
        ("x = 1\n\n    y = 2\n    z = 3", []),  # split
        ("x = 1; y = 2\nz = 3", []),  # joined
        ("x = 1; y = 5\nz = 3", []),  # joined and changed
        ("x = 1\nz = 3", [7]),  # deleted
    ],
)
def test_lines_that_an_erratum_moves_are_not_dropped(tmp_path, after, dropped):
    fix = Erratum(line=6, find="x = 1\ny = 2\nz = 3", replace=after, reason=BilingualText("由", "reason"))
    path = tmp_path / "seed.md"
    path.write_text(f"# PyTorch 9.9 发布\n\n正文。\n\n```\n{fix.find}\n```\n", encoding="utf-8")
    release, problems = read_release(path, replace(KNOWN, errata={"seed": (fix,)}))
    assert gaps(problems) == []
    assert [fate.line for fate in release.account if fate.kind == "dropped"] == dropped
    assert [fate.kind for fate in release.account[5:8] if fate.line not in dropped] == ["repaired"] * (3 - len(dropped))


def inlines_by(kind, change):
    """Return a faulty pass that replaces each inline of a kind."""

    def changed(node):
        return change(node) if isinstance(node, kind) else (node,)

    return lambda document, _=None: map_inlines(document, lambda inlines, _: map_nodes(inlines, changed))


def blocks_by(kind, change):
    """Return a faulty pass that replaces each block of a kind."""

    def changed(block):
        return change(block) if isinstance(block, kind) else (block,)

    return lambda document, _=None: document.with_blocks(map_blocks(document.blocks, changed))


def words_by(before, after):
    """Return a faulty pass that replaces words."""
    return inlines_by(Text, lambda node: (Text(node.text.replace(before, after), node.line),))


def without_first_cell(table):
    first, *rest = table.rows
    return (replace(table, rows=((first[0], Cell((), first[1].line)), *rest)),)


LOSSES = {  # faulty passes, and words of the line that they damage
    "link": (inlines_by(Link, lambda node: node.children if "/a" in node.url else (node,)), "文档"),
    "line of code": (
        blocks_by(CodeBlock, lambda code: (replace(code, text=code.text.replace("x = 17", "")),)),
        "x = 17",
    ),
    "number": (words_by("426 ", ""), "426"),
    "altered number": (words_by("426", "462"), "426"),
    "altered word": (words_by("完成", "完戍"), "完成"),
    "doubled words": (words_by("完成", "完成完成"), "完成"),
    "image": (inlines_by(Image, lambda node: (node,) if "picsum" in node.url else ()), "图"),
    "cell": (blocks_by(Table, without_first_cell), "甲"),
    "item": (blocks_by(ListBlock, lambda found: (replace(found, items=found.items[1:], start=4),)), "第三"),
    "block": (blocks_by(CodeBlock, lambda _: ()), "import torch"),
}
NOT_IN = {"seed.html": {"item"}, "seed.txt": {"link", "image", "cell", "item"}}


@pytest.mark.parametrize("by", ["reader", "pass"])
@pytest.mark.parametrize(
    ("name", "loss"), [(name, loss) for name in DOCUMENTS for loss in LOSSES if loss not in NOT_IN.get(name, ())]
)
def test_a_loss_is_caught_with_its_line(read_seed, monkeypatch, name, loss, by):
    """If a reader or pass loses something without recording it, its line is unexplained."""
    lossy, words = LOSSES[loss]
    if by == "reader":
        monkeypatch.setattr(pipeline, "read", lambda source: (lossy((found := read(source))[0]), *found[1:]))
    else:
        monkeypatch.setattr(passes, "PASSES", (passes.Pass("lossy", lossy), *passes.PASSES))
    release, problems = read_seed(DOCUMENTS[name], name)
    line = line_of(DOCUMENTS[name], words)
    (problem,) = gaps(problems)
    unexplained = [fate.line for fate in release.account if fate.kind == "unexplained"]
    assert problem.line == unexplained[0]
    assert line in unexplained
    assert loss == "block" or unexplained == [line]
    assert problem.severity == "warning"


@pytest.mark.parametrize("name", ["seed.md", "seed.html"])
def test_words_that_a_lost_quotation_mark_swallows_are_missed(read_seed, name):
    """The tag extends to the next quotation mark and swallows the text before it."""
    text = DOCUMENTS[name] + '\n<p title="x>甲七</p>\n<p title="y>乙</p>\n'
    _, problems = read_seed(text, name)
    assert [problem.line for problem in gaps(problems)] == [line_of(text, "甲七")]


def test_a_term_that_is_lost_after_its_repair_is_caught(read_seed, monkeypatch):
    """The seed does not contain the term itself, so the paragraph's line is reported."""
    last = passes.Pass("lossy", words_by("FX", "F"))
    monkeypatch.setattr(passes, "PASSES", (*passes.PASSES, last))
    _, problems = read_seed(MARKDOWN, "seed.md")
    assert [problem.line for problem in gaps(problems)] == [line_of(MARKDOWN, "外汇")]


def released(text, name):
    source, stripped = seeds.parse(f"seeds/{name}", text.encode())
    document, left_out, _ = read(source)
    cleaned, changes = passes.clean(source, document, KNOWN)
    release, _ = extract(source, cleaned, (*stripped, *left_out, *changes), KNOWN, document)
    return release, account.account_for(source, document, left_out, release)


@pytest.mark.parametrize("kind", ["md", "html", "txt"])
@given(data=st.data())
def test_the_account_of_any_announcement_closes(kind, data):
    """In all three formats; ``test_any_input.py`` checks that no words are lost."""
    text = data.draw(numbered(kind))
    _, (fates, _, problems) = released(text, f"seed.{kind}")
    assert [str(problem) for problem in problems] == [], text
    assert [fate.line for fate in fates] == list(range(1, text.count("\n") + 2))


@given(announcements())
def test_the_account_of_fragments_closes(text):
    """Fragments combine in ways that no author intends."""
    _, (_, _, problems) = released(text, "seed.md")
    assert [str(problem) for problem in problems] == [], text
