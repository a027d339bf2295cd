"""``features.csv``: every feature, its level, and what each release states of it, for spreadsheets.

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

ANNOUNCED = "announced"  # in the column of a release that names the feature without a level or notice
_FORMULA = re.compile(r"[=+\-@\t\r]")  # the start of a cell that spreadsheets would evaluate


def text(collection: Collection) -> str:
    """Return the file. The column of a release has only the level and notices that it states itself."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    names = [f"name_{language}" for language in LANGUAGES]
    writer.writerow(["id", *names, "areas", "level", "since", "announced", *map(_tag, collection.versions)])
    writer.writerows(map(_escape_formula, _row(collection, lifecycle)) for lifecycle in collection.features)
    return f"\ufeff{file.getvalue()}"


def _row(collection: Collection, lifecycle: Lifecycle) -> Iterator[str]:
    yield lifecycle.id
    yield from (lifecycle.names[language] or "" for language in LANGUAGES)
    yield " ".join(lifecycle.areas)
    yield from (lifecycle.now.level, _tag(lifecycle.now.version), _tag(lifecycle.versions[0]))
    stated: dict[str, list[str]] = {version: [] for version in lifecycle.versions}
    for statement in lifecycle.statements:
        stated[statement.version] += filter(None, (statement.level, statement.notice))
    for version in collection.versions:
        yield " ".join(dict.fromkeys(stated[version])) or ANNOUNCED if version in stated else ""


def _tag(version: str) -> str:
    return f"v{version}"


def _escape_formula(cell: str) -> str:
    """Escape a cell that a spreadsheet would take for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
