"""Hostile and broken files yield one clear problem with its place, or a safe page, and never a traceback."""

import os
import re

import pytest

from atlas.core.urls import is_safe_url
from atlas.document.nodes import Image, Link
from atlas.seeds.files import find_seeds
from atlas.seeds.seed import seed_id
from support.cases import cases
from support.samples import GOOD, GOOD_HTML, errors, inlines_of, texts

CASES = cases("seeds")


INVISIBLE = "\u202e\u2066\u200b\u200e\u2060\U000e0041\ufeff\x07\x1b\x85\u2028\u2029\ue000\ue003\U000f0000\u200d"


def filled(text):
    """Return a case's text with its placeholders filled in."""
    return text.replace("{good}", GOOD).replace("{good_html}", GOOD_HTML)


# --- files that cannot be read --------------------------------------------------------------------

UNREADABLE = {what: (filled(text), *expected) for what, (text, *expected) in CASES["unreadable"].items()} | {
    "empty": (b"", 1, "is empty: paste the announcement or delete the file"),
    "whitespace": (b" \n\t\r\n\n", 1, "is empty"),
    "only invisible characters": ("\ufeff\u200b\n".encode(), 1, "is empty"),
    "utf-16 little endian": (GOOD.encode("utf-16-le").join([b"\xff\xfe", b""]), 1, "UTF-16 or UTF-32: save it as UTF-8"),
    "utf-16 big endian": (b"\xfe\xff" + GOOD.encode("utf-16-be"), 1, "UTF-16 or UTF-32: save it as UTF-8"),
    "utf-32": (GOOD.encode("utf-32"), 1, "UTF-16 or UTF-32: save it as UTF-8"),
    "utf-16 without a mark": ("PyTorch 9.9".encode("utf-16-le"), 1, "NUL byte: it is binary, or not UTF-8"),
    "a nul": (b"# PyTorch 9.9\n\nx\0y\n", 3, "NUL byte"),
    "truncated utf-8": (GOOD.encode()[:-2], 7, "damaged UTF-8: fetch the text again"),
    "one bad byte": (GOOD.encode().replace("张量".encode(), "张量".encode() + b"\xff"), 5, "damaged UTF-8: fetch the text again"),
    "latin-1": ("PyTorch 9.9\n\nd\xe9j\xe0 vu na\xefve caf\xe9 \xe9\n".encode("latin-1"), 3, "save it as UTF-8"),
    "random bytes": (bytes(range(1, 256)) * 4, 2, "save it as UTF-8"),
    "front matter over 64 kB": ("---\na: " + "x" * 40_000 + "\nb: " + "y" * 40_000 + "\n---\n" + GOOD, 1, "front matter larger than 65,536 bytes: shorten it"),
    "Hexo's front matter": ("title: PyTorch 9.9 发布\ndate: 2030-01-02\ntags:\n  - pytorch\n---\n" + GOOD, 1, "in Hexo's form, without an opening ---: add a line of --- before it"),
    "front matter in TOML": ('\n+++\ntitle = "PyTorch 9.9"\n+++\n' + GOOD, 2, "in TOML (+++): write it in YAML, between two lines of ---"),
    "a feed": ('<?xml version="1.0"?>\n<rss version="2.0"><channel><item><title>PyTorch 9.9 发布</title></item></channel></rss>\n', 1, "RSS or Atom feed, not an announcement: save the article that it links to"),
    "an empty block of front matter": ("---\n---\ntitle: PyTorch 9.9\n", 1, "is not a list of key: value lines: correct it"),
    "nothing after front matter": ("---\ntitle: PyTorch 9.9\n---", 3, "has front matter but no text"),
    "a longer rule": ("---\ntitle: PyTorch 9.9\n-----\n" + GOOD, 1, "never closes it: add the closing ---"),
    "an item of a feed": ("<item>\n<title>PyTorch 9.9 发布</title>\n</item>\n", 1, "RSS or Atom feed"),
    "10 MB": (b"# PyTorch 9.9\n" + b"x\n" * 5_000_000, 0, "larger than 600,000 bytes: split it"),
    "too many lines": ("# PyTorch 9.9\n" + "x\n" * 20_000, 15_000, "more than 15,000 lines: split it"),
    "an endless line": ("# PyTorch 9.9\n\n" + "x" * 500_000, 3, "longer than 200,000 characters: break the line"),
    "40,000 spaces": (GOOD + "\n中" + " " * 40_000 + "中\n", 9, "more than 500 spaces in a row: check what was pasted"),
    "500-deep list on one line": (GOOD + "\n" + "- " * 500 + "x\n", 9, "nests deeper than 32 levels: check what was pasted"),
    "200-deep list by indentation": (GOOD + "\n" + "".join("  " * i + "- x\n" for i in range(200)), None, "nests deeper than 32 levels"),
    "500-deep numbered list": (GOOD + "\n" + "1. " * 500 + "x\n", 9, "nests deeper than 32 levels"),
    "500-deep quotation": (GOOD + "\n" + ">" * 500 + "x\n", 9, "nests deeper than 32 levels"),
    "8,000 brackets": (GOOD + "\n" + "[" * 8_000 + "\n", 9, "more than 5,000 brackets: check what was pasted"),
    "8,000 images": (GOOD + "\n" + "![" * 8_000 + "\n", 9, "more than 5,000 brackets"),
    "40,000 divs on a line": (GOOD_HTML + "<div>" * 40_001, 5, "longer than 200,000 characters"),
    "20,000 divs": (GOOD_HTML + ("<b></b>" * 100 + "\n") * 110, 1, "more than 20,000 tags: keep only the announcement"),
    "deep divs": (GOOD_HTML + "<div>\n" * 3_000 + "深", 55, "nests deeper than 50 tags: flatten it"),
    "deep bold": (GOOD_HTML + "<p>" + "<b>\n" * 3_000 + "深", None, "nests deeper than 50 tags: flatten it"),
    "deep lists": (GOOD_HTML + "<ul><li>\n" * 3_000 + "深", None, "nests deeper than 50 tags: flatten it"),
    "deep quotations": (GOOD_HTML + "<blockquote>\n" * 3_000 + "深", None, "nests deeper than 50 tags: flatten it"),
    "tables in tables": (GOOD_HTML + "<table>\n" * 9_000 + "深", None, "nests deeper than 50 tags: flatten it"),
    "deep tables": (GOOD_HTML + "<table><tr><td>\n" * 3_000 + "深", None, "nests deeper than 50 tags: flatten it"),
    "CDATA a thousand times": (GOOD_HTML + "<![CDATA[" * 1_000, 5, "more than 32 brackets of CDATA: check what was pasted"),
    "CDATA forty times": (GOOD_HTML + "<![CDATA[" * 40, 5, "more than 32 brackets of CDATA: check what was pasted"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNREADABLE)
def test_one_error_names_place_and_remedy(read_seed, what):
    content, line, message = UNREADABLE[what]
    _, problems = read_seed(content, "坏 seed.txt")
    assert len(problems) == 1, [str(problem)[:200] for problem in problems]
    text = str(problems[0])
    assert problems[0].severity == "error"
    assert text.startswith("seeds/坏 seed.txt:"), text
    assert message in text
    assert "\n" not in text
    assert len(text) < 400
    if line is not None:
        assert problems[0].line == line


@pytest.mark.parametrize(
    "text",
    [
        "Note: PyTorch 9.9\n---\n\n" + GOOD,  # a heading, underlined
        "PyTorch 9.9\n\ntitle: x\n\n---\n\n" + GOOD,
        "---\n\n" + GOOD,  # a rule
        GOOD + "\n+++\n",
        "# PyTorch 9.9\n\n<item> is an element of a feed.\n\n" + GOOD.partition("\n")[2],
    ],
)
def test_what_resembles_front_matter_is_text(read_seed, text):
    announcement, problems = read_seed(text, "seed.md")
    assert announcement.version == "9.9", [str(problem) for problem in problems]


def test_what_is_no_seed_is_named(tmp_path):
    """Symlinks, pipes and folders with a seed's suffix are not opened; a file with another suffix is a warning."""
    (tmp_path / "real.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    (tmp_path / "away.md").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder.html").mkdir()
    for name in (".hidden.txt", "post.markdown", "page.htm", "README.md", ".gitkeep"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    (tmp_path / "knowledge").mkdir()
    paths, problems = find_seeds(tmp_path)
    assert [path.name for path in paths] == ["real.txt"]
    expected = "is not a regular file: put the announcement itself here"
    assert errors(problems) == [
        f"seeds/{name}: {expected}" for name in ("away.md", "folder.html", "link.txt", "pipe.txt")
    ]
    warnings = [problem.path for problem in problems if problem.severity == "warning"]
    assert warnings == ["seeds/page.htm", "seeds/post.markdown"]


@pytest.mark.parametrize("name", ["甲 乙.md", "{{7*7}}.txt", "a#b?c%2e.txt", "<img src=x>.html", "'\"&\\.md"])
def test_an_id_holds_only_what_an_address_can(name):
    assert re.fullmatch(r"[\w.-]+", seed_id(f"seeds/{name}"))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="bom"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="crlf"),
        pytest.param(lambda text: text.replace("\n", "\r").encode(), id="cr"),
        pytest.param(lambda text: text.replace("\n", "\r\n", 3).replace("\n\n", "\n\r", 1).encode(), id="mixed"),
        pytest.param(lambda text: text.rstrip("\n").encode(), id="no-final-newline"),
        pytest.param(lambda text: (text + "\n\n\n").encode(), id="blank-lines-at-the-end"),
        pytest.param(lambda text: text.encode("gb18030"), id="gb18030"),
    ],
)
def test_spelling_of_bytes_does_not_matter(read_seed, change):
    plain_one, _ = read_seed(GOOD)
    announcement, problems = read_seed(change(GOOD))
    assert not problems
    assert (announcement.document, announcement.edits) == (plain_one.document, plain_one.edits)
    assert announcement.seed.encoding in (
        ("gb18030",) if change(GOOD) == GOOD.encode("gb18030") else ("utf-8", "utf-8-sig")
    )
    lines = [(b.line, type(b).__name__) for b in announcement.document.blocks]
    assert lines == [(b.line, type(b).__name__) for b in plain_one.document.blocks]


