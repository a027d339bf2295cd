"""``features suggest``: features of different releases that are likely the same, and their registration."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from operator import attrgetter
from pathlib import Path

from rich.table import Column, Table

from atlas import pipeline
from atlas.cli.terminal import output, report
from atlas.core.languages import LANGUAGES
from atlas.core.problems import Problem, UnreadableError, printable
from atlas.document.nodes import plain
from atlas.history.lifecycle import Lifecycle
from atlas.history.suggest import Proposal, proposals
from atlas.knowledge.checks import FEATURES
from atlas.knowledge.schema import Identity


def run(root: Path, today: date, accepted: Sequence[int]) -> int:
    """List the proposals, or register those whose numbers are ``accepted``; return 1 if that fails."""
    collection, problems = pipeline.collect(root, today)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors or not collection:
        return report(errors)
    found = proposals(collection)
    if not accepted:
        _print(found)
        return 0
    if unknown := [number for number in accepted if not 1 <= number <= len(found)]:
        return report([Problem(FEATURES, 0, f"there is no proposal {unknown[0]}: there are {len(found)}")])
    path = root / FEATURES
    try:
        text = _registered(path.read_text(encoding="utf-8"), [found[number - 1] for number in dict.fromkeys(accepted)])
    except UnreadableError as error:
        return report([error.as_problem(FEATURES)])
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{FEATURES}: {len(set(accepted))} registered; review its last entries and aliases")
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
    """Return a feature's release and title, with its id if it is registered."""
    first = life.announced[0]
    own_id = f" [{life.id}]" if life.identity else ""
    return f"{first.release.version} {printable(plain(first.feature.title))}{own_id}"


def _registered(text: str, accepted: Iterable[Proposal]) -> str:
    """Join the two features of each proposal in the file's text: add an alias or a new entry.

    Raises UnreadableError.
    """
    targets: dict[str, Lifecycle] = {}
    aliases: dict[str, list[str]] = {}
    joined: set[str] = set()
    for proposal in accepted:
        life, other = proposal.earlier, proposal.later
        if other.identity and not life.identity:
            life, other = other, life
        targets[life.id] = life
        aliases.setdefault(life.id, []).append(plain(other.newest.feature.title))
        if other.id in joined:
            raise UnreadableError(0, f"two proposals join {other.id!r} to others: accept one of them")
        joined.add(other.id)
    if both := joined & targets.keys():
        raise UnreadableError(
            0,
            f"{min(both)!r} is joined to one feature and has another joined to it: accept one proposal after the other",
        )
    entries = [life.identity for life in targets.values() if life.identity]
    for entry in sorted(entries, key=attrgetter("yaml_line"), reverse=True):  # so that earlier line numbers stay valid
        text = _with_aliases(text, entry, aliases[entry.id])
    for life in targets.values():
        if not life.identity:
            text = f"{text.rstrip()}\n{_entry(life, aliases[life.id])}"
    return text


def _entry(life: Lifecycle, aliases: Iterable[str]) -> str:
    feature, release = life.newest.feature, life.newest.release
    zh, en = (_quoted(plain(release.localized(feature.title, language).inlines)) for language in LANGUAGES)
    also, areas = ", ".join(map(_quoted, aliases)), ", ".join(map(_quoted, feature.areas))
    return f'- id: "{life.id}"\n  name: {{zh: {zh}, en: {en}}}\n  aliases: [{also}]\n  areas: [{areas}]\n'


def _with_aliases(text: str, identity: Identity, aliases: Iterable[str]) -> str:
    """Add aliases to an entry of the file. Raises UnreadableError if the entry has an unusual layout."""
    also = ", ".join(map(_quoted, aliases))
    lines = text.split("\n")
    begin = identity.yaml_line - 1
    end = next((n for n in range(begin + 1, len(lines)) if lines[n].startswith("- ")), len(lines))
    entry = "\n".join(lines[begin:end])
    if "\n  aliases:" in entry:
        longer = re.sub(r"(?m)(^  aliases: \[.+)\]$", lambda found: f"{found[1]}, {also}]", entry)
    else:
        longer = re.sub(r"(?m)^  name: \{.*\}$", lambda found: f"{found[0]}\n  aliases: [{also}]", entry)
    if longer == entry:
        what = f"the entry of {identity.id} has an unusual layout"
        raise UnreadableError(identity.yaml_line, f"{what}: add to its aliases by hand: {also}")
    return "\n".join([*lines[:begin], longer, *lines[end:]])


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
