"""Analyses in files, read and checked for what can be known without the games; they may come from strangers."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO, Any

import msgspec

from cityleague.replays.analysis.fitting import SLACK, Analysis, AnalysisError, redo
from cityleague.replays.analysis.game import hash_of
from cityleague.replays.analysis.judging import mark_of
from cityleague.replays.analysis.records import (
    VERSION,
    Chances,
    Judged,
    Luck,
    Opening,
    Record,
    Skipped,
    Summary,
    record_of,
)
from cityleague.replays.analysis.summaries import summaries
from cityleague.replays.log import RawGame, open_input, path_text
from cityleague.replays.replay import ComponentFiles

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
        advice = "name a file that `cityleague analyse` wrote"
        if number > 1:
            advice = redo(number - len(before))
        raise AnalysisError(f"{path}:{number}: this is no line of an analysis: {error}; {advice}") from None
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
    _measured([record.lead, record.loss, *record.effects, *record.swings], [record.se, *record.swing_errors])
    _require(record.worlds > 0, "a number is out of range")
    marked = record.mark is not None
    about = (record.loss - SLACK, record.loss + SLACK)
    _require(
        not marked or record.mark in [mark_of(loss, opening.terms) for loss in about],
        "the mark is not that of its loss",
    )
    _require(marked or not record.worse, "only marks have worse moves")


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
