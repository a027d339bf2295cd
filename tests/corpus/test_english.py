"""English announcements: detected, and read as well as Chinese ones."""

import json
import re

import pytest

from atlas.core.text import comparison_key
from atlas.document.nodes import plain
from atlas.knowledge.stability import REMOVED
from atlas.seeds.formats import FORMATS
from atlas.translate.parity import disagreements
from support.cases import cases
from support.checkout import ROOT
from support.samples import facts_of, read_announcement

CASES = cases("english")
POSTS = ROOT / "tests" / "english"
TRUTH = json.loads((POSTS / "9.8.json").read_text(encoding="utf-8"))
CODE = "```python\nimport torch\n\ndef of_the_best(x):\n    return x  # which is the best that we have\n```\n"
NAMES = "，".join(f"`torch.name_{n}`、DataLoader、Distributed Checkpoint API 与 TensorPipe Backend" for n in range(20))


@pytest.fixture(
    scope="module",
    params=[path for form in FORMATS for path in POSTS.glob(f"9.8{form.suffix}")],
    ids=lambda path: path.suffix,
)
def announcement(request, knowledge):
    announcement, problems = read_announcement(request.param, knowledge)
    assert problems == ()
    return announcement


def test_what_a_careful_reader_finds(announcement):
    assert announcement.seed.language == "en"
    facts = facts_of(announcement)
    read = {
        "version": facts["version"],
        "date": str(facts["date"]),
        "publisher": facts["publisher"],
        **{name: facts[name][0] for name in ("commits", "contributors")},
        "features": [{"title": plain(f.title), "level": f.evidence.level} for f in announcement.features],
        "removes": sorted(f.subject for f in announcement.features if f.evidence.level == REMOVED),
    }
    assert read == {name: TRUTH[name] for name in read}


def test_pleasantries_are_dropped(announcement):
    dropped = "\n".join(edit.before for edit in announcement.edits if edit.drops)
    assert all(words in dropped for words in TRUTH["dropped"])
    assert not [edit for edit in announcement.edits if edit.rule.id in ("glossary", "typography")]


def test_quotes_are_the_seed_s_own_words(announcement):
    lines = announcement.seed.text.split("\n")
    for feature in announcement.features:
        evidence = feature.evidence
        assert comparison_key(evidence.quote) in comparison_key(lines[evidence.line - 1])
        if evidence.basis == "marker":
            assert evidence.quote.replace("`", "") in re.sub(r"[`*]|</?\w+>", "", lines[evidence.line - 1])


@pytest.mark.parametrize(("body", "language"), CASES["prose"].values(), ids=CASES["prose"])
def test_the_language_is_detected_from_the_prose(read_seed, body, language):
    announcement, _ = read_seed(body.replace("{code}", CODE * 9).replace("{names}", NAMES))
    assert announcement.seed.language == language


@pytest.mark.parametrize(("line", "language"), CASES["stated"])
def test_a_stated_language_wins(read_seed, line, language):
    other = {"en": "发布\n\n更快的内核。\n", "zh": "Release\n\nThe best of the kernels.\n"}[language]
    announcement, problems = read_seed(f"---\n{line}\n---\n# PyTorch 9.9 {other}", "seed.md")
    assert announcement.seed.language == language
    assert not [finding for finding in announcement.findings if finding.kind == "not-carried"]
    assert not [problem for problem in problems if "accounts for" in problem.message]


@pytest.mark.parametrize("text", CASES["others"])
def test_another_language_is_an_error(read_seed, text):
    announcement, problems = read_seed(f"# PyTorch 9.9\n\n{text}\n", "seed.md")
    assert announcement is None
    (problem,) = map(str, problems)
    assert problem.startswith("seeds/seed.md:1: seems to be in neither Chinese nor English: put it here in one of them")
    assert read_seed(f"---\nlanguage: en\n---\n# PyTorch 9.9\n\n{text}\n", "seed.md")[0]


@pytest.mark.parametrize("value", ["fr", "Klingon", "english", "zhuang", ""])
def test_an_unknown_language_is_an_error(read_seed, value):
    announcement, problems = read_seed(f"---\ntitle: x\nlanguage: {value}\n---\n# PyTorch 9.9\n\nText.\n", "seed.md")
    assert announcement is None
    assert [str(p) for p in problems] == [
        f"seeds/seed.md:3: states the language {value!r}: write en or zh, or delete the line"
    ]


def test_the_problem_of_an_undated_english_seed_says_what_to_write(read_seed):
    _, problems = read_seed("# PyTorch 9.9 Release\n\n## (Beta) Faster kernels\n\nThe kernels are faster.\n", "seed.md")
    assert any("add a line Date: YYYY-MM-DD" in problem.message for problem in problems)


def test_who_wrote_an_original_did_not_publish_its_translation(read_seed):
    byline = "\n\nby the PyTorch Foundation\n\n"
    original, _ = read_seed(f"# PyTorch 9.9 Release{byline}The best of all.\n", "seed.md")
    translation, _ = read_seed(f"# PyTorch 9.9 发布{byline}这个版本有更快的内核，也有更小的开销。\n", "seed.md")
    assert original.facts.publisher == "PyTorch"
    assert translation.facts.publisher == ""


@pytest.mark.parametrize(("title", "wrong"), CASES["areas"])
def test_short_words_for_an_area_are_whole_words(features, title, wrong):
    assert wrong not in features(f"## {title} (Beta)\n\nThis is new.\n")[title].areas


@pytest.mark.parametrize(("msgid", "msgstr", "agree"), CASES["numbers"])
def test_large_numbers_in_words(msgid, msgstr, agree):
    assert (disagreements(msgid, msgstr) == []) is agree
