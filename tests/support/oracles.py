"""Invariants that hold for any input, one function per target. They can be checked without a fuzzer."""

import io
import json
import re
import shutil
import tempfile
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

from polib import POEntry
from rich.console import Console

from atlas.cli.inspect import report
from atlas.cli.inspection import data as json_data
from atlas.cli.inspection import inspect
from atlas.core.edits import Edit
from atlas.core.problems import Problem, UnreadableError
from atlas.document.html_writer import Writer, inline_html
from atlas.document.inline_markdown import parse_inline
from atlas.document.localized import Localized
from atlas.document.nodes import CodeBlock, Document, Image, Inlines, Link, plain
from atlas.document.traverse import all_blocks, all_inlines, hosts, inlines_with_lines, item_numbers
from atlas.knowledge import load
from atlas.seeds.files import decode_seed
from atlas.seeds.formats import FORMATS
from atlas.seeds.read_document import read_document
from atlas.seeds.seed import Seed
from atlas.translate import catalogs, parity
from support.cases import MARKUP, SEED_NAMES
from support.checkout import COLLECTION
from support.crawl import Page
from support.samples import knowledge, read_announcement

KNOWLEDGE_FOLDER = COLLECTION / "seeds" / "knowledge"
TODAY = date(2026, 1, 1)
FILES = {  # the files that an input may be, for targets whose inputs name it on their first line
    "inspect": tuple(SEED_NAMES.values()),
    "knowledge": (
        *sorted(path.name for path in KNOWLEDGE_FOLDER.glob("*.yml")),
        "features/tensors.yml",
        "errata/seed.yml",
    ),
}
WIDTHS = (40, 1_000_000)

_ANSI_COLOR = re.compile(r"\x1b\[[\d;]*m")
_ENTITY = re.compile(r"&#?\w+;?")
_TAG = re.compile(  # anything that may be a tag; the look-ahead finds overlapping ones, too
    r"(?=(<[a-z][^\s/>]*+(?:=+\s*(?:\"[^\"]*\"|'[^']*')|[^>])*+>|<[a-z/!?][^>]*>))", re.IGNORECASE
)
_HIDDEN = re.compile(r"<!--|<!\[(?:CDATA\[)?", re.IGNORECASE)  # their content counts as words, too
_FOLDER = tempfile.TemporaryDirectory(prefix="atlas-fuzz-")  # removed when the process ends
_SCRATCH = Path(_FOLDER.name)


def check(target: str, data: bytes) -> None:
    """Check all invariants of ``data``. Raises AssertionError if one is violated, and whatever the code raises."""
    with warnings.catch_warnings(action="error", category=UserWarning):  # such as a library's
        TARGETS[target](data)


def _of_file(names: tuple[str, ...], check_file: Callable[[str, bytes], None]) -> Callable[[bytes], None]:
    """Return a target whose inputs name one of several files on their first line."""

    def target(data: bytes) -> None:
        name, _, text = data.partition(b"\n")
        assert name.decode() in names, f"names none of {', '.join(names)} on its first line"
        check_file(name.decode(), text)

    return target


def _check_problems(problems: Iterable[Problem], last: int) -> None:
    """Assert that each problem has a line of the file (0 for the whole file), a remedy and no control characters."""
    for problem in problems:
        assert 0 <= problem.line <= last, f"no line of the file: {problem}"
        assert re.search(r": \S", problem.message), f"no remedy: {problem}"
        assert not _control_characters(str(problem)), f"characters that nobody sees: {str(problem)!r}"


def _control_characters(text: str) -> list[str]:
    return [char for char in text if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]


def _last(data: bytes) -> int:
    return data.count(b"\n") + data.count(b"\r") + 1


def _letters(words: Iterable[str]) -> Counter[str]:
    """Count letters and digits, regardless of width, case and Unicode composition."""
    text = unicodedata.normalize("NFKD", "\n".join(words)).casefold()
    return Counter(char for char in text if char.isalnum())


