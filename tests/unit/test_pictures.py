"""Pictures: what they show is what is known, nothing lies over anything else, and both languages can be read."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown import markdown

from atlas.core.languages import HTML_LANG, Names
from atlas.core.versions import version_key
from atlas.document.nodes import Text
from atlas.extract.release import Feature, Observation, Past
from atlas.history import collection
from atlas.history.lifecycle import lifecycle
from atlas.knowledge.schema import REMOVED, Elsewhere, Era
from atlas.site import charts
from atlas.site.interface import load_words
from support.checkout import ROOT
from support.samples import known_with_errata, read_release

LEVELS = ("stable", "beta", "prototype", "unclassified")
KNOWN = known_with_errata()
SOME = read_release(min((ROOT / "seeds").glob("*.txt")), KNOWN)[0]


@pytest.fixture(scope="module")
def atlas(releases):
    return collection.gather(list(releases.values()), KNOWN)[0]


def seen(stage):
    return Observation(stage, stage, "marker" if stage else "none", 3, "原话")


def life(*told):
    """A lifecycle out of (version, stage, past …); a past is (version or nothing, stage, whether it began there)."""
    found = []
    for version, stage, *past in told:
        before = tuple(Past(at, seen(then), first) for at, then, first in past)
        removal = seen(stage) if stage == REMOVED else None
        title = (Text("某功能"),)
        observation = seen("unclassified" if removal else stage)
        feature = Feature("x", title, "某功能", 0, 3, observation, (), (), past=before, removal=removal)
        found.append((replace(SOME, version=version), feature))
    return lifecycle("x", None, found, KNOWN)


def timeline(lifecycle, versions, absent=()):
    return charts.timeline(lifecycle, versions, absent, KNOWN.stability)


def drawn(picture):
    """Spans as (level, kind, version they begin at, … end at): None where that is between columns."""
    at = {column.middle: column.version or "earlier" for column in picture.columns}
    return [(span.level, span.kind, at.get(span.x), at.get(span.end)) for span in picture.spans]


# --- timeline -------------------------------------------------------------------------------------


def test_a_stage_is_solid_up_to_its_last_mention_and_faint_from_there():
    picture = timeline(life(("1.1", "beta"), ("1.3", "beta")), ["1.0", "1.1", "1.2", "1.3", "1.4"])
    assert drawn(picture) == [
        ("beta", "unknown", None, "1.1"),
        ("beta", "stated", "1.1", "1.3"),
        ("beta", "unmentioned", "1.3", "1.4"),
    ]


def test_a_known_beginning_leads_in_from_nowhere():
    picture = timeline(life(("1.2", "stable", ("1.1", "beta", True))), ["1.1", "1.2"])
    assert drawn(picture) == [("beta", "unmentioned", "1.1", "1.2")]
    assert [(turn.is_exact, turn.x) for turn in picture.turns] == [(True, picture.columns[1].middle)]


def test_what_texts_leave_unnamed_comes_right_before_what_tells_it():
    picture = timeline(life(("1.10", "stable", ("", "beta", False))), ["1.9", "1.10", "2.0"])
    assert [column.version for column in picture.columns] == ["1.9", "", "1.10", "2.0"]
    assert drawn(picture) == [
        ("beta", "unknown", None, "earlier"),
        ("beta", "unmentioned", "earlier", "1.10"),
        ("stable", "unmentioned", "1.10", "2.0"),
    ]
    assert [(mark.level, mark.statement.is_past) for mark in picture.marks] == [("beta", True), ("stable", False)]


def test_versions_that_only_texts_name_have_a_column():
    picture = timeline(life(("1.5", "stable", ("1.4", "beta", True))), ["1.5", "1.6"])
    assert [(column.version, column.is_collected) for column in picture.columns] == [
        ("1.4", False), ("1.5", True), ("1.6", True),
    ]  # fmt: skip


def test_what_is_removed_goes_on_nowhere():
    picture = timeline(life(("1.1", "stable"), ("1.2", REMOVED)), ["1.1", "1.2", "1.3"])
    assert drawn(picture)[-1] == ("stable", "unmentioned", "1.1", "1.2")
    assert [mark.level for mark in picture.marks] == ["stable", REMOVED]
    assert picture.rows[-1].id == REMOVED


def test_a_level_left_out_is_marked_so_in_the_row_of_the_last_one():
    picture = timeline(life(("1.1", "beta"), ("1.2", "unclassified")), ["1.1", "1.2", "1.3"])
    assert [row.id for row in picture.rows] == ["beta"]
    assert [mark.level for mark in picture.marks] == ["beta", "unclassified"]
    assert drawn(picture)[1:] == [("beta", "stated", "1.1", "1.2"), ("beta", "unmentioned", "1.2", "1.3")]


def test_where_nobody_says_when_a_stage_changed_it_is_half_way():
    picture = timeline(life(("1.1", "beta"), ("1.5", "stable")), ["1.1", "1.3", "1.5"])
    (turn,) = picture.turns
    assert not turn.is_exact
    assert turn.x == (picture.columns[0].middle + picture.columns[2].middle) // 2
    assert ("stable", "unknown", "1.3", "1.5") in drawn(picture)


def test_lines_hold_every_statement_and_every_silence():
    told = life(("1.1", "beta", ("", "prototype", False)), ("1.2", "beta"), ("1.5", "stable"))
    lines = timeline(told, ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]).lines
    assert [([s.version for s in statements], silent) for statements, silent, *_ in lines] == [
        ([], ("1.0",)), ([""], ()), (["1.1", "1.2"], ()), ([], ("1.3", "1.4")), (["1.5"], ()), ([], ("1.6",)),
    ]  # fmt: skip


VERSIONS = st.lists(
    st.builds("{}.{}".format, st.integers(0, 3), st.integers(0, 40)), min_size=1, max_size=60, unique=True
).map(lambda found: sorted(found, key=version_key))


@st.composite
def histories(draw):
    versions = draw(VERSIONS)
    own = draw(st.lists(st.sampled_from(versions), min_size=1, unique=True))
    level = st.sampled_from(LEVELS)
    told = []
    for version in own:
        past = st.tuples(st.sampled_from(["", "0.1", *versions]), st.sampled_from(["", *LEVELS[:3]]), st.booleans())
        earlier = [p for p in draw(st.lists(past, max_size=2)) if not p[0] or version_key(p[0]) < version_key(version)]
        told.append((version, draw(st.one_of(level, st.just(REMOVED))), *earlier))
    return told, versions


@given(histories(), VERSIONS)
def test_nothing_in_a_timeline_overlaps_or_leaves_it(made, others):
    told, versions = life(*made[0]), made[1]
    picture = timeline(told, versions, [version for version in others if version not in versions])
    shown = {column.version for column in picture.columns}
    assert shown >= set(versions)
    assert all(mark.statement.version in shown for mark in picture.marks)
    apart([(column.x, 0, column.x + column.width, 1) for column in picture.columns])
    apart([(0, row.y - 16, 1, row.y + 16) for row in picture.rows])
    marks = [(mark.x - 8, mark.y - 8, mark.x + 8, mark.y + 8) for mark in picture.marks]
    apart(marks)
    spans = [(span.x, span.y - 5, span.end, span.y + 5) for span in picture.spans]
    apart(spans)
    stays(picture, marks + spans + [(c.x, 0, c.x + c.width, 1) for c in picture.columns])
    assert all(turn.x <= picture.columns[-1].middle for turn in picture.turns)
    drawn = [s for s in told.statements if s.seen.stage or (s.first and s.is_past)]
    assert sum(len(line.statements) for line in picture.lines) == len(drawn)


def test_what_is_not_here_breaks_the_axis_and_is_not_silent():
    told = life(("1.6", "beta"), ("1.10", "stable", ("", "beta", False)))
    picture = timeline(told, ["1.5", "1.6", "1.10", "2.1"], ["1.4", "1.7", "1.8", "1.9", "1.11", "2.2"])
    found = [column.missing or column.version for column in picture.columns]
    assert found == ["1.5", "1.6", ("1.7", "1.8", "1.9"), "", "1.10", ("1.11",), "2.1"]
    assert [line.silent or line.missing for line in picture.lines if not line.statements] == [
        ("1.5",), ("1.7", "1.8", "1.9"), ("1.11",), ("2.1",),
    ]  # fmt: skip


def test_a_version_that_a_text_names_is_no_part_of_a_break():
    picture = timeline(life(("1.10", "stable", ("1.8", "beta", False))), ["1.6", "1.10"], ["1.7", "1.8", "1.9"])
    found = [column.missing or column.version for column in picture.columns]
    assert found == ["1.6", ("1.7",), "1.8", ("1.9",), "1.10"]


def test_other_texts_have_a_row_of_their_own_and_end_nothing():
    told = [
        Elsewhere(feature="x", release=at, level=level, source="https://pytorch.org/blog/x/", quote="x")
        for at, level in (("1.7", "beta"), ("2.2", "stable"))
    ]
    history, versions, absent = life(("1.6", "prototype")), ["1.5", "1.6", "2.0"], ["1.7", "1.8", "2.1", "2.2"]
    picture = charts.timeline(history, versions, absent, KNOWN.stability, told)
    columns = {column.middle: column.missing or column.version for column in picture.columns}
    assert list(columns.values()) == ["1.5", "1.6", "1.7", ("1.8",), "2.0", ("2.1",), "2.2"]
    assert [(columns[other.x], other.told.level) for other in picture.others] == [("1.7", "beta"), ("2.2", "stable")]
    assert {other.y for other in picture.others} == {picture.rows[-1].y + 32}
    assert picture.foot == charts.timeline(history, versions, absent, KNOWN.stability).foot + 32
    assert max(columns[span.end] for span in picture.spans if span.kind == "unmentioned") == "2.0"
    assert not [mark for mark in picture.marks if mark.statement.version != "1.6"]
    lines = [line.silent or line.missing or (line.elsewhere and line.elsewhere.release) or "" for line in picture.lines]
    assert lines == [("1.5",), "", "1.7", ("1.8",), ("2.0",), ("2.1",), "2.2"]


def test_eras_part_a_break():
    picture = charts.ruler(KNOWN.stability, ["1.4", "1.7"], ["1.5", "1.6"])
    found = [column.missing or column.version for column in picture.columns if column.version != "2.8"]
    assert found == ["1.4", ("1.5",), ("1.6",), "1.7"]
    ends = {bar.era.until: bar.x + bar.width for bar in picture.bars if bar.era.word.en == "experimental"}
    assert ends == {"1.5": picture.columns[2].x}


def test_every_one_of_many_versions_has_a_column_wide_enough_for_its_marks():
    versions = [f"1.{n}" for n in range(40)]
    told = life(*((version, LEVELS[n // 9 % 3]) for n, version in enumerate(versions[::3])))
    for picture in (timeline(told, versions), charts.ruler(KNOWN.stability, versions, ())):
        assert [column.version for column in picture.columns if column.is_collected] == versions
        assert min(column.width for column in picture.columns) >= 24


# --- ruler ----------------------------------------------------------------------------------------


def test_an_era_covers_its_versions_and_no_other():
    picture = charts.ruler(KNOWN.stability, ["1.4", "1.5.1", "1.7", "1.10", "2.7.1", "2.9"], ())
    for bar in picture.bars:
        held = [c.version for c in picture.columns if bar.x <= c.middle <= bar.x + bar.width]
        assert (
            held
            == {
                ("", "1.5"): ["1.4", "1.5.1"],
                ("1.6", "2.7"): ["1.7", "1.10", "2.7.1"],
                ("", "2.7"): ["1.4", "1.5.1", "1.7", "1.10", "2.7.1"],
                ("2.8", ""): ["2.9"],
            }[bar.era.since, bar.era.until]
        )
    begun = {(bar.x, bar.era.since) for bar in picture.bars if not bar.begins_before}
    assert begun == {(picture.columns[2].x, "1.6"), (picture.columns[5].x, "2.8")}


def test_an_era_without_a_collected_version_lends_its_own():
    picture = charts.ruler(KNOWN.stability, ["2.1"], ())
    assert [(column.version, column.is_collected) for column in picture.columns] == [
        *(("1.5", False), ("2.1", True), ("2.8", False)),
    ]


@given(VERSIONS, VERSIONS, st.lists(st.integers(0, 40), min_size=1, max_size=5, unique=True))
def test_bars_of_a_level_follow_each_other_and_have_room_for_their_word(versions, others, since):
    starts = ["", *(f"1.{n}" for n in sorted(since))]
    word = Names(zh="实验性", en="experimental")
    eras = tuple(
        Era(
            level="beta",
            word=word,
            since=start,
            until=f"1.{int(after[2:]) - 1}" if after else "",
            source="https://example.org/",
            meaning=word,
        )
        for start, after in zip(starts, [*starts[1:], ""], strict=True)
        if after != "1.0"
    )
    absent = [version for version in others if version not in versions]
    picture = charts.ruler(KNOWN.stability.model_copy(update={"eras": eras}), versions, absent)
    assert [bar.era for bar in picture.bars] == list(eras)
    assert all(bar.width >= 12 * 7 for bar in picture.bars)
    boxes = [(bar.x, bar.y, bar.x + bar.width, bar.y + bar.height) for bar in picture.bars]
    apart(boxes)
    stays(picture, boxes)


def apart(boxes):
    for (x, y, right, bottom), (x2, y2, right2, bottom2) in combinations(boxes, 2):
        assert right <= x2 or right2 <= x or bottom <= y2 or bottom2 <= y


def stays(picture, boxes):
    for x, y, right, bottom in boxes:
        assert 0 <= x <= right <= picture.width
        assert 0 <= y <= bottom <= picture.height


# --- markup ---------------------------------------------------------------------------------------


def parse(made):
    return ET.fromstring(made)  # noqa: S314  our own


class Here:
    """What macros ask of a page."""

    def __init__(self, language):
        self.language = language

    def href(self, path, anchor=""):
        return f"../{path}#{anchor}" if anchor else f"../{path}"

    def called(self, _):
        return "甲<b>&"


@pytest.fixture(params=["zh", "en"])
def write(request, atlas):
    """Write a template's text in a language."""
    language = request.param
    words, missing = load_words(ROOT / "templates" / "translations" / f"{language}.po", language)
    environment = Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        comment_start_string="<#", comment_end_string="#>",
    )  # fmt: skip
    environment.install_gettext_translations(words, newstyle=True)
    environment.filters["name"] = lambda names: names.of(language)
    environment.filters["own"] = lambda drawn: drawn
    environment.filters["unbroken"] = str
    environment.filters["reason"] = str
    environment.filters["html_lang"] = HTML_LANG.__getitem__
    environment.globals["pictures"] = charts

    def write(call, **context):
        text = (
            "{% import 'pictures.html' as p with context %}{% import 'macros.html' as m with context %}\n{{ "
            + call
            + " }}"
        )
        made = (
            environment.from_string(text)
            .render(page=Here(language), **{"atlas": atlas, "know": KNOWN, **context})
            .strip()
        )
        assert not missing, missing
        return made

    write.language = language
    return write


