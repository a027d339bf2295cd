"""The two languages of the site, and short texts that are written in both."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
HTML_LANG: dict[Language, str] = {"zh": "zh-CN", "en": "en"}  # as the attribute lang and Atom have it


def other(language: Language) -> Language:
    """The language that a text in ``language`` is translated into."""
    return "en" if language == "zh" else "zh"


@dataclass(frozen=True, slots=True)
class Names:
    """One text in both languages."""

    zh: str
    en: str

    @property
    def both(self) -> tuple[str, str]:
        """The text in each language."""
        return (self.zh, self.en)

    def of(self, language: Language) -> str:
        """The text in ``language``."""
        return self.zh if language == "zh" else self.en
