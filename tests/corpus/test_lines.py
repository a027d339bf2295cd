"""What becomes of a seed's lines and words: each line has an outcome; each word is on the page, in a fact, or in an edit.

The balance of words is checked here only; a build reports texts that are lost as a whole.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas import pipeline
from atlas.clean import passes
from atlas.core.edits import Rule
from atlas.core.languages import BilingualText
from atlas.document.html_writer import inline_html
from atlas.document.nodes import Cell, CodeBlock, Image, Link, ListBlock, Paragraph, Table, Text, plain
from atlas.document.traverse import map_blocks, map_inlines, map_nodes
from atlas.extract.line_report import LineOutcome
from atlas.knowledge.schema import Erratum
from atlas.seeds.errata import apply_errata
from atlas.seeds.files import decode_seed, find_seeds
from atlas.seeds.read_document import read_document
from atlas.seeds.seed import seed_id
from support import balance
from support.cases import CASES, DOCUMENTS, SAMPLES, SEED_NAMES
from support.checkout import ROOT
from support.samples import HEAD, knowledge, knowledge_of
from support.strategies import announcements, numbered

KNOWLEDGE = knowledge()
LOSSY = Rule("lossy", BilingualText("丢失", "Lossy"))
NAMES = ("footnotes", "notes", "struck-out", "tags-around-code")  # of cases in other dialects of Markdown
UNEXPLAINED = "no rule accounts for it"

DIALECTS = [path for path in sorted((CASES / "markdown").glob("*.txt")) if path.stem in NAMES]
DIALECTS += sorted((CASES / "other-markup").glob("*.txt"))
MARKDOWN, HTML, TEXT = (DOCUMENTS[name] for name in ("markdown", "html", "text"))


def read_parts(text, name, knowledge=KNOWLEDGE):
    """Return what ``balance.gaps`` takes: the corrected seed, the reader's document and edits, and the announcement."""
    source, _ = decode_seed(f"seeds/{name}", text.encode())
    source = apply_errata(source, knowledge.errata.get(seed_id(name), ())).seed
    document, left_out, _ = pipeline.read_document(source)
    return source, document, left_out, pipeline.convert(f"seeds/{name}", text.encode(), knowledge).announcement


def gaps(text, name, knowledge=KNOWLEDGE):
    """Return the lines of a seed whose words do not balance."""
    return sorted(balance.gaps(*read_parts(text, name, knowledge)))


def unexplained(announcement):
    return [entry.line for entry in announcement.line_report if entry.outcome == "unexplained"]


def line_of(text, words):
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_words_of_a_document_balance(read_seed, name):
    """In each format, with an example of everything that readers and passes remove."""
    assert gaps(DOCUMENTS[name], SEED_NAMES[name]) == []
    announcement, problems = read_seed(DOCUMENTS[name], SEED_NAMES[name])
    assert unexplained(announcement) == []
    assert not [problem for problem in problems if UNEXPLAINED in problem.message]


@pytest.mark.parametrize("path", DIALECTS, ids=lambda path: path.stem)
def test_markup_of_other_site_generators_is_shown_or_recorded(read_seed, path):
    _, _, text = path.read_text(encoding="utf-8").partition("\n----\n")[0].partition("\n")
    assert gaps(text, "seed.md") == []
    announcement, _ = read_seed(text, "seed.md")
    assert unexplained(announcement) == []