EVENTFUL = life(
    ("1.1", "beta", ("", "prototype", False)), ("1.2", "unclassified"), ("1.5", "stable", ("1.3", "beta", False)), ("2.0", REMOVED)
)  # fmt: skip
CALLS = {
    "ruler": "p.ruler(page, know, pictures.ruler(know.stability, atlas.versions, atlas.absent), 'one')",
    "timeline": "p.timeline(page, know, life, pictures.timeline(life, versions, absent, know.stability), 'one')",
    "crowded": "p.timeline(page, know, life, pictures.timeline(life, many, (), know.stability), 'one')",
}
CONTEXT = {
    "life": EVENTFUL,
    "versions": ["1.1", "1.2", "1.4", "1.5", "2.0", "2.1"],
    "absent": ["1.6", "1.7"],
    "many": [f"1.{n}" for n in range(40)],
}


@pytest.mark.parametrize("name", CALLS)
def test_a_picture_is_well_formed_and_tells_itself(write, name):
    made = write(CALLS[name], **CONTEXT)
    assert made.startswith("<figure")
    assert "style=" not in made
    root = parse(made)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert ids == ["one-title", "one-desc"]
    (image,) = [each for each in root.iter() if each.get("role") == "img"]
    assert image.get("aria-labelledby").split() == ids
    for each in image.iter():
        if each.get("id"):
            assert "".join(each.itertext()).strip()
            assert (write.language == "en") <= (not re.search(r"[\u3400-\u9fff]{3}", each.text))
    links = [each for each in root.iter() if each.tag.endswith("}a")]
    assert all(each.get("tabindex") == "-1" for each in links)
    assert not [each for each in image.iter() if each in links], "an image has no links in it"


