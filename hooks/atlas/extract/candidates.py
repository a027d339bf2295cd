"""Feature candidates: sections, and list items and paragraphs that open with a lead."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from atlas.document.nodes import (
    Block,
    CodeBlock,
    Document,
    Host,
    Inline,
    Inlines,
    Item,
    ListBlock,
    Marker,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import hosts, rewrite_text
from atlas.extract.announcement import Observation
from atlas.extract.sections import Section, inlines_of, is_fix, only_leads_in, texts_in
from atlas.extract.tables import names_features
from atlas.knowledge.levels import NUMBER, level_of_status
from atlas.knowledge.schema import Stability

MAX_TITLE_LENGTH = 40  # characters: the longest opening sentence or phrase that is an item's title
MAX_LEAD_LENGTH = 60  # characters: the longest lead that names what an item is about

_LEAD_END = re.compile(r"[：。:！？!?；;]|(?<=[^\W\d])\. |\s[-–—]+\s|——")
_LAST_STOP = re.compile(r"(?<!\.)\.\s*$")
_COMMA = re.compile(r"[，,]|[（(]\s*$")  # or a bracket that opens before code, a link or the like


Lead = Item | Paragraph  # nodes that may open with a lead: the words that they are about


@dataclass
class Candidate:
    """A possible feature, with everything needed to find its level."""

    title: Inlines
    host: Host
    marker: Marker | None
    section: Section | None
    body: tuple[Block, ...]
    other_statement: Observation | None = None  # what a table, a highlight or another sentence states about it

    @property
    def line(self) -> int:
        """The seed line of its host."""
        return self.host.line

    @property
    def is_section(self) -> bool:
        """Whether its host is its section's heading."""
        return self.section is not None and self.host is self.section.heading

    @property
    def marker_statement(self) -> Observation | None:
        """What its own marker states."""
        if not self.marker:
            return None
        quote = self.marker.attach_to(self.words)
        return Observation(self.marker.level, self.marker.raw, "marker", self.line, quote, self.title)

    @property
    def words(self) -> str:
        """Its title as plain text."""
        return plain(self.title).strip()

    @property
    def enclosing_sections(self) -> tuple[Section, ...]:
        """The sections that contain it, outermost first."""
        if not self.section:
            return ()
        return self.section.parents if self.is_section else (*self.section.parents, self.section)

    @property
    def parents(self) -> tuple[str, ...]:
        """The headings above it, outermost first."""
        return tuple(section.words for section in self.enclosing_sections)


def candidates_of(section: Section, stability: Stability) -> Iterator[Candidate]:
    """Yield a section if it is a feature itself, and the features that its body announces."""
    heading = section.heading
    leads = [] if section.is_gathering else [lead for block in section.body for lead in leads_in(block)]
    only_groups = bool(section.level or section.is_category or section.is_subject)
    if (only_groups or not leads) and not (section.is_gathering or section.has_children or heading.marker):
        every = {id(lead): lead for lead in (*leads, *_unmarked_leads(section))}
        leads = sorted(every.values(), key=lambda lead: lead.line)
    if _is_feature(section, stability, has_leads=bool(leads)):
        number = _number(section)
        title = rewrite_text(heading.inlines, lambda words: number.sub("", words))
        status = _status(section, stability)
        yield Candidate(title, heading, heading.marker, section, tuple(section.body), other_statement=status)
    for lead in leads:
        if not is_fix(lead, stability):
            yield from candidates_at(lead, section)


def _is_feature(section: Section, stability: Stability, *, has_leads: bool) -> bool:
    """Whether a section itself announces a feature."""
    if section.heading.marker:
        only_marks = section.has_marked and not section.body
        return not only_marks and not (section.has_children and (section.is_category or section.is_subject))
    if has_leads or section.level or section.is_gathering or section.is_category:
        return False
    if any(parent.is_detailed for parent in section.parents) or (section.has_children and not section.is_detailed):
        return False
    above = section.parents[-1] if section.parents else None
    if not section.body and above and above.level and above.heading.level < section.heading.level:
        return True  # in bare text, where levels are guessed, it may be a cell of a table
    return _describes(section.body, stability)


def _status(section: Section, stability: Stability) -> Observation | None:
    """Return the level stated by a line below a heading that states nothing else."""
    for node in texts_in(block for block in section.body if isinstance(block, Paragraph | Quote)):
        words = plain(node.inlines).strip()
        if level := level_of_status(words, stability):
            return Observation(level, words, "marker", node.line, words, node.inlines)
    return None


def _number(section: Section) -> re.Pattern[str]:
    """Compile a pattern of a heading's number: “3.” or the like, or “3.1” below a heading numbered 3."""
    first = section.parents[0].words if section.parents else ""
    of_parent = re.match(r"\s*(\d{1,2})[.、 ]", first)
    below = rf"|{of_parent[1]}(?:\.\d{{1,2}})+\s" if of_parent else ""
    return re.compile(rf"^\s*(?:{NUMBER}(?<!\d)(?!\d){below})\s*")