def test_links_within_the_page_lead_to_the_anchors_of_its_headings(read_seed):
    """Whether they use an id, the name of an empty link, or the words as GitHub does; others are only words."""
    text = """# PyTorch 9.9 发布

见 [甲](#a-id)、[乙](#%E4%B9%99-%E4%B8%80)、[丙](#c)、[丁](#d)、[又](#戊-1)、[无](#none)。

## （稳定版）甲功能 {#a-id .wide}

## 乙 一
{: #b}

### <a name="c"></a>丙功能（Beta）

<a id="d"></a>

## 丁

## 戊

## 戊
"""
    announcement, _ = read_seed(text, "seed.md")
    page = inline_html(announcement.document.blocks[1].inlines, anchors=announcement.anchors_by_name)
    ids = {plain(announcement.document.blocks[index].inlines): anchor for index, anchor in announcement.anchors}
    links = [f'<a href="#{announcement.anchors_by_name[name]}">' for name in ("a-id", "乙-一", "c", "d", "戊-1")]
    assert page.count("<a ") == len(links)
    assert all(link in page for link in links), page
    assert [announcement.anchors_by_name[name] for name in ("a-id", "b", "c", "d")] == [
        ids[x] for x in ("甲功能", "乙一", "丙功能", "丁")
    ]
    assert announcement.anchors_by_name["戊"] != announcement.anchors_by_name["戊-1"] == ids["戊"]
    assert "{" not in "".join(ids)
    assert [edit.before for edit in announcement.edits if edit.rule.id == "unsafe-links"] == ["#none"]


def test_the_words_balance_where_a_script_never_ends():
    """An unclosed ``script`` tag hides nothing, and counts as text."""
    assert gaps(HTML + '<style>\n<p>丙</p>\n<script src="https://example.org/s">\n<p>丁</p>\n', "seed.html") == []


def test_the_words_of_a_saved_page_balance(read_seed):
    """Elements around its text are left out, with their addresses."""
    page = f'<nav><a href="/x">菜单</a></nav>\n<main>\n{HTML}</main>\n<script src="/app.js">x()</script>\n'
    assert gaps(page, "seed.html") == []
    announcement, _ = read_seed(page, "seed.html")
    assert unexplained(announcement) == []
    assert announcement.line_report[0].outcome == "dropped"


def test_each_line_has_its_outcome(read_seed):
    """Shown, a fact, dropped, or markup."""
    announcement, _ = read_seed(MARKDOWN, "seed.md")
    expected = {
        "---": LineOutcome(1, "markup"),
        "title: PyTorch": LineOutcome(2, "dropped"),
        "tags:": LineOutcome(3, "dropped"),
        "color:": LineOutcome(4, "dropped"),
        "# PyTorch": LineOutcome(7, "shown"),
        "> 发布": LineOutcome(9, "fact"),
        "[unused]": LineOutcome(16, "dropped"),
        "## 外汇": LineOutcome(18, "shown"),
        "x = 17": LineOutcome(22, "shown"),
        "|---": LineOutcome(27, "markup"),
        "| 甲": LineOutcome(28, "shown"),
        "| 丙": LineOutcome(29, "shown"),
        "3. 第三": LineOutcome(31, "shown"),
        "谢谢": LineOutcome(34, "dropped"),
    }
    outcomes = {words: announcement.line_report[line_of(MARKDOWN, words) - 1] for words in expected}
    assert outcomes == expected


def test_facts_that_no_page_shows_are_findings(read_seed):
    """An unused front matter key, and a second value that contradicts the first."""
    text = MARKDOWN.replace("译者：", "发布：2022年3月4日\n>\n> 译者：").replace("color: 红", "author: 甲\ncolor: 红")
    announcement, _ = read_seed(text, "seed.md")
    findings = [(finding.kind, finding.line, finding.quote) for finding in announcement.findings]
    assert ("not-carried", 5, "color: 红") in findings
    assert ("not-carried", 12, "date: 2022年3月4日") in findings
    assert not any("author" in quote or "2021" in quote for _, _, quote in findings)


def corrected(find, replace_with, line):
    """Return the knowledge with an erratum of the seed called “seed”."""
    fix = Erratum(line=line, find=find, replace=replace_with, reason=BilingualText("由", "reason"))
    return replace(KNOWLEDGE, errata={"seed": (fix,)})


def test_a_line_that_an_erratum_empties_is_dropped():
    text = TEXT.replace("1. 甲", "多余的一句。\n1. 甲")
    line = line_of(text, "多余的一句")
    knowledge = corrected("多余的一句。", "", line)
    assert gaps(text, "seed.txt", knowledge) == []
    *_, announcement = read_parts(text, "seed.txt", knowledge)
    assert announcement.line_report[line - 1] == LineOutcome(line, "dropped")


