"""Hypothesis strategies for announcements in all three formats, assembled from parts of real ones."""

from hypothesis import strategies as st

from support.cases import cases

CASES = cases("fragments")
BLOCKS = CASES["blocks"]
line_of_text = st.lists(st.sampled_from(CASES["fragments"]), min_size=1, max_size=6).map("".join)


@st.composite
def announcements(draw):
    """A small Markdown announcement, assembled from parts of real ones."""
    parts = ["# PyTorch 9.9 发布"]
    for _ in range(draw(st.integers(1, 8))):
        shape = draw(st.sampled_from(BLOCKS))
        fills = [draw(line_of_text) for _ in range(shape.count("{}"))]
        if shape != "{}":
            fills = [" ".join(fill.split()) for fill in fills]
        if "|" in shape:
            fills = [fill.replace("|", "") for fill in fills]
        parts.append(shape.format(*fills) if "{}" in shape else shape.replace("{{", "{").replace("}}", "}"))
    return "\n\n".join(parts) + "\n"


INLINES = {"md": CASES["in_markdown"], "html": CASES["in_html"], "txt": CASES["in_text"]}
SHAPES = CASES["shapes"] | {"md": [*BLOCKS, *CASES["shapes"]["md"]]}
HEADS = {"md": "# PyTorch 9.9 发布\n\n", "html": "<h1>PyTorch 9.9 发布</h1>\n", "txt": "PyTorch 9.9 发布\n"}


@st.composite
def numbered(draw, kind):
    """An announcement in which every placeholder N has become a number of its own."""
    inline = st.lists(st.sampled_from(INLINES[kind]), min_size=1, max_size=6)
    parts = []
    for shape in draw(st.lists(st.sampled_from(SHAPES[kind]), min_size=1, max_size=8)):
        text = shape
        for _ in range(shape.count("{}")):
            words = "".join(draw(inline))
            if kind == "txt" or shape != "{}":
                words = " ".join(words.split())
            text = text.replace("{}", words.replace("|", ""), 1)
        parts.append(text.replace("{{", "{").replace("}}", "}"))
    text = draw(st.sampled_from(CASES["front"])) + HEADS[kind] + ("\n" if kind == "txt" else "\n\n").join(parts) + "\n"
    pieces = text.split("N")
    return "".join(f"{piece}{number}" for number, piece in enumerate(pieces[:-1], 1001)) + pieces[-1]
