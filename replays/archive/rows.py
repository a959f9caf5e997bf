"""The tables that games become, and a game of a log as their rows: each row is what its replay has seen.

TABLES.md says what each column means.
"""

from __future__ import annotations

import contextlib
import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET

from cityleague.engine.course import Course
from cityleague.engine.doors import file_in
from cityleague.engine.protocol import State
from cityleague.engine.scoring import Points
from cityleague.replays.league import game_ends, half_points, margin
from cityleague.replays.log import (
    GAMES_FILE,
    Chosen,
    Finding,
    Header,
    Problem,
    RawGame,
    Result,
    canonical_options,
    convert_options,
    has_field,
    is_bare,
)
from cityleague.replays.replay import Replay, files_of, game_of, replayed

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analyses, Analysis, Judged


Columns = Mapping[str, type]
"""By name, the type of a column: str, int, float or bool. Any value but a key may be missing."""

_KINDS: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool}
_NAMED: dict[str, dict[str, str]] = msgspec.json.decode(file_in("cityleague.replays.archive", "tables.json"))
TABLES: Mapping[str, Columns] = {
    table: {column: _KINDS[kind] for column, kind in columns.items()} for table, columns in _NAMED.items()
}


def tables(*, legal: bool = False, scores: bool = False, analysis: bool = False) -> Mapping[str, Columns]:
    """All tables; what takes time, or an analysis, is in them only if it is asked for."""
    more: dict[str, type] = {}
    if legal:
        more["legal"] = int
    if scores:
        more["scores"] = str
    seats: dict[str, type] = {}
    if analysis:
        more |= {"loss": float, "se": float, "mark": str, "best": str}
        seats["loss"] = float
    return {**TABLES, "seats": {**TABLES["seats"], **seats}, "moves": {**TABLES["moves"], **more}}


Row = tuple[Any, ...]

_LABEL = re.compile(r"d(\d{1,9})-t(\d{1,9})-r(\d{1,9})-[0-9a-f]{12}")
"""The id of a tournament's game: deal, table, rotation, and a digest."""
_NUMBER = 1
"""Where the row of a move has its number."""
_encode = msgspec.json.Encoder(order="deterministic").encode


class Extras(NamedTuple):
    """What the rows of moves have only if somebody wants it, because it takes time."""

    legal: bool = False
    """The number of legal moves."""
    scores: bool = False
    """The scores after the move."""


NO_EXTRAS = Extras()


class GameRows(NamedTuple):
    """The rows of one game, and what is wrong with it, if anything.

    They are told by column, as all who write them want them so, and it takes the processes less to hand them over.
    """

    finding: Finding | None
    tables: dict[str, list[tuple[Any, ...]]]
    """By table, all columns but the key; none where there is no row."""


def rows_of(
    paths: Iterable[str],
    components: Mapping[str, bytes] | None = None,
    jobs: int = 1,
    *,
    chosen: Chosen | None = None,
    extras: Extras = NO_EXTRAS,
    analyses: Analyses | None = None,
) -> Iterator[GameRows]:
    """The rows of the games in logs, in their order; with no rows for a file that cannot be read to its end.

    The arguments are those of `validate`. Games that are not `chosen` are counted there, and left out. With `analyses`,
    rows have their columns; raises AnalysisError if one does not fit its game.
    """
    files = files_of(tuple(sorted((components or {}).items())))
    take = partial(_rows_and_lines, extras, analyses is not None)
    for found in replayed(paths, components, jobs, take, chosen):
        game, raw = (GameRows(found, {}), None) if isinstance(found, Finding) else found
        if analyses is not None:
            game = _with_analysis(game, analyses.fitting(raw, files) if raw and "moves" in game.tables else None)
        yield game


def _rows_and_lines(extras: Extras, wanted: bool, replay: Replay) -> tuple[GameRows, RawGame | None]:
    """The rows of a game; its lines, too, if they are wanted: for other processes they are much to hand over."""
    return _rows(extras, replay), replay.raw if wanted else None


