"""An analysis of a game, held against that game: it may come from a stranger."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.protocol import Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.analysis.records import Chances, Judged, Opening, Summary
from cityleague.replays.log import Header, Problem, RawGame
from cityleague.replays.replay import ComponentFiles, Replay


class AnalysisError(ValueError):
    """An analysis that cannot be used; the message tells the file, the line and what is wrong."""


class Analysis(NamedTuple):
    """What a file says of one game."""

    file: str
    first: int
    """The line on which it begins."""
    opening: Opening
    chances: tuple[Chances, ...] = ()
    choices: tuple[Judged, ...] = ()
    seats: tuple[Summary, ...] = ()
    """Empty: nothing could be said of the game, and `reason` tells why."""
    reason: str = ""

    @property
    def by_move(self) -> dict[int, Judged]:
        """What it says of moves, by how many were made before."""
        return {choice.move: choice for choice in self.choices}

    def refuse(self, why: str) -> NoReturn:
        """Raise AnalysisError: the analysis does not fit its game."""
        raise AnalysisError(f"{self.file}:{self.first}: the analysis of this game is wrong: {why}; analyse it again")

    def require_fit(self, raw: RawGame, files: ComponentFiles) -> None:
        """Raise AnalysisError if it says what cannot be true of this game, which ends where it goes wrong."""
        replay, choices = Replay(raw, files), self.by_move
        try:
            for seat, move in replay.walk():
                if choice := choices.get(replay.moves):
                    self.moves_of(choice, replay.setup, replay.state, seat, move)
        except Problem:
            pass  # whoever replays the game tells what is wrong with it
        self.require_ends(replay.header, replay.moves)

    def require_ends(self, header: Header | None, made: int) -> None:
        """Raise AnalysisError if it is about another game, or does not go from its first to its last move."""
        if not header or (self.opening.game, self.opening.players) != (header.game, header.players):
            self.refuse("it names another game, or other players")
        points = [one.move for one in self.chances]
        if not points or points[0] != 0 or points[-1] != made:
            self.refuse("its chances do not go from the first position to the last")
        if any(choice.move >= made for choice in self.choices):
            self.refuse(f"the game has {made} moves, and it tells of another")

    def moves_of(self, choice: Judged, setup: Setup, state: State[Any], seat: int, move: Any) -> tuple[Any, list[Any]]:
        """The best move at a choice, and those that are worse, once they can be true of it; raises AnalysisError."""
        where = f"before move {choice.move + 1}"
        if (choice.seat, choice.played) != (seat, msgspec.json.decode(msgspec.json.encode(move))):
            self.refuse(f"it tells of another move {where}")
        try:
            best, *worse = [msgspec.convert(one, setup.game.moves) for one in (choice.best, *choice.worse)]
            for one in (best, *worse):
                state.verify(seat, one)
        except (msgspec.MsgspecError, IllegalMove, RecursionError):
            self.refuse(f"it calls a move better or worse {where} that is not legal")
        if best in worse or (choice.mark and best == move):
            self.refuse(f"it calls the same move better and worse {where}")
        return best, worse
