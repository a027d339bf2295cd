"""The schema of ``seeds/knowledge``: a class for each kind of entry, except those in the modules below.

record.py has records, registered_feature.py features, stability.py levels and notices, and text_patterns.py,
fact_words.py and release_words.py the words of announcements.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, field_validator

from atlas.core.languages import BilingualText
from atlas.core.urls import longest_address
from atlas.knowledge.entry import Entry
from atlas.knowledge.fields import (
    BilingualField,
    Pattern,
    Phrases,
    Slug,
    Url,
    Word,
    Words,
)


class Area(Entry):
    """A feature area, and the words that identify it."""

    id: Slug
    name: BilingualField
    description: BilingualField
    keywords: Words
    symbols: Words = ()
    sections: Phrases | None = None  # headings: everything below one belongs to the area
    is_news: bool = False  # what has this area first, and no level, counts as news and not as a feature

    def has_section(self, heading: str) -> bool:
        """Return whether everything below a heading belongs to the area."""
        return self.sections is not None and self.sections.fullmatch(heading) is not None


class TermCorrection(Entry):
    """Mistranslations of a term, which are corrected only where all conditions below hold."""

    from_: Annotated[Words, Field(min_length=1, alias="from")]  # the mistranslations
    reason: BilingualField
    # The conditions:
    in_chinese: bool = False  # the text contains Chinese, and no Latin word is next to the mistranslation
    near: Words = ()  # the text contains one of these
    not_before: Words = ()  # none of these directly follows the mistranslation
    not_after: Words = ()  # none of these directly precedes the mistranslation


class Term(Entry):
    """A technical term, in Chinese and English, and its mistranslations."""

    to: Word
    en: Word
    also: Words = ()  # other English wordings that translations may use
    corrections: tuple[TermCorrection, ...]

    @field_validator("corrections")
    @classmethod
    def _has_any(cls, corrections: tuple[TermCorrection, ...]) -> tuple[TermCorrection, ...]:
        if not corrections:
            raise ValueError("a term needs a mistranslation that it corrects")
        return corrections

    @property
    def name(self) -> BilingualText:
        """The term in both languages."""
        return BilingualText(self.to, self.en)

    @property
    def mistranslations(self) -> "tuple[Mistranslation, ...]":
        """Every mistranslation of the term."""
        return tuple(Mistranslation(words, self, each) for each in self.corrections for words in each.from_)


@dataclass(frozen=True)
class Mistranslation:
    """One mistranslation, the term that replaces it, and the reason and conditions."""

    words: str
    term: Term
    correction: TermCorrection

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
        return tuple(each for term in self.terms for each in term.mistranslations)


class LexiconEntry(Entry):
    """An English technical term, and its Chinese names."""

    en: Word
    zh: Annotated[Words, Field(min_length=1)]


RESERVED = {"index", "all"}  # ids that no feature, area or level may have: other pages have these addresses


class PathRedirect(Entry):
    """A former path on the site and the path that it redirects to, both relative to the language's folder."""

    former: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/$")]
    now: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/(\?[\w.&=-]+)?$")]


class LinkKind(Entry):
    """A kind of link in announcements, with the addresses of such links.

    The last kind has no addresses: it takes all links that match no other kind.
    """

    id: Slug
    name: BilingualField
    addresses: Words = ()
    is_general: bool = False  # such links lead to PyTorch as a whole, so that no feature lists them


class Publisher(Entry):
    """A publisher of announcements. It is recognized by a host, a name, or a translator.

    - ``originals`` are addresses of PyTorch's own texts, and ``copies`` are addresses of copies of them by others.
      Publishers of translations have neither.
    - ``terms`` say who holds which copyright.
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
    """The addresses that records and features may cite: PyTorch's own, and copies at a commit.

    In an address, * stands for any text.
    """

    originals: Words
    copies: Words

    def is_original(self, url: str) -> bool:
        """Return whether an address is PyTorch's own."""
        return bool(longest_address(url, self.originals))

    def may_be_cited(self, url: str) -> bool:
        """Return whether an address is PyTorch's own, or a copy at a commit, which cannot change."""
        return self.is_original(url) or bool(longest_address(url, self.copies) and _AT_COMMIT.search(url))


class Redirect(Entry):
    """Addresses of pages that only redirect: the query ``parameter`` of their URLs contains the target."""

    addresses: Words
    parameter: Word


class Addresses(Entry):
    """Addresses that are replaced or dropped."""

    redirects: tuple[Redirect, ...]
    placeholder_images: Words  # addresses of images that show nothing
    placeholder_words: Words  # words that editors insert in place of the description of an image


class Boilerplate(Entry):
    """Texts that say nothing about the release, and what is done with them."""

    reason: BilingualField
    where: Literal["any", "title", "foot"] = "any"
    action: Literal["drop", "aside", "strip"]  # drop the text, show it less prominently, or strip it as a prefix
    unless_linked: Words = ()  # addresses: a text that links to one of these is kept
    texts: Phrases | None = None  # whole texts, without punctuation around them; “strip” ignores these
    patterns: tuple[Pattern, ...] = ()

    def says_nothing(self, text: str) -> bool:
        """Return whether a text in simplified script is one of ``texts``, or contains one of ``patterns``."""
        bare = " ".join(text.split()).strip(" -–—.。!！,，:：")
        is_listed = self.texts is not None and self.texts.fullmatch(bare) is not None
        return is_listed or any(pattern.search(text) for pattern in self.patterns)


class LinkWords(Entry):
    """Words of sentences and links that promise something to read on another page."""

    promises: tuple[Pattern, ...]  # sentences that promise a link
    vague: Words  # link texts that do not say where the link leads: “here”


FULL_TEXT = "full text"  # the tag, in search, of a release whose announcement is on the site


class QueryWords(Entry):
    """Words of search queries that say little about what is sought, that filter, or that ask for the glossary."""

    omitted: Words  # words of questions, which are removed from a query
    general: Words  # words that a result need not contain
    filters: dict[str, Words]  # tag of an entry (see site/search/entry.py) → words by which queries ask for it
    glossary: Words = ()  # words by which every entry of the glossary is found


class CodeNames(Entry):
    """Words that distinguish identifiers from prose."""

    roots: Words  # first segments of dotted names: torch, nn, rpc
    names: Words  # single words that are always code: DistributedDataParallel
    prose: Words  # words that look like code and are not: PyTorch.org, NumPy


class CommonWords(Entry):
    """Words that many features share, so that none of these words identifies a feature."""

    words: Words
    qualifiers: Words  # words that also distinguish two features of one kind: CPU, GPU
    chinese: Phrases


class Erratum(Entry):
    """A correction of a seed: ``find`` on ``line`` is replaced with ``replace``.

    After earlier errata of the seed, ``find`` must occur exactly once on the line. It may go on to the next lines.
    ``seeds/errata.py`` applies errata before a seed is read, and source pages show them with their reasons.
    ``python -m atlas translations update --from`` drafts errata for links and names that a translation lost.
    """

    line: int = Field(ge=1)
    find: str = Field(min_length=1)
    replace: str
    mistranslations: Words = ()  # the mistranslations of the glossary that this erratum corrects
    reason: BilingualField
