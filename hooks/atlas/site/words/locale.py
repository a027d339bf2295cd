"""The words of a language: interface strings, and the texts composed of them."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import reduce
from pathlib import Path

from markupsafe import Markup

from atlas.core.languages import HTML_LANG, Language
from atlas.document.nodes import plain
from atlas.extract.counts import Count
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import REMOVED
from atlas.site.words.interface import load_catalog
from atlas.site.words.marks import marks


def day_in_words(day: date, gettext: Callable[[str], str]) -> str:
    """Return a date as words: “October 4, 2023”."""
    pattern = gettext("{month_name} {day}, {year}")
    return pattern.format(year=day.year, month=day.month, month_name=f"{day:%B}", day=day.day)


class Locale:
    """The words of one language. ``folder`` is that of the templates; ``missing`` are messages the catalog lacks."""

    def __init__(self, knowledge: Knowledge, folder: Path, language: Language) -> None:
        self.knowledge = knowledge
        self.language = language
        self.html_lang = HTML_LANG[language]
        self.catalog, self.missing = load_catalog(folder / "translations" / f"{language}.po", language)
        self.gettext: Callable[[str], str] = self.catalog.gettext
        self.pgettext: Callable[[str, str], str] = self.catalog.pgettext
        self.ngettext: Callable[[str, str, int], str] = self.catalog.ngettext
        self.marks = marks(knowledge, language, self.gettext)

    def name_text(self, lifecycle: Lifecycle) -> str:
        """Return a feature's name as plain text: its registered name, else its newest title."""
        return lifecycle.names[self.language] or plain(lifecycle.announcement_passages[-1].feature.title).strip()

    def counted(self, one: str, many: str, count: int) -> str:
        """Return the string for ``count``, of which ``%(num)s`` is replaced: the one of a single thing, or of many."""
        return self.ngettext(one, many, count) % {"num": count}

    def feature_count(self, release: Release) -> str:
        """Return how many features a release names, and how many others it removes: “12 features, 1 removal”."""
        parts = (
            (("%(num)s feature", "%(num)s features"), len(release.unremoved_features)),
            (("%(num)s removal", "%(num)s removals"), len(release.removed_features)),
        )
        return self.pgettext("clauses", ", ").join(self.counted(*words, count) for words, count in parts if count)

    def version_range(self, newest_first: Iterable[str]) -> str:
        """Return a range of versions as words: “1.4 to 2.1”."""
        versions = list(newest_first)
        if len(versions) > 1:
            return self.gettext("%(first)s to %(last)s") % {"first": versions[-1], "last": versions[0]}
        return "".join(versions)

    def join_sentences(self, *parts: str | Markup) -> Markup:
        """Join sentences, with a space between them if the language has one; empty ones are left out."""
        pair = Markup(self.gettext("%(first)s %(second)s"))  # noqa: S704
        escaped = [Markup.escape(part) for part in parts if part] or [Markup()]
        return reduce(lambda first, second: pair % {"first": first, "second": second}, escaped)

    def day(self, day: date) -> str:
        """Return a date as words: “October 4, 2023”."""
        return day_in_words(day, self.gettext)

    def month(self, day: date) -> str:
        """Return the month of a date as words: “October 2023”."""
        return self.gettext("{month_name} {year}").format(year=day.year, month=day.month, month_name=f"{day:%B}")

    def number(self, count: Count) -> str:
        """Return a number as the announcement states it: exact, “more than”, or “about”."""
        text = {"exact": "%(num)s", "over": self.gettext("more than %(num)s"), "about": self.gettext("about %(num)s")}
        return text[count.bound] % {"num": f"{count.value:,}"}

    def language_name(self, language: Language) -> str:
        """Return the name of a language."""
        return self.gettext("Chinese") if language == "zh" else self.gettext("English")

    def span(self, since: str, until: str) -> str:
        """Return a range of versions as words; an empty version leaves that end open: “1.4–2.1”, “since 1.4”."""
        if since and until:
            return f"{since}–{until}"
        text = "since %(version)s" if since else "%(version)s and earlier" if until else "all versions"
        return self.gettext(text) % {"version": since or until}

    def state_name(self, state: str) -> str:
        """Return the name of a level, of a notice, of REMOVED or of SUPERSEDED."""
        return self.marks[state].name

    def state_in_sentence(self, state: str) -> str:
        """Return a name of ``state_name`` in lower case, unless two capitals begin it (API-Unstable)."""
        name = self.state_name(state)
        return name if name[:2].isupper() else name.lower()

    def answer(self, state: str, version: str) -> str:
        """Return a feature's state and its release, for use in a sentence: “stable since 1.10”, “beta in 1.12”."""
        if state == REMOVED:
            text = "Removed in %(version)s"
        elif state == self.knowledge.stability.no_level:
            text = "announced in %(version)s, no level stated"
        elif self.knowledge.stability.used_until(state):
            text = "%(level)s in %(version)s"
        else:
            text = "%(level)s since %(version)s"
        return self.gettext(text) % {"version": version, "level": self.state_in_sentence(state)}

    def counts(self, counts: Iterable[tuple[str, int]]) -> str:
        """Return the number of features of each state as words: “3 stable, 1 beta”."""
        text = self.gettext("%(count)s %(name)s")
        named = ((self.state_in_sentence(state), count) for state, count in counts)
        return self.gettext(", ").join(text % {"name": name, "count": count} for name, count in named)
