"""Extraction: a cleaned document → an announcement, with its facts, its features, findings, and a report of its lines.

``extract_announcement`` uses these modules, in this order:

- ``facts`` (with ``counts``), ``version`` and ``day`` read the facts of the release.
- ``features`` collects candidates for features from ``sections``, ``topics``, ``tables`` and ``overviews``. If several
  candidates are the same feature, ``matching`` finds that out. For each feature, ``titles`` then finds the registered
  feature and the id, ``areas`` the areas, ``evidence`` the level, and ``notices`` the notices such as “deprecated”.
  ``anchors`` gives headings their HTML ids.
- ``breaks``, ``suspicious_links`` and ``unknown_markers`` yield ``findings``.
- ``line_report`` tells what became of each line of the seed.

``nearest`` and ``not_taken`` are used only by the commands ``inspect`` and ``record``.
"""
