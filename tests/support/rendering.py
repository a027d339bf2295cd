"""The pipeline's output for a folder, without MkDocs."""

from datetime import date

from atlas import pipeline

TODAY = date(2026, 1, 1)


def page(site, language, uri):
    """Return the page of a site in a language at a source address, such as ``releases/2.1.md``."""
    (page,) = (page for page in site.pages if (page.language, page.src_uri) == (language, uri))
    return page


def build(root, today=TODAY, base="https://example.org/"):
    return pipeline.build(root, today, base)
