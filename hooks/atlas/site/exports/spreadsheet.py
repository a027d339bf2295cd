"""``features.csv``: every feature with its level as of each collected release, for spreadsheets.

It begins with a byte order mark: without one, Excel reads it in the encoding of the computer, and Chinese names are
lost. Programs skip the mark if they read “utf-8-sig”. Versions are written v1.10: 1.10 would become the number 1.1.
"""

import csv
import io
import re
from collections.abc import Iterator

from atlas.core.languages import LANGUAGES
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle

_FORMULA = re.compile(r"[=+\-@\t\r]")  # what a cell begins with that spreadsheets would compute


def text(atlas: Collection) -> str:
    """The file. ``elsewhere`` names the releases whose level only a text states that is not collected."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    names = [f"name_{language}" for language in LANGUAGES]
    writer.writerow(["id", *names, "areas", *map(_tag, atlas.versions), "level", "how", "since", "elsewhere"])
    writer.writerows(map(_inert, _row(atlas, life)) for life in atlas.features)
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


def _inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
