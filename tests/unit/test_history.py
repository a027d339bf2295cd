"""Features across releases: identity, levels, changes, links."""

import re
import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.text import name_key, to_simplified
from atlas.history.collection import gather
from support import checkout, rendering
from support.cases import cases


def summary(collection, lifecycle, case):
    """Return what ``case`` names of a lifecycle."""
    facts = {
        "id": lifecycle.id,
        "registered": lifecycle.identity is not None,
        "possible": list(lifecycle.announced[-1].feature.possible_ids),
        "steps": [[step.level, step.version] for step in lifecycle.steps],
        "versions": list(lifecycle.versions),
        "notices": [[said.version, kind] for kind, said in lifecycle.notices.items()],
        "links": [[link.address, link.version] for link in collection.links[lifecycle.id]],
        "changes": {
            f"{earlier} {later}": [
                kind
                for kind, changes in collection.changes(earlier, later).items()
                if lifecycle in [change.lifecycle for change in changes]
            ]
            for earlier, later in pairwise(collection.versions)
        },
    }
    return {name: facts[name] for name in case}


HISTORIES = [
    pytest.param(case["announcements"], case["lifecycles"], id=f"{group['title']} {number}")
    for group in cases("histories")
    for number, case in enumerate(group["cases"], 1)
]


@pytest.mark.parametrize(("texts", "expected"), HISTORIES)
def test_histories(read_seed, knowledge, texts, expected):
    announcements = [read_seed(text, f"{number}.md")[0] for number, text in enumerate(texts)]
    collection, _ = gather(announcements, replace(knowledge, records=()))
    pairs = zip(collection.lifecycles, expected, strict=True)
    assert [summary(collection, lifecycle, case) for lifecycle, case in pairs] == expected


def test_every_statement_is_in_exactly_one_lifecycle(any_rendered):
    collection = any_rendered.collection
    announced = [
        (announcement.version, feature.id)
        for announcement in collection.announcements
        for feature in announcement.features
    ]
    placed = [
        (at.announcement.version, at.feature.id) for lifecycle in collection.lifecycles for at in lifecycle.announced
    ]
    assert sorted(announced) == sorted(placed)
    recorded = sum(len(record.statements) for record in collection.knowledge.records)
    sources = [statement.source.kind for lifecycle in collection.lifecycles for statement in lifecycle.statements]
    assert sources.count("record") == recorded
    assert len({lifecycle.id for lifecycle in collection.lifecycles}) == len(collection.lifecycles)
    assert collection.changes("0.1", "0.2") == {}, "none is announced yet"


@given(st.text(max_size=12))
def test_exact_titles_keep_letters_and_distinguishing_signs(title):
    """Titles taken for the same may differ only in width, case, script, spaces and punctuation."""
    expected = unicodedata.normalize("NFKC", to_simplified(title)).casefold()
    assert re.sub(r"[\W_]", "", name_key(title)) == re.sub(r"[\W_]", "", expected)
    assert name_key(title).count("+") == expected.count("+") or not re.search(r"\w", expected)


@pytest.mark.parametrize(("one", "other", "same"), cases("wording")["same_names"])
def test_punctuation_but_no_other_sign_is_ignored_in_names(one, other, same):
    assert (name_key(one) == name_key(other)) is same


def test_nothing_unregistered_disappears(tmp_path):
    """An unregistered feature has a row, a lifecycle across releases, and a line on its source's page."""
    text = "# PyTorch {} 发布\n\n## 分布式训练\n\n### 极速张量（{}）\n\n正文。\n\n### 更快的 torch.ledger 内核（Beta）\n\n正文。\n"
    folder = checkout.minimal_copy(tmp_path, {"a.md": text.format("1.7", "原型"), "b.md": text.format("1.8", "Beta")})
    site = rendering.build(folder)
    explorer = rendering.page(site, "zh", "features/index.md").content.html
    link = re.search(r'<a href="(\S+?)/">极速张量', explorer)
    assert link, "no row"
    assert 'href="../../releases/1.7/#' in rendering.page(site, "zh", f"features/{link[1]}.md").content.html
    report = rendering.page(site, "zh", "sources/a.md").content.html
    assert '<h2 id="unregistered">' in report
    assert re.search(r"极速张量.*<code>", report)
    words = re.sub(r"<[^>]+>", "", report)
    assert re.search(r"更快的 torch\.ledger 内核.*可能是.*torch-ledger", words), "what may be registered is told"
