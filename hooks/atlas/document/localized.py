"""A text in one of the languages of a page."""

from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.document.nodes import Inlines


@dataclass(frozen=True, slots=True)
class Localized:
    """A text in the requested language, or in the seed's language if there is no current translation.

    ``lang`` is the language of the text if that is not the requested one. ``fuzzy`` marks a translation to be reviewed.
    """

    inlines: Inlines
    lang: Language | None = None
    fuzzy: bool = False
