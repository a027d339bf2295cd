"""Every published file that a build makes, other than its pages: ``files`` lists them all."""

from collections.abc import Iterator

from atlas.site import search
from atlas.site.bundles import Bundles
from atlas.site.exports import badges, data, feeds, llms, markdown, names, redirects, sitemap, spreadsheet
from atlas.site.page import address
from atlas.site.site import Site


def files(site: Site, bundles: Bundles) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file; only the ``bundles`` of its pages, if the site has only problems.

    MkDocs copies the pictures and fonts of docs/assets, and makes 404.html.
    """
    yield from bundles.files()  # assets/css/NAME.css, assets/js/NAME.js
    if not site.collection or not site.locales:
        return
    collection, base = site.collection, site.base
    yield from data.files(collection, base)  # api/v1/NAME.json, api/v1/features/ID.json, api/v1/schema/NAME.json
    yield "api/v1/features.csv", spreadsheet.text(collection)
    yield from badges.files(collection, site.locales)  # badge/ID.svg
    yield "sitemap.xml", sitemap.sitemap(site)
    yield "robots.txt", sitemap.robots(base)
    for locale in site.locales:
        own_pages = [page for page in site.pages if page.language == locale.language]
        atom = feeds.Feeds(collection, locale, base)
        own_files = (
            ("feed.xml", atom.releases()),
            ("changes.xml", atom.changes()),
            ("llms.txt", llms.text(collection, locale, base)),
            ("names.json", names.text(collection, locale)),
            ("search.json", search.text(collection, site.pages, site.docs, locale)),
            *redirects.files(collection, locale),  # features/ID/index.html, compare/VERSION-to-VERSION/index.html
            *markdown.files(own_pages, base),  # releases/VERSION/index.md, features/ID/index.md
        )
        yield from ((address("", path, locale.language), text) for path, text in own_files)
