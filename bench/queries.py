"""Search queries about the repository's seeds with their expected answers (queries.json), and their score."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

QUERIES = Path(__file__).with_name("queries.json")

Query = Mapping[str, Any]


def load(language: str) -> list[Query]:
    """Return the queries in one language."""
    return [query for query in json.loads(QUERIES.read_text(encoding="utf-8")) if query["lang"] == language]


def announcing(features: dict[str, Any], releases: dict[str, Any]) -> dict[str, set[str]]:
    """Map each feature page's address to the releases that announce it, news included, from the published data."""
    versions = {f["path"]: {statement["release"] for statement in f["statements"]} for f in features["features"]}
    for release in releases["releases"]:
        for name in release["announcement"]["news"] if release["announcement"] else ():
            versions.setdefault(f"features/{name}/", set()).add(release["version"])
    return versions


class Score:
    """The score of some queries. ``addresses`` are result addresses below the language's root, best first."""

    def __init__(self, announced: Mapping[str, set[str]]) -> None:
        self._announced = announced
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def add(self, query: Query, addresses: Sequence[str]) -> None:
        """Score one query, which has answers, finds nothing, or finds no release in ``not`` among the first three."""
        label = f"{query['q']} ({query['lang']}): {addresses[:4]}"
        unwanted = [f"releases/{version}/" for version in query.get("not", ())]
        if unwanted or query.get("none"):
            wrong = addresses if query.get("none") else [a for a in addresses[:3] if a.split("#")[0] in unwanted]
            self.counts["negative"] += 1
            self.counts["rejected"] += not wrong
            self.faults += [f"finds {wrong[:3]}: {label}"] if wrong else []
        if query.get("none"):
            return
        answers = [self._answers(query, address) for address in addresses]
        self.counts["asked"] += 1
        self.counts["first"] += answers[:1] == [True]
        self.counts["three"] += any(answers[:3])
        wanted = query.get("features") or query["releases"] or query["pages"]
        self.faults += [] if answers[:1] == [True] else [f"not first: {label}, wanted {wanted}"]
        if section := query.get("section"):
            self.counts["sections"] += 1
            places = {f"features/{section}/", *(f"releases/{version}/#{section}" for version in query["releases"])}
            self.counts["section first"] += bool(places & {*addresses[:1]})

    def _answers(self, query: Query, address: str) -> bool:
        """Whether an address is one of the pages or features wanted, or else about one of the releases."""
        page = address.partition("#")[0]
        if address.startswith(tuple(query.get("pages", ()))):
            return True
        if "features" in query:
            return any(address in (f"features/{id_}/", f"{page}#{id_}") for id_ in query["features"])
        return any(page == f"releases/{v}/" or v in self._announced.get(page, ()) for v in query["releases"])

    def share(self, what: str, of: str = "asked") -> float:
        """Return a count as a share of another (0 to 1), or 1 if there are no such queries."""
        return self.counts[what] / self.counts[of] if self.counts[of] else 1.0

    def row(self) -> str:
        """Return the cells of a table: number of queries, shares, and how many negative ones find nothing wrong."""
        shares = [self.share("first"), self.share("three"), self.share("section first", "sections")]
        rejected = f"{self.counts['rejected']}/{self.counts['negative']}"
        return " | ".join([str(self.counts["asked"]), *(f"{share:.3f}" for share in shares), rejected])
