"""Which release a seed announces, and whether it announces one at all.

Four places may name the version: the title, a sentence that announces the release, the URL of PyTorch's own post, and
the file's name. A number near the word PyTorch is not enough. What one of these places says is a *claim* (a
``NamedVersion``). If two claims contradict each other, the result is a problem, and the maintainer decides. An
*objection* is a reason to believe that the seed announces no release.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple
from urllib.parse import urlsplit

from atlas.core.problems import Problem
from atlas.core.sentences import split_clauses
from atlas.core.text import to_simplified
from atlas.core.urls import is_safe_url
from atlas.core.versions import VERSION
from atlas.core.words import whole_words
from atlas.document.nodes import Document, Heading, Item, plain
from atlas.document.traverse import elements, texts_in
from atlas.extract.facts import first_fact
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.release_names import TITLE_START
from atlas.knowledge.release_words import ReleaseWords
from atlas.seeds.seed import Seed

MAX_OPENING_TEXTS = 12  # texts after the title in which a sentence may announce the release
FROM_TITLE = "the title"  # the places of claims, as messages call them
FROM_TEXT = "the text"
FROM_ADDRESS = "the original's address"
REMEDY = "write “PyTorch X.Y” in the title, by an erratum, or put version: X.Y into its front matter"
MAX_PULL_REQUESTS = 100  # list items that cite a pull request; a text with more of these is release notes

_ADDRESS_VERSION = re.compile(
    r"pytorch[_-]?v?([0-9]{1,2})(?:[._-]|-dot-)([0-9]{1,3})(?:[._-]([0-9]{1,3}))?(?!\.?\d)", re.IGNORECASE
)
_TITLE_PUNCTUATION = re.compile(r"[^\w\s/&+]")  # after a version: “PyTorch 2.0: faster”, not “PyTorch 1.9/1.10”
_LEADING_VERSION = re.compile(rf"\W*v?{VERSION}\s*", re.IGNORECASE)  # at the beginning of “v2.4.0 released”
_PULL_REQUEST = re.compile(r"#\d{3,}")


class NamedVersion(NamedTuple):
    """A claim: the version that one place of a seed names."""

    version: str
    source: str  # the place, as messages call it
    line: int  # the line of that place; 0 for the file's name

    def __str__(self) -> str:
        line = f" (line {self.line})" if self.line else ""
        return f"{self.source}{line} says {self.version}"


class _ReleaseInTitle(NamedTuple):
    """The release that a title names, and whether the title announces it.

    “PyTorch 2.0 is out” announces 2.0; “PyTorch 2.0 on our chips” only names it. If a title names no release,
    ``version`` is "".
    """

    version: str
    is_announced: bool


def announced_version(
    seed: Seed, document: Document, title: Heading, original: str, knowledge: Knowledge
) -> tuple[str, list[Problem]]:
    """Return the version that a seed announces, and no problem; or "" and the reason as a problem.

    In the front matter, ``version`` overrides all claims, and ``announcement: true`` overrides all objections.
    """
    stated = first_fact(document, "version")
    stated_version = re.fullmatch(rf"v?{VERSION}", stated.value.strip(), re.IGNORECASE) if stated else None
    if stated_version:
        return _short(stated_version["version"]), []
    words = knowledge.release_words
    in_title = _release_in_title(title, words)
    claims_of_text = list(_claims_of_text(document, title, in_title, original, knowledge))
    claims = [*claims_of_text, *_claim_of_file_name(seed.path)]
    override = first_fact(document, "announcement")
    is_announcement = override is not None and override.value.strip().lower() == "true"
    if is_announcement and not claims and (match := re.search(words.name, plain(title.inlines))):
        claims = [NamedVersion(_short(match["version"]), FROM_TITLE, title.line)]
    objection = "" if is_announcement else _objection(document, title, in_title, claims_of_text, words)
    if not objection:
        return _agreed_version(seed, title, [*claims, *_claim_of_next_release(document, claims, words)])
    if not claims:
        return "", [Problem(seed.path, title.line, f"names no version: {REMEDY}")]
    what = f"announces no release ({'; '.join(map(str, claims))}; but {objection})"
    how = "if it announces one, put version: X.Y into its front matter"
    return "", [Problem(seed.path, title.line, f"{what}: {how}")]


def _claims_of_text(
    document: Document, title: Heading, in_title: _ReleaseInTitle, original: str, knowledge: Knowledge
) -> Iterator[NamedVersion]:
    """Yield the claims of the title, of the first sentence that announces a release, and of the original's URL."""
    if in_title.version:
        yield NamedVersion(in_title.version, FROM_TITLE, title.line)
    # A sentence below the first heading may be about another release. So it is read only if the title names no release.
    opening = takewhile(lambda block: not (in_title.version and isinstance(block, Heading)), document.blocks[1:])
    opening_texts = (text for text in texts_in(opening) if not isinstance(text, Heading))
    for text in islice(opening_texts, MAX_OPENING_TEXTS):
        if version := _announced_in_sentence(to_simplified(plain(text.inlines)), knowledge.release_words):
            yield NamedVersion(version, FROM_TEXT, text.line)
            break
    host = (urlsplit(original).hostname or "") if is_safe_url(original) else ""
    is_official = any(host in publisher.hosts for publisher in knowledge.publishers if publisher.originals)
    version = _version_in_address(original) if is_official else ""
    if version:
        line = next((fact.line for fact in document.facts if fact.url == original), title.line)
        yield NamedVersion(version, FROM_ADDRESS, line)


