"""The date of the last change to the sources."""

import pytest

from atlas.site.updated import updated
from support.checkout import ROOT


@pytest.mark.parametrize(
    ("epoch", "day"), [("1700000000", "2023-11-14"), ("x", ""), ("9" * 12, ""), ("9" * 30, ""), ("9" * 5_000, "")]
)
def test_the_environment_may_say_anything(monkeypatch, epoch, day):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert updated(ROOT) == day
