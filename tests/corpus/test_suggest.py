"""``python -m atlas features suggest``: what is likely the same is proposed, and joined once it is accepted."""

import pytest

from support import checkout

EARLIER = "# PyTorch 0.7 发布\n\n## 棱镜张量的稀疏量化缓存（原型）\n\n正文。\n\n## 魔方编译器\n\n正文。\n"
LATER = "# PyTorch 0.8 发布\n\n## 更快的稀疏量化（Beta）\n\n正文。\n\n## 锚点导出\n\n正文。\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    copy = checkout.copy(tmp_path_factory.mktemp("suggest") / "copy")
    for name, text in {"earlier": EARLIER, "later": LATER}.items():
        (copy / "seeds" / f"{name}.md").write_text(text, encoding="utf-8")
    return copy


def proposed(folder):
    done = checkout.atlas(folder, "features", "suggest")
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if "0.7" in line]


def test_what_is_likely_the_same_is_proposed_with_its_evidence_and_joined_when_accepted(folder):
    (line,) = proposed(folder)
    number, evidence = line.split()[0], line.split()[-2:]
    assert "棱镜张量的稀疏量化缓存" in line
    assert "更快的稀疏量化" in line
    assert evidence == ["quantiz", "spars"]
    assert checkout.atlas(folder, "features", "suggest", "--accept", number).returncode == 0
    written = (folder / "seeds" / "knowledge" / "features.yml").read_text(encoding="utf-8")
    assert 'aliases: ["更快的稀疏量化"]' in written
    assert proposed(folder) == []
    assert checkout.atlas(folder, "features", "suggest").returncode == 0


def test_a_number_that_is_not_proposed_is_one_line(folder):
    done = checkout.atlas(folder, "features", "suggest", "--accept", "99")
    assert done.returncode == 1
    assert done.stderr.startswith("seeds/knowledge/features.yml: there is no proposal 99: ")
    assert "Traceback" not in done.stderr
