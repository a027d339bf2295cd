"""Cleaning passes: each takes a document and gives it back with a record of what it changed."""
