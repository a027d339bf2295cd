"""How far a build is: told to whoever looks on, and only of what takes long."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys

import pytest

from mkdocs_progress import Progress
from support import checkout


def told(seconds, stream):
    """What is told where ten steps take so many seconds each."""
    now = 0.0
    progress = Progress(stream, lambda: now)
    for _ in range(10):
        now += seconds
        progress.step("reading seeds", 10)
    progress.end()
    progress.step("reading seeds", 11)
    return stream.getvalue().replace("\x1b[K", "") if stream else ""


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.09, []),
        (0.3, [4, 5, 6, 7, 8, 9, 10]),
        (0.12, [9, 10]),
        (5, range(1, 11)),
    ],
)
def test_after_a_second_one_line_tells_how_far_it_is(seconds, shown):
    assert told(seconds, io.StringIO()) == "".join(f"reading seeds {n}/10\r" for n in shown)


def test_little_is_written_however_many_steps_there_are():
    assert told(0.01, io.StringIO()) == ""
    stream, now = io.StringIO(), 0.0
    progress = Progress(stream, lambda: now)
    for _ in range(10_000):
        now += 0.001
        progress.step("rendering pages", 10_000)
    assert 80 < stream.getvalue().count("\r") <= 91


@pytest.mark.parametrize(("options", "shown"), [([], True), (["-q"], False)], ids=["watched", "quiet"])
def test_a_build_in_a_terminal(tmp_path, options, shown):
    folder = checkout.copy(tmp_path / "copy")
    terminal, own = pty.openpty()
    command = [sys.executable, "-m", "mkdocs", "build", *options, "-d", str(tmp_path / "site")]
    with subprocess.Popen(command, cwd=folder, env=checkout.environment(folder), stderr=own) as build:
        os.close(own)
        said = b""
        while piece := _read(terminal):
            said += piece
        os.close(terminal)
    assert build.returncode == 0, said[-2000:]
    assert (b"rendering pages" in said) is shown
    if shown:
        assert said.rpartition(b"\x1b[K")[2][:1] != b"\r", "the last line was left behind"


def _read(terminal):
    try:
        return os.read(terminal, 4096)
    except OSError:  # how Linux says that the other end is closed
        return b""