def test_errata_correct_front_matter():
    """A title with two spaces is found with one: values of front matter have single spaces."""
    text = "---\ntitle: 框架 PyTorch 发布 9.9  版本\ndate: 2021-01-02\n---\n\nPyTorch 9.9 已发布，包括甲。\n"
    fixed = corrected("框架 PyTorch 发布 9.9 版本", "PyTorch 9.9 发布：甲与乙", 2)
    assert gaps(text, "seed.md", fixed) == []
    *_, announcement = read_parts(text, "seed.md", fixed)
    assert announcement.title == (Text("PyTorch 9.9 发布：甲与乙", 2),)
    twice = corrected("9", "PyTorch 9.9 发布：甲与乙", 2)
    problems = pipeline.convert("seeds/seed.md", text.encode(), twice).problems
    assert any("seeds/seed.md:2 finds its text" in problem.message for problem in problems)


@pytest.mark.parametrize(
    "after",
    [
        "x = 1\n\n    y = 2\n    z = 3",  # split
        "x = 1; y = 2\nz = 3",  # joined
        "x = 1; y = 5\nz = 3",  # joined and changed
        "x = 1\nz = 3",  # one deleted
    ],
)
def test_lines_that_an_erratum_moves_stay_with_their_text(after):
    text = "# PyTorch 9.9 发布\n\n正文。\n\n```\nx = 1\ny = 2\nz = 3\n```\n"
    fixed = corrected("x = 1\ny = 2\nz = 3", after, 6)
    assert gaps(text, "seed.md", fixed) == []
    *_, announcement = read_parts(text, "seed.md", fixed)
    assert [entry.outcome for entry in announcement.line_report[5:8]] == ["shown"] * 3


def inlines_by(kind, change):
    """Return a faulty pass that replaces each inline of a kind."""

    def changed(node):
        return change(node) if isinstance(node, kind) else (node,)

    return lambda document: map_inlines(document, lambda inlines, _: map_nodes(inlines, changed))


def blocks_by(kind, change):
    """Return a faulty pass that replaces each block of a kind."""

    def changed(block):
        return change(block) if isinstance(block, kind) else (block,)

    return lambda document: document.with_blocks(map_blocks(document.blocks, changed))


def words_by(before, after):
    """Return a faulty pass that replaces words."""
    return inlines_by(Text, lambda node: (Text(node.text.replace(before, after), node.line),))


def without_first_cell(table):
    first, *rest = table.rows
    return (replace(table, rows=((first[0], Cell((), first[1].line)), *rest)),)


def without_third_item(items):
    return (items if items.start == 4 else replace(items, items=items.items[1:], start=4),)


# Faulty passes, and words of the line that they damage: the first in the document with these words. ``samples.yml`` of a
# format says which cannot happen to its document (``never_lost``).
LOSSES = {
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
    "item": (blocks_by(ListBlock, without_third_item), "第三"),
    "block": (blocks_by(CodeBlock, lambda _: ()), "import torch"),
}


POSSIBLE = [(name, loss) for name in DOCUMENTS for loss in LOSSES if loss not in SAMPLES[name]["never_lost"]]


@pytest.mark.parametrize(("name", "loss"), POSSIBLE)
def test_a_document_has_what_may_be_lost(name, loss):
    words = LOSSES[loss][1]
    remedy = f"write them there, or {loss!r} into never_lost"
    assert words in DOCUMENTS[name], f"tests/cases/{name}/samples.yml: its document lacks {words!r}: {remedy}"


@pytest.mark.parametrize("by", ["reader", "pass"])
@pytest.mark.parametrize(("name", "loss"), POSSIBLE)
def test_a_loss_is_caught_with_its_line(monkeypatch, name, loss, by):
    """If a reader or pass loses something without recording it, its line is unexplained."""
    lossy, words = LOSSES[loss]
    if by == "reader":

        def read_lossily(source):
            reading = read_document(source)
            return reading._replace(document=lossy(reading.document))

        monkeypatch.setattr(pipeline, "read_document", read_lossily)
    else:
        monkeypatch.setattr(
            passes, "EDGES", (passes.Pass(LOSSY, lambda document, _: (lossy(document), [])), *passes.EDGES)
        )
    line = line_of(DOCUMENTS[name], words)
    lines = gaps(DOCUMENTS[name], SEED_NAMES[name])
    assert line in lines
    assert loss == "block" or lines == [line]


