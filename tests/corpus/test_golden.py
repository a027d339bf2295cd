"""Golden files of the collection that the tests own; ``pytest --update-golden`` rewrites what changed."""

import json

import pytest

from atlas.document.nodes import plain
from support import rendering
from support.checkout import ROOT
from support.samples import facts_of

# A page of each kind, or several that differ; in Chinese only those that have many words of the interface.
PAGES = {
    "en": """index.md releases/index.md releases/1.1.md releases/1.2.md releases/1.3.md releases/2.0.md
        areas/index.md areas/compiler/index.md stability/index.md stability/beta/index.md features/index.md
        features/prism-compiler.md features/paper-tape-backend.md features/ring-reduce.md compare/index.md glossary.md sources/index.md
        sources/1.2.md""".split(),
    "zh": "index.md releases/1.1.md releases/2.0.md features/prism-compiler.md sources/1.2.md".split(),
}
GOLDEN = ROOT / "tests" / "golden"
VERSIONS = ("1.0", "1.1", "1.2", "2.0")


@pytest.fixture
def golden(update_golden):
    """Compare a text with its golden file, line by line, or write that file first."""

    def compare(name, text):
        path = GOLDEN / name
        if update_golden:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"make it: pytest --update-golden, then read tests/golden/{name}"
        assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()

    return compare


@pytest.mark.parametrize(("language", "uri"), [(language, uri) for language, uris in PAGES.items() for uri in uris])
def test_page(rendered, golden, uri, language):
    """What MkDocs gets of a page: its names, its headings for the table of contents, and its HTML."""
    page = rendering.page(rendered, language, uri)
    names, content = f"{page.title}\n{page.headline}\n{page.description}", page.content
    golden(f"{language}/{uri}", f"{names}\n\n{content.outline()}\n\n{content.html}\n")


def test_list_of_pages(rendered, golden):
    """No golden file is left of a page that no longer exists."""
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*.md")}
    assert kept == {f"{language}/{uri}" for language, uris in PAGES.items() for uri in uris}
    golden(
        "pages.txt",
        "\n".join(sorted(f"{page.language} {page.src_uri}: {page.title}" for page in rendered.pages)) + "\n",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_what_a_seed_yields(announcements, golden, version):
    """Facts, features with their evidence, and findings."""
    announcement = announcements[version]
    stated = {name: fact for name, fact in facts_of(announcement).items() if fact}
    rows = [f"{name}: {json.dumps(fact, ensure_ascii=False, default=str)}" for name, fact in stated.items()]
    for feature in announcement.features:
        evidence, level = feature.evidence, feature.evidence.level or "no level"
        rows.append(
            f"{feature.line:4}  {feature.id}  {plain(feature.title)}\n"
            f"      {level} by {evidence.basis} @{evidence.line} {evidence.stating_words!r}: {evidence.quote}\n"
            f"      areas {', '.join(feature.areas)}; apis {', '.join(feature.apis)}; in {' › '.join(feature.section)}"
        )
    rows += [f"{f.line:4}  {f.kind}: {f.quote}" + (f" ({f.detail})" if f.detail else "") for f in announcement.findings]
    golden(f"seeds/{version}.txt", "\n".join(rows) + "\n")
