"""``python -m atlas features suggest``: likely matches are proposed, and merged once accepted."""

import re

import pytest

from atlas import __main__ as command
from support import checkout

EARLIER = "# PyTorch 0.7 发布\n\n## 棱镜张量的稀疏量化缓存（原型）\n\n正文。\n\n## 魔方编译器\n\n正文。\n"
LATER = "# PyTorch 0.8 发布\n\n## 更快的稀疏量化（Beta）\n\n正文。\n\n## 锚点导出\n\n正文。\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command on two announcements; return its exit code and what it wrote to either stream."""
    monkeypatch.setattr(command, "ROOT", checkout.minimal_copy(tmp_path, {"earlier.md": EARLIER, "later.md": LATER}))

    def run(*arguments):
        code = command.main(["features", "suggest", *arguments])
        return code, *capsys.readouterr()

    return run


def registered(tmp_path):
    return (tmp_path / "seeds" / "knowledge" / "features.yml").read_text(encoding="utf-8")


def test_likely_matches_are_proposed_with_evidence_and_joined_when_accepted(run, tmp_path):
    code, out, err = run()
    (line,) = (line for line in out.splitlines() if "0.7" in line)
    assert (code, err) == (0, "")
    assert "棱镜张量的稀疏量化缓存" in line
    assert "更快的稀疏量化" in line
    assert line.split()[-2:] == ["quantiz", "spars"]
    assert run("--accept", line.split()[0])[0] == 0
    assert 'aliases: ["更快的稀疏量化"]' in registered(tmp_path)
    code, out, err = run()
    assert (code, err) == (0, "")
    assert "0.7" not in out


def test_a_number_that_is_not_proposed_is_one_line(run):
    code, _, err = run("--accept", "99")
    assert code == 1
    assert err.startswith("seeds/knowledge/features.yml: there is no proposal 99: ")
    assert err.count("\n") == 1


def test_two_proposals_of_one_feature_are_one_entry_and_a_feature_joins_only_one(run, tmp_path):
    latest = "# PyTorch 0.9 发布\n\n## 稀疏量化的新后端（Beta）\n\n正文。\n"
    (tmp_path / "seeds" / "latest.md").write_text(latest, encoding="utf-8")
    before = registered(tmp_path)
    _, out, _ = run()
    chain, numbers = ([line.split()[0] for line in out.splitlines() if f" {at} " in line] for at in ("0.9", "0.7"))
    code, _, err = run("--accept", *chain)
    assert (code, err.count("\n")) == (1, 1)
    assert "accept one of them" in err
    assert registered(tmp_path) == before
    assert len(numbers) == 2
    assert run("--accept", *numbers)[0] == 0
    added = registered(tmp_path).removeprefix(before)
    assert added.count("- id:") == 1
    assert sorted(re.findall(r'aliases: \["(.*)", "(.*)"\]', added)[0]) == ["更快的稀疏量化", "稀疏量化的新后端"]
    assert run()[0] == 0


@pytest.mark.parametrize(
    ("aliases", "written"),
    [
        ("", '\n  aliases: ["更快的稀疏量化"]\n'),
        ("  aliases: [稀疏缓存]\n", '\n  aliases: [稀疏缓存, "更快的稀疏量化"]\n'),
        ("  aliases:\n    - 稀疏缓存\n", ""),
        ("  aliases: [稀疏缓存,\n    稀疏的缓存]\n", ""),
    ],
)
def test_an_alias_is_added_to_an_entry_or_the_entry_is_named(run, tmp_path, aliases, written):
    path = tmp_path / "seeds" / "knowledge" / "features.yml"
    entry = f"- id: prism\n  name: {{zh: 棱镜张量的稀疏量化缓存, en: Prism}}\n{aliases}  areas: [frontend]\n"
    before = registered(tmp_path) + entry
    path.write_text(before, encoding="utf-8")
    _, out, _ = run()
    (number,) = (line.split()[0] for line in out.splitlines() if "[prism]" in line)
    code, _, err = run("--accept", number)
    assert code == (0 if written else 1)
    if written:
        assert written in registered(tmp_path)
    else:
        line = before.count("\n", 0, before.index(entry)) + 1
        assert err.startswith(f"seeds/knowledge/features.yml:{line}: the entry of prism has an unusual layout: ")
        assert registered(tmp_path) == before
