"""A page as Markdown, for programs that read pages."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from html_to_markdown import ConversionOptions, convert

from atlas.site.page import Page, address, path_of

_OPTIONS = ConversionOptions(
    bullets="-",
    compact_tables=True,
    escape_asterisks=True,  # these three keep a seed's text from becoming Markdown
    escape_underscores=True,
    escape_misc=True,
    highlight_style="none",
    extract_metadata=False,
    exclude_selectors=[  # only visual or interactive
        "a.headerlink",
        "a.row-link",
        '[aria-hidden="true"]',
        ".strip",  # the statements of a feature, which stand below
        ".strip-key",
        ".seed-outcome",
        "svg",
        "template",
        "form",
        "button",
        ".edits",  # corrections of the text, which the page of the seed lists
        ".parallel",  # the text in the other language, which has a page of its own
        ".counterpart",  # likewise, in overviews
    ],
)


def files(pages: Iterable[Page], base: str) -> Iterator[tuple[str, str]]:
    """Yield the path, within the language's folder, and the text of each Markdown version."""
    for page in pages:
        if page.has_markdown:
            path = path_of(page.src_uri)
            yield f"{path}index.md", markdown(page.content.html, address(base, path, page.language))


@lru_cache(maxsize=4096)  # in a preview, most pages stay the same
def markdown(html: str, url: str) -> str:
    """Return the page at ``url`` as Markdown, given its content's HTML. Relative links stay relative to the page."""
    return f"{(convert(html, _OPTIONS).content or '').strip()}\n\n<{url}>\n"
