"""stability.json: levels, notices and eras as the knowledge base has them, and the features of each level."""

from typing import Self

from pydantic import Field

from atlas.history.collection import Collection
from atlas.knowledge.stability import Era, Level, NoticeKind
from atlas.site.exports.data.form import FeatureId, File, Path
from atlas.site.paths import level_path


class LevelForm(Level):
    """A stability level. It ranks above those in `above`, and those below them; others stand side by side."""

    path: Path
    features: tuple[FeatureId, ...] = Field(description="Those whose last level it is.")


def _level(level: Level, collection: Collection) -> LevelForm:
    """Return the form of a level."""
    features = tuple(lifecycle.id for lifecycle in collection.lifecycles_at(level.id))
    return LevelForm(**dict(level), path=level_path(level.id), features=features)


class StabilityFile(File):
    """The stability levels, most stable first; the kinds of notices; and what levels were called when."""

    file_name = "stability"

    levels: tuple[LevelForm, ...]
    notices: tuple[NoticeKind, ...]
    eras: tuple[Era, ...]

    @classmethod
    def made(cls, collection: Collection, base: str) -> Self:
        """Return the file of a collection."""
        stability = collection.knowledge.stability
        levels = tuple(_level(level, collection) for level in stability.levels)
        return cls(**cls.head(base), levels=levels, notices=stability.notices, eras=stability.eras)
