"""Analyses in files, read and checked, first without the games and then against them; they may come from strangers.

What the records of a game come to for each seat (average loss, marks, where its lead has come from) follows from them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from math import sqrt
from typing import IO, Any, NamedTuple, NoReturn

import msgspec

from cityleague.engine.errors import InputError
from cityleague.engine.protocol import Setup, State
from cityleague.engine.rules import IllegalMove
from cityleague.engine.sums import portable_sum
from cityleague.replays.analysis.game import Task, hash_of, tasks
from cityleague.replays.analysis.judging import NAMES, estimate, mark_of
from cityleague.replays.analysis.playouts import Ending, ending
from cityleague.replays.analysis.records import (
    VERSION,
    Account,
    Chances,
    Judged,
    Luck,
    Opening,
    Record,
    Skipped,
    Summary,
    record_of,
)
from cityleague.replays.log import Problem, RawGame, open_input, path_text
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


_MOST = 1e6
"""No lead, loss or error is larger."""
LONGEST = 1 << 16
"""No line has more bytes."""


class Analyses:
    """The analyses in some files, by the lines of the games."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Raises AnalysisError and OSError."""
        self._by_hash: dict[str, Analysis] = {}
        self._used: set[str] = set()
        for path in paths:
            with open_input(path) as file:
                for analysis in analyses_in(path_text(path), file):
                    self._by_hash[analysis.opening.hash] = analysis

    def of(self, raw: RawGame) -> Analysis | None:
        """That of a game; None: there is none, or nothing could be said."""
        key = hash_of(raw) if self._by_hash else ""
        if key in self._by_hash:
            self._used.add(key)
        found = self._by_hash.get(key)
        return found if found and found.seats else None

    def fitting(self, raw: RawGame, files: ComponentFiles) -> Analysis | None:
        """The same; raises AnalysisError if it says what cannot be true of the game."""
        found = self.of(raw)
        if found:
            found.require_fit(raw, files)
        return found

    def skipped(self, raw: RawGame) -> list[Analysis]:
        """The one that says why nothing could be said of a game, if there is one."""
        found = self._by_hash.get(hash_of(raw))
        return [found] if found and not found.seats else []

    @property
    def unused(self) -> list[Analysis]:
        """Those for which nobody has asked."""
        return [analysis for key, analysis in self._by_hash.items() if key not in self._used]


