"""Findings about a seed's text: their messages, and their effect on a build."""

import logging
from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

import mkdocs_hooks
from atlas import pipeline
from atlas.extract import findings
from atlas.extract.findings import Finding
from support.checkout import ROOT


@pytest.mark.parametrize("detail", ["", "https://example.org/"])
@pytest.mark.parametrize("kind", findings.MEANINGS)
def test_each_kind_has_a_problem_and_a_remedy(kind, detail):
    """One line that quotes the seed and has the detail, if any."""
    (problem,) = findings.problems("seeds/x.txt", [Finding(kind, 7, "词语", detail)])
    assert str(problem).startswith("seeds/x.txt:7: “词语” ")
    assert (f"({detail})" in problem.message) == bool(detail)
    assert "()" not in problem.message
    what, _, how = problem.message.rpartition(": ")
    assert what
    assert how.split()[0] in ("add", "compare")
    assert problem.severity == ("warning" if kind == "unknown-marker" else "note")


@pytest.fixture
def build(monkeypatch, caplog):
    """Run the hook's build with given findings; return what it logged."""
    mkdocs_hooks.on_startup(command="build", dirty=False)

    def build(*kinds, strict):
        problems = findings.problems("seeds/x.txt", [Finding(kind, 7, "词语") for kind in kinds])
        monkeypatch.setattr(pipeline, "build", lambda *_: pipeline.Site(problems=tuple(problems)))
        with caplog.at_level(logging.DEBUG):
            mkdocs_hooks.on_config(
                SimpleNamespace(
                    config_file_path=str(ROOT / "mkdocs.yml"),
                    strict=strict,
                    site_url="https://example.org/",
                    plugins={"i18n": SimpleNamespace(building=False, current_language="zh")},
                    extra={},
                    mdx_configs={"toc": {}},
                    theme=SimpleNamespace(static_templates=set()),
                )
            )
        return [record.levelname for record in caplog.records]

    return build


def test_notes_fail_no_build_and_an_unknown_marker_fails_a_strict_one(build):
    """Notes are for the report and for ``inspect``; an unknown level would be published as no level."""
    for strict in (False, True):
        assert build("suspect-link", "lost-link", "other-post", "not-carried", strict=strict) == []
    assert build("unknown-marker", "lost-link", strict=False) == ["WARNING"]
    with pytest.raises(PluginError, match="1 to correct"):
        build("unknown-marker", "lost-link", strict=True)
