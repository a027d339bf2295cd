"""Detection of a seed's language."""

import re

from atlas.core.characters import HAN_CHARACTER
from atlas.core.languages import Language

# Parts of a text that are not in a natural language: code with its comments, URLs, tags, API names.
_NO_WORDS = re.compile(
    r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)|<(?P<tag>pre|code|script|style)\b.*?(?:</(?P=tag)>|\Z)|<[^<>]*>|`[^`\n]*`"
    r"|https?://[^\s)>\"']*|(?<![\w.])\w*(?:[._]\w+)+",
    re.DOTALL | re.MULTILINE,
)
# Very frequent English words that are not keywords of Python or C++, nor parts of names.
_ENGLISH = re.compile(
    r"\b(?:the|of|to|an|that|are|we|our|you|your|it|its|be|can|has|have|was|which|by|on|will)\b", re.IGNORECASE
)
MAX_FOREIGN_WORDS = 2  # up to this many words of another language are ignored: they may be names
HAN_PER_ENGLISH_WORD = 4  # Han characters that count as much as one of the words in _ENGLISH
# Words and letters of other languages: French, Spanish, German; Japanese, Korean, Russian.
_OTHER = re.compile(
    r"\b(?:le|les|des|du|et|est|une|dans|avec|sur|qui|el|los|las|del|una|por|para|der|das|und|ist|nicht|mit|für|von|eine)\b"
    r"|[\u3041-\u30ff]+|[\uac00-\ud7af]+|[\u0400-\u04ff]+",
    re.IGNORECASE,
)


def detect_language(body: str) -> Language | None:
    """Return the language in which most of the prose is written, or None if that is neither Chinese nor English.

    Chinese prose may be full of English names, and English prose may quote Chinese words.
    """
    prose = _NO_WORDS.sub(" ", body)
    chinese = len(HAN_CHARACTER.findall(prose)) / HAN_PER_ENGLISH_WORD
    english = len(_ENGLISH.findall(prose))
    if len(_OTHER.findall(prose)) > max(chinese, english, MAX_FOREIGN_WORDS):
        return None
    return "zh" if chinese > english else "en"
