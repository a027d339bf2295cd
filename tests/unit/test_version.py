"""Versions: their order, and which one an announcement announces, or what speaks against it."""

from itertools import pairwise

from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.extract import facts
from atlas.extract.version import announced_version
from support.cases import titled
from support.samples import cleaned, knowledge


@titled("versions")
def test_which_release_is_announced(case):
    """The version, or what the one problem says, with its line."""
    seed, result = cleaned(case["text"], case.get("name", "seed.md"))
    title, original = result.document.blocks[0], facts.original(result.document, knowledge())
    version, problems = announced_version(seed, result.document, title, original, knowledge())
    if "version" in case:
        assert (version, problems) == (case["version"], [])
        assert plain(title.inlines) == case.get("shown", plain(title.inlines))
        return
    (problem,) = problems
    assert (version, problem.severity, problem.line) == ("", "error", case["line"])
    assert all(words in problem.message for words in case["error"])


def test_versions_are_ordered_as_numbers():
    ordered = "1.9 1.10-a1 1.10-alpha2 1.10-b1 1.10-beta2 1.10-rc1 1.10-rc2 1.10-rc10 1.10 1.10.1 1.11 2.0 2.0.1 2.1 10.0".split()
    assert all(version_key(a) < version_key(b) for a, b in pairwise(ordered))
    assert version_key("2.1") == version_key("2.1.0")
