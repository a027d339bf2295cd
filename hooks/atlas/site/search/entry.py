"""What search can find: one result."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A possible result of a search: a page, or a section of one.

    - ``feature``: the id of the feature that the page or section is about, by which search makes them one result.
    - ``release``: the version of a release or section; for a feature, the one to name with its ``state``.
    - ``state``: that of a feature now; for a section about a feature, the one that the release states.
    - ``stated_by_release``: version → the state that this release gives the feature, oldest first; of a section, its
      release, and "" if it is not about a feature.
    - ``tags``: what the result is marked with besides its state: notice → the first release that gives it to the
      feature, or "" if there is none; or FULL_TEXT → the release.
    - ``about``: what a feature is, if no text says so; it is shown, but not searched, as it names much else.

    The other texts are searched, but not shown:

    - ``names``: further names, also in the other language; a section has those of its feature.
    - ``search_terms``: other words that readers may type, such as words of the seed that were corrected.
    - ``more``: everything else, such as the text in the other language.
    """

    url: str
    kind: str  # release, section, feature, area, level, term or page
    title: str
    feature: str = ""
    text: str = ""
    release: str = ""
    state: str = ""
    stated_by_release: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
    about: str = ""
    names: tuple[str, ...] = ()
    search_terms: tuple[str, ...] = ()
    more: str = ""
    has_parts: bool = False  # whether it is a feature that other features are part of
