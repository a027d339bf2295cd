"""``python -m atlas render DIR``: write the site as Markdown, for an engine that runs no hooks.

The folder holds a docs tree for each language and its settings, ``zh.yml`` and ``en.yml``, which build ``site`` and
``site/en``. ``static`` must then be copied over ``site``: an engine would treat its files as pages or write its own.
Each page is a folder with an ``index.md``: otherwise, engines resolve relative URLs in HTML against different bases.
"""

import html
import os
import posixpath
import re
import shutil
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import frontmatter
import yaml

from atlas import pipeline
from atlas.cli.terminal import report
from atlas.core.languages import LANGUAGES, Language, other
from atlas.core.problems import Problem
from atlas.site.content import MIN_TOC_ENTRIES, PERMALINK, PageHeading
from atlas.site.head import Heads
from atlas.site.page import Page, address, handwritten_uris, path_of
from atlas.site.render import Nav
from atlas.site.updated import updated

_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|[/#])[^)\s#]+")  # a relative link to a file, in hand-written Markdown

Settings = dict[str, Any]


class _Loader(yaml.SafeLoader):
    """Loader for mkdocs.yml: ``!ENV [NAME, value]`` is an environment variable, or ``value`` if that is empty."""


def _env_variable(loader: yaml.SafeLoader, node: yaml.SequenceNode) -> object:
    name, otherwise = loader.construct_sequence(node)
    return os.environ.get(name) or otherwise


_Loader.add_constructor("!ENV", _env_variable)


def run(root: Path, folder: Path, today: date) -> int:
    """Write the site of the checkout ``root`` to a new or empty folder; return 1 if there are errors."""
    try:
        if folder.exists() and any(folder.iterdir()):
            return report([Problem(str(folder), 0, "holds files already: name a new folder, or remove it first")])
        return report(sorted(render(root, folder, today)))
    except OSError as error:
        return report([Problem(str(folder), 0, f"cannot be written ({error.strerror}): name another folder")])


def render(root: Path, folder: Path, today: date) -> set[Problem]:
    """Write the site of the checkout ``root`` to a new folder; return the problems. Raises OSError."""
    settings = yaml.load((root / "mkdocs.yml").read_text("utf-8"), _Loader)  # noqa: S506  a safe loader
    base = settings["site_url"]
    site = pipeline.build(root, today, base)
    problems = set(site.problems)
    handwritten = []
    for language in LANGUAGES:
        for uri in handwritten_uris(root / "docs", language):
            try:
                handwritten.append(_handwritten(root / "docs", language, uri, settings["site_description"]))
            except (ValueError, TypeError, yaml.YAMLError) as error:
                what = f"cannot be read ({' '.join(str(error).split())}): save it as UTF-8, with front matter in YAML"
                problems.add(Problem(f"docs/{language}/{uri}", 0, what))
    if any(problem.severity == "error" for problem in problems):
        return problems
    folders = {page.src_uri.partition("/")[0] for page in site.pages if "/" in page.src_uri}
    shutil.copytree(root / "templates" / "theme", folder / "theme")
    for language in LANGUAGES:
        shutil.copytree(root / "docs", folder / language, ignore=shutil.ignore_patterns(*LANGUAGES))
        own = _settings(settings, language, site.nav[language], folders)
        own["extra"]["atlas_updated"] = updated(root)
        _write(folder / f"{language}.yml", yaml.safe_dump(own, allow_unicode=True, sort_keys=False).encode())
    written = [
        (page, {"title": html.escape(page.title), "description": page.description}, page.content.markdown())
        for page in site.pages  # themes do not escape titles
    ]
    heads = Heads(base, site.pages)
    for page, meta, body in (*handwritten, *written):
        meta |= {"head": asdict(heads.of(page)), "hide": _hidden(page, body), "other": _other_language_url(page)}
        text = f"{front_matter(meta)}\n{body}"
        _write(folder / page.language / _source_path(page.src_uri), text.encode())
    for path, content in site.files():
        shared = path.startswith("assets/")  # each tree has its own copy of shared files
        for target in [f"{language}/{path}" for language in LANGUAGES] if shared else [_output_path(path)]:
            _write(folder / target, content)
    return problems


def _handwritten(docs: Path, language: Language, uri: str, about: str) -> tuple[Page, Settings, str]:
    """Return a hand-written page, its front matter, and its text with links adjusted to its new location."""
    meta, body = frontmatter.parse((docs / language / uri).read_text("utf-8"))
    title = str(meta.get("title") or next(iter(re.findall(r"(?m)^# (.*?)(?: \{.*\})?$", body)), uri))
    page = Page(uri, language, title, title, str(meta.get("description", about)))

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(language, posixpath.dirname(uri), link[0]))
        return posixpath.relpath(_source_path(target.removeprefix(f"{language}/")), path_of(uri) or ".")

    return page, meta, _LINK.sub(moved, body)


