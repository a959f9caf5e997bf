"""What the tricks of several games share: the heuristic with a plan, with other judges, and with other parameters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import fields
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Bot, Setup

Trick = Callable[[Setup, Stream, Mapping[str, str]], Bot]
"""It makes a bot for a seat."""


def planner(heuristic: Any, plan: Callable[[Any, int, Any], float]) -> Trick:
    """The heuristic with a plan, which says of a table, a seat and a move how good that is.

    The heuristic chooses of the moves that are best by the plan.
    """

    class Planner(heuristic):  # type: ignore[misc]  # of any game
        def choose_at(self, state: Any, seat: int, legal: Sequence[Any]) -> Any:
            liked = [plan(state.table, seat, move) for move in legal]
            left = [move for move, value in zip(legal, liked, strict=True) if value == max(liked)]
            return super().choose_at(state, seat, left)

    return Planner


def exchanged(heuristic: Any, judge: str, stages: Collection[str] = (), moves: Any = ()) -> Trick:
    """The heuristic; but at these stages, or where one of these moves can be made, the judge chooses.

    `first` and `last` take a move by its place in the list, `greedy` what brings most at once, `random` any.
    """

    class Exchanged(heuristic):  # type: ignore[misc]  # of any game
        def choose_at(self, state: Any, seat: int, legal: Sequence[Any]) -> Any:
            if not (state.table.stage in stages or any(isinstance(move, moves) for move in legal)):
                return super().choose_at(state, seat, legal)
            if judge in {"first", "last"}:
                return legal[0 if judge == "first" else -1]
            if judge == "random":
                return self._stream.choice(legal)
            return best(legal, self._setup.game.prospects(self._setup, state.view(seat), legal), self._stream)

    return Exchanged


def ends(heuristic: Any) -> dict[str, Trick]:
    """The bot with one of its parameters at either end of its range, by parameter and value; of a choice, each word."""

    def told(setup: Setup, stream: Stream, _: Mapping[str, str], name: str, value: str) -> Bot:
        bot: Bot = heuristic(setup, stream, {name: value})
        return bot

    return {
        f"{known.name}={value}": partial(told, name=known.name, value=str(value))
        for known in fields(heuristic.parameters)
        for value in known.values or (known.low, known.high)
    }
