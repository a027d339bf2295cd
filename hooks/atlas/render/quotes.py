"""The quoted evidence in the reader's language: the sentence of the translation that belongs to the seed's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from atlas.document import Inlines, plain
from atlas.history.lifecycle import Statement
from atlas.render.locale import Locale
from atlas.walk import blocks, runs

SHORT = 240  # characters of a translation that is shown whole where none of its sentences can be told to be the one
ALIKE = 0.4  # of a quote and a sentence that was mended since

_NAME = re.compile(r"[a-z][a-z_.+]+|\d+(?:\.\d+)*")
_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=[a-z\d)”\"]\. )|(?<=[.!?] )(?=[A-Z])")


def translated(statement: Statement, locale: Locale) -> str:
    """What the quote of a statement says in the page's language; empty where it is in it, or nobody translated it."""
    release = statement.release
    if release.seed.language == locale.language:
        return ""
    if statement.seen.basis in ("marker", "table", "heading", "none"):
        return _in(locale, statement, statement.feature.title)
    for inlines in _at(statement):
        own, other = _split(plain(inlines)), _split(_in(locale, statement, inlines))
        alike = [SequenceMatcher(None, statement.seen.quote, sentence).ratio() for sentence in own]
        best = max(range(len(own)), key=alike.__getitem__, default=0)
        if not other or not own or alike[best] < ALIKE:
            continue
        if len(own) == len(other):
            return other[best]
        return _sharing(own[best], other) or ("".join(other) if len("".join(other)) <= SHORT else "")
    return ""


def _sharing(sentence: str, others: list[str]) -> str:
    """The one of ``others`` that shares most names and numbers with a sentence; nothing where two share as much."""
    wanted = set(_NAME.findall(sentence.casefold()))
    shared = [len(wanted & set(_NAME.findall(other.casefold()))) for other in others]
    most = max(shared)
    return others[shared.index(most)] if most > 1 and shared.count(most) == 1 else ""


def _at(statement: Statement) -> Iterator[Inlines]:
    """The texts of the document at the line of a statement."""
    for block in blocks(statement.release.document):
        yield from (inlines for inlines, line in runs(block) if line == statement.seen.line)


def _in(locale: Locale, statement: Statement, inlines: Inlines) -> str:
    said = locale.said(statement.release, inlines)
    return "" if said.lang else plain(said.inlines).strip()


def _split(words: str) -> list[str]:
    return [sentence for sentence in _SENTENCE.split(words.strip()) if sentence and sentence.strip()]
