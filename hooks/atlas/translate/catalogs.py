"""Catalog files: bytes → entries, or one line that says what is wrong; and text → file, whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import polib

from atlas.core.limits import CATALOG_BYTES, CATALOG_LINES, MSGSTR_LENGTH
from atlas.core.problems import Problem
from atlas.sources import safe_files

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_STRING = re.compile(
    rf"(?:(?P<was>#~?\|)|(?P<obsolete>#~))?\s*(?:(?P<keyword>msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s*)?{_QUOTED}"
)
# Which keyword may follow which, in an entry (all of it obsolete, or none) or at the next: polib drops others.
_FOLLOWS = re.compile(
    r".msgstr.* .(?:msgctxt|msgid)|(.)msgctxt \1msgid|(.)msgid \2(?:msgid_plural|msgstr)"
    r"|(.)(?:msgid_plural|msgstr\[\d\]) \3msgstr\[\d\]"
)
_HOLDS_STRING = re.compile(r'(?:#~?\|\s*|#~\s*)?(?:msg(?:ctxt|id|str)|")')


class BadCatalogError(Exception):
    """Why a file cannot be read as a catalog, with its line (0: the file as a whole)."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"is not a valid catalog ({what}): mend it")
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """One text and its translation; ``line`` is the entry's own in the file."""

    msgid: str
    msgstr: str
    line: int
    fuzzy: bool = False
    obsolete: bool = False


@dataclass(frozen=True)
class Catalog:
    """The translations of one seed."""

    path: str
    entries: tuple[Entry, ...] = ()

    @cached_property
    def current(self) -> dict[str, Entry]:
        """By msgid, what texts of the seed have here: obsolete entries are kept for their return alone."""
        return {entry.msgid: entry for entry in self.entries if not entry.obsolete}

    @cached_property
    def messages(self) -> dict[str, str]:
        """Translations by msgid. Fuzzy and empty ones are absent: they are never published."""
        return {entry.msgid: entry.msgstr for entry in self.current.values() if entry.msgstr and not entry.fuzzy}

    def doubting(self, msgids: Collection[str]) -> Catalog:
        """The same catalog with these translations fuzzy."""
        if not msgids:
            return self
        return Catalog(self.path, tuple(replace(e, fuzzy=True) if e.msgid in msgids else e for e in self.entries))

    @cached_property
    def fuzzy(self) -> frozenset[str]:
        """Texts whose translation someone must look at."""
        return frozenset(entry.msgid for entry in self.current.values() if entry.msgstr and entry.fuzzy)


class _Text(str):
    """Text whose lines end at line feeds alone, as gettext's do: polib would also part them at U+2028."""

    __slots__ = ()

    def splitlines(self, keepends: bool = False) -> list[str]:  # noqa: FBT001, FBT002  the overridden signature
        lines = self.split("\n")
        return [f"{line}\n" for line in lines] if keepends else lines


def fetch(path: Path, name: str) -> bytes | Problem:
    """What a catalog's file holds; nothing where it does not exist."""
    try:
        return safe_files.read(path, CATALOG_BYTES, name)
    except FileNotFoundError:
        return b""
    except safe_files.UnreadableError as error:
        return Problem(name, 0, str(error))


def understood(data: bytes | Problem, name: str) -> tuple[Catalog, str, tuple[Problem, ...]]:
    """The catalog that a file holds, and its text; an empty one, with the reason, where it is none."""
    if isinstance(data, Problem):
        return Catalog(name), "", (data,)
    try:
        text = _decoded(data)
        # What stands in a context, or has plural forms, translates no text of a seed.
        plain = (e for e in (parse(text) if text.strip() else ()) if e.msgctxt is None and not e.msgid_plural)
        entries = tuple(Entry(e.msgid, e.msgstr, e.linenum or 0, e.fuzzy, bool(e.obsolete)) for e in plain)
    except BadCatalogError as error:
        return Catalog(name), "", (Problem(name, error.line, str(error)),)
    return Catalog(name, entries), text, ()


