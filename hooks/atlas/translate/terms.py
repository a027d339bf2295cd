"""Whether translations use the glossary's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.document.nodes import Inlines, Text, plain
from atlas.document.traverse import nodes
from atlas.knowledge.schema import Term

_ENDING = re.compile(r"(?<=[a-z]{3})(?:ings?|ed|es|s|e)$")
_ENDINGS = r"(?:e|s|es|d|ed|er|ers|ing|ings|ies|y)?"
_LATIN = "A-Za-z0-9"


@dataclass(frozen=True)
class Wording:
    """What a text may say of one thing (``said``), and what its translation may then say (``wanted``)."""

    said: str
    wanted: tuple[str, ...]
    _says: re.Pattern[str]
    _answers: re.Pattern[str]

    def kept(self, translation: str) -> bool:
        """Whether one of the wanted words stands in the plain words of a translation."""
        return bool(self._answers.search(translation))


def wordings(terms: Iterable[Term], source: Language) -> tuple[Wording, ...]:
    """The glossary, to be looked up in texts of one language, the longest words first."""
    found: dict[str, list[str]] = {}
    for term in terms:
        if source == "zh":
            found.setdefault(term.to, []).extend([term.en, *term.also])
        else:
            found.setdefault(_bare(term.en), []).append(term.to)
    return tuple(
        Wording(said, tuple(dict.fromkeys(wanted)), _pattern([said]), _pattern(wanted))
        for said, wanted in sorted(found.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    )


def occurring(words: Iterable[Wording], text: Inlines) -> list[Wording]:
    """What of the glossary a text says, outside code; a word inside a longer one is not said."""
    left = "\n".join(node.text for node in nodes(text) if isinstance(node, Text))
    found = []
    for wording in words:
        shorter = wording._says.sub("\n", left)  # noqa: SLF001
        if shorter != left:
            found.append(wording)
            left = shorter
    return found


def unkept(words: Iterable[Wording], msgid: str, msgstr: str, parse: Callable[[str], Inlines]) -> list[Wording]:
    """What of the glossary a text says and its translation does not."""
    translation = plain(parse(msgstr))
    return [wording for wording in occurring(words, parse(msgid)) if not wording.kept(translation)]


def _bare(wording: str) -> str:
    """Without what only explains it: FX (torch.fx)."""
    return re.sub(r"\s*[（(][^（()）]*[)）]\s*", "", wording)


def _pattern(wordings: Iterable[str]) -> re.Pattern[str]:
    """Any of the wordings, with or without what explains them, in any form of its English words."""
    forms = dict.fromkeys(form for wording in wordings for form in (wording, _bare(wording)))
    return re.compile("|".join(map(_any_form, forms)), re.IGNORECASE)


def _any_form(wording: str) -> str:
    """Pieces of one script each, with or without a space or hyphen between them."""
    pieces = re.findall(rf"[{_LATIN}.+#/']+|[^\s{_LATIN}.+#/'-]+", wording)
    inner = r"[\s-]?".join(_word(piece) for piece in pieces)
    return rf"(?<![{_LATIN}]){inner}(?![{_LATIN}])" if re.match(rf"[{_LATIN}]", wording) else inner


def _word(piece: str) -> str:
    if not re.fullmatch(r"[A-Za-z]?[a-z]{3,}", piece):  # a name, a number, Chinese
        return re.escape(piece)
    stem = re.sub(r"(?:y|ies)$", "", piece) if re.search(r"(?:[^aeiou]y|ies)$", piece) else _ENDING.sub("", piece)
    return re.escape(stem) + _ENDINGS
