"""URLs: which may become links, and which lead to the same place."""

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote, urlsplit, urlunsplit

_SAFE_URL = re.compile(r"(?:https?://[^/\s]|mailto:[^\s@]+@)[^\s\x00-\x1f]*", re.IGNORECASE)
_SCHEME = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)
_QUERY = re.compile(r"\?[^#]*")


def safe_url(url: str) -> str:
    """Return ``url`` if it may become a link, else the empty string."""
    return url if is_safe_url(url) else ""


def is_safe_url(url: str) -> bool:
    """Return whether a URL may become a link: it must be well-formed, absolute, and http, https, or mailto."""
    try:
        urlsplit(url)
    except ValueError:
        return False
    return bool(_SAFE_URL.fullmatch(url))


def name_in_page(url: str) -> str:
    """Return the name of the place that a link within the page leads to: "#install" → "install"; else empty."""
    return unquote(url[1:]) if url.startswith("#") else ""


# Three comparisons of URLs, all without scheme, “www.” and final slash. Addresses in knowledge files have a * for what
# varies: longest_address. A reader's links are one if they open the same page, so the query counts, and case in a path:
# address_key. A translation and its original may differ in what changes with time and by mistake: loose_url_key.


def longest_address(url: str, addresses: Iterable[str]) -> int:
    """Return the length of the longest of ``addresses`` that matches a URL; 0 if none does.

    They are compared without scheme, “www.”, final slash and case; ``*`` in an address stands for any text.
    """
    bare_url = _SCHEME.sub("", url)
    lengths = (len(address) for address in addresses if _address_pattern(address).fullmatch(bare_url))
    return max(lengths, default=0)


@lru_cache(maxsize=1024)
def _address_pattern(address: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, address.split("*"))) + "/?", re.IGNORECASE | re.DOTALL)


def address_key(url: str) -> str:
    """Return a key by which links are the same: without scheme, “www.”, trailing slash and tracking parameters."""
    _, host, path, query, fragment = urlsplit(url)
    host = host.lower().removeprefix("www.")
    query = "&".join(part for part in query.split("&") if not part.startswith("utm_"))
    return urlunsplit(("", host, path.rstrip("/"), query, fragment)).removeprefix("//")


def loose_url_key(url: str) -> str:
    """Return a key by which links are alike: without scheme, “www.”, query, trailing slashes, and case."""
    return _QUERY.sub("", _SCHEME.sub("", url)).rstrip("/").casefold()
