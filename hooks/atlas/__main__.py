"""Command line: ``python -m atlas inspect | translations | render``."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

from atlas import pipeline
from atlas.cli import render as rendering
from atlas.cli import translations
from atlas.cli.summary import summarise
from atlas.cli.terminal import Screen, report
from atlas.core.problems import Problem, printable
from atlas.knowledge import load

ROOT = Path(__file__).resolve().parents[2]
INTERRUPTED = 130  # as shells have it


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 where something must be mended."""
    parser = argparse.ArgumentParser(prog="python -m atlas", description="PyTorch Release Atlas: the maintainers' tool")
    commands = parser.add_subparsers(dest="command", required=True)
    inspect = commands.add_parser("inspect", help="what files would yield as seeds, without building a site")
    inspect.add_argument("files", nargs="+", type=Path, metavar="FILE")
    inspect.add_argument("--json", action="store_true", help="as data")
    catalogs = commands.add_parser("translations", help="the catalogs in seeds/translations")
    actions = catalogs.add_subparsers(dest="action", required=True)
    actions.add_parser("update", help="bring every catalog up to date with its seed")
    actions.add_parser("status", help="how many texts and words are translated, fuzzy and missing")
    actions.add_parser("check", help="what translations get wrong: links, code, numbers, markup, the glossary's terms")
    render = commands.add_parser("render", help="write the site as Markdown, for an engine without hooks")
    render.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal or a file name may not know every character
        sys.stdout.reconfigure(errors="backslashreplace")
    known, problems = load.load(ROOT / "seeds" / "knowledge")
    if known is None:
        return _report(problems)
    if options.command == "inspect":
        return _inspect(options.files, known, as_json=options.json)
    if options.command == "translations":
        return _translations(options, known)
    return _render(options.folder)


def _report(problems: Iterable[Problem]) -> int:
    """Tell what must be mended, one line a problem; 1 where that is an error. Notes ask for nothing."""
    told = [problem for problem in problems if problem.severity != "note"]
    for problem in told:
        print(problem, file=sys.stderr)
    return int(any(problem.severity == "error" for problem in told))


def _inspect(files: list[Path], known: load.Knowledge, *, as_json: bool) -> int:
    found, status = [], 0
    for path in files:
        summary, problems = summarise(path, ROOT, known, datetime.now(tz=UTC).date())
        found.append(summary)
        if summary.version and not as_json:
            print(*report(summary, known.stability, _screen()), "", sep="\n", flush=True)
        status |= _report(problem for problem in problems if problem.severity == "error")
    if as_json:
        text = json.dumps([summary.data for summary in found], ensure_ascii=False, indent=1)
        # A file's name may hold what steers a terminal; in JSON all of that stands inside strings.
        print("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))
    return status


def _screen() -> Screen:
    """Colours and a width only where a person looks on (https://no-color.org)."""
    if not sys.stdout.isatty():
        return Screen()
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Screen(shutil.get_terminal_size().columns, coloured=not plain)


def _translations(options: argparse.Namespace, known: load.Knowledge) -> int:
    converted, found = pipeline.read_seeds(ROOT, known, datetime.now(tz=UTC).date(), pipeline.Conversions())
    releases = [each.release for each in converted if each.release]
    problems = [problem for problem in found if problem.severity == "error"]
    match options.action:
        case "update":
            for name, problem in translations.update(ROOT, releases, releases):
                problems += [problem] if problem else []
                if name:
                    print(f"{printable(name)}: updated")
        case "status":
            lines, broken = translations.status(ROOT, releases)
            problems += broken
            print(*lines, sep="\n", flush=True)
        case "check":
            problems += translations.check(ROOT, releases, known)
            return _report(problems) or int(bool(problems))
    return _report(problems)


def _render(folder: Path) -> int:
    try:
        if folder.exists() and any(folder.iterdir()):
            return _report([Problem(str(folder), 0, "holds files already: name a new folder, or remove it first")])
        return _report(sorted(rendering.render(ROOT, folder, datetime.now(tz=UTC).date())))
    except OSError as error:
        return _report([Problem(str(folder), 0, f"cannot be written ({error.strerror}): name another folder")])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
