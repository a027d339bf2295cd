"""Properties of all texts, with generated documents in each format."""

import re
from collections import Counter

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.clean.passes import clean
from atlas.core.languages import BilingualText
from atlas.core.urls import is_safe_url
from atlas.document.html_writer import Opening, Writer, inline_html, unlinked
from atlas.document.inline_markdown import inline_markdown, parse_inline
from atlas.document.localized import Localized
from atlas.document.nodes import (
    BlockQuote,
    Break,
    Cell,
    Code,
    CodeBlock,
    Document,
    Emphasis,
    Heading,
    Image,
    Item,
    Link,
    ListBlock,
    Paragraph,
    Strong,
    Table,
    Text,
    ThematicBreak,
    merged,
    plain,
)
from atlas.document.traverse import all_blocks, all_inlines, decode, encode, inlines_with_lines
from atlas.knowledge.schema import Erratum
from atlas.seeds.errata import apply_errata
from atlas.seeds.files import decode_seed
from atlas.seeds.read_document import read_document
from atlas.seeds.seed import Seed
from atlas.site.content import content_of
from support.cases import SAMPLES, SEED_NAMES, cases
from support.crawl import Page
from support.oracles import parse_harmless
from support.samples import inlines_of, knowledge, texts
from support.strategies import announcements

CASES = cases("properties")
KNOWLEDGE = knowledge()


@given(st.data())
def test_errata_change_what_they_name_and_nothing_else(data):
    """Each line keeps its line number; text that an erratum adds gets the erratum's lines."""
    lines = data.draw(st.lists(st.text("甲乙丙 ab", max_size=6), min_size=1, max_size=8))
    fixes, expected, at = [], [], 0
    while at < len(lines):
        end = data.draw(st.integers(at + 1, len(lines)))
        text = "\n".join(lines[at:end])
        first = data.draw(st.integers(0, len(lines[at])))
        last = data.draw(st.integers(max(first, len(text) - len(lines[end - 1])), len(text)))
        find, mended = text[first:last], data.draw(st.text("甲丁 \n", max_size=8))
        if find and text.count(find) == 1 and text.find(find) == first:
            fixes.append(Erratum(line=at + 1, find=find, replace=mended, reason=BilingualText("由", "reason")))
            text = f"{text[:first]}{mended}{text[last:]}"
            expected += [(line, range(at + 1, end + 1)) for line in text.split("\n")]
        else:
            expected += [(line, range(number, number + 1)) for number, line in enumerate(lines[at:end], at + 1)]
        at = end
    body = "\n".join(lines)
    seed = Seed("seeds/x.txt", "text", "utf-8", "zh", body, body, tuple(range(1, len(lines) + 1)))
    corrected, edits, problems = apply_errata(seed, tuple(data.draw(st.permutations(fixes))))
    assert problems == ()
    assert len(edits) == len(fixes)
    assert corrected.body.split("\n") == [line for line, _ in expected]
    assert all(origin in place for origin, (_, place) in zip(corrected.origin, expected, strict=True))
    assert list(corrected.origin) == sorted(corrected.origin)


# --- inlines --------------------------------------------------------------------------------------

SIGNS = list("中文张量，。：；！？“”（）()[]<>&*_`\\!#|{}~^$@%+=-–—·'\"/.,:;?0123456789abcXYZ \u00a0é🙂")
HOSTILE = CASES["hostile"]
words = st.one_of(
    st.text(st.sampled_from(SIGNS), min_size=1, max_size=12),
    st.sampled_from(HOSTILE),
    st.just("PyTorch 的 torch.compile 与张量"),
)
addresses = st.one_of(
    st.sampled_from(CASES["addresses"]),
    st.sampled_from(CASES["unsafe"]),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12),
)
anything = st.recursive(
    st.one_of(words.map(Text), words.map(Code), st.builds(Image, addresses, words), st.just(Break())),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda n: Emphasis(tuple(n))),
        st.lists(inner, min_size=1, max_size=3).map(lambda n: Strong(tuple(n))),
        st.builds(lambda url, n: Link(url, tuple(n)), addresses, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=8,
)
any_inlines = st.lists(anything, max_size=5).map(merged)

