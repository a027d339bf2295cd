"""The base class of all entries of knowledge files."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from atlas.core.problems import Problem, Severity
from atlas.knowledge.yaml_files import YamlMapping

UNPUBLISHED = Field(exclude=True)  # marks a field that the site's JSON leaves out


class Entry(BaseModel):
    """Frozen, strict, and with its file and the line on which it starts."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)
    _yaml_path: str = ""  # as problems name the file; empty for an entry from no file
    _yaml_line: int = 0

    @model_validator(mode="wrap")
    @classmethod
    def _with_place(cls, data: Any, make: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401  whatever a file holds
        entry = make(data)
        if isinstance(data, YamlMapping):
            entry._yaml_path, entry._yaml_line = data.path, data.line  # noqa: SLF001  its own
        return entry

    @property
    def location(self) -> str:
        """Its file and line, for messages about another entry."""
        return f"{self._yaml_path}:{self._yaml_line}"

    def problem(self, message: str, severity: Severity = "error") -> Problem:
        """Return a problem with it; the message names the fault and the remedy."""
        return Problem(self._yaml_path, self._yaml_line, message, severity)

    def __hash__(self) -> int:
        """Hash the first field only: entries are keys of caches, and hashing all of one takes long.

        Those that share it are told apart by comparison.
        """
        return hash(next(iter(vars(self).values())))
