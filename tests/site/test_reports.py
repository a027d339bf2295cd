"""Reports on seeds, and page parts that are shown only when there is something to show."""

import re
from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest

from atlas import pipeline
from atlas.core.languages import HTML_LANG
from atlas.extract.findings import MEANINGS, FindingKind
from atlas.extract.line_report import LineOutcome, Outcome
from atlas.history.relations import Inverse
from atlas.knowledge.registered_feature import Relation
from atlas.site.words import interface
from support import rendering
from support.checkout import minimal_copy

KINDS = ("shown", "fact", "dropped", "markup", "unexplained")


def test_every_kind_has_its_words():
    """Every finding and outcome that readers see has a name for them."""
    assert set(get_args(FindingKind)) == set(MEANINGS) == set(interface.FINDINGS)
    assert set(get_args(Outcome)) == set(interface.OUTCOMES) == set(KINDS)
    both_ways = {*get_args(Relation), *get_args(Inverse)}
    assert both_ways == set(interface.RELATIONS)


def page(site, language, uri):
    return rendering.page(site, language, uri).content.html


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """The site with made-up reports, in which the lines of every seed have all outcomes in turn."""
    real = pipeline.read_seed

    def read_seed(path, knowledge, **others):
        announcement, problems = real(path, knowledge, **others)
        lines = len(announcement.seed.text.split("\n"))
        report = tuple(LineOutcome(line, KINDS[line % len(KINDS)]) for line in range(1, lines + 1))
        return pipeline.Converted(replace(announcement, line_report=report), problems)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "read_seed", read_seed)
        return rendering.build(minimal_copy(tmp_path_factory.mktemp("reported")))


@pytest.mark.parametrize(
    ("language", "words"), [("zh", ("没有交代去向", "整行舍去")), ("en", ("not accounted for", "left out as a whole"))]
)
def test_the_margin_shows_the_outcome_of_each_line(reported, language, words):
    """By a mark and by visually hidden words in the page's language, with a legend above that counts them."""
    overview = page(reported, language, "sources/index.md")
    for announcement in reported.collection.announcements:
        body = page(reported, language, f"sources/{announcement.seed.id}.md")
        rows = re.findall(r'<span class="seed-outcome" lang="([\w-]+)" title="([^"]+)">(.*?)</span></span>', body)
        assert len(rows) == announcement.line_count
        assert {lang for lang, _, _ in rows} == {HTML_LANG[language]}
        assert all(f'<span class="visually-hidden">{title}' in row for _, title, row in rows)
        assert set(words) <= {title for _, title, _ in rows}
        key = body.partition('class="legend"')[2].partition("</p>")[0]
        assert all(f'data-outcome="{kind}"' in key for kind in KINDS)
        shown = Counter(line.outcome for line in announcement.line_report[: announcement.line_count])
        counts = [int(n) for n in re.findall(r" (\d+) (?:行|lines?)</span>", key)]
        assert counts == [shown[kind] for kind in KINDS]
        assert sum(counts) == len(rows)
        unexplained = sum(line.outcome == KINDS[-1] for line in announcement.line_report)
        assert f'{announcement.seed.id}/#lines">{unexplained}</a>' in overview


def test_nothing_unregistered_disappears(tmp_path):
    """An unregistered feature has a row, a lifecycle across releases, and a line on its source's page."""
    text = "# PyTorch {} 发布\n\n## 分布式训练\n\n### 极速张量（{}）\n\n正文。\n\n### 更快的 torch.ledger 内核（Beta）\n\n正文。\n"
    folder = minimal_copy(tmp_path, {"a.md": text.format("1.7", "原型"), "b.md": text.format("1.8", "Beta")})
    site = rendering.build(folder)
    explorer = page(site, "zh", "features/index.md")
    link = re.search(r'<a href="(\S+?)/">极速张量', explorer)
    assert link, "no row"
    assert 'href="../../releases/1.7/#' in page(site, "zh", f"features/{link[1]}.md")
    report = page(site, "zh", "sources/a.md")
    assert '<h2 id="unregistered">' in report
    assert re.search(r"极速张量.*<code>", report)
    words = re.sub(r"<[^>]+>", "", report)
    assert re.search(r"更快的 torch\.ledger 内核.*可能是.*torch-ledger", words), "what may be registered is told"
