"""The only room that touches the network: asks a translation engine that a person named.

Any server that answers ``POST {address}/chat/completions`` as widespread chat engines do. Nothing here runs
unless ``translations prefill --engine`` does.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

SECONDS = 120
MAX_REPLY = 1_000_000
KEY = "ATLAS_ENGINE_KEY"

Message = dict[str, str]  # role, content


class EngineError(Exception):
    """Why an engine cannot be asked, or gave no answer: one line. It never holds the key."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Wherever a redirect leads, the key and the text were not meant for it."""

    def redirect_request(self, *_: object) -> None:
        return


@dataclass(frozen=True)
class Engine:
    """An engine's address, the model to ask, and the key to send, if it wants one."""

    address: str
    model: str
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        """Raise EngineError for an address that the key or the texts must not be sent to."""
        try:
            parts = urlsplit(self.address)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            raise EngineError("the engine's address is no address: give one such as https://host/v1") from None
        if parts.scheme not in ("http", "https") or not host or not re.fullmatch(r"[!-~]+", self.address):
            raise EngineError("the engine's address must be http:// or https:// and a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise EngineError(f"the engine's address must end with its path; a key belongs in {KEY}")
        if self.key and parts.scheme == "http" and not _is_here(host):
            raise EngineError(f"a key over http:// could be read on the way: use https://, or unset {KEY}")
        if not re.fullmatch(r"[!-~]*", self.key):
            raise EngineError(f"{KEY} holds what no key has, such as a space: set it again")

    def ask(self, messages: list[Message]) -> str:
        """The engine's answer. Raises EngineError."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        asked = urllib.request.Request(  # noqa: S310  the scheme is checked
            f"{self.address.rstrip('/')}/chat/completions",
            json.dumps({"model": self.model, "messages": messages}).encode(),
            headers,
        )
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if _is_here(urlsplit(self.address).hostname or ""):
            handlers.append(urllib.request.ProxyHandler({}))
        try:
            with urllib.request.build_opener(*handlers).open(asked, timeout=SECONDS) as response:
                data = response.read(MAX_REPLY + 1)
        except urllib.error.HTTPError as error:
            error.close()
            raise EngineError(_refusal(error.code)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:  # ValueError: no such host can be
            cause = getattr(error, "reason", error)
            if isinstance(cause, TimeoutError):
                raise EngineError(f"the engine did not answer in {SECONDS} seconds") from None
            why = getattr(cause, "strerror", None) or type(cause).__name__
            raise EngineError(f"the engine cannot be reached ({why})") from None
        if len(data) > MAX_REPLY:
            raise EngineError(f"the engine's answer is larger than {MAX_REPLY:,} bytes")
        return _content(data)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refusal(code: int) -> str:
    name = HTTPStatus(code).phrase if code in set(HTTPStatus) else "unknown"
    if 300 <= code < 400:
        return f"the engine redirects ({code} {name}), which is not followed: give the address it has now"
    if code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return f"the engine wants another key ({code} {name}): set {KEY}"
    return f"the engine refused ({code} {name}): check the address and the model"


def _content(data: bytes) -> str:
    try:
        answer: Any = json.loads(data)
        content = answer["choices"][0]["message"]["content"]
        str(content).encode()  # half of a character is none
    except (ValueError, LookupError, TypeError, RecursionError):
        raise EngineError("the engine's answer is not the JSON of chat completions") from None
    if not isinstance(content, str):
        raise EngineError("the engine's answer holds no text")
    return content
