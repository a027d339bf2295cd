"""Texts in the other language: segments, gettext catalogs, and what a catalog gets wrong."""
