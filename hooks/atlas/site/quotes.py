"""Quoted evidence in the reader's language: the part of the translation that corresponds to the quote."""

import re
from functools import lru_cache

from atlas.core.languages import Language
from atlas.core.sentences import sentences
from atlas.core.text import text_width, to_simplified
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement, Evidence
from atlas.knowledge.recognition import LevelWords

MAX_WHOLE_TRANSLATION = 240  # characters of a translation that is given whole if no sentence surely matches
MAX_WIDTH_RATIO = 1.8  # ratio of the widths of a sentence and its translation

_NAME = re.compile(r"[a-z][a-z_.+]+|\d+(?:\.\d+)*")
_WIDE, _NARROW = str.maketrans("()", "（）"), str.maketrans("（）【】［］〔〕", "()[][][]")


def translate_quote(announcement: Announcement, evidence: Evidence, language: Language, level_words: LevelWords) -> str:
    """Return a quote's translation into a language; empty if it is in that language or not translated."""
    translation = "" if announcement.seed.language == language else announcement.text_in(evidence.text, language)
    if not translation:
        return ""
    whole = plain(evidence.text).strip()
    before, is_whole, after = evidence.quote.partition(whole)
    if not is_whole:
        return _translated_sentence(evidence.quote, whole, translation)
    gap = " " if language == "en" else ""
    markers = (translate_marker(raw, language, level_words) for raw in (before, after))
    return gap.join(filter(None, (next(markers), translation, next(markers))))


@lru_cache(maxsize=1024)  # the same few markers stand before many features
def translate_marker(raw: str, language: Language, level_words: LevelWords) -> str:
    """Translate a marker word by word, whatever its level is called: (实验) → (Experimental)."""
    if not raw.strip():
        return ""
    known = level_words.english
    if language == "en":
        words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        translated = re.sub(words, lambda word: f" {known[word[0]]} ", to_simplified(raw.strip()).translate(_NARROW))
        translated = re.sub(r"(?<=[(\[])\s+|\s+(?=[)\]])", "", " ".join(translated.split()))
        return re.sub("(?<![A-Za-z])[a-z]", lambda first: first[0].upper(), translated, count=1)
    chinese = {english.lower(): word for word, english in reversed(known.items()) if english}
    words = "|".join(map(re.escape, sorted(chinese, key=len, reverse=True)))
    translated = re.sub(
        rf"\b(?:{words})\b\s?", lambda word: chinese[word[0].strip().lower()], raw.strip(), flags=re.IGNORECASE
    )
    return translated.translate(_WIDE)


def _translated_sentence(quote: str, text: str, translation: str) -> str:
    """Return the sentence of a translation that stands where ``quote`` stands in ``text``, or all if that is short.

    Sentences may have been joined or split: then they differ in number, length, names or numbers.
    """
    own, others = ([*map(str.strip, sentences(part))] for part in (text, translation))
    if len(own) == len(others):
        for sentence, other in zip(own, others, strict=True):
            if quote in sentence and _share_names(sentence, other) and _as_long(sentence, other):
                return other
    return translation if len(translation) <= MAX_WHOLE_TRANSLATION else ""


def _share_names(sentence: str, other: str) -> bool:
    """Return whether the Latin words and numbers of one of two sentences, the Chinese one, are all in the other."""
    names, others = (set(_NAME.findall(text.casefold())) for text in (sentence, other))
    return names <= others or others <= names


def _as_long(sentence: str, other: str) -> bool:
    shorter, longer = sorted((text_width(sentence), text_width(other)))
    return longer <= MAX_WIDTH_RATIO * shorter
