"""The site of a folder, as a build has it."""

from atlas import pipeline


def build(root, today, base="https://example.org/"):
    return pipeline.build(root, today, base)
