"""Facts about an announcement: addresses, people, counts. A fact that the seed does not state is empty.

Two facts are not read here: the version in version.py, and the date in day.py.
"""

from dataclasses import dataclass, fields
from urllib.parse import urlsplit

from atlas.core.text import comparison_key, to_simplified
from atlas.core.urls import is_safe_url
from atlas.document.nodes import Document, Fact, Inlines, Link, plain
from atlas.document.traverse import all_inlines, texts_in
from atlas.extract.counts import Count, count
from atlas.extract.findings import Finding
from atlas.knowledge.knowledge import Knowledge
from atlas.seeds.seed import LANGUAGE_KEYS, Seed


class Address(str):
    """A URL as the announcement states it; it may be unsafe as a link."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name, and the address of their page; either may be empty."""

    name: str
    url: str


@dataclass(frozen=True)
class Facts:
    """The facts of an announcement.

    ``inspect``, the published data and search show every field of this class; the type of a field decides how.
    """

    original_url: Address
    translation_url: Address
    translator: Person
    publisher: str
    commits: Count | None
    contributors: Count | None

    def items(self) -> tuple[tuple[str, Address | Person | str | Count | None], ...]:
        """Return the name and the value of each fact, in order."""
        return tuple((name, getattr(self, name)) for name in FACT_NAMES)


FACT_NAMES = tuple(field.name for field in fields(Facts))


def facts_of(seed: Seed, document: Document, knowledge: Knowledge) -> Facts:
    """Read the facts of an announcement."""
    original_url, translation_url = original(document, knowledge), _url(document, "translation")
    return Facts(
        original_url=Address(original_url),
        translation_url=Address(translation_url),
        translator=_person(document, "translator"),
        publisher=_publisher(seed, original_url if seed.language == "en" else translation_url, document, knowledge),
        commits=count(document, "commits", knowledge),
        contributors=count(document, "contributors", knowledge),
    )


# The keys of the facts that the site uses. If a document has several facts with one key, only the first is used.
USED_FACTS = {
    "version",
    "announcement",
    "date",
    "translator",
    "author",
    "publisher",
    "original",
    "translation",
    *LANGUAGE_KEYS,
}
_URL_FACTS = {"original", "translation"}  # facts of which only the URL is used
MAX_SEARCHED_TEXTS = 12  # texts at each end of a document that are searched for the original's URL


def first_fact(document: Document, key: str) -> Fact | None:
    """Return the first fact with this key, or None."""
    return next((fact for fact in document.facts if fact.key == key), None)


def _url(document: Document, key: str) -> str:
    """Return the URL of the first fact that has this key and a URL, or ""."""
    return next((fact.url for fact in document.facts if fact.key == key and fact.url), "")


def _person(document: Document, key: str) -> Person:
    """Return the person that the first fact with this key names; both fields are empty if there is no such fact."""
    fact = first_fact(document, key)
    return Person(fact.value, fact.url) if fact else Person("", "")


def original(document: Document, knowledge: Knowledge) -> str:
    """Return the URL of PyTorch's own post, or "".

    This is the URL of the fact “original”, or else the first safe link in a text that points to the original, such as
    “Read the original here”. Only texts near the start and end are searched for such words.
    """
    if labeled := _url(document, "original"):
        return labeled
    texts = [text.inlines for text in texts_in(document.blocks)]
    indices = range(len(texts))
    for index in (*indices[:MAX_SEARCHED_TEXTS], *indices[-MAX_SEARCHED_TEXTS:]):
        text = to_simplified(plain(texts[index])).rstrip()
        if not knowledge.fact_words.original_pointers.search(text):
            continue
        ends_in_colon = text.endswith((":", "："))  # the link is perhaps in the next text
        pointing_texts = texts[index : index + 2] if ends_in_colon else [texts[index]]
        links = (node for inlines in pointing_texts for node in all_inlines(inlines) if isinstance(node, Link))
        if address := next((link.url for link in links if is_safe_url(link.url)), ""):
            return address
    return ""


def _publisher(seed: Seed, address: str, document: Document, knowledge: Knowledge) -> str:
    """Return the name of the seed's publisher, or "".

    A known publisher is recognized by the host of ``address`` (the seed's own URL), by a name in the seed's facts, or
    by the translator; an unknown one, only by a name in the facts. A translation often names the publisher of its
    original, too. So publishers of originals do not count for a translation, nor other publishers for an original.
    """
    is_original = seed.language == "en"
    host = (urlsplit(address).hostname or "") if is_safe_url(address) else ""
    translators = _fact_values(document, "translator")
    names = _fact_values(document, "publisher", "author")
    publishers = knowledge.publishers
    for publisher in publishers:
        if bool(publisher.originals) != is_original:
            names = names.difference(publisher.names)
    for publisher in publishers:
        if bool(publisher.originals) != is_original:
            continue
        is_named = host in publisher.hosts or not names.isdisjoint(publisher.names)
        has_translator = not host and not translators.isdisjoint(publisher.translators)
        if is_named or has_translator:
            return publisher.name.en
    return min(names, default="")


def _fact_values(document: Document, *keys: str) -> set[str]:
    """Return the values of all facts with one of these keys."""
    return {fact.value for fact in document.facts if fact.key in keys}


def unused_facts(document: Document, title: Inlines) -> tuple[Finding, ...]:
    """Return a finding for each fact that no page shows.

    Such a fact has an unknown key, has no value, or contradicts an earlier fact with the same key.
    """
    first_values = {"title": comparison_key(plain(title))}
    findings: list[Finding] = []
    for fact in document.facts:
        value = comparison_key(fact.url if fact.key in _URL_FACTS else fact.value)
        if fact.key in USED_FACTS and value:
            first_values.setdefault(fact.key, value)
        if not value or first_values.get(fact.key) != value:
            findings.append(Finding("not-carried", fact.line, f"{fact.key}: {fact.value}"))
    return tuple(findings)
