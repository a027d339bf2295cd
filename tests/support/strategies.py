"""Announcements made up by Hypothesis out of what real ones are made of, in all three formats."""

from hypothesis import strategies as st

FRAGMENTS = [
    "中文", "PyTorch", "使用torch.compile，", "*torch.fx，*就", "**“新前端”**和", "`code, x`", "[链接 ](https://example.org/a,b)", "外汇模块", "*外汇*",
    "提交公关", "，", ",", "(括号)", "（Beta）", "\\[B，128，4\\]", "https://example.org/c。", "3,400 次", " ", "英文 words here", "nn.Module", "*词*",
    "**粗 **", "[甲](javascript:x)", "![图](https://example.org/a.png)", "![占位](https://picsum.photos/1)", "2021年1月2日", "foo(x=1)", "a_b",
    "[乙](https://link.zhihu.com/?target=https%3A//pytorch.org)", ":", ".", "“引”", "火炬", "  \n", "\n", "**", "*", "`", "<b>", "_x_",
]  # fmt: skip
line_of_text = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=6).map("".join)
BLOCKS = [
    "{}", "## {}", "## {}（原型）", "### **{}**", "- {}\n- (Beta) {}\n  - {}", "> {}", "**{}**", "1. {}\n2. {}",
    "| {} | 稳定 |\n|---|---|\n| {} | {} |", "```\nimport torch\nx = 1  # {}\n```", "```cpp\nint f() {{\nreturn 1;\n}}\n```", "发布：2021年1月2日", "译者：某人",
    "摘要：", "干杯！", "***",
]  # fmt: skip


@st.composite
def announcements(draw):
    """A small Markdown announcement out of what real ones are made of."""
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


# Each thing in a text carries a number of its own (N), so that a test can look for it on the page.
IN_MARKDOWN = [
    "中文N", "PyTorchN", "**粗N**", "*torch.fxN*", "`codeN`", "[链N](https://example.org/N)", "<https://example.org/N>",
    "https://example.org/N。", "![图N](https://example.org/N.png)", "![图N](N.png)", "![位N](https://picsum.photos/N)", "[甲N](javascript:N)",
    "[链N](https://example.org/N '题N')", "[乙N](https://link.zhihu.com/?target=https%3A//pytorch.org/N)", "外汇", "*外汇*", "，", " ", ". ", "N.N",
    "[![标N](https://example.org/N.svg)](https://example.org/N)", "&lt;N&gt;", "\\*N", "a_N", "<br>N", "<!-- 注N -->", "[参N][refN]", "&amp;amp;N", "  \n", "\n",
]  # fmt: skip
IN_HTML = [
    "中文N", "PyTorchN", "<b>粗N</b>", "<i>torch.fxN</i>", "<code>codeN</code>", '<a href="https://example.org/N?a=b&amp;c=N">链N</a>', "https://example.org/N。",
    '<img src="https://example.org/N.png" alt="图N">', "<img alt='图N' src=N.png>", '<a href="javascript:N">甲N</a>', '<a href="https://example.org/N"><img src="N.svg" alt="标N"></a>',
    '<a href="https://www.oschina.net/action/GoToLink?url=https%3A%2F%2Fexample.org%2FN">乙N</a>', '<a href="https://example.org/N"></a>', "外汇", "，", " ", ". ", "N.N", "<br>",
    "H<sub>N</sub>O", "<span>跨N</span>", "&lt;N&gt;", "&amp;lt;N", "<!-- 注N -->", "<script>alert(N)</script>", "<button>按N</button>", "<code><a href='https://example.org/N'>xN</a></code>",
    "<!--N-->", "\n", '<a href="https://example.org/N">甲<a href="https://example.org/bN">乙N</a></a>', '<iframe src="https://example.org/N">框N</iframe>', "<title>题N</title>",
]  # fmt: skip
IN_TEXT = ["中文N", "PyTorchN", "**粗N**", "`codeN`", "https://example.org/N。", "外汇", "，", " ", ". ", "N.N", "a_N", "<b>N", "&lt;N", "*", "（Beta）"]  # fmt: skip
SHAPES = {
    "md": [*BLOCKS, "```python title=N\nxN = N\nyN()\n```", "    xN = N", "| {} | 列N |\n|---|---|\n| 格N | {} | 多N |", "3. {}\n4. {}", "1. {}\n1. {}", "- \n- {}",
                    "[refN]: https://example.org/rN '题N'", "1. ![](https://picsum.photos/N)\n2. {}", "~~~\n```py N\n~~~", "原文：{}", "<details>\n<summary>{}</summary>\n</details>"],
    "html": ["<p>{}</p>", "<p>\n{}\n</p>", "<h2>{}</h2>", "<h3>（Beta）{}</h3>", "<div>{}<p>{}</p></div>", "<ul>\n<li>{}</li>\n<li>{}</li></ul>", "<ol start=3><li>{}</li></ol>",
             "<pre>xN = N\n\n  yN()\n</pre>", "<pre class='language-py'>xN<br>yN</pre>", "{}", "<blockquote><p>{}</p></blockquote>", "<p>发布：2021年1月2日</p>", "<p>原文：{}</p>",
             "<table><tr><th>列N</th><th>{}</th></tr>\n<tr><td>格N</td><td>{}</td></tr></table>", "<table>外N<tr><td>{}</td></tr></table>", "<hr>", "<ul><script>N</script></ul>", "<p><b>{}</b></p>"],
    "txt": ["{}", "{} (Beta)", "- {}\n- {}", "1. {}\n2. {}", "N. {}", "1. {}\n3. {}", "import torch\nxN = N", "{}，一句话。", "发布：2021年1月2日", "原文：{}", "译者：某N", "Cheers!"],
}  # fmt: skip
HEADS = {"md": "# PyTorch 9.9 发布\n\n", "html": "<h1>PyTorch 9.9 发布</h1>\n", "txt": "PyTorch 9.9 发布\n"}
FRONT = ["", "---\ntitle: 'PyTorch 9.9'\ntags: [aN, bN]\nkeyN: 值N\nthumbnail: https://picsum.photos/N\n---\n\n"]


@st.composite
def numbered(draw, kind):
    """An announcement in which each thing has a number of its own."""
    inline = st.lists(
        st.sampled_from({"md": IN_MARKDOWN, "html": IN_HTML, "txt": IN_TEXT}[kind]), min_size=1, max_size=6
    )
    parts = []
    for shape in draw(st.lists(st.sampled_from(SHAPES[kind]), min_size=1, max_size=8)):
        text = shape
        for _ in range(shape.count("{}")):
            words = "".join(draw(inline))
            if kind == "txt" or shape != "{}":
                words = " ".join(words.split())
            text = text.replace("{}", words.replace("|", ""), 1)
        parts.append(text.replace("{{", "{").replace("}}", "}"))
    text = draw(st.sampled_from(FRONT)) + HEADS[kind] + ("\n" if kind == "txt" else "\n\n").join(parts) + "\n"
    pieces = text.split("N")
    return "".join(f"{piece}{number}" for number, piece in enumerate(pieces[:-1], 1001)) + pieces[-1]
