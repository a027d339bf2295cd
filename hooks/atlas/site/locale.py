"""One language: its words, and what is composed of them."""

import html
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from markupsafe import Markup

from atlas.core.languages import HTML_LANG, Language
from atlas.core.text import normal
from atlas.document.html_writer import Writer, inline_html, unlinked
from atlas.document.nodes import Inlines, Localized, Paragraph, plain
from atlas.extract.breaks import broken_off
from atlas.extract.release import Feature, Observation
from atlas.history.answer import Answer
from atlas.history.description import description, example, summary, without_lead_in
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import REMOVED
from atlas.site import quotes
from atlas.site.interface import ANSWERS, load_words


class Locale:
    """A language's interface words, and the texts of releases in it."""

    def __init__(self, knowledge: Knowledge, folder: Path, language: Language) -> None:
        self.knowledge = knowledge
        self.language = language
        self.words, self.missing = load_words(folder / "translations" / f"{language}.po", language)
        self.gettext: Callable[[str], str] = self.words.gettext

    def title(self, release: Release, inlines: Inlines) -> Markup:
        """A text of a release in this language; marked where it is not translated."""
        localized = release.localized(inlines, self.language)
        return self.marked(localized, unlinked(localized.inlines))

    def subtitle(self, release: Release) -> Markup:
        """A release's title without the name and version that lead it, where something is left."""
        title = self.title(release, release.title)
        lead = rf"^(?:PyTorch\s*®?\s*)?(?:{re.escape(release.version)})?\s*(?:发布|is here|released)?\s*[:：，,]\s*"
        rest = re.sub(lead, "", title)
        return Markup(rest[:1].upper() + rest[1:]) or title  # noqa: S704  escaped

    def feature(self, release: Release, feature: Feature) -> Markup:
        """What a feature of a release is called: its title, or its registered name where that is another."""
        title = plain(release.localized(feature.title, self.language).inlines).strip()
        name = self.registered(feature) or title
        return self.title(release, feature.title) if name == title else Markup.escape(name)

    def about(self, release: Release, feature: Feature) -> Markup:
        """A sentence of what a release says that a feature is; empty where it does not."""
        text = release.localized(description(release, feature), self.language)
        title = plain(release.localized(feature.title, self.language).inlines).strip()
        background = self.knowledge.history.background.replace("{version}", re.escape(release.version))
        in_passing = isinstance(release.carrier(feature), Paragraph)
        sentence = summary(text.inlines, title, background, in_passing=in_passing)
        words = unlinked(sentence)
        return self.marked(text, words) if words else Markup()

    def called(self, lifecycle: Lifecycle) -> Markup:
        """A feature's name in this language."""
        if lifecycle.identity:
            return Markup.escape(self.name(lifecycle))
        return self.title(lifecycle.newest.release, lifecycle.newest.feature.title)

    def whole(self, release: Release, feature: Feature) -> Markup:
        """The whole text that says what a feature is."""
        text = release.localized(description(release, feature), self.language)
        return self.marked(text, inline_html(without_lead_in(text.inlines)))

    def example(self, release: Release, feature: Feature) -> Markup:
        """The code that an announcement shows of a feature; empty where it shows none."""
        code = example(release, feature)
        return Markup(self.writer(release).block(code) if code else "")  # noqa: S704

    def translated(self, release: Release, feature: Feature, seen: Observation) -> str:
        """A quote in this language, if it says something else there and somebody translated it."""
        said = quotes.translated(release, feature, seen, self.language, self.knowledge.stability)
        return said if normal(said) != normal(seen.quote) else ""

    def said(self, statement: Statement) -> str:
        """What a text says of a feature, in this language; empty where nobody translated it."""
        release, seen = statement.release, statement.seen
        is_own = release.seed.language == self.language
        return seen.quote if is_own else self.translated(release, statement.feature, seen)

    def marker(self, release: Release, raw: str) -> str:
        """What a level's raw words say in this language, if they are in another."""
        language = self.language
        said = quotes.marker(raw, language, self.knowledge.stability) if release.seed.language != language else ""
        return "" if said.casefold() == raw.casefold() else said.strip("()[]（）")

    def registered(self, feature: Feature) -> str:
        """The registered name of a feature; empty without one."""
        identity = self.knowledge.identities.get(feature.identity)
        return identity.name.of(self.language) if identity else ""

    def marked(self, localized: Localized, words: str) -> Markup:
        """Escaped words, with their language and a note where they are not in the page's."""
        if localized.lang:
            lang, note = HTML_LANG[localized.lang], html.escape(self._note(localized))
            words = f'<span lang="{lang}">{words}</span> <span class="untranslated-note">{note}</span>'
        return Markup(words)  # noqa: S704

    def _note(self, localized: Localized) -> str:
        """What to say of a text that is not in this language."""
        if localized.is_alone:
            return self.gettext("只见于译文") if localized.lang == "zh" else self.gettext("只见于原文")
        return self.gettext("译文待校订") if localized.fuzzy else self.gettext("尚未翻译")

    def name(self, lifecycle: Lifecycle) -> str:
        """What a feature is called: its registered name, else its newest title."""
        return lifecycle.names[self.language] or plain(lifecycle.newest.feature.title).strip()

    def plural(self, words: str, count: int) -> str:
        """Interface words in the form for a count."""
        return self.words.ngettext(words, words, count)

    def span(self, newest_first: Iterable[str]) -> str:
        """From which version to which."""
        versions = list(newest_first)
        if versions[1:]:
            return self.gettext("%(first)s 至 %(last)s") % {"first": versions[-1], "last": versions[0]}
        return "".join(versions)

    def level_name(self, stage: str) -> str:
        """The name of a stability level, or of REMOVED."""
        if stage == REMOVED:
            return self.words.pgettext("level", "已移除")
        return self.knowledge.level(stage).name.of(self.language)

    def level(self, stage: str) -> str:
        """The name of a stage inside a sentence, where only a proper name begins with two capitals: API-Unstable."""
        name = self.level_name(stage)
        return name if name[:2].isupper() else name.lower()

    def since(self, answer: Answer) -> str:
        """Since when a feature is at its level: “new in 1.6”."""
        return self.gettext(ANSWERS[answer.how]) % {"version": answer.since}

    def answer(self, answer: Answer) -> str:
        """The whole answer inside a sentence: “beta since 1.10”."""
        since = self.since(answer)
        if answer.how in ("removed", "unknown"):
            return since.lower()
        return self.gettext("%(level)s，%(since)s") % {"level": self.level(answer.level), "since": since}

    def counts(self, counts: Iterable[tuple[str, int]]) -> str:
        """How many features stand at which stage: 稳定版 3 项、测试版 1 项."""
        each = self.gettext("%(name)s %(count)s 项")
        return self.gettext("、").join(each % {"name": self.level(stage), "count": count} for stage, count in counts)

    def writer(self, release: Release) -> Writer:
        """A block writer for one release in this language."""
        end = f' […] <span class="breaks-off">{html.escape(self.gettext("原文到此中断"))}</span>'
        ends = {id(paragraph): end for paragraph in broken_off(release.document)}
        return Writer(
            lambda inlines: release.localized(inlines, self.language), self.marked, self.gettext("表格"), ends=ends
        )
