"""The site as Markdown, for an engine that runs no hooks.

A folder holds a docs tree for each language and its settings, ``zh.yml`` and ``en.yml``, which build ``site`` and
``site/en``. What lies in ``static`` goes over ``site`` then: an engine would take it for a page, or write its own.
Each page is a folder with an ``index.md``, as on the site: engines differ on where a link in HTML starts from, if that
is not where the page's file is.
"""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
import shutil
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from atlas import pipeline
from atlas.core.memory import Memory
from atlas.core.model import LANGUAGES, Language, Problem
from atlas.document.html_writer import inert
from atlas.site.head import Heads, listings
from atlas.site.page import PERMALINK, Made, Page, address, path_of
from atlas.site.render import Nav

_FRONT_MATTER = re.compile(r"---\n(?P<meta>.*?\n)---\n+", re.DOTALL)
_HEADING = re.compile(r"(?P<marks>#{1,6}) (?P<words>.*) (?P<attributes>\{#.*\})")
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|[/#])[^)\s#]+")  # to another file, as people write it in Markdown
_NO_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")  # JSON holds it; YAML refuses it, or ends a line

Settings = dict[str, Any]


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml: ``!ENV [NAME, value]`` is a variable of the environment, or the value if that is not set."""


def _variable(loader: yaml.SafeLoader, node: yaml.SequenceNode) -> object:
    name, otherwise = loader.construct_sequence(node)
    return os.environ.get(name) or otherwise


_Loader.add_constructor("!ENV", _variable)


def write(root: Path, folder: Path, today: date) -> set[Problem]:
    """Write the site of the checkout ``root`` to a new folder; gives what must be mended. Raises OSError."""
    settings = yaml.load((root / "mkdocs.yml").read_text("utf-8"), _Loader)  # noqa: S506  a safe loader
    base = settings["site_url"]
    site = pipeline.prepare(root, today, base, Memory())
    by_hand, problems = _by_hand(root / "docs", settings["site_description"])
    problems |= set(site.problems)
    if any(problem.severity == "error" for problem in problems):
        return problems
    folders = {page.src_uri.partition("/")[0] for page in site.pages if "/" in page.src_uri}
    no_pages = shutil.ignore_patterns("*.md")
    shutil.copytree(root / "templates" / "theme", folder / "theme")
    for language in LANGUAGES:
        shutil.copytree(root / "docs", folder / language, ignore=shutil.ignore_patterns(*LANGUAGES))
        shutil.copytree(root / "docs" / language, folder / language, ignore=no_pages, dirs_exist_ok=True)
        own = _settings(settings, language, site.nav[language], folders)
        _write(folder / f"{language}.yml", yaml.safe_dump(own, allow_unicode=True, sort_keys=False).encode())
    shelf = _Shelf(folder, base, site.nav, Heads(base, site.pages))
    for page, meta in by_hand:
        body = _LINK.sub(partial(_led, page), page.make().body)
        shelf.put(page, meta, body, f"{body}\n<{shelf.url(page)}>\n")
    for page in site.pages:
        made = page.make()
        problems.update(made.problems)
        parts = cleaned(made)
        twin = pipeline.twin("\n".join(map(_content, parts)), shelf.url(page))
        meta = {"title": html.escape(page.title), "description": page.description}  # themes write titles as they are
        shelf.put(page, meta, "\n\n".join(parts) + "\n", twin)
    for path, content in site.files():
        shelf.add(path, content)
    for path, text in listings(base, shelf.listed).items():
        shelf.add(path, text.encode())
    return problems


def _settings(settings: Settings, language: Language, nav: Nav, folders: set[str]) -> Settings:
    """Those of one language's tree, from those of the site."""
    languages = next(plugin["i18n"]["languages"] for plugin in settings["plugins"])
    own = next(each for each in languages if each["locale"] == language)
    links = [{"name": each["name"], "lang": each["locale"]} for each in languages]
    links = [{**each, "link": _across(language, each["lang"])} for each in links]
    return {
        **{key: value for key, value in settings.items() if key not in ("hooks", "watch")},
        **{key: value for key, value in own.items() if key in settings},
        "site_url": address(settings["site_url"], "", language),
        "docs_dir": language,
        "site_dir": address("site/", "", language),
        "theme": {**settings["theme"], "custom_dir": "theme", "language": language, "variant": "classic"},
        "extra": {**settings["extra"], "atlas_language": language, "atlas_apart": True, "alternate": links},
        "plugins": [],
        "markdown_extensions": [_titled(each, language) for each in settings["markdown_extensions"]],
        "not_in_nav": "".join(f"/{folder}/\n" for folder in sorted(folders)),
        "nav": _sources(nav),
    }


def _titled(extension: str | Settings, language: Language) -> str | Settings:
    """An extension; that of headings with the title of the links to them."""
    if isinstance(extension, dict) and "toc" in extension:
        return {"toc": {**extension["toc"], "permalink_title": PERMALINK[language]}}
    return extension


def _sources(nav: Any) -> Any:  # noqa: ANN401  lists, mappings and files in one another
    if isinstance(nav, list):
        return [_sources(entry) for entry in nav]
    return {title: _sources(entry) for title, entry in nav.items()} if isinstance(nav, dict) else _source(nav)


def _across(language: Language, other: Language) -> str:
    """The way from the first page of one language to that of another."""
    return posixpath.relpath(address("/", "", other), address("/", "", language)) + "/"


def _by_hand(docs: Path, about: str) -> tuple[list[tuple[Page, Settings]], set[Problem]]:
    """Pages that people wrote, with their front matter; ``about`` describes those that do not say it themselves."""
    pages, problems = [], set()
    for language in LANGUAGES:
        for path in sorted((docs / language).rglob("*.md")):
            uri = path.relative_to(docs / language).as_posix()
            try:
                text = path.read_text("utf-8")
                found = _FRONT_MATTER.match(text)
                meta = dict(yaml.safe_load(found["meta"])) if found else {}
            except (ValueError, TypeError, yaml.YAMLError) as error:
                what = f"cannot be read ({' '.join(str(error).split())}): save it as UTF-8, with front matter in YAML"
                problems.add(Problem(f"docs/{language}/{uri}", 0, what))
                continue
            body = text[found.end() :] if found else text
            title = str(meta.get("title") or next(iter(re.findall(r"(?m)^# (.*?)(?: \{.*\})?$", body)), uri))
            page = Page(uri, language, title, title, meta.get("description", about), partial(Made, body))
            pages.append((page, meta))
    return pages, problems


def _led(page: Page, link: re.Match[str]) -> str:
    """Where a link leads from a page's new place. Below docs/ it starts in the folder of the page's language."""
    target = posixpath.normpath(posixpath.join(page.language, posixpath.dirname(page.src_uri), link[0]))
    return posixpath.relpath(_source(target.removeprefix(f"{page.language}/")), path_of(page.src_uri) or ".")


def _source(uri: str) -> str:
    """The file of a page, by its file below docs/; any other is where it was."""
    return f"{path_of(uri)}index.md" if uri.endswith(".md") else uri


def front_matter(meta: Settings) -> str:
    """``meta`` as YAML: a value a line, as JSON."""
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False, default=str)}\n" for key, value in meta.items()]
    return "---\n" + _NO_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", "".join(lines)) + "---\n"


