"""Page content made from template output: headings and blocks of HTML."""

import markdown
import pytest

from atlas.site.content import PERMALINK, PageHeading, parse
from atlas.site.sanitize import sanitized
from support.cases import cases

CASES = cases("content")
LINK = f'<a class="headerlink" href="#x" title="{PERMALINK["zh"]}">¶</a>'


def engine(text):
    """Render Markdown as MkDocs would, with the extensions in mkdocs.yml."""
    toc = {"permalink": "¶", "permalink_title": PERMALINK["zh"], "toc_depth": "1-6"}
    return markdown.markdown(
        text, extensions=["admonition", "attr_list", "tables", "toc"], extension_configs={"toc": toc}
    )


def test_pages_are_the_same_for_engines_without_hooks(rendered):
    """Python-Markdown renders a page's Markdown to the page's own HTML."""
    for page in rendered.pages:
        if page.language == "zh":
            assert sanitized(engine(page.content.markdown())) == sanitized(page.content.html("zh")), page.src_uri


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("## Plain words {#x}", PageHeading(2, "x", "Plain words", "Plain words")),
        ("# A &amp; B &#42;x&#42; &#35; {#x}", PageHeading(1, "x", "A &amp; B *x* #", "A &amp; B *x* #")),
        ("### <em>Words</em>  far {#x}", PageHeading(3, "x", "<em>Words</em>  far", "Words far")),
        ('### a <script>b</script> {#x data-toc-label="c"}', PageHeading(3, "x", "a ", "c")),
    ],
)
def test_headings(line, heading):
    content = parse(f"<p>before</p>\n\n{line}\n\n<p>after</p>\n")
    assert content.parts == ("<p>before</p>", heading, "<p>after</p>")
    assert f'<h{heading.level} id="x">{heading.words}{LINK}</h{heading.level}>' in content.html("zh")
    assert content.outline() == f"{'#' * heading.level} {heading.label} {{#x}}"


@pytest.mark.parametrize("body", CASES["refused"])
def test_anything_else_is_refused(body):
    with pytest.raises(ValueError, match="neither a heading"):
        parse(body)
