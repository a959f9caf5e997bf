"""What a replay says about a game."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.replays.log import Finding, Header, ResultEvent


class Report(NamedTuple):
    """What a replay says about a game."""

    file: str
    line: int
    """Where the game begins."""
    header: Header | None
    moves: int
    finding: Finding | None
    """What is wrong with it, if anything."""
    result: ResultEvent | None
    """The computed result with its sheets, if nothing is wrong."""
    standing: ResultEvent | None
    """The same even if the log has no result, or a wrong one: what the game comes to as it stands after its last line.

    None if something else is wrong.
    """
    over: bool
    """Whether the game has been played to its end: `standing` is its final result then, the points so far otherwise."""
    unseen: bool = False
    """Whether the log leaves open what a draw brought."""
    alone: bool = False
    """Whether the log has a result alone, which is taken as it stands: `result` and `standing` are not computed."""
    ended: bool = True
    """Whether its last line has an end, so that another one can be appended."""

    @property
    def id(self) -> str | None:
        """The game's id, if it has one."""
        return (self.header.id or None) if self.header else None

    @property
    def game(self) -> str | None:
        """The name of the game that is played, if the header states it."""
        return self.header.game if self.header else None
