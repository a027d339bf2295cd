"""Every stage in order: files in, pages out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path

from atlas import cards, exports, history, knowledge, render, sanitize, search
from atlas import contents as html_contents
from atlas.convert import Step, read_releases
from atlas.document import Inlines
from atlas.history import Atlas
from atlas.memory import Memory
from atlas.model import Language, Problem
from atlas.page import Page
from atlas.release import Release
from atlas.render import Nav
from atlas.store import Store, environment
from atlas.translate import speak, stray_catalogs
from atlas.write import Said


@dataclass(frozen=True)
class Site:
    """What a build gives: pages, and everything that a maintainer must know."""

    atlas: Atlas | None
    pages: tuple[Page, ...]
    nav: dict[Language, Nav]
    problems: tuple[Problem, ...]
    make_files: Callable[[], dict[str, bytes]] = field(default=dict, compare=False, repr=False)

    @cached_property
    def files(self) -> dict[str, bytes]:
        """What is no page, made when it is asked for: path below the site → content."""
        return self.make_files()


contents = html_contents.contents  # a page's Markdown as HTML, where no engine need read it
circumstances = environment  # code, Python and libraries: what a build depends on besides its input
sanitized = sanitize.sanitized  # a page's content without what no page needs
twin = exports.markdown  # a page's content as Markdown


CACHE = ".cache/atlas"  # below the root; may be deleted at any time


def remember(root: Path) -> Memory:
    """What earlier builds of ``root`` made of seeds and catalogs."""
    return Memory(Store(root / CACHE / "seeds", environment()))


def build(root: Path, today: date, base: str = "https://example.org/", step: Step = lambda *_: None) -> Site:
    """The whole site from the folder ``root``, to be served at ``base``; ``today`` tells future dates.

    Every page is made, nothing is written.
    """
    site = prepare(root, today, base, Memory(), step)
    told = set(site.problems)
    for page in site.pages:
        told.update(page.make().problems)
        step("making pages", len(site.pages))
    return replace(site, problems=tuple(sorted(told)))


def prepare(root: Path, today: date, base: str, memory: Memory, step: Step = lambda *_: None) -> Site:
    """The same site before any page is made, so without what templates complain about.

    With the ``memory`` of an earlier time, only seeds that have changed are converted.
    """
    known, problems = knowledge.load(root / "seeds" / "knowledge")
    if known is None:
        return Site(None, (), {}, problems)
    releases, found = read_releases(root, known, today, memory, step)
    atlas, clashes = history.gather(releases, known)
    found += clashes
    if not atlas.releases:
        return Site(atlas, (), {}, tuple(sorted(found)))
    found += stray_catalogs(root, releases)
    if not any(problem.severity == "error" for problem in found):
        found += history.check(atlas)
    spoken = {release.version: speak(root, release, memory) for release in atlas.releases}
    found += (problem for each in spoken.values() for problem in each.problems)

    def say(release: Release, inlines: Inlines, language: Language) -> Said:
        return spoken[release.version].say(inlines, language)

    yields = tuple(each.yielded(found) for each in spoken.values())
    done = render.render(atlas, yields, say, root / "templates", base)

    def make_files() -> dict[str, bytes]:
        texts = exports.files(atlas, say, base)
        if done.pages:
            texts |= search.files(atlas, say, done.pages, done.words)
        return {path: text.encode() for path, text in texts.items()} | dict(cards.files(atlas))

    return Site(atlas, done.pages, done.nav, tuple(sorted({*found, *done.problems})), make_files)
