"""The schema of ``seeds/knowledge``: a class for each kind of entry; records, words and stability stand apart."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from atlas.core.urls import longest_address
from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import (
    BilingualField,
    Pattern,
    Phrases,
    Quote,
    RecognizedNames,
    Slug,
    Slugs,
    Url,
    Word,
    Words,
)

Relation = Literal["renamed_to", "superseded_by", "part_of"]


class Area(Entry):
    """A feature area, and the words that identify it."""

    id: Slug
    name: BilingualField
    description: BilingualField
    keywords: Words
    symbols: Words = ()
    sections: Phrases | None = None  # headings below which everything belongs to the area
    is_news: bool = False  # features with this as their first area and without a level count as news, not as features

    def has_section(self, heading: str) -> bool:
        """Return whether everything below a heading belongs to the area."""
        return self.sections is not None and self.sections.fullmatch(heading) is not None


class Term(Entry):
    """A term of the field with its mistranslations, which are corrected only where its guards hold."""

    from_: Annotated[Words, Field(min_length=1, alias="from")]  # the mistranslations
    to: Word
    en: Word
    reason: BilingualField
    also: Words = ()  # other English wordings that translations may use
    in_chinese: bool = False  # the text contains Chinese, and no Latin word is next to the term
    near: Words = ()  # the text contains one of these
    not_before: Words = ()  # none of these follows the term directly
    not_after: Words = ()  # none of these precedes it directly


@dataclass(frozen=True)
class Mistranslation:
    """One mistranslation, and the term that corrects it."""

    words: str
    term: Term

    @property
    def id(self) -> str:
        """The words as an id for use in URLs."""
        return "term-" + re.sub(r"\W+", "-", self.words)


class GlossaryGroup(Entry):
    """A group of related glossary entries."""

    id: Slug
    name: BilingualField
    terms: tuple[Term, ...]

    @property
    def mistranslations(self) -> tuple[Mistranslation, ...]:
        """Every mistranslation of its terms."""
        return tuple(Mistranslation(words, term) for term in self.terms for words in term.from_)


class LexiconEntry(Entry):
    """An English term of the field, and its Chinese names."""

    en: Word
    zh: Annotated[Words, Field(min_length=1)]


RESERVED = {"index", "all"}  # no ids of features, areas or levels: other pages have these addresses


class Succession(Entry):
    """The feature that took another's place, and the words of PyTorch's own that say so."""

    feature: Slug
    quote: Quote
    source: Url


class Relations(Entry):
    """A feature's relations to others."""

    renamed_to: Succession | None = None
    superseded_by: Succession | None = None
    part_of: Slug | None = None

    @property
    def successions(self) -> dict[Relation, Succession]:
        """What it was renamed to or superseded by, by relation."""
        found: dict[Relation, Succession | None]
        found = {"renamed_to": self.renamed_to, "superseded_by": self.superseded_by}
        return {kind: succession for kind, succession in found.items() if succession}

    @property
    def targets(self) -> dict[Relation, Slug]:
        """The ids of all related features, by relation."""
        targets = {kind: succession.feature for kind, succession in self.successions.items()}
        return targets | ({"part_of": self.part_of} if self.part_of else {})


class RegisteredFeature(Entry):
    """A feature's permanent id, its names, areas, and relations.

    It stands in the file of its first area. ``aliases`` are titles as published and cleaned, and names in tables and
    lists. ``about`` says in a sentence what it is, where no announcement here begins with that; ``about_source`` is the
    page of PyTorch's that says so, where it is none that a statement of the feature cites. ``documentation`` is its
    page in PyTorch's documentation of the stable release. ``mentions`` are phrases that announce it in running prose;
    ``former_ids`` redirect to it. ``search_terms`` are what readers type who look for it without its names, such as a
    problem that it solves: only search uses it.
    """

    id: Slug
    name: BilingualField
    about: BilingualField | None = None
    about_source: Url | None = None
    documentation: Url | None = None
    aliases: RecognizedNames = ()
    areas: Annotated[Slugs, Field(min_length=1)]
    search_terms: Words = ()
    relations: Relations = Relations()
    mentions: Words = ()
    former_ids: Slugs = ()

    @property
    def names(self) -> Words:
        """All of its names, including its id."""
        return (self.id, *self.other_names)

    @property
    def other_names(self) -> Words:
        """All of its names except its id."""
        return (*self.name.both, *self.aliases)


