"""Curated data in ``seeds/knowledge``: its schema, loading and checks, and how levels are recognized in a text."""