def _source_letters(source: Seed) -> Counter[str]:
    """Count the letters that a seed's body surely says: without tags and entities, which its reader may consume."""
    if not MARKUP[source.format] & {"tags", "possible-tags"}:
        return _letters([source.body])
    text = _HIDDEN.sub(" ", source.body)
    outside: list[str] = []
    at = 0
    for tag in _TAG.finditer(text):
        outside.append(text[at : tag.start(1)])
        at = max(at, tag.end(1))
    return _letters(_ENTITY.sub(" ", part) for part in (*outside, text[at:]))


def _inline_texts(inlines: Inlines) -> list[str]:
    return [plain(inlines), *(node.url for node in all_inlines(inlines) if isinstance(node, Link | Image))]


def _document_letters(document: Document, edits: Iterable[Edit]) -> Counter[str]:
    """Count the letters of a document plus those recorded as left out, minus those recorded as replacements."""
    words = [str(number) for _, number in item_numbers(document)]
    words += [f"{fact.key} {fact.value} {fact.url}" for fact in document.facts]
    words += [host.marker.raw for host in hosts(document) if host.marker]
    for block in all_blocks(document):
        if isinstance(block, CodeBlock):
            words += [block.text, block.language]
        for inlines, _ in inlines_with_lines(block):
            words += _inline_texts(inlines)
    recorded = list(edits)
    return _letters([*words, *(edit.before for edit in recorded)]) - _letters(edit.after for edit in recorded)


def _check_lines(document: Document, edits: Iterable[Edit], last: int) -> None:
    """Assert that every block, item, cell, inline and edit has a line of the file."""
    places = [block.line for block in (*all_blocks(document), *hosts(document), *edits)]
    places += [
        node.line
        for block in all_blocks(document)
        for inlines, _ in inlines_with_lines(block)
        for node in all_inlines(inlines)
    ]
    assert all(1 <= line <= last for line in places), f"no line of the file: {sorted(set(places))}"


# --- HTML -----------------------------------------------------------------------------------------

ALLOWED = {
    "a": {"href"}, "code": set(), "div": {"class", "tabindex", "role", "aria-label"}, "em": set(), "blockquote": set(), "br": set(), "h1": {"class"}, "h2": {"class"},
    "h3": {"class"}, "h4": {"class"}, "h5": {"class"}, "h6": {"class"}, "hr": set(), "li": {"id", "class"}, "ol": {"start"},
    "p": {"id", "class"}, "pre": set(), "span": {"class", "lang"}, "strong": set(), "table": set(), "tbody": set(),
    "td": {"id"}, "th": {"scope"}, "thead": set(), "tr": set(), "ul": set(),
}  # fmt: skip


def parse_harmless(text: str) -> Page:
    """Parse HTML; assert balanced tags, only known tags and attributes, no comments, only web and mail URLs."""
    page = Page("fragment", text)
    assert not page.unbalanced, text
    assert not page.unclosed, text
    assert "<!" not in text
    for tag in page.tags:
        assert tag.name in ALLOWED, text
        assert set(tag.attributes) <= ALLOWED[tag.name], text
        if href := tag.attributes.get("href"):
            assert re.match(r"(?:https?://[^/\s]|mailto:)", href, re.IGNORECASE), href
    return page


def _reader(kind: str) -> Callable[[bytes], None]:
    name = SEED_NAMES[kind]

    def target(data: bytes) -> None:
        try:
            source, _ = decode_seed(name, data)
        except UnreadableError as error:
            _check_problems([Problem(name, error.line, str(error))], _last(data))
            return
        source = replace(source, format=kind)
        last = source.text.count("\n") + 1
        reading = read_document(source)
        document, left_out, problems = reading
        assert repr(read_document(source)) == repr(reading), "read differently the second time"
        _check_problems(problems, last)
        _check_lines(document, left_out, last)
        if document.blocks or not any(problem.severity == "error" for problem in problems):
            lost = _source_letters(source) - _document_letters(document, left_out)
            assert not lost, f"lost: {lost}"

    return target


