"""The table: all data of a game in progress."""

from collections import Counter

from backyards.components import Box
from backyards.moves import Options
from backyards.scoring import WIDTH
from cityleague.engine import course
from cityleague.engine.protocol import OptionsError

SEATS = range(2, 5)
FIRST_HAND = 3
DEALING, LAYING = "dealing", "laying"


class Table(course.Table):
    """A game's data."""

    shared = ("box", "rounds")  # as many rounds as a yard has cells
    nested = ("hands", "yards")  # by seat: its tiles, sorted; its yard by cell, with an empty text where it is free
    __slots__ = shared + nested

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        super().__init__(seats, SEATS, DEALING)
        self.rounds = WIDTH * options.depth
        self.box = box
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.yards = [[""] * self.rounds for _ in range(seats)]
        if len(box.tiles) < seats * (FIRST_HAND + self.rounds - 1):
            raise OptionsError(f"the components have too few tiles for {seats} players")

    @property
    def bag(self) -> list[str]:
        """The tiles that have not been drawn yet."""
        drawn = [tile for place in (*self.hands, *self.yards) for tile in place]
        return [*(Counter(self.box.tiles) - Counter(drawn)).elements()]

    def plain(self) -> object:
        """All that tells two tables apart; the bag follows from it."""
        return [self.stage, self.round, self.actor, self.hands, self.yards]
