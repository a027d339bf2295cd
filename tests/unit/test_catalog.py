"""Catalogs: reading, updating, counting and checking them."""

import re
from types import SimpleNamespace

import polib
import pytest

from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.translate import catalogs, lookup, terms
from atlas.translate.lookup import Translation
from atlas.translate.parity import disagreements, needs_translation
from atlas.translate.segments import Segment
from atlas.translate.update import update
from support.cases import cases
from support.checkout import ROOT
from support.samples import GOOD, catalog

PATH = "seeds/x.txt"
SEED = SimpleNamespace(path=PATH, language="zh")


def written(old, *texts):
    """Return the catalog, as text, after an update to ``texts``."""
    return update(old, [Segment(text, line, "标题") for line, text in enumerate(texts, 1)], SEED)


def translate(text, **translations):
    """Return a catalog's text with translations inserted by position (m0, m1 …)."""
    po = polib.pofile(text, wrapwidth=0)
    for number, entry in enumerate(entry for entry in po if not entry.obsolete):
        entry.msgstr = translations.get(f"m{number}", entry.msgstr)
    return str(po)


def entries(text):
    return {entry.msgid: entry for entry in polib.pofile(text, wrapwidth=0)}


def test_new_texts_are_added_in_order_with_their_place():
    """A text that occurs twice is one entry with both places."""
    segments = [Segment("甲乙", 3, "标题"), Segment("丙丁", 4, "标题"), Segment("甲乙", 9, "二")]
    catalog = entries(update("", segments, SEED))
    assert list(catalog) == ["甲乙", "丙丁"]
    assert catalog["甲乙"].occurrences == [(PATH, "3"), (PATH, "9")]
    assert (catalog["丙丁"].msgstr, catalog["丙丁"].occurrences, catalog["丙丁"].comment) == ("", [(PATH, "4")], "标题")


def test_an_update_without_changes_changes_no_byte():
    text = translate(
        written("", "甲乙丙丁", "戊己庚辛", "一 `x` **二** [三](https://x)"), m0="A", m2="1 `x` **2** [3](https://x)"
    )
    again = written(text, "甲乙丙丁", "戊己庚辛", "一 `x` **二** [三](https://x)")
    assert written(again, "甲乙丙丁", "戊己庚辛", "一 `x` **二** [三](https://x)") == again
    assert entries(again)["甲乙丙丁"].msgstr == "A"
    assert again.endswith("\n")
    assert not again.endswith("\n\n")


TEXTS = cases("translations")
HEADER = 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def test_nothing_that_people_or_editors_wrote_is_lost():
    """Headers, comments, flags and previous msgids survive in entries that stay, vanish or return."""
    old = (ROOT / "tests" / "cases" / "catalog" / "old.po").read_text(encoding="utf-8")
    gone = written(old, "甲乙丙丁")
    assert "Creation-Date" not in gone
    assert "Revision-Date" not in gone
    for kept in (
        "# Translators: A, B",
        "Project-Id-Version: another",
        "Last-Translator: A",
        "nplurals=2",
        "Weblate 5.8",
    ):
        assert kept in gone
    for kept in (
        '# stays\n#. 标题\n#: seeds/x.txt:1\n#, fuzzy, no-wrap\n#| msgid "甲乙丙"\nmsgid "甲乙丙丁"\nmsgstr "A"\n',
        '# goes, fuzzy\n#, fuzzy\n#~| msgid "旧的甲"\n#~ msgid "子丑寅卯"\n#~ msgstr "B"\n',
        '# a question, no translation yet\n#~ msgid "辰巳午未"\n#~ msgstr ""\n',
        '# gone before\n#, fuzzy\n#~| msgid "更旧的"\n#~ msgid "申酉戌亥"\n#~ msgstr "D"\n',
    ):
        assert kept in gone
    assert written(gone, "甲乙丙丁") == gone
    back = entries(written(gone, "甲乙丙丁", "子丑寅卯", "辰巳午未", "申酉戌亥"))
    assert (back["子丑寅卯"].fuzzy, back["子丑寅卯"].previous_msgid, back["子丑寅卯"].msgstr) == (True, "旧的甲", "B")
    assert back["辰巳午未"].tcomment == "a question, no translation yet"
    assert (back["申酉戌亥"].fuzzy, back["申酉戌亥"].previous_msgid) == (True, "更旧的")
    assert not any(entry.obsolete for entry in back.values())