class PathRedirect(Entry):
    """A former path on the site and the path that it redirects to, both relative to the language's folder."""

    former: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/$")]
    now: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/(\?[\w.&=-]+)?$")]


class LinkKind(Entry):
    """A kind of link in announcements, by its addresses; the last kind, which takes all others, has none."""

    id: Slug
    name: BilingualField
    addresses: Words = ()
    is_general: bool = False  # they lead to PyTorch as a whole and say nothing about a feature


class Publisher(Entry):
    """A publisher of announcements, recognized by host, name, or translator, and its ``terms``.

    ``originals`` are addresses of PyTorch's own texts, ``copies`` those of copies by others; publishers of translations
    have none.
    """

    name: BilingualField
    url: Url
    hosts: Words = ()
    names: Words = ()
    translators: Words = ()
    originals: Words = ()
    copies: Words = ()
    terms: BilingualField


_AT_COMMIT = re.compile(r"/blob/[0-9a-f]{40}/")


@dataclass(frozen=True)
class Citable:
    """The addresses that records and features may cite: PyTorch's own, and copies at a commit; * is anything."""

    originals: Words
    copies: Words

    def is_original(self, url: str) -> bool:
        """Return whether an address is PyTorch's own."""
        return bool(longest_address(url, self.originals))

    def may_be_cited(self, url: str) -> bool:
        """Return whether an address is PyTorch's own, or that of a copy which cannot change."""
        return self.is_original(url) or bool(longest_address(url, self.copies) and _AT_COMMIT.search(url))


class Redirect(Entry):
    """Addresses of pages that only redirect: the query ``parameter`` of their URLs contains the target."""

    addresses: Words
    parameter: Word


class Addresses(Entry):
    """Addresses that are replaced or dropped."""

    redirects: tuple[Redirect, ...]
    placeholder_images: Words
    placeholder_words: Words  # instead of a description of an image


class Boilerplate(Entry):
    """Texts that say nothing about the release: dropped, stripped as a prefix, or shown less prominently (aside)."""

    reason: BilingualField
    where: Literal["any", "title", "foot"] = "any"
    action: Literal["drop", "aside", "strip"]
    unless_linked: Words = ()  # addresses: text that links to one is kept
    texts: Phrases | None = None  # whole texts, without punctuation around them; none are prefixes to strip
    patterns: tuple[Pattern, ...] = ()

    def says_nothing(self, text: str) -> bool:
        """Return whether a text in simplified script is one of these."""
        bare = " ".join(text.split()).strip(" -–—.。!！,，:：")
        is_listed = self.texts is not None and self.texts.fullmatch(bare) is not None
        return is_listed or any(pattern.search(text) for pattern in self.patterns)


class LinkWords(Entry):
    """Words of sentences and links that promise something to read elsewhere."""

    promises: tuple[Pattern, ...]  # sentences that promise a link
    vague: Words  # link texts that may lead anywhere


class QueryWords(Entry):
    """Words of queries that say little about what is sought, or that seek a kind of page."""

    omitted: Words  # words of questions
    general: Words  # words that an answer need not have
    glossary: Words = ()  # words that find the entries of the glossary


class CodeNames(Entry):
    """What distinguishes identifiers from prose."""

    roots: Words  # first segments of dotted names: torch, nn, rpc
    names: Words  # single words that are always code: DistributedDataParallel
    prose: Words  # words that look like code and are not: PyTorch.org, NumPy


class CommonWords(Entry):
    """Words that many features share, so that they identify none."""

    words: Words
    qualifiers: Words  # they tell two features of one kind apart
    chinese: Phrases


class Erratum(Entry):
    """Replace ``find``, which after earlier errata must occur once on (or starting on) ``line``, with ``replace``.

    ``sources/errata.py`` applies errata before a seed is read, and source pages show them with their reasons.
    ``python -m atlas translations update --from`` drafts those for links and names that a translation lost.
    """

    line: int = Field(ge=1)
    find: str = Field(min_length=1)
    replace: str
    mistranslations: Words = ()  # those of the glossary that it corrects
    reason: BilingualField
