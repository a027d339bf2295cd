"""What search can find: one result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

FULL_TEXT = "full text"  # the notice of a release whose announcement is on the site; a word of synonyms.yml


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A possible result of a search: a page, or a section of one.

    - ``release``: the version of a release or section; for a feature, the version since which it has its ``level``.
    - ``history``: version → the level that this release states; for a feature, all releases that name it, oldest first.
    - ``notices``: notice → the first release that gives it to the feature; of SUPERSEDED, no release.
      A release has FULL_TEXT.
    - ``about``: what a feature is, if no text says so; it is shown, but not searched, as it names much else.

    The other texts are searched, but not shown:

    - ``names``: further names, also in the other language; a section has those of its feature.
    - ``sought``: other words that readers may type, such as words of the seed that were corrected.
    - ``more``: everything else, such as the text in the other language.
    """

    url: str
    kind: str  # release, section, feature, area, level, term or page
    title: str
    text: str = ""
    release: str = ""
    level: str = ""
    history: Mapping[str, str] = field(default_factory=dict)
    notices: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
    about: str = ""
    names: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()
    more: str = ""
    has_parts: bool = False  # whether it is a feature that other features are part of
