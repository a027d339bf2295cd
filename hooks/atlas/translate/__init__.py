"""Texts in the other language: segments, gettext catalogs, and checks of their translations."""
