"""Python runs this first in a build that a test starts: connecting to anything but loopback fails.

A build must not depend on the order of directory listings either, which differs between file systems:
``LISTING=reversed`` reverses them.
"""

import os
import socket

_listdir, _scandir = os.listdir, os.scandir
_connect, _getaddrinfo = socket.socket.connect, socket.getaddrinfo
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class _Reversed:
    """``os.scandir`` from the end."""

    def __init__(self, *args):
        with _scandir(*args) as entries:
            self._entries = reversed(list(entries))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def _connect_to_loopback(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in _LOOPBACK:
        raise AssertionError(f"the build asks the network for {address}")
    return _connect(self, address)


def _resolve_loopback(host, *args, **kwargs):
    if host not in (None, "", *_LOOPBACK):
        raise AssertionError(f"the build asks the network for {host}")
    return _getaddrinfo(host, *args, **kwargs)


if os.environ.get("LISTING") == "reversed":
    os.listdir = lambda *args: _listdir(*args)[::-1]
    os.scandir = _Reversed
socket.socket.connect, socket.getaddrinfo = _connect_to_loopback, _resolve_loopback
