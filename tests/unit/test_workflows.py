"""CI workflows: pull requests get no write permissions, and only a tested site is published."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from support.cases import cases
from support.checkout import ROOT

CASES = cases("workflows")
GITHUB = ROOT / ".github"
WORKFLOWS = {path.stem: path for path in sorted((GITHUB / "workflows").glob("*.yml"))}
FOUND = range(11, 15)  # zizmor's exit codes where there are findings, by severity
PUBLISHING = {"pages": "write", "id-token": "write"}


def read(path):
    """Load a workflow with all scalars as strings, as ``on`` would otherwise be a boolean."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506  strings, lists and mappings only


def audit(path):
    """Run zizmor offline and at its strictest; return the completed process."""
    options = "--offline --persona=auditor --strict-collection --no-progress".split()
    zizmor = Path(sys.executable).with_name("zizmor")
    return subprocess.run([zizmor, *options, path], capture_output=True, text=True, timeout=60, check=False)


def validate(path, schema):
    """Run check-jsonschema with one of its built-in schemas; return the completed process."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", path]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_zizmor_finds_nothing():
    done = audit(GITHUB)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("workflow", "old", "new"), CASES["planted"].values(), ids=CASES["planted"])
def test_zizmor_finds_what_is_planted(tmp_path, workflow, old, new):
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    text, times = re.subn(old, lambda _: new, WORKFLOWS[workflow].read_text(encoding="utf-8"), count=1)
    assert times == 1
    (folder / f"{workflow}.yml").write_text(text, encoding="utf-8")
    assert audit(folder).returncode in FOUND


@pytest.mark.parametrize("path", [GITHUB / "dependabot.yml", *WORKFLOWS.values()], ids=lambda path: path.name)
def test_workflows_fit_their_schema(tmp_path, path):
    schema = "dependabot" if path.stem == "dependabot" else "github-workflows"
    done = validate(path, schema)
    assert done.returncode == 0, done.stdout + done.stderr
    planted = tmp_path / path.name
    planted.write_text(path.read_text(encoding="utf-8") + "unheard-of: 1\n", encoding="utf-8")
    assert validate(planted, schema).returncode != 0


@pytest.mark.parametrize("name", WORKFLOWS)
def test_nothing_is_permitted_but_what_a_job_needs(name):
    workflow = read(WORKFLOWS[name])
    assert workflow["permissions"] == {}
    for job, settings in workflow["jobs"].items():
        if (name, job) == ("pages", "deploy"):
            assert settings["permissions"] == PUBLISHING
        else:
            assert set(settings["permissions"].values()) == {"read"}, f"{name}: {job}"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_workflow_takes_secrets_or_caches_or_runs_for_strangers_with_rights(name):
    text = re.sub("#.*", "", WORKFLOWS[name].read_text(encoding="utf-8"))
    assert not re.search(r"pull_request_target|workflow_run|secrets|cache", text)


def test_pull_requests_of_forks_are_tested():
    assert "pull_request" in read(WORKFLOWS["test"])["on"]
    assert "pull_request" not in read(WORKFLOWS["pages"])["on"]


def test_only_what_was_tested_is_published():
    jobs = read(WORKFLOWS["pages"])["jobs"]
    assert jobs["test"]["uses"] == "$/.github/workflows/test.yml"
    assert set(jobs["deploy"]["needs"]) == {"test", "build"}
    assert "workflow_call" in read(WORKFLOWS["test"])["on"]
