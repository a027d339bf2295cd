"""What an announcement states of itself: addresses, people, counts. What a seed does not state stays empty.

Its version and its date have files of their own: version.py, day.py.
"""

from dataclasses import dataclass, fields
from urllib.parse import urlsplit

from atlas.core.text import comparison_key, to_simplified
from atlas.core.urls import is_safe_url
from atlas.document.nodes import Document, Fact, Inlines, Link, plain
from atlas.document.traverse import nodes
from atlas.extract.counts import Count, count
from atlas.extract.findings import Finding
from atlas.extract.sections import texts_in
from atlas.knowledge.knowledge import Knowledge
from atlas.sources.seed import LANGUAGE_KEYS, Seed


class Address(str):
    """An address as the announcement states it, which may not be safe as a link."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name and address, both perhaps empty."""

    name: str
    url: str


@dataclass(frozen=True)
class Facts:
    """The facts of an announcement. ``inspect``, the published data and search have all of them, by these types."""

    original_url: Address
    translation_url: Address
    translator: Person
    publisher: str
    commits: Count | None
    contributors: Count | None

    def items(self) -> tuple[tuple[str, Address | Person | str | Count | None], ...]:
        """Return the name and the value of each, in order."""
        return tuple((name, getattr(self, name)) for name in FACT_NAMES)


FACT_NAMES = tuple(field.name for field in fields(Facts))


def facts_of(seed: Seed, document: Document, knowledge: Knowledge) -> Facts:
    """Read the facts of an announcement."""
    return Facts(
        original_url=Address(original(document, knowledge)),
        translation_url=Address(url(document, "translation")),
        translator=person(document, "translator"),
        publisher=publisher(seed, document, knowledge),
        commits=count(document, "commits", knowledge.conventions),
        contributors=count(document, "contributors", knowledge.conventions),
    )


# Labels of which an announcement states one of each kind; of those in _URL_FACTS, the address.
_STATED = {
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
_URL_FACTS = {"original", "translation"}
MAX_SEARCHED_TEXTS = 12  # texts at either end that are searched for the original's address


def first(document: Document, key: str) -> Fact | None:
    """Return the first fact with this key."""
    return next((fact for fact in document.facts if fact.key == key), None)


def url(document: Document, key: str) -> str:
    """Return the first URL of a fact with this key, or ""."""
    return next((fact.url for fact in document.facts if fact.key == key and fact.url), "")


def person(document: Document, key: str) -> Person:
    """Return the person whom the first fact with this key names."""
    fact = first(document, key)
    return Person(fact.value, fact.url) if fact else Person("", "")


def original(document: Document, knowledge: Knowledge) -> str:
    """Return the original's URL: labeled as such, or linked in an opening or closing text that points to it."""
    if labeled := url(document, "original"):
        return labeled
    texts = [text.inlines for text in texts_in(document.blocks)]
    places = range(len(texts))
    for place in (*places[:MAX_SEARCHED_TEXTS], *places[-MAX_SEARCHED_TEXTS:]):
        text = to_simplified(plain(texts[place])).rstrip()
        if not knowledge.conventions.original_pointers.search(text):
            continue
        is_announced = text.endswith((":", "："))  # the address is perhaps on a line of its own
        pointing = texts[place : place + 2] if is_announced else [texts[place]]
        links = (node for inlines in pointing for node in nodes(inlines) if isinstance(node, Link))
        if address := next((link.url for link in links if is_safe_url(link.url)), ""):
            return address
    return ""


def publisher(seed: Seed, document: Document, knowledge: Knowledge) -> str:
    """Return the seed's publisher, by the host of its own address, a name or the translator; "" if unknown.

    The original's publisher does not count when a translation names it, nor the reverse.
    """
    is_original = seed.language == "en"
    address = original(document, knowledge) if is_original else url(document, "translation")
    host = (urlsplit(address).hostname or "") if is_safe_url(address) else ""
    translators = _values(document, "translator")
    publishers = knowledge.conventions.publishers
    others = (candidate for candidate in publishers if candidate.originals != is_original)
    names = _values(document, "publisher", "author").difference(*(other.names for other in others))
    for candidate in publishers:
        if candidate.originals != is_original:
            continue
        is_named = host in candidate.hosts or not names.isdisjoint(candidate.names)
        has_translator = not host and not translators.isdisjoint(candidate.translators)
        if is_named or has_translator:
            return candidate.name.en
    return min(names, default="")


def _values(document: Document, *keys: str) -> set[str]:
    return {fact.value for fact in document.facts if fact.key in keys}


def unused_facts(document: Document, title: Inlines) -> tuple[Finding, ...]:
    """Return findings for facts that no page shows: unused kinds, empty values, and second values of a kind."""
    first_values = {"title": comparison_key(plain(title))}
    findings: list[Finding] = []
    for fact in document.facts:
        value = comparison_key(fact.url if fact.key in _URL_FACTS else fact.value)
        if fact.key in _STATED and value:
            first_values.setdefault(fact.key, value)
        if not value or first_values.get(fact.key) != value:
            findings.append(Finding("not-carried", fact.line, f"{fact.key}: {fact.value}"))
    return tuple(findings)