def test_decodable_text_without_chinese_is_refused(read_seed):
    """Kana have the same bytes in EUC-JP and GB18030, so the text decodes."""
    _, (problem,) = read_seed("# PyTorch 9.9\n\nこれはにほんごのぶんしょうです\n".encode("euc_jp"))
    assert str(problem) == "seeds/seed.txt:3: is neither UTF-8 nor Chinese GB18030 text: save it as UTF-8"


def test_tags_that_never_end_are_counted_before_they_are_parsed(read_seed):
    _, (problem,) = read_seed(GOOD_HTML + "<div " * 501 + "x\n", "seed.html")
    assert (
        str(problem)
        == "seeds/seed.html:5: opens, with the lines above, more than 500 tags that never end: check what was pasted"
    )


@pytest.mark.parametrize("char", INVISIBLE)
def test_invisible_characters_go_and_are_reported(read_seed, char):
    """In text, code and URLs; the passes' own sentinels are among the characters."""
    name = f"U+{ord(char):04X}"
    text = GOOD + f"\n文{char}字 `co{char}de` [x](https://exa{char}mple.org)\n\n```\nx{char}y\n```\n"
    announcement, _ = read_seed(text, "seed.md")
    assert char not in texts(announcement.document)
    assert "文字 code x" in texts(announcement.document)
    assert char not in announcement.seed.text
    reported = [(edit.before, edit.line) for edit in announcement.edits if edit.rule.id == "invisible-characters"]
    assert reported == [(f"{name} {name} {name}", 9), (name, 12)]


