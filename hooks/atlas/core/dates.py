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
    """Return the date that ``text`` states: 2021年10月21日, 2021-10-21, October 21st, 2021, or as in e-mail headers.

    None if the text states no date, or one that does not exist, such as February 30.
    """
    if numeric := _NUMERIC_DATE.search(text):
        return make_date(numeric.groups())
    if english := _ENGLISH_DATE.search(text):
        return _english_date(english[0])
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, OverflowError):
        return None


def _english_date(text: str) -> date | None:
    """Return the date for a text that matches ``ENGLISH_DATE``; None if it does not exist."""
    day, year = re.findall(r"\d+", text)
    is_named = [bool(re.search(rf"\b{name[:3]}", text, re.IGNORECASE)) for name in MONTHS]
    month = is_named.index(True) + 1
    return make_date((year, str(month), day))


def make_date(year_month_day: tuple[str, ...]) -> date | None:
    """Return the date for a year, month, and day in digits; None if it does not exist."""
    try:
        return date(*map(int, year_month_day))
    except ValueError:
        return None
