"""Anything but a regular file inside the project is reported by name, for seeds, catalogs and knowledge alike."""

import json
import os
import re
import socket
from pathlib import Path

import pytest

from atlas.__main__ import main
from atlas.core import safe_files
from atlas.knowledge import load
from atlas.seeds.files import find_seeds
from atlas.translate import catalogs, lookup
from support import rendering
from support.samples import GOOD, catalog, errors, read_announcement, read_with


def listing(root, location):
    """Return the errors from listing a folder the way the pipeline lists it."""
    if location == "seeds":
        problems = find_seeds(root / location).problems
    elif location.startswith("seeds/knowledge"):
        problems = load.load(root / "seeds" / "knowledge")[1]
    else:
        problems = lookup.stray_catalogs(root, ())
    return errors(problems)


def socket_at(path):
    here = os.open(path.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"/proc/self/fd/{here}/{path.name}")  # the full path is too long for a socket
    os.close(here)


def link_outside(path):
    target = path.parent.with_name("outside")
    target.write_text(catalog({"正文": "Text"}), encoding="utf-8")
    path.symlink_to(target)


KINDS = {
    "link": link_outside,
    "dangling": lambda path: path.symlink_to("nowhere"),
    "circle": lambda path: path.symlink_to(path.name),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "pipe": os.mkfifo,
    "socket": socket_at,
    "folder": lambda path: path.mkdir(),
}
LOCATIONS = ("seeds/x.txt", "seeds/translations/en/x.po", "seeds/knowledge/areas.yml", "seeds/knowledge/errata/x.yml")


