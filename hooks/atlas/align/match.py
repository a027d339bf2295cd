"""Matching of translations with their originals: as front matter states, or by version and language."""

from collections.abc import Iterable

from atlas.core.languages import LANGUAGES
from atlas.core.problems import Problem
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import ORIGINAL_KEY

FOLDER = "seeds/"

TranslationPair = tuple[ParsedRelease, ParsedRelease]  # a translation, and its original


def stated_pairs(releases: Iterable[ParsedRelease]) -> tuple[list[TranslationPair], list[Problem]]:
    """The pairs that front matter states, and a warning for each statement that cannot be true."""
    by_path = {release.seed.path: release for release in releases}
    pairs: list[TranslationPair] = []
    problems: list[Problem] = []
    for release in by_path.values():
        for key, value, line in release.seed.meta:
            if key == ORIGINAL_KEY:
                path = FOLDER + value.removeprefix(FOLDER)
                if wrong := _contradiction(release, path, by_path.get(path)):
                    problems.append(Problem(release.seed.path, line, wrong, "warning"))
                else:
                    pairs.append((release, by_path[path]))
    return pairs, problems


def _contradiction(release: ParsedRelease, path: str, original: ParsedRelease | None) -> str:
    """Why a release cannot be the translation of another; empty if it can."""
    said = f"states {ORIGINAL_KEY}: {path}"
    if not original:
        return f"{said}, which is no announcement here: correct it, or add that file"
    if original.seed.language == release.seed.language:
        return f"{said}, which is in the same language: correct it"
    if original.key != release.key:
        return f"{said}, which announces {original.version}, not {release.version}: correct it"
    return ""


def pairs_by_version(releases: Iterable[ParsedRelease]) -> list[TranslationPair]:
    """Pair the first Chinese and the first English announcement of each version; the English is the original."""
    sides: dict[object, dict[str, ParsedRelease]] = {}
    for release in sorted(releases, key=lambda release: release.seed.path):
        sides.setdefault(release.key, {}).setdefault(release.seed.language, release)
    return [(both["zh"], both["en"]) for both in sides.values() if len(both) == len(LANGUAGES)]
