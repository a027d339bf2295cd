"""Numbers in English and Chinese text."""

import re
from decimal import Decimal

from atlas.core.dates import MONTHS

_ENGLISH = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_CHINESE = {"万亿": 10**12, "亿": 10**8, "千万": 10**7, "百万": 10**6, "万": 10**4, "千": 10**3, "百": 10**2}
_WORDS = _ENGLISH | _CHINESE
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}  # only before what is counted: elsewhere, they are units, too
# By what 3.4 is multiplied in “3.4 million” and 3.4k; a scale stands before those that it begins with.
SCALES = _WORDS | _LETTERS
_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")
_NUMBER = re.compile(rf"(\d+(?:[.,]\d+)*)(?: ?({'|'.join(_WORDS)}))?")
MIN_VERSION_POINTS = 2  # a number with this many decimal points is a version


def numbers(text: str) -> list[str]:
    """Return the numbers in a text, in order and normalized: 3,400 → 3400, May → 5, 70 亿 → 7000000000."""
    without_months = _MONTH.sub(lambda month: f" {MONTHS.index(month[0]) + 1} ", text)
    return [_scaled(number.replace(",", ""), scale) for number, scale in _NUMBER.findall(without_months)]


def _scaled(number: str, scale: str) -> str:
    """Multiply by a scale word, so that 7 billion equals 70 亿; a number without one, such as 2.10, stays as it is."""
    if scale and number.count(".") < MIN_VERSION_POINTS:
        return str(int(Decimal(number) * SCALES[scale]))
    return number + scale