def read_problems(root, location, knowledge):
    """Return the problems from reading one file with the reader for its folder."""
    if location.endswith(".txt"):
        return read_announcement(root / location, knowledge)[1]
    if location.endswith(".po"):
        return catalogs.load(root / location, location)[1]
    return load.load(root / "seeds" / "knowledge")[1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("location", LOCATIONS)
def test_anything_but_a_regular_file_is_refused(checkout, knowledge, location, kind):
    path = checkout / location
    path.unlink(missing_ok=True)
    KINDS[kind](path)
    (problem,) = read_problems(checkout, location, knowledge)
    assert re.match(rf"{re.escape(location)}: is (not a regular file|a folder)[^:]*: [a-z]", str(problem)), str(problem)
    assert problem.severity == "error"


@pytest.mark.parametrize("location", LOCATIONS)
def test_an_unreadable_file_is_one_line(checkout, knowledge, monkeypatch, location):
    """Permissions do not stop root, so the error is raised by a stub."""
    path, opened = checkout / location, os.open
    path.touch()

    def refuse(name, *args, **options):
        if Path(name) == path:
            raise PermissionError(13, "Permission denied")
        return opened(name, *args, **options)

    monkeypatch.setattr(os, "open", refuse)
    (problem,) = read_problems(checkout, location, knowledge)
    assert str(problem) == f"{location}: cannot be read (Permission denied): check its name and permissions"


@pytest.mark.parametrize("location", LOCATIONS)
def test_a_folder_behind_a_link_is_not_entered(checkout, knowledge, location):
    """Otherwise a catalog could come from anywhere on the machine."""
    path = checkout / location
    path.touch()
    folder = path.parent
    folder.rename(checkout / "outside")
    folder.symlink_to(checkout / "outside")
    (problem,) = read_problems(checkout, location, knowledge)
    assert re.search(r"link", str(problem))


@pytest.mark.parametrize("name", [".", "..", "", "/", "nowhere/..", "/proc/self/mem", "a" * 300])
def test_any_bad_path_given_to_inspect_is_one_line(capsys, monkeypatch, tmp_path, name):
    """A folder without a name of its own, and a file that opens but cannot be read."""
    monkeypatch.chdir(tmp_path)
    assert main(["inspect", name]) == 1
    err = capsys.readouterr().err
    assert re.fullmatch(r".*: (?:is a folder|cannot be read) ?.*: .*\n", err), err


def test_the_checked_file_itself_is_read(tmp_path, monkeypatch):
    """A pipe that replaces a file after listing is refused; a link that does so after opening is not read."""
    path = tmp_path / "x.txt"
    path.write_text(GOOD, encoding="utf-8")
    assert safe_files.entries(tmp_path, "seeds") == ([path], [])
    checked = os.fstat
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(safe_files.UnreadableError):
        safe_files.read(path, 10)
    path.unlink()
    path.write_text("checked", encoding="utf-8")

    def swap(opened):
        status = checked(opened)
        path.unlink(missing_ok=True)
        path.symlink_to("/etc/passwd")
        return status

    monkeypatch.setattr(os, "fstat", swap)
    assert safe_files.read(path, 10) == b"checked"


def test_the_opened_file_itself_is_checked(tmp_path, monkeypatch):
    """A pipe that is replaced by a file right after it was opened is refused."""
    path, opened = tmp_path / "x.txt", os.open
    os.mkfifo(path)

    def swap(name, *args, **options):
        descriptor = opened(name, *args, **options)
        if Path(name) == path:
            path.unlink()
            path.write_text("checked", encoding="utf-8")
        return descriptor

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(safe_files.UnreadableError, match="is not a regular file"):
        safe_files.read(path, 10)


@pytest.mark.parametrize(
    "location", ["seeds", "seeds/knowledge", "seeds/knowledge/errata", "seeds/translations", "seeds/translations/en"]
)
@pytest.mark.parametrize("kind", ["missing", "file", "link", "pipe"])
def test_a_missing_or_replaced_folder_is_reported_in_one_line(checkout, location, kind):
    if kind == "missing" and location.endswith(("errata", "en")):
        return  # optional folders
    (checkout / location).rename(checkout / "outside")
    {
        "missing": lambda _: None,
        "file": lambda path: path.touch(),
        "link": lambda path: path.symlink_to(checkout / "outside"),
        "pipe": os.mkfifo,
    }[kind](checkout / location)
    (line,) = listing(checkout, location)
    what = (
        "cannot be read" if kind == "missing" else "is not a folder, but a file or a link: put the folder itself here"
    )
    assert line.startswith(f"{location}: {what}")


NAMES = {
    "newline": b"a\nb.txt", "escape": b"a\x1b[31mb.txt", "c1": "a\x9b31mb.txt".encode(), "bytes": b"a\xff\xfe.txt",
    "bidi": "a\u202etxt.md".encode(), "long": b"x" * 251 + b".txt", "zero-width": "a\u200bb.md".encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("location", ["seeds", "seeds/translations/en", "seeds/knowledge/errata"])
def test_a_name_that_no_address_can_hold(checkout, location, name):
    (checkout / location / os.fsdecode(name)).write_text(GOOD, encoding="utf-8")
    (line,) = listing(checkout, location)
    assert re.search(r"in its name, which no address should hold: rename it|a name of more than 200 bytes", line)
    assert line.isprintable()


def test_a_name_like_markup_is_only_a_name(checkout):
    (checkout / "seeds" / "<script>alert(1)<.txt").write_text(GOOD, encoding="utf-8")
    site = rendering.build(checkout)
    assert errors(site.problems) == []
    assert all("<script>alert" not in page.content.html for page in site.pages)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("content", [None, "", GOOD], ids=["missing", "broken", "good"])
def test_inspect_prints_no_name_raw(tmp_path, capsys, monkeypatch, knowledge, name, content):  # noqa: PLR0913, PLR0917
    read_with(monkeypatch, knowledge)
    path = tmp_path / os.fsdecode(name)
    if content is not None:
        path.write_text(content, encoding="utf-8")
    for arguments in (["inspect", str(path)], ["inspect", "--json", str(path)]):
        assert main(arguments) == (0 if content else 1)
        out, err = capsys.readouterr()
        assert (out + err).replace("\n", "").isprintable()
        if "--json" in arguments:
            assert json.loads(out)[0]["file"] == str(path)
        assert "Traceback" not in err


@pytest.mark.parametrize(
    "title", ["99999999999999999999.1", "../../x 1.2", "1.10.0-rc1", "0.0", "２.１", "9" * 5_000 + ".1"]
)
def test_an_address_comes_from_a_parsed_version(read_seed, title):
    """Whatever a title says, the version has only characters that cannot leave a folder, or the seed is refused."""
    announcement, problems = read_seed(GOOD.replace("9.9", title), "odd.md")
    assert announcement is None or re.fullmatch(
        r"[0-9]{1,20}(?:\.[0-9]{1,20})+(?:-[a-z]+[0-9]*)?", announcement.version
    )
    assert announcement or [problem.severity for problem in problems] == ["error"]
    assert all(len(str(problem)) < 400 for problem in problems)