@pytest.mark.parametrize("name", [name for name, loss in POSSIBLE if loss == "block"])
def test_a_text_that_a_pass_loses_as_a_whole_stops_a_strict_build(read_seed, monkeypatch, name):
    lossy, words = LOSSES["block"]
    monkeypatch.setattr(passes, "EDGES", (passes.Pass(LOSSY, lambda document, _: (lossy(document), [])), *passes.EDGES))
    announcement, problems = read_seed(DOCUMENTS[name], SEED_NAMES[name])
    (problem, *_) = [problem for problem in problems if UNEXPLAINED in problem.message]
    assert problem.severity == "warning"
    assert problem.line in unexplained(announcement)
    assert line_of(DOCUMENTS[name], words) in unexplained(announcement)


@pytest.mark.parametrize("words", ["[文档](../a)", "\u200b文档", '[文档](https://example.org/a "题")'])
def test_an_edit_that_leaves_the_words_explains_no_lost_line(read_seed, monkeypatch, words):
    """Lines whose words stay are shown, even if such an edit is made on a later line of the paragraph."""
    text = f"{HEAD}正文\n{words}\n终\n"
    announcement, _ = read_seed(text, "seed.md")
    assert [entry.outcome for entry in announcement.line_report[4:7]] == ["shown"] * 3
    assert announcement.edits
    lossy = blocks_by(Paragraph, lambda _: ())
    monkeypatch.setattr(passes, "WORDING", (passes.Pass(LOSSY, lambda document, _: (lossy(document), [])),))
    announcement, _ = read_seed(text, "seed.md")
    assert unexplained(announcement) == [5, 6, 7]


def test_a_link_without_words_leaves_no_line_unexplained(read_seed):
    announcement, _ = read_seed(f"{HEAD}[](#top)\n\n正文。\n", "seed.md")
    assert [entry.outcome for entry in announcement.line_report[4:7]] == ["markup", "markup", "shown"]


@pytest.mark.parametrize("name", ["markdown", "html"])
def test_words_that_a_lost_quotation_mark_swallows_are_missed(name):
    """The tag extends to the next quotation mark and swallows the text before it."""
    text = DOCUMENTS[name] + '\n<p title="x>甲七</p>\n<p title="y>乙</p>\n'
    assert gaps(text, SEED_NAMES[name])[0] == line_of(text, "甲七")


def test_a_term_that_is_lost_after_its_correction_is_caught(monkeypatch):
    """The seed does not contain the term itself, so the paragraph's line is reported."""
    last = passes.Pass(LOSSY, lambda document, _: (words_by("FX", "F")(document), []))
    monkeypatch.setattr(passes, "WORDING", (*passes.WORDING, last))
    assert gaps(MARKDOWN, "seed.md") == [line_of(MARKDOWN, "外汇")]


@pytest.mark.parametrize("path", find_seeds(ROOT / "seeds").paths, ids=lambda path: path.stem)
def test_the_words_of_a_seed_balance(path):
    assert gaps(path.read_text(encoding="utf-8"), path.name, knowledge_of(ROOT)) == []


@pytest.mark.parametrize("name", SAMPLES)
@given(data=st.data())
def test_the_words_of_any_announcement_balance(name, data):
    """In each format; ``test_any_input.py`` checks that no words are lost."""
    text = data.draw(numbered(name))
    *parts, announcement = read_parts(text, SEED_NAMES[name])
    assert balance.gaps(*parts, announcement) == {}, text
    assert unexplained(announcement) == [], text
    assert [entry.line for entry in announcement.line_report] == list(range(1, text.count("\n") + 2))


@given(announcements())
def test_the_words_of_fragments_balance(text):
    """Fragments combine in ways that no author intends."""
    assert gaps(text, "seed.md") == [], text
