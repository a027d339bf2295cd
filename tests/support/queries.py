"""Search queries with their expected answers (bench/queries.json), and the scoring of results."""

import json
from collections import Counter
from pathlib import Path

QUERIES = Path(__file__).resolve().parents[2] / "bench" / "queries.json"
# The least shares of queries that must be answered this well. MIN_REJECTED is below 1 because some queries that should
# find nothing occur on a page word for word.
MIN_FIRST, MIN_FIRST_THREE, MIN_SECTION, MIN_REJECTED = 0.95, 0.97, 0.93, 0.9


def load(language):
    """Return the queries in one language."""
    return [query for query in json.loads(QUERIES.read_text(encoding="utf-8")) if query["lang"] == language]


def announcing(features, releases):
    """Map each feature page's address to the releases that announce it, news included, from the published data."""
    found = {f["path"]: {said["release"] for said in f["statements"]} for f in features["features"]}
    for release in releases["releases"]:
        for name in release["announcement"]["news"] if release["announcement"] else ():
            found.setdefault(f"features/{name}/", set()).add(release["version"])
    return found


class Score:
    """The score of some queries. ``addresses`` are result addresses below the language's root, best first."""

    def __init__(self, announced):
        self._announced = announced
        self.counts = Counter()
        self.faults = []

    def add(self, query, addresses):
        """Score one query."""
        found = [self._answers(query, address) for address in addresses]
        label = f"{query['q']} ({query['lang']}): {addresses[:4]}"
        if query.get("none"):
            self.counts["negative"] += 1
            self.counts["rejected"] += not addresses
            self.faults += [f"finds something: {label}"] if addresses else []
            return
        if "not" in query:
            unwanted = [f"releases/{version}/" for version in query["not"]]
            wrong = [address for address in addresses[:3] if address.split("#")[0] in unwanted]
            self.counts["negative"] += 1
            self.counts["rejected"] += not wrong
            self.faults += [f"finds {wrong}: {label}"] if wrong else []
        self.counts["asked"] += 1
        self.counts["first"] += found[:1] == [True]
        self.counts["three"] += any(found[:3])
        self.faults += [] if found[:1] == [True] else [f"not first: {label}, wanted {query['releases']}"]
        if section := query.get("section"):
            self.counts["sections"] += 1
            places = {f"features/{section}/", *(f"releases/{version}/#{section}" for version in query["releases"])}
            self.counts["section first"] += bool(places & {*addresses[:1]})

    def _answers(self, query, address):
        page = address.split("#")[0]
        wanted = query.get("releases", ())
        return any(page == f"releases/{v}/" or v in self._announced.get(page, ()) for v in wanted)

    def share(self, what, of="asked"):
        """Return a count as a share of another (0 to 1), or 1 if there are no such queries."""
        return self.counts[what] / self.counts[of] if self.counts[of] else 1.0
