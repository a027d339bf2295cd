"""Parsing of Chinese and English dates."""

import re
from datetime import date
from email.utils import parsedate_to_datetime

MONTHS = "January February March April May June July August September October November December".split()
_MONTH = rf"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|Sept)\b\.?"
_OF_MONTH = r"\d{1,2}(?:st|nd|rd|th)?"
_NUMBERS = re.compile(r"(\d{4})\s*[年/.-]\s*(\d{1,2})\s*[月/.-]\s*(\d{1,2})\s*日?")
ENGLISH = rf"(?:{_MONTH}\s{_OF_MONTH}|{_OF_MONTH}\s(?:of\s)?{_MONTH}),?\s\d{{4}}"
_ENGLISH = re.compile(rf"(?<!\w)(?i:{ENGLISH})(?!\d)")


def day_in(text: str) -> date | None:
    """The date that ``text`` states; None if it states none, or one that does not exist."""
    if found := _NUMBERS.search(text):
        return day_of(found.groups())
    if found := _ENGLISH.search(text):
        of_month, year = re.findall(r"\d+", found[0])
        month = next(i for i, name in enumerate(MONTHS, 1) if re.search(rf"\b{name[:3]}", found[0], re.IGNORECASE))
        return day_of((year, str(month), of_month))
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, OverflowError):
        return None


def day_of(parts: tuple[str, ...]) -> date | None:
    """The date for a year, month, and day in digits; None if it does not exist."""
    try:
        return date(*(int(part) for part in parts))
    except ValueError:
        return None
