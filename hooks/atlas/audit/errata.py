"""Errata in the account: the lines they change."""

from collections import Counter, defaultdict
from typing import NamedTuple

from atlas.audit.source_words import words
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import Seed


class Corrections(NamedTuple):
    """The changes to a file's lines before it was read."""

    rules: dict[int, tuple[str, ...]]  # line → the rules that changed it
    deleted: set[int]  # lines whose words errata removed entirely, rather than moving them to other lines


def corrections(seed: Seed, release: ParsedRelease) -> Corrections:
    """Collect the effects of errata and of the removal of invisible characters."""
    rules: dict[int, tuple[str, ...]] = {}
    gone: dict[int, Counter[str]] = defaultdict(Counter)
    for change in release.changes:
        if change.rule == "invisible-characters":
            rules[change.line] = (change.rule,)
        elif change.rule == "erratum":
            for line in range(change.line, change.line + change.before.count("\n") + 1):
                gone[line].update(words(change.before))
                gone[line].subtract(words(change.after))
    rules |= {line: ("erratum", *rules.get(line, ())) for line in gone}
    text = seed.text.split("\n")
    deleted = {line for line, lost in gone.items() if (own := Counter(words(text[line - 1]))) and own <= +lost}
    return Corrections(rules, deleted)
