"""Cleaning passes: each takes a document, returns it cleaned, and appends its changes to a list."""
