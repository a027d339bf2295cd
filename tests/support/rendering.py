"""The pipeline's output for a folder, without MkDocs."""

from datetime import date

from atlas import pipeline

TODAY = date(2026, 1, 1)


def build(root, today=TODAY, base="https://example.org/"):
    return pipeline.build(root, today, base)
