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
    "The features that PyTorch announced and their stability levels, by release, area, level, and "
    "feature, in Chinese and English; each level has the words that state it and their source. This "
    "is not an official PyTorch site."
)
FILES = {  # file below api/v1/ → description
    "releases.json": "all releases and their features",
    "features.json": "every feature: what PyTorch stated of it in each release, with level, words, and source",
    "stability.json": "what each stability level means, and what it was called when",
    "features.csv": "the level of each feature and what each release states of it, for spreadsheets",
}


def text(collection: Collection, locale: Locale, base: str) -> str:
    """Return llms.txt in one language: a title, a summary, and sections of links."""
    _, knowledge, language = locale.gettext, collection.knowledge, locale.language

    def link(name: str, path: str, about: str, target: Language = language) -> str:
        """Return a list item with a link to ``path`` in the language ``target``."""
        return f"- [{_escaped(name)}]({address(base, path, target)}): {_escaped(about)}"

    sections = {
        _("Releases"): [
            link(
                f"PyTorch {release.version}",
                f"{release_path(release.version)}index.md",
                _about(release, locale),
            )
            for release in collection.releases
        ],
        _("Areas"): [
            link(area.name.of(language), area_path(area.id), area.description.of(language)) for area in knowledge.areas
        ],
        _("Stability"): [
            link(level.name.of(language), level_path(level.id), level.definition.of(language))
            for level in knowledge.stability.levels
        ],
        _("Features"): [
            link(
                lifecycle.registered.name.of(language),
                f"{feature_path(lifecycle)}index.md",
                locale.answer(lifecycle.last_step.state, lifecycle.state_version),
            )
            for lifecycle in collection.lifecycles
            if lifecycle.registered
        ],
        _("Data"): [
            *(link(name, f"api/v1/{name}", _(about), LANGUAGES[0]) for name, about in FILES.items()),
            *(link(f"schema/{form.file_name}.json", form.schema_path(), "JSON Schema", LANGUAGES[0]) for form in FORMS),
            link("feed.xml", "feed.xml", _("Atom feed of new releases")),
            link("changes.xml", "changes.xml", _("Atom feed of level changes")),
            link(locale.language_name(other(language)), "llms.txt", "llms.txt", other(language)),
        ],
    }
    note = _(
        "The links of releases and features lead to the Markdown version of the page: its address followed by index.md."
    )
    blocks = [f"# {_('PyTorch Release Atlas')}", f"> {_(ABOUT)}", note]
    blocks += ("\n".join((f"## {title}", "", *links)) for title, links in sections.items())
    return "\n\n".join(blocks) + "\n"


def _about(release: Release, locale: Locale) -> str:
    """Return the title of a release's announcement; without one, its date and how many features are at which level."""
    announcement = release.announcement
    if announcement:
        return plain(announcement.localized(announcement.title, locale.language).inlines)
    counts = locale.counts(release.state_counts)
    return locale.pgettext("clauses", ", ").join((str(release.date), counts) if counts else (str(release.date),))


def _escaped(text: str) -> str:
    """Return a text on one line, escaped for Markdown."""
    return inline_markdown((Text(" ".join(text.split())),))
