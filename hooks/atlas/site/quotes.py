"""Quoted evidence in the reader's language: the part of the translation that corresponds to the quote."""

import re
from functools import lru_cache

from atlas.core.languages import Language
from atlas.core.text import comparison_key, text_width, to_simplified
from atlas.document.nodes import Inlines, plain
from atlas.extract.announcement import Announcement, Feature, Observation
from atlas.knowledge.schema import Stability

MAX_WHOLE_TRANSLATION = 240  # characters of a translation that is returned whole if none of its sentences matches
MAX_WIDTH_RATIO = 1.8  # ratio of the widths of a sentence and its translation

_NAME = re.compile(r"[a-z][a-z_.+]+|\d+(?:\.\d+)*")
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?] )(?=[A-Z`\"“])")
_WIDE, _NARROW = str.maketrans("()", "（）"), str.maketrans("（）【】［］〔〕", "()[][][]")


def translate_quote(
    release: Announcement, feature: Feature, seen: Observation, language: Language, stability: Stability
) -> str:
    """Return a quote's translation into a language; empty if it is in that language or not translated."""
    if release.seed.language == language:
        return ""
    texts = (feature.title, *release.texts_by_line.get(seen.line, []))
    for text in texts:  # the quote is a whole text, perhaps with a marker
        before, found, after = seen.quote.partition(plain(text).strip() or "\n")
        if found and comparison_key(before + after) in ("", comparison_key(seen.label_raw)):
            gap = " " if language == "en" else ""
            parts = (
                translate_marker(before, language, stability),
                release.words(text, language),
                translate_marker(after, language, stability),
            )
            return gap.join(filter(None, parts)) if parts[1] else ""
    return next(
        filter(None, (_matching_sentence(seen.quote, text, release.words(text, language) or "") for text in texts)), ""
    )


@lru_cache(maxsize=1024)  # the same few markers stand before many features
def translate_marker(raw: str, language: Language, stability: Stability) -> str:
    """Translate a marker word by word, whatever its level is called: (实验) → (Experimental)."""
    if not raw.strip():
        return ""
    known = stability.marker_words
    if language == "en":
        words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        translated = re.sub(words, lambda found: f" {known[found[0]]} ", to_simplified(raw.strip()).translate(_NARROW))
        translated = re.sub(r"(?<=[(\[])\s+|\s+(?=[)\]])", "", " ".join(translated.split()))
        return re.sub("(?<![A-Za-z])[a-z]", lambda first: first[0].upper(), translated, count=1)
    chinese = {english.lower(): word for word, english in reversed(known.items()) if english}
    words = "|".join(map(re.escape, sorted(chinese, key=len, reverse=True)))
    translated = re.sub(
        rf"\b(?:{words})\b\s?", lambda found: chinese[found[0].strip().lower()], raw.strip(), flags=re.IGNORECASE
    )
    return translated.translate(_WIDE)


def _matching_sentence(quote: str, text: Inlines, translation: str) -> str:
    """Return the sentence of a translation that corresponds to a quote from ``text``.

    Sentences may have been joined or split. If the match is uncertain, return a short translation whole, else nothing.
    """
    sentences, others = _split(plain(text)), _split(translation)
    at = next((at for at, sentence in enumerate(sentences) if quote.strip() in sentence), None)
    if at is None or not others:
        return ""
    names = _names(sentences[at])
    shared = [len(names & _names(other)) for other in others]
    most = max(shared)
    if len(sentences) == len(others) and shared[at] == most and _as_long(sentences[at], others[at]):
        return others[at]
    if shared.count(most) == 1 and most == len(names) > 1:  # only this one has all names and numbers
        return others[shared.index(most)]
    return translation if len(translation) <= MAX_WHOLE_TRANSLATION else ""


def _names(sentence: str) -> set[str]:
    return set(_NAME.findall(sentence.casefold()))


def _as_long(sentence: str, other: str) -> bool:
    shorter, longer = sorted((text_width(sentence), text_width(other)))
    return longer <= MAX_WIDTH_RATIO * shorter


def _split(words: str) -> list[str]:
    return [sentence.strip() for sentence in _SENTENCE.split(words) if sentence.strip()]
