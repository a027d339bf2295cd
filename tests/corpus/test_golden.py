"""Golden files of the five seeds and the pages across them; ``pytest --update-golden`` rewrites what changed."""

import json

import pytest

from atlas.document.nodes import plain
from support import rendering
from support.checkout import ROOT

GOLDEN = ROOT / "tests" / "golden"
VERSIONS = ("1.5", "1.6", "1.10", "1.11", "2.1")
PAGES = """index.md releases/index.md areas/index.md areas/distributed/index.md stability/index.md
stability/prototype/index.md features/distributed-rpc.md features/android-nnapi.md features/python2-removal.md
glossary.md sources/index.md sources/004_82a8e0ee4161d639.md""".split()


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


def body(site, language, uri):
    """What MkDocs gets of a page: its names, its headings for the table of contents, and its HTML."""
    page = rendering.page(site, language, uri)
    content = page.content
    return f"{page.title}\n{page.headline}\n{page.description}\n\n{content.outline()}\n\n{content.html(language)}\n"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("version", VERSIONS)
def test_release_page(rendered, golden, version, language):
    golden(f"{language}/releases/{version}.md", body(rendered, language, f"releases/{version}.md"))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("uri", PAGES)
def test_page_across_releases(rendered, golden, uri, language):
    golden(f"{language}/{uri}", body(rendered, language, uri))


def test_list_of_pages(rendered, golden):
    """No golden file is left of a page that no longer exists."""
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*.md")}
    assert kept - {f"{page.language}/{page.src_uri}" for page in rendered.pages} == set()
    golden(
        "pages.txt",
        "\n".join(sorted(f"{page.language} {page.src_uri}: {page.title}" for page in rendered.pages)) + "\n",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_what_a_seed_yields(releases, golden, version):
    """Facts, features with their evidence, and findings."""
    release = releases[version]
    facts = {
        "seed": release.seed.path, "format": release.seed.format, "language": release.seed.language,
        "version": release.version, "title": plain(release.title), "date": str(release.date),
        "date_kind": release.date_kind, "original": release.original_url, "translation": release.translation_url,
        "translator": release.translator, "translator_url": release.translator_url, "publisher": release.publisher,
        "commits": release.commits and [release.commits.value, release.commits.approximate, release.commits.line],
        "contributors": release.contributors
        and [release.contributors.value, release.contributors.approximate, release.contributors.line],
    }  # fmt: skip
    rows = [json.dumps(facts, ensure_ascii=False, indent=1)]
    for feature in release.features:
        seen = feature.observation
        rows.append(
            f"{feature.line:4}  {feature.id}  {plain(feature.title)}\n"
            f"      {seen.stage} by {seen.basis} @{seen.line} {seen.label_raw!r}: {seen.quote}\n"
            + "".join(f"      and by {o.basis} @{o.line}: {o.quote}\n" for o in feature.corroborating)
            + "".join(
                f"      was {p.seen.stage or '?'} in {p.version or '?'}{' first' if p.first else ''}"
                f" @{p.seen.line} {p.seen.label_raw!r}: {p.seen.quote}\n"
                for p in feature.past
            )
            + f"      areas {', '.join(feature.areas)}; apis {', '.join(feature.apis)}; in {' › '.join(feature.section)}"
        )
    rows += [f"{f.line:4}  {f.kind}: {f.quote}" + (f" ({f.detail})" if f.detail else "") for f in release.findings]
    golden(f"features/{version}.txt", "\n".join(rows) + "\n")
