"""Games of logs, for use from Python: as a whole and position by position."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cityleague.engine.protocol import Setup, State
from cityleague.replays.log import (
    Chosen,
    Header,
    LogError,
    Problem,
    RawGame,
    Result,
    Secrets,
    logs_of,
    path_text,
    read_games,
    secrets_of,
)
from cityleague.replays.replay.headers import ComponentFiles
from cityleague.replays.replay.replay import Replay


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Position:
    """A game just before a move, or at its end, where `seat` and `move` are None.

    >>> from cityleague.replays import play
    >>> first = next(play("neom", ["random", "greedy"]).positions())
    >>> first.moves, first.seat, first.move in first.legal(), first.view(0).seat
    (0, 0, True, 0)
    """

    header: Header
    """The game's header: its name, options, players and id."""
    setup: Setup
    state: State[Any]
    """A copy, to keep, to search or to play on."""
    line: int
    """Line number in the file, from 1, of the move; at the end, of the result."""
    moves: int
    """How many moves have been made so far."""
    seat: int | None
    """Who makes the move."""
    move: Any
    """The move made here: a Struct from the game's module `moves`, which `verify` accepts."""
    stand_in: bool
    """Whether the seat has forfeited the game, so that a stand-in makes the move."""

    def __repr__(self) -> str:
        made = "at the end" if self.state.pending() is None else "still running"
        made = made if self.seat is None else f"before seat {self.seat} plays {self.move}"
        return f"<Position of {self.header.game} after {self.moves} moves, {made}>"

    def __str__(self) -> str:
        """The boards in text, as everybody sees them."""
        from cityleague.engine.looks.painter import paint  # noqa: PLC0415  (what draws is slow to import)

        return paint(self.setup, self.view(None), names=self.header.players)

    def svg(self, seat: int | None = None) -> str | None:
        """The boards as an SVG file, as a seat or everybody (None) sees them; None if the game has no pictures."""
        from cityleague.engine.looks.svg import drawn  # noqa: PLC0415  (likewise)

        return drawn(self.setup, self.view(seat), self.header.players)

    _repr_svg_ = svg
    """How notebooks show a position."""

    def words(self, move: Any = None) -> str:
        """A move of the seat to move in words; by default, the one that is made here. ValueError if no seat moves."""
        if self.seat is None:
            raise ValueError("nobody moves here")
        return self.setup.words(self.view(self.seat), self.move if move is None else move, self.header.players)

    def view(self, seat: int | None) -> Any:
        """What a seat, or a spectator (None), may know here: the game's View (`cityleague rules GAME --text`)."""
        return self.state.view(seat)

    def legal(self) -> list[Any]:
        """The legal moves of the seat to move, or the subset that the game documents; none at the end."""
        return [] if self.seat is None else [*self.state.legal(self.seat)]


class RecordedGame:
    """A game as its log has it; it is examined only when a method is called.

    The methods raise LogError at the first thing wrong with the game, which `validate` would report too.

    >>> from cityleague.replays import play
    >>> game = play("between_two_cities", ["random", "greedy"], seed="7")
    >>> game.header().players
    ('random', 'greedy')
    >>> game.result().scores
    (89, 110)
    """

    def __init__(self, raw: RawGame, files: ComponentFiles, secrets: Secrets | None = None) -> None:
        self.raw = raw
        """Its lines, not examined."""
        self.files = files
        """The component files at hand."""
        self._secrets = secrets
        self._result: Result | None = None

    def __repr__(self) -> str:
        return f"<RecordedGame in {path_text(self.file)}, line {self.line}>"

    @property
    def log(self) -> bytes:
        """Its lines as they are in the file, all of them unless the game is longer than allowed."""
        return self.raw.data

    @property
    def file(self) -> str:
        """The file that it is in."""
        return self.raw.file

    @property
    def line(self) -> int:
        """Number of its first line, from 1."""
        return self.raw.first

    def positions(self, *, still_running: bool = False) -> Iterator[Position]:
        """Each position in which a move was made, and the last one; of a game that is `still_running`, as it stands.

        A line is checked before its position is yielded, and the result before the last position. What is wrong
        further on is not known yet; it raises LogError when it is reached.
        """
        return positions_in(Replay(self.raw, self.files, self._secrets), still_running=still_running)

    def header(self) -> Header:
        """Its header; whether it fits the game is not checked."""
        replay = Replay(self.raw, self.files)
        try:
            return replay.read_header()
        except Problem as problem:
            raise LogError(replay.finding(problem)) from None

    def result(self) -> Result:
        """Its result as computed, with score sheets, after the whole game has been checked, which is done once."""
        if self._result is None:
            report = Replay(self.raw, self.files, self._secrets).run()
            if report.finding:
                raise LogError(report.finding)
            assert report.result
            self._result = report.result.result
        return self._result


def positions_in(replay: Replay, grown: RawGame | None = None, *, still_running: bool = False) -> Iterator[Position]:
    """The positions of a game that is replayed, or of what it has grown to; raises LogError."""
    try:
        for seat, move in replay.walk(grown):
            yield _position(replay, seat, move)
    except Problem as problem:
        if not still_running or problem.code != "GAME-TRUNCATED":
            raise LogError(replay.finding(problem)) from None
    yield _position(replay, None, None)


def _position(replay: Replay, seat: int | None, move: Any) -> Position:
    assert replay.header
    return Position(
        header=replay.header,
        setup=replay.setup,
        state=replay.state.copy(),
        line=replay.line,
        moves=replay.moves,
        seat=seat,
        move=move,
        stand_in=any(forfeit.seat == seat for forfeit in replay.forfeits),
    )


def recorded_games(
    path: str | os.PathLike[str], components: Mapping[str, bytes] | None = None
) -> Iterator[RecordedGame]:
    """The games of a log, good and broken alike. `path` is a file, a folder of logs, or `-` for standard input.

    `components`: contents of component files by name, for games that were played with some. Raises ComponentsError, and
    LogError where the file cannot be read any further.

    >>> [game.header().id for game in recorded_games("examples/by-hand.jsonl")]
    ['friday-1']
    """
    return games_in([path], components, Chosen())


def games_in(
    paths: Iterable[str | os.PathLike[str]], components: Mapping[str, bytes] | None, chosen: Chosen
) -> Iterator[RecordedGame]:
    """Those of the games in logs that are chosen; the others are counted there. Raises as `recorded_games`."""
    files = ComponentFiles(components)
    for log in logs_of([os.fspath(path) for path in paths]):
        try:
            secrets = secrets_of(log)
        except Problem as problem:
            raise LogError(problem.at(path_text(log))) from None
        for raw in read_games(log):
            if isinstance(raw, Problem):
                raise LogError(raw.at(path_text(log)))
            if chosen.takes(raw):
                yield RecordedGame(raw, files, secrets)


def positions(
    path: str | os.PathLike[str], components: Mapping[str, bytes] | None = None, *, still_running: bool = False
) -> Iterator[Position]:
    """The positions of all games of a log, one game after the other: see `RecordedGame.positions`.

    Raises LogError at the first thing wrong. To go on with the next game after that, take the games one by one from
    `recorded_games`.

    >>> last = list(positions("examples/by-hand.jsonl"))[-1]
    >>> last.moves, last.line, [sheet.total for sheet in last.state.scores()]
    (63, 68, [57, 49, 49])
    """
    for game in recorded_games(path, components):
        yield from game.positions(still_running=still_running)
