"""Cleaning passes: each takes a document, and returns it cleaned, with its edits."""
