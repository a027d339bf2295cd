"""``python -m atlas inspect``: JSON with the same keys for every file, a report for people, one line per error."""

import io
import json
import re
import sys
from dataclasses import replace

import pytest
import yaml
from rich.cells import cell_len

from atlas import pipeline
from atlas.__main__ import main
from atlas.cli.inspection import KEYS, inspect
from atlas.cli.inspection import data as json_data
from atlas.core.languages import BilingualText
from atlas.document.nodes import plain as text_of
from atlas.extract.findings import Finding
from atlas.extract.findings import problems as problems_of
from atlas.extract.line_report import LineOutcome
from atlas.knowledge.registered_feature import RegisteredFeature
from support.cases import titled
from support.checkout import COLLECTION, ROOT
from support.rendering import TODAY
from support.samples import catalog, knowledge, knowledge_of, read_with

KNOWLEDGE = replace(knowledge(), errata=knowledge_of(COLLECTION).errata, records=())
STATED = json.loads((ROOT / "tests" / "cases" / "inspect" / "good.json").read_text(encoding="utf-8"))
SHOWN = dict.fromkeys(("file", *KEYS)) | STATED  # a fact that the post does not state is null
SEEDS = sorted((COLLECTION / "seeds").glob("*.*"))
GOOD, ENGLISH = (
    (ROOT / "tests" / "cases" / "inspect" / name).read_text(encoding="utf-8") for name in ("good.md", "english.md")
)
BAD = {
    "missing.md": None,
    "empty.md": b"",
    "binary.md": b"\x00\x01\x02",
    "utf16.md": "# PyTorch 9.9".encode("utf-16"),
    "untold.md": "# 没有版本\n\n## 甲\n\n正文\n".encode(),
}


