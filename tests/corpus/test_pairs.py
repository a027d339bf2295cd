"""A translation and its original in ``seeds/`` form one release in both languages."""

import re
from dataclasses import replace
from functools import cached_property

import pytest

from atlas import pipeline
from atlas.document.nodes import plain
from support import rendering
from support.cases import cases
from support.checkout import ROOT
from support.samples import catalog

CASES = cases("pairs")
TRANSLATION, ORIGINAL = (
    (ROOT / "tests" / "cases" / "pair" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("translation", "original")
)
UNLIKE = "# PyTorch 9.1 notes\n\nDate: 2024-03-04\n\n" + "\n\n".join(f"A text about matter {n}." for n in range(30))


class Built:
    """The collection made from some seeds, whose pages are rendered on demand."""

    def __init__(self, root):
        self.collection, self.problems = pipeline.collect(root, rendering.TODAY)

    @cached_property
    def pages(self):
        return pipeline.render(self.collection, self.problems, ROOT, "https://example.org/").pages


@pytest.fixture
def build(tmp_path, known, monkeypatch):
    """Build seeds without any registered features: a function of their texts by name."""
    alone = replace(known, features=(), families=(), elsewhere=(), moved=())
    monkeypatch.setattr(pipeline, "load", lambda _: (alone, ()))
    (tmp_path / "seeds" / "translations" / "en").mkdir(parents=True)

    def build(**texts):
        for name, text in texts.items():
            (tmp_path / "seeds" / f"{name}.md").write_text(text, encoding="utf-8")
        return Built(tmp_path)

    return build


@pytest.fixture
def pair(build):
    """Build the pair: a function of the edits to either text, as alternating old and new strings."""

    def pair(ours=(), theirs=()):
        texts = []
        for text, edits in ((TRANSLATION, ours), (ORIGINAL, theirs)):
            texts.append(text)
            for before, after in zip(edits[::2], edits[1::2], strict=True):
                assert before in text
                texts[-1] = texts[-1].replace(before, after)
        return build(translation=texts[0], original=texts[1])

    return pair


def problems(site):
    return [str(problem) for problem in site.problems if problem.severity != "note"]


def page(site, language, uri="releases/9.1.md"):
    return rendering.page(site, language, uri).content.markdown()


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def release_of(site):
    return next(r for r in site.collection.releases if r.version == "9.1")


def restored(site):
    return [(change.before, change.after) for change in release_of(site).changes if change.rule == "original"]


def test_a_pair_is_one_release_in_both_languages_with_no_work_by_hand(pair):
    site = pair()
    assert problems(site) == []
    english, chinese = (page(site, language) for language in ("en", "zh"))
    for sentence in ("the prism compiler", "made of 1,200 commits", "cuts a graph into pieces", "PyTorch’s own text"):
        assert sentence in words(english)
    assert "not yet translated" not in english
    release = release_of(site)
    names = [plain(release.localized(f.title, "en").inlines) for f in release.features]
    assert names == ["Prism compiler", "Cube tensors"]
    assert "魔方张量用" in chinese
    # Text that only one of them has is shown with a label.
    assert re.search(r"这一段是译者写的，介绍译者的博客与读书笔记。 only in the translation", words(english))
    lacking = "Only in PyTorch’s own text; the translation lacks it Pieces that were compiled once"
    assert lacking in words(english)
    assert "只见于原文，译文没有这一段 Pieces that were compiled once" in words(chinese)
    # Both files have a page, and the pages link to each other.
    assert "sources/original/" in page(site, "en", "sources/translation.md").replace("../", "sources/")
    assert "sources/translation/" in page(site, "en", "sources/original.md").replace("../", "sources/")


def test_a_reviewed_translation_comes_before_the_original(pair, tmp_path):
    text = "棱镜编译器 `torch.prism` 把图切成小块，再逐块编译。"
    path = tmp_path / "seeds" / "translations" / "en" / "translation.po"
    path.write_text(catalog({text: "Reviewed: `torch.prism`."}), encoding="utf-8")
    english = words(page(pair(), "en"))
    assert "Reviewed: torch.prism." in english
    assert "cuts a graph" not in english


def test_facts_that_differ_are_open_questions_and_those_of_one_complete_the_other(pair):
    commits = ("1,200 commits", "1,300 commits since 9.0, made by 77 contributors")
    site = pair(theirs=("2024-03-04", "2024-03-05", "(Stable)", "(Beta)", *commits))
    release = release_of(site)
    assert [f.detail for f in release.findings if f.kind == "differs"] == ["2024-03-05", "1,300", "Cube tensors: beta"]
    assert release.contributors.value == 77
    assert release.from_original == ("contributors",)
    assert problems(site) == []


def test_links_and_names_that_the_translation_lost_are_restored_and_recorded(pair):
    site = pair(
        ("`torch.prism` 把", "`torch.prsim_compiler` 把", "快 30%。", "快 30%，详见此处。"),
        (
            *("`torch.prism`, cuts", "`torch.prism_compiler`, cuts"),
            *("on GPUs.", "on GPUs; see [the guide](https://example.org/cubes)."),
        ),
    )
    assert [change.line for change in release_of(site).changes if change.rule == "original"] == [9, 15]
    link = ("此处", "[此处](https://example.org/cubes)")
    assert restored(site) == [("torch.prsim_compiler", "torch.prism_compiler"), link]
    chinese = page(site, "zh")
    assert "<code>torch.prism_compiler</code> 把图切成小块" in chinese
    assert '<a href="https://example.org/cubes">此处</a>' in chinese
    assert "Restored from the original" in words(page(site, "en", "sources/translation.md"))


def test_a_name_that_was_fused_with_an_english_word_is_restored(pair):
    uses = "它使用 4 个线程，可以用 `torch.prism.threads` 修改"
    site = pair(
        (
            *("棱镜编译器 `torch.prism` 把图", "支持 intorch*.prism*，把图"),
            *(uses, "settingtorch*.prism.threads = 8*，共 4 个线程"),
        ),
        ("`torch.prism.threads`", "`torch.prism.threads = 8`"),
    )
    assert restored(site) == [("intorch.prism", "torch.prism"), ("settingtorch.prism.threads", "torch.prism.threads")]
    chinese = page(site, "zh")
    assert "支持 <code>torch.prism</code>，把图" in chinese
    assert "默认情况下 <code>torch.prism.threads = 8</code>，共 4 个线程" in chinese


def test_features_go_by_the_names_that_were_restored(pair):
    site = pair(
        ("## 棱镜编译器（", "## `torch.prsim_compiler` 编译器（"), ("## Prism", "## `torch.prism_compiler` Prism")
    )
    release = release_of(site)
    assert [plain(f.title) for f in release.features] == ["torch.prism_compiler 编译器", "魔方张量"]
    assert release.features[0].apis == ("torch.prism_compiler", "torch.prism", "torch.prism.threads")
    assert "torch.prsim" not in page(site, "zh")


def test_a_restored_link_is_no_longer_reported_as_lost(build):
    ours = TRANSLATION.replace("快 30%。", "快 30%。请参阅此处。")
    theirs = ORIGINAL.replace("on GPUs.", "on GPUs. See [here](https://example.org/a).")

    def lost(site):
        release = release_of(site)
        return [f.line for f in release.findings if f.kind == "lost-link"], release.account[14].kind

    assert lost(build(translation=ours)) == ([15], "carried")
    assert lost(build(original=theirs)) == ([], "repaired")


def test_unrestorable_links_are_listed(pair):
    site = pair(
        theirs=("uses 4 threads", "uses 8 threads", "one by one.", "one by one ([how](https://example.org/how)).")
    )
    found = {(f.kind, f.quote, f.detail) for f in release_of(site).findings if f.kind in ("differs", "missing")}
    assert ("differs", "4", "8") in found
    assert ("missing", "—", "[how](https://example.org/how)") in found
    assert problems(site) == []


def test_a_second_original_is_refused_by_the_name_of_the_first(build):
    site = build(b=TRANSLATION, a=ORIGINAL, c=ORIGINAL)
    assert problems(site) == ["seeds/c.md:1: announces 9.1, as seeds/a.md does: keep one of the two files"]
    assert "cuts a graph into pieces" in words(page(site, "en"))


def test_an_original_of_another_announcement_is_named_and_left_out(build):
    what = "has too little in common with seeds/translation.md, of the same version, and is left out: "
    found = problems(build(translation=TRANSLATION, original=UNLIKE))
    assert [p for p in found if p.startswith(f"seeds/original.md:1: {what}")]


def test_of_different_versions_each_stands_alone(pair):
    assert set(pair(theirs=("9.1", "9.2", "2024-03", "2024-07")).collection.versions) == {"9.1", "9.2"}


def test_an_original_that_stops_halfway_is_used_and_reported(build):
    site = build(translation=TRANSLATION.partition("这一段")[0], original=ORIGINAL.partition("## Cube")[0])
    notes = [str(problem) for problem in site.problems if problem.path == "seeds/original.md"]
    (note,) = [note for note in notes if "breaks off" in note]
    assert note.startswith("seeds/original.md:13: “Pieces that were compiled once are kept")
    assert "breaks off (魔方张量)" in note
    assert "Pieces that were compiled once" in page(site, "en", "sources/original.md").partition("## ")[2]
    english = words(page(site, "en"))
    assert "cuts a graph into pieces" in english
    assert re.search("魔方张量用 torch.cube 创建，在 GPU 上快 30%。 ?only in the translation", english)
    assert problems(site) == []


def test_a_hostile_original_can_do_no_more_than_a_seed(pair):
    """Neither its text nor a link restored from it."""
    attack = "[x](javascript:alert(1)) <script>alert(1)</script> <img src=x onerror=alert(1)>"
    link = ("on GPUs.", "on GPUs; see [the guide](javascript:alert(1)).")
    site = pair(("快 30%。", "快 30%，详见此处。"), ("Pieces that", f"{attack} Pieces that", *link))
    assert restored(site) == []
    for text in (page(site, "en"), page(site, "zh")):
        assert "<script" not in text
        assert "javascript:" not in re.sub(r">[^<]*<", "", text)
        assert "<img" not in text


def test_an_original_that_is_too_long_to_be_aligned_is_named_and_left_out(pair, monkeypatch):
    monkeypatch.setattr("atlas.core.limits.MAX_ALIGNED_PAIRS", 5)
    site = pair()
    (problem,) = [p for p in problems(site) if "aligned" in p]
    assert problem.startswith("seeds/original.md:")
    assert "9.1" in site.collection.versions


@pytest.mark.parametrize("text", CASES["others"])
def test_an_original_in_a_third_language_is_one_line_and_left_out(build, text):
    site = build(translation=TRANSLATION, original=text)
    (problem,) = [p for p in problems(site) if p.startswith("seeds/original.md")]
    assert problem.startswith("seeds/original.md:1: seems to be in neither Chinese nor English: ")
    assert "9.1" in site.collection.versions


def stating(original, text=TRANSLATION):
    return f"---\ntranslation_of: {original}\n---\n{text}"


def originals(site):
    return {r.seed.path: r.original.seed.path for r in site.collection.releases if r.original}


@pytest.mark.parametrize("name", ["original.md", "seeds/original.md"])
def test_a_stated_original_needs_no_likeness(build, name):
    site = build(translation=stating(name), original=UNLIKE)
    assert originals(site) == {"seeds/translation.md": "seeds/original.md"}
    assert problems(site) == []


def test_of_two_originals_the_stated_one_is_taken(build):
    site = build(translation=stating("c.md"), a=ORIGINAL, c=ORIGINAL)
    assert originals(site) == {"seeds/translation.md": "seeds/c.md"}
    assert problems(site) == ["seeds/a.md:1: announces 9.1, as seeds/c.md does: keep one of the two files"]


def test_a_chinese_announcement_may_be_the_original(build):
    site = build(zh=TRANSLATION, en=stating("zh.md", ORIGINAL))
    assert originals(site) == {"seeds/en.md": "seeds/zh.md"}
    assert "棱镜编译器" in page(site, "zh")
    assert problems(site) == []


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("original.md", ORIGINAL.replace("9.1", "9.2").replace("2024-03", "2024-07"), "announces 9.2, not 9.1"),
        ("none.md", "", "is no announcement here"),
        ("../original.md", "", "is no announcement here"),
        ("translation.md", "", "is in the same language"),
    ],
)
def test_a_statement_that_cannot_be_true_is_one_line(build, name, text, why):
    site = build(translation=stating(name), **({"original": text} if text else {}))
    (found,) = [p for p in problems(site) if "translation_of" in p]
    assert found.startswith(f"seeds/translation.md:2: states translation_of: seeds/{name}, which {why}")
    assert "9.1" in site.collection.versions
    assert originals(site) == {}