def load(path: Path, name: str) -> tuple[Catalog, tuple[Problem, ...]]:
    """Read a catalog; one that does not exist is empty."""
    catalog, _, problems = understood(fetch(path, name), name)
    return catalog, problems


def read(path: Path, name: str) -> tuple[str, tuple[Problem, ...]]:
    """The text of a catalog, known to be valid; none where it does not exist, or is not."""
    _, text, problems = understood(fetch(path, name), name)
    return text, problems


def parse(text: str) -> polib.POFile:
    """The entries of a catalog's text. Raises BadCatalogError."""
    lines = text.split("\n")
    if len(lines) > CATALOG_LINES:
        raise BadCatalogError(CATALOG_LINES, f"more than {CATALOG_LINES:,} lines")
    before, entries = "#msgstr", 0
    for number, line in enumerate(lines, 1):
        if not _HOLDS_STRING.match(line.strip()):
            continue
        if not (found := _STRING.fullmatch(line.strip())):
            raise BadCatalogError(number, "a string without its quotes, or with quotes inside")
        if found["was"]:
            continue
        said = f"{'~' if found['obsolete'] else '#'}{found['keyword'] or before[1:]}"
        if not _FOLLOWS.fullmatch(f"{before} {said}") and (found["keyword"] or said[0] != before[0]):
            raise BadCatalogError(number, f"{said[1:]} after {before[1:]}, so that an entry would be lost")
        before, entries = said, entries + (found["keyword"] == "msgid")
    try:
        # polib drops what an obsolete entry was before; among the current ones it keeps it.
        po = polib.pofile(_Text(re.sub(r"(?m)^#~\|", "#|", f"{text}\n")), wrapwidth=0, encoding="utf-8")
    except OSError as error:
        found = re.search(r"\(line (\d+)\)", str(error))
        raise BadCatalogError(int(found[1]) if found else 0, "a syntax error") from None
    _check(po, lines)
    if (
        len(po) + 1 != entries or "msgstr" not in before
    ):  # the header is none of polib's; what ends in a comment it drops
        raise BadCatalogError(text.rstrip().count("\n") + 1, "its end is missing, and its last entry would be lost")
    return po


def _check(po: polib.POFile, lines: list[str]) -> None:
    """Raises BadCatalogError for a header that declares no UTF-8, a text that is there twice or too long."""
    declared = re.search(r"charset=([\w.:-]*)", po.metadata.get("Content-Type", ""))
    if not declared or declared[1].casefold().replace("-", "") != "utf8":
        at = next((i for i, line in enumerate(lines, 1) if line.startswith('"Content-Type:')), 1)
        raise BadCatalogError(at, "its header does not say “Content-Type: text/plain; charset=UTF-8”")
    if re.search(r"(?m)^[,:]", po.header):  # which polib would write as flags, and not read again
        at = next((i for i, line in enumerate(lines, 1) if re.match(r"##+ *[,:]", line)), 1)
        raise BadCatalogError(at, "a comment that begins like flags")
    seen: dict[tuple[str | None, str], int] = {}
    for entry in po:
        line = entry.linenum or 0
        if not entry.msgid and entry.msgctxt is None:
            raise BadCatalogError(line, "a second header, or a text that is empty")
        first = seen.setdefault((entry.msgctxt, entry.msgid), line)
        if first != line:
            raise BadCatalogError(line, f"the msgid of line {first} again")
        if len(entry.msgstr) > MSGSTR_LENGTH:
            raise BadCatalogError(line, f"a msgstr of more than {MSGSTR_LENGTH:,} characters")


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadCatalogError(data.count(b"\n", 0, error.start) + 1, "not UTF-8") from None
    if (zero := text.find("\0")) >= 0:
        raise BadCatalogError(text.count("\n", 0, zero) + 1, "a NUL byte")
    return text


def written(po: polib.POFile) -> str:
    """A catalog as the text of its file."""
    return f"{po.__unicode__().rstrip()}\n"


def save(path: Path, text: str) -> None:
    """Write a catalog: after a crash, the file is either the old one or the new one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
