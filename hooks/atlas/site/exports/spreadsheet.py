"""``features.csv``: every feature with its level as of each collected release, for spreadsheets.

It begins with a byte order mark: without one, Excel would use the computer's encoding and garble Chinese names. The
encoding “utf-8-sig” skips the mark. Versions are written as v1.10, since 1.10 would become the number 1.1.
"""

import csv
import io
import re
from collections.abc import Iterator

from atlas.core.languages import LANGUAGES
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle

_FORMULA = re.compile(r"[=+\-@\t\r]")  # the start of a cell that spreadsheets would evaluate


def text(atlas: Collection) -> str:
    """Return the file. ``elsewhere`` lists the releases whose level only an uncollected text states."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    names = [f"name_{language}" for language in LANGUAGES]
    writer.writerow(["id", *names, "areas", *map(_tag, atlas.versions), "level", "how", "since", "elsewhere"])
    writer.writerows(map(_escape_formula, _row(atlas, life)) for life in atlas.features)
    return f"\ufeff{file.getvalue()}"


def _row(atlas: Collection, life: Lifecycle) -> Iterator[str]:
    now, answers = atlas.answer(life), atlas.answers[life.id]
    yield life.id
    yield from (life.names[language] or "" for language in LANGUAGES)
    yield " ".join(life.areas)
    yield from (answer.level for answer in answers.values())
    yield from (now.level, now.how, _tag(now.since))
    yield " ".join(_tag(release) for release, answer in answers.items() if answer.how == "elsewhere")


def _tag(version: str) -> str:
    return f"v{version}"


def _escape_formula(cell: str) -> str:
    """Escape a cell that a spreadsheet would take for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
