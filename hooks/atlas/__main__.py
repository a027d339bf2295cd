"""Command line: ``python -m atlas inspect | translations | render``."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from atlas import catalog, knowledge, pipeline
from atlas.document import plain
from atlas.model import Feature, Problem, Release
from atlas.understand.doubts import notes

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 where something must be mended."""
    parser = argparse.ArgumentParser(prog="python -m atlas", description="PyTorch Release Atlas: the maintainers' tool")
    commands = parser.add_subparsers(dest="command", required=True)
    inspect = commands.add_parser("inspect", help="what files would yield as seeds, without building a site")
    inspect.add_argument("files", nargs="+", type=Path, metavar="FILE")
    inspect.add_argument("--json", action="store_true", help="as data")
    translations = commands.add_parser("translations", help="the catalogs in seeds/translations")
    translations.add_argument("action", choices=["update"], help="bring every catalog up to date with its seed")
    render = commands.add_parser("render", help="write the generated Markdown tree to a folder")
    render.add_argument("folder", type=Path, metavar="DIR")
    options = parser.parse_args(arguments)
    known, problems = knowledge.load(ROOT / "seeds" / "knowledge")
    if known is None:
        return _report(problems)
    if options.command == "inspect":
        return _inspect(options.files, known, as_json=options.json)
    if options.command == "translations":
        return _update(known)
    return _render(options.folder)


def _report(problems: tuple[Problem, ...] | list[Problem]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    return int(any(problem.severity == "error" for problem in problems))


def _inspect(files: list[Path], known: knowledge.Knowledge, *, as_json: bool) -> int:
    found, status = [], 0
    for path in files:
        release, problems = pipeline.read_release(path, known)
        problems += notes(release) if release else []
        translations = pipeline.load_catalog(ROOT, release)[0] if release else catalog.Catalog("", {})
        status |= int(any(problem.severity == "error" for problem in problems))
        if as_json:
            found.append(_summary(path, release, problems, translations))
        else:
            _print_summary(release, problems)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    return status


def _summary(path: Path, release: Release | None, problems: list[Problem], messages: catalog.Catalog) -> dict[str, Any]:
    told = [{"line": p.line, "severity": p.severity, "message": p.message} for p in problems]
    if release is None:
        return {"file": str(path), "features": [], "problems": told}

    def english(inlines: Any) -> str | None:  # noqa: ANN401  a title's inlines
        said = pipeline.translate(messages, release.seed.language, inlines, "en")
        return None if said.lang else plain(said.inlines)

    def feature(found: Feature) -> dict[str, Any]:
        seen = found.observation
        return {
            "id": found.id, "title": plain(found.title), "title_en": english(found.title), "stability": seen.stage,
            "label_raw": seen.label_raw, "basis": seen.basis, "evidence": seen.quote,
            "area": found.areas[0] if found.areas else None, "areas": list(found.areas), "apis": list(found.apis),
            "line": found.line,
        }  # fmt: skip

    return {
        "file": str(path), "format": release.seed.format, "encoding": release.seed.encoding,
        "language": release.seed.language, "version": release.version,
        "date": release.date.isoformat() if release.date else None, "date_kind": release.date_kind,
        "title": plain(release.title), "title_en": english(release.title), "original_url": release.original_url or None,
        "translation_url": release.translation_url or None, "translator": release.translator.strip("@") or None,
        "publisher": release.publisher or None, "commits": release.commits.value if release.commits else None,
        "contributors": release.contributors.value if release.contributors else None,
        "features": [feature(f) for f in release.features], "problems": told,
    }  # fmt: skip


def _print_summary(release: Release | None, problems: list[Problem]) -> None:
    if release:
        print(f"{release.seed.path}  {release.seed.format}  PyTorch {release.version}  {release.date or '-'}")
        for feature in release.features:
            seen = feature.observation
            areas = ",".join(feature.areas)
            print(f"  {feature.line:5}  {seen.stage:13} {seen.basis:8} {areas:28} {plain(feature.title)}")
    _report(problems)


def _update(known: knowledge.Knowledge) -> int:
    today = datetime.now(tz=UTC).date()
    releases, problems = pipeline.read_releases(ROOT, known, today)
    for release in releases:
        path = ROOT / pipeline.catalog_path(release.seed)
        _, broken = catalog.load(path, pipeline.catalog_path(release.seed))
        if broken:
            problems += broken
            continue
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        language = "en" if release.seed.language == "zh" else "zh_CN"
        new = catalog.update(old, pipeline.segments(release), release.seed.path, language)
        if new != old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(ROOT)}: updated")
    return _report([problem for problem in problems if problem.severity == "error"])


def _render(folder: Path) -> int:
    site = pipeline.build(ROOT, datetime.now(tz=UTC).date())
    if status := _report(site.problems):
        return status
    try:
        shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)  # the pages that people wrote, and assets
        for page in site.pages:
            path = folder / page.language / page.src_uri
            path.parent.mkdir(parents=True, exist_ok=True)
            head = {"title": page.title, "description": page.description}
            lines = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in head.items())
            path.write_text(f"---\n{lines}---\n\n{page.body}", encoding="utf-8", newline="\n")
    except OSError as error:
        return _report([Problem(str(folder), 0, f"cannot be written ({error.strerror}): name another folder")])
    return 0


if __name__ == "__main__":
    sys.exit(main())
