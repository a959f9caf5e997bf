"""A hint for a player: the move that an analysis at level `normal` would call the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cityleague.engine.protocol import Setup, State
from cityleague.replays.analysis.game import Analyst, Task
from cityleague.replays.analysis.levels import terms_of
from cityleague.replays.analysis.playouts import Playouts
from cityleague.replays.analysis.records import Judged


def hint(setup: Setup, state: State[Any], seat: int, name: str, forfeited: Sequence[int] = ()) -> Any:
    """A move for a seat that is due; nothing decides it but what the seat can know, and the name.

    It is what the game's heuristic plays, unless another move is better by more than chance explains.
    """
    terms = terms_of(setup.game.name)
    playouts = Playouts(setup, name, terms, forfeited)
    first = playouts.adviser("hint").choose(state.view(seat), state.legal(seat))
    said = Analyst(None, playouts, terms, lessons=False).say(Task(Judged, 0, 0, state, seat, first))
    assert isinstance(said, Judged)
    return msgspec.convert(said.best, setup.game.moves) if said.mark else first
