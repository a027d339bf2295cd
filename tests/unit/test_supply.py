"""The supply chain: locked and declared packages, and their licenses."""

import hashlib
import re
import tomllib
from functools import cache
from importlib.metadata import distribution, packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.checkout import ROOT
from support.modules import imported

LOCKS = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("requirements*.txt"))}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED = {"requirements.txt": PROJECT["dependencies"]} | {
    f"requirements-{extra}.txt": [*PROJECT["dependencies"], *more]
    for extra, more in PROJECT["optional-dependencies"].items()
}
MINISEARCH = ("7.2.0", "0393b3ba253b809d5e55707c7b0875ef9b518a296a006c6739b28876e154edb3")
CODE = ("hooks", "tests", "bench")
# Packages used without an import: as programs, in mkdocs.yml or pyproject.toml, or as type stubs.
USED = set(
    "check-jsonschema mkdocs-static-i18n mkdocs-material mypy pip-licenses properdocs pytest-xdist ruff uv zizmor".split()
    + "types-pygments types-polib types-pyyaml".split()
)


def pins(lock):
    """Map each requirement of a lock file (``name==1.2 ; marker``) to its hashes."""
    lines = re.sub(r" \\\n +", " ", LOCKS[lock]).splitlines()
    assert lines[0] == "--only-binary :all:", "pip would build source distributions, which run their own code"
    pinned = {}
    for line in filter(None, lines[1:]):
        requirement, *hashes = line.split(" --hash=")
        pinned[requirement] = frozenset(hashes)
    return pinned


def versions(lock):
    """Map canonical names to the versions that a lock file pins, which may depend on the Python version."""
    pinned = {}
    for line in pins(lock):
        requirement = Requirement(line)
        (pin,) = requirement.specifier
        assert pin.operator == "=="
        pinned.setdefault(canonicalize_name(requirement.name), []).append(pin.version)
    return pinned


def test_every_extra_has_its_lock():
    assert LOCKS.keys() == DECLARED.keys()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_with_hashes_and_from_no_place(lock):
    """Neither an index nor a folder: packages with the right hash may come from anywhere."""
    assert re.findall(r"\S*(?:://|file:|@|index-url|find-links)\S*", LOCKS[lock]) == []
    assert pins(lock)
    for requirement, hashes in pins(lock).items():
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", text) for text in hashes), requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_agree_with_what_is_declared(lock):
    locked = versions(lock)
    for requirement in map(Requirement, DECLARED[lock]):
        pinned = locked.get(canonicalize_name(requirement.name))
        assert pinned, f"{requirement} is not in {lock}: make lock"
        assert all(version in requirement.specifier for version in pinned), (
            f"{requirement}: {lock} has {pinned}: make lock"
        )


@pytest.mark.parametrize("lock", LOCKS)
def test_tests_run_with_what_the_site_is_built_with(lock):
    built, tested = pins("requirements.txt"), pins(lock)
    assert {line: tested.get(line) for line in built} == built


distributions = cache(packages_distributions)


def packages(folder):
    """Return the canonical names of the packages that code in a folder imports."""
    names = {name.partition(".")[0] for path in (ROOT / folder).rglob("*.py") for name in imported(path)}
    return {canonicalize_name(package) for name in names for package in distributions().get(name, ())}


@pytest.mark.parametrize(
    ("locks", "folders"), [(["requirements.txt"], ["hooks"]), (LOCKS, CODE)], ids=["to-build", "altogether"]
)
def test_imports_are_declared_and_declarations_are_used(locks, folders):
    declared = {canonicalize_name(Requirement(line).name) for lock in locks for line in DECLARED[lock]}
    used = set().union(*map(packages, folders))
    assert used - declared == set(), "imported: declare it in pyproject.toml"
    assert used & USED == set(), "imported after all"
    assert declared - used - USED == set(), "declared, and nothing imports it: delete it, or say who uses it"


def test_the_list_of_licenses_names_what_is_locked():
    text = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
    listed = {canonicalize_name(name) for name in re.findall(r"^\| ([\w.-]+) +\| (?!License)", text, re.MULTILINE)}
    assert listed == versions("requirements.txt").keys(), "make lock"


def test_the_search_library_is_the_published_file_and_its_license_is_told():
    """``make minisearch`` writes the version and the hash."""
    folder = ROOT / "docs" / "assets" / "vendor" / "minisearch"
    assert hashlib.sha256((folder / "index.js").read_bytes()).hexdigest() == MINISEARCH[1]
    copyright_line = (folder / "LICENSE.txt").read_text(encoding="utf-8").splitlines()[0]
    assert copyright_line in (ROOT / "docs" / "assets" / "licenses.txt").read_text(encoding="utf-8")
    assert "docs/assets/vendor/minisearch/index.js" in (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")


def test_the_published_notices_name_all_that_the_theme_brings():
    """Its frame, what theme.css has of its styles, and one family of icons; no page loads its scripts or style sheets."""
    notices = (ROOT / "docs" / "assets" / "licenses.txt").read_text(encoding="utf-8")
    assert distribution("mkdocs-material").read_text("licenses/LICENSE").strip() in notices
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    assert set(re.findall(r"\.icons/([\w-]+)/", texts)) == {"material"}
    assert "Material Design Icons" in notices