def test_undoing_a_change_gives_the_same_bytes():
    """Unless someone has revised the fuzzy entry meanwhile: then both translations are kept."""
    first = translate(written("", "这是一句很长的话，说明甲。", "尾"), m0="A long sentence on A.")
    first = written(first, "这是一句很长的话，说明甲。", "尾")
    changed = written(first, "这是一句很长的话，说明乙。", "尾")
    assert written(changed, "这是一句很长的话，说明甲。", "尾") == first
    po = polib.pofile(changed, wrapwidth=0)
    entry = po.find("这是一句很长的话，说明乙。")
    entry.msgstr, entry.flags, entry.previous_msgid = "A long sentence on B.", [], None
    back = entries(written(str(po), "这是一句很长的话，说明甲。", "尾"))
    assert back["这是一句很长的话，说明甲。"].msgstr == "A long sentence on A."
    assert not back["这是一句很长的话，说明甲。"].fuzzy
    assert back["这是一句很长的话，说明乙。"].msgstr == "A long sentence on B."


def test_a_text_that_changes_twice_shows_what_its_translation_was_made_of():
    text = translate(written("", "这是一句很长的话，说明甲。"), m0="A long sentence on A.")
    twice = written(written(text, "这是一句很长的话，说明乙。"), "这是一句很长的话，说明乙丙。")
    entry = entries(twice)["这是一句很长的话，说明乙丙。"]
    assert (entry.msgstr, entry.previous_msgid) == ("A long sentence on A.", "这是一句很长的话，说明甲。")
    assert "这是一句很长的话，说明乙。" not in entries(twice)


@pytest.mark.parametrize(("old", "new", "offered"), TEXTS["offered"])
def test_the_best_match_is_offered_once(old, new, offered):
    text = translate(written("", *old), **{f"m{n}": str(n) for n in range(len(old))})
    catalog = entries(written(text, *new))
    assert {e.msgid: e.msgstr for e in catalog.values() if e.fuzzy} == offered
    assert {msgid for msgid, e in catalog.items() if e.obsolete} == {*old} - {*new}
    untranslated = entries(written(written("", *old), *new))
    assert list(untranslated) == new, "a vanished text without translation goes"


def test_a_translation_from_another_catalog_is_offered():
    segments = [Segment("新功能", 3, ""), Segment("甲乙丙丁", 4, "")]
    catalog = entries(update("", segments, SEED, {"新功能": "New features"}))
    assert (catalog["新功能"].msgstr, catalog["新功能"].fuzzy) == ("New features", True)
    assert catalog["甲乙丙丁"].msgstr == ""
    revised = translate(update("", segments, SEED), m0="What is new")
    assert entries(update(revised, segments, SEED, {"新功能": "New features"}))["新功能"].msgstr == "What is new"


@pytest.fixture
def load(tmp_path):
    """Load a catalog from bytes or text: a function that returns the catalog and the problems as lines."""

    def load(content):
        path = tmp_path / "x.po"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        loaded, problems = catalogs.load(path, "po/x.po")
        return loaded, [str(problem) for problem in problems]

    return load


