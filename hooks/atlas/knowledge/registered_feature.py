"""The schema of ``seeds/knowledge/features/``: registered features and their relations."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import BilingualField, Quote, RecognizedNames, Slug, Slugs, Url, Version, Words

Relation = Literal["renamed_to", "superseded_by", "part_of"]


class Succession(Entry):
    """The feature that replaces another one, with a quote from PyTorch that says so, and its source.

    ``release`` is the release whose post is the source; None if the source is another text, which has no date.
    ``is_deprecation``: whether the quote also says that the feature is deprecated.
    """

    feature: Slug
    quote: Quote
    source: Url
    release: Version | None = None
    is_deprecation: bool = False


class Relations(Entry):
    """A feature's relations to others."""

    renamed_to: Succession | None = None
    superseded_by: Succession | None = None
    part_of: Slug | None = None

    @property
    def successions(self) -> dict[Relation, Succession]:
        """Relation (``renamed_to``, ``superseded_by``) → the succession, if there is one."""
        by_relation: dict[Relation, Succession | None]
        by_relation = {"renamed_to": self.renamed_to, "superseded_by": self.superseded_by}
        return {relation: succession for relation, succession in by_relation.items() if succession}

    @property
    def targets(self) -> dict[Relation, Slug]:
        """Relation → the id of the related feature."""
        targets = {relation: succession.feature for relation, succession in self.successions.items()}
        return targets | ({"part_of": self.part_of} if self.part_of else {})


class RegisteredFeature(Entry):
    """A feature's permanent id, its names, areas, and relations. It is an entry in the file of its first area.

    - ``about`` says in a sentence what the feature is. It is needed only if no announcement begins with that.
    - ``about_source`` is the text by PyTorch that ``about`` sums up: a release, for its announcement, or an address.
    - ``documentation`` is the feature's page in PyTorch's documentation of the stable release.
    - ``aliases`` are its cleaned titles in announcements, and its names in tables and lists.
    - ``search_terms`` are what readers type who do not know its name, such as a problem that it solves. Only search
      uses them.
    - ``mentions`` are phrases that announce it in running prose.
    - ``former_ids`` are ids that it had before. Their addresses redirect to it.
    """

    id: Slug
    name: BilingualField
    about: BilingualField | None = None
    about_source: Version | Url | None = None
    documentation: Url | None = None
    aliases: RecognizedNames = ()
    areas: Annotated[Slugs, Field(min_length=1)]
    search_terms: Words = ()
    relations: Relations = Relations()
    mentions: Words = ()
    former_ids: Slugs = ()

    @model_validator(mode="after")
    def _says_what_it_sums_up(self) -> Self:
        """Raise an error if only one of ``about`` and ``about_source`` is there."""
        if bool(self.about) != bool(self.about_source):
            raise ValueError(f"{self.id}: about and about_source need each other: write both, or none")
        return self

    @property
    def names(self) -> Words:
        """All of its names, including its id."""
        return (self.id, *self.other_names)

    @property
    def other_names(self) -> Words:
        """All of its names except its id."""
        return (*self.name.both, *self.aliases)
