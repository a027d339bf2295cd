"""A text in the language of a page, or in the seed's language if it is not translated."""

from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.document.nodes import Inlines


@dataclass(frozen=True, slots=True)
class Localized:
    """A text in the requested language, or in the seed's language if there is no translation that may be published."""

    inlines: Inlines
    lang: Language | None = None  # the language of the text if that is not the requested one
    fuzzy: bool = False  # whether the text has a translation, which must be reviewed before it is published
