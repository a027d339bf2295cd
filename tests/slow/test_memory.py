"""What a preview keeps between two builds: never wrong, and no more than what changed is made again."""

from __future__ import annotations

from datetime import date

import pytest

from atlas import convert, pipeline
from atlas.core import memory
from atlas.core.model import LANGUAGES
from atlas.knowledge import yaml_files
from atlas.site.locale import Locale
from atlas.site.render import _environment
from support import checkout as repository

TODAY, BASE = date(2026, 1, 1), "https://example.org/"
SEED = "# PyTorch 9.{} 发布\n\n发布：2021年1月2日\n\n## 张量 API（Beta）\n\n用 torch.x 的正文{}。\n"
PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "用 `torch.x` 的正文起初。"\nmsgstr "{}"\n'
AREA = "- id: x-area\n  name: {zh: 新, en: New}\n  description: {zh: 述, en: About}\n  keywords: [正文]\n"
ERRATUM = "- {line: 7, find: 正文, replace: 全文, reason: {zh: 由, en: r}}\n"


@pytest.fixture
def desk(checkout):
    """A folder with two small seeds of its own."""
    for path in (*checkout.glob("seeds/*.txt"), *checkout.glob("seeds/knowledge/errata/*.yml")):
        path.unlink()
    for name in ("8", "9"):
        (checkout / "seeds" / f"{name}.md").write_text(SEED.format(name, "起初"), encoding="utf-8")
    return checkout


@pytest.fixture
def converted(monkeypatch):
    """Paths of the seeds that were converted, in order."""
    found = []
    understand = convert.understand

    def noted(seed, *arguments):
        found.append(seed.path)
        return understand(seed, *arguments)

    monkeypatch.setattr(convert, "understand", noted)
    return found


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def append(path, text):
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


EDITS = {  # what somebody does → the seeds that it concerns
    "nothing": (lambda _: None, []),
    "a seed": (lambda root: write(root / "seeds/8.md", SEED.format("8", "新的")), ["seeds/8.md"]),
    "a seed's version": (lambda root: write(root / "seeds/8.md", SEED.format("7", "起初")), ["seeds/8.md"]),
    "a new seed": (lambda root: write(root / "seeds/a.md", SEED.format("6", "起初")), ["seeds/a.md"]),
    "another name": (lambda root: (root / "seeds/8.md").rename(root / "seeds/b.md"), ["seeds/b.md"]),
    "a seed deleted": (lambda root: (root / "seeds/8.md").unlink(), []),
    "a seed broken": (lambda root: write(root / "seeds/8.md", ""), []),
    "an erratum": (lambda root: write(root / "seeds/knowledge/errata/9.yml", ERRATUM), ["seeds/9.md"]),
    "an erratum that no longer fits": (
        lambda root: write(root / "seeds/knowledge/errata/9.yml", ERRATUM.replace("正文", "不在")),
        ["seeds/9.md"],
    ),
    "a catalog": (lambda root: write(root / "seeds/translations/en/9.po", PO.format("Text of `torch.x`, first.")), []),
    "a faulty catalog": (lambda root: write(root / "seeds/translations/en/9.po", PO.format("No code at all.")), []),
    "knowledge": (lambda root: append(root / "seeds/knowledge/areas.yml", AREA), ["seeds/8.md", "seeds/9.md"]),
    "a comment in the knowledge": (lambda root: append(root / "seeds/knowledge/areas.yml", "# why\n"), []),
    "broken knowledge": (lambda root: append(root / "seeds/knowledge/areas.yml", "- ]"), []),
}


@pytest.mark.parametrize("what", EDITS)
def test_only_what_an_edit_concerns_is_converted(desk, converted, what, monkeypatch):
    """And there and back, what is remembered gives what a fresh start gives."""
    kept = memory.Memory()
    before = pipeline.prepare(desk, TODAY, BASE, kept)
    assert converted == ["seeds/8.md", "seeds/9.md"]
    texts = {path: path.read_bytes() for path in desk.rglob("*") if path.is_file()}
    converted.clear()
    edit, concerned = EDITS[what]
    edit(desk)
    after = pipeline.prepare(desk, TODAY, BASE, kept)
    assert converted == concerned
    with monkeypatch.context() as patch:
        patch.setattr(yaml_files._PARSED, "_kept", {})  # noqa: SLF001  nor may a fresh start recall these
        fresh = pipeline.prepare(desk, TODAY, BASE, memory.Memory())
    assert (after.atlas, after.problems) == (fresh.atlas, fresh.problems)
    for path in (p for p in desk.rglob("*") if p.is_file()):
        path.unlink()
    for path, text in texts.items():
        path.write_bytes(text)
    again = pipeline.prepare(desk, TODAY, BASE, kept)
    assert (again.atlas, again.problems) == (before.atlas, before.problems)


def test_the_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(memory, "LIMIT", 2)
    kept, made = memory.Memory(), []
    for name in "abacab":
        kept.recall(name, "", lambda name=name: made.append(name) or name)
    assert made == ["a", "b", "c", "b"], "the one asked for longest ago goes first"


def test_templates_are_compiled_once_for_both_languages():
    """Their filters differ; a constant that went through one would be the first language's in both."""
    folder = repository.ROOT / "templates"
    locales = (Locale(lambda *_: None, folder, language) for language in LANGUAGES)
    environments = [_environment(locale, folder) for locale in locales]
    names = environments[0].list_templates(filter_func=lambda name: "/" not in name)
    assert "release.md" in names
    for name in names:
        source = (folder / name).read_text(encoding="utf-8")
        first, second = (environment.compile(source, name, name, raw=True) for environment in environments)
        assert first == second, f"{name} puts a constant through a filter of one language"
