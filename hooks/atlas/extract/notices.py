"""What an announcement says of a feature besides its level: that it is deprecated, or in maintenance."""

import re
from collections.abc import Iterable

from atlas.core.text import folded, normal
from atlas.document.nodes import Paragraph
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Evidence
from atlas.extract.release import Notice
from atlas.knowledge.schema import Stability

_CLAUSE = re.compile(r"[，,；;。（(]|[.!?] ")


def title_notice(candidate: Candidate, title: str, stability: Stability) -> tuple[Notice | None, str]:
    """What a title says of what it names, and the name: “TorchScript is now deprecated”."""
    for kind in stability.notices:
        for pattern in kind.titles:
            if found := re.search(pattern, folded(title).strip()):
                start, end = found.span("name")
                notice = Notice(kind.id, candidate.line, candidate.words)
                return notice, title.strip()[start:end].strip()
    return None, ""


def notices(candidate: Candidate, names: Iterable[str], evidence: Evidence, stability: Stability) -> tuple[Notice, ...]:
    """What sentences of a candidate that goes by ``names`` say of it: its name, or “this API”, is their subject."""
    subjects = [name for name in map(normal, (*names, *stability.pronouns)) if len(name) > 1]
    found: dict[str, Notice] = {}
    for sentence in evidence.sentences(block for block in candidate.body if isinstance(block, Paragraph)):
        for kind in stability.notices:
            for pattern in kind.sentences:
                hit = re.search(pattern, sentence.text)
                subject = normal(_CLAUSE.split(sentence.text[: hit.start()])[-1]) if hit else ""
                if subject and any(subject.endswith(name) for name in subjects):
                    found.setdefault(kind.id, Notice(kind.id, sentence.line, sentence.shown.strip()))
    return tuple(found.values())
