"""Every stage in order: files in, pages out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from pathlib import Path

from atlas.convert import Step, read_releases
from atlas.core.memory import Memory
from atlas.core.model import Language, Problem
from atlas.core.store import Store, environment
from atlas.document.html_writer import Said
from atlas.document.nodes import Inlines
from atlas.extract.release import Release
from atlas.history import collection
from atlas.history.collection import Atlas
from atlas.knowledge import load
from atlas.site import contents as html_contents
from atlas.site import render, sanitize
from atlas.site.exports import files as exported
from atlas.site.exports.twin import markdown
from atlas.site.page import Page
from atlas.site.render import Nav
from atlas.site.search import files as searched
from atlas.translate.lookup import speak, stray_catalogs


@dataclass(frozen=True)
class Site:
    """What a build gives: pages, and everything that a maintainer must know."""

    atlas: Atlas | None
    pages: tuple[Page, ...]
    nav: dict[Language, Nav]
    problems: tuple[Problem, ...]
    # What is no page, one file after the other: its path below the site, and what it holds.
    files: Callable[[], Iterator[tuple[str, bytes]]] = field(default=lambda: iter(()), compare=False, repr=False)


contents = html_contents.contents  # a page's Markdown as HTML, where no engine need read it
circumstances = environment  # code, Python and libraries: what a build depends on besides its input
sanitized = sanitize.sanitized  # a page's content without what no page needs
twin = markdown  # a page's content as Markdown


def cache(root: Path) -> Path | None:
    """The folder of what earlier builds of ``root`` made, which may be deleted at any time; none behind a link."""
    folder = root / ".cache" / "atlas"
    return None if any(path.is_symlink() for path in (folder.parent, folder, folder / "seeds")) else folder


def remember(root: Path) -> Memory:
    """What earlier builds of ``root`` made of seeds and catalogs."""
    folder = cache(root)
    return Memory(Store(folder / "seeds", environment()) if folder else None)


def prepare(root: Path, today: date, base: str, memory: Memory, step: Step = lambda *_: None) -> Site:
    """The site from the folder ``root``, to be served at ``base``; ``today`` tells future dates.

    No page is made yet, so what templates complain about is not among its problems. With the ``memory`` of an
    earlier time, only seeds that have changed are converted.
    """
    known, problems = load.load(root / "seeds" / "knowledge")
    if known is None:
        return Site(None, (), {}, problems)
    releases, found = read_releases(root, known, today, memory, step)
    atlas, clashes = collection.gather(releases, known)
    found += clashes
    if not atlas.releases:
        return Site(atlas, (), {}, tuple(sorted(found)))
    found += stray_catalogs(root, releases)
    if not any(problem.severity == "error" for problem in found):
        found += collection.check(atlas)
    spoken = {release.version: speak(root, release, memory) for release in atlas.releases}
    found += (problem for each in spoken.values() for problem in each.texts.problems)

    def say(release: Release, inlines: Inlines, language: Language) -> Said:
        return spoken[release.version].say(inlines, language)

    told: dict[str, list[Problem]] = {}  # of each file
    for problem in found:
        told.setdefault(problem.path, []).append(problem)
    yields = tuple(each.yielded(told) for each in spoken.values())
    done = render.render(atlas, yields, say, root / "templates", base)

    lists, words = [page for page in done.pages if searched.is_list(page)], done.words

    def files() -> Iterator[tuple[str, bytes]]:  # which may outlive the pages
        found = searched.files(atlas, say, lists, words) if words else ()
        yield from ((path, text.encode()) for path, text in chain(exported.files(atlas, say, base), found))

    return Site(atlas, done.pages, done.nav, tuple(sorted({*found, *done.problems})), files)
