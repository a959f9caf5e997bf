"""An analysis of a game, held against that game: it may come from a stranger."""

from itertools import zip_longest
from typing import Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.errors import InputError
from cityleague.engine.protocol import Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.replays.analysis.game import Task, tasks
from cityleague.replays.analysis.playouts import Ending, ending
from cityleague.replays.analysis.records import Chances, Judged, Luck, Opening, Record, Summary
from cityleague.replays.log import Problem, RawGame
from cityleague.replays.replay import ComponentFiles, Replay

SLACK = 1e-4
"""By so much rounded figures may be something else."""


class AnalysisError(InputError):
    """An analysis that cannot be used; the message tells the file, the line and what is wrong."""


def redo(line: int) -> str:
    """What to do with a file in which the analysis of a game, which begins on this line, was changed."""
    return f"delete line {line} and all after it, and run the same `analyse` again"


class Analysis(NamedTuple):
    """What a file says of one game."""

    file: str
    first: int
    """The line on which it begins."""
    opening: Opening
    said: tuple[Record, ...] = ()
    """Of its positions, in their order."""
    seats: tuple[Summary, ...] = ()
    """Empty: nothing could be said of the game, and `reason` tells why."""
    reason: str = ""

    @property
    def chances(self) -> list[Chances]:
        """At the beginning of each round (at level `quick` of some games, of every second one), and at the end."""
        return [record for record in self.said if isinstance(record, Chances)]

    @property
    def choices(self) -> list[Judged]:
        """What it says of moves."""
        return [record for record in self.said if isinstance(record, Judged)]

    @property
    def by_move(self) -> dict[int, Judged]:
        """The same, by how many moves were made before."""
        return {choice.move: choice for choice in self.choices}

    def refuse(self, why: str) -> NoReturn:
        """Raise AnalysisError: the analysis does not fit its game."""
        raise AnalysisError(f"{self.file}:{self.first}: the analysis of this game is wrong: {why}; {redo(self.first)}")

    def require_fit(self, raw: RawGame, files: ComponentFiles) -> None:
        """Raise AnalysisError if it cannot be true of this game, wherever that stands now, up to its first error."""
        replay, opening = Replay(raw, files), self.opening
        moved: int | None = None
        try:
            for task, record in zip_longest(tasks(replay, opening.terms), self.said):
                assert replay.header
                if (opening.game, opening.players) != (replay.header.game, replay.header.players):
                    self.refuse("it names another game, or other players")
                if task is None or record is None:
                    self.refuse(f"it says {'more' if record else 'less'} than there is to say of the game")
                assert isinstance(record, Chances | Judged | Luck)
                moved = record.line - task.line if moved is None else moved
                if (type(record), record.line, record.move) != (task.kind, task.line + moved, task.move):
                    self.refuse(f"it does not tell what there is to be told before move {task.move + 1}")
                self._require_same(record, task, replay.setup)
        except Problem:
            return  # whoever replays the game tells what is wrong with it

    def _require_same(self, record: Record, task: Task, setup: Setup) -> None:
        """Raise AnalysisError if the record cannot be true of the position."""
        state = task.state
        if isinstance(record, Judged):
            self.moves_of(record, setup, state, task.seat, task.played)
        elif isinstance(record, Chances):
            over = state.pending() is None
            if record.round != state.round or (record.playouts == 0) != over:
                self.refuse(f"its chances are of another round before move {task.move + 1}")
            if over and not _is_result(record, ending(state.scores(), task.forfeited)):
                self.refuse("it ends with another result")

    def moves_of(self, choice: Judged, setup: Setup, state: State[Any], seat: int, move: Any) -> tuple[Any, list[Any]]:
        """The best move at a choice, and those that are worse, once they can be true of it; raises AnalysisError."""
        where = f"before move {choice.move + 1}"
        if (choice.seat, choice.played) != (seat, msgspec.json.decode(msgspec.json.encode(move))):
            self.refuse(f"it tells of another move {where}")
        try:
            best, *worse = [msgspec.convert(move, setup.game.moves) for move in (choice.best, *choice.worse)]
            for legal in (best, *worse):
                state.verify(seat, legal)
        except (msgspec.MsgspecError, IllegalMove, RecursionError):
            self.refuse(f"it calls a move better or worse {where} that is not legal")
        if best in worse or move in worse or (choice.mark and best == move):
            self.refuse(f"it calls the same move better and worse {where}")
        return best, worse


def _is_result(record: Chances, end: Ending) -> bool:
    told = [*record.leads, *[share for seat in record.places for share in seat], *record.chances]
    true = [*end.leads, *[share for seat in end.places for share in seat], *[seat[0] for seat in end.places]]
    return len(told) == len(true) and all(abs(mine - other) <= SLACK for mine, other in zip(told, true, strict=True))
