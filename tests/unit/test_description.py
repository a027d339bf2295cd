"""What lists and pages say of a feature in the words of its announcement."""

from atlas.site.locale import Locale
from support.cases import titled
from support.checkout import ROOT


@titled("descriptions")
def test_descriptions(read_seed, known, case):
    release = read_seed(f"# PyTorch 1.10\n\n{case['text']}", "1.10.md")[0]
    locale, (feature,) = Locale(known, ROOT / "templates", release.seed.language), release.features
    assert locale.summary(release, feature) == case["summary"]
    assert locale.description(release, feature) == case["quotation"]
