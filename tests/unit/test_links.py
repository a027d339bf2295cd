"""Links that announcements give for a feature, and their kinds."""

import pytest

from atlas.history.collection import gather
from atlas.history.links import FeatureLink, kind_of
from support.cases import cases
from support.samples import HEAD

CASES = cases("links")


@pytest.mark.parametrize(("url", "kind"), CASES["kinds"])
def test_kinds(known, url, kind):
    assert kind_of(url, known.links).id == kind


@pytest.mark.parametrize(("url", "address"), CASES["addresses"])
def test_addresses_are_compared_without_what_makes_no_difference(known, url, address):
    assert FeatureLink(known.links[-1], url, "9.9").address == address


@pytest.fixture
def links_of(read_seed, known):
    """A function from texts to the links of each feature, by the feature's id."""

    def links_of(*texts):
        heads = [HEAD.replace("9.9", f"9.{n}") for n in range(1, len(texts) + 1)]
        made = [read_seed(head + text, f"{n}.md")[0] for n, (head, text) in enumerate(zip(heads, texts, strict=True))]
        return {
            name: [(link.address, link.version) for link in links]
            for name, links in gather(made, known)[0].links.items()
        }

    return links_of


def test_a_feature_has_the_links_of_its_own_blocks(links_of):
    """Those below its heading, except other features'; a feature announced in an item has only that item's."""
    text = (
        "[总的](https://example.org/general)\n\n## (Beta) torch.foo\n\n见[文档](https://example.org/foo)。\n\n"
        "### 用法\n\n- [甲](https://example.org/a)\n\n> [乙](https://example.org/b)\n\n"
        "## (Beta) torch.bar\n\n见[文档](https://example.org/bar)。\n\n"
        "## Beta 功能\n\n- **torch.baz**：[丙](https://example.org/baz)\n- **torch.qux**：[丁](https://example.org/qux)\n"
    )
    found = {name: [address for address, _ in links] for name, links in links_of(text).items()}
    assert found == {
        "torch-foo": ["example.org/foo", "example.org/a", "example.org/b"],
        "torch-bar": ["example.org/bar"],
        "torch-baz": ["example.org/baz"],
        "torch-qux": ["example.org/qux"],
    }


def test_the_newest_release_comes_first_and_each_address_once(links_of):
    text = "## (Beta) torch.foo\n\n见[一](https://example.org/{0})、[二](http://www.example.org/same/)。\n"
    assert links_of(text.format("old"), text.format("new"))["torch-foo"] == [
        ("example.org/new", "9.2"),
        ("example.org/same", "9.2"),
        ("example.org/old", "9.1"),
    ]


def test_addresses_off_the_web_are_left_out(links_of):
    text = "## (Beta) torch.foo\n\n[甲](javascript:1) [乙](mailto:a@b.c) [丙](https://twitter.com/PyTorch)\n"
    assert links_of(text) == {"torch-foo": []}
