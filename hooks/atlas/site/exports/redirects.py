"""Redirects from former URLs to the present ones, such as from ``compare/A-to-B/`` to the page that compares releases.

They are plain HTML files: with the theme, they would take most of the time of a build.
"""

from collections.abc import Iterator
from html import escape
from itertools import combinations

from atlas.core.languages import HTML_LANG
from atlas.history.collection import Collection
from atlas.site.paths import compare_path
from atlas.site.words.locale import Locale

PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url={url}">
<title>{title} · {site}</title>
</head>
<body>
<h1><a href="{url}">{title}</a></h1>
</body>
</html>
"""


def files(collection: Collection, locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield the path, within the language's folder, and the HTML of each redirecting page."""
    lang, site = HTML_LANG[locale.language], locale.gettext("PyTorch Release Atlas")
    for former, now, title in redirects(collection, locale):
        root = "../" * former.count("/")
        url = escape(root + now)
        yield f"{former}index.html", PAGE.format(lang=lang, url=url, title=escape(title), site=site)


def redirects(collection: Collection, locale: Locale) -> Iterator[tuple[str, str, str]]:
    """Yield for each redirect the former path, the present URL, both within the language's folder, and a title."""
    moved = locale.gettext("This page has moved")
    for lifecycle in collection.all_lifecycles:
        for former_id in lifecycle.former_ids:
            yield f"features/{former_id}/", f"features/{lifecycle.id}/", moved
    for entry in collection.knowledge.moved:
        yield entry.former, entry.now, moved
    comparison = locale.gettext("From {from} to {to}")
    oldest_first = [announcement.version for announcement in reversed(collection.announcements)]
    for earlier, later in combinations(oldest_first, 2):
        title = comparison.replace("{from}", earlier).replace("{to}", later)
        yield f"compare/{earlier}-to-{later}/", compare_path(earlier, later), title