def _describes(body: list[Block], stability: Stability) -> bool:
    """Whether blocks describe something: they are not just tables, footnotes, or the lead-in to lost content."""
    if any(names_features(block, stability) for block in body):
        return False
    match [b for b in body if not (isinstance(b, Table) or (isinstance(b, Paragraph) and plain(b.inlines)[:1] == "*"))]:
        case [only]:
            return not only_leads_in(only)
        case others:
            return bool(others)


def candidates_at(node: Lead, section: Section | None) -> Iterator[Candidate]:
    """Yield the feature named by the lead of an item or paragraph, unless the lead is empty."""
    title = lead_of(node)
    if plain(title).strip():
        body = node.blocks if isinstance(node, Item) else (node,)
        yield Candidate(title, node, node.marker, section, body)


def leads_in(block: Block) -> list[Lead]:
    """Return marked leads at any depth, and a marked list's unmarked items with a title: features without a level."""
    leads = [lead for lead in hosts(Document((block,))) if isinstance(lead, Item | Paragraph) and lead.marker]
    if isinstance(block, ListBlock) and any(item.marker for item in block.items):
        leads += [item for item in block.items if not item.marker and _has_title(item)]
    return leads


def bold_leads(block: Block) -> list[Lead]:
    """Return a list's items if there are more than two and all open with bold words."""
    items = list(block.items) if isinstance(block, ListBlock) else []
    return [*items] if len(items) > 2 and all(map(_has_bold_lead, items)) else []


def _is_list(body: list[Block]) -> bool:
    """Whether blocks are just lists and code, after at most one introductory block."""
    rest = [block for block in body if not isinstance(block, ListBlock | CodeBlock)]
    return len(rest) <= (1 if body and rest[:1] == body[:1] else 0)


def _has_title(item: Lead) -> bool:
    """Whether an item opens with bold words, or with a short phrase before a colon or dash."""
    words = plain(inlines_of(item))
    return _has_bold_lead(item) or bool(re.match(rf"[^：:。，,]{{1,{MAX_TITLE_LENGTH}}}?(?:[：:]|\s[-–—]+\s)", words))


def _unmarked_leads(section: Section) -> list[Lead]:
    """Return unmarked leads that are features: the section states a level or announces one feature per item."""
    items: list[Lead] = [item for block in section.body if isinstance(block, ListBlock) for item in block.items]
    if section.level:
        bold: list[Lead] = [b for b in section.body if isinstance(b, Paragraph) and _has_bold_lead(b)]
        return bold or [item for item in items if _has_lead(item)] or items
    if section.is_category or section.is_subject:
        bold = [item for item in items if _has_bold_lead(item)]
        titled = items if all(map(_has_title, items)) else []
        return bold or titled or (items if _is_list(section.body) else [])
    if len(items) > 1 and all(isinstance(block, ListBlock) for block in section.body) and all(map(_has_title, items)):
        return items
    return items if len(items) > 1 and all(_has_headline(item) for item in items) else []


def _has_lead(item: Lead) -> bool:
    """Whether an item names its subject before describing it."""
    lead, words = plain(lead_of(item)), plain(inlines_of(item))
    return _has_bold_lead(item) or (len(lead) <= MAX_LEAD_LENGTH and len(lead) + 1 < len(words.rstrip("。.")))


def _has_bold_lead(node: Lead) -> bool:
    inlines = inlines_of(node)
    return len(inlines) > 1 and isinstance(inlines[0], Strong)


def _has_headline(item: Lead) -> bool:
    """Whether an item opens with a short sentence that the rest explains."""
    sentences = [s for s in re.split(r"(?<=[。！？])", plain(inlines_of(item)).strip()) if s]
    return len(sentences) > 1 and len(sentences[0]) <= MAX_TITLE_LENGTH and sentences[0].endswith("。")


def lead_of(node: Host) -> Inlines:
    """Return a text's subject: its bold lead, else the words up to the first colon, dash or sentence end.

    If those are long, cut them at the first comma.
    """
    inlines = inlines_of(node)
    if inlines and isinstance(inlines[0], Strong):
        return inlines[0].children
    lead = _until(_LEAD_END, inlines)
    if lead and isinstance(lead[-1], Text):
        lead = merged((*lead[:-1], Text(_LAST_STOP.sub("", lead[-1].text), lead[-1].line)))
    return lead if len(plain(lead)) <= MAX_TITLE_LENGTH else _until(_COMMA, lead, min_length=6)


def _until(end: re.Pattern[str], inlines: Inlines, *, min_length: int = 0) -> Inlines:
    """Return the inlines before the first match of ``end`` that is at least ``min_length`` characters in."""
    out: list[Inline] = []
    for inline in inlines:
        cut = end.search(inline.text) if isinstance(inline, Text) else None
        if cut and len(plain(tuple(out))) + cut.start() >= min_length:
            return merged((*out, Text(cut.string[: cut.start()], inline.line)))
        out.append(inline)
    return merged(out)
