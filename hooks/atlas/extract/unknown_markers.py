"""Unknown stability markers: words in brackets, and headings, that look like a level but are not a known one."""

import re
from collections.abc import Iterator

from atlas.core.text import to_simplified
from atlas.document.nodes import Cell, Document, Heading, Host, ListBlock, Paragraph, Strong, Table, plain
from atlas.document.traverse import ATOM, SENTINELS, UNLINK, all_blocks, encode, inlines_of
from atlas.extract.findings import Finding, FindingKind
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import BRACKETED, NUMBER, unnumbered

_WORD = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,2}")
_MAX_WORD_LENGTH = 12
# In brackets, what is never a marker: an abbreviation, (DDP); a number or reference, [1], [#123]; a Roman or Chinese
# number.
_SHORT = re.compile(r"[A-Z0-9+/&.-]{1,8}s?|[\d.,#%x×\s-]+|[ivx]{1,5}|[一二三四五六七八九十]{1,3}")

_FRONT = re.compile(rf"^[\s{SENTINELS}]*(?:{NUMBER}\s*)?(?P<raw>{BRACKETED})(?!\()\s*(?P<rest>[\w{ATOM}])")
_END = re.compile(rf"(?P<rest>[\w{ATOM}{UNLINK}])\s*(?P<raw>{BRACKETED})[\s:：]*$")


def unknown_markers(document: Document, knowledge: Knowledge) -> Iterator[Finding]:
    """Yield a finding for each text in brackets, and each heading, that looks like a level but is not a known one.

    Abbreviations, and words that ``not_markers`` in markers.yml lists, are not reported.
    """
    yield from _unknown_in_brackets(document, knowledge)
    for heading in _unmarked_headings(document):
        label = plain(heading.inlines).strip()
        bare = unnumbered(to_simplified(label)).strip(" :：")
        if knowledge.markers.maybe_markers.matches(bare) and not _is_known(bare, knowledge):
            yield Finding("unknown-marker", heading.line, label)


def _unknown_in_brackets(document: Document, knowledge: Knowledge) -> Iterator[Finding]:
    """Yield a finding for each unknown text in brackets at the start or end of a node, where a marker can be."""
    notice_titles = [pattern for forms in knowledge.sentences.notices.values() for pattern in forms.title_patterns]
    for node, may_be_at_end in _unmarked_hosts(document):
        label = plain(inlines_of(node)).strip()
        if any(pattern.search(label) for pattern in notice_titles):
            continue  # [Deprecated] X: a known notice, not a level
        text = encode(inlines_of(node)).strip()
        for pattern in (_FRONT, _END) if may_be_at_end else (_FRONT,):
            match = pattern.search(text)
            bracketed = re.sub(f"[{SENTINELS}]", "", match["raw"]) if match else ""
            kind = _finding_kind(bracketed, knowledge, is_front=pattern is _FRONT) if bracketed else None
            if kind:
                yield Finding(kind, node.line, label, bracketed)


def _unmarked_headings(document: Document) -> Iterator[Heading | Cell]:
    """Yield the headings without a marker, and the headings of columns: both may state a level for what is below."""
    for block in all_blocks(document):
        if isinstance(block, Heading) and block.depth > 1 and not block.marker:
            yield block
        elif isinstance(block, Table):
            yield from block.header


def _is_known(label: str, knowledge: Knowledge) -> bool:
    """Return whether a heading states a known level, or is a known one that groups features or announces none."""
    headings = knowledge.headings
    only_groups = headings.categories.matches(label) or headings.no_features.matches(label)
    return only_groups or knowledge.level_words.of_heading(label) is not None


def _unmarked_hosts(document: Document) -> Iterator[tuple[Host, bool]]:
    """Yield each node that can have a marker but has none, and whether its marker could also be at its end."""
    for block in all_blocks(document):
        match block:
            case Heading(depth=depth, marker=None) if depth > 1:
                yield block, True
            case Paragraph(marker=None) if block.inlines and isinstance(block.inlines[0], Strong):
                yield block, False
            case ListBlock():
                yield from ((item, False) for item in block.items if not item.marker)
            case Table():
                cells: Iterator[Cell] = (cell for row in block.rows for cell in row)
                yield from ((cell, True) for cell in cells if not cell.marker)
            case _:
                pass


def _finding_kind(bracketed: str, knowledge: Knowledge, *, is_front: bool) -> FindingKind | None:
    r"""Return the kind of finding for bracketed words, “[Alpha]” or “\[Alpha\]”, or None if these are no problem."""
    inside = to_simplified(bracketed).strip("\\")[1:-1].strip().strip("\\")
    level_words, markers = knowledge.level_words, knowledge.markers
    if level_words.of_marker(inside) or _SHORT.fullmatch(inside) or markers.not_markers.matches(inside):
        return None
    if markers.maybe_markers.matches(inside):
        return "unknown-marker"
    if any(level_words.of_marker(part) for part in re.split(r"[\W_]+", inside) if len(part) > 1):
        return "unknown-marker"
    if not is_front:  # at the end, brackets often hold another name
        return None
    return "unknown-word" if _WORD.fullmatch(inside) and len(inside) <= _MAX_WORD_LENGTH else None
