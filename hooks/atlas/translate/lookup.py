"""A seed's texts in the other language, and what its catalog lacks or gets wrong."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from polib import POEntry

from atlas.core.languages import Language, other
from atlas.core.problems import Problem, Severity
from atlas.core.safe_files import entries
from atlas.document.inline_markdown import inline_markdown, parse_inline
from atlas.document.nodes import Inlines, Localized
from atlas.sources.seed import Seed, seed_id
from atlas.sources.seeds import find
from atlas.translate import catalogs, parity
from atlas.translate.catalogs import Authorship, Catalog
from atlas.translate.segments import Segment, count_words

FOLDER = "seeds/translations"

State = Literal["translated", "fuzzy", "missing"]
STATES: tuple[State, ...] = get_args(State)


def catalog_path(seed: Seed) -> str:
    """Return the path of a seed's catalog below the root."""
    return f"{FOLDER}/{other(seed.language)}/{seed.id}.po"


@dataclass(frozen=True)
class Translation:
    """The texts of one seed in the other language."""

    source: Language
    segments: tuple[Segment, ...]  # to be translated, each once
    catalog: Catalog = field(default=Catalog(""))
    problems: tuple[Problem, ...] = ()  # what the catalog lacks or gets wrong

    def state(self, msgid: str) -> State:
        """Return a text's state."""
        if msgid in self.catalog.messages:
            return "translated"
        return "fuzzy" if msgid in self.catalog.fuzzy else "missing"

    @property
    def has_begun(self) -> bool:
        """Whether any text has a current translation."""
        return bool(self.catalog.messages)

    @property
    def authorship(self) -> Authorship:
        """Whose words the translations are."""
        return self.catalog.authorship

    @property
    def missing(self) -> tuple[Segment, ...]:
        """Segments without a translation."""
        return tuple(segment for segment in self.segments if self.state(segment.msgid) == "missing")

    @property
    def fuzzy(self) -> tuple[Segment, ...]:
        """Segments whose translation must be reviewed before it is shown."""
        return tuple(segment for segment in self.segments if self.state(segment.msgid) == "fuzzy")

    @property
    def progress(self) -> Counter[str]:
        """The number of texts in each state ("fuzzy") and of their words ("fuzzy words").

        "obsolete" counts the entries whose text is gone.
        """
        counts = Counter(obsolete=sum(entry.obsolete for entry in self.catalog.entries))
        for msgid in {segment.msgid for segment in self.segments}:
            counts.update({self.state(msgid): 1, f"{self.state(msgid)} words": count_words(msgid)})
        return counts

    def localized(self, inlines: Inlines, language: Language) -> Localized:
        """Return a text in ``language``: itself, its current translation, or itself marked as untranslated."""
        if language == self.source or not parity.needs_translation(inlines, self.source):
            return Localized(inlines)
        msgid = inline_markdown(inlines)
        if message := self.catalog.messages.get(msgid):
            return Localized(parse_inline(message))
        return Localized(inlines, self.source, fuzzy=msgid in self.catalog.fuzzy)


def translation_of(root: Path, seed: Seed, segments: tuple[Segment, ...]) -> Translation:
    """Return a seed's translation, of its ``segments``, from its catalog below ``root``.

    An entry that disagrees with its text counts as fuzzy, so that no catalog can put a link, markup or HTML that the
    seed does not have onto a page, not even in a preview.
    """
    name = catalog_path(seed)
    catalog, load_problems = catalogs.load(root / name, name)
    problems = [*load_problems, *_missing_translations(seed, segments, catalog)]
    lines = {segment.msgid: segment.line for segment in segments}
    rejected: set[str] = set()
    for msgid in catalog.messages:
        if faults := disagreements(name, catalog.current[msgid], lines.get(msgid, 0), "warning"):
            problems += faults
            rejected.add(msgid)
    catalog = replace(catalog, rejected=frozenset(rejected))
    return Translation(seed.language, segments, catalog, tuple(problems))


def _missing_translations(seed: Seed, segments: tuple[Segment, ...], catalog: Catalog) -> list[Problem]:
    untranslated = [segment for segment in segments if segment.msgid not in catalog.messages]
    if not untranslated:
        return []
    fuzzy_count = sum(segment.msgid in catalog.fuzzy for segment in untranslated)
    first_line = untranslated[0].line
    which = f"{f'{fuzzy_count} fuzzy; ' if fuzzy_count else ''}the first: line {first_line}"
    what = f"{len(untranslated)} of {len(segments)} texts have no current translation ({which})"
    how = f"run `python -m atlas translations update` and complete {catalog.path}"
    return [Problem(seed.path, first_line, f"{what}: {how}", "warning")]


def disagreements(name: str, entry: POEntry, line: int, severity: Severity) -> list[Problem]:
    """Return what the translation of seed line ``line`` in the catalog ``name`` gets wrong."""
    return [
        Problem(name, entry.linenum or 0, f"{describe_entry(entry, line)} differs in {fault}: correct it", severity)
        for fault in parity.disagreements(entry.msgid, entry.msgstr)
    ]


def describe_entry(entry: POEntry, line: int) -> str:
    """Return how problems refer to an entry, with the seed line if known."""
    return f"{'fuzzy ' if entry.fuzzy else ''}translation{f' of seed line {line}' if line else ''}"


def stray_catalogs(root: Path, seeds: Iterable[Seed]) -> list[Problem]:
    """Return a warning for each catalog that belongs to no seed, readable or not."""
    seeds_by_id = {seed.id: seed for seed in seeds}
    unreadable = {seed_id(path.name) for path in find(root / "seeds")[0]} - seeds_by_id.keys()
    folders, problems = entries(root / FOLDER, FOLDER)
    paths: list[Path] = []
    for folder in folders:
        folder_paths, folder_problems = entries(folder, f"{FOLDER}/{folder.name}")
        paths += folder_paths
        problems += folder_problems
    for path in paths:
        name = path.relative_to(root).as_posix()
        seed = seeds_by_id.get(path.stem)
        if path.name.startswith(".") or path.stem in unreadable or (seed and catalog_path(seed) == name):
            continue
        where = f" here (that of {seed.path} is {catalog_path(seed)})" if seed else ""
        problems.append(Problem(name, 0, f"belongs to no seed{where}: rename or delete it", "warning"))
    return problems
