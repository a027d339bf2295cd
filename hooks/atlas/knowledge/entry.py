"""The base class of all entries of knowledge files."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from atlas.core.problems import Problem, Severity
from atlas.knowledge.yaml_files import YamlMapping

UNPUBLISHED = Field(exclude=True)  # marks a field that the site's JSON leaves out


class Entry(BaseModel):
    """An entry: immutable, without unknown fields, and with the file and the line on which it starts."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)
    _yaml_path: str = ""  # the file's path in the project; empty if the entry was not read from a file
    _yaml_line: int = 0

    @model_validator(mode="wrap")
    @classmethod
    def _with_place(cls, data: Any, make: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401  whatever a file holds
        entry = make(data)
        if isinstance(data, YamlMapping):
            entry._yaml_path, entry._yaml_line = data.path, data.line  # noqa: SLF001  the class's own fields
        return entry

    @property
    def location(self) -> str:
        """The file and line of this entry, for messages about another entry."""
        return f"{self._yaml_path}:{self._yaml_line}"

    def problem(self, message: str, severity: Severity = "error") -> Problem:
        """Return a problem at the file and line of this entry. The message names the fault and the remedy."""
        return Problem(self._yaml_path, self._yaml_line, message, severity)

    def __hash__(self) -> int:
        """Hash only the first field: entries are keys of caches, and hashing all fields takes long.

        Entries with the same hash are still compared, so that a cache distinguishes them.
        """
        return hash(next(iter(vars(self).values())))
