"""Who wins from a position, and what chance brought: by playouts from the true position, hidden hands and all."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from cityleague.engine.protocol import State
from cityleague.engine.sums import portable_sum
from cityleague.replays.analysis.judging import Estimate, estimate
from cityleague.replays.analysis.playouts import Ending, Playouts, Trunk

_Z = 1.96
"""95 %."""


def endings(playouts: Playouts, state: State[Any], name: str, times: int, *, confirming: bool = False) -> list[Ending]:
    """How a game comes out, so many times; playouts of the same name have the same luck, from any position.

    `confirming`: the bot plays on that confirms marks.
    """
    trunk = Trunk()
    return [
        playouts.play(state.copy(), f"{name}/{number}", confirming=confirming, trunk=trunk) for number in range(times)
    ]


def shares(ends: Sequence[Ending]) -> tuple[tuple[float, ...], ...]:
    """By seat: how often it came first, second, and so on."""
    return tuple([
        tuple([portable_sum(column) / len(ends) for column in zip(*seat, strict=True)])
        for seat in zip(*[end.places for end in ends], strict=True)
    ])  # fmt: skip


def tempered(won: Sequence[float], times: int) -> list[float]:
    """The shares of victories by seat, drawn towards equal ones by what so many playouts scatter by chance alone.

    Equal chances differ by chance, too: their chi-squared is `seats - 1` on average. So this part of the squared
    differences is taken for noise. Where nothing but noise is seen, all are equal.

    >>> tempered([0.5, 0.5], 24)
    [0.5, 0.5]
    >>> [round(chance, 3) for chance in tempered([1.0, 0.0], 24)]
    [0.979, 0.021]
    """
    seats = len(won)
    fair = 1 / seats
    scatter = times * seats * portable_sum([(share - fair) ** 2 for share in won])
    kept = max(0.0, 1 - (seats - 1) / scatter) if scatter else 0.0
    return [fair + kept * (share - fair) for share in won]


def band(share: float, chance: float, times: int) -> tuple[float, float]:
    """Wilson's interval for the share that so many playouts have shown, as far as needed to hold the chance told.

    When all agree, it does not vanish; of a result (0 playouts) it does.

    >>> [round(bound, 2) for bound in band(1.0, 0.98, 24)]
    [0.86, 1.0]
    """
    if not times:
        return share, share
    middle = (share + _Z**2 / (2 * times)) / (1 + _Z**2 / times)
    reach = _Z * sqrt(share * (1 - share) / times + (_Z / times) ** 2 / 4) / (1 + _Z**2 / times)
    return max(0.0, min(middle - reach, chance)), min(1.0, max(middle + reach, chance))


def mean_leads(ends: Sequence[Ending]) -> list[float]:
    """By seat: its lead, on average."""
    return [portable_sum(leads) / len(ends) for leads in _by_seat(ends)]


def luck(before: Sequence[Ending], after: Sequence[Ending]) -> list[Estimate]:
    """By seat: how much more lead there is after a draw than before it, with the error of so few playouts."""
    return [
        estimate([late - early for early, late in zip(earlier, later, strict=True)])
        for earlier, later in zip(_by_seat(before), _by_seat(after), strict=True)
    ]


def _by_seat(ends: Sequence[Ending]) -> list[tuple[float, ...]]:
    return list(zip(*[end.leads for end in ends], strict=True))
