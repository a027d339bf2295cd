"""The pipeline's output for a folder, without MkDocs, for tests of pages that need no built site."""

from datetime import date

from jinja2 import BytecodeCache

from atlas import pipeline
from atlas.site import environment

TODAY = date(2026, 1, 1)


class Compiled(BytecodeCache):
    """Templates, compiled once for all copies of them: that takes longer than rendering a small site."""

    def __init__(self):
        self._kept = {}

    def get_cache_key(self, name, filename=None):  # noqa: ARG002  the path, which Jinja's own caches heed
        return name

    def load_bytecode(self, bucket):
        if code := self._kept.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket):
        self._kept[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


environment.COMPILED_TEMPLATES = Compiled()


def page(site, language, uri):
    """Return the page of a site in a language at a source address, such as ``releases/2.1.md``."""
    (page,) = (page for page in site.pages if (page.language, page.src_uri) == (language, uri))
    return page


def build(root, today=TODAY, base="https://example.org/"):
    return pipeline.build(root, today, base)
