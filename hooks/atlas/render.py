"""Atlas → Pages in both languages, through the Jinja2 templates of ``templates/``."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

from atlas import reports
from atlas.document import Heading, Inlines, Paragraph, is_safe_url, plain
from atlas.history import Atlas
from atlas.interface import RULES, day, fates, load_words, reason
from atlas.model import LANGUAGES, Change, Count, Feature, Language, Page, Problem, Release, Yield
from atlas.repairs import repairs_of
from atlas.write import HTML_LANG, Mark, Said, Writer, heading_markdown, inert, inline_html

Say = Callable[[Release, Inlines, Language], Said]
Nav = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Rendered:
    """Pages, the navigation in each language, and what templates complained about."""

    pages: tuple[Page, ...]
    nav: dict[Language, Nav]
    problems: tuple[Problem, ...]


def render(atlas: Atlas, yields: tuple[Yield, ...], say: Say, folder: Path) -> Rendered:
    """Every generated page. A template that fails is a problem, not a traceback."""
    pages: list[Page] = []
    nav: dict[Language, Nav] = {}
    lacking: list[str] = []
    try:
        for language in LANGUAGES:
            site = _Language(atlas, yields, say, folder, language)
            pages += site.pages()
            nav[language] = site.nav()
            lacking += sorted(site.missing)
    except TemplateError as error:
        name = getattr(error, "name", None) or "templates"
        line = getattr(error, "lineno", 0) or 0
        return Rendered((), {}, (Problem(f"templates/{name}", line, f"{error.message}: mend the template"),))
    except (OSError, ValueError, LookupError, TypeError, ArithmeticError) as error:
        what = f"{type(error).__name__}: {error}".replace(str(folder), "templates")
        return Rendered((), {}, (Problem("templates/", 0, f"do not render ({what}): mend the template or catalog"),))
    path = "templates/translations/en.po"
    problems = tuple(Problem(path, 0, f"lacks {words!r}: add and translate it", "warning") for words in lacking)
    return Rendered(tuple(pages), nav, problems)


class _Language:
    """One language's rendering: its words, its environment, its pages."""

    def __init__(self, atlas: Atlas, yields: tuple[Yield, ...], say: Say, folder: Path, language: Language) -> None:
        self.atlas = atlas
        self.yields = yields
        self.language = language
        self.words, self.missing = load_words(folder / "translations" / f"{language}.po", language)
        self._say = say
        self._env = Environment(
            loader=FileSystemLoader(folder),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            comment_start_string="<#",  # {# begins the id of a heading
            comment_end_string="#>",
        )
        self._env.install_gettext_translations(self.words, newstyle=True)  # type: ignore[attr-defined]
        self._env.filters["name"] = lambda names: getattr(names, language)
        self._env.filters["day"] = lambda when: day(when, language)
        self._env.filters["reason"] = lambda given: reason(given, language, self.words.gettext)
        self._env.filters["number"] = lambda value: f"{value:,}"
        self._env.filters["words"] = lambda inlines: plain(inlines).strip()

    # --- pages -------------------------------------------------------------------------------

    def pages(self) -> list[Page]:
        _, atlas = self.words.gettext, self.atlas
        pages = [
            self._page(
                "index.md",
                "home.md",
                _("PyTorch 版本图鉴"),
                _("PyTorch 各版本公告的双语整理：每个版本一页，并按领域与稳定性贯通各版本。"),
            ),
            self._page("releases/index.md", "releases.md", _("版本"), _("收录的全部 PyTorch 版本公告。")),
            self._page("areas/index.md", "areas.md", _("领域"), _("各功能领域在各版本中的进展。")),
            self._page("stability/index.md", "stability.md", _("稳定性"), _("稳定级别的含义，以及各级别的功能。")),
            self._page("sources/index.md", "sources.md", _("源文件"), _("本站所依据的原始公告文件。")),
        ]
        for release in atlas.releases:
            name = f"PyTorch {release.version}"
            title = plain(self.said(release, release.title).inlines)
            path, seed = f"releases/{release.version}.md", release.seed.path
            pages.append(self._page(path, "release.md", name, title, release=release))
            pages.append(
                self._page(
                    f"sources/{release.seed.id}.md",
                    "source.md",
                    seed,
                    _("逐字收录的原始公告。"),
                    release=release,
                    fates=fates(_),
                )
            )
        for area in atlas.knowledge.areas:
            name, about = getattr(area.name, self.language), getattr(area.description, self.language)
            pages.append(self._page(f"areas/{area.id}.md", "area.md", name, about, area=area))
        for level in atlas.knowledge.stability.levels:
            name, about = getattr(level.name, self.language), getattr(level.definition, self.language)
            pages.append(self._page(f"stability/{level.id}.md", "level.md", name, about, level=level))
        made = reports.pages(atlas, self.yields, _)
        return pages + [self._page(*page, **context) for *page, context in made]

    def nav(self) -> Nav:
        """MkDocs navigation: sections with their pages, newest release first."""
        _, know = self.words.gettext, self.atlas.knowledge

        def section(folder: str, entries: list[tuple[str, str]]) -> list[Any]:
            return [f"{folder}/index.md", *({html.escape(title): f"{folder}/{page}.md"} for title, page in entries)]

        def named(items: Any) -> list[tuple[str, str]]:  # noqa: ANN401  areas or levels
            return [(getattr(item.name, self.language), item.id) for item in items]

        releases = self.atlas.releases
        return [
            {_("首页"): "index.md"},
            {_("版本"): section("releases", [(f"PyTorch {r.version}", r.version) for r in releases])},
            {_("领域"): section("areas", named(know.areas))},
            {_("稳定性"): section("stability", named(know.stability.levels))},
            {_("术语"): "glossary.md"},
            {_("源文件"): section("sources", [(r.seed.path.rsplit("/", 1)[-1], r.seed.id) for r in releases])},
            {_("整理报告"): section("report", [(f"PyTorch {r.version}", r.version) for r in releases])},
            {_("关于"): "about.md"},
        ]

    def _page(
        self,
        uri: str,
        template: str,
        title: str,
        description: str,
        **context: Any,  # noqa: ANN401  what each template asks
    ) -> Page:
        view = _View(self, uri, context.get("release"))
        body = self._env.get_template(template).render(
            atlas=self.atlas, know=self.atlas.knowledge, page=view, language=self.language, **context
        )
        body = re.sub(r"\n{3,}", "\n\n", body).strip() + "\n"
        return Page(uri, self.language, title, description, body)

    def said(self, release: Release, inlines: Inlines) -> Said:
        """A text of a release in this language, untouched by HTML."""
        return self._say(release, inlines, self.language)

    def title(self, release: Release, inlines: Inlines) -> Markup:
        """A text of a release in this language; marked where it is not translated."""
        said = self.said(release, inlines)
        return self.marked(said, re.sub(r"</?a\b[^>]*>", "", inline_html(said.inlines)))

    def marked(self, said: Said, words: str) -> Markup:
        """Escaped words, with their language and a note where they are not in the page's."""
        if said.lang:
            lang, note = HTML_LANG[said.lang], self.words.gettext("尚未翻译")
            words = f'<span lang="{lang}">{words}</span> <span class="untranslated-note">{note}</span>'
        return Markup(words)  # noqa: S704

    def writer(self, release: Release, marks: dict[int, tuple[Mark, ...]]) -> Writer:
        """A block writer for one release in this language."""
        return Writer(
            lambda inlines: self.said(release, inlines),
            self.words.gettext("尚未翻译"),
            self.words.gettext("表格"),
            marks,
        )

    def macro(self, name: str) -> Any:  # noqa: ANN401
        """A macro of ``macros.html``, for what the writer places inside blocks."""
        return getattr(self._env.get_template("macros.html").make_module({}), name)


