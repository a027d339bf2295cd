"""Join the features of all releases into lifecycles. Features are joined only if they are certainly the same.

They are the same if they are registered under one id, or if their titles share a *key*: the wording of the title, the
API that it names, or the set of its words, in any order and language.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from atlas.core.text import name_key
from atlas.core.versions import VersionKey, version_key
from atlas.document.nodes import plain
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.extract.matching import distinctive, qualified
from atlas.extract.titles import symbol_of, title_key
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.statements import AnnouncementPassage, Statement, announced_statements, recorded_statement
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.schema import RESERVED
from atlas.knowledge.stability import REMOVED

Key = tuple[str, ...]  # ("title", normalized title, perhaps headings above it), ("symbol", API), or ("words", words…)

MIN_TITLE_WORDS = 2  # distinctive words: a title with fewer has no key of its words

_BRACKETED = re.compile(r"[（(]([^（）()]+)[）)]\s*$")
_APPOSITION = re.compile(r"[，,]")


@dataclass
class _Group:
    """A lifecycle that is being put together."""

    keys: set[Key] = field(default_factory=set)
    statements: list[Statement] = field(default_factory=list)
    registered: RegisteredFeature | None = None  # None if the feature is not registered

    def is_in(self, version: str) -> bool:
        """Return whether a release states anything about this feature."""
        return any(statement.version == version for statement in self.statements)


def join_features(announcements: Iterable[Announcement], knowledge: Knowledge) -> tuple[Lifecycle, ...]:
    """Return the lifecycle of every feature, registered or not, in the order in which releases first name them."""
    registered_groups = {
        registered.id: _Group(_keys_of_names(registered.other_names, knowledge), registered=registered)
        for registered in knowledge.registered_features
    }
    groups = list(registered_groups.values())
    for announcement in sorted(announcements, key=lambda announcement: announcement.key):
        _add_announcement(announcement, groups, registered_groups, knowledge)
    for record in knowledge.records:
        for position, statement in enumerate(record.statements):
            registered_groups[statement.feature].statements.append(recorded_statement(record, position))
    for group in groups:
        group.statements.sort(key=lambda statement: statement.order)
    lifecycles = tuple(_lifecycles([group for group in groups if group.statements], knowledge))
    first_versions = {lifecycle.id: lifecycle.versions[0] for lifecycle in lifecycles}
    predecessor_steps = dict(_predecessor_steps(lifecycles))
    return tuple(
        replace(
            lifecycle,
            predecessor_step=predecessor_steps.get((lifecycle.id, version_key(lifecycle.versions[0]))),
            successor_first_named=_successor_first_named(lifecycle, first_versions),
        )
        for lifecycle in lifecycles
    )


def _successor_first_named(lifecycle: Lifecycle, first_versions: Mapping[str, str]) -> str:
    succession = lifecycle.undated_succession
    return first_versions.get(succession.feature, "") if succession else ""


def _predecessor_steps(lifecycles: Sequence[Lifecycle]) -> Iterator[tuple[tuple[str, VersionKey], Step]]:
    """Yield each feature that a release renamed: its new id and the release, with its last step under the old name.

    That release may be the first to name it under either name, in any order: all lifecycles must be known.
    """
    for lifecycle in lifecycles:
        renaming = lifecycle.successions.get("renamed_to")
        if renaming and renaming.release:
            key = version_key(renaming.release)
            steps = [step for step in lifecycle.steps if version_key(step.version) <= key and step.state != REMOVED]
            if steps:
                yield (renaming.feature, key), steps[-1]


def _add_announcement(
    announcement: Announcement, groups: list[_Group], registered_groups: dict[str, _Group], knowledge: Knowledge
) -> None:
    """Add each feature of an announcement to a group.

    This is the group of the feature's registered id, else the only group that shares a key, else a new group.
    """
    duplicates = duplicate_titles(announcement)
    # Registered features come first, so that an unregistered one cannot join their groups.
    for feature in sorted(announcement.features, key=lambda feature: not feature.registered_id):
        keys = _keys_of_feature(announcement, feature, duplicates, knowledge)
        group = registered_groups.get(feature.registered_id) or _only_match(groups, keys, announcement)
        if not group:
            group = _Group()
            groups.append(group)
        group.keys |= keys
        group.statements += announced_statements(announcement, feature)


def _lifecycles(groups: list[_Group], knowledge: Knowledge) -> Iterator[Lifecycle]:
    """Yield the lifecycles of finished groups, each with a unique id."""
    used_ids = {
        name for registered in knowledge.registered_features for name in (registered.id, *registered.former_ids)
    } | RESERVED
    for group in sorted(groups, key=lambda group: group.statements[0].order):
        lifecycle_id = group.registered.id if group.registered else _unused_id(group, used_ids)
        used_ids.add(lifecycle_id)
        yield Lifecycle(lifecycle_id, group.registered, tuple(group.statements), knowledge.stability)


def _unused_id(group: _Group, used_ids: set[str]) -> str:
    """Return an id for an unregistered feature: its id in its first announcement, with a digest if that id is used."""
    # An unregistered feature is in an announcement, as records only have registered features.
    feature = cast("AnnouncementPassage", group.statements[0].passage).feature
    digest = hashlib.sha256(plain(feature.title).encode()).hexdigest()[:6]
    return f"{feature.id}-{digest}" if feature.id in used_ids else feature.id


def _only_match(groups: list[_Group], keys: set[Key], announcement: Announcement) -> _Group | None:
    """Return the only group that shares a key and has no statement of this release; None if no or several groups do."""
    matches = [group for group in groups if group.keys & keys and not group.is_in(announcement.version)]
    return matches[0] if len(matches) == 1 else None


def duplicate_titles(announcement: Announcement) -> set[str]:
    """Return the ``name_key`` of each title that several unregistered features of an announcement have.

    Such a title alone does not identify any of them.
    """
    titles = Counter(name_key(plain(feature.title)) for feature in announcement.features if not feature.registered_id)
    return {title for title, count in titles.items() if count > 1}


def _keys_of_feature(
    announcement: Announcement, feature: AnnouncedFeature, duplicates: set[str], knowledge: Knowledge
) -> set[Key]:
    """Return the keys of a feature, from its title in both languages.

    If an unregistered feature has a title in ``duplicates``, its only key is the title with the headings above it.
    """
    title = plain(feature.title)
    if name_key(title) in duplicates and not feature.registered_id:
        return {("title", name_key(title), *map(name_key, feature.section))}
    english = plain(announcement.localized(feature.title, "en").inlines)
    return _keys_of_names((feature.subject or title, english), knowledge)


def _keys_of_names(names: Iterable[str], knowledge: Knowledge) -> set[Key]:
    return {key for name in names for key in _keys_of_name(name, knowledge)}


def _keys_of_name(name: str, knowledge: Knowledge) -> Iterator[Key]:
    """Yield the keys of a title or name: its wording, its API symbol, and its words in any order and language."""
    yield "title", title_key(name, knowledge.headings)
    bracketed = _BRACKETED.search(name)
    for part in (name, _APPOSITION.split(name)[0], bracketed[1] if bracketed else ""):
        if symbol := symbol_of(part, knowledge.headings):
            yield "symbol", symbol.casefold()
    if bracketed and symbol_of(bracketed[1], knowledge.headings):  # “Name (torch.api)”: “Name” has keys, too
        yield from _keys_of_name(name[: bracketed.start()], knowledge)
    if len(distinctive(name, knowledge)) >= MIN_TITLE_WORDS:
        yield "words", *sorted(qualified(name, knowledge))