def _other_language_url(page: Page) -> str:
    """Return the relative URL of the same page in the other language."""
    path = path_of(page.src_uri)
    return "../" * path.count("/") + f"{_home_to_home(page.language, other(page.language))}{path}"


def _hidden(page: Page, body: str) -> list[str]:
    """Hide short tables of contents and the home page's."""
    headings = [part for part in page.content.parts if isinstance(part, PageHeading) and part.level in (2, 3)]
    count = len(headings) or len(re.findall(r"(?m)^#{2,3} ", body))
    return ["toc"] * (page.src_uri == "index.md" or count < MIN_TOC_ENTRIES)


def _settings(settings: Settings, language: Language, nav: Nav, folders: set[str]) -> Settings:
    """Derive one language's settings from the site's."""
    languages = next(plugin["i18n"]["languages"] for plugin in settings["plugins"])
    own = next(each for each in languages if each["locale"] == language)
    links = [
        {"name": each["name"], "lang": each["locale"], "link": _home_to_home(language, each["locale"])}
        for each in languages
    ]
    return {
        **{key: value for key, value in settings.items() if key not in ("hooks", "watch")},
        **{key: value for key, value in own.items() if key in settings},
        "site_url": address(settings["site_url"], "", language),
        "docs_dir": language,
        "site_dir": address("site/", "", language),
        "theme": {**settings["theme"], "custom_dir": "theme", "language": language, "variant": "classic"},
        "extra": {**settings["extra"], "atlas_language": language, "atlas_apart": True, "alternate": links},
        "plugins": [],
        "markdown_extensions": [_localized_extension(each, language) for each in settings["markdown_extensions"]],
        "not_in_nav": "".join(f"/{folder}/\n" for folder in sorted(folders)),
        "nav": _source_paths(nav),
    }


def _localized_extension(extension: str | Settings, language: Language) -> str | Settings:
    """Return an extension, with the language's permalink title if it is toc."""
    if isinstance(extension, dict) and "toc" in extension:
        return {"toc": {**extension["toc"], "permalink_title": PERMALINK[language]}}
    return extension


def _source_paths(nav: Any) -> Any:  # noqa: ANN401  nested lists, mappings and paths
    if isinstance(nav, list):
        return [_source_paths(entry) for entry in nav]
    return {title: _source_paths(entry) for title, entry in nav.items()} if isinstance(nav, dict) else _source_path(nav)


def _source_path(uri: str) -> str:
    """Map a page's path below docs/ to its new path; return other paths unchanged."""
    return f"{path_of(uri)}index.md" if uri.endswith(".md") else uri


def _home_to_home(language: Language, target: Language) -> str:
    """Return the relative URL from the home page of one language to that of another."""
    return posixpath.relpath(address("/", "", target), address("/", "", language)) + "/"


def _output_path(path: str) -> str:
    """Return where to write a file that is not a page: below ``static`` or in a language's tree."""
    if path == "sitemap.xml" or path.endswith(".md"):  # engines write sitemaps and treat Markdown as pages
        return f"static/{path}"
    is_in_tree = path.startswith(tuple(f"{language}/" for language in LANGUAGES[1:]))
    return path if is_in_tree else f"{LANGUAGES[0]}/{path}"


def front_matter(meta: Settings) -> str:
    """Return ``meta`` as YAML, in ASCII: YAML treats some characters as line ends or rejects them."""
    return f"---\n{yaml.safe_dump(meta, sort_keys=False)}---\n"


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
