"""Analyses in files, read and checked for what can be known without the games; they may come from strangers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple, NoReturn

import msgspec

from cityleague.replays.analysis.game import hash_of
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
from cityleague.replays.log import RawGame, open_input, path_text

_MOST = 1e6
"""No lead, loss or error is larger."""
_LONGEST = 1 << 16
"""No line has more bytes."""
_SLACK = 1e-4
"""By so much rounded shares may add up to something else than 1."""


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

    def refuse(self, why: str) -> NoReturn:
        """Raise AnalysisError: the analysis does not fit its game."""
        raise AnalysisError(f"{self.file}:{self.first}: the analysis of this game is wrong: {why}; analyse it again")


class Analyses:
    """The analyses in some files, by the lines of the games."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Raises AnalysisError and OSError."""
        self._by_hash: dict[str, Analysis] = {}
        self._used: set[str] = set()
        for path in paths:
            with open_input(path) as file:
                for one in _games(path_text(path), file):
                    self._by_hash[one.opening.hash] = one

    def of(self, raw: RawGame) -> Analysis | None:
        """That of a game; None: there is none, or nothing could be said."""
        return self.with_hash(hash_of(raw) if self._by_hash else "")

    def with_hash(self, key: str) -> Analysis | None:
        """That of the game whose lines have this hash."""
        if key in self._by_hash:
            self._used.add(key)
        found = self._by_hash.get(key)
        return found if found and found.seats else None

    def skipped(self, raw: RawGame) -> list[Analysis]:
        """The one that says why nothing could be said of a game, if there is one."""
        found = self._by_hash.get(hash_of(raw))
        return [found] if found and not found.seats else []

    @property
    def unused(self) -> list[Analysis]:
        """Those for which nobody has asked."""
        return [one for key, one in self._by_hash.items() if key not in self._used]


def _games(path: str, file: IO[bytes]) -> Iterator[Analysis]:
    number, records, first = 0, list[Record](), 1
    while line := file.readline(_LONGEST + 1):
        number += 1
        try:
            if len(line) > _LONGEST:
                raise AnalysisError(f"the line has more than {_LONGEST >> 10} KiB")
            record = record_of(line)
            _check(record, records)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, AnalysisError) as error:
            raise AnalysisError(
                f"{path}:{number}: this is no line of an analysis: {error}; name a file that `cityleague analyse` wrote"
            ) from None
        records.append(record)
        if isinstance(record, Skipped) or (isinstance(record, Summary) and record.seat == _seats(records) - 1):
            yield _together(path, first, records)
            records, first = [], number + 1
    if records:
        raise AnalysisError(f"{path}:{first}: the analysis of this game has no end; run the same `analyse` again")


def _seats(records: list[Record]) -> int:
    assert isinstance(records[0], Opening)
    return len(records[0].players)


def _together(path: str, first: int, records: list[Record]) -> Analysis:
    begun, last = records[0], records[-1]
    assert isinstance(begun, Opening)
    if isinstance(last, Skipped):
        return Analysis(path, first, begun, reason=last.reason)
    return Analysis(
        path,
        first,
        begun,
        tuple([one for one in records if isinstance(one, Chances)]),
        tuple([one for one in records if isinstance(one, Judged)]),
        tuple([one for one in records if isinstance(one, Summary)]),
    )


def _check(record: Record, before: list[Record]) -> None:
    """Raise AnalysisError if a record cannot follow these of the same game."""
    if not before:
        _require(isinstance(record, Opening), "a game begins with a line of kind game")
        assert isinstance(record, Opening)
        _require(record.analysis == VERSION, f"the format has version {VERSION}, not {record.analysis}")
        _require(0 < len(record.players) < 100, "there must be players")
        return
    _require(not isinstance(record, Opening), "the game before it has no end")
    seats = _seats(before)
    if isinstance(record, Skipped):
        return
    if isinstance(record, Summary):
        done = sum([isinstance(one, Summary) for one in before])
        _require(record.seat == done, f"the seats come in their order, and the next is {done}")
        _require(_measured(record.loss or 0, record.se or 0) and (record.se or 0) >= 0, "a number is out of range")
        return
    assert isinstance(record, Chances | Judged | Luck)
    last = [one for one in before if isinstance(one, Chances | Judged | Luck) and type(one) is type(record)][-1:]
    _require(not last or record.move > last[0].move, "moves come in their order")
    if isinstance(record, Judged):
        _require(0 <= record.seat < seats, f"the seats are 0 to {seats - 1}")
        _require(
            _measured(record.lead, record.loss, record.se, *record.effects) and record.se >= 0,
            "a number is out of range",
        )
    elif isinstance(record, Chances):
        bands = list(zip(record.low, record.chances, record.high, strict=False))
        _require(
            {len(record.low), len(record.chances), len(record.high)} == {seats},
            f"chances are by seat, and there are {seats}",
        )
        slack = _SLACK
        _require(
            all(
                -slack <= low <= chance + slack and chance <= high + slack <= 1 + 2 * slack
                for low, chance, high in bands
            ),
            "a chance is between 0 and 1, and inside its interval",
        )
        _require(abs(sum(record.chances) - 1) <= seats * _SLACK, "the chances of all seats add up to 1")


def _measured(*values: float) -> bool:
    return all(abs(value) <= _MOST for value in values)


def _require(right: bool, what: str) -> None:
    if not right:
        raise AnalysisError(what)
