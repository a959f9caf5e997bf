"""Games that the tests of several games play: at random, and as small tournaments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw, State
from cityleague.replays.league import League, Played, league_tables, read_results
from cityleague.replays.tournaments import Plan, Tournament, run

S = TypeVar("S", bound=State[Any])


def course(
    state: S, seed: str, choose: Callable[[S, int], Any] | None = None
) -> Iterator[tuple[S, list[Any] | tuple[int, Any] | None]]:
    """A game as pairs: the state before each event, and the event: a draw or a seat's move; at the end None.

    `choose` makes the moves; without it they are random.
    """
    stream = Stream(seed, "course")
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            order = outcome(seed, due)
            yield state, order
            state.resolve(order)
        else:
            seat = stream.choice(due.seats)
            move = choose(state, seat) if choose else stream.choice(state.legal(seat))
            yield state, (seat, move)
            state.apply(seat, move)
    yield state, None


def due_draw(state: State[Any]) -> Draw:
    """The draw that is due."""
    due = state.pending()
    assert isinstance(due, Draw)
    return due


def plain(move: msgspec.Struct) -> dict[str, Any]:
    """A move as it stands in a log."""
    fields: dict[str, Any] = json.loads(msgspec.json.encode(move))
    return fields


def league(game: str, bots: Sequence[str], seats: int, deals: int, folder: Path, **options: Any) -> League:
    """The table of a small tournament in which nobody forfeits."""
    plan = Plan(game=game, bots=tuple(bots), seats=seats, deals=deals, seed="bots", options=options)
    for _ in run(Tournament(plan), folder):
        pass
    (table,) = league_tables([table for table in read_results([str(folder)]) if isinstance(table, Played)])
    assert not any(row.forfeits for row in table.rows)
    return table


def against(game: str, bot: str, others: str, seats: int, deals: int, folder: Path, **options: Any) -> League:
    """The table of a bot that plays against others, all of one kind."""
    bots = [bot, *[f"{name}={others}" for name in "abcdef"[: seats - 1]]]
    return league(game, bots, seats, deals, folder, **options)


def share(table: League) -> dict[str, float]:
    """Points per game."""
    return {row.player: (row.points or 0) / row.games for row in table.rows}


def pooled(player: str, tables: Iterable[League]) -> tuple[float, float]:
    """A player's points per game over several tables, and by how many standard errors they exceed those of an equal.

    At a table of n equal players each place is equally likely: 1/2 point per game on average, with a variance of
    (n + 1) / 12 (n - 1).
    """
    points = games = variance = 0.0
    for table in tables:
        (row,) = [row for row in table.rows if row.player == player]
        seats = len(table.rows)
        points += row.points or 0
        games += row.games
        variance += row.games * (seats + 1) / (12 * (seats - 1))
    return points / games, (points - games / 2) / sqrt(variance)
