"""A site with what its templates complain about, as a build tells it: every page is made once."""

from dataclasses import replace

from atlas import pipeline
from atlas.core.memory import Memory


def build(root, today, base="https://example.org/"):
    site = pipeline.prepare(root, today, base, Memory())
    told = {problem for page in site.pages for problem in page.make().problems}
    return replace(site, problems=tuple(sorted({*site.problems, *told})))
