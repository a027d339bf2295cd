"""Cleaning passes: each takes a document, and returns the changed document with a record of its edits."""
