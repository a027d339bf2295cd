"""Files → seeds: files are found, opened, decoded, and refused if they exceed a limit."""

import re
import stat
import unicodedata
from pathlib import Path
from typing import NamedTuple

from atlas.core import safe_files
from atlas.core.characters import HAN_CHARACTER, INVISIBLE
from atlas.core.edits import INVISIBLE_CHARACTERS, Edit, Edited
from atlas.core.limits import (
    MAX_BLOCK_MARKERS,
    MAX_BRACKETS_PER_BLOCK,
    MAX_BRACKETS_PER_SEED,
    MAX_COLUMNS,
    MAX_CONSECUTIVE_SPACES,
    MAX_LINE_LENGTH,
    MAX_NESTING,
    MAX_OPEN_TAGS,
    MAX_SEED_BYTES,
    MAX_SEED_LINES,
)
from atlas.core.problems import Problem, UnreadableError
from atlas.seeds.formats import FORMATS, detect_format
from atlas.seeds.front_matter import parse_front_matter, stated_language
from atlas.seeds.language import detect_language
from atlas.seeds.seed import Seed

SUFFIXES = " or ".join(file_format.suffix for file_format in FORMATS)
_BLOCK_MARKERS = re.compile(r"(?:\s|>|[-*+] |\d+[.)] )*")  # all markers of lists and block quotes before a line's text
_BLOCK_MARKER = re.compile(r">|[-*+] |\d+[.)] ")  # a single one
_TOO_SPACED = re.compile(rf"\s{{{MAX_CONSECUTIVE_SPACES + 1}}}")


class Found(NamedTuple):
    """The seed files of a folder, sorted by name, and problems with its other entries."""

    paths: list[Path]
    problems: list[Problem]


def find_seeds(folder: Path) -> Found:
    """Find the seed files directly in ``folder``."""
    paths: list[Path] = []
    entries, problems = safe_files.entries(folder, "seeds")
    for path in entries:
        if path.name.startswith((".", "README")):
            continue
        mode = path.lstat().st_mode
        if path.suffix.lower() not in {file_format.suffix for file_format in FORMATS}:
            if not stat.S_ISDIR(mode):
                message = f"is not read as a seed: name it {SUFFIXES}, or move it elsewhere"
                problems.append(Problem(f"seeds/{path.name}", 0, message, "warning"))
        elif stat.S_ISREG(mode):
            paths.append(path)
        else:
            message = "is not a regular file: put the announcement itself here"
            problems.append(Problem(f"seeds/{path.name}", 0, message))
    return Found(paths, problems)


def load_seed(path: Path, project_path: str = "") -> bytes:
    """Return the content of a seed's file. Raises UnreadableError.

    ``project_path`` is the file's path relative to the project, or "" for a file outside of it.
    """
    try:
        return safe_files.read(path, MAX_SEED_BYTES, project_path)
    except FileNotFoundError:
        raise UnreadableError(0, "cannot be read (No such file or directory): check that it exists") from None


def decode_seed(name: str, data: bytes) -> Edited[Seed]:
    """Decode and parse the content of the seed called ``name``, and remove invisible characters.

    Raises UnreadableError, for example if the text is empty or exceeds a limit.
    """
    text, encoding = _decode(data)
    edits = _edits_of_invisible(text)
    text = INVISIBLE.sub("", text)
    if not text.strip():
        raise UnreadableError(1, "is empty: paste the announcement or delete the file")
    lines = text.split("\n")
    _check_limits(lines)
    meta, first = parse_front_matter(lines)
    body = "\n".join(lines[first:])
    if not body.strip():
        raise UnreadableError(len(lines), "has front matter but no text: paste the announcement after it")
    language = stated_language(meta) or detect_language(body)
    if not language:
        remedy = "put it here in one of them, or state its language in front matter (language: en)"
        raise UnreadableError(first + 1, f"seems to be in neither Chinese nor English: {remedy}")
    seed = Seed(
        path=name,
        format=detect_format(name, body),
        encoding=encoding,
        language=language,
        text=text,
        body=body,
        origin=tuple(range(first + 1, len(lines) + 1)),
        meta=meta,
    )
    return Edited(seed, edits)


