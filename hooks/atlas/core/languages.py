"""The site's two languages, and short texts in both."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
HTML_LANG: dict[Language, str] = {"zh": "zh-CN", "en": "en"}  # values of the lang attribute in HTML and Atom
LANGUAGE_NAMES: dict[Language, str] = {"zh": "Chinese", "en": "English"}  # for messages to maintainers


def other(language: Language) -> Language:
    """Return the other of the site's two languages."""
    return "en" if language == "zh" else "zh"


@dataclass(frozen=True, slots=True)
class BilingualText:
    """One text in both languages."""

    zh: str
    en: str

    @property
    def both(self) -> tuple[str, str]:
        """The text in Chinese and in English."""
        return (self.zh, self.en)

    def of(self, language: Language) -> str:
        """Return the text in ``language``."""
        return self.zh if language == "zh" else self.en
