"""``since``: at which level a feature is, since when, what says so, and what is not known."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console

from atlas import pipeline
from atlas.cli.terminal import output, print_json, report
from atlas.core.languages import LANGUAGES
from atlas.core.problems import printable
from atlas.core.versions import version_key
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.locale import Locale
from atlas.site.search.lookup import Lookup

FOUND, AMBIGUOUS, NOTHING = 0, 1, 2  # exit codes

Data = dict[str, Any]  # what --json writes


def run(root: Path, today: date, name: str, release: str, *, as_json: bool) -> int:
    """Answer for the one feature that ``name`` means; else list those that it may mean, or that are like it."""
    atlas, problems = pipeline.collect(root, today)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors or not atlas:
        return report(errors)
    lookup, locale = Lookup(atlas), Locale(atlas.knowledge, root / "templates", "en")
    found = lookup.find(name)
    if len(found) == 1:
        told = data(atlas, found[0], release, locale)
        print_json(told) if as_json else _print(told)
        return FOUND
    status, listed = (AMBIGUOUS, found) if found else (NOTHING, lookup.near(name))
    if as_json:
        print_json({"query": name, "candidates" if found else "near": [_named(life) for life in listed]})
        return status
    with output() as console:
        head = f"{name!r} may mean" if found else f"nothing is called {name!r}" + ("; near are" if listed else "")
        _line(console, head)
        for life in listed:
            _line(console, f"{life.id}  {_called(_named(life))}", indent=2)
    return status


def data(atlas: Collection, life: Lifecycle, release: str, locale: Locale) -> Data:
    """The answer as of ``release`` (empty: as of now) with its evidence, and what is not known."""
    answer = atlas.answer(life, release)
    until = life.until(release) if release else life
    last = until.states[-1][0] if until.states else ""
    unsure = answer.how in ("first", "by")
    return {
        **_named(life),
        "as_of": release or None,
        "level": answer.level or None,
        "how": answer.how,
        "since": answer.since if answer.level else None,
        "answer": locale.answer(answer),
        "evidence": _evidence(life, release, atlas),
        "elsewhere": [
            {"version": told.release, "level": told.level, "quote": told.quote, "url": told.source}
            for told in atlas.told_elsewhere(life)
            if _is_until(told.release, release)
        ],
        "may_be_earlier_in": [missing.version for missing in atlas.missing("", answer.since)] if unsure else [],
        "not_collected_since": [
            missing.version for missing in atlas.missing(last, "") if _is_until(missing.version, release)
        ],
        "not_mentioned_in": [
            version for run in atlas.silent(life) for version in run if _is_until(version, release) and last
        ],
    }


def _is_until(version: str, release: str) -> bool:
    return not release or version_key(version) <= version_key(release)


def _named(life: Lifecycle) -> Data:
    return {"id": life.id, "name": {language: life.name(language) for language in LANGUAGES}}


def _called(told: Data) -> str:
    return " · ".join(dict.fromkeys(name for name in reversed(told["name"].values()) if name))


def _evidence(life: Lifecycle, release: str, atlas: Collection) -> Data | None:
    """The statement that an answer rests on, with its file and line."""
    said = atlas.answer(life, release).said
    if not said:
        return None
    return {
        "file": said.release.seed.path,
        "line": said.seen.line,
        "announced_in": said.release.version,
        "version": said.version or None,
        "level": said.seen.stage,
        "quote": said.seen.quote,
    }


def _print(told: Data) -> None:
    """The same for people."""
    as_of, evidence = told["as_of"], told["evidence"]
    with output() as console:
        _line(console, f"{told['id']}  {_called(told)}", style="bold")
        _line(console, f"{told['answer']}{f'; asked as of {as_of}' if as_of and told['level'] else ''}")
        if evidence:
            what = "the last statement here" if told["how"] == "elsewhere" else "stated"
            _line(console, f"{what}: {evidence['level']}, {evidence['file']}:{evidence['line']}", indent=2)
            _line(console, evidence["quote"], indent=4)
        for other in told["elsewhere"]:
            what = f"{other['level']} in {other['version']} by a text that is not collected: {other['url']}"
            _line(console, what, indent=2)
        _versions(console, "perhaps earlier, in releases that are not collected", told["may_be_earlier_in"])
        _versions(console, "not collected since" if told["evidence"] else "not collected", told["not_collected_since"])
        _versions(console, "collected since, and silent on it", told["not_mentioned_in"])


def _versions(console: Console, what: str, versions: Iterable[str]) -> None:
    if listed := ", ".join(versions):
        _line(console, f"{what}: {listed}", indent=2)


def _line(console: Console, words: str, *, indent: int = 0, style: str = "") -> None:
    console.print(" " * indent + printable(words), style=style, soft_wrap=True)
