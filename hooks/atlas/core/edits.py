"""Edits of a seed's text, and the rules that make them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from atlas.core.languages import BilingualText

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

# An edit replaces words ("wording"), changes markup or removes text ("form"), changes or removes the address of words
# that stay ("link"), moves text into the release's data ("fact"), or changes only what nobody sees ("invisible").
Effect = Literal["wording", "form", "link", "fact", "invisible"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that makes edits: its id, its name for readers, and what its edits change.

    Each stands where it is applied; here are those that several packages apply.
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
    - ``mistranslations`` are those that the edit corrected, as the glossary has them.
    - ``host_index`` is that of the host in which the edit was made (see document/nodes.py); -1 if the hosts were not
      yet numbered, or if it was made in none.
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
        """What the edit changes."""
        return self.rule.effect

    @property
    def drops(self) -> bool:
        """Whether the edit drops text: it stands neither on the page nor among the facts."""
        return self.effect in ("form", "link") and bool(self.before.strip()) and not self.after.strip()

    @property
    def leaves_no_words(self) -> bool:
        """Whether none of the words before it are left in the text: they were dropped, or are a fact."""
        return self.effect not in ("link", "invisible") and bool(self.before.strip()) and not self.after.strip()


class Edited(NamedTuple, Generic[T_co]):
    """What became of a document, a text, or a part of one, and the edits that say what was changed."""

    value: T_co
    edits: Sequence[Edit] = ()


def edit_each(values: Iterable[T], change: Callable[[T], Edited[T]]) -> Edited[tuple[T, ...]]:
    """Change each value, and collect the edits."""
    changed: list[T] = []
    edits: list[Edit] = []
    for value in values:
        after, own_edits = change(value)
        changed.append(after)
        edits += own_edits
    return Edited(tuple(changed), edits)


def joined(parts: Iterable[Edited[Sequence[T]]]) -> Edited[tuple[T, ...]]:
    """Join what became of the parts of a sequence."""
    values: list[T] = []
    edits: list[Edit] = []
    for part, own_edits in parts:
        values += part
        edits += own_edits
    return Edited(tuple(values), edits)
