"""The format and the language of a seed, as its text shows them."""

import re

from atlas.core.languages import Language
from atlas.core.text import HAN_CHARACTER
from atlas.sources.seed import SeedFormat

# What belongs to no language: code and comments in it, addresses, tags, names of API.
_NO_WORDS = re.compile(
    r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)|<(?P<tag>pre|code|script|style)\b.*?(?:</(?P=tag)>|\Z)|<[^<>]*>|`[^`\n]*`"
    r"|https?://[^\s)>\"']*|(?<![\w.])\w*(?:[._]\w+)+",
    re.DOTALL | re.MULTILINE,
)
# Words that English prose cannot do without; none is a keyword of Python or C++ or part of a name.
_ENGLISH = re.compile(
    r"\b(?:the|of|to|an|that|are|we|our|you|your|it|its|be|can|has|have|was|which|by|on|will)\b", re.IGNORECASE
)
# A short line that ends no sentence, with = or - below it: a heading of Markdown.
_UNDERLINED = re.compile(
    r"(?:\A|\n[ \t]*\n)(?![-*•>|#<])[^\n]{1,80}(?<![\s。.:：;；,，|])[ \t]*\n(?:={2,}|-{3,})[ \t]*(?=\n|\Z)"
)
FEW = 2  # words of another language that prove nothing: they may be names
HAN_TO_A_WORD = 4  # Han characters that say as much as an English sentence with one of these in it
# Words and letters that neither Chinese nor English has: of French, Spanish, German; Japanese, Korean, Russian.
_OTHER = re.compile(
    r"\b(?:le|les|des|du|et|est|une|dans|avec|sur|qui|el|los|las|del|una|por|para|der|das|und|ist|nicht|mit|für|von|eine)\b"
    r"|[\u3041-\u30ff]+|[\uac00-\ud7af]+|[\u0400-\u04ff]+",
    re.IGNORECASE,
)


def detect_format(name: str, body: str) -> SeedFormat:
    """The format, by the ending of the name or the markup of the body."""
    if name.lower().endswith(".md") or re.match(r"\s*#{1,6} |\s*> ", body):
        return "markdown"
    if name.lower().endswith(".html") or len(re.findall(r"<(?:p|div|h[1-6]|ul|ol|li|pre|table)\b[^>]*>", body)) >= 3:
        return "html"
    if _UNDERLINED.search(body) or re.search(r"\A\s*#{1,6} |\]\(https?://|^(?:```|~~~)", body, re.MULTILINE):
        return "markdown"
    return "text"


def detect_language(body: str) -> Language | None:
    """The language of the prose: a Chinese post may be full of English names, an English one may quote Chinese.

    None where most of it is in another language.
    """
    prose = _NO_WORDS.sub(" ", body)
    chinese, english = len(HAN_CHARACTER.findall(prose)) / HAN_TO_A_WORD, len(_ENGLISH.findall(prose))
    if len(_OTHER.findall(prose)) > max(chinese, english, FEW):
        return None
    return "zh" if chinese > english else "en"