@pytest.mark.parametrize("char", ["\u202e", "\u2028", "\u200b", "\ue000", "\ue003", "\U000e0041"])
@pytest.mark.parametrize("name", ["seed.md", "seed.html"])
def test_invisible_characters_go_as_references_too(read_seed, char, name):
    """In titles, text, URLs, code and front matter; each is reported with its line."""
    reference = f"&#x{ord(char):x};"
    text = {
        "seed.md": f"# PyTorch 9.9 发{reference}布\n\n## 张{reference}量（Beta）\n\n文{reference}字 [x](https://exa{reference}mple.org)\n",
        "seed.html": f"<h1>PyTorch 9.9 发{reference}布</h1>\n\n<h2>张{reference}量（Beta）</h2>\n\n<p>文{reference}字 "
        f'<a href="https://exa{reference}mple.org">x</a></p>\n<pre><code>a{reference}b</code></pre>\n',
    }[name]
    announcement, _ = read_seed(f'---\nauthor: "某\\U{ord(char):08x}人"\n---\n{text}', name)
    assert repr(char)[1:-1] not in repr(
        (announcement.document, announcement.title, announcement.facts.translator.name, announcement.features)
    )
    assert "张量" in texts(announcement.document)
    assert "文字" in texts(announcement.document)
    lines = [
        edit.line
        for edit in announcement.edits
        if edit.rule.id == "invisible-characters" and edit.before.startswith("U+")
    ]
    assert set(lines) >= {4, 6, 8}


