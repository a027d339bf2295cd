"""Broken knowledge, errata that do not match, clashing seeds and broken catalogs are reported with their place."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError

from atlas import pipeline
from atlas.core.languages import BilingualText
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.extract.counts import Count
from atlas.extract.facts import USED_FACTS, Facts
from atlas.knowledge import load, yaml_files
from atlas.knowledge.fields import Pattern
from atlas.knowledge.schema import Erratum, PathRedirect
from atlas.site import render
from atlas.sources import seeds
from atlas.sources.errata import ERRATUM
from atlas.translate import lookup
from support import checkout
from support.cases import cases
from support.checkout import COLLECTION, ROOT
from support.rendering import TODAY
from support.samples import GOOD, catalog, errors, knowledge_of, read_announcement, read_once


@pytest.fixture
def small_checkout(tmp_path, monkeypatch):
    """A folder with the knowledge of the collection and one small seed."""
    monkeypatch.setattr(load, "read", read_once)
    return checkout.minimal_copy(tmp_path, {"seed.md": GOOD.replace("9.9", "2.1")})


def all_problems(folder):
    return sorted(pipeline.collect(folder, TODAY)[1])


def problems_of(folder):
    return errors(all_problems(folder))


BROKEN = {case["what"]: case for case in cases("broken_knowledge")}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_knowledge_is_named_with_its_line(small_checkout, what):
    case = BROKEN[what]
    path = small_checkout / "seeds" / "knowledge" / case["file"]
    text = path.read_text(encoding="utf-8")
    at = text.index(case["after"]) + len(case["after"]) if "after" in case else len(text)
    added = case["added"] + case.get("repeated", "") * case.get("times", 0)
    path.write_text(text[:at] + added + text[at:], encoding="utf-8")
    (problem,) = problems_of(small_checkout)
    assert re.fullmatch(case["message"].replace("{line}", str(text.count("\n", 0, at) + 1)), problem), problem


def test_a_file_full_of_faults_is_reported_in_a_few_lines(small_checkout):
    (small_checkout / "seeds" / "knowledge" / "features.yml").write_text("- 1\n" * 9_000, encoding="utf-8")
    lines = problems_of(small_checkout)
    assert len(lines) == yaml_files.MAX_REPORTED_PROBLEMS + 1
    assert (
        lines[-1]
        == f"seeds/knowledge/features.yml:{yaml_files.MAX_REPORTED_PROBLEMS + 1}: {9_000 - yaml_files.MAX_REPORTED_PROBLEMS:,} more of the kind: correct them"
    )


def test_words_are_text_with_quotes_or_without(tmp_path):
    """Scalars are always strings; only a missing value is None."""
    path = tmp_path / "x.yml"
    path.write_text('- [no, on, 1:30, 2022-01-01, 0b1, true, 12, 1.10, ~, ""]\n- {a: }\n', encoding="utf-8")
    content, problems = yaml_files.read(path, "x.yml", Any)
    assert problems == ()
    words, entry = content
    assert words == ["no", "on", "1:30", "2022-01-01", "0b1", "true", "12", "1.10", "~", ""]
    assert entry == {"a": None}


def test_knowledge_reads_the_same_without_libyaml(monkeypatch):
    monkeypatch.setattr(yaml_files, "_Loader", yaml.BaseLoader)
    slow, problems = load.load(COLLECTION / "seeds" / "knowledge")
    assert problems == ()
    assert slow == knowledge_of(COLLECTION)


@pytest.mark.parametrize("pattern", ["(?:x+){0,3}y", "(?:x+)*+y", "(?:x++)*y", r"(?:[x*]\+)+y"])
def test_a_pattern_may_repeat_a_repetition_that_ends_soon(pattern):
    """At most three times, or without a way back."""
    stated = {"pattern": pattern, "example": "x+y"}
    assert TypeAdapter(Pattern).validate_python(stated).pattern == pattern


@pytest.mark.parametrize("pattern", ["(?:x+){0,4}y", "(?:x+){2,}y", "(?:x{4}|x{0,9})*y", "(?:(?:x+))*y"])
def test_a_pattern_that_repeats_a_repetition_often_is_refused(pattern):
    with pytest.raises(ValidationError, match="repeats a group that contains a repetition"):
        TypeAdapter(Pattern).validate_python({"pattern": pattern, "example": "xy"})


def test_words_of_counts_belong_to_a_fact():
    """Each count has words, and no words are of a count that does not exist, such as a misspelt one."""
    names = {fact.name for fact in fields(Facts) if fact.type == Count | None}
    assert names == set(knowledge_of(ROOT).counting.counts)


def test_a_feature_that_nothing_announces_is_warned_of(checkout):
    path = checkout / "seeds" / "knowledge" / "features.yml"
    before = path.read_text("utf-8")
    line = before.count("\n") + 1
    path.write_text(f"{before}- id: x-new\n  name: {{zh: 新, en: New}}\n  areas: [tensors]\n", "utf-8")
    warnings = [problem for problem in all_problems(checkout) if problem.severity != "note"]
    assert {problem.severity for problem in warnings} == {"warning"}
    assert [str(problem) for problem in warnings] == [
        f"seeds/knowledge/features.yml:{line}: x-new: no announcement and no record has it, and no relation leads to it: delete the entry",
    ]


@pytest.mark.parametrize(
    "name",
    "areas.yml code.yml fact_words.yml features.yml glossary.yml headings.yml stability.yml".split(),
)
def test_missing_or_undecodable_knowledge(small_checkout, name):
    path = small_checkout / "seeds" / "knowledge" / name
    path.unlink()
    assert problems_of(small_checkout) == [f"seeds/knowledge/{name}: is missing: restore it"]
    path.write_bytes(b"- \xff\xfe\n")
    (problem,) = problems_of(small_checkout)
    assert problem == f"seeds/knowledge/{name}:1: is not UTF-8: save it as UTF-8"
    path.write_bytes(b"# nothing\n")
    (problem,) = problems_of(small_checkout)
    assert problem.startswith(f"seeds/knowledge/{name}: is empty: write [] for an empty list")
    path.write_bytes(b"")
    assert all(problem.startswith(f"seeds/knowledge/{name}") for problem in problems_of(small_checkout))


ERRATA = {
    "no longer matches": ("- {line: 1, find: 不存在的字, replace: x, reason: {zh: 由, en: r}}", "finds its text 0 times, not once: correct `find` and `line`, or delete it"),
    "matches twice": ("- {line: 7, find: 正文, replace: x, reason: {zh: 由, en: r}}", "finds its text 2 times, not once"),
    "points past the end": ("- {line: 900, find: 正文, replace: x, reason: {zh: 由, en: r}}", "finds its text 0 times, not once"),
}  # fmt: skip


@pytest.mark.parametrize("what", ERRATA)
def test_errata_that_do_not_fit(small_checkout, what):
    """The problem gives the erratum's own file and line."""
    fix, message = ERRATA[what]
    (small_checkout / "seeds" / "new.md").write_text(GOOD.replace("正文", "正文正文"), encoding="utf-8")
    (small_checkout / "seeds" / "knowledge" / "errata" / "new.yml").write_text(f"# why\n{fix}\n", encoding="utf-8")
    (problem,) = problems_of(small_checkout)
    assert problem.startswith("seeds/knowledge/errata/new.yml:2: erratum for seeds/new.md:"), problem
    assert message in problem


