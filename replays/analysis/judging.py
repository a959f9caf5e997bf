"""Whether a move was a mistake: found in some imagined worlds, confirmed in others.

Whoever takes the best of several moves by a few trials flatters it. So two sets of worlds decide. The first one finds a
move that seems better. The second one alone says by how much, and whether that exceeds the game's bar and what chance
and the judge explain. Nothing here knows of games: what a world says comes from a function.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from cityleague.engine.sums import portable_sum
from cityleague.replays.analysis.levels import Terms
from cityleague.replays.analysis.records import Mark

Leads = tuple[float, ...]
"""By how many points each seat leads the best of the others."""
Trial = Callable[[int, Sequence[int]], list[Leads]]
"""What the moves of these numbers lead to in the world of a number, with the same luck for all of them."""

PLAYED = 0
"""The number of the move played; all others are its rivals."""
_DOUBTED, _PASSED, _ALONE = 1.5, 2.0, 3.0
"""Standard errors: to look at a move in further worlds; to pass in the first worlds, and then in the second ones, or to
be called worse than the best; to pass in the second ones alone."""
_LEAST = 2
"""Worlds before a rival can be hopeless."""
_CHEAP = 4
"""Worlds after which a move that has cost little is not going to be called worse."""
_FUTILE = 8
"""Worlds of the second set after which it may be clear that no mark will come."""
_COMPARED = 8
"""Worlds after which a move may be called worse than the best."""
NAMES: tuple[Mark, Mark, Mark] = ("inaccuracy", "mistake", "blunder")


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    se: float

    def reaches(self, bar: float) -> bool:
        """Whether the mean may be as high as the bar: no more than two standard errors below it."""
        return self.mean + _PASSED * self.se >= bar

    def exceeds(self, bar: float, errors: float) -> bool:
        """Whether the mean is above the bar, and above 0 by more than so many standard errors."""
        return self.mean >= bar and self.mean > errors * self.se


class Judgement(NamedTuple):
    """What is said of a move."""

    best: int
    lead: float
    loss: float
    se: float
    mark: Mark | None
    worlds: int
    effects: Leads
    swings: tuple[Estimate, ...] = ()


def estimate(values: Sequence[float], own_error: float = 0.0) -> Estimate:
    """The mean of at least two values; its error does not vanish when all agree, as one more might say the opposite.

    `own_error` is that of whoever judges, which no number of values lessens.
    """
    count = len(values)
    mean = portable_sum(values) / count
    spread = portable_sum([(value - mean) ** 2 for value in values]) / (count - 1)
    return Estimate(mean, sqrt(max(spread / count, (mean / count) ** 2) + own_error**2))


def judge(trial: Trial, seat: int, moves: int, terms: Terms, usual: int | None = None) -> Judgement:
    """What the move played (number 0) has cost its seat, beside the rivals (1 to `moves` - 1).

    `usual`: the move that the bot would make, if it is to be told how leads changed beside it. It is tried in all
    worlds: to stop when it is behind would make the move played look better.
    """
    first, rivals = _Tried(seat, moves), list(range(1, moves))
    if not rivals:
        first.add([PLAYED], trial(0, [PLAYED]))
        return Judgement(PLAYED, first.lead(), 0.0, 0.0, None, 1, (0.0,) * first.seats, first.swings(usual))
    for world in range(terms.worlds):
        first.add([PLAYED, *rivals], trial(world, [PLAYED, *rivals]))
        if world + 1 >= _LEAST:
            rivals = [move for move in rivals if move == usual or first.gain(move).reaches(terms.bars[0] / 2)]
        if not rivals:
            break
    crossed = first.crossed(rivals)
    effects = tuple([portable_sum(effects) / first.worlds for effects in zip(*crossed, strict=True)])
    loss = estimate([-effects[seat] for effects in crossed], own_error=terms.judge)
    best = first.best(rivals)
    found = first.gain(best, own_error=terms.judge)
    swings = first.swings(usual, terms.judge)
    said = Judgement(best, first.lead(), loss.mean, loss.se, None, first.worlds, effects, swings)
    if best == PLAYED or not found.exceeds(terms.bars[0] / 2, _DOUBTED):
        return said
    return _confirmed(trial, seat, said, terms, passed=found.exceeds(terms.bars[0], _PASSED))


def _confirmed(trial: Trial, seat: int, said: Judgement, terms: Terms, *, passed: bool) -> Judgement:
    """The judgement by the second set of worlds, in which only the move played and the best one are tried."""
    second, pair = _Tried(seat, 2), [PLAYED, said.best]
    hopeless = False
    for world in range(terms.worlds, terms.worlds + terms.confirm):
        second.add([PLAYED, 1], trial(world, pair))
        if second.worlds == _FUTILE:
            soon = second.gain(1)
            hopeless = soon.mean + soon.se < terms.bars[0]
            if hopeless:
                break
    loss = second.gain(1)
    marked = not hopeless and loss.exceeds(terms.bars[0], _PASSED if passed else _ALONE)
    mark = mark_of(loss.mean, terms) if marked else None
    best = said.best if loss.mean > loss.se else PLAYED
    return said._replace(best=best, loss=loss.mean, se=loss.se, mark=mark, worlds=second.worlds)


def mark_of(loss: float, terms: Terms) -> Mark | None:
    """What a loss that was confirmed is called; None: nothing, as it is below all bars."""
    reached = [name for name, bar in zip(NAMES, terms.bars, strict=True) if loss >= bar]
    return reached[-1] if reached else None


def worse(trial: Trial, seat: int, moves: int, terms: Terms, most: int) -> list[int]:
    """The first of the moves 1 to `moves` - 1 that are clearly worse than number 0, in worlds that have judged none."""
    tried, others = _Tried(seat, moves), list(range(1, moves))
    first = terms.worlds + terms.confirm
    for world in range(first, first + _COMPARED):
        tried.add([PLAYED, *others], trial(world, [PLAYED, *others]))
        if tried.worlds == _CHEAP:
            others = [move for move in others if tried.cost(move, terms.judge).mean >= terms.bars[0] / 2]
        if not others:
            break
    return [move for move in others if tried.cost(move, terms.judge).exceeds(terms.bars[0] / 2, _PASSED)][:most]


class _Tried:
    """What moves have led to in the worlds so far."""

    def __init__(self, seat: int, moves: int) -> None:
        self._seat = seat
        self._leads: list[list[Leads]] = [[] for _ in range(moves)]

    @property
    def worlds(self) -> int:
        return len(self._leads[PLAYED])

    @property
    def seats(self) -> int:
        return len(self._leads[PLAYED][0])

    def add(self, moves: Sequence[int], leads: Sequence[Leads]) -> None:
        for move, brought in zip(moves, leads, strict=True):
            self._leads[move].append(brought)

    def lead(self) -> float:
        """The seat's, after the move played."""
        return portable_sum([leads[self._seat] for leads in self._leads[PLAYED]]) / self.worlds

    def gain(self, move: int, own_error: float = 0.0, without: int | None = None) -> Estimate:
        """What the seat would have gained by this move, in the same worlds, all or all but one."""
        pairs = enumerate(zip(self._leads[move], self._leads[PLAYED], strict=False))
        gains = [other[self._seat] - played[self._seat] for world, (other, played) in pairs if world != without]
        return estimate(gains, own_error)

    def cost(self, move: int, own_error: float) -> Estimate:
        """What the seat would have lost by this move."""
        gain = self.gain(move, own_error)
        return Estimate(-gain.mean, gain.se)

    def best(self, rivals: Sequence[int], without: int | None = None) -> int:
        """The move that did best; the one played unless another gained more than a standard error."""
        gains = [(self.gain(move, without=without), move) for move in rivals]
        better = [(gain.mean, -move) for gain, move in gains if gain.mean > gain.se]
        return -max(better)[1] if better else PLAYED

    def swings(self, usual: int | None, own_error: float = 0.0) -> tuple[Estimate, ...]:
        """By seat: how its lead changed by the move played beside the usual one, in the same worlds."""
        if usual is None:
            return ()
        if usual == PLAYED:
            return (Estimate(0.0, 0.0),) * self.seats
        pairs = list(zip(self._leads[PLAYED], self._leads[usual], strict=True))
        return tuple([
            estimate([played[seat] - other[seat] for played, other in pairs], own_error) for seat in range(self.seats)
        ])  # fmt: skip

    def crossed(self, rivals: Sequence[int]) -> list[Leads]:
        """By world: what the move played did to each seat's lead, beside the move that all other worlds say is the
        best. So nothing is flattered by the picking."""
        found = []
        for world, played in enumerate(self._leads[PLAYED]):
            best = self._leads[self.best(rivals, without=world)][world]
            found.append(tuple([mine - other for mine, other in zip(played, best, strict=True)]))
        return found
