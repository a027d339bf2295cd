"""Bytes → Seed: find seed files, decode them, part the front matter, tell format and language."""

from __future__ import annotations

import re
import stat
import unicodedata
from pathlib import Path
from typing import Any

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from atlas.core.changes import Change
from atlas.core.languages import Language
from atlas.core.limits import (
    ALL_BRACKETS,
    BRACKETS,
    COLUMNS,
    FRONT_MATTER_BYTES,
    FRONT_MATTER_KEYS,
    LEADS,
    LINE_LENGTH,
    NESTING,
    OPEN_TAGS,
    SEED_BYTES,
    SEED_LINES,
    SPACES,
)
from atlas.core.problems import Problem
from atlas.core.text import HAN, INVISIBLE
from atlas.sources import safe_files
from atlas.sources.seed import LANGUAGE_KEYS, Seed, SeedFormat

SUFFIXES = (".txt", ".md", ".html")
_HAN = re.compile(rf"[{HAN}]")
# What tells no language: code and comments in it, addresses, tags, names of API.
_NO_WORDS = re.compile(
    r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)|<(?P<tag>pre|code|script|style)\b.*?(?:</(?P=tag)>|\Z)|<[^<>]*>|`[^`\n]*`"
    r"|https?://[^\s)>\"']*|(?<![\w.])\w*(?:[._]\w+)+",
    re.DOTALL | re.MULTILINE,
)
# Words that English prose cannot do without; none is a keyword of Python or C++ or part of a name.
_ENGLISH = re.compile(
    r"\b(?:the|of|to|an|that|are|we|our|you|your|it|its|be|can|has|have|was|which|by|on|will)\b", re.IGNORECASE
)
HAN_TO_A_WORD = 4  # Han characters that say as much as an English sentence with one of these in it
_STATED = re.compile(r"(en|zh)(?:[-_][a-z0-9]+)*", re.IGNORECASE)


_LEAD = re.compile(r"(?:\s|>|[-*+] |\d+[.)] )*")
_LEAD_SIGN = re.compile(r">|[-*+] |\d+[.)] ")
_TOO_SPACED = re.compile(rf"\s{{{SPACES + 1}}}")
_BEYOND = (  # what to say of a line that is beyond a limit, in the order in which they are looked at
    f"is longer than {LINE_LENGTH:,} characters: break the line",
    f"has, with the lines above, more than {BRACKETS:,} brackets: check what was pasted",
    f"is where there are more than {ALL_BRACKETS:,} brackets: split the file",
    f"has more than {NESTING} brackets of CDATA: check what was pasted",
    f"has more than {COLUMNS} columns: check what was pasted",
    f"opens more than {OPEN_TAGS} tags that never end: check what was pasted",
    f"has more than {SPACES} spaces in a row: check what was pasted",
    f"nests deeper than {NESTING} levels: check what was pasted",
    f"is where there are more than {LEADS:,} signs of lists and quotations: split the file",
)


class BadSeedError(Exception):
    """Why a file cannot be read as a seed, with its line (0: the file as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def find(folder: Path) -> tuple[list[Path], list[Problem]]:
    """Seed files directly under ``folder``, by name, and what stands there that cannot be one."""
    paths: list[Path] = []
    entries, problems = safe_files.entries(folder, "seeds")
    for path in entries:
        if path.name.startswith((".", "README")):
            continue
        mode = path.lstat().st_mode
        if path.suffix.lower() not in SUFFIXES:
            if not stat.S_ISDIR(mode):
                message = "is not read as a seed: name it .txt, .md or .html, or move it away"
                problems.append(Problem(f"seeds/{path.name}", 0, message, "warning"))
        elif stat.S_ISREG(mode):
            paths.append(path)
        else:
            message = "is not a regular file: put the announcement itself here"
            problems.append(Problem(f"seeds/{path.name}", 0, message))
    return paths, problems


def load(path: Path, own: str = "") -> bytes:
    """The content of a file, whose path in the project is ``own``, if it has one. Raises BadSeedError."""
    try:
        return safe_files.read(path, SEED_BYTES, own)
    except FileNotFoundError:
        raise BadSeedError(0, "cannot be read (No such file or directory): check that it exists") from None
    except safe_files.UnreadableError as error:
        raise BadSeedError(0, str(error)) from None


def parse(name: str, data: bytes) -> tuple[Seed, tuple[Change, ...]]:
    """The seed with the content ``data``, to be called ``name``. Raises BadSeedError with the line and what to do."""
    text, encoding = _decode(data)
    lines = text.split("\n")
    changes = tuple(
        Change("invisible-characters", " ".join(f"U+{ord(c):04X}" for c in found), "", number)
        for number, line in enumerate(lines, 1)
        if (found := INVISIBLE.findall(line))
    )
    text = INVISIBLE.sub("", text)
    if not text.strip():
        raise BadSeedError(1, "is empty: paste the announcement or delete the file")
    lines = text.split("\n")
    _check_limits(lines)
    meta, first = _front_matter(lines)
    body = "\n".join(lines[first:])
    if not body.strip():
        raise BadSeedError(len(lines), "has front matter but no text: paste the announcement after it")
    seed = Seed(
        path=name,
        format=_format(name, body),
        encoding=encoding,
        language=_stated(meta) or _language(body),
        text=text,
        body=body,
        origin=tuple(range(first + 1, len(lines) + 1)),
        meta=meta,
    )
    return seed, changes


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        raise BadSeedError(1, "is UTF-16 or UTF-32: save it as UTF-8")
    if (position := data.find(b"\0")) >= 0:
        raise BadSeedError(data.count(b"\n", 0, position) + 1, "holds a NUL byte: it is binary, or not UTF-8")
    encoding = "utf-8"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        mended = data.decode("utf-8", errors="replace")
        bad, good = mended.count("\ufffd"), len(_HAN.findall(mended))
        if good > bad * 4:
            raise BadSeedError(line, "is damaged UTF-8: fetch the text again") from None
        try:
            text, encoding = data.decode("gb18030"), "gb18030"
        except UnicodeDecodeError:
            raise BadSeedError(line, "is neither UTF-8 nor GB18030 text: save it as UTF-8") from None
        if len(_HAN.findall(text)) * 2 < sum(ord(c) > 127 for c in text):
            raise BadSeedError(line, "is neither UTF-8 nor Chinese GB18030 text: save it as UTF-8") from None
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")), encoding


def _check_limits(lines: list[str]) -> None:
    if len(lines) > SEED_LINES:
        raise BadSeedError(SEED_LINES, f"has more than {SEED_LINES:,} lines: split it")
    leads = run = every = 0
    for number, line in enumerate(lines, 1):
        brackets = line.count("[")
        run, every = (run + brackets if line.strip() else 0), every + brackets
        lead = _LEAD.match(line)
        nested = len(_LEAD_SIGN.findall(lead[0])) if lead else 0
        leads += nested
        is_beyond = (
            len(line) > LINE_LENGTH,
            run > BRACKETS,
            every > ALL_BRACKETS,
            line.count("<![") > NESTING,
            line.count("|") > COLUMNS,
            line.count("<") - line.count(">") > OPEN_TAGS,
            bool(_TOO_SPACED.search(line)),
            nested > NESTING,
            leads > LEADS,
        )
        if any(is_beyond):
            raise BadSeedError(number, _BEYOND[is_beyond.index(True)])


class _Strings(yaml.BaseLoader):
    """YAML in which every scalar stays a string (1.10 is no float) and aliases are refused."""

    def compose_node(self, parent: Any, index: Any) -> Any:  # noqa: ANN401  the overridden signature
        if self.check_event(yaml.events.AliasEvent):
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, "aliases are not allowed", event.start_mark)
        return super().compose_node(parent, index)


class _Handler(YAMLHandler):
    def load(self, fm: str, **_: object) -> Any:  # noqa: ANN401  the overridden signature
        return yaml.load(fm, _Strings)  # noqa: S506  builds strings, lists and mappings only


def _front_matter(lines: list[str]) -> tuple[tuple[tuple[str, str, int], ...], int]:
    """Key, value and line of each front-matter entry, and the index of the first body line."""
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[start].rstrip() != "---" or not any(re.match(r"\s*[\w-]+\s*:", x) for x in lines[start + 1 : start + 3]):
        return (), 0
    end = next((i for i in range(start + 1, len(lines)) if lines[i].rstrip() == "---"), None)
    if end is None:
        raise BadSeedError(start + 1, "opens front matter with --- and never closes it: add the closing ---")
    block = "\n".join(lines[start : end + 1])
    if len(block.encode()) > FRONT_MATTER_BYTES:
        raise BadSeedError(start + 1, f"has front matter larger than {FRONT_MATTER_BYTES:,} bytes: shorten it")
    try:
        values = frontmatter.loads(block + "\n", handler=_Handler()).metadata
    except (yaml.YAMLError, ValueError, RecursionError, AttributeError) as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "is not a list of key: value lines"
        blank = next((i for i, text in enumerate(lines[start + 1 : end]) if text.strip()), 0)
        line = start + 1 + (blank + mark.line if mark else 0)  # the mark counts from the line before the first key
        raise BadSeedError(line, f"front matter is not valid YAML ({what}): mend it") from None
    if len(values) > FRONT_MATTER_KEYS:
        raise BadSeedError(start + 1, f"has front matter of more than {FRONT_MATTER_KEYS} keys: shorten it")
    if not values:
        raise BadSeedError(start + 1, "front matter is not a list of key: value lines: mend it")
    found = []
    for key, value in values.items():
        line = next((i for i in range(start, end) if re.match(rf"\s*{re.escape(str(key))}\s*:", lines[i])), start)
        words = value if isinstance(value, list) else [value]
        found.append((str(key), " ".join(" ".join(str(w) for w in words).split()), line + 1))
    return tuple(found), end + 1


def _format(name: str, body: str) -> SeedFormat:
    if name.lower().endswith(".md") or re.match(r"\s*#{1,6} |\s*> ", body):
        return "markdown"
    if name.lower().endswith(".html") or len(re.findall(r"<(?:p|div|h[1-6]|ul|ol|li|pre|table)\b[^>]*>", body)) >= 3:
        return "html"
    if re.search(r"\A\s*#{1,6} |\]\(https?://|^(?:```|~~~)", body, re.MULTILINE):
        return "markdown"
    return "text"


def _stated(meta: tuple[tuple[str, str, int], ...]) -> Language | None:
    """The language that front matter states: its first part, as in zh-CN, is what counts."""
    for key, value, line in meta:
        if key in LANGUAGE_KEYS:
            if not (found := _STATED.fullmatch(value)):
                raise BadSeedError(line, f"states the language {value!r}: write en or zh, or delete the line")
            return "en" if found[1].casefold() == "en" else "zh"
    return None


def _language(body: str) -> Language:
    """The language of the prose: a Chinese post may be full of English names, an English one may quote Chinese."""
    prose = _NO_WORDS.sub(" ", body)
    return "zh" if len(_HAN.findall(prose)) > HAN_TO_A_WORD * len(_ENGLISH.findall(prose)) else "en"
