"""Comparison of a translated seed with its original: translations for the seed's catalog, and suggested errata."""
