"""Loading and checking ``seeds/knowledge``."""

import os
from itertools import pairwise
from pathlib import Path
from typing import Any, get_type_hints

from atlas.core import safe_files
from atlas.core.problems import Problem
from atlas.core.versions import version_key
from atlas.knowledge.checks import (
    check_errata,
    check_labels,
    check_levels_and_areas,
    check_links,
    check_notices,
    check_publishers,
    check_registered,
    check_terms,
)
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.paths import ERRATA, FEATURES, FOLDER, RECORDS
from atlas.knowledge.record import Record
from atlas.knowledge.record_checks import check_records, check_summaries
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.schema import Erratum
from atlas.knowledge.yaml_files import read


def load(folder: Path) -> tuple[Knowledge | None, tuple[Problem, ...]]:
    """Read and check ``folder``. Return the knowledge, or None if there is any problem, and the problems."""
    _, problems = safe_files.entries(folder, FOLDER)
    if problems:
        return None, tuple(problems)
    contents: dict[str, Any] = {}
    schemas = get_type_hints(Knowledge, include_extras=True)
    del schemas["registered_features"], schemas["errata"], schemas["records"]
    for name, schema in schemas.items():
        contents[name], file_problems = read(folder / f"{name}.yml", f"{FOLDER}/{name}.yml", schema)
        problems += file_problems
    contents["registered_features"], feature_problems = _registered_features(folder / "features")
    contents["errata"], errata_problems = _read_all(folder / "errata", ERRATA, tuple[Erratum, ...])
    contents["records"], record_problems = _records(folder / "releases")
    problems += (*feature_problems, *errata_problems, *record_problems)
    if problems:
        return None, tuple(problems)
    knowledge = Knowledge(**contents)
    problems += check_registered(knowledge.registered_features, knowledge.areas, knowledge.citable)
    problems += check_terms(knowledge.glossary, knowledge.lexicon)
    problems += check_errata(knowledge.errata, knowledge.glossary)
    problems += check_links(knowledge.link_kinds)
    problems += check_publishers(knowledge.publishers)
    problems += check_labels(knowledge.fact_words.labels)
    problems += check_levels_and_areas(knowledge.stability, knowledge.areas)
    problems += check_notices(knowledge.stability, knowledge.sentences, knowledge.queries)
    if not problems:  # records refer to entries of the other files, which must be valid
        problems += check_records(
            knowledge.records, knowledge.registered_features, knowledge.stability, knowledge.citable
        )
        problems += check_summaries(knowledge.records, knowledge.registered_features)
    return (None if problems else knowledge), tuple(problems)


def _registered_features(folder: Path) -> tuple[tuple[RegisteredFeature, ...], tuple[Problem, ...]]:
    """Return the registered features, sorted by id, and problems.

    A feature must be in the file of its first area, and in the order of ids there.
    """
    contents, read_problems = _read_all(folder, FEATURES, tuple[RegisteredFeature, ...])
    problems = list(read_problems)
    registered_features: list[RegisteredFeature] = []
    for name, entries in contents.items():
        in_file: tuple[RegisteredFeature, ...] = entries or ()  # None if the file could not be read
        registered_features += in_file
        for registered in in_file:
            if registered.areas[0] != name:
                fault = f"{registered.id}: its first area is {registered.areas[0]}"
                remedy = f"move it to {FEATURES}/{registered.areas[0]}.yml, or list {name} first"
                problems.append(registered.problem(f"{fault}: {remedy}"))
        for before, registered in pairwise(in_file):
            if registered.id < before.id:
                following = next(other.id for other in in_file if other.id > registered.id)
                fault = f"{registered.id}: stands below {before.id}, out of the order of ids"
                problems.append(registered.problem(f"{fault}: move it above {following}"))
    return tuple(sorted(registered_features, key=lambda registered: registered.id)), tuple(problems)


def _records(folder: Path) -> tuple[tuple[Record, ...], tuple[Problem, ...]]:
    """Return the records, oldest first, and problems. The name of a file must be the version of its record."""
    contents, read_problems = _read_all(folder, RECORDS, Record)
    problems = list(read_problems)
    records: list[Record] = []
    for name, record in contents.items():
        if record is None:  # the file could not be read
            continue
        records.append(record)
        if record.version != name:
            message = f"records {record.version}: name it {record.version}.yml"
            problems.append(record.problem(message))
    records.sort(key=lambda record: (version_key(record.version), record.version))
    return tuple(records), tuple(problems)


def _read_all(folder: Path, name: str, schema: Any) -> tuple[dict[str, Any], tuple[Problem, ...]]:  # noqa: ANN401  a type
    """Read all files of a folder. Return file name without suffix → content (None if unreadable), and problems.

    A missing folder counts as empty. Problems call the folder ``name``. ``schema`` is the type of each file's content.
    """
    contents: dict[str, Any] = {}
    paths, problems = safe_files.entries(folder, name) if os.path.lexists(folder) else ([], [])
    for path in paths:
        file = f"{name}/{path.name}"
        if path.suffix != ".yml":
            problems.append(Problem(file, 0, "is not read: name it .yml, or move it elsewhere"))
            continue
        contents[path.stem], file_problems = read(path, file, schema)
        problems += file_problems
    return contents, tuple(problems)
