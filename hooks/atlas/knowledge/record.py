"""The schema of ``seeds/knowledge/releases/``: what PyTorch's own posts state about each release."""

import datetime as dt
from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Discriminator, Field, GetPydanticSchema, Tag, model_validator

from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import Quote, Slug, Url, Version

ANNOUNCEMENT = ("post", "copy")  # the names of sources that are the release's announcement, or a copy of it


class RecordStatement(Entry):
    """What one of PyTorch's own posts states about a feature: a level, a notice, or only that it is announced.

    A removal needs words that state it, such as “no longer”. A table or list that merely lacks the feature states
    nothing.
    """

    feature: Slug
    level: Slug | None = None  # the id of a level, or REMOVED
    notice: Slug | None = None
    quote: Quote
    under: Quote | Literal[""] = ""  # other words of the post that state the level, such as a heading
    source: Slug = ""  # the name of one of the record's sources; empty for the first


class StatementGroup(Entry):
    """Consecutive statements that share a level and the words that state it."""

    level: Slug
    under: Quote
    statements: Annotated[tuple[RecordStatement, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _states_the_level_once(self) -> Self:
        """Raise an error if a statement in the group states a level or a notice itself."""
        for statement in self.statements:
            if statement.level or statement.under or statement.notice:
                raise ValueError(f"{statement.feature}: its group states its level: state others outside of it")
        return self

    def ungrouped(self) -> Iterator[RecordStatement]:
        """Yield the statements, each with the level and ``under`` of the group."""
        for statement in self.statements:
            yield statement.model_copy(update={"level": self.level, "under": self.under})


def _kind_of_statement(stated: object) -> str:
    """Tell pydantic which class an item of ``statements`` in a file has: return the tag of the class."""
    return "group" if isinstance(stated, dict) and "statements" in stated else "statement"


def _ungrouped(stated: tuple[RecordStatement | StatementGroup, ...]) -> tuple[RecordStatement, ...]:
    groups = (each.ungrouped() if isinstance(each, StatementGroup) else (each,) for each in stated)
    return tuple(chain.from_iterable(groups))


_StatementOrGroup = Annotated[
    Annotated[RecordStatement, Tag("statement")] | Annotated[StatementGroup, Tag("group")],
    Discriminator(_kind_of_statement),
]
Statements = Annotated[  # a file has statements and groups; a loaded record has only the statements
    tuple[RecordStatement, ...],
    GetPydanticSchema(lambda _, make: make(Annotated[tuple[_StatementOrGroup, ...], AfterValidator(_ungrouped)])),
]


class Record(Entry):
    """What PyTorch's own posts state about one release. It has facts and short quotes, not the texts of the posts.

    ``history/statements.py`` reads records, and ``python -m atlas record`` drafts one.

    - ``announcement`` is PyTorch's own page; "" if it is not known.
    - ``sources`` are the texts that were read, by name: ``post`` is the announcement, ``copy`` is a copy of it, and any
      other name is a further post of PyTorch's. A statement that names no source is from the first.
    - ``highlights`` are the features that the title or opening of the announcement names first, in its order.
    """

    version: Version
    date: dt.date
    announcement: Url = ""
    sources: Annotated[dict[Slug, Url], Field(min_length=1)]
    checked: dt.date  # the day on which the sources were read
    is_complete: bool = True  # False if a part of the sources could not be read
    highlights: Annotated[tuple[Slug, ...], Field(max_length=3)] = ()
    statements: Statements = ()
    no_statements: str = ""  # the reason for having no statements, for maintainers

    @model_validator(mode="after")
    def _says_why_it_has_no_statements(self) -> Self:
        """Raise an error if a record has neither statements nor a reason for having none, or has both."""
        if bool(self.statements) == bool(self.no_statements.strip()):
            raise ValueError("needs statements, or else the reason for having none in no_statements: write one of them")
        return self

    def source_of(self, statement: RecordStatement) -> str:
        """Return the URL of the text that a statement quotes."""
        return self.sources[self._source_name(statement)]

    def is_announced(self, statement: RecordStatement) -> bool:
        """Return whether a statement quotes the release's announcement, and not another post."""
        return self._source_name(statement) in ANNOUNCEMENT

    def _source_name(self, statement: RecordStatement) -> str:
        return statement.source or next(iter(self.sources))
