"""Records of edits to a seed's text."""

from dataclasses import dataclass

from atlas.core.languages import BilingualText


@dataclass(frozen=True, slots=True)
class Change:
    """One edit to a seed: the rule's name, the text before and after, and the line in the file.

    ``reason`` is a text in both languages or a single string: a key of the interface's reasons, a fact's key, or a raw
    marker. ``term`` is the id of the glossary entry.
    """

    rule: str
    before: str
    after: str
    line: int
    reason: BilingualText | str = ""
    term: str = ""

    @property
    def drops(self) -> bool:
        """Whether text is removed without replacement; facts, errata, and invisible characters do not count."""
        moved = self.rule in {"facts", "erratum", "invisible-characters"}
        return bool(self.before.strip()) and not self.after.strip() and not moved
