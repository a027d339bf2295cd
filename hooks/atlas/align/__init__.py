"""Alignment of a translation with its original: which texts correspond, and what the translation changed."""
