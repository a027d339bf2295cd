"""Announcements and catalogs made up by Hypothesis out of everything that ever became markup, code or a request on a page.

Each payload carries a number of its own (N): what a page runs, and what it lacks, can be told by it.
"""

import itertools
import json
import re

from hypothesis import strategies as st

from support.cases import cases

EVIL = "https://evil.example"
FAMILIES = cases("attacks")
SCHEMES = FAMILIES.pop("schemes")
EVERYWHERE = tuple(FAMILIES)
FAMILIES |= {
    "md": [shape.replace("URL", url) for url in SCHEMES for shape in ("[N](URL)", "[N](<URL>)", "<URL>", "![N](URL)", "[N][r-N]\n\n[r-N]: URL", "[![N](URL)](URL)", '<a href="URL">N</a>')],
    "html": [shape.replace("URL", url) for url in SCHEMES for shape in ('<a href="URL">N</a>', "<a href='URL' target=_top>N</a>", '<img src="URL" alt="N">', '<area href="URL">', "<a href=URL>N</a>", '<a ping="URL" href="URL">N</a>')],
    "txt": [shape.replace("URL", url) for url in SCHEMES for shape in ("URL", "见 URL。", "N（URL）", "<URL>")],
}  # fmt: skip
SHAPES = {
    "md": ["{}", "## {}", "## {}（Beta）", "### （原型）{}", "- {}\n- （Beta）{}", "1. {}", "> {}", "**{}**", "*{}*", "| {} | 稳定 |\n|---|---|\n| {} | {} |", "```{}\nx = 1  # {}\n</code></pre>{}\n```", "    {}", "`{}`", "译者：{}", "原文：{}",
           "译者：[{}](https://example.org/N)", "<details>\n<summary>{}</summary>\n</details>", "词{}词", "<p>{}</p>", "<!-- {} -->"],
    "html": ["<p>{}</p>", "<h2>{}</h2>", "<h2>{}（Beta）</h2>", "<ul><li>{}</li><li>（Beta）{}</li></ul>", "<blockquote><p>{}</p></blockquote>", "<table><tr><th>{}</th><th>N</th></tr><tr><td>{}</td><td>{}</td></tr></table>", "<pre>{}</pre>",
             '<pre class="language-{}">x</pre>', "<p><code>{}</code></p>", "<p><b>{}</b></p>", "<p>译者：{}</p>", "<p>原文：{}</p>", "<div>{}</div>", "{}", "<p>词{}词</p>", "<!-- {} -->", "<p>\n{}\n</p>"],
    "txt": ["{}", "{} (Beta)", "- {}\n- {}", "1. {}\n2. {}", "{}，一句话。", "import torch\nx = '{}'", "译者：{}", "原文：{}", "词{}词"],
}  # fmt: skip
HEADS = {"md": "# PyTorch VERSION 发布 {}\n\n发布：2021年1月2日\n\n", "html": "<h1>PyTorch VERSION 发布 {}</h1>\n<p>发布：2021年1月2日</p>\n", "txt": "PyTorch VERSION 发布 {}\n\n发布：2021年1月2日\n\n"}  # fmt: skip
KEYS = ["title", "description", "template", "icon", "hide", "head", "tags", "search", "status", "robots", "author", "translator", "original", "publisher", "thumbnail", "canonical"]  # fmt: skip


def payloads(kind):
    """One of the payloads for a format: a family first, so that small ones come as often as large ones."""
    return st.sampled_from([*EVERYWHERE, kind, kind]).flatmap(lambda name: st.sampled_from(FAMILIES[name]))


@st.composite
def announcements(draw, kind):
    """A hostile announcement; VERSION stands where its version belongs."""
    front = "".join(
        f"{key}: {json.dumps(draw(payloads(kind)))}\n"
        for key in draw(st.lists(st.sampled_from(KEYS), max_size=4, unique=True))
    )
    parts = [HEADS[kind].replace("{}", " ".join(draw(payloads(kind)).split()))]
    for shape in draw(st.lists(st.sampled_from(SHAPES[kind]), min_size=6, max_size=14)):
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
