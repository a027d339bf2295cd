"""Small sample announcements, and the repository's own knowledge."""

from functools import cache

from atlas import pipeline
from atlas.history.release import Release
from atlas.knowledge import load
from atlas.knowledge.schema import ExternalStatement
from atlas.translate.lookup import translation_of
from support.checkout import ROOT

HEAD = "# PyTorch 9.9 发布\n\n发布：2021年1月2日\n\n"
GOOD = f"{HEAD}## 张量（Beta）\n\n正文 torch.x。\n"
GOOD_HTML = "<h1>PyTorch 9.9 发布</h1>\n<p>发布：2021年1月2日</p>\n<h2>张量（Beta）</h2>\n<p>正文</p>\n"


@cache
def known_with_errata():
    """Load the repository's knowledge (seeds/knowledge), errata included."""
    loaded, problems = load.load(ROOT / "seeds" / "knowledge")
    assert loaded, [str(problem) for problem in problems]
    return loaded


def elsewhere(*found, feature="fx"):
    """Return what a post that is not collected states of a feature: (release, level) pairs."""
    source = "https://pytorch.org/blog/x/"
    return tuple(
        ExternalStatement(feature=feature, release=at, level=level, source=source, quote="x") for at, level in found
    )


def read_release(path, knowledge, name="", root=ROOT):
    """Read a file; return it as a release with its catalog below ``root``, or None, and its problems."""
    parsed, account, problems = pipeline.read_seed(path, knowledge, name)
    return parsed and Release.of(parsed, account, translation_of(root, parsed)), problems
