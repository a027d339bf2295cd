"""The base class of all entries of knowledge files."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

UNPUBLISHED = Field(exclude=True)  # marks a field that the site's JSON leaves out


class Entry(BaseModel):
    """Frozen, strict, and with the line on which it starts."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)
    _yaml_line: int = 0

    @model_validator(mode="wrap")
    @classmethod
    def _with_line(cls, data: Any, make: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401  whatever a file holds
        entry = make(data)
        entry._yaml_line = getattr(data, "line", 0)  # noqa: SLF001  its own
        return entry

    @property
    def yaml_line(self) -> int:
        """The line of its file on which it starts."""
        return self._yaml_line

    def __hash__(self) -> int:
        """Hash the first field only: entries are keys of caches, and hashing all of one takes long."""
        return hash(next(iter(vars(self).values())))
