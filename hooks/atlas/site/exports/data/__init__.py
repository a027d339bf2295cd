"""The published data: JSON files, and a JSON Schema for each kind of file.

Each module has the forms of a file: a class for each kind of object, below it the function that makes it. ``Form.of``
copies the attributes that have the same names, so such a function names only those that differ.
"""

from collections.abc import Iterator

from atlas.history.collection import Collection
from atlas.site.exports.data.features import FeatureFile, FeaturesFile
from atlas.site.exports.data.form import File
from atlas.site.exports.data.releases import ReleasesFile
from atlas.site.exports.data.stability import StabilityFile

FORMS: tuple[type[File], ...] = (ReleasesFile, FeaturesFile, StabilityFile, FeatureFile)


def files(collection: Collection, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each JSON file and of its schema; ``base`` is the site's URL, ending in a slash."""
    features = FeaturesFile.made(collection, base)
    for file in (ReleasesFile.made(collection, base), features, StabilityFile.made(collection, base)):
        yield f"api/v1/{file.file_name}.json", file.text()
    for lifecycle, feature in zip(collection.lifecycles, features.features, strict=True):
        text = FeatureFile.made(lifecycle, feature, collection, base).text()
        yield from ((f"api/v1/features/{feature_id}.json", text) for feature_id in lifecycle.ids)
    for form in FORMS:
        yield form.schema_path(), form.schema_text(base)
