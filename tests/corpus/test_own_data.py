"""The repository's own data: what must hold of it whatever it says, so that it can grow."""

import re
import shutil
from dataclasses import fields, replace

import polib
import pytest

from atlas import __main__ as command
from atlas.clean.glossary import apply_glossary
from atlas.core.edits import Edited
from atlas.document.nodes import Document, Link, Paragraph, Text
from atlas.extract.counts import Count
from atlas.extract.facts import USED_FACTS, Facts
from atlas.site.search import synonyms
from atlas.translate.terms import rules
from support.cases import cases
from support.checkout import COLLECTION, ROOT, files
from support.colors import contrast
from support.samples import HEAD, inlines_of, knowledge_of, read_announcement, texts

KNOWLEDGE = knowledge_of(ROOT)
CATALOGS = [
    *sorted((ROOT / "templates" / "translations").glob("*.po")),
    *sorted((ROOT / "seeds" / "translations").rglob("*.po")),
    *sorted((COLLECTION / "seeds" / "translations").rglob("*.po")),
]


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_catalogs_are_sound(path):
    """What ``msgfmt --check`` checks: a header, unique msgids, the same placeholders and line ends."""
    po = polib.pofile(str(path), check_for_duplicates=True)
    assert po.metadata["Content-Type"] == "text/plain; charset=UTF-8"
    assert po.metadata["Language"]
    po.to_binary()
    for entry in po:
        for text in filter(None, [entry.msgstr, *entry.msgstr_plural.values()]):
            placeholders = [sorted(re.findall(r"%\(\w+\)[sd]", words)) for words in (entry.msgid, text)]
            assert placeholders[0] == placeholders[1], entry.msgid
            assert entry.msgid.endswith("\n") == text.endswith("\n"), entry.msgid
            assert entry.msgid.startswith("\n") == text.startswith("\n"), entry.msgid
        assert not entry.fuzzy, entry.msgid
        assert entry.translated() or "seeds" in path.parts, entry.msgid


@pytest.mark.parametrize("root", [ROOT, COLLECTION], ids=["seeds", "collection"])
def test_updating_translations_changes_nothing(tmp_path, monkeypatch, root):
    """The committed catalogs are what ``translations update`` writes."""
    shutil.copytree(root / "seeds", tmp_path / "seeds")
    before = files(tmp_path)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    assert command.main(["translations", "update"]) == 0
    after = files(tmp_path)
    assert [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)] == []


@pytest.mark.parametrize("level", KNOWLEDGE.stability.levels, ids=lambda level: level.id)
def test_text_has_contrast_on_its_background(level):
    for text, background, _ in (level.colors.light, level.colors.dark):
        assert contrast(text, background) >= 4.5


def test_the_glossary_does_not_work_against_itself():
    """No term rewrites another's output, so cleaning twice equals cleaning once."""
    for term in KNOWLEDGE.terms:
        text = (Paragraph((Text(f"中文 {term.to} 中文"),), 1),)
        document, _ = apply_glossary(Document(text), KNOWLEDGE.mistranslations)
        assert apply_glossary(document, KNOWLEDGE.mistranslations) == Edited(document, []), term.to


def test_the_lexicon_agrees_with_the_glossary():
    """Its English is accepted in translations, and it has no Chinese that the glossary corrects wherever it stands."""
    corrections = [each for term in KNOWLEDGE.terms for each in term.corrections]
    everywhere = [each for each in corrections if not (each.near or each.not_before or each.not_after)]
    always = {words for each in everywhere for words in each.from_}
    accepted = {rule.wording: rule.accepted_pattern for rule in rules(KNOWLEDGE.terms, "zh")}
    for entry in KNOWLEDGE.lexicon:
        assert not always & set(entry.zh), entry
        for name in accepted.keys() & set(entry.zh):
            assert accepted[name].search(entry.en), entry


def test_each_group_of_synonyms_has_what_no_other_group_has():
    """Groups of search are those of the lexicon and the glossary, too."""
    groups = [{word.casefold() for word in group} for group in synonyms(KNOWLEDGE)]
    for group in KNOWLEDGE.synonyms:
        words = {word.casefold() for word in group}
        assert sum(words <= other for other in groups) == 1, group


UNTOUCHED = [
    (suffix, *case) for suffix, name in (("md", "markdown"), ("txt", "text")) for case in cases("untouched")[name]
]


@pytest.mark.parametrize(("suffix", "text", "kept", "why"), UNTOUCHED)
def test_nothing_is_corrected_that_was_right(tmp_path, suffix, text, kept, why):
    path = tmp_path / f"seed.{suffix}"
    path.write_text((HEAD if suffix == "md" else HEAD.replace("# ", "")) + text + "\n", encoding="utf-8")
    document = read_announcement(path, replace(KNOWLEDGE, errata={}))[0].document
    addresses = [link.url for link in inlines_of(document, Link)]
    assert kept in addresses or "".join(kept.split()) in "".join(texts(document).split()), why


def test_the_index_of_knowledge_lists_each_file_and_folder():
    folder = ROOT / "seeds" / "knowledge"
    index = (folder / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\|[^|]+\| `([\w.]+)(?:/<\w+>\.yml)?` \|", index, re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in folder.iterdir() if path.name != "README.md")


def test_words_of_counts_belong_to_a_fact():
    """Each count has words, and no words are of a count that does not exist, such as a misspelt one."""
    names = {fact.name for fact in fields(Facts) if fact.type == Count | None}
    assert names == set(KNOWLEDGE.counting.counts)


def test_the_words_of_facts_state_facts_that_are_read():
    """Otherwise a misspelled one would only turn up as a text that no page shows."""
    words = KNOWLEDGE.fact_words
    labeled = {label.fact for label in words.labels}
    in_bylines = {name for byline in words.bylines for name in byline.groupindex}
    assert labeled | in_bylines <= USED_FACTS
