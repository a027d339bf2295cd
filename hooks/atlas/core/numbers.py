"""Numbers in English and Chinese text."""

import re
from decimal import Decimal

from atlas.core.dates import MONTHS

_ENGLISH = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_CHINESE = {"万亿": 10**12, "亿": 10**8, "千万": 10**7, "百万": 10**6, "万": 10**4, "千": 10**3, "百": 10**2}
_WORDS = _ENGLISH | _CHINESE
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}  # in counts such as “3.4k commits”; other texts use them as units
# Scale word → factor: “3.4 million”, “3.4k”. A regular expression takes the first alternative that matches, so that a
# longer word precedes its own beginning: 万亿 before 万.
SCALES = _WORDS | _LETTERS
_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")
_NUMBER = re.compile(rf"(\d+(?:[.,]\d+)*)(?: ?({'|'.join(_WORDS)}))?")
MIN_VERSION_POINTS = 2  # a number with this many decimal points is a version


def numbers(text: str) -> list[str]:
    """Return the numbers in a text, in order and normalized: 3,400 → 3400, May → 5, 70 亿 → 7000000000."""
    without_months = _MONTH.sub(lambda month: f" {MONTHS.index(month[0]) + 1} ", text)
    return [_scaled(number.replace(",", ""), scale) for number, scale in _NUMBER.findall(without_months)]


def _scaled(number: str, scale: str) -> str:
    """Multiply a number by its scale word, so that 7 billion equals 70 亿; 2.10 without a scale word is unchanged."""
    if scale and number.count(".") < MIN_VERSION_POINTS:
        return str(int(Decimal(number) * SCALES[scale]))
    return number + scale
