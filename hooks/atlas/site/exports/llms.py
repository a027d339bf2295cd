"""llms.txt: links to the site's pages and data, for programs that read Markdown."""

from atlas.core.languages import LANGUAGES, Language, other
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Text, plain
from atlas.history.collection import Collection
from atlas.history.release import Release
from atlas.site.exports.data import FORMS
from atlas.site.page import address
from atlas.site.paths import area_path, feature_path, level_path, release_path
from atlas.site.words.locale import Locale

ABOUT = (
    "PyTorch 各版本宣布的功能与稳定级别，按版本、领域、级别与功能整理；每一级别都附公告原话与出处。"
    "这不是 PyTorch 的官方站点。"
)
FILES = {  # file below api/v1/ → description
    "releases.json": "全部版本与其中的功能",
    "features.json": "每项功能：PyTorch 在各版本的说法、级别、原话与出处",
    "stability.json": "各稳定级别的含义，各时期的叫法",
    "features.csv": "每项功能的级别与各版本的说法，供电子表格使用",
}


def text(collection: Collection, locale: Locale, base: str) -> str:
    """Return llms.txt in one language: a title, a summary, and sections of links."""
    _, knowledge, language = locale.gettext, collection.knowledge, locale.language

    def link(name: str, path: str, about: str, target: Language = language) -> str:
        """Return a list item with a link to ``path`` in the language ``target``."""
        return f"- [{_escaped(name)}]({address(base, path, target)}): {_escaped(about)}"

    sections = {
        _("版本"): [
            link(
                f"PyTorch {release.version}",
                f"{release_path(release.version)}index.md",
                _about(release, locale),
            )
            for release in collection.releases
        ],
        _("领域"): [
            link(area.name.of(language), area_path(area.id), area.description.of(language)) for area in knowledge.areas
        ],
        _("稳定性"): [
            link(level.name.of(language), level_path(level.id), level.definition.of(language))
            for level in knowledge.stability.levels
        ],
        _("功能"): [
            link(
                lifecycle.registered.name.of(language),
                f"{feature_path(lifecycle)}index.md",
                locale.answer(lifecycle.now),
            )
            for lifecycle in collection.lifecycles
            if lifecycle.registered
        ],
        _("数据"): [
            *(link(name, f"api/v1/{name}", _(about), LANGUAGES[0]) for name, about in FILES.items()),
            *(link(f"schema/{form.file_name}.json", form.schema_path(), "JSON Schema", LANGUAGES[0]) for form in FORMS),
            link("feed.xml", "feed.xml", _("新版本的 Atom 订阅")),
            link("changes.xml", "changes.xml", _("级别变化的 Atom 订阅")),
            link(locale.pgettext("other language", "English"), "llms.txt", "llms.txt", other(language)),
        ],
    }
    note = _("版本与功能的链接指向该页的 Markdown 版：在页面地址后加 index.md。")
    blocks = [f"# {_('PyTorch 版本图鉴')}", f"> {_(ABOUT)}", note]
    blocks += ("\n".join((f"## {title}", "", *links)) for title, links in sections.items())
    return "\n\n".join(blocks) + "\n"


def _about(release: Release, locale: Locale) -> str:
    """Return the title of a release's announcement; without one, its date and how many features are at which level."""
    announcement = release.announcement
    if announcement:
        return plain(announcement.localized(announcement.title, locale.language).inlines)
    counts = locale.counts(release.level_counts)
    return locale.gettext("，").join((str(release.date), counts) if counts else (str(release.date),))


def _escaped(text: str) -> str:
    """Return a text on one line, escaped for Markdown."""
    return inline_markdown((Text(" ".join(text.split())),))
