"""``compare/A-to-B/``: pages that lead to the comparison of two releases, for every two, so that none ever vanishes.

They are files of their own: the theme would take most of a build for what nobody reads.
"""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import combinations

from atlas.core.languages import HTML_LANG
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


def files(versions: Iterable[str], locale: Locale) -> Iterator[tuple[str, str]]:
    """Path, below the site in one language, and text of the page of every two versions, the earlier one first."""
    name, site = locale.gettext("从 {from} 到 {to}"), locale.gettext("PyTorch 版本图鉴")
    for earlier, later in combinations(versions, 2):
        title = name.replace("{from}", earlier).replace("{to}", later)
        url = escape(f"../?from={earlier}&to={later}")
        page = PAGE.format(lang=HTML_LANG[locale.language], url=url, title=escape(title), site=site)
        yield f"compare/{earlier}-to-{later}/index.html", page
