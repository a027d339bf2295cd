"""Records → the files that a reader's browser asks for: tokens in alphabetical shards, and records in small blocks.

A search fetches the directory, the shards of its own words and the blocks of its best records. Shards, blocks and
lists have upper bounds, so what one search fetches hardly grows with the site.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from hashlib import sha256
from itertools import chain, pairwise
from operator import sub
from typing import Any

from atlas.site.search.records import Record
from atlas.site.search.tokens import tokens, whole
from atlas.site.search.widen import Thesaurus

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
COUNT = 24  # bits of a count in a number that holds one for each field: more words than a seed can have
ONE = {field: 1 << COUNT * place for place, field in enumerate(FIELDS)}
IMPACT = 7  # bits of an impact, which stands behind its record's number
MOST = (1 << IMPACT) - 1
OFTEN = 1 << 14  # steps that stand in many lists


class Index:
    """The index of one language, compact while it grows.

    Most tokens of a record stand in it equally often. So what a token lists are *mentions*: a record, and how often
    a token stands in each of its fields.
    """

    def __init__(self, thesaurus: Thesaurus) -> None:
        self._others = lru_cache(maxsize=1024)(lambda texts: _tokens_of(thesaurus.others(texts)))
        self._widened = lru_cache(maxsize=1024)(lambda texts: _tokens_of((*texts, *thesaurus.others(texts))))
        self._mentions: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))  # of each token
        self._counts = array("I")  # of each mention: the place among ...
        self._distinct: dict[int, int] = {}  # ... the counts in all fields, in one number
        self._ends = array("I")  # of each record: the first mention of the next
        self._lengths = {field: array("I") for field in FIELDS}  # of each record, in tokens
        self._worths = array("d")  # of each record
        self._blocks: list[bytes] = []  # files of records, compressed until the name of their folder is known
        self._block: list[dict[str, Any]] = []

    def add(self, record: Record) -> None:
        """Take one more record: its number is how many came before."""
        text, otherwise = _grouped(record.text), _grouped(record.otherwise)
        told = frozenset(_short(record.title)).union(*text.values())
        few: dict[str, int] = {}  # what stands in more than running text
        for field, found in self._fields(record, told).items():
            self._lengths[field].append(len(found))
            one = ONE[field]
            for token in found:
                few[token] = few.get(token, 0) + one
        for count, group in text.items():
            self._running("text", count, group, few)
        for count, group in otherwise.items():
            self._running("otherwise", count, group - told, few)
        same: dict[int, list[str]] = {}
        for token, counts in few.items():
            same.setdefault(counts, []).append(token)
        for counts, alike in same.items():
            self._mention(alike, counts)
        self._ends.append(len(self._counts))
        self._worths.append(WORTH.get(record.kind, LEAST))
        self._block.append(_shown(record))
        if len(self._block) == BLOCK:
            self._close_block()

    def _running(self, field: str, count: int, found: set[str], few: dict[str, int]) -> None:
        """Take what stands so often in running text: at once, unless it stands elsewhere as well."""
        self._lengths[field][-1] += count * len(found)
        for token in few.keys() & found:
            few[token] += count * ONE[field]
        self._mention(found.difference(few), count * ONE[field])

    def _fields(self, record: Record, told: AbstractSet[str]) -> dict[str, Sequence[str]]:
        """The tokens of each field but those of running text."""
        return {
            "title": (*_short(record.title), *_joined(record.title)),
            "names": [token for name in record.names for token in (*_short(name), *_joined(name))],
            "other names": self._others((record.title, *record.names)),
            "text": (),
            "otherwise": [token for token in _tokens_of(record.besides) if token not in told],
            "other words": [token for token in self._others((record.text,)) if token not in told],
            "around": (*self._widened(record.around), *_short(record.release)),
        }

    def _mention(self, found: Iterable[str], counts: int) -> None:
        mention = len(self._counts)
        self._counts.append(self._distinct.setdefault(counts, len(self._distinct)))
        for mentions in map(self._mentions.__getitem__, found):
            mentions.append(mention)

    def _close_block(self) -> None:
        self._blocks.append(zlib.compress(_json(self._block).encode(), 1))
        self._block = []

    def files(self, labels: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Path below the language's folder, and text, of each file: after the last record, and once.

        ``labels`` are words of the interface that results are shown with.
        """
        if self._block:
            self._close_block()
        firsts, shards = [], []
        build = sha256()
        for first, text in _shards(self._lists()):
            firsts.append(first)
            shards.append(text.encode())
            build.update(shards[-1])
        for block in self._blocks:
            build.update(zlib.decompress(block))
        folder = build.hexdigest()[:8]
        directory = {
            "build": folder,
            "records": len(self._ends),
            "tokens": firsts,  # of each shard
            "block": BLOCK,
            **labels,
        }
        yield "index.json", _json(directory)
        for n, shard in enumerate(shards):
            yield f"{folder}/t{n}.json", shard.decode()
        for n, block in enumerate(self._blocks):
            yield f"{folder}/r{n}.json", zlib.decompress(block).decode()

    def _lists(self) -> Iterator[tuple[str, str]]:
        """Each token, and as JSON how many records there are, then those listed: the step to each, and the impact."""
        told, pairs = self._told(), _Pairs()
        for token in sorted(self._mentions):
            found = [told[mention] for mention in self._mentions.pop(token)]
            count = len(found)
            if count > LONGEST:
                found = sorted(sorted(found, key=MOST.__and__, reverse=True)[:LONGEST])
            steps = map(sub, found, (0, *map((~MOST).__and__, found)))
            yield token, f"[{count},{','.join(map(pairs.__getitem__, steps))}]"

    def _told(self) -> array[int]:
        """Of each mention the record's number and, from 1 to 110, how much the token tells of it."""
        weighted = [  # of all distinct counts: what a token tells in each field
            [
                (field, weight * count)
                for place, (field, (weight, _)) in enumerate(FIELDS.items())
                if (count := packed >> COUNT * place & (1 << COUNT) - 1)
            ]
            for packed in self._distinct
        ]
        average = {field: sum(lengths) / max(len(lengths), 1) or 1.0 for field, lengths in self._lengths.items()}
        told = array("I")
        for number, (worth, end) in enumerate(zip(self._worths, self._ends, strict=True)):
            length = {
                field: 1 - evened + evened * self._lengths[field][number] / average[field]
                for field, (_, evened) in FIELDS.items()
            }
            for counts in self._counts[len(told) : end]:
                total = 0.0
                for field, weight in weighted[counts]:
                    total += weight / length[field]
                told.append(number << IMPACT | max(1, round(100 * worth * total / (total + HALF))))
        return told


