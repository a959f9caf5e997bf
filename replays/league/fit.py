"""The strengths that make comparisons most likely: the model of Bradley and Terry, by Newton's method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.replays.league.arrays import np

if TYPE_CHECKING:
    from cityleague.replays.league.comparisons import Meetings

_CLOSE = 1e-10
"""The fit is done when no strength moves by more."""
_MOST_STEPS = 200
_STRIDE = 2.0
"""The longest step; far from the solution, the curve is not the parabola that the method takes it for."""


def chance(difference: np.ndarray) -> np.ndarray:
    """The chance to be ahead of somebody who is weaker by so much."""
    result: np.ndarray = 0.5 * (1 + np.tanh(difference / 2))
    return result


def fit(players: int, met: Meetings, added: float) -> np.ndarray:
    """The strengths of players 0 to players - 1, in natural logarithms of odds; their mean is 0.

    `added` drawn comparisons are added to each player's, spread evenly over all others. They keep everything finite.
    """
    strength = np.zeros(players)
    if players == 1:
        return strength
    likely = _likelihood(strength, met, added)
    for _ in range(_MOST_STEPS):
        slope, curve = derivatives(strength, met, added)
        step = np.linalg.solve(curve + 1 / players, slope)
        size = np.abs(step).max()
        step *= min(1.0, _STRIDE / max(size, _CLOSE))
        while (further := _likelihood(strength + step, met, added)) < likely - 1e-9 * abs(likely):
            step /= 2
        strength, likely = strength + step, further
        strength -= strength.mean()
        if size < _CLOSE:
            break
    return strength


def derivatives(strength: np.ndarray, met: Meetings, added: float) -> tuple[np.ndarray, np.ndarray]:
    """Slope of the logarithm of the likelihood, and its curvature (the information, positive)."""
    players = len(strength)
    each = added / max(1, players - 1)
    expected = chance(strength[:, None] - strength)
    curve = -each * expected * (1 - expected)
    slope = each * (0.5 - expected).sum(axis=1)  # on the diagonal 0.5: no difference
    expected = chance(strength[met.player] - strength[met.other])
    missing = met.points - met.games * expected
    slope += np.bincount(met.player, missing, players) - np.bincount(met.other, missing, players)
    weight = met.games * expected * (1 - expected)
    np.subtract.at(curve, (met.player, met.other), weight)
    np.subtract.at(curve, (met.other, met.player), weight)
    np.fill_diagonal(curve, 0)
    np.fill_diagonal(curve, -curve.sum(axis=1))
    return slope, curve


def _likelihood(strength: np.ndarray, met: Meetings, added: float) -> float:
    """The logarithm of the likelihood of all comparisons, those added too."""
    gap = strength[met.player] - strength[met.other]
    value = met.points @ gap - met.games @ np.logaddexp(0, gap)
    apart = np.abs(strength[:, None] - strength)
    value -= added / max(1, len(strength) - 1) * (apart / 2 + np.log1p(np.exp(-apart))).sum() / 2
    return float(value)
