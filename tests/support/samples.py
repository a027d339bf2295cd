"""Small sample announcements, and the knowledge to read them with."""

from dataclasses import replace
from functools import cache
from typing import Any

from atlas import pipeline
from atlas.clean.passes import clean
from atlas.document.nodes import CodeBlock, plain
from atlas.document.traverse import all_blocks, all_inlines, inlines_with_lines
from atlas.extract.counts import Count
from atlas.extract.facts import Person
from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import RecordPassage, Statement
from atlas.knowledge import load, yaml_files
from atlas.seeds.files import decode_seed, find_seeds
from atlas.seeds.read_document import read_document
from support.checkout import COLLECTION, ROOT

HEAD = "# PyTorch 9.9 发布\n\n发布：2021年1月2日\n\n"
GOOD = f"{HEAD}## 张量（Beta）\n\n正文 torch.x。\n"
GOOD_HTML = "<h1>PyTorch 9.9 发布</h1>\n<p>发布：2021年1月2日</p>\n<h2>张量（Beta）</h2>\n<p>正文</p>\n"


# The levels that samples state, and no others.
LEVELS = {"stable", "beta", "prototype", "experimental", "unstable", "unclassified"}
DATA = ("areas", "registered_features", "glossary", "synonyms", "records", "moved")


@cache
def knowledge_of(root):
    """Load the knowledge below ``root``, errata included: the repository's, or that of the collection."""
    loaded, problems = load.load(root / "seeds" / "knowledge")
    assert loaded, [str(problem) for problem in problems]
    return loaded


def _below(level, levels, stability):
    """Return the ids of those of ``levels`` that ``level`` ranks above, whatever stands between."""
    return tuple(other.id for other in levels if stability.ranks_above(level.id, other.id))


@cache
def knowledge():
    """Return the repository's wording, by which announcements are read, with the data of the collection.

    What is added to the repository's data, a level included, changes the reading of no sample.
    """
    wording, collection = knowledge_of(ROOT), knowledge_of(COLLECTION)
    kept = [level for level in wording.stability.levels if level.id in LEVELS]
    levels = tuple(level.model_copy(update={"above": _below(level, kept, wording.stability)}) for level in kept)
    eras = tuple(era for era in wording.stability.eras if era.level in LEVELS)
    stability = wording.stability.model_copy(update={"levels": levels, "eras": eras})
    return replace(wording, stability=stability, errata={}, **{name: getattr(collection, name) for name in DATA})


@cache
def announcements_of(root):
    """Read every seed below ``root``; return the announcements by version."""
    by_version = {}
    for path in find_seeds(root / "seeds").paths:
        announcement, problems = read_announcement(path, knowledge_of(root), root=root)
        assert announcement, [str(problem) for problem in problems]
        by_version[announcement.version] = announcement
    return by_version


def facts_of(announcement):
    """Return the facts of an announcement as plain values, by the names that cases and expected files have for them."""
    seed = announcement.seed
    return {
        "seed": seed.path,
        "format": seed.format,
        "language": seed.language,
        "title": plain(announcement.title),
        "version": announcement.version,
        "date": announcement.day.date,
        "date_kind": announcement.day.kind,
        **{key: value for fact in announcement.facts.items() for key, value in _plain_fact(*fact)},
    }


def _plain_fact(name, fact):
    match fact:
        case Person():
            return (name, fact.name), (f"{name}_url", fact.url)
        case Count():
            return ((name, [fact.value, fact.bound, fact.line]),)
        case _:
            return ((name, fact),)


def texts(document):
    """Return the text of a document, with newlines between blocks."""
    words = []
    for block in all_blocks(document):
        inline_texts = [plain(inlines) for inlines, _ in inlines_with_lines(block)]
        words += [block.text] if isinstance(block, CodeBlock) else inline_texts
    return "\n".join(words)


def inlines_of(document, *kinds):
    """Return the inlines of these kinds in a document."""
    texts = [inlines for block in all_blocks(document) for inlines, _ in inlines_with_lines(block)]
    return [node for inlines in texts for node in all_inlines(inlines) if isinstance(node, kinds)]


def catalog(words):
    """Return a catalog of translations by text."""
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    return head + "".join(f'msgid "{msgid}"\nmsgstr "{msgstr}"\n\n' for msgid, msgstr in words.items())


def errors(problems):
    """Return the errors among problems, as the lines that a build prints."""
    return [str(problem) for problem in problems if problem.severity == "error"]


def recorded_lifecycle(name, stated, stability):
    """Return the lifecycle of statements in records: a version, a level or None, and perhaps a notice."""
    passage = RecordPassage("https://pytorch.org/blog/x/", "", is_announcement=True)
    statements = (
        Statement(version, position, level, notice[0] if notice else None, "x", passage)
        for position, (version, level, *notice) in enumerate(stated)
    )
    return Lifecycle(name, None, tuple(statements), stability)


def cleaned(text, name="seed.md"):
    """Return a seed of this text, and what cleaning makes of it."""
    seed, _ = decode_seed(f"seeds/{name}", text.encode())
    return seed, clean(read_document(seed).document, knowledge())


_READ: dict[tuple[str, bytes] | None, Any] = {}


def read_once(path, name, shape):
    """Read a file of knowledge, but each content only once, as that takes longer than what most tests do with it."""
    key = (name, path.read_bytes()) if path.is_file() else None
    if key is None or key not in _READ:
        _READ[key] = yaml_files.read(path, name, shape)
    return _READ[key]


def read_announcement(path, knowledge, name="", root=COLLECTION):
    """Read a file; return it as an announcement with its catalog below ``root``, or None, and its problems."""
    announcement, problems = pipeline.read_seed(path, knowledge, name)
    return announcement and pipeline.translated(root, announcement), problems


def read_with(monkeypatch, knowledge):
    """Let commands and builds have this knowledge; loading it takes longer than what most tests do with it."""
    for name in ("atlas.knowledge.load.load", "atlas.pipeline.load"):
        monkeypatch.setattr(name, lambda _: (knowledge, ()))
