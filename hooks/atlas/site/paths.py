"""Paths of pages within a language's folder: ``releases/2.1/``. With an anchor: ``releases/2.1/#fx``."""

from atlas.history.lifecycle import Lifecycle


def release_path(version: str, anchor: str = "") -> str:
    """Return the path of a release's page."""
    return _path("releases", version, anchor)


def state_anchor(state: str, area_id: str = "") -> str:
    """Return the anchor of the features with a state on a release's page, or of those in an area."""
    return f"level-{state}-{area_id}" if area_id else f"level-{state}"


def feature_path(lifecycle: Lifecycle) -> str:
    """Return the path of a feature's page, or of its place on the page of its only announcement."""
    if lifecycle.has_page:
        return _path("features", lifecycle.id)
    passage = lifecycle.announcement_passages[-1]
    return release_path(passage.announcement.version, passage.feature.id)


def area_path(area_id: str) -> str:
    """Return the path of an area's page."""
    return _path("areas", area_id)


def level_path(level_id: str) -> str:
    """Return the path of a level's page."""
    return _path("stability", level_id)


def compare_path(earlier: str, later: str) -> str:
    """Return the path of the page that compares releases, for two of them."""
    return f"compare/?from={earlier}&to={later}"


def seed_path(seed_id: str, anchor: str = "") -> str:
    """Return the path of the page that shows a seed line by line."""
    return _path("sources", seed_id, anchor)


def _path(folder: str, name: str, anchor: str = "") -> str:
    return f"{folder}/{name}/#{anchor}" if anchor else f"{folder}/{name}/"
