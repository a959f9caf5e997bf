"""Plans a clever player of Card City XL would try against machines: the heuristic plays all that a plan leaves open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cityleague.engine.card_city_xl.bots.heuristic import Heuristic
from cityleague.engine.card_city_xl.moves import Build, Buy, Develop, Divide, Move, Show, Take
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import LotView, lots_of

from .planning import Trick, ends, exchanged, planner

Plan = Callable[[CardCityTable, int, Move], float]
"""How good a move is by a plan; the heuristic chooses of those that are best."""


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

TRICKS: dict[str, Trick] = {
    **{name: planner(Heuristic, plan) for name, plan in PLANS.items()},
    **{
        f"{judge} {name}": exchanged(Heuristic, judge, moves=moves)
        for judge in ("greedy", "random")
        for name, moves in PHASES.items()
    },
    **ends(Heuristic),
}
"""By name: the bot that plays a trick."""
