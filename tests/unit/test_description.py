"""What lists and pages say of a feature in the words of its announcement."""

from atlas.site.locale import Locale
from support.cases import titled
from support.checkout import ROOT


@titled("descriptions")
def test_descriptions(read_seed, knowledge, case):
    announcement = read_seed(f"# PyTorch 1.10\n\n{case['text']}", "1.10.md")[0]
    locale, (feature,) = Locale(knowledge, ROOT / "templates", announcement.seed.language), announcement.features
    assert locale.summary(announcement, feature) == case["summary"]
    assert locale.description(announcement, feature) == case["quotation"]
