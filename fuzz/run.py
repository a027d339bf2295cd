"""Fuzz one target for a while (``make fuzz``): coverage guides what is tried, the oracles say what is a finding.

Inputs that reached something new stay in ``fuzz/corpus/``; the first one that breaks an oracle ends the run and goes
into ``fuzz/findings/``.
"""

from __future__ import annotations

import sys
from hashlib import sha1
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["atlas", "markdown_it", "bs4", "html.parser", "_markupbase", "polib"]):
    import oracles
from corpus import TOKENS, Splicer, seeds

HERE = Path(__file__).parent
MOST = 4_096  # bytes of an input
HANG = 30  # seconds after which an input that does not come back is a finding, too


def main(target: str, seconds: str) -> None:
    """Fuzz; the process ends here, with 0 if nothing was found."""
    if target not in oracles.TARGETS:
        sys.exit(f"no target {target!r}: name one of {', '.join(oracles.TARGETS)}")
    inputs = list(seeds(target))
    corpus, findings = HERE / "corpus" / target, HERE / "findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for data in inputs:
        (corpus / sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    words = HERE / "corpus" / f"{target}.dict"
    words.write_text("".join(f'"{_escaped(token)}"\n' for token in TOKENS), encoding="ascii")
    splicer = Splicer(inputs)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        return splicer.splice(data, most, seed) if seed % 2 else bytes(atheris.Mutate(data, most))

    options = [f"-max_total_time={seconds}", f"-timeout={HANG}", f"-max_len={MOST}", f"-dict={words}",
               f"-artifact_prefix={findings}/{target}-", "-print_final_stats=1", "-reload=0"]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(corpus)], lambda data: oracles.check(target, data), custom_mutator=mutate)
    atheris.Fuzz()


def _escaped(token: str) -> str:
    return "".join(f"\\x{byte:02X}" for byte in token.encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
