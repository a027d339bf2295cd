"""Cleaning passes: each takes a document, returns it cleaned, and appends its edits to a list."""
