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
ISOLATED = ROOT / "tests" / "support" / "isolated"  # its sitecustomize.py keeps a build off the network


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


def edit(path: Path, *edits: tuple[str, str]) -> None:
    """Replace texts of a file by others, each of which it must contain."""
    text = path.read_text(encoding="utf-8")
    for before, after in edits:
        assert before in text, f"{path.name} does not contain {before!r}"
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return a minimal environment: another time zone, the C locale, no network, no user settings."""
    home = folder.parent / f"{folder.name} home"
    home.mkdir(exist_ok=True)
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "LC_ALL": "C",
        "TZ": "Pacific/Kiritimati",
        "PYTHONPATH": str(ISOLATED),
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
