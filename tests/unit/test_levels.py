"""Levels: how they rank; what states them is in ``cases/sections.yml`` and ``cases/evidence.yml``."""

from support.samples import knowledge


def test_a_level_ranks_above_those_below_it_and_beside_the_others():
    """“Experimental” is neither above nor below beta and prototype."""
    pairs = [
        (a, b) for a in ("stable", "beta", "prototype", "experimental") for b in ("beta", "prototype", "experimental")
    ]
    above = {(a, b) for a, b in pairs if knowledge().stability.ranks_above(a, b)}
    assert above == {("stable", "beta"), ("stable", "prototype"), ("stable", "experimental"), ("beta", "prototype")}
