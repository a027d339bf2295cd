"""Interface strings: the Chinese catalog, and tables of the strings that stand in no template or class."""

import gettext
import io
import re
from pathlib import Path

import polib
from markupsafe import Markup, escape

from atlas.core.characters import HAN
from atlas.core.languages import BilingualText, Language
from atlas.core.problems import UnreadableError
from atlas.extract.findings import FindingKind
from atlas.extract.line_report import Outcome
from atlas.history.changes import ChangeKind
from atlas.history.relations import Inverse
from atlas.knowledge.registered_feature import Relation
from atlas.translate.catalogs import Authorship

FINDINGS: dict[FindingKind, tuple[str, str]] = {  # the name and meaning
    "unknown-marker": (
        "Unknown markers",
        (
            "Words in the position of a stability marker, but in no known spelling. They are kept as they "
            "are; no level is guessed."
        ),
    ),
    "unknown-word": (
        "Words in brackets",
        (
            "A heading or list item begins with a word in brackets, in the position of a marker, but the "
            "word does not look like a level. It stays in the title as it is."
        ),
    ),
    "conflict": (
        "Conflicting levels",
        (
            "A table or highlight gives a level that differs from the feature’s own marker. The feature’s "
            "own marker takes precedence."
        ),
    ),
    "suspect-link": (
        "Suspicious links",
        (
            "The link text and the address do not match, or the address is incomplete. The original address "
            "is shown as it stands and is not replaced."
        ),
    ),
    "lost-link": (
        "Missing links",
        (
            "The sentence points readers to “here”, a document, or a blog post, but there is no link to "
            "follow; it was most likely lost when the text was republished. No link is supplied in its place."
        ),
    ),
    "broken-off": (
        "Texts that break off",
        (
            "A paragraph stops at a comma or a conjunction, and nothing follows in its section: the rest was "
            "probably lost in translation or reposting. Pages show where it breaks off; nothing is supplied."
        ),
    ),
    "other-post": (
        "Signs of another post",
        (
            "The date is more than a month away from the one in the URL, as if it had been copied from "
            "another post. It is shown as the text gives it."
        ),
    ),
    "not-carried": (
        "Text not carried over",
        (
            "The source states a fact that no page shows: it is of no use to readers, or it differs from one "
            "stated earlier."
        ),
    ),
}
OUTCOMES: dict[Outcome, tuple[str, str]] = {  # of a seed's lines: the mark in the margin, and a description
    "shown": ("✓", "shown on the page"),
    "fact": ("fact", "moved to the release facts"),
    "dropped": ("dropped", "left out as a whole"),
    "markup": ("markup", "nothing but markup, or blank"),
    "unexplained": ("?", "not accounted for"),
}
OPEN = {  # work left to do on a seed, by the section of its page that lists it
    "fuzzy": "To revise",
    "untranslated": "Missing",
    "lines": "Lines not accounted for",
}

RELATIONS: dict[Relation | Inverse, str] = {  # between features
    "renamed_to": "Renamed to",
    "renamed_from": "Renamed from",
    "superseded_by": "Superseded by",
    "supersedes": "Supersedes",
    "part_of": "Part of",
    "includes": "Includes",
}
RELATED_NOW: dict[Relation | Inverse, str] = {  # the same as of today, beside what a feature was at some release
    "renamed_to": "now named {name}",
    "renamed_from": "formerly {name}",
    "superseded_by": "now superseded by {name}",
    "supersedes": "now supersedes {name}",
}
CHANGE_NAMES: dict[ChangeKind, tuple[str, str]] = {  # between two releases: the group's name and meaning
    "removed": ("Removed", "PyTorch says that it was removed or is no longer supported."),
    "deprecated": (
        "Newly deprecated",
        "PyTorch says that it is deprecated: it still works but is no longer recommended.",
    ),
    "superseded": (
        "Superseded",
        "PyTorch says that another feature took its place, or that it was renamed.",
    ),
    "promoted": (
        "Promoted",
        "Reached a higher level, such as stable after beta. Features first announced in this period count, too.",
    ),
    "changed": (
        "Level changed",
        (
            "The level changed but did not rise: for example, from beta to API-Unstable, or to a level for "
            "the first time."
        ),
    ),
    "new": ("Newly announced", "First announced in {versions}."),
    "undated": (
        "Superseded, undated",
        (
            "PyTorch says, for example in its documentation, that it was replaced or renamed, but not when: before, "
            "in, or after these releases."
        ),
    ),
}
CHANGED_IN: dict[ChangeKind, str] = {  # heads of the column that says how a feature changed
    **dict.fromkeys(("removed", "deprecated", "superseded"), "What the announcement says"),
    **dict.fromkeys(("promoted", "changed"), "Level before → after, each with the release that states it"),
    "new": "Level",
    "undated": "What PyTorch says",
}

