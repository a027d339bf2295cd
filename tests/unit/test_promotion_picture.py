"""The picture of the features that rose: who is drawn where."""

from datetime import date

from atlas.site.parts.promotion_picture import LEFT, RIGHT, ROW, picture
from support.cases import titled
from support.samples import knowledge, recorded_lifecycle


def drawn(case):
    """Return the picture of a case; each feature is called by its id."""
    stability = knowledge().stability
    features = [recorded_lifecycle(name, stated, stability) for name, stated in case["features"].items()]
    return picture(features, case["days"], stability, lambda feature: feature.id)


def described(arrival, panel):
    """Return an arrival in the words of a case."""
    (lane,) = (lane for lane in panel.lanes if lane.y < arrival.rows[0].y < lane.end)
    top = min(row.y for arrival in panel.arrivals for row in arrival.rows)
    names = "; ".join(" + ".join(feature.id for feature in row.lifecycles) for row in arrival.rows)
    place = (arrival.rows[0].y - top) / ROW
    left = " left" if arrival.rows[0].is_left else ""
    return f"{names}: {lane.level} {place:g}{left}, {len(arrival.lines)}"


@titled("promotion_picture")
def test_risers(case):
    picture = drawn(case)
    if "lanes" not in case:
        assert picture is None
        return
    lanes = [[f"({lane.level})" if lane.unranked else lane.level for lane in panel.lanes] for panel in picture.panels]
    assert lanes == case["lanes"]
    arrivals = [described(arrival, panel) for panel in picture.panels for arrival in panel.arrivals]
    assert arrivals == case["arrivals"]
    for words in ("versions", "years"):
        if words in case:
            assert [tick.words for tick in getattr(picture, words)] == case[words]
    for panel in picture.panels:
        check(panel)


def check(panel):
    """Assert that points are in the lanes of their levels, and that lines lead from point to point, clear of names."""
    lanes = {lane.level: lane for lane in panel.lanes}
    for point in panel.points:
        assert LEFT <= point.x <= RIGHT
        assert lanes[point.level].y < point.y < lanes[point.level].end
    places = {f"{point.x:g} {point.y:g}" for point in panel.points}
    for arrival in panel.arrivals:
        for line in arrival.lines:
            first, *curves = line.removeprefix("M").split("C")
            assert {first, *(" ".join(curve.split()[-2:]) for curve in curves)} <= places
    assert {arrival.level for arrival in panel.arrivals} == {panel.lanes[0].level}  # where all names are


def test_distances_are_those_of_time():
    case = {"features": {"a": [["1.0", "prototype"], ["1.1", "beta"], ["1.2", "stable"]]}}
    days = {"1.0": "2020-01-01", "1.1": "2020-01-11", "1.2": "2020-02-10"}
    picture = drawn(case | {"days": {version: date.fromisoformat(day) for version, day in days.items()}})
    (panel,) = picture.panels
    assert sorted(point.x for point in panel.points) == [LEFT, LEFT + (RIGHT - LEFT) / 4, RIGHT]
    assert panel.arrivals[0].lines[0].startswith(f"M{LEFT:g} ")
