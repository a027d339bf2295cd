"""What lists and pages say of a feature in the words of its announcement."""

from atlas.site.words.locale import Locale
from atlas.site.words.texts import Texts
from support.cases import titled
from support.checkout import ROOT


@titled("descriptions")
def test_descriptions(read_seed, knowledge, case):
    announcement = read_seed(f"# PyTorch 1.10\n\n{case['text']}", "1.10.md")[0]
    (feature,) = announcement.features
    in_language = Texts(Locale(knowledge, ROOT / "templates", announcement.seed.language))
    assert in_language.summary(announcement, feature) == case["summary"]
    assert in_language.description(announcement, feature) == case["quotation"]
