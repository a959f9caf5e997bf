"""Plans a clever player of 20th Century would try against machines: the heuristic, with some of its moves fixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cityleague.engine.twentieth_century.bots.evaluation import MYOPIC, Judge
from cityleague.engine.twentieth_century.bots.heuristic import Heuristic
from cityleague.engine.twentieth_century.moves import Bid, Buy, Choose, Contain, Decline, Drop, Move, Pass
from cityleague.engine.twentieth_century.table import BIDDING, BUYING, CHOOSING, CONTAINING, OPENING, CenturyTable

from .planning import Trick, ends


class Planner(Heuristic):
    """The heuristic, where its plan leaves it a choice."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        """The moves that fit the plan; none: it says nothing here."""
        raise NotImplementedError

    def _choose(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> Any:
        return super()._choose(table, seat, self.planned(table, seat, legal) or legal)


def of(legal: Sequence[Move], *kinds: type[Move]) -> list[Move]:
    """The moves of these kinds."""
    return [move for move in legal if isinstance(move, kinds)]


def bids(legal: Sequence[Move], most: float) -> list[Move]:
    """The bids up to so many coins."""
    return [move for move in legal if isinstance(move, Bid) and move.coins <= most]


class NeverRaise(Planner):
    """Passes whenever somebody else has bid."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return of(legal, Pass)


class Keep(Planner):
    """Never drops out while it can put up land."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return of(legal, Choose)


class DropAtOnce(Planner):
    """Takes the compensation and the first technology."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return of(legal, Drop)


class RaiseByOne(Planner):
    """Raises by one coin, as long as the land is worth the coins, whatever else they would buy."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        if table.stage != BIDDING or table.chosen is None:
            return []
        judge = self._judge(table, seat)
        worth = judge.land(table.chosen) / judge.weights.coin
        return bids(legal, min(worth, table.highest + 1)) or of(legal, Pass)


class Ceiling(Planner):
    """Never bids more than one coin above the minimum."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return [*bids(legal, table.minimum + 1), *of(legal, Pass)]


class AlwaysRaise(Planner):
    """Raises by one coin, up to four above the minimum."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return bids(legal, min(table.highest + 1, table.minimum + 4)) if table.stage == BIDDING else []


class Jump(Planner):
    """Bids at once as much as it would in the end, to scare others away."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        if table.stage != BIDDING:
            return []
        values = dict(zip(legal, self._judge(table, seat).values(legal), strict=True))
        return [move for move in of(legal, Bid) if values[move] > values[Pass()]][-1:] or of(legal, Pass)


class BestFirst(Planner):
    """Puts up the best land first."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        judge = self._judge(table, seat)
        return sorted(of(legal, Choose), key=lambda move: judge.land(getattr(move, "tile", "")))[-1:]


class OnlyTwo(Planner):
    """Buys at most two tiles a round, and drops out for a cheap technology."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return (of(legal, Pass) or of(legal, Drop)) if table.bought[seat] > 1 else []


class NoTechnology(Planner):
    """Never buys a technology."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return of(legal, Decline)


class TechnologyFirst(Planner):
    """Drops out as soon as it can pay a technology, which it buys."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        if table.stage == BUYING:
            return of(legal, Buy)
        return of(legal, Drop) if table.science[seat] >= table.price else []


class DenyLeader(Planner):
    """Outbids whoever has most points, up to four coins above the minimum."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        points = [account.points for account in table.accounts]
        leads = table.leader is not None and points[table.leader] == max(points)
        return bids(legal, min(table.highest + 1, table.minimum + 4)) if leads else []


class WaitForThem(Planner):
    """Passes until at most one other is still in."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return of(legal, Pass) if sum(table.in_round) > 2 else []


class SaveFirst(Planner):
    """Does not bid against others in rounds I and II, and is rich later."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return of(legal, Pass) if table.round <= 2 else []


class CheapDamage(Planner):
    """Bids at most one science for a column of the damage card."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return [move for move in legal if isinstance(move, Contain) and move.science <= 1]


class GreedyAuctions(Planner):
    """Is greedy until all land is sold, and plans then."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        if table.stage not in {CHOOSING, OPENING, BIDDING}:
            return []
        values = Judge(table, seat, MYOPIC).values(legal)
        return [move for move, value in zip(legal, values, strict=True) if value == max(values)]


class RandomDamage(Planner):
    """Takes damage as it comes."""

    def planned(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> list[Move]:
        return [self._stream.choice(legal)] if table.stage == CONTAINING else []


PLANS = (
    NeverRaise, Keep, DropAtOnce, RaiseByOne, Ceiling, AlwaysRaise, Jump, BestFirst, OnlyTwo, NoTechnology,
    TechnologyFirst, DenyLeader, WaitForThem, SaveFirst, CheapDamage, GreedyAuctions, RandomDamage,
)  # fmt: skip

TRICKS: dict[str, Trick] = {**{plan.__name__: plan for plan in PLANS}, **ends(Heuristic)}
"""By name."""