def _catalog(data: bytes) -> None:
    """Check that a catalog is read or refused, that writing it changes nothing, and that its texts are harmless."""
    path = _SCRATCH / "seed.po"
    path.write_bytes(data)
    catalog, problems = catalogs.load(path, path.name)
    _check_problems(problems, _last(data))
    if problems or not catalog.text.strip():
        return
    read = catalogs.parse(catalog.text)
    again = catalogs.parse(catalogs.serialize(read))
    assert [_entry(e) for e in again] == [_entry(e) for e in read], "written differently from what was read"
    for entry in catalog.entries:
        line = entry.linenum
        assert line is not None, entry
        assert 0 <= line <= _last(data), f"no line of the file: {entry}"
        faults = parity.disagreements(entry.msgid, entry.msgstr)
        _check_problems((Problem(path.name, line, f"differs in {fault}: correct it") for fault in faults), _last(data))
        inlines = parse_inline(entry.msgstr)
        parse_harmless(inline_html(inlines))
        lost = _letters([_ENTITY.sub(" ", entry.msgstr)]) - _letters(_inline_texts(inlines))
        assert not lost, f"lost: {lost}"


def _entry(entry: POEntry) -> tuple[object, ...]:
    return (
        entry.msgctxt, entry.msgid, entry.msgid_plural, entry.msgstr, entry.msgstr_plural, entry.previous_msgid,
        bool(entry.obsolete), entry.flags, entry.tcomment, entry.comment,
    )  # fmt: skip


@cache
def _sheets() -> Path:
    return Path(shutil.copytree(KNOWLEDGE_FOLDER, _SCRATCH / "knowledge"))


def _knowledge(sheet: str, text: bytes) -> None:
    """Replace one knowledge file: check that all knowledge is loaded, or that problems are reported."""
    path = _sheets() / sheet
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(text)
    try:
        knowledge, problems = load.load(_sheets())
    finally:
        path.unlink() if before is None else path.write_bytes(before)
    assert knowledge or problems, "nothing is known, and nobody told why"
    in_file = [problem for problem in problems if problem.path.endswith(sheet)]
    _check_problems(in_file, _last(text))
    _check_problems((p for p in problems if p not in in_file), 1_000_000)


def _inspect(name: str, text: bytes) -> None:
    """Check that ``inspect`` reports on any file, whose words are on the page, in an edit, or reported missing."""
    path = _SCRATCH / name
    path.write_bytes(text)
    last = _last(text)
    inspection = inspect(path, COLLECTION, knowledge(), TODAY)
    problems = inspection.problems
    announcement, again = read_announcement(path, knowledge(), str(path))
    assert set(again) <= set(problems), "other problems the second time"
    _check_problems(problems, last)
    summary = json_data(inspection, knowledge())
    json.dumps(summary, ensure_ascii=False).encode()
    assert inspection.announcement or problems, "nothing was read, and nobody told why"
    if not announcement:
        return
    for width in WIDTHS:
        written = io.StringIO()
        console = Console(file=written, width=width, force_terminal=True, markup=False, highlight=False)
        report(inspection, announcement, knowledge(), console)
        for line in written.getvalue().split("\n"):
            assert not _control_characters(_ANSI_COLOR.sub("", line)), f"characters that steer a terminal: {line!r}"
    assert [feature.line for feature in announcement.features] == [feature["line"] for feature in summary["features"]]
    _check_lines(announcement.document, announcement.edits, last)
    assert all(1 <= feature.line <= last for feature in announcement.features)
    assert [entry.line for entry in announcement.line_report] == list(range(1, announcement.seed.text.count("\n") + 2))
    source, _ = decode_seed(announcement.seed.path, path.read_bytes())
    lost = (
        _source_letters(source)
        - _document_letters(announcement.document, announcement.edits)
        - _letters(_inline_texts(announcement.title))
    )
    assert not lost, f"lost without a reason: {lost}"
    writer = Writer(Localized, lambda _, words: words, "")
    for block in announcement.document.blocks:
        parse_harmless(writer.block(block))


TARGETS: dict[str, Callable[[bytes], None]] = {
    **{form.name: _reader(form.name) for form in FORMATS},
    "catalog": _catalog,
    "knowledge": _of_file(FILES["knowledge"], _knowledge),
    "inspect": _of_file(FILES["inspect"], _inspect),
}
