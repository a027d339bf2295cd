"""Hypothesis strategies for announcements in each format, assembled from parts of real ones."""

from hypothesis import strategies as st

from support.cases import SAMPLES, cases

CASES = cases("fragments")
line_of_text = st.lists(st.sampled_from(CASES["fragments"]), min_size=1, max_size=6).map("".join)


@st.composite
def announcements(draw):
    """A small Markdown announcement, assembled from parts of real ones."""
    parts = ["# PyTorch 9.9 发布"]
    for _ in range(draw(st.integers(1, 8))):
        shape = draw(st.sampled_from(SAMPLES["markdown"]["blocks"]))
        fills = [draw(line_of_text) for _ in range(shape.count("{}"))]
        if shape != "{}":
            fills = [" ".join(fill.split()) for fill in fills]
        if "|" in shape:
            fills = [fill.replace("|", "") for fill in fills]
        parts.append(shape.format(*fills) if "{}" in shape else shape.replace("{{", "{").replace("}}", "}"))
    return "\n\n".join(parts) + "\n"


@st.composite
def numbered(draw, name):
    """An announcement in a format, in which every placeholder N has become a number of its own."""
    samples = SAMPLES[name]
    inline = st.lists(st.sampled_from(samples["inlines"]), min_size=1, max_size=6)
    shapes = [*samples.get("blocks", ()), *samples["shapes"]]
    parts = []
    for shape in draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=8)):
        text = shape
        for _ in range(shape.count("{}")):
            words = "".join(draw(inline))
            if samples["joined_by"] == "\n" or shape != "{}":
                words = " ".join(words.split())
            text = text.replace("{}", words.replace("|", ""), 1)
        parts.append(text.replace("{{", "{").replace("}}", "}"))
    text = draw(st.sampled_from(CASES["front"])) + samples["head"] + samples["joined_by"].join(parts) + "\n"
    pieces = text.split("N")
    return "".join(f"{piece}{number}" for number, piece in enumerate(pieces[:-1], 1001)) + pieces[-1]