def test_errata_of_no_seed(small_checkout):
    path = small_checkout / "seeds" / "knowledge" / "errata" / "gone.yml"
    path.write_text("- {line: 1, find: x, replace: y, reason: {zh: 由, en: r}}\n", encoding="utf-8")
    (warning,) = [problem for problem in all_problems(small_checkout) if problem.path.endswith("gone.yml")]
    assert str(warning) == "seeds/knowledge/errata/gone.yml: belongs to no seed: rename or delete it"
    assert warning.severity == "warning", "whoever takes a seed away sees the rest"


def test_errata_name_mistranslations_of_the_glossary(small_checkout):
    fix = "- {line: 3, find: 甲, replace: 乙, terms: [生词], reason: {zh: 由, en: r}}"
    (small_checkout / "seeds" / "knowledge" / "errata" / "new.yml").write_text(f"{fix}\n", encoding="utf-8")
    _, (problem,) = load.load(small_checkout / "seeds" / "knowledge")
    remedy = "use one of seeds/knowledge/glossary.yml, as it stands there"
    assert str(problem) == f"seeds/knowledge/errata/new.yml:1: terms: no mistranslation '生词': {remedy}"


def test_errata_apply_in_order_and_keep_lines(knowledge, tmp_path):
    """Errata for one line build on each other; added lines have the number of the line that they replace."""
    path = tmp_path / "seed.md"
    path.write_text(GOOD, encoding="utf-8")
    fixes = tuple(
        Erratum(line=7, find=find, replace=to, reason=BilingualText("由", "r"))
        for find, to in [("正文", "甲\n\n乙"), ("乙", "丙")]
    )
    knowledge = load.Knowledge(
        **{f: getattr(knowledge, f) for f in knowledge.__dataclass_fields__} | {"errata": {"seed": fixes}}
    )
    announcement, problems = read_announcement(path, knowledge)
    assert not problems
    assert [(plain(b.inlines), b.line) for b in announcement.document.blocks[-2:]] == [("甲", 7), ("丙 torch.x。", 7)]
    assert [(edit.before, edit.after, edit.line) for edit in announcement.edits if edit.rule == ERRATUM] == [
        ("正文", "甲\n\n乙", 7),
        ("乙", "丙", 7),
    ]


