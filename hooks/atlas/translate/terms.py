"""Check that translations use the terms of the glossary."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.knowledge.schema import Term
from atlas.translate.parity import running_text

_ENDING = re.compile(r"(?<=[a-z]{3})(?:ings?|ed|es|s|e)$")  # removed from a word of the glossary: compiling → compil
_ANY_ENDING = r"(?:e|s|es|d|ed|er|ers|ing|ings|ies|y)?"  # added to the pattern for what is left: compiler, compiles
_LATIN = "A-Za-z0-9"


@dataclass(frozen=True)
class TermRule:
    """A term in the glossary, in the seed's language, with its accepted translations, and patterns for both."""

    wording: str
    accepted: tuple[str, ...]
    wording_pattern: re.Pattern[str]
    accepted_pattern: re.Pattern[str]


def rules(terms: Iterable[Term], source: Language) -> tuple[TermRule, ...]:
    """Return the glossary as rules for texts in the language ``source``, those for the longest terms first."""
    accepted_by_wording: dict[str, list[str]] = {}
    for term in terms:
        if source == "zh":
            accepted_by_wording.setdefault(term.to, []).extend([term.en, *term.also])
        else:
            accepted_by_wording.setdefault(_without_explanation(term.en), []).append(term.to)
    longest_first = sorted(accepted_by_wording.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return tuple(
        TermRule(wording, tuple(dict.fromkeys(accepted)), _pattern([wording]), _pattern(accepted))
        for wording, accepted in longest_first
    )


def broken_rules(rules: Iterable[TermRule], msgid: str, msgstr: str) -> list[TermRule]:
    """Return the rules whose term is in the text, but none of whose accepted translations is in the translation.

    Terms in code do not count, nor do terms within longer terms; so ``rules`` must have the longest terms first.
    """
    text = running_text(parse_inline(msgid))
    translation = plain(parse_inline(msgstr))
    broken = []
    for rule in rules:
        without_wording = rule.wording_pattern.sub("\n", text)
        if without_wording != text and not rule.accepted_pattern.search(translation):
            broken.append(rule)
        text = without_wording
    return broken


def _without_explanation(wording: str) -> str:
    """Remove an explanation in brackets from a term: FX (torch.fx) → FX."""
    return re.sub(r"\s*[（(][^（()）]*[)）]\s*", "", wording)


def _pattern(wordings: Iterable[str]) -> re.Pattern[str]:
    """Compile a pattern for any of the wordings, with or without its explanation in brackets, and in any inflection."""
    alternatives: dict[str, None] = {}  # an ordered set
    for wording in wordings:
        alternatives |= dict.fromkeys((wording, _without_explanation(wording)))
    return re.compile("|".join(map(_any_form, alternatives)), re.IGNORECASE)


def _any_form(wording: str) -> str:
    """Return a pattern for a wording; between its words and scripts, there may be a space, a hyphen or nothing."""
    pieces = re.findall(rf"[{_LATIN}.+#/']+|[^\s{_LATIN}.+#/'-]+", wording)
    pattern = r"[\s-]?".join(map(_any_inflection, pieces))
    return rf"(?<![{_LATIN}]){pattern}(?![{_LATIN}])" if re.match(rf"[{_LATIN}]", wording) else pattern


def _any_inflection(piece: str) -> str:
    """Return a pattern for an English word in any inflection; names, numbers and Chinese match only as they are."""
    if not re.fullmatch(r"[A-Za-z]?[a-z]{3,}", piece):
        return re.escape(piece)
    has_y_or_ies = re.search(r"(?:[^aeiou]y|ies)$", piece)
    stem = re.sub(r"(?:y|ies)$", "", piece) if has_y_or_ies else _ENDING.sub("", piece)
    return re.escape(stem) + _ANY_ENDING
