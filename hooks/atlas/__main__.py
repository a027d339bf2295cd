"""Command line: ``python -m atlas inspect | align | translations | features | since | render``."""

import argparse
import os
import re
import sys
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

from atlas.cli import align, features, inspect, render, since, translations
from atlas.cli.terminal import report
from atlas.knowledge import load
from atlas.knowledge.fields import VERSION

ROOT = Path(__file__).resolve().parents[2]
INTERRUPTED = 130  # the shells' exit code for an interrupt: 128 + SIGINT


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal may lack characters, and file names may not decode
        sys.stdout.reconfigure(errors="backslashreplace")
    known, problems = load.load(ROOT / "seeds" / "knowledge")
    if known is None:
        return report(problems)
    today = datetime.now(tz=UTC).date()
    match options.command:
        case "inspect":
            return inspect.run(ROOT, known, today, options.files, as_json=options.json)
        case "align":
            files = options.translation, options.original
            return align.run(ROOT, known, today, files, as_json=options.json)
        case "translations":
            return translations.run(ROOT, known, today, options.action)
        case "features":
            return features.run(ROOT, today, options.accept)
        case "since":
            return since.run(ROOT, today, options.name, options.as_of or "", as_json=options.json)
        case _:
            return render.run(ROOT, options.folder, today)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m atlas", description="PyTorch Release Atlas: the maintainers' tool")
    commands = parser.add_subparsers(dest="command", required=True)
    files = commands.add_parser("inspect", help="what files would yield as seeds, without building a site")
    files.add_argument("files", nargs="+", type=Path, metavar="FILE")
    files.add_argument("--json", action="store_true", help="as data")
    sides = commands.add_parser("align", help="which texts of a translation are which texts of its original")
    sides.add_argument("translation", type=Path, metavar="TRANSLATION", help="an announcement")
    sides.add_argument("original", type=Path, metavar="ORIGINAL", help="the same one in the other language")
    sides.add_argument("--json", action="store_true", help="as data")
    catalogs = commands.add_parser("translations", help="the catalogs in seeds/translations")
    actions = catalogs.add_subparsers(dest="action", required=True)
    actions.add_parser("update", help="bring every catalog up to date with its seed")
    actions.add_parser("status", help="how many texts and words are translated, fuzzy and missing")
    actions.add_parser("check", help="what translations get wrong: links, code, numbers, markup, the glossary's terms")
    known = commands.add_parser("features", help="what seeds/knowledge/features.yml has")
    likely = known.add_subparsers(dest="action", required=True).add_parser(
        "suggest", help="features of different releases that are likely the same"
    )
    likely.add_argument(
        "--accept", nargs="+", type=int, default=[], metavar="N", help="register the proposals of these numbers"
    )
    asked = commands.add_parser("since", help="at which level a feature is, since when, and which line says so")
    asked.add_argument("name", metavar="NAME", help="its id, a name or API in either language, or words of them")
    asked.add_argument("--as-of", type=_version, metavar="VERSION", help="as of this release")
    asked.add_argument("--json", action="store_true", help="as data")
    tree = commands.add_parser("render", help="write the site as Markdown, for an engine without hooks")
    tree.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    return parser


def _version(text: str) -> str:
    """Parse a version, possibly typed as a tag: v1.11."""
    version = text.removeprefix("v")
    if not re.fullmatch(VERSION, version):
        raise argparse.ArgumentTypeError(f"{text!r} is no version: write 1.11")
    return version


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reading end, such as head, has closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
