"""Page kinds, one class each: URL, title, description, template, and how search indexes it.

The kinds of ``NAME.py`` are shown by ``templates/NAME.html``. A release without its announcement's text is shown by
``record.html``.
"""

from atlas.site.kinds.area import AreaPage
from atlas.site.kinds.areas import AreaList
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.kinds.compare import Comparison
from atlas.site.kinds.feature import FeaturePage
from atlas.site.kinds.features import FeatureList
from atlas.site.kinds.glossary import Glossary
from atlas.site.kinds.home import Home
from atlas.site.kinds.level import LevelPage
from atlas.site.kinds.release import AnnouncementPage, RecordPage
from atlas.site.kinds.releases import ReleaseList
from atlas.site.kinds.seed import SeedPage
from atlas.site.kinds.seeds import SeedList
from atlas.site.kinds.stability import StabilityPage

__all__ = ["PAGE_KINDS", "Inputs", "PageKind"]

PAGE_KINDS: tuple[type[PageKind], ...] = (  # in the order of the navigation bar
    Home,
    ReleaseList,
    AnnouncementPage,
    RecordPage,
    FeatureList,
    FeaturePage,
    AreaList,
    AreaPage,
    StabilityPage,
    LevelPage,
    Comparison,
    Glossary,
    SeedList,
    SeedPage,
)
