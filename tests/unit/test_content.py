"""Page content made from template output: sanitized HTML, and its headings."""

import pytest

from atlas.site.content import PageHeading, content_of

LINK = '<a class="headerlink" href="#x" title="permalink">¶</a>'


@pytest.mark.parametrize(
    ("written", "shown", "heading", "outline"),
    [
        pytest.param(
            '<h2 id="x">Plain words</h2>',
            f'<h2 id="x">Plain words{LINK}</h2>',
            PageHeading(2, "x", "Plain words"),
            "## Plain words {#x}",
            id="words",
        ),
        pytest.param(
            '<h1 id="x">A &amp; B *x* #</h1>',
            f'<h1 id="x">A &amp; B *x* #{LINK}</h1>',
            PageHeading(1, "x", "A & B *x* #"),
            "# A &amp; B &#42;x&#42; &#35; {#x}",
            id="characters that Markdown or HTML would take for markup",
        ),
        pytest.param(
            '<h3 id="x"><em>Words</em>\n far</h3>',
            f'<h3 id="x"><em>Words</em>\n far{LINK}</h3>',
            PageHeading(3, "x", "Words far"),
            "### Words far {#x}",
            id="a label has no tags and no line breaks",
        ),
        pytest.param(
            '<h3 id="x" data-toc-label="c">a <script>b</script></h3>',
            f'<h3 id="x">a {LINK}</h3>',
            PageHeading(3, "x", "c"),
            "### c {#x}",
            id="a label of its own",
        ),
    ],
)
def test_headings(written, shown, heading, outline):
    content = content_of(f"<p>before</p>\n{written}\n<p>after</p>\n", "permalink")
    assert content.html == f"<p>before</p>\n{shown}\n<p>after</p>\n"
    assert content.headings == (heading,)
    assert content.outline() == outline


def test_a_heading_without_an_id_is_only_text():
    content = content_of("<h3>Fixed</h3><p>words</p>", "permalink")
    assert content.html == "<h3>Fixed</h3><p>words</p>"
    assert content.headings == ()


def test_content_is_sanitized_except_for_what_the_template_draws():
    """Pictures are kept only as they were drawn."""
    drawn = '<svg viewBox="0 0 1 1"><title>图</title></svg>'
    forged = '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg><svg onload=alert(1)></svg><data value="1"></data>'
    body = f'<p onclick="alert(1)">c<img src=x onerror=alert(1)></p>\n<figure>{drawn}{forged}</figure>'
    assert content_of(body, "permalink", (drawn,)).html == f"<p>c</p>\n<figure>{drawn}</figure>"
