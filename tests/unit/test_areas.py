"""Areas of features: by words, symbols and sections."""

import pytest

from atlas.extract.areas import areas_of
from support.cases import cases


@pytest.mark.parametrize(("title", "area"), cases("wording")["areas"])
def test_areas_by_words(knowledge, title, area):
    assert areas_of(title, (), (), "", knowledge.areas)[0] == area


def test_areas_by_symbol_and_section_and_none_without_evidence(knowledge):
    assert areas_of("新接口", (), ("torch.distributed.rpc",), "", knowledge.areas)[:1] == ("distributed",)
    assert "distributed" in areas_of("新接口", ("分布式训练",), (), "", knowledge.areas)
    assert areas_of("其他", (), (), "", knowledge.areas) == ()
