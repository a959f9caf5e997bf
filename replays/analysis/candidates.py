"""Which moves are tried at a choice: the one played first, then those that promise most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cityleague.engine.protocol import State
from cityleague.replays.analysis.playouts import Playouts


def candidates(playouts: Playouts, world: State[Any], seat: int, played: Any, most: int, name: str) -> list[Any]:
    """At most so many moves of a seat in an imagined world; of those that lead to the same state there, one."""
    chosen: dict[str, Any] = {}
    for move in (played, *_promising(playouts, world.view(seat), world.legal(seat), name)):
        state = world.copy()
        state.apply(seat, move)
        chosen.setdefault(state.digest(), move)
        if len(chosen) == most:
            break
    return list(chosen.values())


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
