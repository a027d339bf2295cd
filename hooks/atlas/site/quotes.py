"""The quoted evidence in the reader's language: the sentence of the translation that belongs to the seed's."""

import re
from difflib import SequenceMatcher

from atlas.document.nodes import Inlines, plain
from atlas.history.lifecycle import Statement
from atlas.site.locale import Locale

SHORT = 240  # characters of a translation that is shown whole where no sentence of it matches
ALIKE = 0.4  # of a quote and a sentence that was corrected since

_NAME = re.compile(r"[a-z][a-z_.+]+|\d+(?:\.\d+)*")
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?] )(?=[A-Z`\"“])")


def translated(statement: Statement, locale: Locale) -> str:
    """What the quote of a statement says in the page's language; empty where it is in it, or nobody translated it."""
    release = statement.release
    texts = release.texts_by_line.get(statement.seen.line, [])
    if release.seed.language == locale.language:
        return ""
    if statement.seen.basis in ("marker", "table", "heading", "none"):  # cells of a table may have words of their own
        cell = next((c for c in texts if plain(c).strip() == statement.seen.quote.strip()), statement.feature.title)
        return _in(locale, statement, cell)
    for inlines in texts:
        own, other = _split(plain(inlines)), _split(_in(locale, statement, inlines))
        alike = [_likeness(statement.seen.quote, sentence) for sentence in own]
        best = max(range(len(own)), key=alike.__getitem__, default=0)
        if not other or not own or alike[best] < ALIKE:
            continue
        if len(own) == len(other):
            return other[best]
        return _sharing(own[best], other) or ("".join(other) if len("".join(other)) <= SHORT else "")
    return ""


def _likeness(quote: str, sentence: str) -> float:
    """1 where a sentence holds the quote; else how alike the two are."""
    return 1.0 if quote.strip() in sentence else SequenceMatcher(None, quote, sentence).ratio()


def _sharing(sentence: str, others: list[str]) -> str:
    """The one of ``others`` that shares most names and numbers with a sentence; nothing where two share as much."""
    wanted = set(_NAME.findall(sentence.casefold()))
    shared = [len(wanted & set(_NAME.findall(other.casefold()))) for other in others]
    most = max(shared)
    return others[shared.index(most)] if most > 1 and shared.count(most) == 1 else ""


def _in(locale: Locale, statement: Statement, inlines: Inlines) -> str:
    localized = statement.release.localized(inlines, locale.language)
    return "" if localized.lang else plain(localized.inlines).strip()


def _split(words: str) -> list[str]:
    return [sentence for sentence in _SENTENCE.split(words.strip()) if sentence and sentence.strip()]
