"""Records → the file that a reader's browser fetches for the first search: all records, and where each token is."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from atlas.site.search.records import Record
from atlas.site.search.thesaurus import Thesaurus
from atlas.site.search.tokens import tokens, tokens_of, with_joined

MAX_TEXT_LENGTH = 8_000  # characters of a record's text, for excerpts and ranking
FIELDS = {  # the weight of a word in a field, and how much a long field lowers it (0: not at all)
    "title": (6.0, 0.4),
    "names": (4.0, 0.0),
    "other names": (3.0, 0.0),
    "text": (1.0, 0.3),
    "translation": (0.5, 0.3),
    "other words": (0.4, 0.0),
    "context": (0.5, 0.0),
}
SATURATION = 2.0  # the weighted count at which a token has half of its maximum impact
# Sections and features answer questions; lists and terms lead to them.
IMPORTANCE = {"section": 1.0, "feature": 1.1, "release": 0.9, "area": 0.8, "level": 0.8, "term": 0.15}
OTHER_IMPORTANCE = 0.3

Postings = Mapping[str, Sequence[tuple[int, int]]]  # token → record numbers, and its impact in each


def text(records: Sequence[Record], thesaurus: Thesaurus, labels: Mapping[str, Any]) -> str:
    """Return the index of one language as JSON. ``labels`` are interface strings for showing results."""
    postings = _postings(records, thesaurus)
    content = {
        "records": [_shown(record) for record in records],
        "tokens": {token: _numbers(postings[token]) for token in sorted(postings)},
        **labels,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _postings(records: Sequence[Record], thesaurus: Thesaurus) -> Postings:
    """Return the postings. An impact, from 1 to 110, says how much a record is about a token."""
    counted = [_counts(record, thesaurus) for record in records]
    number_of_records = max(len(records), 1)
    average = {field: sum(counts[field].total() for counts in counted) / number_of_records or 1.0 for field in FIELDS}
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, (record, counts) in enumerate(zip(records, counted, strict=True)):
        weighted: dict[str, float] = defaultdict(float)
        for field, (weight, by_length) in FIELDS.items():
            length = 1 - by_length + by_length * counts[field].total() / average[field]
            for token, count in counts[field].items():
                weighted[token] += weight * count / length
        most = 100 * IMPORTANCE.get(record.kind, OTHER_IMPORTANCE)
        for token, weight in weighted.items():
            postings[token].append((number, max(1, round(most * weight / (weight + SATURATION)))))
    return postings


def _counts(record: Record, thesaurus: Thesaurus) -> dict[str, Counter[str]]:
    """Count the tokens of each field. Those of the title or text do not count as translation or other words, too."""
    text = tokens(record.text)
    own = {*tokens(record.title), *text}
    fields = {
        "title": with_joined([record.title]),
        "names": with_joined(record.names),
        "other names": thesaurus.tokens([record.title, *record.names]),
        "text": text,
        "translation": [token for token in tokens_of([*record.variants, record.translation]) if token not in own],
        "other words": [token for token in thesaurus.tokens([record.text]) if token not in own],
        "context": [*tokens_of([*record.context, record.release]), *thesaurus.tokens(record.context)],
    }
    return {field: Counter(found) for field, found in fields.items()}


def _numbers(found: Sequence[tuple[int, int]]) -> list[int]:
    """Pack a list: for each record, its distance from the previous one, and the impact."""
    numbers: list[int] = []
    last = 0
    for number, impact in found:
        numbers += number - last, impact
        last = number
    return numbers


def _shown(record: Record) -> dict[str, Any]:
    """Return the fields that results are shown and ranked by."""
    fields = {
        "u": record.url, "k": record.kind, "t": record.title, "v": record.release, "l": record.level,
        "n": record.names, "x": record.text[:MAX_TEXT_LENGTH],
    }  # fmt: skip
    return {key: value for key, value in fields.items() if value}