@pytest.mark.parametrize("name", CALLS)
def test_a_picture_passes_through_markdown_as_it_is(write, name):
    made = write(CALLS[name], **CONTEXT)
    assert not re.search(r"\n\s*\n", made)
    assert made in markdown(f"文字\n\n{made}\n\n文字")


def test_levels_differ_in_shape(write):
    root = parse(write(CALLS["timeline"], **CONTEXT))
    shapes = {}
    for mark in root.iterfind(".//*[@class='mark']"):
        shapes.setdefault(mark.get("data-level"), set()).add(mark[-1].get("d"))
    assert set(shapes) == {*LEVELS, REMOVED}
    assert len({d for found in shapes.values() for d in found}) == len(shapes)


def matrix(write, atlas):
    return parse(write("m.matrix(page, atlas, atlas.releases)", atlas=atlas))


def test_the_matrix_has_a_mark_for_each_feature_of_its_area_and_release(write, atlas):
    rows = list(matrix(write, atlas).iter("tr"))
    heads = ["".join(cell.itertext()) for cell in rows[0]][1:]
    assert heads == ["1.5", "1.6", "1.7–1.9", "1.10", "1.11", "1.12–2.0", "2.1"]
    breaks = [cell for row in rows[1:] for cell in row if cell.get("class") == "absent"]
    assert [(cell.text.split()[0], cell.get("rowspan")) for cell in breaks] == [
        (versions, str(len(KNOWN.areas))) for versions in ("1.7–1.9", "1.12–2.0")
    ]
    assert {cell.text.partition(" ")[2] for cell in breaks} == {"未收录" if write.language == "zh" else "not collected"}
    for cell in breaks:
        rows[1].remove(cell)
    for area, row in zip(KNOWN.areas, rows[1:], strict=True):
        assert "".join(row[0].itertext()) == area.name.of(write.language)
        for version, cell in zip(atlas.versions, row[1:], strict=True):
            counts = atlas.counts(next(r for r in atlas.releases if r.version == version), area.id)
            marks = [each.get("data-level") for each in cell.iter() if each.get("data-level")]
            assert marks == [level for level, count in counts for _ in range(count)]
            words = next(cell.itertext())
            assert [int(n) for n in re.findall(r"\d+", words)] == [count for _, count in counts]


