"""What a seat gets at the end of a game."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from cityleague.engine.scoring import Sheet, ranks

Reward = Literal["rank", "margin", "score"]


def _rank(sheets: Sequence[Sheet]) -> list[float]:
    """1 for the first place, 0 for the last; tied seats share theirs. Alone: 1, or 0 for a game that is lost."""
    if len(sheets) == 1:
        return [0.0 if sheets[0].last else 1.0]
    order = ranks(sheets)
    behind = [sum([other > rank for other in order]) + (order.count(rank) - 1) / 2 for rank in order]
    return [worse / (len(order) - 1) for worse in behind]


def _score(sheets: Sequence[Sheet]) -> list[float]:
    """The points; a seat that comes last whatever it has is a point below all others. Alone: -1 for a lost game."""
    lowest = min([sheet.total for sheet in sheets]) if len(sheets) > 1 else 0
    return [float(lowest - 1 if sheet.last else sheet.total) for sheet in sheets]


def _margin(sheets: Sequence[Sheet]) -> list[float]:
    """Points of lead over the best of the others; alone: the points."""
    totals = _score(sheets)
    if len(totals) == 1:
        return totals
    return [total - max([*totals[:seat], *totals[seat + 1 :]]) for seat, total in enumerate(totals)]


def ending(sheets: Sequence[Sheet]) -> dict[str, Any]:
    """What `info` tells at the end: scores and ranks by seat, and who has won; -1 if nobody has alone."""
    order = ranks(sheets)
    won = order.count(1) == 1 and not (len(sheets) == 1 and sheets[0].last)
    return {"scores": [sheet.total for sheet in sheets], "ranks": order, "winner": order.index(1) if won else -1}


def illegal(reward: Reward) -> float:
    """For an illegal action: the last place, or fewer points than any game brings, so that it never pays."""
    return 0.0 if reward == "rank" else -1000.0


REWARDS: dict[Reward, Callable[[Sequence[Sheet]], list[float]]] = {"rank": _rank, "margin": _margin, "score": _score}
