"""The lines of a record, in YAML."""

import json
import re

from atlas.core.characters import HAN_CHARACTER
from atlas.extract.not_taken import NotTaken
from atlas.knowledge.fields import MAX_QUOTE_WORDS


def statement_line(candidate: NotTaken) -> str:
    """Return the line of a record for the level that a sentence names. It quotes the clause with the level.

    For a Chinese sentence, the quote is empty. A person fills it in, as a record quotes PyTorch's own English post.
    """
    sentence = candidate.sentence.shown
    clauses = re.split(r"[，。；]", sentence)
    clause = next((clause for clause in clauses if candidate.stating_words in clause), sentence)
    is_chinese = HAN_CHARACTER.search(clause) is not None
    quote = quoted("" if is_chinese else first_words(clause.strip(), candidate.stating_words))
    return f"- {{feature: {candidate.feature or '?'}, level: {candidate.level}, quote: {quote}}}"


def first_words(text: str, stating_words: str = "") -> str:
    """Return the first MAX_QUOTE_WORDS words of a text, or up to the end of ``stating_words`` if that is later."""
    words = text.split()
    if len(words) <= MAX_QUOTE_WORDS:
        return " ".join(words)
    up_to_level = text[: text.find(stating_words) + len(stating_words)] if stating_words in text else ""
    end = max(len(up_to_level.split()), MAX_QUOTE_WORDS)
    return " ".join(words[end - MAX_QUOTE_WORDS : end])


def quoted(text: str) -> str:
    """Return a text as a double-quoted YAML scalar on one line."""
    return json.dumps(re.sub(r"\s+", " ", text), ensure_ascii=False)