# Inlines that Markdown expresses unambiguously: only words at the edges of emphasis, no adjacent spans, no nested
# links, and no spaces at the ends of a text.
solid = words.map(lambda text: f"中{' '.join(text.split())}文")
code = st.text(st.sampled_from(SIGNS), min_size=1, max_size=10).map(lambda text: f"x{text}")


@st.composite
def sayable(draw, *, depth=2, linked=False, kinds=("code", "link", "em", "strong", "break")):
    """Inlines that Markdown can express."""
    out = [Text(draw(solid))]
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(kinds))
        if kind == "code":
            out.append(Code(draw(code)))
        elif kind == "break":
            out.append(Break())
        elif depth and kind == "link" and not linked:
            url = draw(st.sampled_from(CASES["said"]))
            out.append(Link(url, draw(sayable(depth=depth - 1, linked=True))))
        elif depth and kind in ("em", "strong"):
            rest = tuple(k for k in kinds if k not in ("em", "strong"))
            node = Emphasis if kind == "em" else Strong
            out.append(node(draw(sayable(depth=depth - 1, linked=linked, kinds=rest))))
        out.append(Text(draw(solid)))
    return merged(out)


@given(sayable())
def test_inline_markdown_reads_back(inlines):
    """A msgid parses back to the same inlines, whatever characters it has."""
    assert parse_inline(inline_markdown(inlines)) == inlines


@given(any_inlines)
def test_encoding_is_undone_by_decoding(inlines):
    assert decode(encode(inlines), inlines) == inlines


@given(any_inlines, st.sampled_from(["x", "中", " "]))
def test_decoding_keeps_spans_and_addresses(inlines, sign):
    """Whatever a pass does to the text."""
    changed = decode(re.sub(r"[^\ue000-\ue005]", sign, encode(inlines)), inlines)

    def fixed(inlines):
        return [
            n.text if isinstance(n, Code) else n.url for n in all_inlines(inlines) if isinstance(n, Code | Image | Link)
        ]

    assert fixed(changed) == fixed(inlines)


# --- HTML -----------------------------------------------------------------------------------------

cells = st.builds(Cell, any_inlines)
several_lines = st.lists(words, min_size=1, max_size=3).map("\n\n".join)
some_blocks = st.recursive(
    st.one_of(
        st.builds(Paragraph, any_inlines, st.integers(1, 9)),
        st.builds(Heading, st.integers(2, 6), any_inlines),
        st.builds(CodeBlock, several_lines, st.sampled_from(["", "python", "cpp", "no such language", "<script>"])),
        st.integers(1, 3).flatmap(
            lambda width: st.builds(
                lambda rows: Table(rows[0], tuple(rows[1:])),
                st.lists(st.tuples(*[cells] * width), min_size=1, max_size=3),
            )
        ),
        st.just(ThematicBreak()),
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=2).map(lambda b: BlockQuote(tuple(b))),
        st.builds(
            lambda ordered, items, start: ListBlock(ordered, tuple(Item(tuple(i), 3) for i in items), 3, start),
            st.booleans(),
            st.lists(st.lists(inner, min_size=1, max_size=2), min_size=1, max_size=3),
            st.integers(0, 10**6),
        ),
    ),
    max_leaves=6,
)


@given(some_blocks, st.booleans())
def test_what_is_written_is_balanced_and_harmless(block, translated):
    writer = Writer(
        lambda inlines: Localized(inlines, None if translated else "zh"),
        lambda text, words: f'<span lang="zh">{words}</span>' if text.lang else words,
        "表格 <b>",
        {3: Opening(' id="f"', "")},
    )
    text = writer.block(block)
    page = parse_harmless(text)
    if isinstance(block, CodeBlock):
        assert "".join(page.words).rstrip("\n") == block.text.rstrip("\n")


@given(any_inlines)
def test_words_and_addresses_survive_writing(inlines):
    """No text is lost or duplicated in HTML."""
    page = parse_harmless(inline_html(inlines))
    assert "".join(page.words) == "".join(
        n.text if not isinstance(n, Image) else n.alt
        for n in all_inlines(inlines)
        if isinstance(n, Text | Code | Image)
    )
    links = [node.url for node in all_inlines(inlines) if isinstance(node, Link) and is_safe_url(node.url)]
    assert sorted(tag.attributes["href"] for tag in page.named("a")) == sorted(links)


