"""Announcements and catalogs made up by Hypothesis out of everything that ever became markup, code or a request on a page.

Each payload carries a number of its own (N): what a page runs, and what it lacks, can be told by it.
"""

import itertools
import json
import re

from hypothesis import strategies as st

from support.cases import cases

EVIL = "https://evil.example"
CASES, FAMILIES = cases("hostile"), cases("attacks")
SCHEMES = FAMILIES.pop("schemes")
EVERYWHERE = tuple(FAMILIES)
FAMILIES |= {
    kind: [shape.replace("URL", url) for url in SCHEMES for shape in shapes] for kind, shapes in CASES["links"].items()
}


def payloads(kind):
    """One of the payloads for a format: a family first, so that small ones come as often as large ones."""
    return st.sampled_from([*EVERYWHERE, kind, kind]).flatmap(lambda name: st.sampled_from(FAMILIES[name]))


@st.composite
def announcements(draw, kind):
    """A hostile announcement; VERSION stands where its version belongs."""
    front = "".join(
        f"{key}: {json.dumps(draw(payloads(kind)))}\n"
        for key in draw(st.lists(st.sampled_from(CASES["keys"]), max_size=4, unique=True))
    )
    parts = [CASES["heads"][kind].replace("{}", " ".join(draw(payloads(kind)).split()))]
    for shape in draw(st.lists(st.sampled_from(CASES["shapes"][kind]), min_size=6, max_size=14)):
        text = shape
        for _ in range(shape.count("{}")):
            payload = draw(payloads(kind))
            text = text.replace("{}", payload if shape == "{}" else " ".join(payload.split()), 1)
        parts.append(text)
    return numbered(f"---\n{front}---\n\n" * bool(front) + ("\n\n" if kind != "html" else "\n").join(parts) + "\n")


def numbered(text):
    """``text`` with a number in place of every N that is no part of a word."""
    numbers = itertools.count(1001)
    return re.sub("(?<![A-Za-z])N(?![A-Za-z])", lambda _: str(next(numbers)), text)
