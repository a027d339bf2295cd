"""Front matter: the YAML between two lines of ``---`` with which a seed may begin."""

import re
from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler

from atlas.core.languages import Language
from atlas.core.limits import MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_KEYS
from atlas.core.problems import UnreadableError
from atlas.seeds.seed import LANGUAGE_KEYS, Meta

_LANGUAGE = re.compile(r"(en|zh)(?:[-_][a-z0-9]+)*", re.IGNORECASE)


class _StringLoader(yaml.BaseLoader):
    """Loads YAML with every scalar as a string, so that 1.10 does not become 1.1, and refuses aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:  # noqa: ANN401  the overridden signature
        if self.check_event(yaml.events.AliasEvent):
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, "aliases are not allowed", event.start_mark)
        return super().compose_node(parent, index)


class _Handler(YAMLHandler):
    """Finds front matter between lines of exactly three hyphens; a line of more hyphens is part of the text."""

    FM_BOUNDARY = re.compile(r"^---[ \t]*$", re.MULTILINE)


_HANDLER = _Handler()
_KEY = re.compile(r"\s*[\w-]+\s*:")
_HEXO_LINE = re.compile(r"[\w-]+:(?:\s.*)?|\s+.*|- .*")
_FEED = re.compile(r"\s*(?:<\?xml\b[^>]*>\s*)?<(?:rss|feed|channel|item|entry)\b[^>]*>\s*(?:<|$)", re.IGNORECASE)
_HEADER = r"(?:From|To|Subject|Date|Sent|发件人|收件人|主题|发送时间)\s?[:：].*"
# Files that are not announcements: a pattern for their first lines, what they are, and what to do with them.
_OTHER_FORMS = (
    (_FEED, "an RSS or Atom feed", "save the article that it links to"),
    (re.compile(rf"(?:{_HEADER}\n){{2}}"), "an e-mail", "paste what it announces without its header"),
    (re.compile(r"\s*\[?\s*\{\s*\""), "JSON", "put the text itself here"),
    (re.compile(r"[a-z_]+(?:,[a-z_]+){2,}\n"), "a table in CSV", "put the text itself here"),
)
_MAX_START = 3  # the number of non-blank lines at the start with which these patterns are matched


def parse_front_matter(lines: list[str]) -> tuple[Meta, int]:
    """Return the entries of a file's front matter, and the index of the first line after it; (), 0 if it has none.

    Raises UnreadableError for front matter that is malformed or not YAML, and for a file that is not a post at all.
    """
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    _refuse_other_forms(lines, start)
    has_key = any(map(_KEY.match, lines[start + 1 : start + 3]))
    if lines[start].rstrip() != "---" or not has_key:
        return (), 0
    try:
        block, _ = _HANDLER.split("\n".join(lines[start:]))  # including the line feeds next to both ---
    except ValueError:
        message = "opens front matter with --- and never closes it: add the closing ---"
        raise UnreadableError(start + 1, message) from None
    if len(f"---{block}---".encode()) > MAX_FRONT_MATTER_BYTES:
        raise UnreadableError(start + 1, f"has front matter larger than {MAX_FRONT_MATTER_BYTES:,} bytes: shorten it")
    end = start + block.count("\n")  # index of the closing ---
    entries: list[tuple[str, str, int]] = []
    for key, value in _load(block.removeprefix("\n"), start + 1).items():
        key_line = re.compile(rf"\s*{re.escape(str(key))}\s*:")
        index = next((i for i in range(start + 1, end) if key_line.match(lines[i])), start)
        values = value if isinstance(value, list) else [value]
        words = " ".join(map(str, values)).split()
        entries.append((str(key), " ".join(words), index + 1))
    return tuple(entries), end + 1


def _load(block: str, opening_line: int) -> dict[object, object]:
    """Parse the YAML below the ``---`` on line ``opening_line`` of the file.

    Raises UnreadableError with the line of the file that is wrong.
    """
    try:
        values = _HANDLER.load(block, Loader=_StringLoader)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        fault = getattr(error, "problem", None) or "is not a list of key: value lines"
        line = opening_line + (1 + mark.line if mark else 0)
        raise UnreadableError(line, f"front matter is not valid YAML ({fault}): correct it") from None
    if not values or not isinstance(values, dict):
        raise UnreadableError(opening_line, "front matter is not a list of key: value lines: correct it")
    if len(values) > MAX_FRONT_MATTER_KEYS:
        raise UnreadableError(opening_line, f"has front matter of more than {MAX_FRONT_MATTER_KEYS} keys: shorten it")
    return values


def _refuse_other_forms(lines: list[str], start: int) -> None:
    """Raise UnreadableError for front matter that is not YAML, and for a file that is not a post, such as a feed."""
    if lines[start].rstrip() == "+++":
        raise UnreadableError(start + 1, "has front matter in TOML (+++): write it in YAML, between two lines of ---")
    end = next((i for i, line in enumerate(lines) if line.rstrip() == "---"), start)
    before_end = lines[start:end]
    if all(map(_HEXO_LINE.fullmatch, before_end)) and any(line.startswith("title:") for line in before_end):
        message = "has front matter in Hexo's form, without an opening ---: add a line of --- before it"
        raise UnreadableError(start + 1, message)
    non_blank = [line for line in lines[start:] if line.strip()]
    opening = "\n".join(non_blank[:_MAX_START])
    for pattern, form, remedy in _OTHER_FORMS:
        if pattern.match(opening):
            raise UnreadableError(start + 1, f"is {form}, not an announcement: {remedy}")


def stated_language(meta: Meta) -> Language | None:
    """Return the language that the front matter states ("zh-CN" → "zh"), or None if it does not state one.

    Raises UnreadableError if the stated language is neither Chinese nor English.
    """
    for key, value, line in meta:
        if key not in LANGUAGE_KEYS:
            continue
        tag = _LANGUAGE.fullmatch(value)
        if not tag:
            raise UnreadableError(line, f"states the language {value!r}: write en or zh, or delete the line")
        return "en" if tag[1].casefold() == "en" else "zh"
    return None