def _rows(extras: Extras, replay: Replay) -> GameRows:
    """The rows of a game. One that cannot be proven has only what its header says, and its result as stated."""
    if is_bare(replay.raw):
        return _stated(replay.read_header(), replay.raw)
    try:
        moves = list(_moves(replay, extras))
    except Problem as problem:
        stated = _stated(replay.header, replay.raw).tables if replay.header else {}
        return GameRows(replay.finding(problem), stated)
    assert replay.header
    assert replay.result
    header, result, name = replay.header, replay.result.result, replay.header.id or None
    options = canonical_options(replay.setup.options)
    rows: dict[str, Iterable[Row]] = {
        "games": [_game(header, replay.raw, options, replay.moves, proven=True)],
        "seats": _seats(header, result, replay.raw, moves),
        "categories": _categories(name, result),
        "moves": moves,
        "draws": _draws(name, replay.raw, [move[2] for move in moves]),
    }
    return GameRows(None, _columns(rows))


def _columns(tables: Mapping[str, Iterable[Row]]) -> dict[str, list[tuple[Any, ...]]]:
    return {name: list(zip(*rows, strict=True)) for name, rows in tables.items()}


def _stated(header: Header, raw: RawGame) -> GameRows:
    """What a game says of itself; nobody knows who has won if it has no readable result."""
    options: object = header.options
    with contextlib.suppress(Problem):  # a game that nobody knows may have any
        options = canonical_options(convert_options(header.options, game_of(header)))
    rows = {"games": [_game(header, raw, options, None, proven=False)]}
    try:
        _, event = game_ends(raw)
    except Problem as problem:
        return GameRows(problem.at(raw.file, raw.first), _columns(rows))
    return GameRows(None, _columns({**rows, "seats": _seats(header, event.result, raw, ())}))


def _game(header: Header, raw: RawGame, options: object, moves: int | None, *, proven: bool) -> Row:
    label = _LABEL.fullmatch(header.id or "")
    return (
        header.id or None,
        raw.file,
        raw.first,
        header.game,
        header.rules,
        header.components or None,
        _encode(options).decode(),
        len(header.players),
        None if header.seed is UNSET else header.seed,
        header.date or None,
        header.title or None,
        *(map(int, label.groups()) if label else (None, None, None)),
        moves,
        proven,
    )


def _seats(header: Header, result: Result, raw: RawGame, moves: Iterable[Row]) -> Iterator[Row]:
    seats = len(header.players)
    times: dict[int, float] = {}
    for _, _, _, seat, *_, ms, stand_in in (move[:_MOVE] for move in moves):
        if ms is not None and not stand_in:  # what a stand-in takes is not its time
            times[seat] = times.get(seat, 0.0) + ms
    lost: Mapping[int, str] = {forfeit.seat: forfeit.kind for forfeit in result.forfeits}
    specs = _specs(raw.file)
    for seat, player in enumerate(header.players):
        sheet = result.sheets[seat] if result.sheets and seat < len(result.sheets) else None
        ties = {tie.name: tie.value for tie in sheet.tiebreaks} if sheet else {}  # in their order
        yield (
            header.id or None,
            seat,
            player,
            specs.get(player),
            float(result.scores[seat]),
            result.ranks[seat],
            half_points(result.ranks, seat) / (2 * (seats - 1)) if seats > 1 else None,
            float(margin(result.scores, seat)) if seats > 1 else None,
            msgspec.json.encode(ties).decode() if sheet else None,
            lost.get(seat),
            times.get(seat),
        )


def _specs(file: str) -> Mapping[str, str]:
    """The specs of the bots in a log, by their names, if it is that of a tournament."""
    folder, name = os.path.split(file)
    return _specs_in(folder) if name == GAMES_FILE else {}


