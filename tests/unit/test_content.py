"""Page content made from template output: headings and blocks of HTML."""

import pytest

from atlas.site.content import PERMALINK, PageHeading, parse
from support.cases import cases

CASES = cases("content")
LINK = f'<a class="headerlink" href="#x" title="{PERMALINK["zh"]}">¶</a>'


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


def test_content_is_sanitized_except_for_what_the_template_draws():
    """Pictures are kept only as they were drawn."""
    drawn = '<svg viewBox="0 0 1 1"><title>图</title></svg>'
    forged = '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg><svg onload=alert(1)></svg><data value="1"></data>'
    body = f'<p onclick="alert(1)">c<img src=x onerror=alert(1)></p>\n\n<figure>{drawn}{forged}</figure>'
    assert parse(body, (drawn,)).parts == ("<p>c</p>", f"<figure>{drawn}</figure>")


@pytest.mark.parametrize("body", CASES["refused"])
def test_anything_else_is_refused(body):
    with pytest.raises(ValueError, match="neither a heading"):
        parse(body)
