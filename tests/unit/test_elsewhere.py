"""Levels from official posts that are not collected: shown separately and in answers, but counted nowhere."""

import json
import re
from dataclasses import replace

import pytest

from atlas.history.collection import Collection
from atlas.site.exports import data
from support import rendering
from support.samples import elsewhere


def test_entries_are_in_order_and_exclude_announcing_releases(collection):
    entries = (
        *elsewhere(("2.1", "beta"), ("1.2.0", "beta"), ("0.9", "beta")),
        *elsewhere(("1.3", "beta"), feature="cube-tensors"),
    )
    other = Collection(collection.releases, replace(collection.knowledge, elsewhere=entries))
    assert [each.release for each in other.elsewhere(collection.by_id["fx"])] == ["0.9", "2.1"]


@pytest.mark.parametrize(
    ("language", "uri", "words"),
    [
        ("zh", "ring-reduce", "稳定版 最晚自 1.3 起 据一篇未收录的 PyTorch 官方文章；在收录的公告中，它最后的级别是测试版（1.0）。"),
        ("en", "ring-reduce", "Stable since 1.3 or earlier According to an official post that is not collected; in the announcements collected here, it was last beta (1.0)."),
        ("en", "paper-tape-backend", "Removed in 2.0 In 0.9, it was beta according to an official post that is not collected."),
    ],
)  # fmt: skip
def test_a_page_answers_and_lists_what_other_texts_say(rendered, language, uri, words):
    text = rendering.page(rendered, language, f"features/{uri}.md").content.html(language)
    answer = re.search(r'<p class="answer">.*?</p>\s*<p class="answer-notes">.*?</p>', text)[0]
    assert words in " ".join(re.sub(r"<[^>]+>", "", answer).split())
    for each in rendered.collection.elsewhere(rendered.collection.by_id[uri]):
        assert f'<p lang="en">{each.quote}</p>' in text
        assert f'<a href="{each.source}">' in text
        assert f'<a href="#elsewhere-{each.release}">' in text, "the line through the versions has it too"


def test_other_texts_count_nowhere(collection):
    """Published data is the same without them, except for lists of them, and answers."""
    without_posts = Collection(collection.releases, replace(collection.knowledge, elsewhere=()))
    ours, without = (dict(data.files(each, "https://example.org/")) for each in (collection, without_posts))
    own = {
        f"api/v1/features/{name}.json"
        for life in collection.lifecycles
        for name in life.ids
        if collection.elsewhere(life)
    }
    assert {path for path in ours if ours[path] != without[path]} == {
        "api/v1/features.json",
        "api/v1/stages.json",
        *own,
    }
    features = json.loads(ours["api/v1/features.json"])["features"]
    assert sum(len(feature.pop("elsewhere")) for feature in features) == sum(
        each.feature in collection.by_id for each in collection.knowledge.elsewhere
    )
    others = json.loads(without["api/v1/features.json"])["features"]
    assert [feature.pop("elsewhere") for feature in others] == [[]] * len(others)
    assert features == others
    for path in own:
        both = [json.loads(texts[path]) for texts in (ours, without)]
        for made in both:
            for key in ("elsewhere", "answer", "answers"):
                del made[key]
        assert both[0] == both[1]