def test_a_version_announced_twice_however_it_is_spelt_names_both_files(small_checkout):
    (small_checkout / "seeds" / "twice.md").write_text(GOOD.replace("9.9", "v2.1.0"), encoding="utf-8")
    (problem,) = problems_of(small_checkout)
    assert re.fullmatch(
        r"seeds/twice\.md:1: announces 2\.1, as seeds/seed\.md does: keep one of the two files", problem
    )


def test_two_seeds_at_one_address_are_both_named(small_checkout):
    for name in ("甲 乙.md", "甲-乙.md"):
        (small_checkout / "seeds" / name).write_text(GOOD.replace("9.9", f"9.{len(name.split())}"), encoding="utf-8")
    (small_checkout / "seeds" / "index.txt").write_text(GOOD.replace("9.9", "9.7"), encoding="utf-8")
    lines = problems_of(small_checkout)
    assert "seeds/甲-乙.md: would have the same address as seeds/甲 乙.md: rename it" in lines
    assert "seeds/index.txt: would have the same address as the list of sources: rename it" in lines


def test_a_date_in_the_future_is_a_warning(small_checkout):
    (small_checkout / "seeds" / "soon.md").write_text(GOOD.replace("2021年", "2099年"), encoding="utf-8")
    lines = [str(p) for p in all_problems(small_checkout) if p.path == "seeds/soon.md"]
    assert "seeds/soon.md:3: is dated 2099-01-02, in the future: check the date" in lines


def test_no_seed_at_all(small_checkout):
    (small_checkout / "seeds" / "seed.md").unlink()
    assert problems_of(small_checkout) == [f"seeds/: contains no seeds: add an announcement as {seeds.SUFFIXES}"]


def test_two_pages_at_one_address_are_an_error(small_checkout, monkeypatch):
    """One would otherwise silently overwrite the other; one of them may be a redirect from a former address."""
    collection = pipeline.collect(small_checkout, TODAY)[0]
    moved = replace(collection.knowledge, moved=(PathRedirect(former="areas/", now="features/"),))
    what = "seeds/knowledge/: 1 addresses would hold two pages each (the first: {}): rename one of the two"
    (problem,) = render.render(replace(collection, knowledge=moved), [], ROOT, "https://example.org/").problems
    assert str(problem) == what.format("/areas/")
    monkeypatch.setattr(render, "PAGE_KINDS", (*render.PAGE_KINDS, render.PAGE_KINDS[0]))
    (problem,) = render.render(collection, [], ROOT, "https://example.org/").problems
    assert str(problem) == what.format("/")


