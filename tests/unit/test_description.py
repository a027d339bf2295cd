"""What lists and pages say of a feature in the words of its announcement."""

import pytest

from atlas.site.locale import Locale
from support.cases import cases
from support.checkout import ROOT


@pytest.mark.parametrize("case", cases("descriptions"), ids=lambda case: case["title"])
def test_descriptions(read_seed, known, case):
    release = read_seed(f"# PyTorch 1.10\n\n{case['text']}", "1.10.md")[0]
    locale, (feature,) = Locale(known, ROOT / "templates", release.seed.language), release.features
    assert locale.summary(release, feature) == case["summary"]
    assert locale.description(release, feature) == case["quotation"]
