"""Sentences that name a level, but were not taken as evidence for the level of a feature.

They are shown to the person who writes the release's record, with the reason.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from atlas.core.characters import HAN
from atlas.core.text import has_name, name_key
from atlas.core.words import words_pattern
from atlas.document.nodes import Cell, Heading, Item, Paragraph, plain
from atlas.extract.announcement import AnnouncedFeature, Evidence, ExtractedAnnouncement
from atlas.extract.evidence import Sentence, hosted_sentences, level_claim
from atlas.extract.nearest import nearest
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords

MAX_NOT_TAKEN = 200  # sentences: each is compared with the names of all features


class NotTaken(NamedTuple):
    """A sentence that names a level, but was not taken as evidence."""

    sentence: Sentence
    level: str  # the last level that the sentence names, as its words were meant at the time of the release
    stating_words: str  # the sentence's words for that level
    feature: str  # the id of the feature that the sentence may be about; empty if there is none
    reason: str  # why the sentence is not evidence


def not_taken(announcement: ExtractedAnnouncement, knowledge: Knowledge) -> Iterator[NotTaken]:
    """Yield the sentences of an announcement that name a level, but were not taken as evidence: the first of them."""
    return islice(_all_not_taken(announcement, knowledge), MAX_NOT_TAKEN)


def _all_not_taken(announcement: ExtractedAnnouncement, knowledge: Knowledge) -> Iterator[NotTaken]:
    level_word = _level_word(knowledge)
    features = {feature.host_index: feature for feature in announcement.features}
    taken = {(each.host.host_index, each.quote) for each in _evidence(announcement.features)}
    described: AnnouncedFeature | None = None  # the feature that the current text is about
    for host in announcement.hosts[1:]:
        if isinstance(host, Heading):
            described = None
        described = features.get(host.host_index, described)
        if isinstance(host, Item | Cell) or _states_only_level(host, knowledge.level_words):
            continue
        for sentence in hosted_sentences((host,)):
            words = list(level_word.finditer(sentence.text))
            level = knowledge.level_words.of_marker(words[-1]["level"]) if words else None
            level = knowledge.stability.level_meant_in(announcement.version, level)
            is_taken = (host.host_index, sentence.shown.strip()) in taken
            if not level or level == knowledge.stability.no_level or is_taken:
                continue
            feature = _named_in(sentence, announcement) or described
            if not feature or feature.evidence.level != level:  # else the sentence only repeats the feature's level
                stating_words = words[-1][0].strip()
                feature_id = _feature_id(sentence, feature, knowledge)
                yield NotTaken(sentence, level, stating_words, feature_id, _reason(sentence, feature, knowledge))


def _evidence(features: Iterable[AnnouncedFeature]) -> Iterator[Evidence]:
    """Yield the evidence for the levels and the notices of some features."""
    for feature in features:
        yield from (each for each in (feature.evidence, *feature.notice_evidence) if each.basis != "none")


def _states_only_level(host: Heading | Paragraph, words: LevelWords) -> bool:
    """Return whether a text states a level as a whole, rather than in a sentence.

    Such a text is a heading with a marker, the heading “Beta features”, or the line “Status: Beta”.
    """
    label = plain(host.inlines).strip()
    if isinstance(host, Heading):
        return host.marker is not None or words.of_heading(label) is not None
    return words.of_level_line(label) is not None


def _level_word(knowledge: Knowledge) -> re.Pattern[str]:
    """Compile a pattern for a level's word. It must be a whole word.

    Of Chinese nouns, only those in markers.yml may follow, such as 功能; before any other, it may be part of a word.
    """
    words_after = words_pattern(knowledge.markers.after.all)
    word = knowledge.level_words.filled("{level}")
    return re.compile(rf"(?i)(?<![A-Za-z不-]){word}(?=\s*(?:{words_after})|[^A-Za-z{HAN}-]|$)")


def _named_in(sentence: Sentence, announcement: ExtractedAnnouncement) -> AnnouncedFeature | None:
    """Return the first feature of the announcement whose title is in a sentence, or None."""
    return next((feature for feature in announcement.features if has_name(sentence.text, plain(feature.title))), None)


def _reason(sentence: Sentence, feature: AnnouncedFeature | None, knowledge: Knowledge) -> str:
    """Return a message that tells the maintainer why a sentence is not evidence for the level of a feature."""
    claim = level_claim(sentence.text, knowledge)
    if not claim:
        return "the sentence has none of the forms “X is now beta”"
    if feature and feature.evidence.level and claim.names & _name_keys(feature, knowledge):
        evidence = feature.evidence
        return f"“{evidence.quote}” on line {evidence.line} states the feature's level and takes precedence"
    return f"it is said of “{claim.subject}”, which is not the name of the feature here"


def _name_keys(feature: AnnouncedFeature, knowledge: Knowledge) -> set[str]:
    """Return the keys of all names that a sentence may use for a feature, including “this feature”."""
    registered_names = feature.registered.names if feature.registered else ()
    return set(map(name_key, (plain(feature.title), *registered_names, *knowledge.sentences.pronouns)))


def _feature_id(sentence: Sentence, feature: AnnouncedFeature | None, knowledge: Knowledge) -> str:
    """Return the id of the registered feature that a sentence may be about, or "".

    This is ``feature`` if that is registered, else a registered feature that the sentence names, else the registered
    feature nearest to ``feature``.
    """
    if feature and feature.registered_id:
        return feature.registered_id
    for name in knowledge.single_names.findall(sentence.text):
        if registered := knowledge.registered_by_name(name):
            return registered.id
    nearest_features = nearest(feature, knowledge) if feature else ()
    return nearest_features[0].id if nearest_features else ""
