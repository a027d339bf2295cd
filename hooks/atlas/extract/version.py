"""Which release an announcement announces, and whether it announces one at all.

The version is what the title, the announcing sentence, PyTorch's own address and the file's name say, never just a
number near the word PyTorch. If they disagree, nobody guesses: the maintainer decides.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple
from urllib.parse import urlsplit

from atlas.core.problems import Problem
from atlas.core.sentences import clauses
from atlas.core.text import to_simplified
from atlas.core.urls import is_safe_url
from atlas.core.versions import SINCE, TITLE_START, VERSION
from atlas.document.nodes import Document, Heading, Item, plain
from atlas.document.traverse import elements
from atlas.extract.facts import first
from atlas.extract.sections import texts_in
from atlas.knowledge.fields import whole_words
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Conventions
from atlas.sources.seed import Seed

MAX_OPENING_TEXTS = 12  # texts after the title in which a sentence may announce the release
TITLE_ITSELF = "the title"
TEXT = "the text"
ADDRESS = "the original's address"
REMEDY = "write “PyTorch X.Y” in the title, by an erratum, or put version: X.Y into its front matter"
MAX_PULL_REQUESTS = 100  # list items that cite a pull request; more make release notes

_IN_ADDRESS = re.compile(
    r"pytorch[_-]?v?([0-9]{1,2})(?:[._-]|-dot-)([0-9]{1,3})(?:[._-]([0-9]{1,3}))?(?!\.?\d)", re.IGNORECASE
)
_TITLE_GOES_ON = re.compile(r"[^\w\s/&+]")  # “PyTorch 2.0: faster”, but not “PyTorch 1.9/1.10 with CUDA”
_A_VERSION = re.compile(rf"\W*v?{VERSION}\s*", re.IGNORECASE)  # at the beginning of “v2.4.0 released”
_PULL_REQUEST = re.compile(r"#\d{3,}")


class NamedVersion(NamedTuple):
    """A version, the place that names it, and its line (0: the file's name)."""

    version: str
    place: str
    line: int

    def __str__(self) -> str:
        return f"{self.place}{f' (line {self.line})' if self.line else ''} says {self.version}"


class _InTitle(NamedTuple):
    """What names a release in a title, if anything does, and whether the title announces it."""

    match: re.Match[str] | None
    announces: bool


def announced_version(
    seed: Seed, document: Document, title: Heading, original: str, knowledge: Knowledge
) -> tuple[str, list[Problem]]:
    """Return the version that a seed announces, or "" and the problem.

    ``version`` and ``announcement: true`` in the front matter override what the text says.
    """
    stated = first(document, "version")
    if stated and (match := re.fullmatch(rf"v?{VERSION}", stated.value.strip(), re.IGNORECASE)):
        return _short(match["version"]), []
    in_title = _in_title(title, knowledge.conventions)
    announcing = list(_announcing(document, title, in_title, original, knowledge.conventions))
    claims = [*announcing, *_in_name(seed.path)]
    override = first(document, "announcement")
    is_announcement = override is not None and override.value.strip().lower() == "true"
    if is_announcement and not claims and (match := re.search(knowledge.conventions.release, plain(title.inlines))):
        claims = [NamedVersion(_short(match["version"]), TITLE_ITSELF, title.line)]
    objection = "" if is_announcement else _objection(document, title, in_title, announcing, knowledge.conventions)
    if not objection:
        return _agreed(seed, title, [*claims, *_next(document, claims, knowledge.conventions)])
    if not claims:
        return "", [Problem(seed.path, title.line, f"names no version: {REMEDY}")]
    what = f"announces no release ({'; '.join(map(str, claims))}; but {objection})"
    how = "if it announces one, put version: X.Y into its front matter"
    return "", [Problem(seed.path, title.line, f"{what}: {how}")]


def _announcing(
    document: Document, title: Heading, in_title: _InTitle, original: str, conventions: Conventions
) -> Iterator[NamedVersion]:
    """Yield what announces a release: the title, then the first sentence that does, then the original's address."""
    if in_title.match:
        yield NamedVersion(_short(in_title.match["version"]), TITLE_ITSELF, title.line)
    # Below the first heading, a sentence may speak of another release; it counts only if the title names none.
    opening = takewhile(lambda block: not (in_title.match and isinstance(block, Heading)), document.blocks[1:])
    for text in islice((t for t in texts_in(opening) if not isinstance(t, Heading)), MAX_OPENING_TEXTS):
        if match := _in_sentences(to_simplified(plain(text.inlines)), conventions):
            yield NamedVersion(_short(match["version"]), TEXT, text.line)
            break
    host = (urlsplit(original).hostname or "") if is_safe_url(original) else ""
    is_official = any(host in publisher.hosts for publisher in conventions.publishers if publisher.originals)
    if is_official and (match := _IN_ADDRESS.search(original)):
        line = next((fact.line for fact in document.facts if fact.url == original), title.line)
        yield NamedVersion(_short(".".join(filter(None, match.groups()))), ADDRESS, line)


def _in_sentences(text: str, conventions: Conventions) -> re.Match[str] | None:
    """Return what names a release in the first sentence of a text that announces one."""
    patterns = _patterns(conventions.announcing, conventions.release)
    plans = _any_word(conventions.not_announcing)
    said = (clause for clause in clauses(text) if not plans.search(clause))
    return next(filter(None, (_first_match(patterns, SINCE.sub("", clause)) for clause in said)), None)


def _in_title(title: Heading, conventions: Conventions) -> _InTitle:
    """Return what a title says of a release: “PyTorch 2.0 on our chips” names one, and does not announce it."""
    text = to_simplified(plain(title.inlines)).strip()
    speaks_of_plans = _any_word(conventions.not_announcing).search(text)
    announced = None if speaks_of_plans else _first_match(_patterns(conventions.announcing, conventions.release), text)
    named = re.search(TITLE_START + conventions.release, text)
    rest = text[named.end() :].lstrip() if named else ""
    is_alone = not rest or _TITLE_GOES_ON.match(rest) or _any_word(conventions.after_release).match(rest)
    return _InTitle(named or announced, bool(announced or (named and is_alone)))


def _next(document: Document, claims: list[NamedVersion], conventions: Conventions) -> Iterator[NamedVersion]:
    """Yield the release after the one that the text calls the last, if that is the one that is named."""
    if not claims or claims[0].version.count(".") != 1:
        return
    last = claims[0].version
    since = rf"{whole_words(conventions.since)}\s*(?:PyTorch)?\s*[®™]?\s*v?{VERSION}"
    for text in islice(texts_in(document.blocks[1:]), MAX_OPENING_TEXTS):
        for match in re.finditer(since, to_simplified(plain(text.inlines)), re.IGNORECASE):
            if _short(match["version"]) == last:
                major, _, minor = last.partition(".")
                yield NamedVersion(f"{major}.{int(minor) + 1}", f"what is new since {last}", text.line)
                return


def _in_name(path: str) -> Iterator[NamedVersion]:
    if match := _IN_ADDRESS.search(path.rsplit("/", 1)[-1]):
        yield NamedVersion(_short(".".join(filter(None, match.groups()))), "the file's name", 0)


def _objection(
    document: Document,
    title: Heading,
    in_title: _InTitle,
    announcing: list[NamedVersion],
    conventions: Conventions,
) -> str:
    """Return what speaks against an announcement; "" if nothing does."""
    text = to_simplified(plain(title.inlines))
    is_said = any(claim.place == TEXT for claim in announcing)
    is_sure = in_title.announces and is_said
    if not is_sure and (other := _any_word(conventions.other_posts).search(text)):
        return f"the title says “{other[0].strip()}”"
    if not in_title.announces and len(releases := _releases(document, conventions)) > 1:
        return f"its headings announce {', '.join(releases)}"
    changes = sum(isinstance(node, Item) and _cites_pull_request(node) for node in elements(document.blocks))
    if changes > MAX_PULL_REQUESTS:
        return f"it lists {changes:,} pull requests, and release notes are not an announcement"
    if in_title.announces or (is_said and (in_title.match or _is_about_it(document, text, conventions))):
        return ""
    is_official = any(claim.place == ADDRESS for claim in announcing)
    return "" if is_official else "its text does not announce that, and names no original by PyTorch"


def _cites_pull_request(item: Item) -> bool:
    return any(_PULL_REQUEST.search(plain(text.inlines)) for text in texts_in(item.blocks[:1]))


def _is_about_it(document: Document, title: str, conventions: Conventions) -> bool:
    """Return whether a text whose title names no release is about one that a sentence announces: many mention one."""
    about = _any_word(conventions.about_the_release)
    opening = islice(texts_in(document.blocks), MAX_OPENING_TEXTS)
    rest = title[version.end() :] if (version := _A_VERSION.match(title)) else None
    is_version = rest == "" or bool(rest and _any_word(conventions.after_release).match(rest))
    return is_version or any(about.search(to_simplified(plain(text.inlines))) for text in opening)


def _releases(document: Document, conventions: Conventions) -> list[str]:
    """Return the releases that headings below the title announce."""
    titles = (_in_title(block, conventions) for block in document.blocks[1:] if isinstance(block, Heading))
    return list(dict.fromkeys(_short(title.match["version"]) for title in titles if title.match and title.announces))


def _agreed(seed: Seed, title: Heading, claims: list[NamedVersion]) -> tuple[str, list[Problem]]:
    """Return the version on which all places agree; 1.5 agrees with 1.5.1, and is then the latter."""
    if not claims:
        return "", [Problem(seed.path, title.line, f"names no version: {REMEDY}")]
    version = claims[0].version
    other = next((claim for claim in claims[1:] if not _agree(claim.version, version)), None)
    if other:
        what = "; ".join(map(str, claims))
        how = "correct one by an erratum, or put version: X.Y into the front matter"
        return "", [Problem(seed.path, other.line or title.line, f"is of two versions ({what}): {how}")]
    return version, []


def _agree(a: str, b: str) -> bool:
    return f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.")


def _first_match(patterns: tuple[re.Pattern[str], ...], sentence: str) -> re.Match[str] | None:
    matches = (pattern.search(sentence) for pattern in patterns)
    return min(filter(None, matches), key=lambda match: match.start("version"), default=None)


@lru_cache(maxsize=8)
def _any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a pattern for words that begin with any of ``words``."""
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)


@lru_cache(maxsize=4)
def _patterns(announcing: tuple[str, ...], release: str) -> tuple[re.Pattern[str], ...]:
    patterns = (form.replace("{release}", release).replace("{version}", rf"v?{VERSION}") for form in announcing)
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def _short(text: str) -> str:
    """Shorten ``1.10.0`` to 1.10; 2.0.1 and pre-releases keep their parts."""
    text = re.sub(r"(?<=\d)-?((?:rc|alpha|beta|a|b)\d*)$", r"-\1", text.casefold())
    return re.sub(r"^(\d+\.\d+)\.0+$", r"\1", text)
