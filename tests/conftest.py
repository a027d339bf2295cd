"""Options, marks and fixtures that all tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings

from atlas.document.nodes import plain
from atlas.history.collection import collection_of
from support import samples
from support.checkout import COLLECTION, minimal_copy
from support.samples import HEAD, errors, read_announcement

pytest_plugins = ["support.browser", "support.preview", "support.sites"]

settings.register_profile(
    "atlas",
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "60")),
    deadline=None,
    derandomize="HYPOTHESIS_EXAMPLES" not in os.environ,  # reproducible by default; set the variable to explore further
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("atlas")


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite expected files that differ from what the code yields"
    )


def pytest_collection_modifyitems(items):
    """Require a reason on every ``slow`` mark."""
    for item in items:
        for mark in item.iter_markers("slow"):
            if len(mark.args) != 1 or not isinstance(mark.args[0], str) or not mark.args[0].strip() or mark.kwargs:
                raise pytest.UsageError(f"{item.nodeid}: say why it is slow: @pytest.mark.slow('reason')")


@pytest.fixture(scope="session")
def update_golden(request):
    """Whether expected files are rewritten instead of compared."""
    return request.config.getoption("--update-golden")


@pytest.fixture(scope="session")
def knowledge():
    """How the repository reads announcements, with the data that the tests own."""
    return samples.knowledge()


@pytest.fixture(scope="session")
def announcements():
    """The announcements of the collection that the tests own (tests/collection), by version."""
    return samples.announcements_of(COLLECTION)


@pytest.fixture(scope="session")
def collection(announcements):
    """The collection that the tests own, parsed."""
    return collection_of(list(announcements.values()), samples.knowledge_of(COLLECTION))[0]


@pytest.fixture
def read_seed(tmp_path, knowledge):
    """Read a file as a seed: a function of its content and name that returns an announcement and problems."""

    def read_seed(content, name="seed.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_announcement(path, knowledge)

    return read_seed


@pytest.fixture
def features(read_seed):
    """A function from a text to its features by title; Markdown gets a title above it and starts at line 5."""

    def features(text, name="seed.md"):
        announcement, problems = read_seed(HEAD + text if name.endswith(".md") else text, name)
        assert errors(problems) == []
        return {plain(feature.title): feature for feature in announcement.features}

    return features


@pytest.fixture
def checkout(tmp_path):
    """The collection, with what the pipeline needs, in a temporary directory."""
    return minimal_copy(tmp_path)
