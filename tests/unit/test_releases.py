"""PyTorch's releases and the collected ones: gaps between them."""

from dataclasses import replace
from datetime import date

import pytest

from atlas import pipeline
from atlas.history.collection import Collection
from atlas.history.gaps import between, split_at_gaps
from atlas.knowledge.schema import Record
from support import checkout, rendering
from support.cases import cases
from support.samples import GOOD

CASES = cases("releases")


def released(*versions):
    address = "https://pytorch.org/blog/x/"
    return tuple(
        Record(
            version=v, date=date(2020, 1, n), announcement=address, sources={"post": address}, checked=date(2026, 1, 1)
        )
        for n, v in enumerate(versions, 1)
    )


def test_uncollected_releases_are_found_by_version(releases, known):
    here = tuple(
        replace(some, version=version) for some, version in zip(releases.values(), ["2.1", "1.9.0"], strict=False)
    )
    every = replace(known, releases=released("1.9", "1.10", "2.0", "2.1"))
    assert [r.version for r in Collection(here, every).uncollected] == ["1.10", "2.0"]


@pytest.mark.parametrize(("earlier", "later", "found"), CASES["between"])
def test_only_versions_between_two_others_are_missing(earlier, later, found):
    assert list(between(("1.9", "1.10", "2.0"), earlier, later)) == found


@pytest.mark.parametrize(("versions", "found"), CASES["split"])
def test_versions_are_split_where_others_are_missing(versions, found):
    assert list(map(list, split_at_gaps(versions, ("1.7", "1.9")))) == found


def test_only_collected_releases_count_as_unmentioned(collection):
    """1.3 is not collected, so it does not count as not mentioning a feature."""
    assert collection.covered == (("1.0", "1.1", "1.2"), ("2.0",))
    assert collection.unmentioned_runs(collection.by_id["ring-reduce"]) == [("1.1", "1.2"), ("2.0",)]
    assert [release.version for release in collection.missing("1.2", "2.0")] == ["1.3"]


def test_an_undated_version_is_noted(tmp_path):
    _, problems = pipeline.collect(checkout.minimal_copy(tmp_path, {"new.md": GOOD}), rendering.TODAY)
    notes = [p for p in problems if p.path == "seeds/new.md" and p.severity == "note"]
    assert [str(problem) for problem in notes if "record" in problem.message] == [
        "seeds/new.md:1: announces 9.9, which has no record: add seeds/knowledge/releases/9.9.yml, with its date and address"
    ]


@pytest.mark.parametrize(("language", "missing"), [("zh", "1.3 未收录"), ("en", "1.3 not collected")])
def test_pages_name_uncollected_releases(rendered, language, missing):
    for uri in ("areas/compiler/index.md", "stability/beta/index.md"):
        assert missing in rendering.page(rendered, language, uri).content.html(language), uri
