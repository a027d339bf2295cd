"""Comparison of any two releases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from atlas.core.languages import HTML_LANG, other
from atlas.history.changes import UNDATED, ChangeKind, change_kinds, gained_statuses, turns
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.relations import Inverse
from atlas.knowledge.registered_feature import Relation
from atlas.knowledge.stability import REMOVED, SUPERSEDED
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.citations import citation_of_change
from atlas.site.paths import feature_path
from atlas.site.view import Choice, View
from atlas.site.words.interface import CHANGE_NAMES, CHANGED_IN, RELATED_NOW
from atlas.site.words.locale import Locale


class ComparedFeature(NamedTuple):
    """A feature, as JSON for the page's script: a list of these, in this order.

    - ``name``: in parts, of which every second one is an API name.
    - ``foreign_lang``: the language code of the name if it is in the other language, since nobody translated it.
    - ``turns``: its states at its turns, as ``atlas.history.changes.turns`` has them. Each has the version, and the
      state, unless the feature is not named yet; if the state began at another version, that; for a removal also the
      words that say so, their language code, and their anchor on the feature's page.
    - ``kinds``: how the feature changed between any two releases, as ``atlas.history.changes.change_kinds`` has it; a
      string for each row, with commas between releases and spaces between kinds.
    - ``gained``: statuses, as ``atlas.history.changes.gained_statuses`` has them, each with words as above.
    - ``related``: what took its place and whose place it took: the relation, the name in parts, and the path,
      which is empty if no release names that feature.
    - ``former``: the last turn under a former name, if it is the new name of a feature.
    """

    name: list[str]
    foreign_lang: str
    path: str
    areas: tuple[str, ...]
    turns: list[tuple[str, ...]]
    kinds: list[str]
    gained: dict[ChangeKind, tuple[str, ...]]
    related: list[tuple[str, list[str], str]]
    former: tuple[str, ...]


class Described(NamedTuple):
    """A kind of change: its name, what it means, and the heading of what its rows say besides the feature's name."""

    name: str
    meaning: str
    column: str


@dataclass(frozen=True)
class ComparisonValues:
    """The features for the page's script, the words for changes, and the versions that the page compares at first.

    - ``groups``: each major version with its versions, newest first.
    - ``states``: the levels at the later release, and the statuses that any feature got.
    - ``again``: version → how many features it names that did not change since the release before it.
    - ``earlier`` and ``later`` are empty if there are fewer than two releases.
    """

    features: tuple[ComparedFeature, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    differences: dict[ChangeKind, Described]
    areas: tuple[Choice, ...]
    states: tuple[Choice, ...]
    related: dict[Relation | Inverse, str]
    again: dict[str, int]
    earlier: str
    later: str


@dataclass(frozen=True)
class Comparison(PageKind):
    """Any two releases, compared in the browser."""

    versions: tuple[str, ...]  # oldest first

    in_bar = True
    template = "compare.html"
    styles = ("explorer", "compare")
    scripts = ("compare",)
    uri = "compare/index.md"
    is_searchable = True
    title_msgid = "Compare"
    headline_msgid = "Compare two versions of PyTorch"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Comparison]:
        yield cls(inputs.collection.versions)

    def values(self, view: View) -> ComparisonValues:
        features = tuple(_compared(feature, view) for feature in view.collection.lifecycles)
        related = {kind: view.locale.gettext(words) for kind, words in RELATED_NOW.items()}
        earlier, later = self.versions[-2:] if len(self.versions) > 1 else ("", "")
        _ = view.locale.gettext
        differences = {kind: Described(*map(_, (*words, CHANGED_IN[kind]))) for kind, words in CHANGE_NAMES.items()}
        gained = {kind for feature in features for kind in feature.gained}
        found = {SUPERSEDED if kind == UNDATED else kind for kind in gained}
        statuses = (kind for kind in CHANGE_NAMES if kind in found)
        states = (*view.levels, *(Choice(kind, differences[kind].name) for kind in statuses))
        groups = groupby(reversed(self.versions), key=lambda version: version.partition(".")[0])
        by_major = tuple((major, tuple(versions)) for major, versions in groups)
        again = dict(_named_again(view.collection))
        return ComparisonValues(
            features=features,
            groups=by_major,
            differences=differences,
            areas=view.areas,
            states=states,
            related=related,
            again=again,
            earlier=earlier,
            later=later,
        )

    def description(self, locale: Locale) -> str:
        if len(self.versions) < 2:
            return locale.gettext("There are not yet two versions of PyTorch to compare.")
        about = locale.gettext(
            "Choose any two releases of PyTorch %(versions)s and see which features were promoted, new, "
            "deprecated, or removed."
        )
        return about % {"versions": locale.version_range(reversed(self.versions))}


def _named_again(collection: Collection) -> Iterator[tuple[str, int]]:
    """Yield each release that names features without a change since the release before it, with their number."""
    for earlier, later in pairwise(reversed(collection.releases)):
        changes = collection.changes(earlier.version, later.version)
        changed = {change.lifecycle.id for kind in changes.keys() - {UNDATED} for change in changes[kind]}
        named_before = (feature.lifecycle for feature in later.features if feature.lifecycle.step_at(earlier.version))
        if count := sum(lifecycle.id not in changed for lifecycle in named_before):
            yield later.version, count


def _related(lifecycle: Lifecycle, view: View) -> Iterator[tuple[str, list[str], str]]:
    related_ids, by_id = view.collection.relations.get(lifecycle.id, {}), view.collection.lifecycles_by_id
    for relation in RELATED_NOW:
        for feature_id in related_ids.get(relation, ()):
            if related := by_id.get(feature_id):
                yield relation, view.texts.name_parts(related), feature_path(related)
            else:
                name = view.knowledge.registered_by_id[feature_id].name
                yield relation, [name.of(view.locale.language)], ""


def _compared(lifecycle: Lifecycle, view: View) -> ComparedFeature:
    def words(kind: ChangeKind, step: Step) -> tuple[str, ...]:
        citation = citation_of_change(kind, step, lifecycle, view)
        return (
            (citation.words, citation.lang, f"#{citation.id}" if citation.id and lifecycle.has_page else "")
            if citation
            else ()
        )

    def turn(version: str, step: Step | None) -> tuple[str, ...]:
        if not step:
            return (version,)
        if step.state == REMOVED:
            return (version, step.state, step.version, *words("removed", step))
        return (version, step.state) if version == step.version else (version, step.state, step.version)

    language, former = view.locale.language, lifecycle.predecessor_step
    gained = gained_statuses(lifecycle).items()
    reached = ((version, lifecycle.step_at(version)) for version in turns(lifecycle))
    return ComparedFeature(
        name=view.texts.name_parts(lifecycle),
        foreign_lang=HTML_LANG[other(language)] if lifecycle.names[language] is None else "",
        path=feature_path(lifecycle),
        areas=lifecycle.areas,
        turns=[turn(version, step) for version, step in reached],
        kinds=[",".join(map(" ".join, row)) for row in change_kinds(lifecycle)],
        gained={kind: (version, *words(kind, lifecycle.last_step)) for kind, version in gained},
        related=list(_related(lifecycle, view)),
        former=turn(former.version, former) if former else (),
    )