@lru_cache(1 << 6)
def _specs_in(folder: str) -> Mapping[str, str]:
    from pathlib import Path  # noqa: PLC0415  (slow to import, and needed for tables alone)

    from cityleague.replays.tournaments import specs_in  # noqa: PLC0415  (likewise)

    return specs_in(Path(folder))


def _categories(name: str | None, result: Result) -> Iterator[Row]:
    for seat, sheet in enumerate(result.sheets or ()):
        for part in sheet.parts:
            for line in part.lines:
                yield name, seat, part.title, part.counts, line.category, float(line.points)


_MOVE = 10
"""How many values a row of a move has without key and extras."""


def _moves(replay: Replay, extras: Extras) -> Iterator[Row]:
    """A row for each move, as the game is replayed; raises Problem."""
    times = dict(_times(replay.raw)) if b'"ms"' in replay.raw.data else {}
    forfeits = replay.forfeits
    scored: Row | None = None
    for seat, move in replay.attempts():
        state, line = replay.state, replay.line
        if scored:
            yield (*scored, _scores(state))
        row: Row = (
            replay.header and (replay.header.id or None),
            replay.moves + 1,
            line,
            seat,
            state.round,
            state.table.stage if isinstance(state, Course) else None,
            type(move).__struct_config__.tag,
            _encode(move).decode(),
            times.get(line),
            bool(forfeits) and any(forfeit.seat == seat for forfeit in forfeits),
        )
        if extras.legal:
            row = (*row, len(state.legal(seat)))
        if extras.scores:
            scored = row
        else:
            yield row
    if scored:
        yield (*scored, _scores(replay.state))


def _scores(state: State[Any]) -> str:
    totals: list[Points] = [sheet.total for sheet in state.scores()]
    return _encode(totals).decode()


class _Timed(msgspec.Struct):
    """What a line tells of times."""

    ms: Annotated[float, msgspec.Meta(ge=0)] | None = None


class _Drawn(msgspec.Struct):
    """What a line tells of a draw."""

    chance: str
    order: list[Any]


_decode_timed = msgspec.json.Decoder(_Timed).decode
_decode_drawn = msgspec.json.Decoder(_Drawn).decode


def _times(raw: RawGame) -> Iterator[tuple[int, float]]:
    """The times that lines tell, by their numbers; a line that cannot be read is found to be wrong elsewhere."""
    for number, line in enumerate(raw.each_line(), raw.first):
        if b'"ms"' in line:
            try:
                ms = _decode_timed(line).ms
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                continue
            if ms is not None:
                yield number, ms


def _draws(name: str | None, raw: RawGame, lines_of_moves: list[int]) -> Iterator[Row]:
    """The draws of a game that is proven, each with the number of moves made before it."""
    for number, line in enumerate(raw.each_line(), raw.first):
        if b'"chance"' in line and has_field(line, "chance"):
            drawn = _decode_drawn(line)
            moves = bisect_left(lines_of_moves, number)
            yield name, moves, number, drawn.chance, msgspec.json.encode(drawn.order).decode()


def _with_analysis(game: GameRows, said: Analysis | None) -> GameRows:
    """The rows with the columns of an analysis, which are empty without one."""
    choices = {move + 1: choice for move, choice in said.by_move.items()} if said else {}
    tables = {**game.tables}
    if moves := tables.get("moves"):
        tables["moves"] = [*moves, *zip(*[_judged(choices.get(move)) for move in moves[_NUMBER]], strict=True)]
    if seats := tables.get("seats"):
        tables["seats"] = [*seats, tuple([seat.loss for seat in said.seats] if said else [None] * len(seats[0]))]
    return game._replace(tables=tables)


def _judged(choice: Judged | None) -> Row:
    """Loss, standard error, mark and best move."""
    return (choice.loss, choice.se, choice.mark, _encode(choice.best).decode()) if choice else (None,) * 4
