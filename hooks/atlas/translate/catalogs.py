"""Reading and writing of gettext catalogs (.po files).

Catalogs are untrusted: for an invalid one, ``load`` returns a problem instead of raising an exception.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import polib

from atlas.core import safe_files
from atlas.core.limits import MAX_CATALOG_BYTES, MAX_CATALOG_LINES, MAX_MSGSTR_LENGTH
from atlas.core.problems import Problem, UnreadableError

ORIGINAL_HEADER = "X-Original"  # the header field for the URL of the original post, if translations come from one
ORIGINAL_COMMENT = "original: "  # begins the comment of such a translation: original: FILE:LINE

_MARK = r"(?P<mark>#~?\||#~)?\s*"  # before a line of an obsolete entry (#~), a previous msgid (#|), or both (#~|)
_STRING = re.compile(_MARK + r'(?P<keyword>msg(?:ctxt|id(?:_plural)?|str(?:\[\d\])?))?\s*"(?:[^"\\]|\\.)*"')
_HOLDS_STRING = re.compile(_MARK + r'(?:msg(?:ctxt|id|str)|")')
_UTF8 = re.compile(r"charset=utf-?8(?![\w.:-])", re.IGNORECASE)


# Who wrote the translations: the maintainers of the atlas, PyTorch (they are the words of its original post), or both.
Authorship = Literal["atlas", "original", "mixed"]


class BadCatalogError(UnreadableError):
    """Raised if a file cannot be read as a catalog."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(line, f"is not a valid catalog ({what}): correct it")


@dataclass(frozen=True)
class Catalog:
    """The translations of one seed.

    ``text`` is the file's content. ``rejected`` are the msgids whose translation failed the checks of ``parity``: for
    example, it lacks a link.
    """

    path: str
    entries: tuple[polib.POEntry, ...] = ()
    text: str = ""
    rejected: frozenset[str] = frozenset()

    @cached_property
    def current(self) -> dict[str, polib.POEntry]:
        """Entries by msgid, except obsolete ones: the seed no longer has their text, but might have it again."""
        return {entry.msgid: entry for entry in self.entries if not entry.obsolete}

    @cached_property
    def messages(self) -> dict[str, str]:
        """The translations that may be published, by msgid: those that are neither empty nor fuzzy."""
        translated = {msgid: entry.msgstr for msgid, entry in self.current.items() if entry.msgstr}
        return {msgid: msgstr for msgid, msgstr in translated.items() if msgid not in self.fuzzy}

    @cached_property
    def fuzzy(self) -> frozenset[str]:
        """The msgids whose translation must be reviewed, because it is marked as fuzzy or was rejected."""
        return self.rejected | {msgid for msgid, entry in self.current.items() if entry.msgstr and entry.fuzzy}

    @cached_property
    def authorship(self) -> Authorship:
        """Who wrote the translations that may be published."""
        are_from_original = {bool(original_place(self.current[msgid])) for msgid in self.messages}
        if len(are_from_original) > 1:
            return "mixed"
        return "original" if True in are_from_original else "atlas"


def original_place(entry: polib.POEntry) -> str:
    """Return the comment that says where in the original an entry's translation is; "" if it is not from there."""
    return next((line for line in entry.comment.split("\n") if line.startswith(ORIGINAL_COMMENT)), "")


def load(path: Path, name: str) -> tuple[Catalog, tuple[Problem, ...]]:
    """Return the catalog in a file, and problems; the catalog is empty if the file does not exist or is invalid."""
    try:
        text = _decode(safe_files.read(path, MAX_CATALOG_BYTES, name))
        entries = parse(text) if text.strip() else []
    except FileNotFoundError:
        return Catalog(name), ()
    except UnreadableError as error:
        return Catalog(name), (error.as_problem(name),)
    return Catalog(name, tuple(entries), text), ()


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadCatalogError(data.count(b"\n", 0, error.start) + 1, "not UTF-8") from None
    if "\0" in text:
        raise BadCatalogError(text[: text.index("\0")].count("\n") + 1, "a NUL byte")
    return text


class _LineFeedText(str):
    """Text that splits only at line feeds, as gettext does; polib would also split it at U+2028."""

    __slots__ = ()

    def splitlines(self, keepends: bool = False) -> list[str]:  # noqa: ARG002, FBT001, FBT002  the overridden signature
        return self.split("\n")


