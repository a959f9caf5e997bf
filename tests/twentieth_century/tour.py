"""A game that goes through every stage on purpose: it has everything that a random game may or may not have."""

from __future__ import annotations

from collections.abc import Iterator

from cityleague.engine.protocol import Draw
from cityleague.engine.twentieth_century.moves import (
    Bid,
    Bridge,
    Buy,
    Choose,
    Contain,
    Done,
    Drop,
    Dump,
    Lay,
    Move,
    Options,
    Pass,
    Settle,
)
from cityleague.engine.twentieth_century.state import CenturyState, setup
from cityleague.engine.twentieth_century.table import ADMINISTERING, CONTAINING, RECYCLING

from .scenes import HOME, OUT, actor, by, do, finish, own, seats, stage

BOX = own(
    {},
    {
        "yard": {"worker": True, "bridge": True, "flowers": 2},
        "parties": {"quality_of_life": {"price": {}, "points": 1}},
    },
    start={**HOME, "spans": ["b-S"], "citizens": ["b", "c"], "garbage": 2},
)
"""Every start tile has a plant with a citizen and something for it to remove."""


def _drawn(state: CenturyState) -> Iterator[CenturyState]:
    """Resolve the draws, step by step, with the first items."""
    while isinstance(due := state.pending(), Draw):
        yield state
        state.resolve(list(due.items)[: due.take])


def _auction(state: CenturyState) -> Iterator[CenturyState]:
    """Seat 1 leads when the last seat drops out and buys a technology; the others pass, then all drop out."""
    for move in (Choose("L1"), Bid(2), Bid(3)):
        yield do(state, move)
    while actor(state) != state.seats - 1:
        yield do(state, Pass())
    for last in (Drop(), Buy("yard"), Pass()):
        yield do(state, last)
    while stage(state) != CONTAINING:
        yield do(state, *OUT)


def _damage(state: CenturyState) -> Iterator[CenturyState]:
    """The second outbids the first, who bids again last."""
    others: list[Move] = [Contain(column, 1) for column in range(1, state.seats)]
    for move in (Contain(0, 1), Contain(0, 2), *others):
        yield do(state, move)


def _administration(state: CenturyState) -> Iterator[CenturyState]:
    """Seat 1 lays its land, the last seat a bridge; seat 0 has finished before the others."""
    last = state.seats - 1
    yield by(state, 1, Lay("L1", (1, 0)))
    yield by(state, last, Bridge("yard", "start", "b-S"))
    for seat in range(state.seats):
        while seat in seats(state) and stage(state) == ADMINISTERING:
            legal = state.legal(seat)
            by(state, seat, next(move for kind in (Settle, Dump, Done) for move in legal if isinstance(move, kind)))
        yield state


def _recycling(state: CenturyState) -> Iterator[CenturyState]:
    """Each plant removes a cube."""
    while stage(state) == RECYCLING:
        seat = seats(state)[0]
        yield by(state, seat, state.legal(seat)[0])


def tour(players: int) -> Iterator[CenturyState]:
    """States of a game, in their order: each stage is there, the last one after the end. They change afterwards."""
    state = setup(Options(), players, BOX)
    for part in (_drawn, _auction, _damage, _administration, _recycling):
        yield from part(state)
    while state.pending() is not None:
        yield from _drawn(state)
        yield finish(state)