# Who made the English text of an announcement in Chinese: in a few words, and as a sentence.
ENGLISH_BY: dict[Authorship, tuple[str, str]] = {
    "atlas": (
        "Translated by this site from the Chinese",
        "English by this site, from a Chinese translation; not PyTorch’s wording.",
    ),
    "original": ("PyTorch’s own text", "The English is PyTorch’s own text."),
    "mixed": (
        "PyTorch’s own text, parts translated by this site",
        "The English is PyTorch’s own text in part; the rest is by this site, from a Chinese translation.",
    ),
}

# Heads of the column of details; that of other kinds is “Compared with”.
DETAILS: dict[FindingKind, str] = {"suspect-link": "Address"}

RESULT_KINDS = {  # of search results
    "section": "Section of",
    "feature": "Feature",
    "area": "Area",
    "level": "Level",
    "term": "Term",
    "page": "Page",
}

_PLACEHOLDER = re.compile(r"%(?:\(\w+\)[sd]|.|$)", re.DOTALL)  # or anything else with a meaning in a format string


def reason(text: BilingualText, language: Language) -> Markup:
    """Return the reason for an edit as HTML; Chinese words in an English reason get a ``lang`` attribute."""
    pieces = [escape(piece) for piece in re.split(rf"([{HAN}]+)", text.of(language))]  # every second one is Chinese
    if language == "en":
        pieces[1::2] = [Markup('<span lang="zh-CN">{}</span>').format(piece) for piece in pieces[1::2]]
    return Markup("").join(pieces)


class _Missing(gettext.NullTranslations):
    """The fallback of a catalog. It records each message that the catalog lacks, and returns it untranslated."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return message

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002  the overridden signature
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002  the overridden signature
        return self.gettext(msgid1)


def load_catalog(path: Path, language: Language) -> tuple[gettext.NullTranslations, set[str]]:
    """Return a language's catalog, and a set to which the catalog adds each message that it lacks when asked for it.

    Messages are in English, so English has an empty catalog. Raises UnreadableError if the file is no valid catalog, or
    if a translation has other placeholders than its message.
    """
    if language == "en":
        return gettext.NullTranslations(), set()
    try:
        entries = polib.pofile(path.read_text(encoding="utf-8"), wrapwidth=0)
        catalog = gettext.GNUTranslations(io.BytesIO(entries.to_binary()))
    except (OSError, ValueError, LookupError) as error:
        raise UnreadableError(0, f"is not a valid catalog ({error}): correct it") from None
    for entry in entries:
        placeholders = set(_PLACEHOLDER.findall(entry.msgid))
        for translation in (entry.msgstr, *entry.msgstr_plural.values()):
            if translation and set(_PLACEHOLDER.findall(translation)) != placeholders:
                raise UnreadableError(entry.linenum or 0, "has other placeholders than its text: correct them")
    missing = _Missing()
    catalog.add_fallback(missing)
    return catalog, missing.messages
