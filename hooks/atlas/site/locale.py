"""One language: its words, and how a release's texts are said in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from markupsafe import Markup

from atlas.core.languages import HTML_LANG, Language
from atlas.document.html_writer import Mark, Writer, inline_html
from atlas.document.nodes import Inlines, Localized, plain
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.site.interface import load_words

Say = Callable[[Release, Inlines, Language], Localized]


class Locale:
    """A language's interface words, and the texts of releases in it."""

    def __init__(self, say: Say, folder: Path, language: Language) -> None:
        self.language = language
        self.words, self.missing = load_words(folder / "translations" / f"{language}.po", language)
        self.gettext: Callable[[str], str] = self.words.gettext
        self._say = say

    def said(self, release: Release, inlines: Inlines) -> Localized:
        """A text of a release in this language, untouched by HTML."""
        return self._say(release, inlines, self.language)

    def title(self, release: Release, inlines: Inlines) -> Markup:
        """A text of a release in this language; marked where it is not translated."""
        said = self.said(release, inlines)
        return self.marked(said, re.sub(r"</?a\b[^>]*>", "", inline_html(said.inlines)))

    def marked(self, said: Localized, words: str) -> Markup:
        """Escaped words, with their language and a note where they are not in the page's."""
        if said.lang:
            lang, note = HTML_LANG[said.lang], self.note(said)
            words = f'<span lang="{lang}">{words}</span> <span class="untranslated-note">{note}</span>'
        return Markup(words)  # noqa: S704

    def note(self, said: Localized) -> str:
        """What to say of a text that is not in the page's language."""
        return self.gettext("译文待校订") if said.fuzzy else self.gettext("尚未翻译")

    def name(self, lifecycle: Lifecycle) -> str:
        """What a feature is called: its registered name, else its newest title."""
        if lifecycle.identity:
            return lifecycle.identity.name.of(self.language)
        newest = lifecycle.newest
        return plain(self.said(newest.release, newest.feature.title).inlines).strip()

    def writer(self, release: Release, marks: dict[int, tuple[Mark, ...]]) -> Writer:
        """A block writer for one release in this language."""
        return Writer(lambda inlines: self.said(release, inlines), self.note, self.gettext("表格"), marks)
