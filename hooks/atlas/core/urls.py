"""Checks of URLs: which may become links, and which lead to the same page."""

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
    """Return the decoded fragment of a link within the page: "#install" → "install". Empty for any other URL."""
    return unquote(url[1:]) if url.startswith("#") else ""


# There are three ways to compare URLs. All ignore the scheme, “www.” and a final slash.
# - longest_address compares a URL with addresses in knowledge files, in which * stands for any text.
# - address_key is equal if two links open the same page. The query counts, and so does the case of the path.
# - loose_url_key is equal if a link of a translation may be a link of its original. It ignores the query and all case,
#   as these change with time, or by mistake.


def longest_address(url: str, addresses: Iterable[str]) -> int:
    """Return the length of the longest of ``addresses`` that matches a URL; 0 if none does.

    Scheme, “www.”, final slash and case are ignored. ``*`` in an address stands for any text.
    """
    bare_url = _SCHEME.sub("", url)
    lengths = (len(address) for address in addresses if _address_pattern(address).fullmatch(bare_url))
    return max(lengths, default=0)


@lru_cache(maxsize=1024)
def _address_pattern(address: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, address.split("*"))) + "/?", re.IGNORECASE | re.DOTALL)


def address_key(url: str) -> str:
    """Return a key that links to the same page share: without scheme, “www.”, final slash and tracking parameters."""
    _, host, path, query, fragment = urlsplit(url)
    host = host.lower().removeprefix("www.")
    query = "&".join(part for part in query.split("&") if not part.startswith("utm_"))
    return urlunsplit(("", host, path.rstrip("/"), query, fragment)).removeprefix("//")


def loose_url_key(url: str) -> str:
    """Return a key that similar links share: without scheme, “www.”, query, final slashes, and case."""
    return _QUERY.sub("", _SCHEME.sub("", url)).rstrip("/").casefold()