BROKEN = {what: (text.replace("{head}", HEADER), *expected) for what, (text, *expected) in TEXTS["broken"].items()} | {
    "not-utf-8": (HEADER.encode() + b'msgid "\xff"\nmsgstr "x"\n', 6, "not UTF-8"),
    "utf-16": (("\ufeff" + HEADER).encode("utf-16-le"), 1, "not UTF-8"),
    "other-charset": (HEADER.replace("UTF-8", "GBK"), 4, "charset=UTF-8"),
    "no-charset": (HEADER.replace("; charset=UTF-8", ""), 4, "charset=UTF-8"),
    "many-lines": (HEADER + '"a"\n' * 50_000, 50_000, "more than 50,000 lines"),
    "long": (f'{HEADER}msgid "甲"\nmsgstr "{"x" * 20_001}"\n', 6, "more than 20,000 characters"),
}


@pytest.mark.parametrize(("content", "line", "what"), BROKEN.values(), ids=BROKEN)
def test_a_broken_catalog_is_one_line(load, content, line, what):
    loaded, problems = load(content)
    assert loaded.entries == ()
    (problem,) = problems
    assert problem.startswith(
        f"po/x.po:{line}: is not a valid catalog (" if line else "po/x.po: is not a valid catalog ("
    )
    assert what in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"\ufeff{text}",
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("charset=UTF-8", "charset=utf-8"),
        lambda text: text.replace('msgstr "A\u2028B"', 'msgstr ""\n"A\u2028"\n"B"'),
    ],
    ids=["crlf", "bom", "no-final-newline", "lower-case", "wrapped"],
)
def test_catalogs_saved_by_editors_are_read(load, change):
    text = written(f'{HEADER}msgid "甲乙"\nmsgstr "A\u2028B"\n', "甲乙")
    loaded, problems = load(change(text))
    assert (loaded.messages, problems) == ({"甲乙": "A\u2028B"}, [])


def test_entries_know_their_lines(load):
    loaded, _ = load(
        f'{HEADER}msgid "甲"\nmsgstr "x"\n\n# why\n#, fuzzy\nmsgid "乙"\nmsgstr "y"\n\n#~ msgid "丙"\n#~ msgstr "z"\n'
    )
    assert [(e.msgid, e.linenum, e.fuzzy, e.obsolete) for e in loaded.entries] == [
        ("甲", 6, False, False), ("乙", 9, True, False), ("丙", 14, False, True),
    ]  # fmt: skip
    assert (loaded.messages, loaded.fuzzy) == ({"甲": "x"}, {"乙"})


def test_progress_counts_texts_and_words(load):
    loaded, _ = load(
        f'{HEADER}msgid "甲乙"\nmsgstr "x"\n\n#, fuzzy\nmsgid "丙"\nmsgstr "y"\n\n#~ msgid "丁"\n#~ msgstr "z"\n'
    )
    texts = ["甲乙", "丙", "[用 PyTorch](https://example.org/a_(b)) 2.1 的 `torch.x`", "甲乙"]
    segments = tuple(Segment(text, line, "") for line, text in enumerate(texts, 1))
    assert Translation("zh", segments, loaded).progress == {
        "translated": 1, "translated words": 2, "fuzzy": 1, "fuzzy words": 1,
        "missing": 1, "missing words": 5,  # 用 PyTorch 2.1 的 torch.x
        "obsolete": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "msgid", "msgstr", "lost"),
    [(language, *case) for language in ("zh", "en") for case in TEXTS[f"terms_{language}"]],
)
def test_terms_of_the_glossary_in_any_form(knowledge, language, msgid, msgstr, lost):
    rules = terms.rules(knowledge.terms, language)
    assert [rule.wording for rule in terms.broken_rules(rules, msgid, msgstr)] == lost


def test_a_term_inside_a_longer_one_needs_no_translation(knowledge):
    """文档 is documentation, but 文档字符串 is a docstring."""
    words = {"文档": "documentation", "文档字符串": "docstring"}
    rules = terms.rules([knowledge.terms[0].model_copy(update={"to": to, "en": en}) for to, en in words.items()], "zh")
    assert terms.broken_rules(rules, "文档字符串", "Docstrings") == []
    assert [rule.wording for rule in terms.broken_rules(rules, "文档字符串与文档", "Docstrings")] == ["文档"]


