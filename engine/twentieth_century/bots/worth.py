"""What things are worth in points, besides what they score now."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.twentieth_century.components import BONUS_ROUNDS
from cityleague.engine.twentieth_century.figures import BonusLine, Good
from cityleague.engine.twentieth_century.table import Table


class Weights(NamedTuple):
    """What counts how much, in points."""

    coin: float
    science: float
    """Now."""
    coins: float
    sciences: float
    """One in each round to come."""
    rounds: float
    """How often cities yield from now on."""
    citizen: float
    """A city without a citizen: of what it yields, as much as will come true."""
    garbage: float
    """New garbage: of what it would cost at the end, as much as will come true."""
    marker: float
    """A field of the pollution track."""
    start: float
    """To be start player."""
    hope: float
    """To buy other land at the minimum: of what it brings, as much as will come true."""
    haste: float
    """To buy a technology before the others: of what it brings, as much as would be lost later."""
    bonus: float
    """Points of a bonus card that is not scored in this round: as much as will come true."""


MYOPIC = Weights(
    coin=0.3, science=0.25, coins=0.3, sciences=0.25, rounds=1.0, citizen=0.1, garbage=0.5, marker=1.0, start=0.0,
    hope=1.0, haste=0.0, bonus=0.0,
)  # fmt: skip
"""This round alone: what cities yield once, no bonus to come, no thought of other technologies."""


class Worth:
    """What things are worth to a seat in points, by weights, with the bonus cards that are still to be scored."""

    def __init__(self, table: Table, seat: int, weights: Weights) -> None:
        self.clean: float = table.box.pollution.clean_land[table.pollution[seat]]
        """Land without garbage."""
        self.yielded: dict[Good, float] = {
            "coins": weights.coins,
            "science": weights.sciences,
            "prosperity": weights.rounds,
        }
        """One more of a good in each round to come."""
        self.plant = 0.0
        """A recycling plant with a citizen, besides what it removes."""
        self.cube = 0.0
        """A cube of garbage, wherever it lies."""
        for number, name in zip(BONUS_ROUNDS, table.bonus_cards, strict=False):
            if table.round <= number:
                share = 1.0 if table.round == number else weights.bonus
                for line in table.box.bonus[name].lines:
                    self._bonus(line, share, number - table.round + 1)

    def _bonus(self, line: BonusLine, share: float, rounds: int) -> None:
        """Add what a line of a bonus card is worth that is scored after so many rounds."""
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
