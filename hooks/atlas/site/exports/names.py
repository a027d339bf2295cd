"""``names.json``: further names of features. The script of their table loads it when a reader filters by text."""

import json
from collections.abc import Iterator

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.words.locale import Locale


def text(collection: Collection, locale: Locale) -> str:
    """Return the file in one language: feature id → names that no table shows."""
    names = {lifecycle.id: " · ".join(_other_names(lifecycle, locale)) for lifecycle in collection.lifecycles}
    return json.dumps({id_: joined for id_, joined in names.items() if joined}, ensure_ascii=False)


def _other_names(lifecycle: Lifecycle, locale: Locale) -> Iterator[str]:
    """Yield a feature's names and what readers type who look for it, long ones first.

    A name is left out if one that is shown or was yielded contains it.
    """
    known = [locale.name_text(lifecycle).casefold(), lifecycle.id]
    registered = lifecycle.registered
    names = (*registered.name.both, *registered.aliases, *registered.search_terms) if registered else ()
    for name in sorted(names, key=len, reverse=True):
        if not any(name.casefold() in other for other in known):
            known.append(name.casefold())
            yield name
