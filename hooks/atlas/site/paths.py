"""The paths of pages on the site, relative to a language's folder; each may end in a place on the page."""

from atlas.history.lifecycle import Lifecycle


def release_path(version: str, place: str = "") -> str:
    """Return the path of a release's page."""
    return _path("releases", version, place)


def feature_path(lifecycle: Lifecycle) -> str:
    """Return the path of a feature's page, or of its place on the page of its only announcement."""
    if lifecycle.has_page:
        return _path("features", lifecycle.id)
    only = lifecycle.announced[-1]
    return release_path(only.announcement.version, only.feature.id)


def area_path(area_id: str) -> str:
    """Return the path of an area's page."""
    return _path("areas", area_id)


def level_path(level_id: str) -> str:
    """Return the path of a level's page."""
    return _path("stability", level_id)


def source_path(seed_id: str, place: str = "") -> str:
    """Return the path of the page that shows a seed line by line."""
    return _path("sources", seed_id, place)


def _path(folder: str, name: str, place: str = "") -> str:
    return f"{folder}/{name}/#{place}" if place else f"{folder}/{name}/"
