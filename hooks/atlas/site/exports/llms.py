"""llms.txt: links to the site's pages and data, for programs that read Markdown."""

from atlas.core.languages import LANGUAGES, Language, other
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Text, plain
from atlas.history.collection import Collection
from atlas.site.locale import Locale
from atlas.site.page import address

ABOUT = (
    "PyTorch 各版本公告的双语整理：每个版本一页，并按领域、稳定性与功能贯通各版本；每一级别都指明依据的原文行。"
    "这不是 PyTorch 的官方站点。"
)
FILES = {
    "index": "全部数据文件、订阅，以及每项功能自己的数据与徽章",
    "releases": "全部版本公告与其中的功能",
    "features": "每项功能的历史：各公告的说法、依据的行、由此得出的阶段",
    "areas": "各领域的功能，按版本",
    "stability": "各稳定级别的含义与功能，按版本",
    "stages": "每项功能在各版本的级别，用于比较版本",
}


def text(atlas: Collection, locale: Locale, base: str) -> str:
    """Return the file in one language: a title, a summary, and sections of links."""
    _, known, here = locale.gettext, atlas.knowledge, locale.language

    def link(name: str, path: str, about: str, language: Language = here) -> str:
        return f"- [{_escaped(name)}]({address(base, path, language)}): {_escaped(about)}"

    sections = {
        _("版本"): [
            link(f"PyTorch {r.version}", f"releases/{r.version}/index.md", plain(r.localized(r.title, here).inlines))
            for r in atlas.releases
        ],
        _("领域"): [link(area.name.of(here), f"areas/{area.id}/", area.description.of(here)) for area in known.areas],
        _("稳定性"): [
            link(level.name.of(here), f"stability/{level.id}/", level.definition.of(here))
            for level in known.stability.levels
        ],
        _("功能"): [
            link(life.identity.name.of(here), f"{life.path}index.md", locale.answer(atlas.answer(life)))
            for life in atlas.lifecycles
            if life.identity
        ],
        _("数据"): [
            *(link(f"{name}.json", f"api/v1/{name}.json", _(about), LANGUAGES[0]) for name, about in FILES.items()),
            *(link(f"schema/{name}.json", f"api/v1/schema/{name}.json", "JSON Schema", LANGUAGES[0]) for name in FILES),
            link("features.csv", "api/v1/features.csv", _("每项功能在各版本的级别，供电子表格使用"), LANGUAGES[0]),
            link("schema/feature.json", "api/v1/schema/feature.json", "JSON Schema", LANGUAGES[0]),
            link("feed.xml", "feed.xml", _("新版本的 Atom 订阅")),
            link("changes.xml", "changes.xml", _("级别变化的 Atom 订阅")),
            link(locale.catalog.pgettext("other language", "English"), "llms.txt", "llms.txt", other(here)),
        ],
    }
    note = _("版本与功能的链接指向该页的 Markdown 版：在页面地址后加 index.md。")
    runs = (f"{run[0]}–{run[-1]}" if len(run) > 2 else _("、").join(run) for run in atlas.covered)
    covered = (_("收录 %(versions)s。") % {"versions": _("、").join(runs)}).strip()
    blocks = [f"# {_('PyTorch 版本图鉴')}", f"> {_(ABOUT)}", covered, note]
    blocks += ("\n".join((f"## {title}", "", *links)) for title, links in sections.items())
    return "\n\n".join(blocks) + "\n"


def _escaped(text: str) -> str:
    """Put words on one line, escaped for Markdown."""
    return inline_markdown((Text(" ".join(text.split())),))
