"""Which moves are tried at a choice: the one played first, then those that promise most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cityleague.engine.protocol import State
from cityleague.replays.analysis.playouts import Playouts

_SPREAD = 3
"""Moves from all over the list of legal ones."""


def candidates(playouts: Playouts, world: State[Any], seat: int, played: Any, most: int, name: str) -> list[Any]:
    """At most so many moves of a seat in an imagined world; of those that lead to the same state there, one."""
    return _different(world, seat, (played, *_promising(playouts, world.view(seat), world.legal(seat), name)), most)


def with_usual(
    playouts: Playouts, world: State[Any], seat: int, moves: Sequence[Any], name: str
) -> tuple[list[Any], int]:
    """These moves with the one that the bot which plays on would make, and which of them that is."""
    usual = playouts.usual(name).choose(world.view(seat), world.legal(seat))
    *known, new = [_after(world, seat, move) for move in (*moves, usual)]
    return ([*moves], known.index(new)) if new in known else ([*moves, usual], len(moves))


def others(world: State[Any], seat: int, tried: Sequence[Any], best: int) -> list[Any]:
    """Further moves of a seat than those tried, of which the played one is the first. The best one comes first."""
    legal = world.legal(seat)
    spread = [legal[number * len(legal) // _SPREAD] for number in range(min(_SPREAD, len(legal)))]
    different = _different(world, seat, [*tried, *spread], len(tried) + _SPREAD)
    return [tried[best], *[move for move in different[1:] if move != tried[best]]]


def _different(world: State[Any], seat: int, moves: Iterable[Any], most: int) -> list[Any]:
    """The first of these moves that lead to different states."""
    chosen: dict[str, Any] = {}
    for move in moves:
        chosen.setdefault(_after(world, seat, move), move)
        if len(chosen) == most:
            break
    return list(chosen.values())


def _after(world: State[Any], seat: int, move: Any) -> str:
    state = world.copy()
    state.apply(seat, move)
    return state.digest()


def _promising(playouts: Playouts, view: Any, legal: Sequence[Any], name: str) -> Iterator[Any]:
    """What the game's heuristic plays, what looks best right now, what the heuristic plays next best, and the rest."""
    adviser = playouts.adviser(name)
    first = adviser.choose(view, legal)
    yield first
    worth = playouts.setup.game.prospects(playouts.setup, view, legal)
    order = sorted(range(len(legal)), key=lambda number: -worth[number])
    looks = legal[order[0]]
    yield looks
    others = [move for move in legal if move not in (first, looks)]
    if others:
        second = adviser.choose(view, others)
        if second in others:  # it may answer with a legal move that is not listed
            yield second
    yield from [legal[number] for number in order[1:]]
