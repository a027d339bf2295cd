"""``translations update --from`` fills the catalog of a translation from its original."""

import shutil
from dataclasses import replace

import polib
import pytest
import yaml

from atlas import __main__ as command
from atlas.knowledge.schema import Erratum
from support import rendering
from support.checkout import ROOT
from support.samples import catalog, errors, read_with

TRANSLATION, ORIGINAL = (
    (ROOT / "tests" / "cases" / "pair" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("translation", "original")
)
UNLIKE = "# PyTorch 9.1 notes\n\nDate: 2024-03-04\n\n" + "\n\n".join(f"A text about matter {n}." for n in range(30))


@pytest.fixture
def root(tmp_path, monkeypatch, knowledge):
    """A checkout without registered features."""
    for name in ("templates", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "seeds" / "translations" / "en").mkdir(parents=True)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    read_with(monkeypatch, knowledge)
    return tmp_path


def edited(text, edits):
    for before, after in zip(edits[::2], edits[1::2], strict=True):
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.fixture
def fill(root, capsys):
    """Fill the catalog: a function of the edits to either text that returns the exit code, output and messages."""

    def fill(ours=(), theirs=(), translation=TRANSLATION, original=ORIGINAL):
        (root / "seeds" / "translation.md").write_text(edited(translation, ours), encoding="utf-8")
        (root / "original.md").write_text(edited(original, theirs), encoding="utf-8")
        status = command.main(
            ["translations", "update", "--from", str(root / "original.md"), str(root / "seeds" / "translation.md")]
        )
        return status, *capsys.readouterr()

    return fill


def entries(root):
    po = polib.pofile(str(root / "seeds" / "translations" / "en" / "translation.po"), wrapwidth=0)
    return po, {entry.msgid: entry for entry in po}


def errata(output):
    """Return the entries for the errata file in the command's output, which is YAML but for its first line."""
    return yaml.safe_load(output.partition("\n")[2]) or []


def test_texts_that_agree_are_filled_with_their_place(fill, root):
    status, _, messages = fill()
    assert (status, messages) == (0, "")
    po, catalog = entries(root)
    assert po.metadata["X-Original"] == "original.md"
    filled = catalog["棱镜编译器 `torch.prism` 把图切成小块，再逐块编译。"]
    assert filled.msgstr == "The prism compiler, `torch.prism`, cuts a graph into pieces and compiles them one by one."
    assert filled.comment == "棱镜编译器\noriginal: original.md:9"
    assert catalog["魔方张量"].msgstr == "Cube tensors"
    assert not any(entry.fuzzy for entry in po)
    assert [entry.msgid for entry in po if not entry.msgstr] == ["这一段是译者写的，介绍译者的博客与读书笔记。"]


def test_the_page_says_whose_words_they_are(fill, root):
    fill()
    path = root / "seeds" / "translations" / "en" / "translation.po"
    english = rendering.page(rendering.build(root), "en", "releases/9.1.md").content.html
    assert "The English is PyTorch’s own text." in english
    po, catalog = entries(root)
    catalog["这一段是译者写的，介绍译者的博客与读书笔记。"].msgstr = "By the translator."
    po.save(str(path))
    english = rendering.page(rendering.build(root), "en", "releases/9.1.md").content.html
    assert "PyTorch’s own text in part; the rest is by this site" in english


def test_the_original_in_the_seed_or_in_knowledge_is_the_address(fill, root):
    fill(("发布：2024年3月4日", "发布：2024年3月4日\n\n原文：https://pytorch.org/blog/prism/"))
    assert entries(root)[0].metadata["X-Original"] == "https://pytorch.org/blog/prism/"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((), ("uses 4 threads", "uses 8 threads")),
        ((), ("`torch.prism.threads` changes", "`torch.prism.count` changes")),
        ((), ("By default it", "[By default](https://example.org/) it")),
    ],
)
def test_texts_that_disagree_are_fuzzy(fill, root, ours, theirs):
    fill(ours, theirs)
    entry = entries(root)[1]["默认情况下它使用 4 个线程，可以用 `torch.prism.threads` 修改。"]
    assert entry.fuzzy
    assert "threads" in entry.msgstr
    assert entry.comment.endswith("original: original.md:11")


def test_formatting_follows_the_seed(fill, root):
    """Emphasis that only the original has is dropped, and a name that is code only in the seed becomes code."""
    fill((), ("Cube tensors are", "**Cube tensors** are"))
    _, catalog = entries(root)
    assert catalog["魔方张量用 `torch.cube` 创建，在 GPU 上快 30%。"].msgstr.startswith("Cube tensors are made")
    fill(("用 `torch.cube` 创建", "用 `CubeMaker` 创建"), ("`torch.cube`", "CubeMaker"))
    entry = entries(root)[1]["魔方张量用 `CubeMaker` 创建，在 GPU 上快 30%。"]
    assert (entry.msgstr, entry.fuzzy) == ("Cube tensors are made by `CubeMaker` and are 30% faster on GPUs.", False)


