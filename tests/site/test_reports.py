"""Reports on seeds, and page parts that are shown only when there is something to show."""

import re
from typing import get_args, get_type_hints

import pytest

from atlas import pipeline
from atlas.audit.account import Fate
from atlas.clean import passes
from atlas.extract import findings
from atlas.knowledge.schema import RelationKind
from atlas.site import interface
from support import rendering
from support.checkout import minimal_copy

KINDS = ("carried", "repaired", "fact", "dropped", "markup", "unexplained")


def test_every_kind_has_its_words():
    """Every rule, finding and fate that readers see has a name for them."""
    assert set(findings.MEANINGS) == set(interface.FINDINGS)
    assert set(get_args(get_type_hints(Fate)["kind"])) == set(interface.LINE_FATES) == set(KINDS)
    assert {each.name for each in passes.PASSES} <= set(interface.RULES)
    both_ways = {f"{kind}{way}" for kind in get_args(RelationKind) for way in ("", " reversed")}
    assert both_ways == set(interface.RELATIONS)


def page(site, language, uri):
    return rendering.page(site, language, uri).content.html(language)


@pytest.fixture(scope="module")
def accounted(tmp_path_factory):
    """The site with made-up accounts, in which the lines of every seed go through all kinds of fate in turn."""
    real = pipeline.read_seed

    def read_seed(path, known, **others):
        release, _, problems = real(path, known, **others)
        lines = len(release.seed.text.rstrip("\n").split("\n"))
        account = tuple(Fate(line, KINDS[line % len(KINDS)]) for line in range(1, lines + 1))
        return pipeline.Converted(release, account, problems)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "read_seed", read_seed)
        return rendering.build(minimal_copy(tmp_path_factory.mktemp("accounted")))


@pytest.mark.parametrize(
    ("language", "words"), [("zh", ("没有交代去向", "整行舍去")), ("en", ("unexplained", "whole line dropped"))]
)
def test_the_margin_shows_the_fate_of_each_line(accounted, language, words):
    """By a symbol and by visually hidden words in the page's language, with a legend above that counts them."""
    overview = page(accounted, language, "sources/index.md")
    for release in accounted.collection.announcements:
        body = page(accounted, language, f"sources/{release.seed.id}.md")
        rows = re.findall(r'<span class="source-fate" lang="(\w+)" title="([^"]+)">(.*?)</span></span>', body)
        assert len(rows) == len(release.account)
        assert {lang for lang, _, _ in rows} == {language}
        assert all(f'<span class="visually-hidden">{title}' in row for _, title, row in rows)
        assert set(words) <= {title for _, title, _ in rows}
        key = body.partition('class="legend"')[2].partition("</p>")[0]
        assert all(f'data-fate="{kind}"' in key for kind in KINDS)
        counts = [sum(fate.kind == kind for fate in release.account) for kind in KINDS]
        assert [int(n) for n in re.findall(r" (\d+)</span>", key)] == counts
        assert f'{release.seed.id}/#lines">{counts[-1]}</a>' in overview
