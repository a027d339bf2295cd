"""Lines of a record, as YAML."""

import json
import re

from atlas.extract.not_taken import NotTaken
from atlas.knowledge.fields import MAX_QUOTE_WORDS


def statement_of(found: NotTaken) -> str:
    """Return the line of a record that would state the level of a sentence."""
    clauses = re.split(r"[，。；]", found.sentence.shown)
    clause = next((clause for clause in clauses if found.label in clause), found.sentence.shown)
    quote = quoted(first_words(clause.strip(), found.label))
    return f"- {{feature: {found.feature or '?'}, level: {found.level}, quote: {quote}}}"


def first_words(text: str, label: str = "") -> str:
    """Return at most MAX_QUOTE_WORDS words of a text: its first ones, or those up to its label."""
    words = text.split()
    if len(words) <= MAX_QUOTE_WORDS:
        return " ".join(words)
    before, found, _ = text.partition(label) if label else (text, "", "")
    end = max(len((before + found).split()), MAX_QUOTE_WORDS) if found else MAX_QUOTE_WORDS
    return " ".join(words[end - MAX_QUOTE_WORDS : end])


def quoted(text: str) -> str:
    """Return a text as a double-quoted scalar on one line."""
    return json.dumps(re.sub(r"\s+", " ", text), ensure_ascii=False)
