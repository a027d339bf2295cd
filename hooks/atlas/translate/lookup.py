"""The translation of a seed: the texts to translate, the catalog with their translations, and problems."""

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
from atlas.document.localized import Localized
from atlas.document.nodes import Inlines
from atlas.seeds.files import find_seeds
from atlas.seeds.seed import Seed, seed_id
from atlas.translate import catalogs, parity
from atlas.translate.catalogs import Authorship, Catalog
from atlas.translate.segments import Segment, count_words

FOLDER = "seeds/translations"

State = Literal["translated", "fuzzy", "missing"]
STATES: tuple[State, ...] = get_args(State)


def catalog_path(seed: Seed) -> str:
    """Return the path of a seed's catalog, relative to the project root."""
    return f"{FOLDER}/{other(seed.language)}/{seed.id}.po"


@dataclass(frozen=True)
class Translation:
    """The texts of one seed with their translations; ``language`` is that of the seed."""

    language: Language
    segments: tuple[Segment, ...]  # the texts that need a translation, each once
    catalog: Catalog = field(default=Catalog(""))  # none yet
    problems: tuple[Problem, ...] = ()  # an unreadable catalog; missing, fuzzy and wrong translations

    def state(self, msgid: str) -> State:
        """Return whether a text has a translation that may be published, one that must be reviewed (fuzzy), or none."""
        if msgid in self.catalog.messages:
            return "translated"
        return "fuzzy" if msgid in self.catalog.fuzzy else "missing"

    @property
    def has_begun(self) -> bool:
        """Whether at least one text has a translation that may be published."""
        return bool(self.catalog.messages)

    @property
    def authorship(self) -> Authorship:
        """Who wrote the translations."""
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
        """The number of texts in each state (key "fuzzy"), and of words in these texts (key "fuzzy words").

        The key "obsolete" has the number of catalog entries whose text the seed no longer has.
        """
        counts = Counter(obsolete=sum(entry.obsolete for entry in self.catalog.entries))
        for msgid in {segment.msgid for segment in self.segments}:
            state = self.state(msgid)
            counts[state] += 1
            counts[f"{state} words"] += count_words(msgid)
        return counts

    def localized(self, inlines: Inlines, language: Language) -> Localized:
        """Return a text's translation into ``language``; without one, the text itself, marked with the seed's language.

        A text that needs no translation, such as a name, is returned unchanged and unmarked.
        """
        if language == self.language or not parity.needs_translation(inlines, self.language):
            return Localized(inlines)
        msgid = inline_markdown(inlines)
        if message := self.catalog.messages.get(msgid):
            return Localized(parse_inline(message))
        return Localized(inlines, self.language, fuzzy=msgid in self.catalog.fuzzy)


def translation_of(root: Path, seed: Seed, segments: tuple[Segment, ...]) -> Translation:
    """Return the translation of a seed's ``segments``, from the seed's catalog in the project at ``root``.

    A translation that disagrees with its text (see ``parity``) counts as fuzzy, even in a preview. So a catalog cannot
    add links, markup or HTML to a page that are not in the seed.
    """
    name = catalog_path(seed)
    catalog, load_problems = catalogs.load(root / name, name)
    problems = [*load_problems, *_missing_translations(seed, segments, catalog)]
    lines = {segment.msgid: segment.line for segment in segments}
    rejected: set[str] = set()
    for msgid in catalog.messages:
        faults = disagreements(name, catalog.current[msgid], lines.get(msgid, 0), "warning")
        if faults:
            problems += faults
            rejected.add(msgid)
    catalog = replace(catalog, rejected=frozenset(rejected))
    return Translation(seed.language, segments, catalog, tuple(problems))


def _missing_translations(seed: Seed, segments: tuple[Segment, ...], catalog: Catalog) -> list[Problem]:
    """Return a single problem about all texts that lack a translation that may be published; [] if none lacks one."""
    untranslated = [segment for segment in segments if segment.msgid not in catalog.messages]
    if not untranslated:
        return []
    fuzzy_count = sum(segment.msgid in catalog.fuzzy for segment in untranslated)
    first_line = untranslated[0].line
    fuzzy = f"{fuzzy_count} fuzzy; " if fuzzy_count else ""
    fault = f"{len(untranslated)} of {len(segments)} texts have no current translation"
    remedy = f"run `python -m atlas translations update` and complete {catalog.path}"
    return [Problem(seed.path, first_line, f"{fault} ({fuzzy}the first: line {first_line}): {remedy}", "warning")]


def disagreements(name: str, entry: POEntry, line: int, severity: Severity) -> list[Problem]:
    """Return a problem for each kind of content in which an entry's translation disagrees with its text.

    ``name`` is the path of the catalog; ``line`` is the text's line in the seed, or 0 if that is not known.
    """
    return [
        Problem(name, entry.linenum or 0, f"{describe_entry(entry, line)} differs in {fault}: correct it", severity)
        for fault in parity.disagreements(entry.msgid, entry.msgstr)
    ]


def describe_entry(entry: POEntry, line: int) -> str:
    """Return how messages refer to an entry: “fuzzy translation of seed line 3”; ``line`` is 0 if it is not known."""
    fuzzy = "fuzzy " if entry.fuzzy else ""
    place = f" of seed line {line}" if line else ""
    return f"{fuzzy}translation{place}"


def stray_catalogs(root: Path, seeds: Iterable[Seed]) -> list[Problem]:
    """Return a warning for each catalog that belongs to no seed; ``seeds`` are the seeds that could be read."""
    seeds_by_id = {seed.id: seed for seed in seeds}
    unreadable_ids = {seed_id(path.name) for path in find_seeds(root / "seeds").paths} - seeds_by_id.keys()
    folders, problems = entries(root / FOLDER, FOLDER)
    paths: list[Path] = []
    for folder in folders:
        folder_paths, folder_problems = entries(folder, f"{FOLDER}/{folder.name}")
        paths += folder_paths
        problems += folder_problems
    for path in paths:
        name = path.relative_to(root).as_posix()
        seed = seeds_by_id.get(path.stem)
        if path.name.startswith(".") or path.stem in unreadable_ids or (seed and catalog_path(seed) == name):
            continue
        right_place = f" here (that of {seed.path} is {catalog_path(seed)})" if seed else ""
        problems.append(Problem(name, 0, f"belongs to no seed{right_place}: rename or delete it", "warning"))
    return problems
