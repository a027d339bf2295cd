"""Broken knowledge, errata that do not fit, clashing seeds and broken catalogs: each is named with its place."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import yaml

from atlas.core.languages import Names
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.knowledge import load, yaml_files
from atlas.site import render
from atlas.sources import errata
from atlas.translate import catalogs, lookup
from support import rendering
from support.checkout import ROOT
from support.samples import GOOD, read_release

TODAY = date(2026, 1, 1)

# --- the knowledge --------------------------------------------------------------------------------


def test_the_copy_is_whole(checkout):
    site = rendering.build(checkout, TODAY)
    assert {problem.severity for problem in site.problems} <= {"note"}
    assert site.pages


def problems_of(checkout):
    site = rendering.build(checkout, TODAY)
    return [str(problem) for problem in site.problems if problem.severity == "error"]


BROKEN_KNOWLEDGE = {
    "an unknown area": (
        "features.yml", "- id: x-new\n  name: {zh: 新, en: New}\n  areas: [frontend, nowhere]\n",
        r"seeds/knowledge/features\.yml:{line}: x-new: no area 'nowhere': use one of areas\.yml",
    ),
    "a doubled alias": (
        "features.yml",
        "- id: x-new\n  name: {zh: 新甲乙, en: New}\n  areas: [frontend]\n- id: x-other\n  name: {zh: 另, en: Other}\n  aliases: [新 甲乙]\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:\d+: x-other: '新甲乙' is claimed by x-new too \(line {line}\): keep one, or say in which version with only_in",
    ),
    "a feature that is registered twice": (
        "features.yml", "- id: fx\n  name: {zh: 新甲乙, en: New one}\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:{line}: fx: is registered on line \d+ already: keep one entry",
    ),
    "a feature without an area": (
        "features.yml", "- id: x-new\n  name: {zh: 新甲乙, en: New one}\n  areas: []\n",
        r"seeds/knowledge/features\.yml:\d+: \d+\.areas: .*: correct it",
    ),
    "a relation to nothing": (
        "features.yml", "- id: x-new\n  name: {zh: 新甲乙, en: New one}\n  areas: [frontend]\n  relations: [{part_of: x-gone}]\n  formerly: [x-old]\n",
        r"seeds/knowledge/features\.yml:{line}: x-new: part_of leads to no feature 'x-gone': register it, or correct the id",
    ),
    "a relation that nobody knows": (
        "features.yml", "- id: x-new\n  name: {zh: 新甲乙, en: New one}\n  areas: [frontend]\n  relations: [{like: fx}]\n",
        r"seeds/knowledge/features\.yml:\d+: .*relations.*'renamed_to', 'superseded_by' or 'part_of': correct it",
    ),
    "relations that run in a circle": (
        "features.yml",
        "- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  relations: [{renamed_to: x-b}]\n- id: x-b\n  name: {zh: 新乙, en: New b}\n  areas: [frontend]\n  relations: [{part_of: x-a}]\n",
        r"seeds/knowledge/features\.yml:{line}: x-a: its relations run in a circle \(x-a → x-b → x-a\): take one out",
    ),
    "a feature that is part of itself": (
        "features.yml", "- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  relations: [{part_of: x-a}]\n",
        r"seeds/knowledge/features\.yml:{line}: x-a: its relations run in a circle \(x-a → x-a\): take one out",
    ),
    "an id that moved and is somebody else's": (
        "features.yml", "- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  formerly: [fx]\n",
        r"seeds/knowledge/features\.yml:{line}: x-a: 'fx' of formerly is the id of line \d+: an id that moved is nobody else's: choose another",
    ),
    "a name in a version that no seed has": (
        "features.yml", '- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  only_in: {"0.9": [甲]}\n',
        r"seeds/knowledge/features\.yml:{line}: x-a: only_in names 0\.9, which no seed announces: use one of 2\.1, 1\.11, .*",
    ),
    "a version that is no text": (
        "features.yml", "- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  only_in: {1.10: [甲]}\n",
        r"seeds/knowledge/features\.yml:\d+: .*only_in.*valid string: correct it",
    ),
    "an id that is another page's address": (
        "features.yml", "- id: index\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:{line}: index: 'index' is the address of another page below features/: choose another id",
    ),
    "a name that names nothing": (
        "features.yml", '- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  aliases: ["++"]\n',
        r"seeds/knowledge/features\.yml:\d+: \d+\.aliases\.0: .*names nothing: correct it",
    ),
    "an area that a feature has twice": (
        "features.yml", "- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend, frontend]\n",
        r"seeds/knowledge/features\.yml:\d+: \d+\.areas: .*says 'frontend' twice: correct it",
    ),
    "an area that is listed twice": (
        "areas.yml", "- id: frontend\n  name: {zh: 另, en: Other}\n  description: {zh: 述, en: About}\n  keywords: []\n",
        r"seeds/knowledge/areas\.yml: lists 'frontend' 2 times: keep one",
    ),
    "a family of nobody": (
        "families.yml", "- id: family-x\n  name: {zh: 族, en: Family}\n  members: [fx, x-gone]\n  reason: {zh: 由, en: r}\n",
        r"seeds/knowledge/families\.yml:{line}: family-x: no feature 'x-gone': register it in seeds/knowledge/features\.yml",
    ),
    "a family with a feature's id": (
        "families.yml", "- id: fx\n  name: {zh: 族, en: Family}\n  members: [fx, amp]\n  reason: {zh: 由, en: r}\n",
        r"seeds/knowledge/families\.yml:{line}: fx: is registered already: choose another id",
    ),
    "a date of a version that no seed has": (
        "dates.yml", '- version: "0.9"\n  date: 2022-01-01\n  source: {zh: 某, en: Some}\n  url: "https://example.org/"\n',
        r"seeds/knowledge/dates\.yml:{line}: 0\.9 is announced by no seed: use one of 2\.1, 1\.11, .*",
    ),
    "bad yaml": ("areas.yml", "- id: [x\n", r"seeds/knowledge/areas\.yml:\d+: is not valid YAML \(.*\): mend it"),
    "a key that is written twice": (
        "features.yml", "- id: x-a\n  name: {zh: 新甲, en: New a}\n  areas: [frontend]\n  id: x-b\n",
        r'seeds/knowledge/features\.yml:\d+: is not valid YAML \(found duplicate key "id"\): mend it',
    ),
    "an alias": (
        "features.yml", "- id: x-a\n  name: &n {zh: 新甲, en: New a}\n  areas: [frontend]\n- id: x-b\n  name: *n\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:\d+: is not valid YAML \(an anchor or alias, which nothing needs here\): mend it",
    ),
    "a tag": (
        "features.yml", "- !!python/name:os.system x-a\n",
        r"seeds/knowledge/features\.yml:{line}: is not valid YAML \(unknown tag .*os\.system\): mend it",
    ),
    "a key that is no word": (
        "features.yml", "- {[id]: x-a}\n",
        r"seeds/knowledge/features\.yml:{line}: is not valid YAML \(a key that is no word\): mend it",
    ),
    "a bad expression": (
        "glossary.yml", '  - from: 甲\n    to: 乙\n    en: b\n    near: "(["\n    reason: {zh: 由, en: r}\n',
        r"seeds/knowledge/glossary\.yml:\d+: \d+\.terms\.\d+\.near: .*not a regular expression.*: correct it",
    ),
    "a field that nobody knows": (
        "glossary.yml", "  - from: 甲\n    to: 乙\n    en: b\n    reason: {zh: 由, en: r}\n    colour: red\n",
        r"seeds/knowledge/glossary\.yml:\d+: \d+\.terms\.\d+\.colour: Extra inputs are not permitted: correct it",
    ),
    "a field that is missing": (
        "glossary.yml", "  - from: 甲\n    to: 乙\n    en: b\n",
        r"seeds/knowledge/glossary\.yml:{line}: \d+\.terms\.\d+\.reason: Field required: correct it",
    ),
    "a reason in one language only": (
        "glossary.yml", '  - from: 甲\n    to: 乙\n    en: b\n    reason: {zh: 由, en: ""}\n',
        r"seeds/knowledge/glossary\.yml:\d+: \d+\.terms\.\d+\.reason: .*no words in one of the languages: correct it",
    ),
    "a term that is listed twice": (
        "glossary.yml", "  - from: 公关\n    to: 乙\n    en: b\n    reason: {zh: 由, en: r}\n",
        r"seeds/knowledge/glossary\.yml: lists 公关 2 times: keep one",
    ),
    "a word of the lexicon that is listed twice": (
        "lexicon.yml", '- {en: "matrix of numbers", zh: ["张量"]}\n',
        r"seeds/knowledge/lexicon\.yml:{line}: 张量 is tensor already: keep one",
    ),
    "lists in one another": (
        "features.yml", "- " + "[" * 100_000 + "\n",
        r"seeds/knowledge/features\.yml:{line}: is not valid YAML \(more than 32 lists and mappings in one another\): mend it",
    ),
    "mappings in one another": (
        "features.yml", "- " + "{a: " * 50_000 + "\n",
        r"seeds/knowledge/features\.yml:{line}: is not valid YAML \(more than 32 lists and mappings in one another\): mend it",
    ),
    "too many entries": (
        "synonyms.yml", "- [x]\n" * 100_000,
        r"seeds/knowledge/synonyms\.yml:\d+: is not valid YAML \(more than 100,000 entries\): mend it",
    ),
    "too many bytes": (
        "synonyms.yml", "#" * 1_000_000, r"seeds/knowledge/synonyms\.yml: is larger than 1,000,000 bytes: split it, .*",
    ),
    "a character that nobody sees": (
        "features.yml", '- id: x-a\n  name: {zh: "新\\u202e", en: New}\n  areas: [frontend]\n',
        r"seeds/knowledge/features\.yml:\d+: is not valid YAML \(U\+202E, which nobody sees\): mend it",
    ),
    "a NUL": (
        "features.yml", "- id: 甲\0\n", r"seeds/knowledge/features\.yml:{line}: holds U\+0000, which YAML lacks: delete it",
    ),
    "a number without end": (
        "features.yml", f"- id: {'9' * 5_000}\n  name: {{zh: 新, en: New}}\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:{line}: \d+\.id: Input should be a valid string: correct it",
    ),
    "a version without end": (
        "features.yml",
        '- id: x-a\n  name: {zh: 新, en: New}\n  areas: [frontend]\n  only_in: {"' + "9" * 500 + '.1": [甲]}\n',
        r"seeds/knowledge/features\.yml:\d+: .{1,140}: String should match pattern .*: correct it",
    ),
    "an area at another page's address": (
        "areas.yml", "- id: index\n  name: {zh: 另, en: Other}\n  description: {zh: 述, en: About}\n  keywords: []\n",
        r"seeds/knowledge/areas\.yml: 'index' is the address of another page: choose another id",
    ),
    "an expression that may take forever": (
        "glossary.yml", '  - from: 甲\n    to: 乙\n    en: b\n    near: "(x+x+)+y"\n    reason: {zh: 由, en: r}\n',
        r"seeds/knowledge/glossary\.yml:\d+: .*near: .*repeats a group that holds a repetition.*: correct it",
    ),
    "an expression without end": (
        "glossary.yml", f'  - from: 甲\n    to: 乙\n    en: b\n    near: "{"x" * 1_001}"\n    reason: {{zh: 由, en: r}}\n',
        r"seeds/knowledge/glossary\.yml:\d+: .*near: .*more than 1,000 characters: correct it",
    ),
    "a word that is empty": (
        "synonyms.yml", '- ["张量", "矩阵", " "]\n', r"seeds/knowledge/synonyms\.yml:{line}: \d+\.2: .*names nothing: correct it",
    ),
    "a keyword that is empty": (
        "areas.yml", '- id: x-a\n  name: {zh: 另, en: Other}\n  description: {zh: 述, en: About}\n  keywords: [""]\n',
        r"seeds/knowledge/areas\.yml:\d+: \d+\.keywords\.0: .*is empty: correct it",
    ),
    "an address that runs a program": (
        "dates.yml", '- version: "2.1"\n  date: "2023-10-04"\n  source: {zh: 某处, en: Elsewhere}\n  url: "javascript:alert(1)"\n',
        r"seeds/knowledge/dates\.yml:\d+: \d+\.url: .*no address that may become a link: write https://….*: correct it",
    ),
    "an id without end": (
        "features.yml", f"- id: {'x' * 101}\n  name: {{zh: 新, en: New}}\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:{line}: \d+\.id: String should have at most 100 characters: correct it",
    ),
    "an id that is no address": (
        "features.yml", "- id: ../x\n  name: {zh: 新, en: New}\n  areas: [frontend]\n",
        r"seeds/knowledge/features\.yml:{line}: \d+\.id: .*: correct it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN_KNOWLEDGE)
def test_broken_knowledge_is_named_with_its_line(checkout, what):
    name, added, message = BROKEN_KNOWLEDGE[what]
    path = checkout / "seeds" / "knowledge" / name
    before = path.read_text(encoding="utf-8")
    path.write_text(before + added, encoding="utf-8")
    found = problems_of(checkout)
    assert len(found) == 1, found
    assert re.fullmatch(message.replace("{line}", str(before.count("\n") + 1)), found[0]), found[0]


def test_a_file_of_faults_is_told_in_a_few_lines(checkout):
    (checkout / "seeds" / "knowledge" / "features.yml").write_text("- 1\n" * 9_000, encoding="utf-8")
    found = problems_of(checkout)
    assert len(found) == yaml_files.FAULTS + 1
    assert (
        found[-1]
        == f"seeds/knowledge/features.yml:{yaml_files.FAULTS + 1}: {9_000 - yaml_files.FAULTS:,} more of the kind: correct them"
    )


def test_unquoted_words_are_what_yaml_1_2_takes_them_for(tmp_path):
    """Only `true` and `false` are truths and only digits are numbers; what is quoted is always text."""
    path = tmp_path / "x.yml"
    path.write_text('- [no, on, 1:30, 2022-01-01, 0b1, true, 12, 1.10, ~, "~", "1.10"]\n', encoding="utf-8")
    content, problems = yaml_files.read(path, "x.yml", Any)
    assert problems == ()
    (entry,) = content.value
    assert entry == ["no", "on", "1:30", "2022-01-01", "0b1", True, 12, 1.1, None, "~", "1.10"]


def test_knowledge_reads_the_same_without_libyaml(known, monkeypatch):
    monkeypatch.setattr(yaml_files, "_Loader", yaml.BaseLoader)
    slow, problems = load.load(ROOT / "seeds" / "knowledge")
    assert problems == ()
    assert replace(slow, errata={}) == known


def test_a_level_that_nobody_knows(checkout):
    path = checkout / "seeds" / "knowledge" / "stability.yml"
    path.write_text(path.read_text("utf-8").replace("eras:\n  - level: beta", "eras:\n  - level: gamma"), "utf-8")
    (found,) = problems_of(checkout)
    assert re.fullmatch(
        r"seeds/knowledge/stability\.yml:\d+: eras: no level 'gamma': use one of the ids of levels", found
    ), found


def test_names_that_no_seed_needs_are_warned_of(checkout):
    path = checkout / "seeds" / "knowledge" / "features.yml"
    before = path.read_text("utf-8")
    line = before.count("\n") + 1
    path.write_text(
        f"{before}- id: x-new\n  name: {{zh: 新, en: New}}\n  aliases: [谁也不说]\n  areas: [frontend]\n", "utf-8"
    )
    told = [problem for problem in rendering.build(checkout, TODAY).problems if problem.severity != "note"]
    assert {problem.severity for problem in told} == {"warning"}
    assert [str(problem) for problem in told] == [
        f"seeds/knowledge/features.yml:{line}: x-new: no seed announces it and no relation leads to it: delete the entry",
        f"seeds/knowledge/features.yml:{line}: x-new: no seed says '谁也不说': delete the alias",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "areas.yml",
        "code.yml",
        "customs.yml",
        "dates.yml",
        "families.yml",
        "features.yml",
        "glossary.yml",
        "stability.yml",
    ],
)
def test_missing_or_undecodable_knowledge(checkout, name):
    path = checkout / "seeds" / "knowledge" / name
    path.unlink()
    assert problems_of(checkout) == [f"seeds/knowledge/{name}: is missing: restore it"]
    path.write_bytes(b"- \xff\xfe\n")
    (found,) = problems_of(checkout)
    assert found == f"seeds/knowledge/{name}:1: is not UTF-8: save it as UTF-8"
    path.write_bytes(b"# nothing\n")
    (found,) = problems_of(checkout)
    assert found.startswith(f"seeds/knowledge/{name}: holds nothing: write [] for an empty list")
    path.write_bytes(b"")
    assert all(found.startswith(f"seeds/knowledge/{name}") for found in problems_of(checkout))


ERRATA = {
    "no longer matches": ("- {line: 1, find: 不存在的字, replace: x, reason: {zh: 由, en: r}}", "finds its text 0 times, not once: correct `find` and `line`, or delete it"),
    "matches twice": ("- {line: 7, find: 正文, replace: x, reason: {zh: 由, en: r}}", "finds its text 2 times, not once"),
    "points past the end": ("- {line: 900, find: 正文, replace: x, reason: {zh: 由, en: r}}", "finds its text 0 times, not once"),
}  # fmt: skip


@pytest.mark.parametrize("what", ERRATA)
def test_errata_that_do_not_fit(checkout, what):
    """An erratum names its own place, so that it is found and corrected."""
    fix, message = ERRATA[what]
    (checkout / "seeds" / "new.md").write_text(GOOD.replace("正文", "正文正文"), encoding="utf-8")
    (checkout / "seeds" / "knowledge" / "errata" / "new.yml").write_text(f"# why\n{fix}\n", encoding="utf-8")
    (found,) = problems_of(checkout)
    assert found.startswith("seeds/knowledge/errata/new.yml:2: erratum for seeds/new.md:"), found
    assert message in found


def test_errata_of_no_seed(checkout):
    path = checkout / "seeds" / "knowledge" / "errata" / "gone.yml"
    path.write_text("- {line: 1, find: x, replace: y, reason: {zh: 由, en: r}}\n", encoding="utf-8")
    (told,) = [problem for problem in rendering.build(checkout, TODAY).problems if problem.path.endswith("gone.yml")]
    assert str(told) == "seeds/knowledge/errata/gone.yml: belongs to no seed: rename or delete it"
    assert told.severity == "warning", "whoever takes a seed away sees the rest"


def test_errata_apply_in_order_and_keep_lines(known, tmp_path):
    """Several fixes of one line build on each other; added lines belong to the line that they replace."""
    path = tmp_path / "seed.md"
    path.write_text(GOOD, encoding="utf-8")
    fixes = tuple(
        errata.Erratum("seeds/knowledge/errata/seed.yml", at, 7, find, to, Names("由", "r"))
        for at, find, to in [(1, "正文", "甲\n\n乙"), (5, "乙", "丙")]
    )
    known = load.Knowledge(**{f: getattr(known, f) for f in known.__dataclass_fields__} | {"errata": {"seed": fixes}})
    release, problems = read_release(path, known)
    assert not problems
    assert [(plain(b.inlines), b.line) for b in release.document.blocks[-2:]] == [("甲", 7), ("丙 torch.x。", 7)]
    assert [(c.before, c.after, c.line) for c in release.changes if c.rule == "erratum"] == [
        ("正文", "甲\n\n乙", 7),
        ("乙", "丙", 7),
    ]


# --- the releases together ------------------------------------------------------------------------


def test_a_version_announced_twice_names_both_files(checkout):
    (checkout / "seeds" / "twice.md").write_text(GOOD.replace("9.9", "2.1"), encoding="utf-8")
    (found,) = problems_of(checkout)
    assert re.fullmatch(
        r"seeds/twice\.md:1: announces 2\.1, as seeds/\d+_\w+\.txt does: keep one of the two files", found
    )


def test_spellings_of_one_version_are_one(checkout):
    (checkout / "seeds" / "twice.md").write_text(GOOD.replace("9.9", "v2.1.0"), encoding="utf-8")
    (found,) = problems_of(checkout)
    assert "announces 2.1, as" in found


def test_a_date_in_the_future_is_a_warning(checkout):
    (checkout / "seeds" / "soon.md").write_text(GOOD.replace("2021年", "2099年"), encoding="utf-8")
    found = [str(p) for p in rendering.build(checkout, TODAY).problems if p.path == "seeds/soon.md"]
    assert "seeds/soon.md:3: is dated 2099-01-02, in the future: check the date" in found


def test_no_seed_at_all(checkout):
    for path in checkout.glob("seeds/*.txt"):
        path.unlink()
    for path in checkout.glob("seeds/knowledge/errata/*.yml"):
        path.unlink()
    assert problems_of(checkout) == ["seeds/: holds no seed: add an announcement as .txt, .md or .html"]


def test_two_pages_at_one_address_are_an_error(checkout, monkeypatch):
    """Whatever lets it happen: one would overwrite the other without a word."""
    monkeypatch.setattr(render, "KINDS", (*render.KINDS, render.KINDS[0]))
    (found,) = problems_of(checkout)
    assert re.fullmatch(
        r"seeds/knowledge/: \d+ addresses would hold two pages each \(the first: \S+\): rename one of the two", found
    )


def test_all_problems_at_once(checkout):
    """Whoever mends ten files need not build ten times."""
    for i in range(5):
        (checkout / "seeds" / f"bad{i}.txt").write_bytes(b"")
    (checkout / "seeds" / "bad.md").write_text("# 没有版本\n\n## 甲\n\n正文\n", encoding="utf-8")
    found = problems_of(checkout)
    assert [line.split(":")[0] for line in found] == ["seeds/bad.md", *(f"seeds/bad{i}.txt" for i in range(5))]


# --- catalogs -------------------------------------------------------------------------------------

PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.fixture
def translated(tmp_path, known):
    """A release with the catalog given: what its text becomes in English, and the problems."""

    def translated(po, text="正文 `torch.x` 见[链接](https://example.org)，共 3 项。"):
        path = tmp_path / "seed.md"
        path.write_text(GOOD.replace("正文 torch.x。", text), encoding="utf-8")
        release, _ = read_release(path, known)
        catalog_file = tmp_path / "seeds" / "translations" / "en" / "seed.po"
        catalog_file.parent.mkdir(parents=True, exist_ok=True)
        catalog_file.write_bytes(po if isinstance(po, bytes) else po.encode())
        translation = lookup.translation_of(tmp_path, release)
        problems = translation.problems
        said = translation.localized(release.document.blocks[-1].inlines, "en")
        return said, [str(problem) for problem in problems]

    return translated


BODY = "正文 `torch.x` 见[链接](https://example.org)，共 3 项。"


def entry(msgstr, flags=""):
    return f'{PO}{flags}msgid "{BODY}"\nmsgstr "{msgstr}"\n'


@pytest.mark.parametrize(
    "po",
    [
        pytest.param(f'{PO}msgid "甲\nmsgstr "x"\n', id="unclosed-string"),
        pytest.param(f'{PO}msgid "甲"\nmsgstr "x"\nmsgid "甲"\nmsgstr "y"\n', id="doubled"),
        pytest.param(PO.encode() + b'msgid "\xff\xfe"\nmsgstr "x"\n', id="not-utf-8"),
        pytest.param("<html>not a catalog</html>\n", id="something-else"),
    ],
)
def test_a_broken_catalog_is_an_error_with_its_place(translated, tmp_path, po):
    said, problems = translated(po)
    assert said.lang == "zh"
    assert re.match(r"seeds/translations/en/seed\.po(:\d+)?: is not a valid catalog \(.*\): mend it", problems[0])
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
def test_what_is_not_translated_is_shown_as_such(translated, po):
    said, problems = translated(po)
    assert said.lang == "zh"
    assert "正文" in plain(said.inlines)
    assert "texts have no current translation" in problems[0]
    assert "python -m atlas translations update" in problems[0]


@pytest.mark.parametrize(
    ("msgstr", "fault"),
    [
        ("Body `torch.x`, see [link](https://evil.example), 3 items.", "links: lacks ['https://example.org'], adds ['https://evil.example']"),
        ("Body `torch.x`, see link, 3 items.", "links: lacks ['https://example.org']"),
        ("Body `torch.y`, see [link](https://example.org), 3 items.", "code spans: lacks ['torch.x'], adds ['torch.y']"),
        ("Body `torch.x`, see [link](https://example.org), 4 items.", "numbers: lacks ['3'], adds ['4']"),
        ("**Body** `torch.x`, see [link](https://example.org), 3 items.", "emphasis: lacks [], adds ['Strong']"),
        ("Body `torch.x` <script>, see [link](https://example.org), 3 items.", "HTML tags: adds ['<script>']"),
        ("Body `torch.x` of evil@evil.example, see [link](https://example.org), 3 items.", "addresses: adds"),
        ("Body\u202e `torch.x`, see [link](https://example.org), 3 items.", "invisible characters: adds ['U+202E']"),
        ("Body `torch.x` {name}, see [link](https://example.org), 3 items.", "placeholders: lacks [], adds ['{name}']"),
    ],
    ids=["other-link", "lost-link", "other-code", "other-number", "emphasis", "html", "address", "bidi", "placeholder"],
)  # fmt: skip
def test_a_translation_shares_links_code_and_numbers(translated, msgstr, fault):
    said, problems = translated(entry(msgstr))
    assert (said.lang, said.fuzzy) == ("zh", True), "it is shown all the same"
    (found,) = [problem for problem in problems if "translation of seed line 7 differs in" in problem]
    assert fault in found
    assert found.startswith("seeds/translations/en/seed.po")


def test_a_translation_of_another_text_is_judged_too(hand_in, tmp_path):
    """One that the seed does not ask for would be shown wherever the same words turn up."""
    release, _ = hand_in(GOOD, "seed.md")
    path = tmp_path / lookup.catalog_path(release.seed)
    path.parent.mkdir(parents=True)
    path.write_text(f'{PO}msgid "别处的话"\nmsgstr "Words [elsewhere](https://evil.example)"\n', encoding="utf-8")
    translation = lookup.translation_of(tmp_path, release)
    problems = translation.problems
    assert translation.localized(parse_inline("别处的话"), "en").lang == "zh"
    assert [problem.line for problem in problems if "translation differs in links" in str(problem)] == [5]


def test_html_in_a_translation_is_text():
    """The same reader and writer as for seeds: no HTML passes."""
    (node,) = parse_inline('<script>alert(1)</script> <img src=x onerror="x">')
    assert plain((node,)) == '<script>alert(1)</script> <img src=x onerror="x">'


def test_a_missing_catalog_is_empty(tmp_path):
    loaded, problems = catalogs.load(tmp_path / "none.po", "seeds/translations/en/none.po")
    assert loaded.messages == {}
    assert problems == ()


def test_a_sentence_must_say_where_its_level_stands(checkout):
    """A template without {level} would state any of them."""
    path = checkout / "seeds" / "knowledge" / "stability.yml"
    text = path.read_text(encoding="utf-8").replace("announces:\n", "announces:\n  - 仅此\n")
    path.write_text(text, encoding="utf-8")
    (problem,) = problems_of(checkout)
    line = text[: text.index("  - 仅此")].count("\n") + 1
    assert problem.startswith(f"seeds/knowledge/stability.yml:{line}: announces.0: ")
    assert "{level}" in problem
