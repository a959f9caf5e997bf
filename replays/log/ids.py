"""Ids of games that come twice, however many games there are."""

from __future__ import annotations

from cityleague.replays.log.findings import Finding, repeated_id
from cityleague.replays.log.seen import Seen


class Ids:
    """The ids seen so far."""

    def __init__(self) -> None:
        self._seen = Seen()

    def close(self) -> None:
        """Forget them."""
        self._seen.close()

    def repeated(self, name: str | None, file: str, line: int | None, game: str | None) -> Finding | None:
        """A finding if a game that begins there has an id (None: it has none) that was seen before."""
        first = None if name is None else self._seen.first(name, f"{file}:{line}")
        return None if name is None or first is None else repeated_id(name, first, file, line, game)