class _View:
    """What a template asks of the page that it makes: addresses, and the body of a release."""

    def __init__(self, site: _Language, uri: str, release: Release | None) -> None:
        self._site = site
        self._url = _url(uri)
        self._release = release

    def href(self, path: str, anchor: str = "") -> str:
        """Relative address of the page at ``path`` (as in the table of pages: releases/2.1/)."""
        relative = posixpath.relpath(path or ".", self._url or ".")
        relative = "./" if relative == "." else f"{relative}/"
        return f"{relative}#{anchor}" if anchor else relative

    def inert(self, words: str) -> Markup:
        """Words for a Markdown heading: no character of them means anything to Markdown."""
        return Markup(inert(str(Markup.escape(words))))  # noqa: S704

    def count(self, count: Count) -> str:
        """A number as the announcement states it: exact, or “more than”."""
        template = self._site.words.gettext("%(num)s 多") if count.approximate else "%(num)s"
        return template % {"num": f"{count.value:,}"}

    def rule(self, name: str) -> str:
        """What a cleaning rule does, in the reader's words."""
        return self._site.words.gettext(RULES.get(name, name))

    def format(self, name: str) -> str:
        """A seed's format, in the reader's words."""
        return {"markdown": "Markdown", "html": "HTML", "text": self._site.words.gettext("纯文本")}[name]

    def lang(self, release: Release) -> str:
        """The language of a release's own words, as HTML names it."""
        return HTML_LANG[release.seed.language]

    def external(self, url: str) -> str:
        """``url`` if it may become a link, else nothing."""
        return url if is_safe_url(url) else ""

    def title(self, release: Release, feature: Feature | None = None) -> Markup:
        """A release's or a feature's title in the page's language."""
        return self._site.title(release, feature.title if feature else release.title)

    @cached_property
    def blocks(self) -> list[dict[str, Any]]:
        """The release's document: headings with their ids and features, other blocks as HTML."""
        release = self._release
        assert release  # noqa: S101  only the release template asks
        features = {f.id: f for f in release.features}
        anchors = dict(release.anchors)
        marks: dict[int, tuple[Mark, ...]] = {}
        badge = self._site.macro("item_badge")
        for feature in features.values():
            if feature.id not in anchors.values():
                named = isinstance(feature.carrier, Paragraph)  # items and cells are named by their own words
                mark = Mark(feature.id, str(badge(self, release, feature, self._site.atlas.knowledge, named)))
                marks[id(feature.carrier)] = (*marks.get(id(feature.carrier), ()), mark)
        writer = self._site.writer(release, marks)
        out: list[dict[str, Any]] = []
        for index, block in enumerate(release.document.blocks):
            if isinstance(block, Heading) and index:
                out.append(self._heading(release, block, anchors[index], features.get(anchors[index])))
            elif index:
                out.append({"html": Markup(writer.block(block))})  # noqa: S704  cleaned by the writer
        return out

    def _heading(self, release: Release, block: Heading, anchor: str, feature: Feature | None) -> dict[str, Any]:
        said = self._site.said(release, block.inlines)
        label = inert(html.escape(plain(said.inlines).strip()))
        return {
            "level": min(block.level, 6),
            "words": self._site.marked(said, heading_markdown(said.inlines)),
            "id": anchor,
            "label": Markup(label),  # noqa: S704
            "feature": feature,
        }

    def repairs(self, release: Release) -> list[tuple[str, list[Change]]]:
        """What was changed, by rule in the order of the passes."""
        return repairs_of(release)

    def neighbours(self, release: Release) -> tuple[Release | None, Release | None]:
        """The release before this one, and the one after it."""
        releases = self._site.atlas.releases
        at = releases.index(release)
        return (releases[at + 1] if at + 1 < len(releases) else None, releases[at - 1] if at else None)


def _url(uri: str) -> str:
    """``releases/2.1.md`` → ``releases/2.1``; an index is its folder."""
    path = uri.removesuffix(".md")
    return posixpath.dirname(path) if posixpath.basename(path) == "index" else path
