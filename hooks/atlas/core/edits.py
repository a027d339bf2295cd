"""Edits of a seed's text, and the rules that make them."""

from dataclasses import dataclass
from typing import Literal

from atlas.core.languages import BilingualText

Rule = Literal[  # site/interface.py has the rules' names for readers
    "erratum",
    "invisible-characters",
    "look-alikes",
    "other-markup",
    "struck-out",
    "redirects",
    "references",
    "link-titles",
    "nested-links",
    "list-numbers",
    "code-notes",
    "code-links",
    "surplus-cells",
    "dropped-elements",
    "comments",
    "line-breaks",
    "site-settings",
    "facts",
    "boilerplate",
    "boilerplate-aside",
    "images",
    "bare-addresses",
    "site-links",
    "unsafe-links",
    "title",
    "bold-headings",
    "heading-markup",
    "heading-levels",
    "markers",
    "emphasis-edges",
    "code-emphasis",
    "code-names",
    "code-language",
    "glossary",
    "typography",
    "spaces",
    "empty-blocks",
]
# An edit replaces words ("wording"), changes markup or removes text ("form"), changes or removes the address of words
# that stay ("link"), moves text into the release's data ("fact"), or changes only what nobody sees ("invisible").
Effect = Literal["wording", "form", "link", "fact", "invisible"]
EFFECTS: dict[Rule, Effect] = {  # the effect of every rule that is not here is "form"
    "erratum": "wording",
    "invisible-characters": "invisible",
    "redirects": "link",
    "link-titles": "link",
    "nested-links": "link",
    "code-links": "link",
    "facts": "fact",
    "site-links": "link",
    "unsafe-links": "link",
    "code-language": "invisible",
    "glossary": "wording",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: its rule, the text before and after it, and the 1-based line in the file.

    - ``reason`` is shown to readers.
    - ``term`` is the id of the glossary entry that the edit applied, if any.
    - ``place`` is that of the host in which the edit was made (see document/nodes.py); -1 if the hosts were not yet
      numbered, or if it was made in none.
    """

    rule: Rule
    before: str
    after: str
    line: int
    reason: BilingualText | None = None
    term: str = ""
    place: int = -1

    @property
    def effect(self) -> Effect:
        """What the edit changes."""
        return EFFECTS.get(self.rule, "form")

    @property
    def drops(self) -> bool:
        """Whether the edit removes text from the page and puts nothing in its place."""
        return self.effect in ("form", "link") and bool(self.before.strip()) and not self.after.strip()

    @property
    def drops_words(self) -> bool:
        """Whether the edit removes words from the page, so that a line may have none left there."""
        return self.effect not in ("link", "invisible") and bool(self.before.strip()) and not self.after.strip()
