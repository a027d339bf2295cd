"""The date of the last change to the sources."""

from datetime import date

import pytest

from atlas.site.updated import updated
from support.checkout import ROOT


@pytest.mark.parametrize(
    ("epoch", "day"),
    [("1700000000", date(2023, 11, 14)), ("x", None), ("9" * 12, None), ("9" * 30, None), ("9" * 5_000, None)],
)
def test_the_environment_may_say_anything(monkeypatch, epoch, day):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert updated(ROOT) == day
