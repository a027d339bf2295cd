"""The search index: one for each language. ``docs/assets/js/search`` finds in it."""
