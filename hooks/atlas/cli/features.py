"""``features suggest``: features of different releases that are likely the same, and their registration."""

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from rich.table import Column, Table

from atlas import pipeline
from atlas.cli.terminal import output, report
from atlas.core.languages import LANGUAGES
from atlas.core.problems import Problem, printable
from atlas.document.nodes import plain
from atlas.history.lifecycle import Lifecycle
from atlas.history.suggest import Proposal, proposals
from atlas.knowledge.checks import FEATURES


def run(root: Path, today: date, accepted: Sequence[int]) -> int:
    """List what is likely the same, or register the proposals with the numbers ``accepted``; 1 where that fails."""
    atlas, problems = pipeline.collect(root, today)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors or not atlas:
        return report(errors)
    found = proposals(atlas)
    if not accepted:
        _print(found)
        return 0
    if unknown := [number for number in accepted if not 1 <= number <= len(found)]:
        return report([Problem(FEATURES, 0, f"there is no proposal {unknown[0]}: there are {len(found)}")])
    for number in accepted:
        _register(root / FEATURES, found[number - 1])
    print(f"{FEATURES}: {len(accepted)} registered; look at its last entries and aliases")
    return 0


def _print(found: Sequence[Proposal]) -> None:
    columns = (Column("", justify="right"), "earlier", "later", "alike", "words", "APIs")
    table = Table(*columns, box=None, pad_edge=False)
    for number, each in enumerate(found, 1):
        sides = (_described(each.earlier), _described(each.later))
        table.add_row(str(number), *sides, f"{each.likeness:.2f}", " ".join(each.words), " ".join(each.apis))
    with output() as console:
        console.print(table)


def _described(life: Lifecycle) -> str:
    """A feature by its release and title, with its id where it is registered."""
    first = life.announced[0]
    known = f" [{life.id}]" if life.identity else ""
    return f"{first.release.version} {printable(plain(first.feature.title))}{known}"


def _register(path: Path, proposal: Proposal) -> None:
    """Write that the two are one: an alias of the registered one, or a new entry."""
    text = path.read_text(encoding="utf-8")
    known, other = proposal.earlier, proposal.later
    if other.identity and not known.identity:
        known, other = other, known
    alias = _quoted(plain(other.newest.feature.title))
    if known.identity:
        text = _with_alias(text, known.id, alias)
    else:
        feature, release = known.newest.feature, known.newest.release
        zh, en = (_quoted(plain(release.localized(feature.title, language).inlines)) for language in LANGUAGES)
        areas = ", ".join(f'"{area}"' for area in feature.areas)
        entry = f'- id: "{known.id}"\n  name: {{zh: {zh}, en: {en}}}\n  aliases: [{alias}]\n  areas: [{areas}]\n'
        text = f"{text.rstrip()}\n{entry}"
    path.write_text(text, encoding="utf-8", newline="\n")


def _with_alias(text: str, feature: str, alias: str) -> str:
    """The file with one more alias, in quotes, in the entry of a feature."""
    begin = text.index(f'- id: "{feature}"\n')
    end = text.find("\n- id:", begin) + 1 or len(text)
    entry = text[begin:end]
    if "\n  aliases: [" in entry:
        entry = re.sub(r"(\n  aliases: \[.*)\]\n", lambda found: f"{found[1]}, {alias}]\n", entry, count=1)
    else:
        entry = re.sub(r"\n  name: .*\n", lambda found: f"{found[0]}  aliases: [{alias}]\n", entry, count=1)
    return text[:begin] + entry + text[end:]


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
