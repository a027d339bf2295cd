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

ANNOUNCED = "announced"  # the cell of a release that names the feature, but states no level or notice
_FORMULA = re.compile(r"[=+\-@\t\r]")  # the start of a cell that spreadsheets would evaluate


def text(collection: Collection) -> str:
    """Return the CSV file. The column of a release has only what this release itself states: levels and notices."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    names = [f"name_{language}" for language in LANGUAGES]
    writer.writerow(["id", *names, "areas", "level", "since", "announced", *map(_tag, collection.versions)])
    writer.writerows(map(_escape_formula, _row(collection, lifecycle)) for lifecycle in collection.lifecycles)
    return f"\ufeff{file.getvalue()}"


def _row(collection: Collection, lifecycle: Lifecycle) -> Iterator[str]:
    """Yield the cells of a feature's row."""
    yield lifecycle.id
    yield from (lifecycle.names[language] or "" for language in LANGUAGES)
    yield " ".join(lifecycle.areas)
    level = lifecycle.level or lifecycle.stability.no_level
    yield from (level, _tag(lifecycle.last_step.version), _tag(lifecycle.versions[0]))
    named = {feature.version: feature for feature in lifecycle.by_release}
    for version in collection.versions:
        feature = named.get(version)
        yield " ".join(filter(None, (feature.level, *feature.notices))) or ANNOUNCED if feature else ""


def _tag(version: str) -> str:
    """Return a version as PyTorch's tags have it: v1.10."""
    return f"v{version}"


def _escape_formula(cell: str) -> str:
    """Put an apostrophe before a cell that a spreadsheet would evaluate as a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
