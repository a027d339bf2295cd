"""Cleaning passes: each takes a document, answers it cleaned, and appends what it changed to a list."""
