"""How results depend on the numbers that were chosen by measuring: at each and around it (``make weights``).

A row for each number of a module: values from half to one and a half times its own, each with its result. A number is
well chosen if the results beside its own are the same or little worse. Only some modules: ``make weights ONLY=areas``.
"""

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import product
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from atlas.clean.passes import clean
from atlas.core.problems import UnreadableError
from atlas.core.text import comparison_key
from atlas.document.nodes import plain
from atlas.extract.extract_announcement import extract_announcement
from atlas.extract.matching import Named, match_names
from atlas.extract.nearest import nearest
from atlas.knowledge.knowledge import Knowledge
from atlas.originals.fill import align_announcements
from atlas.seeds.files import decode_seed
from atlas.seeds.read_document import read_document
from queries import load
from search import PREFIXES, ROOT, browsing, built_site, new_score, opened

# Shared with the tests; the Makefile adds them to the path.
from support import pairs, posts
from support.cases import cases
from support.queries import ask_all
from support.samples import announcements_of, knowledge, knowledge_of

FORMS = ("md", "plain", "html")  # of posts; “line” is HTML, too
RANKING = "assets/js/search/ranking.js"
STEPS = (-2, -1, 0, 1, 2)  # quarters of a number


class Weight(NamedTuple):
    """A number, and a function that makes it another one for as long as its context lasts."""

    name: str
    value: float
    changed_to: Callable[[float], AbstractContextManager[object]]


def around(value: float) -> list[float]:
    """Return a number with those around it; whole numbers stay whole, and are 1 or more."""
    if isinstance(value, int):
        return [near for step in STEPS if (near := value + step * max(1, round(value / 4))) > 0]
    return [value + step * value / 4 for step in STEPS]


def weights_in(name: str) -> Iterator[Weight]:
    """Yield the numbers of a Python module."""
    module = import_module(f"atlas.{name}")
    for key, value in vars(module).items():
        if key.isupper() and type(value) in {int, float}:
            yield Weight(key, value, partial(_changed, module, key))


@contextmanager
def _changed(module: Any, name: str, value: float) -> Iterator[None]:  # noqa: ANN401  of any module
    caches = [one for one in vars(module).values() if hasattr(one, "cache_clear")]
    with patch.object(module, name, value), ExitStack() as stack:
        for cache in caches:
            cache.cache_clear()
            stack.callback(cache.cache_clear)
        yield


def extracted(file: tuple[str, str], wording: Knowledge) -> Callable[[], Any]:
    """Return a function that extracts the announcement from a text, which has a file name and is read only once."""
    name, text = file
    seed, stripped = decode_seed(f"seeds/{name}", text.encode())
    document, left_out, _ = read_document(seed)
    cleaned = clean(document, wording)
    return lambda: extract_announcement(seed, cleaned, (*stripped, *left_out, *cleaned.edits), wording)[0]


def announcements(wording: Knowledge) -> Callable[[], list[tuple[Any, Any]]]:
    """Return a function that extracts all posts, each with what a careful reader finds in it."""
    every = list(product(posts.VERSIONS, FORMS))
    announced = [(extracted(posts.file_of(*each), wording), posts.truth(*each)) for each in every]
    return lambda: [(announcement(), gold) for announcement, gold in announced]


def areas() -> Callable[[], str]:
    """Count the features of the posts whose best area is wrong, and those of which another is."""
    read_posts = announcements(replace(knowledge_of(ROOT), errata={}))

    def result() -> str:
        given = [pair for announcement, gold in read_posts() for pair in posts.areas(gold, announcement)]
        best = sum(not {*found[:1]} & right for found, right in given)
        return f"{best} {sum(not {*found[1:]} <= right for found, right in given)}"

    return result


def matching() -> Callable[[], str]:
    """Count the features of the posts that are missing, extra or misjudged, and the wrong cases of matching.yml."""
    read_posts, table = announcements(knowledge()), cases("matching")
    every: list[tuple[list[Named], list[Named], dict[int, int]]]
    every = [([(name, None)], [("毫不相干的东西", None), (section, None)], {0: 1}) for name, section in table["alike"]]
    every += [([*map(tuple, named)], [*map(tuple, sections)], right) for named, sections, right in table["matched"]]

    def result() -> str:
        misread = sum(len(posts.misreadings(gold, found, knowledge())) for found, gold in read_posts())
        return (
            f"{misread} {sum(match_names(named, sections, knowledge()) != right for named, sections, right in every)}"
        )

    return result


def aligning() -> Callable[[], str]:
    """Count the cases of alignments.yml that are grouped otherwise, and those of differences.yml with other ones."""
    alignments, changed = cases("alignments").values(), cases("differences").values()

    def result() -> str:
        grouped = sum(pairs.aligned(case) != case["groups"] for case in alignments)
        return f"{grouped} {sum(pairs.lost_or_changed(case) != case['differences'] for case in changed)}"

    return result


