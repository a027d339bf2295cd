"""Pictures: what they show is what is known, nothing lies over anything else, and both languages can be read."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown import markdown

from atlas.core.languages import HTML_LANG, Names
from atlas.core.versions import version_key
from atlas.history import collection
from atlas.knowledge.schema import Era
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


# --- ruler ----------------------------------------------------------------------------------------


def test_eras_part_a_break():
    picture = charts.ruler(KNOWN.stability, ["1.4", "1.7"], ["1.5", "1.6"])
    found = [column.missing or column.version for column in picture.columns if column.version != "2.8"]
    assert found == ["1.4", ("1.5",), ("1.6",), "1.7"]
    ends = {bar.era.until: bar.x + bar.width for bar in picture.bars if bar.era.word.en == "experimental"}
    assert ends == {"1.5": picture.columns[2].x}


def test_every_one_of_many_versions_has_a_column_wide_enough_for_its_marks():
    versions = [f"1.{n}" for n in range(40)]
    picture = charts.ruler(KNOWN.stability, versions, ())
    assert [column.version for column in picture.columns if column.is_collected] == versions
    assert min(column.width for column in picture.columns) >= 24


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


VERSIONS = st.lists(
    st.builds("{}.{}".format, st.integers(0, 3), st.integers(0, 40)), min_size=1, max_size=60, unique=True
).map(lambda found: sorted(found, key=version_key))


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


CALLS = {"ruler": "p.ruler(page, know, pictures.ruler(know.stability, atlas.versions, atlas.absent), 'one')"}
CONTEXT = {}


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


def test_pictures_on_pages_have_ids_of_their_own(rendered):
    for page in rendered.pages:
        ids = re.findall(r'<(?:title|desc) id="([^"]+)"', page.content.markdown())
        assert len(ids) == len(set(ids)), (page.src_uri, ids)
