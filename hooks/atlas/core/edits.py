"""Edits of a seed's text, and the rules that make them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from atlas.core.languages import BilingualText

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

# What an edit does:
# - wording: it replaces words.
# - form: it changes markup, or removes text.
# - link: it changes or removes the URL of a link. The words of the link are kept.
# - fact: it moves text into the facts of the release.
# - invisible: it changes only what nobody sees.
Effect = Literal["wording", "form", "link", "fact", "invisible"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that makes edits: its id, its name for readers, and what its edits do.

    A rule is a constant in the package that applies it. Only rules that several packages apply are in this module.
    """

    id: str
    name: BilingualText
    effect: Effect = "form"


INVISIBLE_CHARACTERS = Rule(
    "invisible-characters", BilingualText("去掉不可见字符", "Invisible characters removed"), "invisible"
)
OTHER_MARKUP = Rule("other-markup", BilingualText("处理其他网站生成器的标记", "Markup of other site generators"))
EMPTY_BLOCKS = Rule("empty-blocks", BilingualText("去掉空段落", "Empty paragraphs removed"))


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: its rule, the text before and after it, and the 1-based line in the file.

    - ``reason`` is shown to readers.
    - ``mistranslations`` are the mistranslations that the edit corrected, as the glossary spells them.
    - ``host_index`` is the index of the heading, paragraph, item or cell in which the edit was made (``Host`` in
      document/nodes.py). It is -1 outside of these, and before they are numbered.
    """

    rule: Rule
    before: str
    after: str
    line: int
    reason: BilingualText | None = None
    mistranslations: tuple[str, ...] = ()
    host_index: int = -1

    @property
    def effect(self) -> Effect:
        """What the edit does."""
        return self.rule.effect

    @property
    def drops(self) -> bool:
        """Whether the edit removes text altogether: neither the page nor the facts of the release have it."""
        return self.effect in ("form", "link") and bool(self.before.strip()) and not self.after.strip()

    @property
    def leaves_no_words(self) -> bool:
        """Whether none of the words of ``before`` are left in the text: they were removed, or moved into the facts."""
        return self.effect not in ("link", "invisible") and bool(self.before.strip()) and not self.after.strip()


class Edited(NamedTuple, Generic[T_co]):
    """A new version of a document, a text, or a part of one, with the edits that led to it."""

    value: T_co
    edits: Sequence[Edit] = ()


def edit_each(values: Iterable[T], change: Callable[[T], Edited[T]]) -> Edited[tuple[T, ...]]:
    """Apply ``change`` to each value. Return the new values with the edits of all."""
    changed: list[T] = []
    edits: list[Edit] = []
    for value in values:
        new_value, new_edits = change(value)
        changed.append(new_value)
        edits += new_edits
    return Edited(tuple(changed), edits)


def joined(parts: Iterable[Edited[Sequence[T]]]) -> Edited[tuple[T, ...]]:
    """Concatenate the new versions of parts of a sequence, with the edits of all."""
    values: list[T] = []
    edits: list[Edit] = []
    for part, part_edits in parts:
        values += part
        edits += part_edits
    return Edited(tuple(values), edits)