@pytest.fixture
def post(tmp_path):
    """Write a post to the temporary directory: a function of its content and name that returns the path."""

    def write(content=GOOD, name="post.md"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture(autouse=True)
def knowledge(monkeypatch):
    """The knowledge as the command loads it, but loaded once for all tests: that takes longer than reading any post."""
    read_with(monkeypatch, KNOWLEDGE)
    return KNOWLEDGE


@pytest.fixture
def plain(capsys):
    """Run ``inspect``: a function of arguments that returns the exit code, standard output and standard error."""
    return lambda *arguments: (main(["inspect", *map(str, arguments)]), *capsys.readouterr())


@pytest.fixture
def data(plain):
    """Run ``inspect --json``, likewise; the output is parsed."""

    def data(*paths):
        status, out, err = plain("--json", *paths)
        return status, json.loads(out), err

    return data


def test_every_file_has_exactly_these_keys(data, post):
    """For a good file, the seeds, and unreadable files, so that programs can rely on the keys."""
    status, reports, _ = data(post(), *SEEDS, post(b"", "empty.md"), "nowhere.md")
    assert status == 1
    assert [key for key in SHOWN if key in STATED] == list(STATED)
    assert [list(report) for report in reports] == [list(SHOWN)] * (len(SEEDS) + 3)
    for report in reports:
        assert all(list(feature) == list(SHOWN["features"][0]) for feature in report["features"])
        assert all(list(problem) == ["line", "severity", "message"] for problem in report["problems"])
        assert all(list(lost) == ["line", "rule", "text"] for lost in report["not_carried"])
        assert all(list(level) == ["line", "sentence", "reason", "statement"] for level in report["not_taken"])


def test_a_post_yields_its_facts(data, post):
    """Every fact as in the text; counts are numbers even if they are approximate."""
    path = post()
    assert data(path) == (0, [SHOWN | {"file": str(path)}], "")


def test_an_english_text_is_reported_as_english(data, post):
    """Without a translation, ``title`` is the English title, so that it is never empty."""
    status, (report,), _ = data(post(ENGLISH))
    assert (status, report["language"]) == (0, "en")
    assert report["title"] == report["title_en"] == "PyTorch 9.8 Released: A New Compiler"
    assert [(f["title"], f["title_en"]) for f in report["features"]] == [("A Faster Compiler", "A Faster Compiler")]


def test_a_translated_text_in_english_has_both_titles(tmp_path, knowledge):
    """For a seed with a Chinese catalog, ``title`` is Chinese for the post and for each feature."""
    (tmp_path / "seeds" / "translations" / "zh").mkdir(parents=True)
    path = tmp_path / "seeds" / "post.md"
    path.write_text(ENGLISH, encoding="utf-8")
    words = {
        "PyTorch 9.8 Released: A New Compiler": "PyTorch 9.8 发布：新的编译器",
        "A Faster Compiler": "更快的编译器",
    }
    (tmp_path / "seeds" / "translations" / "zh" / "post.po").write_text(catalog(words), encoding="utf-8")
    report = json_data(inspect(path, tmp_path, knowledge, TODAY), KNOWLEDGE)
    assert [(entry["title_en"], entry["title"]) for entry in (report, *report["features"])] == list(words.items())
    assert ["texts have no current translation" in problem["message"] for problem in report["problems"]] == [True]


def test_another_text_under_a_seeds_name_is_only_itself(tmp_path, knowledge):
    """The seed's errata would not match, and its translations are of another text."""
    path = tmp_path / SEEDS[0].name
    path.write_text(GOOD, encoding="utf-8")
    report = json_data(inspect(path, COLLECTION, knowledge, TODAY), KNOWLEDGE)
    assert (report["version"], report["title_en"], report["problems"]) == ("9.9", None, [])


def test_a_changed_seed_reports_errata_that_no_longer_match(tmp_path, knowledge):
    """A problem in another file names that file, and has no line of this one."""
    (tmp_path / "seeds").mkdir()
    path = tmp_path / "seeds" / SEEDS[0].name
    path.write_text(GOOD, encoding="utf-8")
    inspection = inspect(path, tmp_path, knowledge, TODAY)
    wrong = [problem for problem in json_data(inspection, KNOWLEDGE)["problems"] if problem["severity"] == "error"]
    assert wrong
    assert any(p.severity == "error" for p in inspection.problems)
    assert all((problem["line"], problem["message"][:23]) == (0, "seeds/knowledge/errata/") for problem in wrong)


def test_findings_and_lost_lines(post, knowledge, monkeypatch):
    """Findings are notes and warnings; what no page shows is listed with its rule."""
    findings = (
        Finding("unknown-marker", 11, "（预览）"),
        Finding("suspect-link", 13, "词", "https://x.org"),
        Finding("not-carried", 5, "<video>"),
    )
    report = (LineOutcome(18, "dropped"), LineOutcome(9, "unexplained"))
    read = pipeline.read_seed

    def richer(*arguments):
        announcement, problems = read(*arguments)
        announcement = replace(announcement, findings=findings, line_report=report)
        return pipeline.Converted(announcement, (*problems, *problems_of(announcement.seed.path, findings)))

    monkeypatch.setattr(pipeline, "read_seed", richer)
    inspected = json_data(inspect(post(), COLLECTION, knowledge, TODAY), KNOWLEDGE)
    assert [(p["line"], p["severity"]) for p in inspected["problems"]] == [(5, "note"), (11, "warning"), (13, "note")]
    assert "“词” links to what may not be meant (https://x.org): compare it" in inspected["problems"][2]["message"]
    assert [(lost["line"], lost["rule"]) for lost in inspected["not_carried"]] == [
        (5, "not-carried"), (9, "unexplained"), (17, "unsafe-links"), (19, "boilerplate"),
    ]  # fmt: skip


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["plain", "json"])
@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_line_on_standard_error(capsys, post, tmp_path, name, form):
    """The line begins with the path as given; nothing is raised, and ``--json`` still prints an object."""
    path = tmp_path / name if BAD[name] is None else post(BAD[name], name)
    assert main(["inspect", str(path), *form]) == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"{re.escape(str(path))}(:\d+)?: .+: .+\n", err) or "NUL byte" in err
    assert err.count("\n") == 1
    assert ("check that it exists" in err) == (name == "missing.md")
    if form:
        (report,) = json.loads(out)
        assert report["version"] is None
        assert report["features"] == report["not_carried"] == []
        assert [(p["severity"], p["message"] in err) for p in report["problems"]] == [("error", True)]
    else:
        assert out == ""


def test_good_files_are_reported_beside_bad_ones(data, plain, post):
    """In the order given, and as often as given; the exit code reports the bad one."""
    good, bad = post(), post(b"", "empty.md")
    status, out, err = plain(good, bad, good)
    assert status == 1
    assert out.count(f"{good}  markdown, utf-8, zh\n") == 2
    assert err == f"{bad}:1: is empty: paste the announcement or delete the file\n"
    assert [report["version"] for report in data(bad, good, bad, good)[1]] == [None, "9.9", None, "9.9"]


