"""The translators' commands in a temporary checkout, and the resulting pages and reports."""

import re
import shutil
import unicodedata

import polib
import pytest

from atlas import __main__ as command
from support import rendering
from support.cases import cases
from support.checkout import ROOT
from support.samples import read_with

CASES = cases("translating")
POST = CASES["post"]
OLD, NEW = "新的量化工具共有 3 项，让部署更简单。", "新的量化工具共有 4 项，让部署更简单。"
ENGLISH = CASES["english"]
CATALOG, OTHER = "seeds/translations/en/post.po", "seeds/translations/en/other.po"


def translate(path, words):
    po = polib.pofile(str(path), wrapwidth=0)
    for entry in po:
        if entry.msgid in words:
            entry.msgstr, entry.flags, entry.previous_msgid = words[entry.msgid], [], None
    po.save(str(path))


def translate_some(path, *more):
    """Translate one text, and another that is still to be revised; add more entries."""
    translate(path, {"量化": "Quantization"})
    po = polib.pofile(str(path), wrapwidth=0)
    po.find("导出").msgstr, po.find("导出").flags = "Export", ["fuzzy"]
    po.extend(more)
    po.save(str(path))


@pytest.fixture(autouse=True)
def checkout(tmp_path, monkeypatch, knowledge):
    """A checkout with two seeds, one untranslated (the post) and one translated."""
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "other.md").write_text("# PyTorch 9.8\n\n发布：2020年1月2日\n\n正文。\n", encoding="utf-8")
    read_with(monkeypatch, knowledge)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    assert command.main(["translations", "update"]) == 0
    translate(tmp_path / OTHER, {"正文。": "Text."})
    (tmp_path / "seeds" / "post.md").write_text(POST, encoding="utf-8")
    return tmp_path


@pytest.fixture
def built(checkout):
    """A function that builds the site and returns the pipeline's output."""
    return lambda: rendering.build(checkout)


