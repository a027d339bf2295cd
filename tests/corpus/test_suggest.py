"""``python -m atlas features suggest``: what is likely the same is proposed, and joined once it is accepted."""

import pytest

from atlas import __main__ as command
from support import checkout

EARLIER = "# PyTorch 0.7 发布\n\n## 棱镜张量的稀疏量化缓存（原型）\n\n正文。\n\n## 魔方编译器\n\n正文。\n"
LATER = "# PyTorch 0.8 发布\n\n## 更快的稀疏量化（Beta）\n\n正文。\n\n## 锚点导出\n\n正文。\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command where there are two announcements; gives its exit code and what it wrote to either stream."""
    monkeypatch.setattr(command, "ROOT", checkout.bare(tmp_path, {"earlier.md": EARLIER, "later.md": LATER}))

    def run(*arguments):
        code = command.main(["features", "suggest", *arguments])
        return code, *capsys.readouterr()

    return run


def test_what_is_likely_the_same_is_proposed_with_its_evidence_and_joined_when_accepted(run, tmp_path):
    code, out, err = run()
    (line,) = (line for line in out.splitlines() if "0.7" in line)
    assert (code, err) == (0, "")
    assert "棱镜张量的稀疏量化缓存" in line
    assert "更快的稀疏量化" in line
    assert line.split()[-2:] == ["quantiz", "spars"]
    assert run("--accept", line.split()[0])[0] == 0
    written = (tmp_path / "seeds" / "knowledge" / "features.yml").read_text(encoding="utf-8")
    assert 'aliases: ["更快的稀疏量化"]' in written
    code, out, err = run()
    assert (code, err) == (0, "")
    assert "0.7" not in out


def test_a_number_that_is_not_proposed_is_one_line(run):
    code, _, err = run("--accept", "99")
    assert code == 1
    assert err.startswith("seeds/knowledge/features.yml: there is no proposal 99: ")
    assert err.count("\n") == 1
