"""Which release an announcement announces: its version, or what speaks against it."""

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