def test_a_pipe_gets_every_word_and_no_colour(plain, post):
    """Facts, one line per feature, and what is not carried over; nothing is truncated."""
    status, out, _ = plain(post())
    assert status == 0
    assert "\x1b" not in out
    assert "…" not in out
    assert "PyTorch 9.9 · 2025-01-02 · 3,400 commits · ≈ 120 contributors\n" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["11", "◆", "beta", "marker", "（Beta）", "distributed", "新的弹性训练"] in rows
    assert "截断的功能\n" in out
    assert "2 features: 1 beta, 1 prototype\n" in out
    assert ["19", "boilerplate", "Cheers!"] in rows
    assert not [line for line in out.splitlines() if line.endswith(" ")]


def test_warnings_are_reported_with_their_line(plain, post):
    """Warnings do not fail the command; only errors go to standard error."""
    status, out, err = plain(post(GOOD.replace("2025年", "2999年")))
    assert (status, err) == (0, "")
    assert "3 warning is dated 2999-01-02, in the future: check the date".split() in [
        line.split() for line in out.splitlines()
    ]


@pytest.fixture
def on_terminal(monkeypatch):
    """A function that returns the command's output to a terminal of 80 columns."""

    def on_terminal(*paths, **environ):
        out = io.StringIO()
        out.isatty = lambda: True
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.delenv("NO_COLOR", raising=False)
        for name, value in ({"TERM": "xterm-256color", "COLUMNS": "80"} | environ).items():
            monkeypatch.setenv(name, value)
        assert main(["inspect", *map(str, paths)]) == 0
        return out.getvalue()

    return on_terminal


def test_a_terminal_gets_colours_and_rows_that_fit(on_terminal, post):
    """Wide characters take two columns, and escape codes none."""
    out = on_terminal(post(), SEEDS[-1])
    assert re.search(r"\x1b\[[\d;]+m◆ beta", out)
    rows = [re.sub(r"\x1b\[[\d;]+m", "", line) for line in out.splitlines()]
    tables = [row for row in rows if re.match(" +[0-9]+  ", row)]
    assert tables
    assert [row for row in tables if cell_len(row) > 80] == []
    assert [row for row in tables if row.endswith("…") and cell_len(row) >= 79]


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no-color", "dumb"])
def test_no_color_is_heeded(on_terminal, post, environ):
    """https://no-color.org: without colors, rows still fit."""
    out = on_terminal(post(), **environ)
    assert not re.search(r"\x1b\[(\d+;)*[34]\d", out)
    assert "…" in out


def test_a_post_without_features_reads_well_too(plain, post):
    """There are no empty tables or sections."""
    _, out, _ = plain(post("# PyTorch 9.9\n\n正文。\n"))
    assert "PyTorch 9.9 · no date\n" in out
    assert "0 features\n" in out
    assert "Not carried over" not in out


@titled("not_taken")
def test_levels_in_sentences_that_were_not_taken_are_reported_with_the_line_of_a_record(data, post, case):
    _, (report,), _ = data(post(f"# PyTorch 9.9 发布\n\n{case['text']}"))
    assert [[level["line"], level["statement"]] for level in report["not_taken"]] == case["expected"]
    for level in report["not_taken"]:
        (statement,) = yaml.safe_load(level["statement"].replace("feature: ?", "feature: none"))
        assert len(statement["quote"].split()) <= 12


def test_levels_in_sentences_that_were_not_taken_are_printed(plain, post):
    status, out, err = plain(post(f"{GOOD}\n## Quartz clocks\n\nMost of the clocks are in beta now.\n"))
    assert (status, err) == (0, "")
    report = out.partition("Levels in sentences, not taken")[2]
    assert "seeds/knowledge/releases/9.9.yml" in report
    assert "Most of the clocks are in beta now." in report
    assert '- {feature: ?, level: beta, quote: "Most of the clocks are in beta now."}' in report
    assert "Levels in sentences" not in plain(post())[1]


