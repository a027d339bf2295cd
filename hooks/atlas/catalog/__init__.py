"""gettext catalogs: read and save them, bring them up to date, check translations against their sources.

One catalog a seed; a msgid is the inline Markdown of one cleaned block. Catalogs come from editors and
from strangers: nothing in one is trusted.
"""

from __future__ import annotations

from atlas.catalog.files import Catalog, Entry, fetch, load, read, save, understood
from atlas.catalog.parity import disagreements, needs_translation
from atlas.catalog.progress import Progress, progress
from atlas.catalog.terms import Wording, occurring, unkept, wordings
from atlas.catalog.update import update

__all__ = [
    "Catalog",
    "Entry",
    "Progress",
    "Wording",
    "disagreements",
    "fetch",
    "load",
    "needs_translation",
    "occurring",
    "progress",
    "read",
    "save",
    "understood",
    "unkept",
    "update",
    "wordings",
]
