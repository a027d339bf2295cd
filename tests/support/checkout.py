"""A copy of the repository in a folder of its own, and MkDocs run there as people run it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("mkdocs.yml", "pyproject.toml", "seeds", "docs", "hooks", "templates")
SECONDS = 120

# Nothing of the build may leave the machine: connecting anywhere else than here fails. And as file systems list folders
# each in its own order, nothing may depend on it.
CUSTOMS = """
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


def copy(folder: Path, checkout: Path = ROOT) -> Path:
    """The repository at ``checkout`` copied to ``folder``, without history and whatever was made there."""
    folder.mkdir(parents=True)
    for name in PARTS:
        source = checkout / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


def bare(folder: Path, seeds: dict[str, str]) -> Path:
    """What the pipeline needs of the repository, below ``folder``, with these seeds instead of its own."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    shutil.copytree(ROOT / "seeds" / "knowledge", folder / "seeds" / "knowledge")
    for path in folder.glob("seeds/knowledge/errata/*.yml"):
        path.unlink()
    (folder / "seeds" / "translations" / "en").mkdir(parents=True)
    for name, text in seeds.items():
        (folder / "seeds" / name).write_text(text, encoding="utf-8")
    return folder


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A bare environment: another time zone, the C locale, no network, nobody's settings."""
    blocked = folder.parent / f"{folder.name} no network"
    blocked.mkdir(exist_ok=True)
    (blocked / "sitecustomize.py").write_text(CUSTOMS, encoding="utf-8")
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


def atlas(folder: Path, *arguments: str, seconds: int = SECONDS) -> subprocess.CompletedProcess[str]:
    """Run ``python -m atlas`` of the copy."""
    environ = environment(folder)
    environ["PYTHONPATH"] = os.pathsep.join([str(folder / "hooks"), environ["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-m", "atlas", *arguments],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
