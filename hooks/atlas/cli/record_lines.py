"""The lines of a record, in YAML."""

import json
import re

from atlas.core.characters import HAN_CHARACTER
from atlas.extract.not_taken import NotTaken
from atlas.knowledge.fields import MAX_QUOTE_WORDS


def statement_line(candidate: NotTaken) -> str:
    """Return the line that would state the level of a sentence: the quote is the clause that names the level.

    The quote of a Chinese sentence is empty, for a person to fill in: a record quotes PyTorch's own English post.
    """
    sentence = candidate.sentence.shown
    clauses = re.split(r"[，。；]", sentence)
    clause = next((clause for clause in clauses if candidate.label in clause), sentence)
    is_chinese = HAN_CHARACTER.search(clause) is not None
    quote = quoted("" if is_chinese else first_words(clause.strip(), candidate.label))
    return f"- {{feature: {candidate.feature or '?'}, level: {candidate.level}, quote: {quote}}}"


def first_words(text: str, label: str = "") -> str:
    """Return at most MAX_QUOTE_WORDS words of a text: the first ones, or if ``label`` is later, the ones up to it."""
    words = text.split()
    if len(words) <= MAX_QUOTE_WORDS:
        return " ".join(words)
    up_to_label = text[: text.find(label) + len(label)] if label in text else ""
    end = max(len(up_to_label.split()), MAX_QUOTE_WORDS)
    return " ".join(words[end - MAX_QUOTE_WORDS : end])


def quoted(text: str) -> str:
    """Return a text as a double-quoted YAML scalar on one line."""
    return json.dumps(re.sub(r"\s+", " ", text), ensure_ascii=False)
