"""How a page is introduced where it is not read itself, as in a list of what a search found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from atlas.document.nodes import plain
from atlas.history.collection import Atlas
from atlas.history.compare import KINDS
from atlas.knowledge.schema import REMOVED
from atlas.site.interface import DIFFERENCES, day, until
from atlas.site.locale import Locale

LONGEST = {"zh": 100, "en": 160}  # characters of a description; what is longer, lists of results cut off
STAGES = 4  # of a feature, the newest, that its description names

Context = dict[str, Any]
Words = tuple[str, str]  # headline, description


def introduce(template: str, locale: Locale, atlas: Atlas, context: Context) -> Words:
    """The headline and the description of the page that a template makes of a context."""
    make: Callable[[Context], Words] = getattr(_Introduction(locale, atlas), template.removesuffix(".md"))
    headline, description = make(context)
    longest = LONGEST[locale.language]
    if len(description) > longest:
        description = f"{description[: longest - 1].rstrip()}…"
    return headline, description


class _Introduction:
    """Headlines and descriptions in one language: a method for each template, with its name."""

    def __init__(self, locale: Locale, atlas: Atlas) -> None:
        self._locale = locale
        self._atlas = atlas
        self._ = locale.gettext

    def home(self, _context: Context) -> Words:
        _ = self._
        about = _("PyTorch 各版本公告的双语整理：每个版本一页，并按领域、稳定性与功能的历史贯通各版本。")
        return _("PyTorch 版本图鉴：各版本的功能与稳定级别"), about

    def releases(self, context: Context) -> Words:
        _, span = self._, {"versions": self._span(release.version for release in context["chunk"].entries)}
        about = _("PyTorch %(versions)s 的版本公告：发布日期、标题，以及每个版本各稳定级别的功能数。") % span
        return self._piece(_("PyTorch 版本公告一览"), context), about

    def release(self, context: Context) -> Words:
        _, release = self._, context["release"]
        headline = _("PyTorch %(version)s：新功能与稳定级别") % {"version": release.version}
        said = self._locale.said(release, release.title)
        title = _("PyTorch %(version)s 的公告") % {"version": release.version} if said.lang else plain(said.inlines)
        count = len(release.features)
        told = {"title": title.strip().rstrip("。."), "day": "", "count": count}
        if release.date:
            told["day"] = _("（%(day)s）") % {"day": day(release.date, self._locale.language)}
        if not release.features:
            return headline, _("%(title)s%(day)s。公告没有列出功能；全文有中英文对照。") % told
        told["levels"] = self._counts(self._atlas.counts(release))
        about = self._number("%(title)s%(day)s。%(count)s 项功能：%(levels)s。", count)
        return headline, about % told

    def source(self, context: Context) -> Words:
        _, release = self._, context["release"]
        told = {"version": release.version}
        about = _("逐字收录的 PyTorch %(version)s 公告原文，行行有编号，并注明每一行在整理时的去向。")
        return _("PyTorch %(version)s 公告的源文件") % told, about % told

    def sources(self, context: Context) -> Words:
        _, span = self._, {"versions": self._span(release.version for release in context["chunk"].entries)}
        about = _("本站据以整理的 PyTorch %(versions)s 公告原文：文件、格式、行数，以及署名与许可。") % span
        return self._piece(_("PyTorch 公告的源文件"), context), about

    def areas(self, context: Context) -> Words:
        _, span = self._, {"versions": self._span(release.version for release in context["chunk"].entries)}
        about = _("PyTorch %(versions)s 的公告在各领域宣布了哪些功能：一图一表，按稳定级别标记。") % span
        return self._piece(_("PyTorch 各领域、各版本的功能"), context), about

    def area(self, context: Context) -> Words:
        area, told = context["area"], self._group(context)
        told["about"] = area.description.of(self._locale.language)
        headline = self._("%(name)s：PyTorch 各版本的功能") % told
        about = self._number("PyTorch %(versions)s 的公告宣布了 %(count)s 项功能。%(about)s", told["count"])
        return self._piece(headline, context), about % told if told["count"] else told["about"]

    def stability(self, _context: Context) -> Words:
        _, known = self._, self._atlas.knowledge.stability
        names = _("、").join(self._level(level.id) for level in known.levels if level.id != known.default)
        about = _("%(levels)s在 PyTorch 公告里各是什么意思，各版本怎样称呼，以及每一级的功能与依据。")
        return _("PyTorch 的稳定级别：%(levels)s") % {"levels": names}, about % {"levels": names}

    def level(self, context: Context) -> Words:
        told = self._group(context)
        headline = self._("PyTorch 各版本中“%(name)s”一级的功能") % told
        if not told["count"]:
            return headline, getattr(context["level"].definition, self._locale.language)
        about = "PyTorch %(versions)s 的公告里属于“%(level)s”一级的 %(count)s 项功能，附这一级的含义。"
        return self._piece(headline, context), self._number(about, told["count"]) % told

    def features(self, context: Context) -> Words:
        _, number = self._, context["number"]
        count = len(self._atlas.lifecycles)
        about = self._number(
            "PyTorch 公告宣布过的全部 %(count)s 项功能：名称、领域与各版本的级别，可按领域、级别、版本与文字筛选。",
            count,
        ) % {"count": count}
        headline = _("PyTorch 功能总表：各版本的稳定级别")
        if number == 1:
            return headline, about
        page = _("（第 %(num)s 页）") % {"num": number}
        return headline + page, about + page

    def feature(self, context: Context) -> Words:
        _, life = self._, context["life"]
        stages = [
            (_("%(version)s %(level)s") if run.since else _("先前为%(level)s"))
            % {"version": run.since, "level": self._level(run.stage)}
            for run in life.intervals[-STAGES:]
        ]
        told = {"name": context["title"], "stages": _("，").join(stages)}
        about = _("%(name)s，按 PyTorch 各版本的公告：%(stages)s。附时间线、公告原文与行号。") % told
        return _("%(name)s：在 PyTorch 各版本中的稳定级别") % told, about

    def moved(self, context: Context) -> Words:
        return context["title"], ""

    def compare(self, context: Context) -> Words:
        _, chunk, headline = self._, context["chunk"], self._("比较 PyTorch 的两个版本")
        if not chunk:
            return headline, _("PyTorch 的版本还不足两个。")
        if chunk.slug:
            about = _("PyTorch %(versions)s 相邻两个版本之间的变化：公告里新宣布、升级、移除、没有再提到的功能。")
            return self._piece(headline, context), about % {
                "versions": self._span(later for _earlier, later in chunk.entries)
            }
        about = _("在 PyTorch %(versions)s 之间任选两个版本，看公告里新宣布、升级、移除、没有再提到的功能。")
        return headline, about % {"versions": self._span(reversed(self._atlas.versions))}

    def changes(self, context: Context) -> Words:
        _, changes = self._, context["changes"]
        told = {"earlier": changes.earlier, "later": changes.later}
        found = {kind: len(changes.of(kind)) + (changes.silent if kind == "unmentioned" else 0) for kind in KINDS}
        told["kinds"] = self._listing((_(DIFFERENCES[kind][0]), count) for kind, count in found.items() if count)
        about = _("从 PyTorch %(earlier)s 到 %(later)s，各领域的功能在公告里有什么变化：%(kinds)s。") % told
        return _("PyTorch %(earlier)s 到 %(later)s 的变化") % told, about

    def glossary(self, _context: Context) -> Words:
        about = self._("PyTorch 公告里 %(count)s 条术语的中英文译法，以及改正的误译：误译、正译、适用条件与理由。")
        return self._("PyTorch 术语中英对照与误译"), about % {"count": len(self._atlas.knowledge.terms)}

    def reports(self, context: Context) -> Words:
        _, span = self._, {"versions": self._span(report.release.version for report in context["chunk"].entries)}
        about = _("PyTorch %(versions)s 的公告各整理出了什么：修整、舍去、疑点、未译的文字、没有交代的行。") % span
        return self._piece(_("PyTorch 公告的整理报告"), context), about

    def report(self, context: Context) -> Words:
        report = context["report"]
        told = {
            "version": report.release.version,
            "lines": report.release.line_count,
            "texts": len(report.release.translation.segments),
        }
        about = self._(
            "PyTorch %(version)s 的公告怎样变成页面：修整、舍去与疑点，%(texts)s 段要译的文字，%(lines)s 行各自的去向。"
        )
        return context["title"], about % told

    def _group(self, context: Context) -> Context:
        """Of an area's or a level's page: its name, how many features it shows, and of which versions."""
        named = context.get("area") or context["level"]
        groups = context["groups"]
        name, count = named.name.of(self._locale.language), sum(group.size for group in groups)
        return {
            "name": name,
            "level": name.lower(),
            "count": count,
            "versions": self._span(group.release.version for group in groups),
        }

    def _span(self, newest_first: Iterable[str]) -> str:
        """From which version to which."""
        versions = list(newest_first)
        if versions[1:]:
            return self._("%(first)s 至 %(last)s") % {"first": versions[-1], "last": versions[0]}
        return "".join(versions)

    def _piece(self, headline: str, context: Context) -> str:
        chunk = context["chunk"]
        return until(self._, headline, chunk.slug, chunk.last) if chunk else headline

    def _number(self, words: str, count: int) -> str:
        return self._locale.words.ngettext(words, words, count)

    def _level(self, stage: str) -> str:
        if stage == REMOVED:
            return self._("已移除").lower()
        return str(getattr(self._atlas.knowledge.level(stage).name, self._locale.language)).lower()

    def _counts(self, counts: Iterable[tuple[str, int]]) -> str:
        return self._listing((self._level(stage), count) for stage, count in counts)

    def _listing(self, counted: Iterable[tuple[str, int]]) -> str:
        each = self._("%(name)s %(count)s 项")
        return self._("、").join(each % {"name": name.lower(), "count": count} for name, count in counted)
