"""Copies of the repository with a collection, and MkDocs run in them as users run it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COLLECTION = ROOT / "tests" / "collection"  # a small one that the tests own, so that new data changes no test
PARTS = ("mkdocs.yml", "pyproject.toml", "docs", "hooks", "templates")
SECONDS = 120

# The build must not use the network: connecting to anything but loopback fails. It must not depend on the order of
# directory listings either, which differs between file systems: LISTING=reversed reverses them.
SITECUSTOMIZE = """
import os
import socket

_listdir, _scandir = os.listdir, os.scandir

class Reversed:
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

if os.environ.get("LISTING") == "reversed":
    os.listdir = lambda *args: _listdir(*args)[::-1]
    os.scandir = Reversed

_connect = socket.socket.connect

def connect(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1", "localhost"):
        raise AssertionError(f"the build asks the network for {address}")
    return _connect(self, address)

def getaddrinfo(host, *args, **kwargs):
    if host not in (None, "", "127.0.0.1", "::1", "localhost"):
        raise AssertionError(f"the build asks the network for {host}")
    return _getaddrinfo(host, *args, **kwargs)

_getaddrinfo = socket.getaddrinfo
socket.socket.connect, socket.getaddrinfo = connect, getaddrinfo
"""


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder, by its path below it."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def copy(folder: Path, collection: Path = COLLECTION) -> Path:
    """Copy the repository to ``folder`` with the seeds of ``collection``, without its history and generated files."""
    folder.mkdir(parents=True)
    for source in (*(ROOT / name for name in PARTS), collection / "seeds"):
        name = source.name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


def minimal_copy(folder: Path, seeds: dict[str, str] | None = None) -> Path:
    """Copy what the pipeline needs to ``folder``: the collection, or its knowledge with these seeds instead."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    if seeds is None:
        shutil.copytree(COLLECTION / "seeds", folder / "seeds")
        return folder
    shutil.copytree(COLLECTION / "seeds" / "knowledge", folder / "seeds" / "knowledge")
    for path in folder.glob("seeds/knowledge/errata/*.yml"):
        path.unlink()
    (folder / "seeds" / "translations" / "en").mkdir(parents=True)
    for name, text in seeds.items():
        (folder / "seeds" / name).write_text(text, encoding="utf-8")
    return folder


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return a minimal environment: another time zone, the C locale, no network, no user settings."""
    blocked = folder.parent / f"{folder.name} no network"
    blocked.mkdir(exist_ok=True)
    (blocked / "sitecustomize.py").write_text(SITECUSTOMIZE, encoding="utf-8")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(blocked),
        "LC_ALL": "C",
        "TZ": "Pacific/Kiritimati",
        "PYTHONPATH": str(blocked),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SOURCE_DATE_EPOCH": "1700000000",
        **more,
    }


def mkdocs(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run ``mkdocs`` in the copy."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=folder,
        env=environment(folder, **environ),
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS,
        check=False,
    )
