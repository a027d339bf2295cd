"""What fuzzing starts from, made of the files at hand, and how whole lines of it are put together anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from oracles import KNOWLEDGE, ROOT, SHEETS

PIECE = 1_000  # bytes; long files are cut at blank lines, because many short inputs are tried sooner than a long one

# By the name that `inspect` is given; without a title, there is no release to look at.
TITLES = ("PyTorch 9.9 发布\n", "# PyTorch 9.9 发布\n\n", "<h1>PyTorch 9.9 发布</h1>\n")
TOKENS = (Path(__file__).parent / "tokens.txt").read_text(encoding="utf-8").splitlines()


def seeds(target: str) -> Iterator[bytes]:
    """Inputs for the target of that name."""
    tests = ROOT / "tests"
    if target == "catalog":
        for path in ROOT.glob("seeds/translations/*/*.po"):
            head, *rest = _pieces(path.read_bytes())
            header = head[: head.find(b"\n\n") + 2]
            yield from (head, *(header + piece for piece in rest))
    elif target == "knowledge":
        for number, sheet in enumerate(SHEETS):
            paths = [KNOWLEDGE / sheet] if (KNOWLEDGE / sheet).exists() else KNOWLEDGE.glob("errata/*.yml")
            yield from (bytes([number]) + piece for path in paths for piece in _pieces(path.read_bytes()))
    else:
        posts = sorted({*ROOT.glob("seeds/*.txt"), *tests.glob("posts/*.md"), *tests.glob("posts/*.txt")})
        cases = (path.read_bytes().partition(b"\n----\n")[0] for path in sorted(tests.glob("cases/*/*.txt")))
        texts = [text.partition(b"\n")[2] for text in cases] + [p for path in posts for p in _pieces(path.read_bytes())]
        leads = [bytes([i]) + title.encode() for i, title in enumerate(TITLES)] if target == "inspect" else [b""]
        yield from (leads[i % len(leads)] + text for i, text in enumerate(texts))
    yield from (p.read_bytes() for p in sorted((tests / "found" / target).glob("*")))


def _pieces(text: bytes) -> Iterator[bytes]:
    piece = b""
    for part in text.split(b"\n\n"):
        if len(piece) + len(part) > PIECE and piece:
            yield piece
            piece = b""
        piece += part + b"\n\n"
    yield piece


class Splicer:
    """Puts lines and tokens together that mutating bytes would hardly bring about; text stays UTF-8 that way."""

    def __init__(self, inputs: list[bytes]) -> None:
        self._lines = sorted({line for text in inputs for line in text.split(b"\n")})
        self._tokens = [token.encode() for token in TOKENS]

    def splice(self, data: bytes, most: int, seed: int) -> bytes:
        """``data`` changed in one to four places, as ``seed`` has it; ``most`` bytes."""
        rng = random.Random(seed)  # noqa: S311  no secret
        lines = data.split(b"\n")
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(lines))
            match rng.randrange(7):
                case 0:
                    lines.insert(at, rng.choice(self._lines))
                case 1:
                    lines[at : at + rng.randint(1, 3)] = [b""]
                case 2:
                    lines[at:at] = lines[at : at + rng.randint(1, 4)]
                case 3:
                    other = rng.randrange(len(lines))
                    lines[at], lines[other] = lines[other], lines[at]
                case 4:
                    lines[at] = rng.choice(self._tokens) + lines[at]
                case _:
                    text = lines[at].decode(errors="ignore")
                    cut = rng.randint(0, len(text))
                    end = cut + rng.choice((0, 0, 1, 3))
                    lines[at] = text[:cut].encode() + rng.choice(self._tokens) + text[end:].encode()
        return b"\n".join(lines)[:most].decode(errors="ignore").encode()
