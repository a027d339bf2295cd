"""How much is known of a release: the number of its features, and what of PyTorch's post could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from atlas.history.release import Release
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class Extent:
    """How many features a release has, without those that it removes, and what could not be read of its post.

    - ``number``: how many, or a dash if that is unknown.
    - ``features``: the same with the noun: “12 features”.
    - ``note``: what could not be read, or empty; ``sentence``: the same as a sentence.
    """

    number: str
    features: Markup
    note: str
    sentence: str


def extent(release: Release, locale: Locale) -> Extent:
    """Return how much is known of a release."""
    _ = locale.gettext
    if release.has_unknown_features:
        return Extent("–", Markup("–"), _("could not be read"), _("Could not be read."))
    count = len(release.unremoved_features)
    words = Markup.escape(locale.ngettext("%(num)s feature", "%(num)s features", count))
    features = words % {"num": Markup("<strong>{}</strong>").format(count)}
    if release.is_partial:
        return Extent(str(count), features, _("read only in part"), _("Read only in part."))
    return Extent(str(count), features, note="", sentence="")
