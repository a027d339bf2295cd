"""Pages as HTML by the short way: what a Markdown engine makes of them, or nothing."""

from datetime import date

import markdown
import pytest

from atlas import pipeline
from atlas.site.contents import Heading, contents
from support import rendering
from support.checkout import ROOT

PERMALINK = "链接"


def engine(body):
    """What MkDocs would make of it, with the extensions that mkdocs.yml names."""
    md = markdown.Markdown(
        extensions=["admonition", "attr_list", "tables", "toc"],
        extension_configs={"toc": {"permalink": True, "permalink_title": PERMALINK, "toc_depth": "1-6"}},
    )
    html = md.convert(body)
    flat, todo = [], list(md.toc_tokens)
    while todo:
        token = todo.pop(0)
        flat.append((token["level"], token["id"], token["name"]))
        todo = [*token["children"], *todo]
    return html, flat


def test_every_generated_page_takes_it_and_comes_out_the_same():
    site = rendering.build(ROOT, date(2026, 1, 1))
    for page in site.pages:
        made = page.make()
        short = contents(made.body, PERMALINK)
        assert short, f"{page.language}/{page.src_uri} takes a Markdown engine: its templates hold more than HTML"
        html, headings = engine(made.body)
        assert pipeline.sanitized(short[0], made.own) == pipeline.sanitized(html, made.own), page.src_uri
        assert [tuple(heading) for heading in short[1]] == headings


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("Plain words", None),
        ('功能：<span lang="en">torch.compile</span>（稳定版）', None),
        ("A &amp; B &#42;x&#42; &#35;", None),
        ('<code>a&#95;b</code> <a href="../x/">y</a>', "a&#95;b"),
        ("<em>Words</em>  far   apart", "Words far   apart"),
        ("Named", ""),
    ],
)
@pytest.mark.parametrize("level", [1, 2, 6])
def test_a_heading_comes_out_the_same(level, words, label):
    stated = "" if label is None else f' data-toc-label="{label}"'
    body = f"<p>before</p>\n\n{'#' * level} {words} {{#v1.10-x{stated}}}\n\n<p>after</p>\n"
    html, headings = engine(body)
    assert contents(body, PERMALINK) == (html, [Heading(*heading) for heading in headings])


@pytest.mark.parametrize(
    "body",
    [
        "A paragraph",
        "# No id",
        "# *Emphasis* {#x}",
        "# `code` {#x}",
        "# [link](y) {#x}",
        '# <b title="`x`">y</b> {#x}',
        "# A & B {#x}",
        "# a < b {#x}",
        "# Closed # {#x}",
        "# Two {#x}\nlines",
        "# More {#x .class}",
        "<span>not a block</span>",
        "<!-- a comment -->",
        "<p>a block</p>\n\n- and a list",
        "",
    ],
)
def test_whatever_else_is_left_to_the_engine(body):
    assert contents(body, PERMALINK) is None
