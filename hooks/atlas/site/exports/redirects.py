"""Redirects from former URLs to the new ones, and from ``compare/A-to-B/`` to the comparison of two announcements.

They are plain files: with the theme, they would take up most of a build.
"""

from collections.abc import Iterator
from html import escape
from itertools import combinations

from atlas.core.languages import HTML_LANG
from atlas.history.collection import Collection
from atlas.site.locale import Locale

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
    """Yield the path, within the language, and text of each page."""
    lang, site = HTML_LANG[locale.language], locale.gettext("PyTorch 版本图鉴")
    for former, now, title in redirects(collection, locale):
        url = escape("../" * former.count("/") + now)
        yield f"{former}index.html", PAGE.format(lang=lang, url=url, title=escape(title), site=site)


def redirects(collection: Collection, locale: Locale) -> Iterator[tuple[str, str, str]]:
    """Yield former paths, their new URLs, and the titles of the redirecting pages."""
    title = locale.gettext("这一页移走了")
    for lifecycle in collection.lifecycles:
        yield from ((f"features/{former}/", f"features/{lifecycle.id}/", title) for former in lifecycle.ids[1:])
    for entry in collection.knowledge.moved:
        yield entry.former, entry.now, title
    between = locale.gettext("从 {from} 到 {to}")
    announced = [announcement.version for announcement in reversed(collection.announcements)]
    for earlier, later in combinations(announced, 2):
        title = between.replace("{from}", earlier).replace("{to}", later)
        yield f"compare/{earlier}-to-{later}/", f"compare/?from={earlier}&to={later}", title
