"""What a cleaned document announces: facts, features with their evidence and areas, findings, the report of lines.

``extract_announcement`` calls, in this order:

- ``facts`` (with ``counts``), ``version`` and ``day``: the facts of the release;
- ``features``: candidates from ``sections``, ``topics``, ``tables`` and ``overviews``, which ``matching`` joins; then
  for each its names and areas (``titles``), its level (``evidence``) and its ``notices``;
- ``breaks``, ``suspicious_links``, ``unknown_markers``: the ``findings``; and ``line_report``.

``nearest`` and ``not_taken`` serve ``atlas inspect`` only.
"""