def analyses_in(path: str, file: IO[bytes]) -> Iterator[Analysis]:
    """The analyses of a file; raises AnalysisError."""
    number, records, first = 0, list[Record](), 1
    for number, line in enumerate(lines_of(file), 1):
        if len(line) <= LONGEST and not line.endswith(b"\n"):
            raise AnalysisError(f"{path}:{number}: the line is cut off; run the same `analyse` again")
        record = read_line(path, number, line, records)
        records.append(record)
        if isinstance(record, Skipped) or (isinstance(record, Summary) and record.seat == _seats(records) - 1):
            yield together(path, first, records)
            records, first = [], number + 1
    if records:
        raise AnalysisError(f"{path}:{first}: the analysis of this game has no end; run the same `analyse` again")
    if not number:
        raise AnalysisError(f"{path}: there is no analysis in it; analyse the log first")


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file that may come from a stranger; one that is too long comes in parts."""
    return iter(partial(file.readline, LONGEST + 1), b"")


def read_line(path: str, number: int, line: bytes, before: list[Record]) -> Record:
    """The record on a line that follows these of the same game; raises AnalysisError."""
    try:
        if len(line) > LONGEST:
            raise AnalysisError(f"the line has more than {LONGEST >> 10} KiB")
        record = record_of(line)
        _check(record, before)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, AnalysisError) as error:
        advice, why = "name a file that `cityleague analyse` wrote", f": {error}"
        if number > 1:
            advice = redo(number - len(before))
        elif isinstance(error, msgspec.MsgspecError):  # it may be anything, a log say
            why = ""
        raise AnalysisError(f"{path}:{number}: this is no line of an analysis{why}; {advice}") from None
    return record


def _seats(records: list[Record]) -> int:
    assert isinstance(records[0], Opening)
    return len(records[0].players)


def together(path: str, first: int, records: list[Record]) -> Analysis:
    """What all records of a game say, the first of which is on line `first`; raises AnalysisError."""
    begun, last = records[0], records[-1]
    assert isinstance(begun, Opening)
    if isinstance(last, Skipped):
        return Analysis(path, first, begun, reason=last.reason)
    said = [record for record in records if isinstance(record, Chances | Judged | Luck)]
    told = [record for record in records if isinstance(record, Summary)]
    found = Analysis(path, first, begun, tuple(said), tuple(told))
    if not found.chances or told != list(summaries(begun, said)):
        found.refuse("what it says of a seat does not follow from what it says of its moves")
    return found


def _check(record: Record, before: list[Record]) -> None:
    """Raise AnalysisError if a record cannot follow these of the same game."""
    if not before:
        _require(isinstance(record, Opening), "a game begins with a line of kind game")
        assert isinstance(record, Opening)
        _require(record.analysis == VERSION, f"the format has version {VERSION}, not {record.analysis}")
        _require(0 < len(record.players) < 100, "there must be players")
        _require(record.terms.bars == tuple(sorted(record.terms.bars)), "the bars rise")
        return
    _require(record.id == before[0].id, "all lines of a game have its id")
    _require(not isinstance(record, Opening), "the game before it has no end")
    if isinstance(record, Summary):
        done = sum([isinstance(record, Summary) for record in before])
        _require(record.seat == done, f"the seats come in their order, and the next is {done}")
    elif isinstance(record, Chances | Judged | Luck):
        last = [
            earlier.move
            for earlier in before
            if type(earlier) is type(record) and isinstance(earlier, Chances | Judged | Luck)
        ]
        _require(record.move > max(last, default=-1), "moves come in their order")
        assert isinstance(before[0], Opening)
        _CHECKS[type(record)](record, before[0])


def _check_chances(record: Chances, opening: Opening) -> None:
    seats = len(opening.players)
    lists = (record.low, record.chances, record.high, record.leads, record.places, *record.places)
    _require({*map(len, lists)} == {seats}, f"chances are by seat, and there are {seats}")
    bands = zip(record.low, record.chances, record.high, strict=True)
    slack = SLACK
    _require(
        all(-slack <= low <= chance + slack and chance <= high + slack <= 1 + 2 * slack for low, chance, high in bands),
        "a chance is between 0 and 1, and inside its interval",
    )
    _require(abs(sum(record.chances) - 1) <= seats * SLACK, "the chances of all seats add up to 1")
    _require(record.round >= 0 and record.playouts >= 0, "a number is out of range")
    _measured(record.leads)


def _check_choice(record: Judged, opening: Opening) -> None:
    seats = len(opening.players)
    _require(0 <= record.seat < seats, f"the seats are 0 to {seats - 1}")
    _require(len(record.effects) == seats, f"effects are by seat, and there are {seats}")
    swings = seats if opening.terms.luck else 0
    _require({len(record.swings), len(record.swing_errors)} == {swings}, "swings are by seat, and come with luck")
    gains = record.gains or {}
    told = [record.lead, record.loss, *record.effects, *record.swings, *gains.values()]
    _measured(told, [record.se, *record.swing_errors])
    _require(record.worlds > 0, "a number is out of range")
    marked = record.mark is not None
    about = (record.loss - SLACK, record.loss + SLACK)
    _require(
        not marked or record.mark in [mark_of(loss, opening.terms) for loss in about],
        "the mark is not that of its loss",
    )
    _require(marked or not (record.worse or gains), "only marks have worse moves, and gains")


def _check_luck(record: Luck, opening: Opening) -> None:
    seats = len(opening.players)
    lists = (record.gains, record.se, record.gains if record.start is None else record.start)
    _require({*map(len, lists)} == {seats}, f"luck is by seat, and there are {seats}")
    _measured([*record.gains, *(record.start or ())], record.se)


_CHECKS: dict[type, Callable[[Any, Opening], None]] = {
    Chances: _check_chances,
    Judged: _check_choice,
    Luck: _check_luck,
}


def _measured(values: Iterable[float], errors: Iterable[float] = ()) -> None:
    """Raise AnalysisError for figures beyond all measure."""
    _require(all(abs(value) <= _MOST for value in values), "a number is out of range")
    _require(all(0 <= error <= _MOST for error in errors), "an error is out of range")


def _require(right: bool, what: str) -> None:
    if not right:
        raise AnalysisError(what)


_DIGITS = 4


def summaries(game: Opening, records: Sequence[Record]) -> Iterator[Summary]:
    """A summary for each seat."""
    choices = [record for record in records if isinstance(record, Judged)]
    for seat, player in enumerate(game.players):
        own = [choice for choice in choices if choice.seat == seat]
        losses = [-choice.effects[seat] for choice in own]
        mean = estimate(losses) if len(losses) > 1 else None
        yield Summary(
            id=game.id,
            seat=seat,
            player=player,
            choices=len(own),
            loss=_rounded(mean.mean) if mean else None,
            se=_rounded(mean.se) if mean else None,
            marks={name: len([choice for choice in own if choice.mark == name]) for name in NAMES},
            best=_rounded(len([choice for choice in own if choice.best == choice.played]) / len(own)) if own else None,
            account=_account(seat, records, choices) if game.terms.luck and game.terms.candidates else None,
        )


def _account(seat: int, records: Sequence[Record], choices: Sequence[Judged]) -> Account:
    points = [record for record in records if isinstance(record, Chances)]
    draws = [record for record in records if isinstance(record, Luck)]
    begun = next((draw.start for draw in draws if draw.start), points[0].leads)
    lead, start = points[-1].leads[seat], begun[seat]
    luck = portable_sum([draw.gains[seat] for draw in draws])
    mine = [choice for choice in choices if choice.seat == seat]
    theirs = [choice for choice in choices if choice.seat != seat]
    own, others = [portable_sum([choice.swings[seat] for choice in some]) for some in (mine, theirs)]
    return Account(
        lead=lead,
        start=start,
        luck=_rounded(luck),
        luck_se=_together([draw.se[seat] for draw in draws]),
        own=_rounded(own),
        own_se=_together([choice.swing_errors[seat] for choice in mine]),
        others=_rounded(others),
        others_se=_together([choice.swing_errors[seat] for choice in theirs]),
        remainder=_rounded(lead - start - luck - own - others),
    )


def _together(errors: Sequence[float]) -> float:
    """The standard error of a sum."""
    return _rounded(sqrt(portable_sum([error**2 for error in errors])))


def _rounded(value: float) -> float:
    return round(value, _DIGITS) + 0.0
