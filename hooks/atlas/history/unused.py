"""Whether what people registered is about anything: versions and names that announcements have."""

from collections.abc import Iterator

from atlas.core.problems import Problem
from atlas.core.text import normal
from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.history.release import Release
from atlas.knowledge.checks import ELSEWHERE, FEATURES, RELEASES
from atlas.knowledge.load import Knowledge


def check(releases: tuple[Release, ...], knowledge: Knowledge) -> Iterator[Problem]:
    """Versions that no seed has are errors; names and entries that no seed needs, warnings.

    Ask only where every seed could be read.
    """
    versions = {release.version for release in releases}
    have = f"use one of {', '.join(r.version for r in releases[:8])}{' …' if len(releases) > 8 else ''}"
    dated = {version_key(known.version) for known in knowledge.releases}
    for release in releases:
        if release.key not in dated:
            what = f"announces {release.version}, which {RELEASES} lacks"
            how = "add the version there, with its date and source"
            yield Problem(release.seed.path, release.title_line, f"{what}: {how}", "note")
    said = {(f.identity, release.key) for release in releases for f in (*release.features, *release.mentions)}
    for entry in knowledge.elsewhere:
        if (entry.feature, version_key(entry.release)) in said:
            what = f"{entry.feature} in {entry.release}: the announcement itself is here, and says it"
            yield Problem(ELSEWHERE, entry.at, f"{what}: delete the entry", "note")
    names = set(_names_in(releases, knowledge))
    needed = {feature for feature, _ in said}
    needed |= {target for feature in knowledge.features for each in feature.relations for target in each.values()}
    for feature in knowledge.features:
        for version in feature.only_in.keys() - versions:
            what = f"{feature.id}: only_in names {version}, which no seed announces"
            yield Problem(FEATURES, feature.at, f"{what}: {have}")
        for alias in dict.fromkeys(feature.called_besides):
            if alias not in names:
                what = f"{feature.id}: no seed says {alias!r}"
                yield Problem(FEATURES, feature.at, f"{what}: delete the alias", "warning")
        if feature.id not in needed:
            what = f"{feature.id}: no seed announces it and no relation leads to it"
            yield Problem(FEATURES, feature.at, f"{what}: delete the entry", "warning")


def _names_in(releases: tuple[Release, ...], knowledge: Knowledge) -> Iterator[str]:
    """Other names of registered features that stand in a seed's file, or in its document once cleaned."""
    for release in releases:
        shown = "\n".join(plain(inlines) for texts in release.texts_by_line.values() for inlines in texts)
        raw, cleaned = normal(release.seed.text), normal(shown)
        yield from (name for name, key in knowledge.spellings.items() if key in raw or key in cleaned)