def test_a_lone_surrogate_goes(read_seed):
    announcement, _ = read_seed('---\nauthor: "某\\ud800人"\n---\n' + GOOD, "seed.md")
    assert "\\ud800" not in repr(announcement.document)


def test_joined_emoji_stay_joined(read_seed):
    announcement, _ = read_seed(GOOD + "\n👩‍💻 与 ❤️‍🔥 写代码\n", "seed.md")
    assert "👩‍💻 与 ❤️‍🔥" in texts(announcement.document)


@pytest.mark.parametrize(("text", "message"), CASES["warned"].values(), ids=CASES["warned"])
def test_one_warning_and_the_text_is_kept(read_seed, text, message):
    content = filled(text)
    announcement, problems = read_seed(content)
    assert announcement
    assert [p.severity for p in problems] == ["warning"], [str(p) for p in problems]
    assert message in str(problems[0])
    assert re.match(r"seeds/seed\.txt:\d+: ", str(problems[0]))
    if "后文" in content:
        assert "后文" in texts(announcement.document)


@pytest.mark.parametrize("text", CASES["unclosed"].values(), ids=CASES["unclosed"])
def test_unclosed_markup_loses_no_words(read_seed, text):
    announcement, problems = read_seed(filled(text))
    assert announcement, [str(p) for p in problems]
    for char in "甲乙丙丁戊":
        assert (char in texts(announcement.document)) == (char in text)
    assert "后文" in texts(announcement.document)


# --- links ----------------------------------------------------------------------------------------

UNSAFE = CASES["unsafe"]
WRAPPERS = [
    "{}",
    "https://www.oschina.net/action/GoToLink?url={}",
    "https://link.zhihu.com/?target=https://www.oschina.net/action/GoToLink?url={}",
]


@pytest.mark.parametrize("wrapper", WRAPPERS, ids=["bare", "wrapped", "wrapped-twice"])
@pytest.mark.parametrize("url", UNSAFE)
def test_unsafe_addresses_keep_only_their_words(read_seed, url, wrapper):
    address = wrapper.format(url)
    for name, text in (
        ("seed.md", GOOD + f"\n[词语](<{address}>)\n\n<{address}>\n"),
        ("seed.html", GOOD_HTML + f'<p><a href="{address}">词语</a></p>\n'),
    ):
        announcement, _ = read_seed(text, name)
        assert "词语" in texts(announcement.document)
        for node in inlines_of(announcement.document, Image, Link):
            assert re.match(r"(https?://[^/\\]|mailto:)", node.url), node.url
            assert "evil" not in node.url or node.url.startswith("https://www.oschina.net/")


@pytest.mark.parametrize("rest", [" b", "\tb", "\nb", "\x01b", "\u3000b"])
def test_an_address_is_judged_to_its_end(rest):
    assert is_safe_url("https://example.org/a")
    assert not is_safe_url(f"https://example.org/a{rest}")


@pytest.mark.parametrize("url", ["https://example.org/a?b=c&d=(e)", "http://example.org", "mailto:a@example.org"])
def test_safe_addresses_stay(read_seed, url):
    announcement, _ = read_seed(GOOD + f"\n[词语](<{url}>)\n", "seed.md")
    assert [link.url for link in inlines_of(announcement.document, Image, Link)] == [url]
