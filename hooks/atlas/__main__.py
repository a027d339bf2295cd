"""Command line: ``python -m atlas inspect | record | align | translations``."""

import argparse
import os
import sys
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

from atlas.cli import align, fill_translations, inspect, record, translations
from atlas.cli.terminal import report
from atlas.knowledge import load

ROOT = Path(__file__).resolve().parents[2]
INTERRUPTED = 130  # the shells' exit code for an interrupt: 128 + SIGINT


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    # Print escapes for what the encoding of the output lacks, such as undecodable bytes in the name of a file.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    knowledge, problems = load.load(ROOT / "seeds" / "knowledge")
    if knowledge is None:
        return report(problems)
    today = datetime.now(tz=UTC).date()
    match options.command:
        case "inspect":
            return inspect.run(ROOT, knowledge, today, options.files, as_json=options.json)
        case "record":
            return record.run(ROOT, knowledge, today, options.file, options.url)
        case "align":
            files = options.translation, options.original
            return align.run(ROOT, knowledge, today, files, as_json=options.json)
        case _:
            if options.pair:
                return fill_translations.run(ROOT, knowledge, today, *options.pair)
            return translations.run(ROOT, knowledge, today, options.action)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m atlas", description="PyTorch Release Atlas: the maintainers' tool")
    commands = parser.add_subparsers(dest="command", required=True)
    inspect_parser = commands.add_parser(
        "inspect", help="show what files would yield as seeds, without building a site"
    )
    inspect_parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    inspect_parser.add_argument("--json", action="store_true", help="print JSON")
    record_parser = commands.add_parser("record", help="draft a release's record from an announcement that is not kept")
    record_parser.add_argument("file", type=Path, metavar="FILE", help="the announcement")
    record_parser.add_argument("--url", default="", help="its address")
    align_parser = commands.add_parser(
        "align", help="show what `translations update --from` would do, and change nothing"
    )
    align_parser.add_argument("translation", type=Path, metavar="TRANSLATION", help="an announcement")
    align_parser.add_argument("original", type=Path, metavar="ORIGINAL", help="the announcement it was translated from")
    align_parser.add_argument("--json", action="store_true", help="print JSON")
    translations_parser = commands.add_parser(
        "translations", help="update, count or check the catalogs in seeds/translations"
    )
    translations_parser.set_defaults(pair=None)
    actions = translations_parser.add_subparsers(dest="action", required=True)
    update_parser = actions.add_parser("update", help="update every catalog from its seed")
    what = "fill SEED's catalog from the announcement that it was translated from"
    update_parser.add_argument("--from", dest="pair", nargs=2, type=Path, metavar=("ORIGINAL", "SEED"), help=what)
    actions.add_parser("status", help="count the translated, fuzzy and missing texts and words")
    actions.add_parser("check", help="report differences in links, code, numbers, markup and glossary terms")
    return parser


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the program that reads the output, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
