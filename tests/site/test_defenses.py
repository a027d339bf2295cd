"""The sanitizer, the Content Security Policy and escaping, as far as they show without a browser."""

import base64
import hashlib
import html
import re
import shutil

import markdown
import pytest

from atlas.site import content as contents
from atlas.site.sanitize import sanitized
from support import checkout, rendering
from support.cases import cases
from support.checkout import ROOT
from support.crawl import Page
from support.preview import Preview

CASES = cases("hostile")
MARKUP = "<img src=x onerror=alert(1)>"
POLICY = "templates/theme/partials/policy.html"


@pytest.mark.parametrize(("content", "clean"), CASES["cleaned"])
def test_no_link_leaves_the_site_path(content, clean):
    """A URL that begins with a slash leads to another host, or above the site."""
    assert sanitized(content).replace("&gt;", ">") == clean.replace("&gt;", ">")


def test_the_sanitizer_takes_nothing_from_a_plain_page(rendered, monkeypatch, tmp_path):
    """Markup new to templates or handwritten pages must be allowed by the sanitizer or drawn by the template."""
    clean = rendered.pages
    monkeypatch.setattr(contents, "sanitized", lambda text, _drawn=(): text)
    texts = {
        page.path: (before.content.html, page.content.html)
        for page, before in zip(clean, rendering.build(checkout.minimal_copy(tmp_path)).pages, strict=True)
    }
    for path in ROOT.glob("docs/*/*.md"):
        text = path.read_text(encoding="utf-8").split("---\n", 2)[2]
        page = markdown.markdown(
            text, extensions=["admonition", "attr_list", "fenced_code", "md_in_html", "tables", "toc"]
        )
        texts[path.as_posix()] = (page, sanitized(page))
    assert len(texts) > 30
    for uri, (raw, cleaned) in texts.items():
        before, after = ([(tag.name, tag.attributes) for tag in Page(uri, text).tags] for text in (raw, cleaned))
        assert [tag for tag in before if tag not in after] == [], uri
        assert len(before) == len(after), uri


def test_every_page_has_the_policy_before_all_that_it_concerns(site):
    """The only inline scripts are the theme's own, whose hashes the policy lists."""
    for path, page in site.pages.items():
        first, *others = (
            tag for tag in page.named("meta") if tag.attributes.get("http-equiv") == "Content-Security-Policy"
        )
        assert not others, path
        early = page.tags[: page.tags.index(first)]
        assert [(tag.name, *tag.attributes) for tag in early] == [
            ("html", "lang", "class"),
            ("head",),
            ("meta", "charset"),
        ], path
        rules = dict(rule.split(" ", 1) for rule in first.attributes["content"].split("; "))
        assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'", path
        assert "unsafe" not in first.attributes["content"], path
        assert "*" not in first.attributes["content"], path
        inline = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
        hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline]
        named = re.findall(r"'sha256-([^']+)'", rules["script-src"])
        assert sorted(named) == sorted(set(hashes)), (
            f"{path}: read its inline scripts, then put into {POLICY}: {hashes}"
        )


def test_a_preview_of_nothing_but_problems_shows_them_as_words(tmp_path):
    """If no seed can be read, and one has markup in its name."""
    folder = checkout.copy(tmp_path / "copy")
    for path in folder.glob("seeds/*.*"):
        path.unlink()
    shutil.rmtree(folder / "seeds" / "knowledge" / "errata")
    (folder / "seeds" / f"{MARKUP}.txt").touch()
    preview = Preview(folder, tmp_path / "log")
    try:
        for home in ("", "en/"):
            assert MARKUP not in preview.wait(home, f"<li>{html.escape(f'seeds/{MARKUP}.txt:1: is empty')}")
    finally:
        preview.stop()
