"""Page kinds, one class each: URL, title, description, template, and how search indexes it."""

from atlas.site.kinds.areas import AreaList, AreaPage
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.kinds.compare import Comparison
from atlas.site.kinds.feature_list import FeatureList
from atlas.site.kinds.features import FeaturePage
from atlas.site.kinds.glossary import Glossary
from atlas.site.kinds.home import Home
from atlas.site.kinds.release_list import ReleaseList
from atlas.site.kinds.releases import AnnouncementPage, RecordPage
from atlas.site.kinds.source_list import SourceList
from atlas.site.kinds.sources import SourcePage
from atlas.site.kinds.stability import LevelList, LevelPage

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
    LevelList,
    LevelPage,
    Comparison,
    Glossary,
    SourceList,
    SourcePage,
)