@pytest.mark.parametrize("size", [14, 15, 16, 130])
def test_a_full_cell_says_how_many_more_there_are(write, size):
    feature, removed = (
        replace(life(("1.0", stage)).newest.feature, areas=(KNOWN.areas[0].id,)) for stage in ("beta", REMOVED)
    )
    crowded = collection.Collection((replace(SOME, features=(feature,) * (size - 1) + (removed,)),), KNOWN)
    cell = next(each for each in matrix(write, crowded).iter("td"))
    marks = [each for each in cell.iter() if each.get("data-level")]
    assert len(marks) == min(size, 15)
    assert ("".join(cell.itertext()).rpartition("+")[2] == str(size - 15)) == (size > 15)


def test_a_table_behind_each_says_the_same(write):
    made = write("p.timeline_table(page, know, pictures.timeline(life, versions, absent, know.stability))", **CONTEXT)
    rows = list(parse(made).iter("tr"))[1:]
    heads = ["".join(row[0].itertext()) for row in rows]
    before = "1.1 之前" if write.language == "zh" else "Before 1.1"
    assert heads == [before, "1.1", "1.2", "1.3", "1.4", "1.5", "1.6–1.7", "2.0", "2.1"]
    assert [row.get("class") == "silence" for row in rows] == [False] * 4 + [True, False, True, False, True]
    words = {"".join(row[1].itertext()) for row in rows if row.get("class")}
    assert words == ({"未宣布", "未收录"} if write.language == "zh" else {"Not announced", "Not collected"})
    made = write("p.ruler_table(page, know)")
    words = [row[0].text for row in parse(made).iter("tr")][1:]
    assert words == [era.word.of(write.language) for era in KNOWN.stability.eras]


def test_an_unknown_beginning_looks_unlike_an_unmentioned_end():
    """By more than colour: another dash, another width."""
    css = (ROOT / "docs" / "assets" / "css" / "charts.css").read_text(encoding="utf-8")
    rules = {kind: re.search(rf'\.span\[data-kind="{kind}"\] {{([^}}]*)}}', css) for kind in ("stated", "unknown")}
    plain = re.search(r"\.picture \.span {([^}]*)}", css)
    dashes = {re.search(r"stroke-dasharray: ([^;]*)", rule[1])[1] for rule in (*rules.values(), plain)}
    assert len(dashes) == 3


def test_pictures_on_pages_have_ids_of_their_own(rendered):
    for page in rendered.pages:
        ids = re.findall(r'<(?:title|desc) id="([^"]+)"', page.content.markdown())
        assert len(ids) == len(set(ids)), (page.src_uri, ids)
