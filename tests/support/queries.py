"""Search queries with their expected answers (bench/queries.json), and the scoring of results."""

import json
from collections import Counter
from pathlib import Path

QUERIES = Path(__file__).resolve().parents[2] / "bench" / "queries.json"


def load(language):
    """Return the queries in one language."""
    return [query for query in json.loads(QUERIES.read_text(encoding="utf-8")) if query["lang"] == language]


def ask(page, query):
    """Enter a query into an open dialog; return the addresses of its results, best first."""
    page.get_by_role("searchbox").fill(query)
    page.locator("dialog:has(ol:not([aria-busy])) [role=status]:not(:empty)").wait_for(state="attached")
    return page.locator("dialog ol > li > a").evaluate_all("links => links.map((link) => link.href)")


# Each query is answered within the task that follows its input, as soon as the index is loaded.
ANSWERS = """async (queries) => {
  const [field, answers] = [document.querySelector("dialog [type=search]"), []];
  for (const query of queries) {
    field.value = query;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done));
    answers.push([...document.querySelectorAll("dialog ol > li > a")].map((link) => link.href));
  }
  return answers;
}"""


def ask_all(page, queries):
    """Enter queries one after the other into an open dialog; return the addresses of the results of each."""
    ask(page, queries[0])
    return page.evaluate(ANSWERS, queries)


def announcing(features, releases):
    """Map each feature page's address to the releases that announce it, news included, from the published data."""
    versions = {f["path"]: {statement["release"] for statement in f["statements"]} for f in features["features"]}
    for release in releases["releases"]:
        for name in release["announcement"]["news"] if release["announcement"] else ():
            versions.setdefault(f"features/{name}/", set()).add(release["version"])
    return versions


class Score:
    """The score of some queries. ``addresses`` are result addresses below the language's root, best first."""

    def __init__(self, announced):
        self._announced = announced
        self.counts: Counter[str] = Counter()
        self.faults = []

    def add(self, query, addresses):
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

    def _answers(self, query, address):
        """Whether an address is one of the pages or features wanted, or else about one of the releases."""
        page = address.split("#")[0]
        if address.startswith(tuple(query.get("pages", ()))):
            return True
        if "features" in query:
            return any(address in (f"features/{id_}/", f"{page}#{id_}") for id_ in query["features"])
        return any(page == f"releases/{v}/" or v in self._announced.get(page, ()) for v in query["releases"])

    def share(self, what, of="asked"):
        """Return a count as a share of another (0 to 1), or 1 if there are no such queries."""
        return self.counts[what] / self.counts[of] if self.counts[of] else 1.0

    def row(self):
        """Return the cells of a table: number of queries, shares, and how many negative ones find nothing wrong."""
        shares = [self.share("first"), self.share("three"), self.share("section first", "sections")]
        rejected = f"{self.counts['rejected']}/{self.counts['negative']}"
        return " | ".join([str(self.counts["asked"]), *(f"{share:.3f}" for share in shares), rejected])