def test_the_nearest_registered_features_are_named_with_the_words_that_they_share(post, capsys, monkeypatch, knowledge):
    def registered(name, en, *aliases):
        return RegisteredFeature(id=name, name=BilingualText(en, en), aliases=aliases, areas=("compiler",))

    registered = (
        registered("prism-pipeline", "Prism pipeline parallelism"),
        registered("prism-graphs", "Prism graphs", "torch.prism"),
        registered("cube-tensors", "Cube tensors"),
        registered("tensors-of-cubes", "Sparse tensors"),
        registered("cubes", "Cube sampler"),
    )
    extended = replace(knowledge, registered_features=registered)
    read_with(monkeypatch, extended)
    heads = ("Cube tensors", "Pipeline for prism graphs", "Cube tensors for `torch.prism` images", "Quartz clocks")
    text = "# PyTorch 9.9 Released\n\n" + "".join(f"## (Beta) {head}\n\nIt is made for you.\n\n" for head in heads)
    path = str(post(text))
    assert main(["inspect", "--json", path]) == 0
    features = {f["title"]: f for f in json.loads(capsys.readouterr()[0])[0]["features"]}
    assert {f["id"]: f["nearest"] for f in features.values() if f["registered"]} == {"cube-tensors": []}
    near = [
        [(nearest["id"], nearest["words"]) for nearest in features[head]["nearest"]] for head in (heads[1], heads[3])
    ]
    assert near == [
        [("prism-graphs", ["graph", "prism"]), ("prism-pipeline", ["pipelin", "prism"])],
        [],
    ]
    near = [nearest["id"] for nearest in features["Cube tensors for torch.prism images"]["nearest"]]
    assert near == ["prism-graphs", "cube-tensors", "tensors-of-cubes"], "the one that it names comes first"
    assert main(["inspect", path]) == 0
    out, _ = capsys.readouterr()
    assert re.search(r"Pipeline for prism graphs\s+prism-graphs \(graph, prism\); prism-pipeline", out)


def test_a_title_is_given_as_the_seed_has_it(post, knowledge):
    """Programs compare it with the file; pages show the corrected one."""
    path = post("# PyTorch 9.9 发布\n\n## 3. 外汇变换（Beta）\n\n正文 torch.x。\n")
    inspection = inspect(path, COLLECTION, knowledge, TODAY)
    (feature,) = json_data(inspection, KNOWLEDGE)["features"]
    assert feature["title"] == "外汇变换"
    assert text_of(inspection.announcement.features[0].title) == "FX 变换"


def test_notices_and_removals_are_shown_with_their_lines(data, plain, post):
    path = post(
        f"{GOOD}\n## Quartz clocks\n\nQuartz clocks are deprecated.\n\n## Removed: paper tapes\n\nUse others.\n"
    )
    _, (report,), _ = data(path)
    noticed = {each["title"]: [(n["kind"], n["quote"]) for n in each["notices"]] for each in report["features"]}
    assert noticed["Quartz clocks"] == [("deprecated", "Quartz clocks are deprecated.")]
    assert ("removed", "Removed: paper tapes") in noticed["Removed: paper tapes"]
    shown = plain(path)[1]
    assert "Notices and removals" in shown
    assert re.search("× removed .* Removed: paper tapes", shown)
    assert "Notices and removals" not in plain(post())[1]


def test_a_level_that_was_not_taken_has_a_reason(data, post):
    _, (report,), _ = data(
        post(f"{GOOD}\n## Quartz clocks\n\nThe other clocks are now in beta. Sorting in stable ways.\n")
    )
    reasons = [statement["reason"] for statement in report["not_taken"]]
    assert "“The other clocks”" in reasons[0]
    assert "none of the forms" in reasons[1]


def test_a_level_that_a_marker_outranks_says_so(data, post):
    _, (report,), _ = data(post(f"{GOOD}\n## Quartz clocks (Beta)\n\nQuartz clocks are now stable.\n"))
    (outranked,) = report["not_taken"]
    assert re.search(r"“Quartz clocks \(Beta\)” on line \d+ states the feature's level", outranked["reason"])


def test_a_level_that_no_release_of_the_version_had_is_noted(data, post, monkeypatch):
    read_with(monkeypatch, replace(KNOWLEDGE, records=knowledge_of(COLLECTION).records))
    text = "# PyTorch 1.0 发布\n\n## Quartz clocks (Stable)\n\n正文。\n\n## Paper tapes (Prototype)\n\n正文。\n"
    _, (report,), _ = data(post(text))
    notes = [(each["line"], each["message"]) for each in report["problems"] if each["severity"] == "note"]
    assert [line for line, message in notes if "no release of 1.0 had (prototype)" in message] == [7]
    assert [line for line, message in notes if "no release of 1.0 had" in message] == [7]