def test_all_problems_at_once(small_checkout):
    """So that ten files can be corrected without ten builds."""
    for i in range(5):
        (small_checkout / "seeds" / f"bad{i}.txt").write_bytes(b"")
    (small_checkout / "seeds" / "bad.md").write_text("# 没有版本\n\n## 甲\n\n正文\n", encoding="utf-8")
    lines = problems_of(small_checkout)
    assert [line.split(":")[0] for line in lines] == ["seeds/bad.md", *(f"seeds/bad{i}.txt" for i in range(5))]


# --- catalogs -------------------------------------------------------------------------------------

PO = catalog({})


@pytest.fixture
def translated(tmp_path, knowledge):
    """A function from a catalog to the English of an announcement's last text, and the problems."""

    def translated(po):
        path = tmp_path / "seed.md"
        path.write_text(GOOD.replace("正文 torch.x。", BODY), encoding="utf-8")
        announcement, _ = read_announcement(path, knowledge)
        catalog_file = tmp_path / "seeds" / "translations" / "en" / "seed.po"
        catalog_file.parent.mkdir(parents=True, exist_ok=True)
        catalog_file.write_bytes(po if isinstance(po, bytes) else po.encode())
        translation = lookup.translation_of(tmp_path, announcement.seed, announcement.translation.segments)
        problems = translation.problems
        localized = translation.localized(announcement.document.blocks[-1].inlines, "en")
        return localized, [str(problem) for problem in problems]

    return translated


BODY = "正文 `torch.x` 见[链接](https://example.org)，共 3 项。"


def entry(msgstr, flags=""):
    return f'{PO}{flags}msgid "{BODY}"\nmsgstr "{msgstr}"\n'


def test_a_broken_catalog_is_an_error_with_its_place(translated, tmp_path):
    localized, problems = translated(f'{PO}msgid "甲\nmsgstr "x"\n')
    assert localized.lang == "zh"
    assert re.match(r"seeds/translations/en/seed\.po(:\d+)?: is not a valid catalog \(.*\): correct it", problems[0])
    assert str(tmp_path) not in problems[0], "the message names a path of this machine"


@pytest.mark.parametrize(
    "po",
    [
        pytest.param(entry("Body", "#, fuzzy\n"), id="fuzzy"),
        pytest.param(entry(""), id="empty"),
        pytest.param(PO, id="missing"),
        pytest.param("", id="empty-file"),
    ],
)
def test_untranslated_text_is_marked(translated, po):
    localized, problems = translated(po)
    assert localized.lang == "zh"
    assert "正文" in plain(localized.inlines)
    assert "texts have no current translation" in problems[0]
    assert "python -m atlas translations update" in problems[0]


@pytest.mark.parametrize(("msgstr", "fault"), cases("translations")["faults"])
def test_a_translation_shares_links_code_and_numbers(translated, msgstr, fault):
    localized, problems = translated(entry(msgstr))
    assert (localized.lang, localized.fuzzy) == ("zh", True), "it is shown all the same"
    (line,) = [problem for problem in problems if "translation of seed line 7 differs in" in problem]
    assert fault in line
    assert line.startswith("seeds/translations/en/seed.po")


def test_a_translation_of_another_text_is_judged_too(read_seed, tmp_path):
    """A translation that the seed does not use would be shown wherever the same text occurs."""
    announcement, _ = read_seed(GOOD, "seed.md")
    path = tmp_path / lookup.catalog_path(announcement.seed)
    path.parent.mkdir(parents=True)
    path.write_text(f'{PO}msgid "别处的话"\nmsgstr "Words [elsewhere](https://evil.example)"\n', encoding="utf-8")
    translation = lookup.translation_of(tmp_path, announcement.seed, announcement.translation.segments)
    problems = translation.problems
    assert translation.localized(parse_inline("别处的话"), "en").lang == "zh"
    assert [problem.line for problem in problems if "translation differs in links" in str(problem)] == [5]


def test_the_real_words_of_facts_state_facts_that_are_read():
    """Otherwise a misspelled one would only turn up as a text that no page shows."""
    words = knowledge_of(ROOT).fact_words
    labeled = {label.fact for label in words.labels}
    in_bylines = {name for byline in words.bylines for name in byline.groupindex}
    assert labeled | in_bylines <= USED_FACTS