def pairing() -> Callable[[], str]:
    """Count the translations that are refused with their own original, and those that are taken with another."""
    folder = ROOT / "tests"
    own = [
        (pairs.CHINESE + case["translation"], pairs.ENGLISH + case["original"]) for case in cases("alignments").values()
    ]
    own += [
        (
            (folder / "cases/pair/translation.md").read_text("utf-8"),
            (folder / "cases/pair/original.md").read_text("utf-8"),
        )
    ]
    other = (folder / "english" / "9.8.md").read_text("utf-8")
    others = [(posts.file_of(version, "md")[1], other) for version in posts.VERSIONS]

    def announced(text: str) -> Any:  # noqa: ANN401  as replace() wants
        return replace(extracted(("seed.md", text), knowledge())(), version="9.9")

    both = [[(announced(zh), announced(en)) for zh, en in given] for given in (own, others)]

    def is_taken(translation: Any, original: Any) -> bool:  # noqa: ANN401
        try:
            return bool(align_announcements(translation, original, knowledge()))
        except UnreadableError:
            return False

    def result() -> str:
        refused = sum(not is_taken(*pair) for pair in both[0])
        return f"{refused} {sum(is_taken(*pair) for pair in both[1])}"

    return result


def naming() -> Callable[[], str]:
    """Count the announced features that are named for their title by their other names, and all that are named."""
    known = knowledge_of(ROOT)
    asked = []
    for announcement in announcements_of(ROOT).values():
        for feature in announcement.features:
            if not feature.registered_id:
                continue
            title = comparison_key(plain(feature.title))
            features = tuple(
                SimpleNamespace(id=one.id, names=[name for name in one.names if comparison_key(name) != title])
                for one in known.registered_features
            )
            unregistered = replace(feature, registered=None, possible_ids=())
            asked.append((feature.registered_id, partial(nearest, unregistered, replace(known, features=features))))

    def result() -> str:
        answers = [(right, [near.id for near in ask()]) for right, ask in asked]
        found = sum(right in ids for right, ids in answers)
        return f"{found}/{len(asked)} {sum(len(ids) for _, ids in answers) / len(asked):.1f}"

    return result


MEASURES = {  # the modules whose numbers depend on it, by what is measured
    areas: ["extract.areas"],
    matching: ["extract.matching"],
    naming: ["extract.nearest"],
    aligning: ["originals.similarity", "originals.align", "originals.differences"],
    pairing: ["originals.fill"],
}


# --- search ---------------------------------------------------------------------------------------


def weights_of_ranking(scripts: dict[str, str]) -> Iterator[Weight]:
    """Yield the numbers of the script that ranks results; changed, it is among the ``scripts`` that a page gets."""
    whole = (ROOT / "docs" / RANKING).read_text("utf-8")
    for statement in re.finditer(r"^const (.+) = ([\[{]?[^/\n;]*\d[^/\n;]*);", whole, re.MULTILINE):
        names = re.findall(r"\w+", statement[1])
        for i, number in enumerate(re.finditer(r"(?:(\w+): )?(\d+(?:\.\d+)?)", statement[2])):
            start, end = (statement.start(2) + at for at in number.span(2))
            yield Weight(
                f"{names[0]}.{number[1]}" if number[1] else names[i],
                float(number[2]) if "." in number[2] else int(number[2]),
                partial(_rewritten, scripts, whole[:start], whole[end:]),
            )


def _rewritten(scripts: dict[str, str], before: str, after: str, value: float) -> AbstractContextManager[object]:
    return patch.dict(scripts, {RANKING: f"{before}{value:g}{after}"})


@contextmanager
def ranking(site_folder: list[str], scripts: dict[str, str]) -> Iterator[Callable[[], str]]:
    """Count the queries that are answered by the first result, by the first three, and that rightly find nothing."""
    with built_site(site_folder) as site, browsing(site) as (browser, address):

        def result() -> str:
            score = new_score(site)
            for language, prefix in PREFIXES.items():
                queries, url = load(language), address + prefix
                with opened(browser, f"{url}about/", scripts) as (page, _):
                    answers = ask_all(page, [query["q"] for query in queries])
                for query, links in zip(queries, answers, strict=True):
                    score.add(query, [link.removeprefix(url) for link in links])
            return " ".join(str(score.counts[name]) for name in ("first", "three", "rejected"))

        yield result


# --- the table ------------------------------------------------------------------------------------


def show(name: str, measure: Callable[..., object], weights: Iterable[Weight], result: Callable[[], str]) -> None:
    """Print the table of a module's numbers, a row as soon as it is measured."""
    print(f"\n{name}: {measure.__doc__}\n\n| number | less | | now | | more |\n" + "|---" * 6 + "|")
    for weight in weights:
        cells = []
        for value in around(weight.value):
            with weight.changed_to(value):
                cells.append(f"{value:g}: {result()}")
        before = ["" for _ in range(STEPS.index(0) - sum(value < weight.value for value in around(weight.value)))]
        print("|", " | ".join([weight.name, *before, *cells]), "|", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="modules, such as matching or ranking; all if there are none")
    parser.add_argument("--site", nargs=1, default=[], help="a built site to search, so that none is built")
    options = parser.parse_args()
    for measure, modules in MEASURES.items():
        chosen = [name for name in modules if not options.only or name.rpartition(".")[2] in options.only]
        result = measure() if chosen else str
        for name in chosen:
            show(name, measure, weights_in(name), result)
    if not options.only or "ranking" in options.only:
        scripts: dict[str, str] = {}
        with ranking(options.site, scripts) as result:
            show("ranking", ranking, weights_of_ranking(scripts), result)


if __name__ == "__main__":
    main()
