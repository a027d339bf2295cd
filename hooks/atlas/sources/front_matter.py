"""Front matter: the YAML between ``---`` and ``---`` that a seed may begin with."""

import re
from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler

from atlas.core.languages import Language
from atlas.core.limits import MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_KEYS
from atlas.core.problems import UnreadableError
from atlas.sources.seed import LANGUAGE_KEYS, Meta

_LANGUAGE = re.compile(r"(en|zh)(?:[-_][a-z0-9]+)*", re.IGNORECASE)


class _StringLoader(yaml.BaseLoader):
    """Loads YAML, keeping every scalar a string (1.10 is no float) and refusing aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:  # noqa: ANN401  the overridden signature
        if self.check_event(yaml.events.AliasEvent):
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, "aliases are not allowed", event.start_mark)
        return super().compose_node(parent, index)


class _Handler(YAMLHandler):
    """Front matter between lines of exactly three hyphens: a longer rule is text."""

    FM_BOUNDARY = re.compile(r"^---[ \t]*$", re.MULTILINE)


_HANDLER = _Handler()
_KEY = re.compile(r"\s*[\w-]+\s*:")
_HEXO_LINE = re.compile(r"[\w-]+:(?:\s.*)?|\s+.*|- .*")
_FEED = re.compile(r"\s*(?:<\?xml\b[^>]*>\s*)?<(?:rss|feed|channel|item|entry)\b[^>]*>\s*(?:<|$)", re.IGNORECASE)
_HEADER = r"(?:From|To|Subject|Date|Sent|发件人|收件人|主题|发送时间)\s?[:：].*"
# Forms that their first lines give away, and what to do with each.
_OTHER_FORMS = (
    (_FEED, "an RSS or Atom feed", "save the article that it links to"),
    (re.compile(rf"(?:{_HEADER}\n){{2}}"), "an e-mail", "paste what it announces without its header"),
    (re.compile(r"\s*\[?\s*\{\s*\""), "JSON", "put the text itself here"),
    (re.compile(r"[a-z_]+(?:,[a-z_]+){2,}\n"), "a table in CSV", "put the text itself here"),
)
_MAX_START = 3  # non-blank lines that give a form away


def parse(lines: list[str]) -> tuple[Meta, int]:
    """Return the entries and the index of the first body line. Raises UnreadableError."""
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    _refuse_other_forms(lines, start)
    if lines[start].rstrip() != "---" or not any(map(_KEY.match, lines[start + 1 : start + 3])):
        return (), 0
    try:
        block, _ = _HANDLER.split("\n".join(lines[start:]))  # with the line ends after --- and before ---
    except ValueError:
        how = "opens front matter with --- and never closes it: add the closing ---"
        raise UnreadableError(start + 1, how) from None
    if len(f"---{block}---".encode()) > MAX_FRONT_MATTER_BYTES:
        raise UnreadableError(start + 1, f"has front matter larger than {MAX_FRONT_MATTER_BYTES:,} bytes: shorten it")
    first = start + 1  # index of the first line after ---
    end = start + block.count("\n")  # index of the closing ---
    entries = []
    for key, value in _values(block.removeprefix("\n"), first).items():
        key_line = re.compile(rf"\s*{re.escape(str(key))}\s*:")
        line = next((i for i in range(first, end) if key_line.match(lines[i])), start) + 1
        words = " ".join(map(str, value if isinstance(value, list) else [value]))
        entries.append((str(key), " ".join(words.split()), line))
    return tuple(entries), end + 1


def _values(block: str, first: int) -> dict[object, object]:
    """Parse YAML that begins on the line of index ``first``. Raises UnreadableError with the line in the file."""
    try:
        values = _HANDLER.load(block, Loader=_StringLoader)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "is not a list of key: value lines"
        line = first + (1 + mark.line if mark else 0)
        raise UnreadableError(line, f"front matter is not valid YAML ({what}): correct it") from None
    if not values or not isinstance(values, dict):
        raise UnreadableError(first, "front matter is not a list of key: value lines: correct it")
    if len(values) > MAX_FRONT_MATTER_KEYS:
        raise UnreadableError(first, f"has front matter of more than {MAX_FRONT_MATTER_KEYS} keys: shorten it")
    return values


def _refuse_other_forms(lines: list[str], start: int) -> None:
    """Raise UnreadableError for front matter in another form, and for what is no post."""
    if lines[start].rstrip() == "+++":
        raise UnreadableError(start + 1, "has front matter in TOML (+++): write it in YAML, between two lines of ---")
    end = next((i for i, line in enumerate(lines) if line.rstrip() == "---"), start)
    head = lines[start:end]
    if all(map(_HEXO_LINE.fullmatch, head)) and any(line.startswith("title:") for line in head):
        how = "add a line of --- before it"
        raise UnreadableError(start + 1, f"has front matter in Hexo's form, without an opening ---: {how}")
    opening = "\n".join([line for line in lines[start:] if line.strip()][:_MAX_START])
    for form, what, how in _OTHER_FORMS:
        if form.match(opening):
            raise UnreadableError(start + 1, f"is {what}, not an announcement: {how}")


def language(meta: Meta) -> Language | None:
    """Return the language stated, if any; of zh-CN, only the first part counts. Raises UnreadableError."""
    for key, value, line in meta:
        if key in LANGUAGE_KEYS:
            if not (tag := _LANGUAGE.fullmatch(value)):
                raise UnreadableError(line, f"states the language {value!r}: write en or zh, or delete the line")
            return "en" if tag[1].casefold() == "en" else "zh"
    return None
