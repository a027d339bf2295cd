"""Which URLs may become links."""

import re
from urllib.parse import unquote, urlsplit

_SAFE_URL = re.compile(r"(?:https?://[^/\s]|mailto:[^\s@]+@)[^\s\x00-\x1f]*", re.IGNORECASE)


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
