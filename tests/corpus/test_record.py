"""``python -m atlas record`` drafts the record of a release from a text that is not kept."""

import re

import pytest
import yaml

from atlas.__main__ import main
from atlas.knowledge.record import Record

POST = """# PyTorch 9.1 Release Blog

Date: 2031-02-03

## (Stable) torch.special

It is here.

## Prototype Features

### Prism pipeline

It is new, and it is made for pipelines of many prisms, in one process or in several of them.

### Prism cutter

Prism cutter is now deprecated.

## Quartz clocks

Quartz clocks are now in beta, after a long time in which nobody had looked at any of them at all. Their hands are a
prototype.
"""


@pytest.fixture
def draft(tmp_path, capsys):
    def draft(text, *options):
        path = tmp_path / "post.md"
        path.write_text(text, encoding="utf-8")
        status = main(["record", str(path), *options])
        return status, *capsys.readouterr()

    return draft


def test_a_draft_is_a_record_but_for_what_a_person_must_decide(draft):
    status, out, err = draft(POST, "--url", "https://pytorch.org/blog/x/")
    assert (status, err) == (0, "")
    record = yaml.safe_load(out)
    head = [record["version"], str(record["date"]), record["announcement"]]
    assert head == ["9.1", "2031-02-03", "https://pytorch.org/blog/x/"]
    quote = record["statements"][3]["quote"]
    assert record["statements"] == [
        {"feature": "torch-special", "level": "stable", "quote": "(Stable) torch.special"},
        {
            "level": "prototype",
            "under": "Prototype Features",
            "statements": [
                {"feature": "prism-pipeline", "quote": "Prism pipeline"},
                {"feature": "prism-cutter", "quote": "Prism cutter"},
            ],
        },
        {"feature": "prism-cutter", "notice": "deprecated", "quote": "Prism cutter is now deprecated."},
        {"feature": "quartz-clocks", "level": "beta", "quote": quote},
    ]
    assert "now in beta" in quote
    assert len(quote.split()) <= 12
    valid = Record.model_validate(record)
    assert [each.under for each in valid.statements] == ["", "Prototype Features", "Prototype Features", "", ""]
    assert valid.source_of(valid.statements[0]) == record["announcement"]
    comments = "\n".join(re.findall(r"^ +# (.*)$", out, re.MULTILINE))
    assert re.search(r"^line 11.*not registered", comments, re.MULTILINE)
    assert "read from a sentence: Quartz clocks are now in beta" in comments
    assert 'state a level: - {feature: ?, level: prototype, quote: "Their hands' in comments


def test_a_file_that_is_no_announcement_is_one_line(draft):
    status, out, err = draft("It rained.\n")
    assert (status, out) == (1, "")
    assert err.count("\n") == 1


def test_of_a_translation_no_record_is_drafted(draft):
    status, out, err = draft("# PyTorch 9.1 发布\n\n## 石英钟（Beta）\n\n它现在可用。\n")
    assert (status, out) == (1, "")
    assert re.fullmatch(r".*post\.md:1: is a translation, .*: give a copy of that\n", err)


def test_hostile_words_cannot_leave_their_line(draft):
    status, out, _ = draft('# PyTorch 9.1 Release\n\n## (Beta) x"}\u2028]: *a &b !!python/object\n\nText about it.\n')
    assert status == 0
    (statement,) = yaml.safe_load(out)["statements"]
    assert statement["level"] == "beta"
