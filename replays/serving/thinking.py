"""A hint is thought of in a process of its own: the table goes on answering meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cityleague.replays.analysis import hint
from cityleague.replays.log import RawGame, decode_header
from cityleague.replays.people import UNFINISHED
from cityleague.replays.replay import Replay, begin, file_of


class Thinker:
    """Thinks of moves in one game."""

    def __init__(self, header: bytes, components: bytes | None) -> None:
        """A game with this header; `components` is a component file (None: the packaged one)."""
        self._files = file_of(components)
        self._setup, _ = begin(decode_header(header), self._files)

    def hint(self, lines: Sequence[bytes], seat: int, name: str, forfeited: Sequence[int]) -> Any:
        """A move for a seat after these lines, as simple values; `name` decides what is imagined."""
        replay = Replay(RawGame("-", 1, (b"".join([line + b"\n" for line in lines]),), 0), self._files)
        replay.run(UNFINISHED)
        return msgspec.to_builtins(hint(self._setup, replay.state, seat, name, forfeited))

    def close(self) -> None:
        """Nothing is left open."""
