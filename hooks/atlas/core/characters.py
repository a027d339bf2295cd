"""Sets of characters that several stages look for."""

from __future__ import annotations

import re

HAN = re.compile(r"[\u3400-\u9fff]")
# Line separators, bidi controls, zero-width and tag characters, the private use area (the text passes use it as
# sentinels) and control characters. U+200D is kept where it joins emoji.
INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff\U000f0000-\U0010ffff\u200d]"
    r"(?!(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]\u200d)[\u2190-\u2bff\U0001f000-\U0001faff])"
)