@pytest.fixture
def run(capsys):
    """Run a command; return its exit code and what it wrote to either stream."""
    capsys.readouterr()

    def run(*arguments):
        code = command.main(["translations", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def page_of(site, uri):
    """Return an English page as HTML."""
    return rendering.page(site, "en", uri).content.html


def test_a_translators_round(checkout, run, built):
    """Add and translate a seed; change a sentence and correct its translation; undo the change."""
    seed, path = checkout / "seeds" / "post.md", checkout / CATALOG
    assert run("update") == (0, f"{CATALOG}: updated\n", "")
    site = built()
    assert 'post/#untranslated">5</a>' in page_of(site, "sources/index.md")
    assert OLD in page_of(site, "sources/post.md").partition('<h2 id="untranslated">')[2].partition("<h2")[0]
    translate(path, ENGLISH)
    assert run("update")[0] == 0
    first = path.read_bytes()
    assert run("update")[1] == ""
    assert (run("check")[0], path.read_bytes()) == (0, first)

    seed.write_text(POST.replace(OLD, NEW), encoding="utf-8")
    run("update")
    fuzzy = [entry for entry in polib.pofile(str(path)) if entry.fuzzy]
    assert [(e.msgid, e.previous_msgid, e.msgstr) for e in fuzzy] == [(NEW, OLD, ENGLISH[OLD])]
    code, _, err = run("check")
    assert code == 1
    assert re.fullmatch(
        rf"{CATALOG}:{fuzzy[0].linenum}: fuzzy translation of seed line 7 differs in numbers: lacks \['4'\], adds \['3'\]: correct it\n",
        err,
    )
    site = built()
    body = page_of(site, "releases/9.9.md")
    assert (
        f'<span lang="zh-CN">{NEW}</span> <span class="untranslated-note">translation awaiting revision</span>' in body
    )
    assert ENGLISH[OLD] not in body
    assert "not translated yet" not in body
    assert NEW in page_of(site, "sources/post.md").partition('<h2 id="fuzzy">')[2].partition("<h2")[0]
    assert 'post/#fuzzy">1</a>' in page_of(site, "sources/index.md")
    changed = path.read_bytes()

    seed.write_text(POST, encoding="utf-8")
    run("update")
    assert path.read_bytes() == first, "undone before anybody worked on it"
    seed.write_text(POST.replace(OLD, NEW), encoding="utf-8")
    run("update")
    assert path.read_bytes() == changed

    better = "Four (4) new quantization tools make deployment simpler."
    translate(path, {NEW: better})
    assert run("check")[0] == 0
    site = built()
    assert better in page_of(site, "releases/9.9.md")
    assert "untranslated-note" not in page_of(site, "releases/9.9.md")
    assert "post/#fuzzy" not in page_of(site, "sources/index.md")

    seed.write_text(POST, encoding="utf-8")
    run("update")
    po = polib.pofile(str(path))
    assert po.find(OLD).msgstr == ENGLISH[OLD], "the old sentence has its own translation still"
    assert [(e.msgid, e.msgstr) for e in po.obsolete_entries()] == [(NEW, better)]
    text = path.read_text(encoding="utf-8")
    assert text[: text.index("\n#~")].encode() == first


def test_a_broken_catalog_stops_no_other(checkout, run):
    broken = checkout / OTHER
    broken.write_bytes(b'msgid "\xff"\n')
    for action in ("update", "status", "check"):
        code, _, err = run(action)
        assert code == 1
        assert err.startswith(f"{OTHER}:1: is not a valid catalog (not UTF-8): correct it\n")
    assert broken.read_bytes() == b'msgid "\xff"\n'
    assert (checkout / CATALOG).exists()


def test_a_catalog_that_cannot_be_written_is_one_line(run, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.replace", refuse)
    code, out, err = run("update")
    assert (code, out) == (1, "")
    assert err == f"{CATALOG}: cannot be written (Permission denied): check its permissions\n"


def test_status_is_an_aligned_table(checkout, run):
    (checkout / "seeds" / "post.md").rename(checkout / "seeds" / "公告.md")
    run("update")
    path = checkout / "seeds" / "translations" / "en" / "公告.po"
    translate_some(path, polib.POEntry(msgid="旧", msgstr="old", obsolete=True))
    code, out, _ = run("status")
    assert code == 0
    rows = out.splitlines()
    row = next(row for row in rows if "公告.md" in row)
    assert row.split() == ["9.9", "seeds/公告.md", "20%", "1", "2", "1", "2", "3", "28", "1"]
    assert rows[0].split()[-1] == "obsolete"
    assert rows[-1].split()[0] == "all"
    widths = {sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in row) for row in rows}
    assert len(widths) == 1, "the numbers end in one column"


def test_check_names_what_to_do(checkout, run):
    run("update")
    path = checkout / CATALOG
    assert run("check")[0] == 0, "what is missing is no fault"
    translate(path, {"量化": "Quantisation <b>", OLD: "3 new tools."})
    po = polib.pofile(str(path))
    lines = {msgid: po.find(msgid).linenum for msgid in ("量化", OLD)}
    code, _, err = run("check")
    assert code == 1
    assert err == (
        f"{CATALOG}:{lines['量化']}: translation of seed line 5 differs in HTML tags: adds ['<b>']: correct it\n"
    )


def test_check_reports_glossary_terms_and_the_build_does_not(checkout, run, built):
    text = POST.replace("模型导出现已稳定。", "稀疏张量现已稳定。")
    (checkout / "seeds" / "post.md").write_text(text, encoding="utf-8")
    run("update")
    translate(checkout / CATALOG, ENGLISH | {"稀疏张量现已稳定。": "Sparse arrays are now stable."})
    code, _, err = run("check")
    assert code == 1
    assert re.fullmatch(
        rf"{CATALOG}:\d+: translation of seed line 11 has no word of the glossary for “张量”: use “tensor”, or add your words to seeds/knowledge/glossary.yml\n",
        err,
    )
    site = built()
    assert [str(problem) for problem in site.problems if CATALOG in problem.path] == []


def test_a_catalog_of_no_seed_is_named(checkout, run, built):
    """By ``check`` and by the build, if the seed is gone or the catalog is in the wrong language's folder."""
    run("update")
    gone, wrong = checkout / "seeds/translations/en/gone.po", checkout / "seeds/translations/zh/post.po"
    wrong.parent.mkdir()
    gone.write_bytes((checkout / CATALOG).read_bytes())
    wrong.write_bytes((checkout / CATALOG).read_bytes())
    wanted = {
        "seeds/translations/en/gone.po: belongs to no seed: rename or delete it",
        f"seeds/translations/zh/post.po: belongs to no seed here (that of seeds/post.md is {CATALOG}): rename or delete it",
    }
    code, _, err = run("check")
    assert code == 1
    assert set(err.splitlines()) == wanted
    site = built()
    assert {str(p) for p in site.problems if "belongs to no seed" in p.message and p.severity == "warning"} == wanted


def test_a_seed_that_cannot_be_read_keeps_its_catalog(checkout, run):
    run("update")
    (checkout / "seeds" / "post.md").write_bytes(b"")
    _, _, err = run("check")
    assert "belongs to no seed" not in err
