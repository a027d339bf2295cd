"""``since``: report a feature's level, since when, the evidence, and what is unknown."""

from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console

from atlas import pipeline
from atlas.cli.terminal import output, print_json, report
from atlas.core.problems import printable
from atlas.core.versions import version_key
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.site.locale import Locale
from atlas.site.search.lookup import Lookup

FOUND, AMBIGUOUS, NOTHING = 0, 1, 2  # exit codes

Data = dict[str, Any]  # what --json writes


def run(root: Path, today: date, name: str, release: str, *, as_json: bool) -> int:
    """Answer for the feature that ``name`` identifies; otherwise list ambiguous or similar features."""
    collection, problems = pipeline.collect(root, today)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors or not collection:
        return report(errors)
    lookup, locale = Lookup(collection), Locale(collection.knowledge, root / "templates", "en")
    found = lookup.find(name)
    if len(found) == 1:
        answered = data(collection, found[0], release, locale)
        print_json(answered) if as_json else _print(answered)
        return FOUND
    status, listed = (AMBIGUOUS, found) if found else (NOTHING, lookup.suggestions(name))
    if as_json:
        print_json({"query": name, "candidates" if found else "near": [_id_and_names(life) for life in listed]})
        return status
    with output() as console:
        heading = (
            f"{name!r} may mean" if found else f"no feature is called {name!r}" + ("; similar names" if listed else "")
        )
        _print_line(console, heading)
        for life in listed:
            _print_line(console, f"{life.id}  {_display_name(_id_and_names(life))}", indent=2)
    return status


def data(collection: Collection, life: Lifecycle, release: str, locale: Locale) -> Data:
    """Return the answer as of ``release`` (empty: as of now), its evidence, and what is unknown."""
    answer = collection.answer(life, release)
    until = life.until(release) if release else life
    last = until.states[-1][0] if until.states else ""
    is_uncertain = answer.how in ("first", "by")
    return {
        **_id_and_names(life),
        "as_of": release or None,
        "level": answer.level or None,
        "how": answer.how,
        "since": answer.since if answer.level else None,
        "answer": locale.answer(answer),
        "evidence": _evidence(answer.evidence) if answer.evidence else None,
        "elsewhere": [
            {"version": entry.release, "level": entry.level, "quote": entry.quote, "url": entry.source}
            for entry in collection.elsewhere(life)
            if _is_until(entry.release, release)
        ],
        "may_be_earlier_in": [missing.version for missing in collection.missing("", answer.since)]
        if is_uncertain
        else [],
        "not_collected_since": [
            missing.version for missing in collection.missing(last, "") if _is_until(missing.version, release)
        ],
        "not_mentioned_in": [
            version
            for run in collection.unmentioned_runs(life)
            for version in run
            if _is_until(version, release) and last
        ],
    }


def _is_until(version: str, release: str) -> bool:
    return not release or version_key(version) <= version_key(release)


def _id_and_names(life: Lifecycle) -> Data:
    return {"id": life.id, "name": life.names}


def _display_name(feature: Data) -> str:
    return " · ".join(dict.fromkeys(name for name in reversed(feature["name"].values()) if name))


def _evidence(statement: Statement) -> Data:
    """Return the statement that supports an answer, with its file and line."""
    return {
        "file": statement.release.seed.path,
        "line": statement.seen.line,
        "announced_in": statement.release.version,
        "version": statement.version or None,
        "level": statement.seen.stage,
        "quote": statement.seen.quote,
    }


def _print(found: Data) -> None:
    as_of, evidence = found["as_of"], found["evidence"]
    with output() as console:
        _print_line(console, f"{found['id']}  {_display_name(found)}", style="bold")
        _print_line(console, f"{found['answer']}{f'; answered as of {as_of}' if as_of and found['level'] else ''}")
        if evidence:
            what = "the last statement here" if found["how"] == "elsewhere" else "stated"
            _print_line(console, f"{what}: {evidence['level']}, {evidence['file']}:{evidence['line']}", indent=2)
            _print_line(console, evidence["quote"], indent=4)
        for other in found["elsewhere"]:
            what = f"{other['level']} in {other['version']} by a text that is not collected: {other['url']}"
            _print_line(console, what, indent=2)
        for what, versions in (
            ("perhaps earlier, in releases that are not collected", found["may_be_earlier_in"]),
            ("not collected since" if evidence else "not collected", found["not_collected_since"]),
            ("collected since, without a mention", found["not_mentioned_in"]),
        ):
            if versions:
                _print_line(console, f"{what}: {', '.join(versions)}", indent=2)


def _print_line(console: Console, words: str, *, indent: int = 0, style: str = "") -> None:
    console.print(" " * indent + printable(words), style=style, soft_wrap=True)
