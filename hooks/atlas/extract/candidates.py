"""What may be a feature: sections with their headings, list items and paragraphs with a lead."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from atlas.document.nodes import (
    Block,
    Carrier,
    CodeBlock,
    Document,
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
from atlas.document.traverse import carriers, rewrite_text
from atlas.extract.release import Observation
from atlas.extract.sections import Section, SourceWording, inlines_of, is_fix, texts_in
from atlas.extract.tables import names_features
from atlas.knowledge.levels import NUMBER, level_of_status
from atlas.knowledge.schema import Stability

SHORT = 40  # characters of a first sentence that names what an item announces
LEAD = 60  # and of a lead before a colon or dash

_LEAD_END = re.compile(r"[：。:！？!?；;]|(?<=[^\W\d])\. |\s[-–—]+\s|——")
_LAST_STOP = re.compile(r"(?<!\.)\.\s*$")
_COMMA = re.compile(r"[，,]|[（(]\s*$")  # or a bracket that opens before what is no text


Lead = Item | Paragraph  # what leads in with the words that it is about


@dataclass
class Candidate:
    """Something that may be a feature, with all that its level is found by."""

    title: Inlines
    source_title: str
    carrier: Carrier
    marker: Marker | None
    section: Section | None
    body: tuple[Block, ...]
    apart: Observation | None = None  # what a table, a highlight or another sentence states of it

    @property
    def line(self) -> int:
        """The seed line of what carries it."""
        return self.carrier.line

    @property
    def is_section(self) -> bool:
        """Whether it is the section that it stands in."""
        return self.section is not None and self.carrier is self.section.heading

    @property
    def marked(self) -> Observation | None:
        """What its own marker states."""
        if not self.marker:
            return None
        return Observation(self.marker.level, self.marker.raw, "marker", self.line, self.marker.on(self.words))

    @property
    def words(self) -> str:
        """Its title without markup, as pages show it."""
        return plain(self.title).strip()

    @property
    def holders(self) -> tuple[Section, ...]:
        """The sections that it stands in, outermost first."""
        if not self.section:
            return ()
        return self.section.parents if self.is_section else (*self.section.parents, self.section)

    @property
    def parents(self) -> tuple[str, ...]:
        """The headings that it stands under, outermost first."""
        return tuple(section.words for section in self.holders)


def candidates_of(section: Section, source: SourceWording, stability: Stability) -> Iterator[Candidate]:
    """A section as a feature, or what is announced in it, or neither where it only gathers others."""
    heading = section.heading
    leads = [] if section.is_gathering else [lead for block in section.body for lead in leads_in(block)]
    only_sorts = bool(section.level or section.is_category or section.is_subject)
    if (only_sorts or not leads) and not (section.is_gathering or section.has_children or heading.marker):
        every = {id(lead): lead for lead in (*leads, *_unmarked_leads(section))}
        leads = sorted(every.values(), key=lambda lead: lead.line)
    if _is_feature(section, stability, has_leads=bool(leads)):
        number = _number(section)
        title = rewrite_text(heading.inlines, lambda words: number.sub("", words))
        source_title = number.sub("", source.words(heading))
        status = _status(section, stability)
        yield Candidate(title, source_title, heading, heading.marker, section, tuple(section.body), apart=status)
    for lead in leads:
        if not is_fix(lead, stability):
            yield from candidates_at(lead, section, source)


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
    """The level that a line below a heading states and nothing else."""
    for node in texts_in(block for block in section.body if isinstance(block, Paragraph | Quote)):
        words = plain(node.inlines).strip()
        if level := level_of_status(words, stability):
            return Observation(level, words, "marker", node.line, words)
    return None


def _number(section: Section) -> re.Pattern[str]:
    """What numbers a heading: “3.” and the like, and “3.1” below a heading that is numbered 3."""
    first = section.parents[0].words if section.parents else ""
    of_parent = re.match(r"\s*(\d{1,2})[.、 ]", first)
    below = rf"|{of_parent[1]}(?:\.\d{{1,2}})+\s" if of_parent else ""
    return re.compile(rf"^\s*(?:{NUMBER}(?<!\d)(?!\d){below})\s*")


def _describes(body: list[Block], stability: Stability) -> bool:
    """Whether blocks describe something: not where they are tables alone, or lead in what has been lost."""
    if any(names_features(block, stability) for block in body):
        return False
    match [block for block in body if not isinstance(block, Table)]:
        case [Paragraph(inlines=inlines)]:
            return not plain(inlines).rstrip().endswith((":", "："))
        case others:
            return bool(others)


def candidates_at(node: Lead, section: Section | None, source: SourceWording) -> Iterator[Candidate]:
    """The feature that an item or a paragraph leads in with, if its lead has words."""
    title = lead_of(node)
    if plain(title).strip():
        body = node.blocks if isinstance(node, Item) else (node,)
        yield Candidate(title, plain(lead_of(source.before(node))), node, node.marker, section, body)


def leads_in(block: Block) -> list[Lead]:
    """Marked leads, however deep, and the others of a list that lead in alike: they are announced too, at no level."""
    leads = [lead for lead in carriers(Document((block,))) if isinstance(lead, Item | Paragraph) and lead.marker]
    if isinstance(block, ListBlock) and any(item.marker for item in block.items):
        leads += [item for item in block.items if not item.marker and _has_title(item)]
    return leads


def bold_leads(block: Block) -> list[Lead]:
    """The items of a list that lead in with bold words, every one of them."""
    items = list(block.items) if isinstance(block, ListBlock) else []
    return [*items] if len(items) > 2 and all(map(_has_bold_lead, items)) else []


def _is_list(body: list[Block]) -> bool:
    """Whether blocks are lists, with a sentence before them at most, and code between."""
    rest = [block for block in body if not isinstance(block, ListBlock | CodeBlock)]
    return len(rest) <= (1 if body and rest[:1] == body[:1] else 0)


def _has_title(item: Lead) -> bool:
    """Whether an item opens with bold words, or with a few before a colon or dash."""
    words = plain(inlines_of(item))
    return _has_bold_lead(item) or bool(re.match(rf"[^：:。，,]{{1,{SHORT}}}?(?:[：:]|\s[-–—]+\s)", words))


def _unmarked_leads(section: Section) -> list[Lead]:
    """Unmarked leads that are features: those of a section that states a level, or that announces by item."""
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
    """Whether an item names its subject before it describes it."""
    lead, words = plain(lead_of(item)), plain(inlines_of(item))
    return _has_bold_lead(item) or (len(lead) <= LEAD and len(lead) + 1 < len(words.rstrip("。.")))


def _has_bold_lead(node: Lead) -> bool:
    inlines = inlines_of(node)
    return len(inlines) > 1 and isinstance(inlines[0], Strong)


def _has_headline(item: Lead) -> bool:
    """Whether an item opens with a short statement that the rest of it explains."""
    sentences = [s for s in re.split(r"(?<=[。！？])", plain(inlines_of(item)).strip()) if s]
    return len(sentences) > 1 and len(sentences[0]) <= SHORT and sentences[0].endswith("。")


def lead_of(node: Carrier) -> Inlines:
    """What a text is about: its bold or linked lead, else its words up to the first colon, dash or full stop.

    Where they are long, up to the first comma.
    """
    inlines = inlines_of(node)
    if inlines and isinstance(inlines[0], Strong):
        return inlines[0].children
    lead = _until(_LEAD_END, inlines)
    if lead and isinstance(lead[-1], Text):
        lead = merged((*lead[:-1], Text(_LAST_STOP.sub("", lead[-1].text), lead[-1].line)))
    return lead if len(plain(lead)) <= SHORT else _until(_COMMA, lead, least=6)


def _until(end: re.Pattern[str], inlines: Inlines, *, least: int = 0) -> Inlines:
    """What stands before the first place in a text where ``end`` matches, ``least`` characters or more."""
    out: list[Inline] = []
    for inline in inlines:
        cut = end.search(inline.text) if isinstance(inline, Text) else None
        if cut and len(plain(tuple(out))) + cut.start() >= least:
            return merged((*out, Text(cut.string[: cut.start()], inline.line)))
        out.append(inline)
    return merged(out)