@given(any_inlines)
def test_a_heading_means_nothing_to_markdown(inlines):
    """No character of a title becomes an attribute, an id, a link or markup of its own."""
    inlines = tuple(n for n in inlines if not isinstance(n, Break))
    if not plain(inlines).strip():
        return
    source = content_of(f'<h2 id="ours">{unlinked(inlines)}</h2>', "").outline()
    page_html = markdown.markdown(source, extensions=["attr_list", "tables", "toc", "fenced_code", "md_in_html"])
    page = Page("heading", page_html)
    assert page.ids == ["ours"], page_html
    assert [tag.name for tag in page.named("h2", "p", "script", "img", "a", "table")] == ["h2"], page_html
    assert all(set(tag.attributes) <= {"id"} for tag in page.tags), page_html
    assert "".join("".join(page.words).split()) == "".join(plain(inlines).split())


def cleaned(text, name="seeds/seed.md"):
    source, _ = decode_seed(name, text.encode())
    document = read_document(source).document
    _, _, after, edits = clean(document, KNOWLEDGE)
    return source, document, after, edits


def spans(document):
    """Count the pieces of code in a document."""
    code = [*filter(lambda block: isinstance(block, CodeBlock), all_blocks(document)), *inlines_of(document, Code)]
    return Counter(node.text for node in code)


@given(announcements())
def test_cleaning_twice_is_cleaning_once(text):
    source, _, once, _ = cleaned(text)
    twice = clean(Document(once.blocks, language=source.language), KNOWLEDGE).document
    assert twice.blocks == once.blocks


@given(announcements())
def test_cleaning_leaves_code_and_addresses_alone(text):
    """Passes may add code and links; only recorded redirects and unsafe links change or remove any."""
    _, before, after, edits = cleaned(text)
    assert not spans(before) - spans(after)
    moved = Counter(edit.before for edit in edits if edit.rule.id in ("redirects", "unsafe-links"))
    links = [Counter(link.url for link in inlines_of(document, Link)) for document in (before, after)]
    assert not links[0] - links[1] - moved


# --- lines ----------------------------------------------------------------------------------------


def named_lines(document):
    """Return the line of each block, item and cell that has a numbered word, by word."""
    lines_by_word = {}
    for block in all_blocks(document):
        if isinstance(block, CodeBlock):
            for offset, line in enumerate(block.text.split("\n")):
                lines_by_word.update(dict.fromkeys(re.findall(r"词\d+", line), block.line + offset))
        elif isinstance(block, ListBlock):
            continue
        for inlines, line in inlines_with_lines(block):
            if word := re.search(r"(词\d+)", plain(inlines)):
                lines_by_word[word[1]] = line
    return lines_by_word


@pytest.mark.parametrize("name", SAMPLES)
@given(data=st.data())
def test_every_block_knows_its_line(name, data):
    """A block's line number is that of its first word in the file."""
    chosen = data.draw(st.lists(st.sampled_from(SAMPLES[name]["placed"]), min_size=1, max_size=6))
    breaks = data.draw(st.lists(st.sampled_from(["\n\n", "\n\n\n\n"]), min_size=6, max_size=6))
    text = data.draw(st.sampled_from(CASES["front"])) + SAMPLES[name]["head"] + "\n"
    for number, (shape, gap) in enumerate(zip(chosen, breaks, strict=False)):
        text += shape.format(f"词{number}") + gap
    text = text.replace("\n", data.draw(st.sampled_from(["\n", "\r\n", "\r"])))
    source, _ = decode_seed(SEED_NAMES[name], text.encode())
    document = read_document(source).document
    lines = source.text.split("\n")
    lines_by_word = named_lines(document)
    for number in range(len(chosen)):
        word = f"词{number}"
        if word in lines_by_word:
            assert word in lines[lines_by_word[word] - 1], (word, lines_by_word[word], text)
    assert [n for n in range(len(chosen)) if f"词{n}" not in texts(document)] == []