def parse(text: str) -> polib.POFile:
    """Parse a catalog's text. Raises BadCatalogError if it is invalid, or if polib would silently drop part of it."""
    lines = text.split("\n")
    if len(lines) > MAX_CATALOG_LINES:
        raise BadCatalogError(MAX_CATALOG_LINES, f"more than {MAX_CATALOG_LINES:,} lines")
    count, is_complete = _count_entries(lines)
    # polib does not read the previous msgids of obsolete entries (#~|), and takes a text of a single line for a path.
    readable = re.sub(r"(?m)^#~\|", "#|", f"{text}\n")
    try:
        po = polib.pofile(_LineFeedText(readable), wrapwidth=0, encoding="utf-8")
    except OSError as error:
        line_number = re.search(r"\(line (\d+)\)", str(error))
        raise BadCatalogError(int(line_number[1]) if line_number else 0, "a syntax error") from None
    if not _UTF8.search(po.metadata.get("Content-Type", "")):
        what = "its header does not say “Content-Type: text/plain; charset=UTF-8”"
        raise BadCatalogError(_first_line(lines, '"Content-Type:'), what)
    if re.search(r"(?m)^[,:]", po.header):  # polib would write it as flags, which it cannot read back
        raise BadCatalogError(_first_line(lines, "##+ *[,:]"), "a comment that begins like flags")
    # polib does not count the header as an entry, and drops the last entry if a comment follows.
    if len(po) + 1 != count or not is_complete:
        raise BadCatalogError(text.rstrip().count("\n") + 1, "its end is missing, and its last entry would be lost")
    _check_entries(po)
    return po


def _count_entries(lines: list[str]) -> tuple[int, bool]:
    """Return the number of entries, and whether the last one is complete.

    Raises BadCatalogError unless each entry is a msgid followed by a msgstr: polib would drop other entries.
    """
    count = 0
    last_mark, last_keyword = "", "msgstr"
    for number, line in enumerate(lines, 1):
        if not _HOLDS_STRING.match(line.strip()):
            continue
        string = _STRING.fullmatch(line.strip())
        if not string:
            raise BadCatalogError(number, "a string without its quotes, or with quotes inside")
        mark = string["mark"] or ""
        if "|" in mark:  # a previous msgid
            continue
        match string["keyword"]:  # all lines of an entry must have the same mark, as only whole entries are obsolete
            case "msgid":
                is_in_order = last_keyword == "msgstr"
                count += 1
            case "msgstr":
                is_in_order = (last_mark, last_keyword) == (mark, "msgid")
            case None:  # the line continues the string of the line above
                is_in_order = last_mark == mark
            case keyword:
                raise BadCatalogError(number, f"{keyword}, which no text of a seed has")
        keyword = string["keyword"] or last_keyword
        if not is_in_order:
            raise BadCatalogError(number, f"{keyword} after {last_keyword}, so that an entry would be lost")
        last_mark = mark
        last_keyword = keyword
    return count, last_keyword == "msgstr"


def _first_line(lines: list[str], pattern: str) -> int:
    """Return the number of the first line that begins with ``pattern``, or 1 if none does."""
    return next((number for number, line in enumerate(lines, 1) if re.match(pattern, line)), 1)


def _check_entries(po: polib.POFile) -> None:
    """Raise BadCatalogError for an entry with an empty or repeated msgid, or too long a msgstr."""
    first_lines: dict[str, int] = {}
    for entry in po:
        line = entry.linenum or 0
        if not entry.msgid:
            raise BadCatalogError(line, "a second header, or a text that is empty")
        first_line = first_lines.setdefault(entry.msgid, line)
        if first_line != line:
            raise BadCatalogError(line, f"the msgid of line {first_line} again")
        if len(entry.msgstr) > MAX_MSGSTR_LENGTH:
            raise BadCatalogError(line, f"a msgstr of more than {MAX_MSGSTR_LENGTH:,} characters")


def serialize(po: polib.POFile) -> str:
    """Return a catalog as the text of its file."""
    return f"{po.__unicode__().rstrip()}\n"


def save(path: Path, text: str) -> None:
    """Write a catalog's text to a file, atomically: after a crash, the file has its old or its new content.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
