"""Plans a clever player of Card City XL would try against machines: the heuristic plays all that a plan leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.card_city_xl.bots.greedy import prospects
from cityleague.engine.card_city_xl.bots.heuristic import Heuristic
from cityleague.engine.card_city_xl.moves import Build, Buy, Develop, Divide, Move, Show, Take
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import LotView, lots_of
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Bot, Setup

from .ends import ends

Plan = Callable[[CardCityTable, int, Move], float]
"""How good a move is by a plan; the heuristic chooses of those that are best."""


class Planner(Heuristic):
    """The heuristic, with a plan."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str], plan: Plan) -> None:
        super().__init__(setup, stream, parameters)
        self._plan = plan

    def _choose(self, table: CardCityTable, seat: int, legal: Sequence[Move]) -> Move:
        liked = [self._plan(table, seat, move) for move in legal]
        return super()._choose(table, seat, [legal[i] for i, value in enumerate(liked) if value == max(liked)])


class Exchanged(Heuristic):
    """The heuristic, but some moves are those that bring most points at once, or any."""

    def __init__(
        self, setup: Setup, stream: Stream, parameters: Mapping[str, str], moves: type[Any], greedy: bool
    ) -> None:
        super().__init__(setup, stream, parameters)
        self._moves, self._greedy = moves, greedy

    def choose_at(self, state: CardCityState, seat: int, legal: Sequence[Move]) -> Move:
        if not any(isinstance(move, self._moves) for move in legal):
            return super().choose_at(state, seat, legal)
        values = prospects(self._setup, state.view(seat), legal) if self._greedy else [0] * len(legal)
        chosen: Move = best(legal, values, self._stream)
        return chosen


def lot(table: CardCityTable, seat: int, move: Take) -> LotView:
    """A lot as far as the taker sees it."""
    seen = lots_of(table.divisions[-1], seat)
    return seen.first if move.lot == "first" else seen.second


def takes(card: str, sign: int = 1) -> Plan:
    """Takes the lot with most cards of a name, or least."""
    return lambda table, seat, move: (
        sign * [*lot(table, seat, move).open, *lot(table, seat, move).hidden].count(card)
        if isinstance(move, Take)
        else 0
    )


def builds(*cards: str) -> Plan:
    """Builds such cards first."""
    return lambda _, __, move: isinstance(move, Build) and move.card in cards


def beside(sign: int) -> Plan:
    """Builds where most cards are around, or fewest."""

    def plan(table: CardCityTable, seat: int, move: Move) -> float:
        if not isinstance(move, Build | Develop | Buy):
            return 0
        city = table.city(seat)
        return sign * (city.board.halo[city.board.bit[move.cell]] & city.ground.covered).bit_count()

    return plan


def copy(table: CardCityTable, seat: int, move: Move) -> float:
    """Builds what the seat before has built in this round."""
    before = table.ring[table.ring.index(seat) - 1]
    return isinstance(move, Build) and move.card in table.played[before]


def one_kind(_: CardCityTable, __: int, move: Move) -> float:
    """Puts equal cards together into the first lot."""
    return -len({*move.open, *move.hidden}) if isinstance(move, Divide) else 0


def mixed(_: CardCityTable, __: int, move: Move) -> float:
    """Puts different cards together into the first lot."""
    return len({*move.open, *move.hidden}) if isinstance(move, Divide) else 0


def hides(*cards: str) -> Plan:
    """Hides such cards in the lots."""

    def plan(_: CardCityTable, __: int, move: Move) -> float:
        shown = move.open if isinstance(move, Divide) else move.cards if isinstance(move, Show) else ()
        return -len([card for card in shown if card in cards])

    return plan


def thrift(table: CardCityTable, seat: int, move: Move) -> float:
    """Builds no leisure and buys nothing, where it can do something else; it keeps its money."""
    return not isinstance(move, Buy) and not (isinstance(move, Build) and move.card == "leisure")


PLANS: dict[str, Plan] = {
    "never buy": lambda _, __, move: not isinstance(move, Buy),
    "always buy": lambda _, __, move: isinstance(move, Buy),
    "thrift": thrift,
    "first lot always": lambda _, __, move: isinstance(move, Take) and move.lot == "first",
    "second lot always": lambda _, __, move: isinstance(move, Take) and move.lot == "second",
    "takes homes": takes("residential"),
    "takes shops": takes("commerce"),
    "takes industry": takes("industry"),
    "leaves industry": takes("industry", -1),
    "homes first": builds("residential"),
    "shops first": builds("commerce"),
    "industry first": builds("industry"),
    "leisure first": builds("leisure"),
    "homes last": builds("commerce", "industry", "leisure", "parking"),
    "close together": beside(1),
    "far apart": beside(-1),
    "copy": copy,
    "one kind a lot": one_kind,
    "mixed lots": mixed,
    "hides homes": hides("residential"),
    "shows homes": hides("commerce", "industry", "leisure", "parking"),
}  # fmt: skip
PHASES: dict[str, Any] = {"dividing": Divide, "taking": Take, "building": Build, "buying": Buy, "growing": Develop}

TRICKS: dict[str, Callable[[Setup, Stream, Mapping[str, str]], Bot]] = {
    **{name: partial(Planner, plan=plan) for name, plan in PLANS.items()},
    **{f"greedy {name}": partial(Exchanged, moves=moves, greedy=True) for name, moves in PHASES.items()},
    **{f"random {name}": partial(Exchanged, moves=moves, greedy=False) for name, moves in PHASES.items()},
    **ends(Heuristic),
}
"""By name: the bot that plays a trick."""
