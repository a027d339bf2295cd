"""The picture of the features that rose: who is drawn where."""

from datetime import date

from atlas.site.risers import LEFT, PLACE, RIGHT, picture
from support.cases import titled
from support.samples import known, lifecycle


def drawn(case):
    """Return the picture of a case; each feature is called by its id."""
    stability = known().stability
    features = [lifecycle(name, stated, stability) for name, stated in case["features"].items()]
    return picture(features, case["days"], stability, lambda feature: feature.id)


def described(riser, found):
    """Return a line in the words of a case."""
    end = riser.points[-1]
    top = min(other.points[-1].y for other in found.risers if other.points[-1].level == end.level)
    levels = ", ".join(point.level for point in riser.points)
    return f"{riser.lifecycle.id}: {levels}: {(end.y - top) / PLACE:g}{' left' if riser.is_name_left else ''}"


@titled("risers")
def test_risers(case):
    found = drawn(case)
    if "lanes" not in case:
        assert found is None
        return
    assert [f"({lane.level})" if lane.is_beside else lane.level for lane in found.lanes] == case["lanes"]
    assert [described(riser, found) for riser in found.risers] == case["risers"]
    for words in ("versions", "years"):
        if words in case:
            assert [tick.words for tick in getattr(found, words)] == case[words]
    lanes = {lane.level: lane for lane in found.lanes}
    for riser in found.risers:
        for point in riser.points:
            assert LEFT <= point.x <= RIGHT
            assert lanes[point.level].y < point.y < lanes[point.level].y + lanes[point.level].height
        assert [point.x for point in riser.points] == sorted(point.x for point in riser.points)


def test_distances_are_those_of_time():
    case = {"features": {"a": [["1.0", "prototype"], ["1.1", "beta"], ["1.2", "stable"]]}}
    days = {"1.0": "2020-01-01", "1.1": "2020-01-11", "1.2": "2020-02-10"}
    (riser,) = drawn(case | {"days": {version: date.fromisoformat(day) for version, day in days.items()}}).risers
    assert [point.x for point in riser.points] == [LEFT, LEFT + (RIGHT - LEFT) / 4, RIGHT]
    assert riser.path.startswith(f"M{LEFT:g} {riser.points[0].y:g}C")