def _edits_of_invisible(text: str) -> list[Edit]:
    """Return an edit for each line with invisible characters; the caller removes them."""
    edits: list[Edit] = []
    for number, line in enumerate(text.split("\n"), 1):
        code_points = [f"U+{ord(char):04X}" for char in INVISIBLE.findall(line)]
        if code_points:
            edits.append(Edit(INVISIBLE_CHARACTERS, " ".join(code_points), "", number))
    return edits


def _decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file, in Unicode's form NFC and with line feeds as line ends, and its encoding.

    Raises UnreadableError.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        raise UnreadableError(1, "is UTF-16 or UTF-32: save it as UTF-8")
    nul_position = data.find(b"\0")
    if nul_position >= 0:
        line = data.count(b"\n", 0, nul_position) + 1
        raise UnreadableError(line, "contains a NUL byte: it is binary, or not UTF-8")
    try:
        text, encoding = data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text, encoding = _decode_gb18030(data, line), "gb18030"
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")), encoding


def _decode_gb18030(data: bytes, line: int) -> str:
    """Decode Chinese text in GB18030. Raises UnreadableError, with ``line``: the first that is not valid UTF-8."""
    as_utf8 = data.decode("utf-8", errors="replace")
    if len(HAN_CHARACTER.findall(as_utf8)) > as_utf8.count("\ufffd") * 4:
        raise UnreadableError(line, "is damaged UTF-8: fetch the text again")
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        raise UnreadableError(line, "is neither UTF-8 nor GB18030 text: save it as UTF-8") from None
    non_ascii_count = sum(not char.isascii() for char in text)
    if len(HAN_CHARACTER.findall(text)) * 2 < non_ascii_count:
        raise UnreadableError(line, "is neither UTF-8 nor Chinese GB18030 text: save it as UTF-8")
    return text


def _check_limits(lines: list[str]) -> None:
    """Raise UnreadableError at the first line that exceeds a limit: no parser gets a text that could slow it down."""
    if len(lines) > MAX_SEED_LINES:
        raise UnreadableError(MAX_SEED_LINES, f"has more than {MAX_SEED_LINES:,} lines: split it")
    markers = block_brackets = all_brackets = open_tags = 0
    for number, line in enumerate(lines, 1):
        block_brackets = block_brackets + line.count("[") if line.strip() else 0
        all_brackets += line.count("[")
        open_tags = max(open_tags + line.count("<") - line.count(">"), 0)
        markers_of_line = _BLOCK_MARKERS.match(line)
        nesting = len(_BLOCK_MARKER.findall(markers_of_line[0])) if markers_of_line else 0
        markers += nesting
        for is_beyond, message in (
            (len(line) > MAX_LINE_LENGTH, f"is longer than {MAX_LINE_LENGTH:,} characters: break the line"),
            (
                block_brackets > MAX_BRACKETS_PER_BLOCK,
                f"has, with the lines above, more than {MAX_BRACKETS_PER_BLOCK:,} brackets: check what was pasted",
            ),
            (
                all_brackets > MAX_BRACKETS_PER_SEED,
                f"is where there are more than {MAX_BRACKETS_PER_SEED:,} brackets: split the file",
            ),
            (line.count("<![") > MAX_NESTING, f"has more than {MAX_NESTING} brackets of CDATA: check what was pasted"),
            (line.count("|") > MAX_COLUMNS, f"has more than {MAX_COLUMNS} columns: check what was pasted"),
            (
                open_tags > MAX_OPEN_TAGS,
                f"opens, with the lines above, more than {MAX_OPEN_TAGS} tags that never end: check what was pasted",
            ),
            (
                _TOO_SPACED.search(line),
                f"has more than {MAX_CONSECUTIVE_SPACES} spaces in a row: check what was pasted",
            ),
            (nesting > MAX_NESTING, f"nests deeper than {MAX_NESTING} levels: check what was pasted"),
            (
                markers > MAX_BLOCK_MARKERS,
                f"is where there are more than {MAX_BLOCK_MARKERS:,} signs of lists and quotations: split the file",
            ),
        ):
            if is_beyond:
                raise UnreadableError(number, message)
