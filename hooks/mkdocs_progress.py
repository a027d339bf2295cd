"""How far a build is, on one line of the terminal, once it takes longer than a second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TextIO

PATIENCE = 1.0  # seconds without a word
EVERY = 0.1  # seconds between two words


class Progress:
    """A line that changes and then goes; none where ``stream`` is nothing, as nobody looks on."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._next = clock() + PATIENCE
        self._done: Counter[str] = Counter()

    def step(self, what: str, total: int) -> None:
        """One more of ``total`` is done."""
        self._done[what] += 1
        now = self._clock()
        if self._stream and now >= self._next:
            self._next = now + EVERY
            # The cursor goes back to where the line begins: whatever is written next takes its place.
            self._stream.write(f"{what} {self._done[what]}/{total}\x1b[K\r")
            self._stream.flush()

    def end(self) -> None:
        """Leave nothing behind."""
        if self._stream:
            self._stream.write("\x1b[K")
            self._stream.flush()
        self._stream = None
