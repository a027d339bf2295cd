"""Check registered knowledge against the announcements: what is unused, redundant or missing."""

from collections.abc import Iterator

from atlas.core.problems import Problem
from atlas.core.text import comparison_key
from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.history.release import Release
from atlas.knowledge.checks import ELSEWHERE, FEATURES, RELEASES
from atlas.knowledge.load import Knowledge


def check(releases: tuple[Release, ...], knowledge: Knowledge) -> Iterator[Problem]:
    """Yield warnings for names and entries that no seed needs, and notes for what to add or delete.

    Call only if every seed could be read.
    """
    dated = {version_key(released.version) for released in knowledge.releases}
    for release in releases:
        if release.key not in dated:
            what = f"announces {release.version}, which {RELEASES} lacks"
            how = "add the version there, with its date and source"
            yield Problem(release.seed.path, release.title_line, f"{what}: {how}", "note")
    announced = {(f.identity, release.key) for release in releases for f in (*release.features, *release.mentions)}
    for entry in knowledge.elsewhere:
        if (entry.feature, version_key(entry.release)) in announced:
            what = f"{entry.feature} in {entry.release}: the announcement itself is here, and says it"
            yield Problem(ELSEWHERE, entry.yaml_line, f"{what}: delete the entry", "note")
    words = "\n".join(_words(releases))
    needed = {feature for feature, _ in announced}
    needed |= {target for feature in knowledge.features for target in feature.relations.values()}
    for feature in knowledge.features:
        for alias in dict.fromkeys(feature.aliases):
            if comparison_key(alias) not in words:
                what = f"{feature.id}: no seed says {alias!r}"
                yield Problem(FEATURES, feature.yaml_line, f"{what}: delete the alias", "warning")
        if feature.id not in needed:
            what = f"{feature.id}: no seed announces it and no relation leads to it"
            yield Problem(FEATURES, feature.yaml_line, f"{what}: delete the entry", "warning")


def _words(releases: tuple[Release, ...]) -> Iterator[str]:
    """Yield the normalized text of each seed's file and of its cleaned document."""
    for release in releases:
        yield comparison_key(release.seed.text)
        yield comparison_key("\n".join(plain(inlines) for texts in release.texts_by_line.values() for inlines in texts))
