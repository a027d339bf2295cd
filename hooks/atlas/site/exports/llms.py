"""llms.txt: links to the site's pages and data, for programs that read Markdown."""

from atlas.core.languages import LANGUAGES, Language, other
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Text, plain
from atlas.history.collection import Collection
from atlas.history.release import Release
from atlas.site.locale import Locale
from atlas.site.page import address

ABOUT = (
    "PyTorch 各版本宣布的功能与稳定级别，按版本、领域、级别与功能整理；每一级别都附公告原话与出处。"
    "这不是 PyTorch 的官方站点。"
)
FILES = {
    "releases": "全部版本与其中的功能",
    "features": "每项功能：PyTorch 在各版本的说法、级别、原话与出处",
    "stability": "各稳定级别的含义，各时期的叫法",
}


def text(atlas: Collection, locale: Locale, base: str) -> str:
    """Return the file in one language: a title, a summary, and sections of links."""
    _, known, here = locale.gettext, atlas.knowledge, locale.language

    def link(name: str, path: str, about: str, language: Language = here) -> str:
        return f"- [{_escaped(name)}]({address(base, path, language)}): {_escaped(about)}"

    sections = {
        _("版本"): [
            link(f"PyTorch {at.version}", f"releases/{at.version}/index.md", _about(at, atlas, locale))
            for at in atlas.releases
        ],
        _("领域"): [link(area.name.of(here), f"areas/{area.id}/", area.description.of(here)) for area in known.areas],
        _("稳定性"): [
            link(level.name.of(here), f"stability/{level.id}/", level.definition.of(here))
            for level in known.stability.levels
        ],
        _("功能"): [
            link(life.identity.name.of(here), f"{life.path}index.md", locale.answer(life.now))
            for life in atlas.features
            if life.identity
        ],
        _("数据"): [
            *(link(f"{name}.json", f"api/v1/{name}.json", _(about), LANGUAGES[0]) for name, about in FILES.items()),
            *(link(f"schema/{name}.json", f"api/v1/schema/{name}.json", "JSON Schema", LANGUAGES[0]) for name in FILES),
            link(
                "features.csv",
                "api/v1/features.csv",
                _("每项功能的级别与各版本的说法，供电子表格使用"),
                LANGUAGES[0],
            ),
            link("schema/feature.json", "api/v1/schema/feature.json", "JSON Schema", LANGUAGES[0]),
            link("feed.xml", "feed.xml", _("新版本的 Atom 订阅")),
            link("changes.xml", "changes.xml", _("级别变化的 Atom 订阅")),
            link(locale.catalog.pgettext("other language", "English"), "llms.txt", "llms.txt", other(here)),
        ],
    }
    note = _("版本与功能的链接指向该页的 Markdown 版：在页面地址后加 index.md。")
    blocks = [f"# {_('PyTorch 版本图鉴')}", f"> {_(ABOUT)}", note]
    blocks += ("\n".join((f"## {title}", "", *links)) for title, links in sections.items())
    return "\n\n".join(blocks) + "\n"


def _about(at: Release, atlas: Collection, locale: Locale) -> str:
    """Return the title of a release's announcement, else its date and how many features are at which level."""
    if at.announcement:
        return plain(at.announcement.localized(at.announcement.title, locale.language).inlines)
    return locale.gettext("，").join(filter(None, (str(at.date), locale.counts(atlas.counts(at)))))


def _escaped(text: str) -> str:
    """Put words on one line, escaped for Markdown."""
    return inline_markdown((Text(" ".join(text.split())),))
