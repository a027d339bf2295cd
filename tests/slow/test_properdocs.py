"""ProperDocs, which continues MkDocs 1, builds the same site with these hooks and this theme."""

import subprocess
import sys

import pytest

from support import checkout

pytestmark = pytest.mark.slow("a build by MkDocs and one by ProperDocs")


def test_properdocs_builds_the_same_site(tmp_path):
    copy = checkout.copy(tmp_path / "copy")
    for engine in ("mkdocs", "properdocs"):
        command = [sys.executable, "-m", engine, "build", "--strict", "--site-dir", engine]
        done = subprocess.run(
            command, cwd=copy, env=checkout.environment(copy), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
    site_files = checkout.files(copy / "properdocs")
    assert site_files == checkout.files(copy / "mkdocs")
    assert "en/releases/index.html" in site_files
