"""Check that translations use the glossary's words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.knowledge.schema import Term
from atlas.translate.parity import running_text

_ENDING = re.compile(r"(?<=[a-z]{3})(?:ings?|ed|es|s|e)$")
_ENDINGS = r"(?:e|s|es|d|ed|er|ers|ing|ings|ies|y)?"
_LATIN = "A-Za-z0-9"


@dataclass(frozen=True)
class Rule:
    """A wording of the glossary, and the words accepted for it in a translation."""

    wording: str
    accepted: tuple[str, ...]
    wording_pattern: re.Pattern[str]
    accepted_pattern: re.Pattern[str]


def rules(terms: Iterable[Term], source: Language) -> tuple[Rule, ...]:
    """Return the glossary as rules for texts in one language, longest wordings first."""
    accepted_by_wording: dict[str, list[str]] = {}
    for term in terms:
        if source == "zh":
            accepted_by_wording.setdefault(term.to, []).extend([term.en, *term.also])
        else:
            accepted_by_wording.setdefault(_without_explanation(term.en), []).append(term.to)
    longest_first = sorted(accepted_by_wording.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return tuple(
        Rule(wording, tuple(dict.fromkeys(accepted)), _pattern([wording]), _pattern(accepted))
        for wording, accepted in longest_first
    )


def broken_rules(rules: Iterable[Rule], msgid: str, msgstr: str) -> list[Rule]:
    """Return rules that a translation breaks, for wordings in the text outside code and longer wordings."""
    text = running_text(parse_inline(msgid))
    translation = plain(parse_inline(msgstr))
    broken = []
    for rule in rules:
        rest = rule.wording_pattern.sub("\n", text)
        if rest != text and not rule.accepted_pattern.search(translation):
            broken.append(rule)
        text = rest
    return broken


def _without_explanation(wording: str) -> str:
    """Remove an explanation in brackets: FX (torch.fx)."""
    return re.sub(r"\s*[（(][^（()）]*[)）]\s*", "", wording)


def _pattern(wordings: Iterable[str]) -> re.Pattern[str]:
    """Compile any of the wordings, with or without an explanation in brackets, in any form of English words."""
    forms = dict.fromkeys(form for wording in wordings for form in (wording, _without_explanation(wording)))
    return re.compile("|".join(map(_any_form, forms)), re.IGNORECASE)


def _any_form(wording: str) -> str:
    """Return a pattern that allows a space or hyphen between pieces of different scripts or words."""
    pieces = re.findall(rf"[{_LATIN}.+#/']+|[^\s{_LATIN}.+#/'-]+", wording)
    inner = r"[\s-]?".join(_word(piece) for piece in pieces)
    return rf"(?<![{_LATIN}]){inner}(?![{_LATIN}])" if re.match(rf"[{_LATIN}]", wording) else inner


def _word(piece: str) -> str:
    if not re.fullmatch(r"[A-Za-z]?[a-z]{3,}", piece):  # a name, a number, Chinese
        return re.escape(piece)
    stem = re.sub(r"(?:y|ies)$", "", piece) if re.search(r"(?:[^aeiou]y|ies)$", piece) else _ENDING.sub("", piece)
    return re.escape(stem) + _ENDINGS
