"""The schema of ``seeds/knowledge/releases/``: what PyTorch's own posts state about each release."""

import datetime as dt
from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Discriminator, Field, GetPydanticSchema, Tag, model_validator

from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import Quote, Slug, Url, Version

ANNOUNCEMENT = ("post", "copy")  # names of the sources that are the release's announcement


class RecordStatement(Entry):
    """What one of PyTorch's own posts states of a feature: a level, a notice, or only that it is announced.

    A removal needs words that say it, such as “no longer”: a row or list that merely lacks the feature states nothing.
    ``source`` names one of the record's sources, by default the first.
    """

    feature: Slug
    level: Slug | None = None  # REMOVED is one, too
    notice: Slug | None = None
    quote: Quote
    under: Quote | Literal[""] = ""  # the post's words (a heading, say) that state the level, if not the quote
    source: Slug = ""


class StatementGroup(Entry):
    """Consecutive statements that share a level and the words that state it."""

    level: Slug
    under: Quote
    statements: Annotated[tuple[RecordStatement, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _states_the_level_once(self) -> Self:
        """Raise an error for a statement with a level or notice of its own."""
        for statement in self.statements:
            if statement.level or statement.under or statement.notice:
                raise ValueError(f"{statement.feature}: its group states its level: state others outside of it")
        return self

    def ungrouped(self) -> Iterator[RecordStatement]:
        """Yield its statements, each with the level and what states it."""
        for statement in self.statements:
            yield statement.model_copy(update={"level": self.level, "under": self.under})


def _kind_of_statement(stated: object) -> str:
    """Return the tag of a statement or group, as it stands in a record."""
    return "group" if isinstance(stated, dict) and "statements" in stated else "statement"


def _ungrouped(stated: tuple[RecordStatement | StatementGroup, ...]) -> tuple[RecordStatement, ...]:
    groups = (each.ungrouped() if isinstance(each, StatementGroup) else (each,) for each in stated)
    return tuple(chain.from_iterable(groups))


_StatementOrGroup = Annotated[
    Annotated[RecordStatement, Tag("statement")] | Annotated[StatementGroup, Tag("group")],
    Discriminator(_kind_of_statement),
]
Statements = Annotated[  # in a file, some of them in groups
    tuple[RecordStatement, ...],
    GetPydanticSchema(lambda _, make: make(Annotated[tuple[_StatementOrGroup, ...], AfterValidator(_ungrouped)])),
]


class Record(Entry):
    """What PyTorch's own posts about one release state, as facts: their texts are not here.

    ``sources`` are the texts that were read, by name: ``post`` is the announcement, ``copy`` a copy of it; others are
    further posts of PyTorch's. The first is that of statements that name none. ``checked`` is when they were read;
    ``is_complete`` is false if not all could be read. A record without statements has the reason in ``no_statements``,
    for whoever reads the file. ``highlights`` are the features that the title or the opening of the announcement names
    first, in its order. ``history/statements.py`` reads records, and ``python -m atlas record`` drafts one.
    """

    version: Version
    date: dt.date
    announcement: Url
    sources: Annotated[dict[Slug, Url], Field(min_length=1)]
    checked: dt.date
    is_complete: bool = True
    highlights: Annotated[tuple[Slug, ...], Field(max_length=3)] = ()
    statements: Statements = ()
    no_statements: str = ""

    @model_validator(mode="after")
    def _says_why_it_has_no_statements(self) -> Self:
        """Raise an error for a record without statements and reason, or with both."""
        if bool(self.statements) == bool(self.no_statements.strip()):
            raise ValueError("needs statements, or else the reason for having none in no_statements: write one of them")
        return self

    def source_of(self, statement: RecordStatement) -> str:
        """Return the address of the text that has a statement."""
        return self.sources[self._source_name(statement)]

    def is_announced(self, statement: RecordStatement) -> bool:
        """Return whether a statement is in the release's announcement, not in another post."""
        return self._source_name(statement) in ANNOUNCEMENT

    def _source_name(self, statement: RecordStatement) -> str:
        return statement.source or next(iter(self.sources))
