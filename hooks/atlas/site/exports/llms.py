"""llms.txt: what the site holds, as links to the Markdown twins of its pages."""

from __future__ import annotations

from collections.abc import Iterator

from atlas.core.languages import LANGUAGES, Language, Names, other
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Text, plain
from atlas.knowledge.schema import REMOVED
from atlas.site.exports import words
from atlas.site.exports.source import Source

NEWEST = 50  # releases that are listed; the JSON has them all


def files(source: Source) -> Iterator[tuple[str, str]]:
    """Path and text of the file in each language."""
    for language in LANGUAGES:
        yield "llms.txt" if language == "zh" else f"{language}/llms.txt", _Llms(source, language).text()


class _Llms:
    def __init__(self, source: Source, language: Language) -> None:
        self._source = source
        self._language = language

    def text(self) -> str:
        sections = (
            (words.RELEASES, self._releases()),
            (words.AREAS, self._areas()),
            (words.STABILITY, self._levels()),
            (words.FEATURES, self._features()),
            (words.DATA, self._data()),
        )
        head = [f"# {self._in(words.SITE)}", f"> {self._in(words.SUMMARY)}", self._in(words.TWINS)]
        body = ["\n".join((f"## {self._in(name)}", "", *lines)) for name, lines in sections]
        return "\n\n".join((*head, *body)) + "\n"

    def _releases(self) -> Iterator[str]:
        releases = self._source.atlas.releases
        for release in releases[:NEWEST]:
            said = self._source.say(release, release.title, self._language)
            yield self._page(f"PyTorch {release.version}", f"releases/{release.version}/", plain(said.inlines))
        if older := len(releases[NEWEST:]):
            yield self._file(self._in(words.MORE).format(count=older), "api/v1/releases.json", self._in(words.IN))

    def _areas(self) -> Iterator[str]:
        for area in self._source.atlas.knowledge.areas:
            yield self._page(self._in(area.name), f"areas/{area.id}/", self._in(area.description))

    def _levels(self) -> Iterator[str]:
        for level in self._source.atlas.knowledge.stability.levels:
            yield self._page(self._in(level.name), f"stability/{level.id}/", self._in(level.definition))

    def _features(self) -> Iterator[str]:
        atlas = self._source.atlas
        registered = [(life, life.identity) for life in atlas.lifecycles if life.identity]
        for life, identity in registered:
            now = life.now
            level = self._in(words.REMOVED if now.stage == REMOVED else atlas.knowledge.level(now.stage).name)
            stated = (
                self._in(words.REMOVED_IN if now.stage == REMOVED else words.STATED).format(
                    level=level, version=now.since if now.exact else f"≤ {now.since}"
                )
                if now.since
                else level
            )
            yield self._page(self._in(identity.name), life.path, stated)
        if others := len(atlas.lifecycles) - len(registered):
            name = self._in(words.MORE_FEATURES).format(count=others)
            yield self._file(name, "api/v1/features.json", self._in(words.IN_FEATURES))

    def _data(self) -> Iterator[str]:
        for name, about in words.FILES.items():
            yield self._file(f"{name}.json", f"api/v1/{name}.json", self._in(about))
        for name in words.FILES:
            yield self._file(f"schema/{name}.json", f"api/v1/schema/{name}.json", self._in(words.SCHEMAS))
        feed = self._source.url("feed.xml", self._language)
        yield _line("feed.xml", feed, self._in(words.FEED))
        yield _line(self._in(words.OTHER), self._source.url("llms.txt", other(self._language)), "llms.txt")

    def _page(self, name: str, path: str, about: str) -> str:
        return _line(name, self._source.url(f"{path}index.md", self._language), about)

    def _file(self, name: str, path: str, about: str) -> str:
        return _line(name, self._source.url(path), about)

    def _in(self, names: Names) -> str:
        return names.of(self._language)


def _line(name: str, url: str, about: str) -> str:
    return f"- [{_escaped(name)}]({url}): {_escaped(about)}"


def _escaped(text: str) -> str:
    """Words on one line in which no character means anything to Markdown."""
    return inline_markdown((Text(" ".join(text.split())),))