def _announced_in_sentence(text: str, words: ReleaseWords) -> str:
    """Return the version in the first sentence of a text that announces a release, or ""; plans are no announcement."""
    patterns = _announcing_patterns(words.announcing, words.name)
    plans = _any_word(words.not_announcing)
    for clause in split_clauses(text):
        match = None if plans.search(clause) else _leftmost_version(patterns, words.without_earlier(clause))
        if match:
            return _short(match["version"])
    return ""


def _release_in_title(title: Heading, words: ReleaseWords) -> _ReleaseInTitle:
    """Return the release that a title or other heading names, and whether the heading announces it.

    It announces the release if it says so (“is out”), or if it begins with the release, followed by nothing, by
    punctuation, or by a word such as “release”.
    """
    text = to_simplified(plain(title.inlines)).strip()
    is_plan = _any_word(words.not_announcing).search(text)
    patterns = _announcing_patterns(words.announcing, words.name)
    announced = None if is_plan else _leftmost_version(patterns, text)
    named = re.search(TITLE_START + words.name, text)
    rest = text[named.end() :].lstrip() if named else ""
    is_alone = not rest or _TITLE_PUNCTUATION.match(rest) or _any_word(words.after_name).match(rest)
    match = named or announced
    return _ReleaseInTitle(_short(match["version"]) if match else "", bool(announced or (named and is_alone)))


def _claim_of_next_release(
    document: Document, claims: list[NamedVersion], words: ReleaseWords
) -> Iterator[NamedVersion]:
    """Yield a claim of the next minor version, if the text tells what is new since the claimed version.

    For example, if the title names 2.0, but the text says “since PyTorch 2.0”, the seed seems to announce 2.1.
    """
    if not claims or claims[0].version.count(".") != 1:
        return
    claimed = claims[0].version
    since = rf"{whole_words(words.since)}\s*(?:PyTorch)?\s*[®™]?\s*v?{VERSION}"
    for text in islice(texts_in(document.blocks[1:]), MAX_OPENING_TEXTS):
        for match in re.finditer(since, to_simplified(plain(text.inlines)), re.IGNORECASE):
            if _short(match["version"]) == claimed:
                major, _, minor = claimed.partition(".")
                yield NamedVersion(f"{major}.{int(minor) + 1}", f"what is new since {claimed}", text.line)
                return


def _claim_of_file_name(path: str) -> Iterator[NamedVersion]:
    if version := _version_in_address(path.rsplit("/", 1)[-1]):
        yield NamedVersion(version, "the file's name", 0)


def _version_in_address(address: str) -> str:
    """Return the version in a URL or file name: “pytorch-2-0-1-released” -> “2.0.1”; "" if there is none."""
    match = _ADDRESS_VERSION.search(address)
    return _short(".".join(filter(None, match.groups()))) if match else ""


