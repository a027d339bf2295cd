"""The paths of knowledge files, relative to the project root. Problems name the files by these paths."""

FOLDER = "seeds/knowledge"
AREAS = f"{FOLDER}/areas.yml"
STABILITY = f"{FOLDER}/stability.yml"
SENTENCES = f"{FOLDER}/sentences.yml"
PUBLISHERS = f"{FOLDER}/publishers.yml"
GLOSSARY = f"{FOLDER}/glossary.yml"
FEATURES = f"{FOLDER}/features"
ERRATA = f"{FOLDER}/errata"
RECORDS = f"{FOLDER}/releases"


def errata_path(seed_id: str) -> str:
    """Return the path of a seed's errata."""
    return f"{ERRATA}/{seed_id}.yml"


def record_path(version: str) -> str:
    """Return the path of a release's record."""
    return f"{RECORDS}/{version}.yml"
