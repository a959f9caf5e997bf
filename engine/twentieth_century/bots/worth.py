"""The worth of yields, land and garbage in points, beyond what they score now."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.twentieth_century.components import BONUS_ROUNDS
from cityleague.engine.twentieth_century.figures import BonusLine, Good
from cityleague.engine.twentieth_century.table import CenturyTable


class Weights(NamedTuple):
    """The weights of the evaluation, in points."""

    coin: float
    science: float
    """A coin, or a science, in hand now."""
    coins: float
    sciences: float
    """One more coin, or science, in each round to come."""
    rounds: float
    """How often cities yield from now on."""
    citizen: float
    """A city without a citizen: the share of its yields that is expected."""
    garbage: float
    """New garbage: the share of its cost at the end that is expected."""
    marker: float
    """A field of the pollution track."""
    start: float
    """Being start player."""
    bonus: float
    """A bonus card for a later round: the share of its points that is expected."""


MYOPIC = Weights(
    coin=0.3, science=0.25, coins=0.3, sciences=0.25, rounds=1.0, citizen=0.1, garbage=0.5, marker=1.0, start=0.0,
    bonus=0.0,
)  # fmt: skip
"""Weights for this round alone: yields count once, and later bonus cards and technologies do not count."""


class Worth:
    """The worth of yields, land and garbage to a seat, in points, with the bonus cards still to be scored."""

    def __init__(self, table: CenturyTable, seat: int, weights: Weights) -> None:
        self.clean: float = table.box.pollution.clean_land[table.pollution[seat]]
        """A land tile without garbage."""
        self.yielded: dict[Good, float] = {
            "coins": weights.coins,
            "science": weights.sciences,
            "prosperity": weights.rounds,
        }
        """By good: one more in each round to come."""
        self.plant = 0.0
        """A recycling plant with a citizen, without what it removes."""
        self.cube = 0.0
        """A cube of garbage, wherever it lies."""
        for number, name in zip(BONUS_ROUNDS, table.bonus_cards, strict=False):
            if table.round <= number:
                share = 1.0 if table.round == number else weights.bonus
                for line in table.box.bonus[name].lines:
                    self._bonus(line, share, number - table.round + 1)

    def _bonus(self, line: BonusLine, share: float, rounds: int) -> None:
        """Add the worth of a line of a bonus card that will be scored in so many rounds."""
        points = share * line.points
        match line.counts:
            case "coins" | "science" | "prosperity":
                self.yielded[line.counts] += points
            case "points":
                self.yielded["prosperity"] += points * rounds
            case "clean land":
                self.clean += points
            case "clean land by pollution":
                self.clean *= 1 + points
            case "garbage":
                self.cube += points
            case "plants":
                self.plant += points
            case "flowers":
                pass
