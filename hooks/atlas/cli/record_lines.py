"""Lines of a record, as YAML."""

import json
import re

from atlas.extract.not_taken import NotTaken
from atlas.knowledge.fields import MAX_QUOTE_WORDS


def statement_line(candidate: NotTaken) -> str:
    """Return the line of a record that would state the level of a sentence."""
    clauses = re.split(r"[，。；]", candidate.sentence.shown)
    clause = next((clause for clause in clauses if candidate.label in clause), candidate.sentence.shown)
    quote = quoted(first_words(clause.strip(), candidate.label))
    return f"- {{feature: {candidate.feature or '?'}, level: {candidate.level}, quote: {quote}}}"


def first_words(text: str, label: str = "") -> str:
    """Return at most MAX_QUOTE_WORDS words of a text: its first ones, or those up to its label."""
    words = text.split()
    if len(words) <= MAX_QUOTE_WORDS:
        return " ".join(words)
    up_to_label = text[: text.find(label) + len(label)] if label in text else ""
    end = max(len(up_to_label.split()), MAX_QUOTE_WORDS)
    return " ".join(words[end - MAX_QUOTE_WORDS : end])


def quoted(text: str) -> str:
    """Return a text as a double-quoted scalar on one line."""
    return json.dumps(re.sub(r"\s+", " ", text), ensure_ascii=False)