def test_a_paragraph_that_was_split_gets_its_sentences_for_review(fill, root):
    whole = "棱镜编译器 `torch.prism` 把图切成小块，再逐块编译。\n\n默认情况下它使用 4 个线程，可以用 `torch.prism.threads` 修改。"
    fill((), ("one by one.\n\nBy default", "one by one. By default"))
    sentences = [entries(root)[1][msgid] for msgid in whole.split("\n\n")]
    assert [entry.msgstr.split()[0] for entry in sentences] == ["The", "By"]
    assert all(entry.fuzzy for entry in sentences)


def test_work_is_never_overwritten(fill, root):
    text = "棱镜编译器 `torch.prism` 把图切成小块，再逐块编译。"
    path = root / "seeds" / "translations" / "en" / "translation.po"
    path.write_text(catalog({text: "Reviewed: `torch.prism`."}), encoding="utf-8")
    fill()
    assert entries(root)[1][text].msgstr == "Reviewed: `torch.prism`."
    before = path.read_bytes()
    fill()
    assert path.read_bytes() == before
    assert command.main(["translations", "update"]) == 0
    assert path.read_bytes() == before


def test_what_the_two_do_not_share_is_printed_as_entries_for_the_errata_file(fill, root, monkeypatch, knowledge):
    ours = (
        *("`torch.prism` 把", "`torch.prsim_compiler` 把"),
        *("快 30%。", "快 30%，详见此处。"),
    )
    theirs = (
        *("`torch.prism`, cuts", "`torch.prism_compiler`, cuts"),
        *("on GPUs.", "on GPUs; see [the guide](https://example.org/cubes)."),
    )
    status, output, _ = fill(ours, theirs)
    assert status == 0
    assert [(entry["line"], entry["find"], entry["replace"]) for entry in errata(output)] == [
        (9, "torch.prsim_compiler", "torch.prism_compiler"),
        (15, "此处", "[此处](https://example.org/cubes)"),
    ]
    assert "# original.md:13: only in the original: Pieces that were compiled once" in output
    assert "# line 17: only in the translation: 这一段是译者写的" in output
    corrections = {"translation": tuple(Erratum(**entry) for entry in errata(output))}
    read_with(monkeypatch, replace(knowledge, errata=corrections))
    _, output, _ = fill(ours, theirs)
    assert errata(output) == []
    assert not [entry for entry in entries(root)[0] if entry.fuzzy and not entry.obsolete]


def test_a_name_that_was_fused_with_an_english_word_is_found_through_its_markup(fill):
    _, output, _ = fill(
        (
            "棱镜编译器 `torch.prism` 把图",
            "支持 intorch*.prism*，把图",
            "可以用 `torch.prism.threads` 修改",
            "用 settingtorch*.prism.threads = 8*，共 4 个线程",
        ),
        ("`torch.prism.threads`", "`torch.prism.threads = 8`"),
    )
    assert [(entry["find"], entry["replace"]) for entry in errata(output)] == [
        ("intorch*.prism*", "`torch.prism`"),
        ("settingtorch*.prism.threads = 8*", "`torch.prism.threads = 8`"),
    ]


def test_a_hostile_original_can_do_no_more_than_a_catalog(fill, root):
    attack = "[x](javascript:alert(1)) <script>alert(1)</script> <img src=x onerror=alert(1)>"
    link = ("on GPUs.", "on GPUs; see [the guide](javascript:alert(1)).")
    _, output, _ = fill(("快 30%。", "快 30%，详见此处。"), ("Cube tensors are", f"{attack} Cube tensors are", *link))
    assert errata(output) == []
    assert entries(root)[1]["魔方张量用 `torch.cube` 创建，在 GPU 上快 30%，详见此处。"].fuzzy
    english = rendering.page(rendering.build(root), "en", "releases/9.1.md").content.html
    assert "<script" not in english
    assert "<img" not in english


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"original": UNLIKE}, "has too little in common with"),
        ({"original": TRANSLATION}, "is in Chinese, and so is"),
        ({"theirs": ("9.1", "9.2", "2024-03", "2024-07")}, "announces 9.1, and"),
        ({"original": "# Diary\n\nIt rained.\n"}, "names no version"),
        ({"translation": "# 日记\n\n今天下雨。\n"}, "is not a readable seed of this project"),
    ],
)
def test_no_pair_is_one_line(fill, arguments, why):
    status, output, messages = fill(**arguments)
    assert status == 1
    assert why in messages
    assert "Traceback" not in messages
    assert "- line:" not in output


def test_two_seeds_of_one_release_stop_the_build_with_the_command_to_use(root):
    (root / "seeds" / "translation.md").write_text(TRANSLATION, encoding="utf-8")
    (root / "seeds" / "original.md").write_text(ORIGINAL, encoding="utf-8")
    (error,) = errors(rendering.build(root).problems)
    assert error == (
        "seeds/translation.md:1: announces 9.1, as seeds/original.md does: move seeds/original.md out of seeds/, and if "
        "the other is its translation, run `python -m atlas translations update --from original.md seeds/translation.md`"
    )
    (root / "seeds" / "original.md").write_text(TRANSLATION, encoding="utf-8")
    (error,) = errors(rendering.build(root).problems)
    assert error.endswith("announces 9.1, as seeds/original.md does: keep one of the two files")
