"""Features across releases: identity, levels, changes, links."""

from dataclasses import replace
from itertools import pairwise

import pytest

from atlas.history.collection import collection_of
from support.cases import cases


def summary(collection, lifecycle, case):
    """Return what ``case`` names of a lifecycle."""
    facts = {
        "id": lifecycle.id,
        "registered": lifecycle.registered is not None,
        "possible": list(lifecycle.announcement_passages[-1].feature.possible_ids),
        "steps": [[step.state, step.version] for step in lifecycle.steps],
        "versions": list(lifecycle.versions),
        "notices": [[said.version, kind] for kind, said in lifecycle.first_notices.items()],
        "links": [[link.address, link.version] for link in collection.links[lifecycle.id]],
        "changes": {
            f"{earlier} {later}": [
                kind
                for kind, changes in collection.changes(earlier, later).items()
                if lifecycle in [change.lifecycle for change in changes]
            ]
            for earlier, later in pairwise(collection.versions)
        },
    }
    return {name: facts[name] for name in case}


HISTORIES = [
    pytest.param(case["announcements"], case["lifecycles"], id=f"{group['title']} {number}")
    for group in cases("histories")
    for number, case in enumerate(group["cases"], 1)
]


@pytest.mark.parametrize(("texts", "expected"), HISTORIES)
def test_histories(read_seed, knowledge, texts, expected):
    announcements = [read_seed(text, f"{number}.md")[0] for number, text in enumerate(texts)]
    collection, _ = collection_of(announcements, replace(knowledge, records=()))
    pairs = zip(collection.all_lifecycles, expected, strict=True)
    assert [summary(collection, lifecycle, case) for lifecycle, case in pairs] == expected


def test_features_that_only_records_name_stand_as_the_first_of_them_has_them(knowledge):
    record = next(each for each in knowledge.records if len(each.statements) > 1)
    for statements in (record.statements, record.statements[::-1]):
        first = record.model_copy(update={"statements": statements})
        later = record.model_copy(update={"version": "9.9", "statements": statements[::-1]})
        collection, _ = collection_of([], replace(knowledge, records=(first, later)))
        assert [each.id for each in collection.all_lifecycles] == [statement.feature for statement in statements]


@pytest.mark.parametrize(
    ("renamed_in", "former"), [("2.0", ("1.2", "beta")), ("2.1", None), (None, None), ("1.1", None)]
)
def test_the_release_that_renames_a_feature_gives_the_new_name_its_former_step(collection, renamed_in, former):
    knowledge = collection.knowledge
    old = knowledge.registered_by_id["data-loading"]
    renaming = old.relations.renamed_to.model_copy(update={"release": renamed_in})
    renamed = old.model_copy(update={"relations": old.relations.model_copy(update={"renamed_to": renaming})})
    features = tuple(renamed if each is old else each for each in knowledge.registered_features)
    again, _ = collection_of(collection.announcements, replace(knowledge, registered_features=features))
    step = again.lifecycles_by_id["torch-ledger"].predecessor_step
    assert (step and (step.version, step.state)) == former
    changed = {kind: [change.lifecycle.id for change in some] for kind, some in again.changes("1.3", "2.0").items()}
    assert ("torch-ledger" in changed["new"], "torch-ledger" in changed["promoted"]) == (not former, bool(former))


def test_a_release_may_be_the_first_to_name_a_feature_under_both_of_its_names(knowledge):
    record = next(each for each in knowledge.records if len(each.statements) > 1)
    new, old = (each.model_copy(update={"level": "beta"}) for each in record.statements[:2])
    succession = {"feature": new.feature, "quote": "Y", "source": record.announcement, "release": record.version}
    features = tuple(
        type(each).model_validate(each.model_dump() | {"relations": {"renamed_to": succession}})
        if each.id == old.feature
        else each
        for each in knowledge.registered_features
    )
    for statements in ((old, new), (new, old)):
        records = (record.model_copy(update={"statements": statements}),)
        collection, _ = collection_of([], replace(knowledge, registered_features=features, records=records))
        renamed, former = map(collection.lifecycles_by_id.get, (new.feature, old.feature))
        assert (renamed.predecessor_step, former.predecessor_step) == (former.last_step, None)
