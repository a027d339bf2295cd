"""Curated data in ``seeds/knowledge``: its schema, loading, and checks, and the vocabulary of stability levels."""
