"""Translations of quotes: of a whole text, of the sentence that corresponds to a quote, or of a marker."""

import re
from dataclasses import replace
from functools import lru_cache

from atlas.core.languages import Language
from atlas.core.sentences import split_sentences
from atlas.core.text import text_width, to_simplified
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement, Evidence
from atlas.knowledge.recognition import LevelWords

MAX_WHOLE_TRANSLATION = 240  # characters: up to there, the whole translation stands in if no sentence surely matches
MAX_WIDTH_RATIO = 1.8  # between the widths of a sentence and of its translation

_NAME = re.compile(r"[a-z][a-z_.+]+|\d+(?:\.\d+)*")
_WIDE, _NARROW = str.maketrans("()", "（）"), str.maketrans("（）【】［］〔〕", "()[][][]")


def translate_quote(announcement: Announcement, evidence: Evidence, language: Language, level_words: LevelWords) -> str:
    """Return a quote's translation into a language; empty if it is in that language or not translated.

    A quote is either a part of a text, or the whole text with its marker.
    """
    translation = "" if announcement.seed.language == language else announcement.text_in(evidence.text, language)
    if not translation:
        return ""
    if evidence.marker:
        raw = translate_marker(evidence.marker.raw, language, level_words)
        return replace(evidence.marker, raw=raw, is_spaced=language == "en").attach_to(translation)
    whole = plain(evidence.text).strip()
    return translation if evidence.quote == whole else translated_sentence(evidence.quote, whole, translation)


@lru_cache(maxsize=1024)  # the same few markers stand before many features
def translate_marker(raw: str, language: Language, level_words: LevelWords) -> str:
    """Translate a marker word by word, whatever its level is called: (实验) → (Experimental)."""
    if not raw.strip():
        return ""
    if language == "en":
        return _marker_in_english(raw.strip(), level_words.english)
    return _marker_in_chinese(raw.strip(), level_words.english)


def _marker_in_english(marker: str, english: dict[str, str]) -> str:
    """Translate a Chinese marker; ``english`` maps Chinese words to English ones."""
    words = "|".join(map(re.escape, sorted(english, key=len, reverse=True)))
    narrow = to_simplified(marker).translate(_NARROW)
    translated = " ".join(re.sub(words, lambda word: f" {english[word[0]]} ", narrow).split())
    no_inner_spaces = re.sub(r"(?<=[(\[])\s+|\s+(?=[)\]])", "", translated)
    return re.sub("(?<![A-Za-z])[a-z]", lambda first: first[0].upper(), no_inner_spaces, count=1)


def _marker_in_chinese(marker: str, english: dict[str, str]) -> str:
    """Translate an English marker; ``english`` maps Chinese words to English ones, of equal ones the first counts."""
    chinese = {english_word.lower(): word for word, english_word in reversed(english.items()) if english_word}
    words = "|".join(map(re.escape, sorted(chinese, key=len, reverse=True)))
    translated = re.sub(
        rf"\b(?:{words})\b\s?", lambda word: chinese[word[0].strip().lower()], marker, flags=re.IGNORECASE
    )
    return translated.translate(_WIDE)


def translated_sentence(quote: str, text: str, translation: str) -> str:
    """Return the sentence of ``translation`` that corresponds to the one of ``text`` that contains ``quote``.

    If none surely does, return the whole translation if it is short, else nothing: a translator may have joined or
    split sentences, which then differ in number, length, names or numbers.
    """
    originals = [sentence.strip() for sentence in split_sentences(text)]
    translated = [sentence.strip() for sentence in split_sentences(translation)]
    if len(originals) == len(translated):
        for original, candidate in zip(originals, translated, strict=True):
            if quote in original and _share_names(original, candidate) and _are_similarly_long(original, candidate):
                return candidate
    return translation if len(translation) <= MAX_WHOLE_TRANSLATION else ""


def _share_names(sentence: str, other: str) -> bool:
    """Return whether one of two sentences (the Chinese one) has no Latin words and numbers that the other lacks."""
    names = set(_NAME.findall(sentence.casefold()))
    other_names = set(_NAME.findall(other.casefold()))
    return names <= other_names or other_names <= names


def _are_similarly_long(sentence: str, other: str) -> bool:
    shorter, longer = sorted((text_width(sentence), text_width(other)))
    return longer <= MAX_WIDTH_RATIO * shorter