def _objection(
    document: Document,
    title: Heading,
    in_title: _ReleaseInTitle,
    claims_of_text: list[NamedVersion],
    words: ReleaseWords,
) -> str:
    """Return the objection to a document, in words for a message: why it seems to announce no release; or ""."""
    text = to_simplified(plain(title.inlines))
    sentence_announces = any(claim.source == FROM_TEXT for claim in claims_of_text)
    is_sure = in_title.is_announced and sentence_announces
    other_post = _any_word(words.other_posts).search(text)
    if other_post and not is_sure:
        return f"the title says “{other_post[0].strip()}”"
    if not in_title.is_announced and len(releases := _releases_in_headings(document, words)) > 1:
        return f"its headings announce {', '.join(releases)}"
    changes = sum(isinstance(node, Item) and _cites_pull_request(node) for node in elements(document.blocks))
    if changes > MAX_PULL_REQUESTS:
        return f"it lists {changes:,} pull requests, and release notes are not an announcement"
    if in_title.is_announced:
        return ""
    if sentence_announces and (in_title.version or _is_about_release(document, text, words)):
        return ""
    is_official = any(claim.source == FROM_ADDRESS for claim in claims_of_text)
    return "" if is_official else "its text does not announce that, and names no original by PyTorch"


def _cites_pull_request(item: Item) -> bool:
    """Return whether the first block of an item cites a pull request: “#12345”."""
    return any(_PULL_REQUEST.search(plain(text.inlines)) for text in texts_in(item.blocks[:1]))


def _is_about_release(document: Document, title: str, words: ReleaseWords) -> bool:
    """Return whether a document is about the release that one of its sentences announces, or only mentions it.

    To be about it, the title must begin with a bare version (“v2.4.0 released”), or one of the first texts must say
    “this release”.
    """
    version = _LEADING_VERSION.match(title)
    if version:
        rest = title[version.end() :]
        if not rest or _any_word(words.after_name).match(rest):
            return True
    this_release = _any_word(words.this_release)
    opening = islice(texts_in(document.blocks), MAX_OPENING_TEXTS)
    return any(this_release.search(to_simplified(plain(text.inlines))) for text in opening)


def _releases_in_headings(document: Document, words: ReleaseWords) -> list[str]:
    """Return the versions that headings below the title announce, each once."""
    headings = (block for block in document.blocks[1:] if isinstance(block, Heading))
    releases = (_release_in_title(heading, words) for heading in headings)
    return list(dict.fromkeys(release.version for release in releases if release.is_announced))


def _agreed_version(seed: Seed, title: Heading, claims: list[NamedVersion]) -> tuple[str, list[Problem]]:
    """Return the first claimed version; or "" and a problem, if there is no claim or another one contradicts the first.

    A version and its patches do not contradict each other: 1.5 and 1.5.1.
    """
    if not claims:
        return "", [Problem(seed.path, title.line, f"names no version: {REMEDY}")]
    version = claims[0].version
    contradicting = next((claim for claim in claims[1:] if not _agree(claim.version, version)), None)
    if contradicting:
        what = "; ".join(map(str, claims))
        how = "correct one by an erratum, or put version: X.Y into the front matter"
        return "", [Problem(seed.path, contradicting.line or title.line, f"is of two versions ({what}): {how}")]
    return version, []


def _agree(a: str, b: str) -> bool:
    """Return whether two versions are equal, or one is a patch of the other."""
    return f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.")


def _leftmost_version(patterns: tuple[re.Pattern[str], ...], sentence: str) -> re.Match[str] | None:
    """Return the match whose version comes first in a sentence, or None."""
    matches = (pattern.search(sentence) for pattern in patterns)
    return min(filter(None, matches), key=lambda match: match.start("version"), default=None)


@lru_cache(maxsize=8)
def _any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a pattern that matches one of ``words`` at the beginning of a word, so that endings do not matter."""
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)


@lru_cache(maxsize=4)
def _announcing_patterns(announcing: tuple[str, ...], release: str) -> tuple[re.Pattern[str], ...]:
    """Compile the forms of sentences that announce a release; each pattern has the group ``version``."""
    patterns = (form.replace("{release}", release).replace("{version}", rf"v?{VERSION}") for form in announcing)
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def _short(text: str) -> str:
    """Normalize a version: “1.10.0” -> “1.10”, “2.1.0RC2” -> “2.1.0-rc2”; “2.0.1” is unchanged."""
    text = re.sub(r"(?<=\d)-?((?:rc|alpha|beta|a|b)\d*)$", r"-\1", text.casefold())
    return re.sub(r"^(\d+\.\d+)\.0+$", r"\1", text)
