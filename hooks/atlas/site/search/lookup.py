"""A query → the features that it may mean, for the command line; pages use the search index."""

from collections.abc import Iterator
from difflib import get_close_matches

from atlas.core.languages import LANGUAGES
from atlas.core.text import HAN_CHARACTER, common_prefix_length, comparison_key
from atlas.document.nodes import plain
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.search.thesaurus import Thesaurus
from atlas.site.search.tokens import parts, pieces, tokens, whole, with_joined

MAX_SUGGESTIONS = 5  # features, if none is found
MIN_SIMILARITY = 0.6  # of the names of suggested features, as a difflib ratio
MIN_FUZZY_LENGTH = 4  # letters of a word that may have a typo


class Lookup:
    """The features of a collection, by any of their names."""

    def __init__(self, atlas: Collection) -> None:
        thesaurus = Thesaurus(atlas.knowledge)
        self._lives = atlas.lifecycles
        self._names = {life.id: tuple(dict.fromkeys(_names(life))) for life in self._lives}
        self._words = {name: set(with_joined(names)) for name, names in self._names.items()}
        self._others = {name: self._words[name].union(thesaurus.tokens(names)) for name, names in self._names.items()}
        self._vocabulary = set[str]().union(*self._others.values())

    def find(self, query: str) -> tuple[Lifecycle, ...]:
        """Return the features of that name; else those that mention that API; else those whose names have all words.

        The words of a name take precedence over synonyms.
        """
        key = comparison_key(query)
        named = [life for life in self._lives if key in map(comparison_key, self._names[life.id])]
        by_api = [life for life in self._lives if key in map(comparison_key, _apis(life))]
        return tuple(named or by_api or self._with_words(query, self._words) or self._with_words(query, self._others))

    def suggestions(self, query: str) -> tuple[Lifecycle, ...]:
        """Return suggestions for a query that finds nothing: features with a similar name or some of its words."""
        alternatives = list(self._token_alternatives(query))
        shared = {name: sum(bool(each & words) for each in alternatives) for name, words in self._others.items()}
        by_name = {comparison_key(name): life.id for life in self._lives for name in self._names[life.id]}
        similar = {
            by_name[name] for name in get_close_matches(comparison_key(query), by_name, MAX_SUGGESTIONS, MIN_SIMILARITY)
        }
        ranked = sorted(self._lives, key=lambda life: (life.id not in similar, -shared[life.id]))
        return tuple(life for life in ranked if life.id in similar or shared[life.id])[:MAX_SUGGESTIONS]

    def _with_words(self, query: str, words: dict[str, set[str]]) -> list[Lifecycle]:
        alternatives = list(self._token_alternatives(query))
        return [life for life in self._lives if alternatives and all(each & words[life.id] for each in alternatives)]

    def _token_alternatives(self, query: str) -> Iterator[set[str]]:
        """Yield the tokens that each word may stand for: its own and, if unknown, those that differ in one letter."""
        for piece in pieces(query):
            is_one = HAN_CHARACTER.match(piece) is None and whole(piece) in self._vocabulary
            for token in [whole(piece)] if is_one else tokens(piece) if HAN_CHARACTER.match(piece) else parts(piece):
                likely = {known for known in self._vocabulary if _within_one_edit(token, known)}
                yield {token} if token in self._vocabulary or len(token) < MIN_FUZZY_LENGTH else {token, *likely}


def _names(life: Lifecycle) -> Iterator[str]:
    """Yield a feature's names: ids, registered names, and titles in either language."""
    yield from life.ids
    if life.identity:
        yield from life.identity.names
    for statement in life.announced:
        title = statement.feature.title
        yield from (plain(statement.release.localized(title, language).inlines).strip() for language in LANGUAGES)


def _apis(life: Lifecycle) -> Iterator[str]:
    return (api for statement in life.announced for api in statement.feature.apis)


def _within_one_edit(word: str, other: str) -> bool:
    """Return whether at most one letter is different, extra or missing."""
    at = common_prefix_length(word, other)
    return word[at + 1 :] in (other[at:], other[at + 1 :]) or word[at:] == other[at + 1 :]
