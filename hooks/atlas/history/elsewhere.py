"""What official texts say of a feature's level that are not in the collection: beside its history, never part of it."""

from collections.abc import Iterable

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import Elsewhere


def told_elsewhere(life: Lifecycle, entries: Iterable[Elsewhere]) -> tuple[Elsewhere, ...]:
    """What is told of a feature, by version; nothing of releases whose announcement here speaks of it itself."""
    here = {statement.release.key for statement in life.announced}
    own = (entry for entry in entries if entry.feature == life.id and version_key(entry.release) not in here)
    return tuple(sorted(own, key=lambda entry: version_key(entry.release)))
