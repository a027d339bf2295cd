"""Parsing of Chinese and English dates."""

import re
from datetime import date
from email.utils import parsedate_to_datetime

MONTHS = "January February March April May June July August September October November December".split()
_MONTH = rf"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|Sept)\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_NUMERIC_DATE = re.compile(r"(\d{4})\s*[年/.-]\s*(\d{1,2})\s*[月/.-]\s*(\d{1,2})\s*日?")
ENGLISH_DATE = rf"(?:{_MONTH}\s{_DAY}|{_DAY}\s(?:of\s)?{_MONTH}),?\s\d{{4}}"
_ENGLISH_DATE = re.compile(rf"(?<!\w)(?i:{ENGLISH_DATE})(?!\d)")


def find_date(text: str) -> date | None:
    """Return the date that ``text`` states; None if it states none, or one that does not exist."""
    if numeric := _NUMERIC_DATE.search(text):
        return make_date(numeric.groups())
    if english := _ENGLISH_DATE.search(text):
        day, year = re.findall(r"\d+", english[0])
        month = next(i for i, name in enumerate(MONTHS, 1) if re.search(rf"\b{name[:3]}", english[0], re.IGNORECASE))
        return make_date((year, str(month), day))
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, OverflowError):
        return None


def make_date(parts: tuple[str, ...]) -> date | None:
    """Return the date for a year, month, and day in digits; None if it does not exist."""
    try:
        return date(*(int(part) for part in parts))
    except ValueError:
        return None