class _Pairs(dict[int, str]):
    """A step with an impact behind it → both as text; most are made once."""

    def __missing__(self, step: int) -> str:
        made = f"{step >> IMPACT},{step & MOST}"
        if step < OFTEN:
            self[step] = made
        return made


@lru_cache(maxsize=64)  # what is the text in one language is said otherwise in the next
def _grouped(text: str) -> dict[int, set[str]]:
    """How often → the tokens that stand in a text so often."""
    counts = Counter(tokens(text))
    often = {token: count for token, count in counts.items() if count > 1}
    groups = {1: counts.keys() - often.keys()}
    for token, count in often.items():
        groups.setdefault(count, set()).add(token)
    return groups


@lru_cache(maxsize=8192)  # names and terms stand in many records
def _short(name: str) -> tuple[str, ...]:
    return tuple(tokens(name))


def _tokens_of(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(map(_short, names)))


@lru_cache(maxsize=2048)
def _joined(name: str) -> tuple[str, ...]:
    """Neighbouring words as one: who types “dataloader” means “data loader”."""
    words = name.split()
    return tuple(whole(a + b) for a, b in pairwise(words) if (a + b).isascii() and (a + b).isalpha())


def _shards(lists: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The first token of each shard, and its text."""
    run: list[str] = []
    first, size = "", 0
    for token, found in lists:
        piece = f"{_json(token)}:{found}"
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


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
