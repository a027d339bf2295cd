"""The picture of the features that rose: who is drawn where."""

from datetime import date

from atlas.site.parts.risers import LEFT, RIGHT, ROW, picture
from support.cases import titled
from support.samples import knowledge, recorded_lifecycle


def drawn(case):
    """Return the picture of a case; each feature is called by its id."""
    stability = knowledge().stability
    features = [recorded_lifecycle(name, stated, stability) for name, stated in case["features"].items()]
    return picture(features, case["days"], stability, lambda feature: feature.id)


def described(arrival, picture):
    """Return an arrival in the words of a case."""
    (lane,) = (lane for lane in picture.lanes if lane.y < arrival.rows[0].y < lane.y + lane.height)
    top = min(row.y for arrival in picture.arrivals for row in arrival.rows if lane.y < row.y < lane.y + lane.height)
    names = "; ".join(" + ".join(feature.id for feature in row.lifecycles) for row in arrival.rows)
    place = (arrival.rows[0].y - top) / ROW
    left = " left" if arrival.rows[0].is_left else ""
    return f"{names}: {lane.level} {place:g}{left}, {len(arrival.lines)}"


@titled("risers")
def test_risers(case):
    picture = drawn(case)
    if "lanes" not in case:
        assert picture is None
        return
    assert [f"({lane.level})" if lane.is_beside else lane.level for lane in picture.lanes] == case["lanes"]
    assert [described(arrival, picture) for arrival in picture.arrivals] == case["arrivals"]
    for words in ("versions", "years"):
        if words in case:
            assert [tick.words for tick in getattr(picture, words)] == case[words]
    lanes = {lane.level: lane for lane in picture.lanes}
    for point in picture.points:
        assert LEFT <= point.x <= RIGHT
        assert lanes[point.level].y < point.y < lanes[point.level].y + lanes[point.level].height
    places = {f"{point.x:g} {point.y:g}" for point in picture.points}
    for arrival in picture.arrivals:
        for line in arrival.lines:
            first, *curves = line.removeprefix("M").split("C")
            assert {first, *(" ".join(curve.split()[-2:]) for curve in curves)} <= places


def test_distances_are_those_of_time():
    case = {"features": {"a": [["1.0", "prototype"], ["1.1", "beta"], ["1.2", "stable"]]}}
    days = {"1.0": "2020-01-01", "1.1": "2020-01-11", "1.2": "2020-02-10"}
    picture = drawn(case | {"days": {version: date.fromisoformat(day) for version, day in days.items()}})
    assert sorted(point.x for point in picture.points) == [LEFT, LEFT + (RIGHT - LEFT) / 4, RIGHT]
    assert picture.arrivals[0].lines[0].startswith(f"M{LEFT:g} ")