def cleaned(made: Made) -> list[str]:
    """A page's headings and blocks, without anything that no page needs: no hook cleans them later.

    A blank line would end a block, and engines make spaces of tabs.
    """
    parts = []
    for part in made.body.strip("\n").split("\n\n"):
        if found := _HEADING.fullmatch(part):
            parts.append(f"{found['marks']} {inert(pipeline.sanitized(found['words']))} {found['attributes']}")
        else:
            clean = pipeline.sanitized(part, made.own)
            parts.append(re.sub(r"\n(?=[ \t]*\n)", "&#10;", clean).replace("\t", "&#9;"))
    return parts


def _content(part: str) -> str:
    """A heading or a block as HTML."""
    found = _HEADING.fullmatch(part)
    return f"<h{len(found['marks'])}>{found['words']}</h{len(found['marks'])}>" if found else part


@dataclass(frozen=True)
class _Shelf:
    """Where everything goes; the pages that were put there and are to be found by searching."""

    folder: Path
    base: str
    nav: dict[Language, Nav]
    heads: Heads
    listed: list[tuple[str, Language]] = field(default_factory=list)

    def url(self, page: Page) -> str:
        """A page's address in the world."""
        return address(self.base, path_of(page.src_uri), page.language)

    def put(self, page: Page, meta: Settings, body: str, twin: str) -> None:
        """Write a page with its front matter, and the file beside it that programs read."""
        path = path_of(page.src_uri)
        other = next(language for language in LANGUAGES if language != page.language)
        meta = {
            **meta,
            "head": asdict(self.heads.of(page)),
            "hide": self._hidden(page, body),
            "other": "../" * path.count("/") + f"{_across(page.language, other)}{path}",
        }
        _write(self.folder / page.language / _source(page.src_uri), f"{front_matter(meta)}\n{body}".encode())
        _write(self.folder / "static" / address("", path, page.language) / "index.md", twin.encode())
        if not page.moved_to:
            self.listed.append((page.src_uri, page.language))

    def _hidden(self, page: Page, body: str) -> list[str]:
        """Columns that would hold nothing: a list of a section's pages, one of a page's parts."""
        sections = [pages for item in self.nav[page.language] for pages in item.values() if isinstance(pages, list)]
        index = f"{page.src_uri.partition('/')[0]}/index.md"
        beside = next((len(pages) for pages in sections if pages[0] == index), 0)
        parts = len(re.findall(r"(?:^|\n\n)#{2,3} ", body))
        return ["navigation"] * (beside < 2) + ["toc"] * (page.src_uri == "index.md" or parts < 2)

    def add(self, path: str, content: bytes) -> None:
        """Write what is no page and stands at ``path`` below the site: with its language, if it has one."""
        if path == "sitemap.xml":  # of both languages; engines write one of each
            _write(self.folder / "static" / path, content)
            return
        for language in LANGUAGES[1:]:
            if path.startswith((f"{language}/", f"search/{language}/")):
                _write(self.folder / language / path.removeprefix(f"{language}/"), content)
                return
        _write(self.folder / LANGUAGES[0] / path, content)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
