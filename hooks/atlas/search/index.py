"""Records → the files that a reader's browser asks for: tokens in alphabetical shards, and records in small blocks.

A search fetches the directory, the shards of its own words and the blocks of its best records. Shards, blocks and
lists have upper bounds, so what one search fetches hardly grows with the site.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

from atlas.search.records import Record
from atlas.search.tokens import tokens, whole
from atlas.search.widen import Thesaurus

SHARD = 12_000  # characters of a file of tokens, unless one token alone is longer
BLOCK = 6  # records of a file
TEXT = 8_000  # characters of a record that results are shown and judged by
LONGEST = 1_000  # records that a token lists: of more, those that it tells most of
FIELDS = {  # what a word tells there, and how far that depends on how many others do
    "title": (6.0, 0.4),
    "names": (4.0, 0.0),
    "other names": (3.0, 0.0),
    "text": (1.0, 0.3),
    "otherwise": (0.5, 0.3),
    "other words": (0.4, 0.0),
    "around": (0.5, 0.0),
}
HALF = 2.0  # the weighted count at which a token tells half of what it can
# Sections and histories answer questions; lists and terms lead to them.
WORTH = {"section": 1.0, "feature": 1.1, "release": 0.9, "term": 0.15}
LEAST = 0.3


@dataclass(frozen=True, slots=True)
class _Entry:
    """A record with its tokens by field."""

    record: Record
    fields: dict[str, Sequence[str]]


def _entry(record: Record, thesaurus: Thesaurus) -> _Entry:
    named = (record.title, *record.names)
    told = {*tokens(record.title), *tokens(record.text)}
    return _Entry(
        record,
        {
            "title": [*tokens(record.title), *_joined(record.title)],
            "names": [token for name in record.names for token in (*tokens(name), *_joined(name))],
            "other names": _tokens(thesaurus.others(named)),
            "text": tokens(record.text),
            "otherwise": [token for token in tokens(record.otherwise) if token not in told],
            "other words": [token for token in _tokens(thesaurus.others([record.text])) if token not in told],
            "around": _tokens((*record.around, *thesaurus.others(record.around), record.release)),
        },
    )


def _tokens(words: Iterable[str]) -> list[str]:
    return [token for word in words for token in tokens(word)]


def _joined(name: str) -> Iterator[str]:
    """Neighbouring words as one: who types “dataloader” means “data loader”."""
    words = name.split()
    return (whole(a + b) for a, b in pairwise(words) if (a + b).isascii() and (a + b).isalpha())


def files(records: Sequence[Record], thesaurus: Thesaurus, labels: dict[str, Any]) -> dict[str, str]:
    """Path below the language's folder → text. ``labels`` are words of the interface that results are shown with."""
    entries = [_entry(record, thesaurus) for record in records]
    average = {f: sum(len(e.fields[f]) for e in entries) / max(len(entries), 1) or 1.0 for f in FIELDS}
    lists: dict[str, list[tuple[int, int]]] = {}
    for number, entry in enumerate(entries):
        for token, impact in _impacts(entry, average).items():
            lists.setdefault(token, []).append((number, impact))
    shards = list(_shards({token: _written(lists[token]) for token in sorted(lists)}))
    made = {f"t{n}.json": text for n, (_, text) in enumerate(shards)}
    for n, at in enumerate(range(0, len(records), BLOCK)):
        made[f"r{n}.json"] = _json([_shown(record) for record in records[at : at + BLOCK]])
    build = sha256("".join(made.values()).encode()).hexdigest()[:8]
    directory = {
        "build": build,
        "records": len(records),
        "tokens": [first for first, _ in shards],  # of each shard
        "block": BLOCK,
        **labels,
    }
    return {"index.json": _json(directory), **{f"{build}/{name}": text for name, text in made.items()}}


def _impacts(entry: _Entry, average: dict[str, float]) -> dict[str, int]:
    """How much each token of a record tells of it, from 1 to 100."""
    total: Counter[str] = Counter()
    for field, found in entry.fields.items():
        weight, evened = FIELDS[field]
        length = 1 - evened + evened * len(found) / average[field]
        for token, count in Counter(found).items():
            total[token] += weight * count / length  # type: ignore[assignment]
    worth = WORTH.get(entry.record.kind, LEAST)
    return {token: max(1, round(100 * worth * x / (x + HALF))) for token, x in total.items()}


def _written(found: list[tuple[int, int]]) -> list[int]:
    """How many records there are, then those listed: the step from the one before, and the impact."""
    best = sorted(sorted(found, key=lambda pair: -pair[1])[:LONGEST])
    out, last = [len(found)], 0
    for number, impact in best:
        out += [number - last, impact]
        last = number
    return out


def _shards(lists: dict[str, list[int]]) -> Iterator[tuple[str, str]]:
    """The first token of each shard, and its text."""
    run: list[str] = []
    first, size = "", 0
    for token, found in lists.items():
        piece = f"{_json(token)}:{_json(found)}"
        if run and size + len(piece) > SHARD:
            yield first, "{" + ",".join(run) + "}"
            run, size = [], 0
        first = first if run else token
        run.append(piece)
        size += len(piece)
    if run:
        yield first, "{" + ",".join(run) + "}"


def _shown(record: Record) -> dict[str, Any]:
    """What a result shows, and what it is judged by."""
    made = {
        "u": record.url, "k": record.kind, "t": record.title, "v": record.release, "l": record.level,
        "n": list(record.names), "x": record.text[:TEXT],
    }  # fmt: skip
    return {key: value for key, value in made.items() if value}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