@pytest.mark.parametrize(
    ("msgid", "msgstr", "what"),
    [
        *((*case, "") for case in TEXTS["agreement"]),
        *TEXTS["disagreement"],
        *[("甲", "x" * 211, "length"), ("甲" * 1_000, "[" * 201, "markup")],
    ],
)
def test_disagreement(msgid, msgstr, what):
    assert [fault.partition(":")[0] for fault in disagreements(msgid, msgstr)] == ([what] if what else [])


@pytest.mark.parametrize(("text", "language", "needed"), TEXTS["needed"])  # fmt: skip
def test_what_needs_translation(text, language, needed):
    assert needs_translation(parse_inline(text), language) is needed


# --- of a seed ------------------------------------------------------------------------------------

PO = catalog({})


@pytest.fixture
def translated(tmp_path, read_seed):
    """A function from a catalog to the English of an announcement's last text, and the problems."""

    def translated(po):
        announcement, _ = read_seed(GOOD.replace("正文 torch.x。", BODY), "seed.md")
        path = tmp_path / lookup.catalog_path(announcement.seed)
        path.parent.mkdir(parents=True)
        path.write_text(po, encoding="utf-8")
        translation = lookup.translation_of(tmp_path, announcement.seed, announcement.translation.segments)
        localized = translation.localized(announcement.document.blocks[-1].inlines, "en")
        return localized, [str(problem) for problem in translation.problems]

    return translated


BODY = "正文 `torch.x` 见[链接](https://example.org)，共 3 项。"


def entry(msgstr, flags=""):
    return f'{PO}{flags}msgid "{BODY}"\nmsgstr "{msgstr}"\n'


def test_a_broken_catalog_is_an_error_with_its_place(translated, tmp_path):
    localized, problems = translated(f'{PO}msgid "甲\nmsgstr "x"\n')
    assert localized.lang == "zh"
    assert re.match(r"seeds/translations/en/seed\.po(:\d+)?: is not a valid catalog \(.*\): correct it", problems[0])
    assert str(tmp_path) not in problems[0], "the message names a path of this machine"


@pytest.mark.parametrize(
    "po",
    [
        pytest.param(entry("Body", "#, fuzzy\n"), id="fuzzy"),
        pytest.param(entry(""), id="empty"),
        pytest.param(PO, id="missing"),
        pytest.param("", id="empty-file"),
    ],
)
def test_untranslated_text_is_marked(translated, po):
    localized, problems = translated(po)
    assert localized.lang == "zh"
    assert "正文" in plain(localized.inlines)
    assert "texts have no current translation" in problems[0]
    assert "python -m atlas translations update" in problems[0]


@pytest.mark.parametrize(("msgstr", "fault"), cases("translations")["faults"])
def test_a_translation_shares_links_code_and_numbers(translated, msgstr, fault):
    localized, problems = translated(entry(msgstr))
    assert (localized.lang, localized.fuzzy) == ("zh", True), "it is shown all the same"
    (line,) = [problem for problem in problems if "translation of seed line 7 differs in" in problem]
    assert fault in line
    assert line.startswith("seeds/translations/en/seed.po")


def test_a_translation_of_another_text_is_judged_too(read_seed, tmp_path):
    """A translation that the seed does not use would be shown wherever the same text occurs."""
    announcement, _ = read_seed(GOOD, "seed.md")
    path = tmp_path / lookup.catalog_path(announcement.seed)
    path.parent.mkdir(parents=True)
    path.write_text(f'{PO}msgid "别处的话"\nmsgstr "Words [elsewhere](https://evil.example)"\n', encoding="utf-8")
    translation = lookup.translation_of(tmp_path, announcement.seed, announcement.translation.segments)
    problems = translation.problems
    assert translation.localized(parse_inline("别处的话"), "en").lang == "zh"
    assert [problem.line for problem in problems if "translation differs in links" in str(problem)] == [5]
