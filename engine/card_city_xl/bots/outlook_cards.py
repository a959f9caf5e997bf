"""The outlook of the industry and commerce victories, in which cards of one colour and car parks count."""

from cityleague.engine.card_city_xl.bots.evaluation import Position, counted_cards, empty_cells, pollution
from cityleague.engine.card_city_xl.bots.outlook import Horizon, Outlook, Tastes
from cityleague.engine.card_city_xl.cards import COMMERCE, INDUSTRY, LEISURE, PARKING, RESIDENTIAL

COVERED = 0.57
"""What each other card counts against that is likely to take an empty cell beside the colour."""
FAR = 0.34
"""An empty cell that does not touch the colour yet, as far as cards of the colour may still come."""
MONEY = 0.0095
"""A $ at the end, which breaks ties, and pays for more on the way."""


class Cards(Outlook):
    """Cards of the colour, car parks, and empty cells beside the colour."""

    smog = -0.27  # it takes a cell

    def __init__(self, ahead: Horizon, tastes: Tastes) -> None:
        super().__init__(ahead, tastes)
        self._far, self._money = tastes.site * FAR, tastes.money * MONEY
        industry = self.setting.options.victory == "industry"
        self._colour, other = (INDUSTRY, COMMERCE) if industry else (COMMERCE, INDUSTRY)
        self._useless = sum([self.expected[colour] for colour in (RESIDENTIAL, LEISURE, other)])
        """How many cards are to come that only take cells."""

    def promise(self, now: Position) -> float:
        """The likely final score, apart from a constant that is the same for all positions."""
        city, colour = now.city, self._colour
        joined = city.joined()
        own = joined & (now.land | city.board.suburbs)
        value = sum([counted_cards(city, city.planes[wanted] & own) for wanted in (colour, PARKING)])
        useless = self._useless * self.allowed(now, self.sized) / self.sized if self.sized else 0.0
        empty, near = empty_cells(now, city.faced(city.planes[colour] & joined, colour))
        far = empty - near
        value += near - COVERED * max(0.0, useless - far)
        value += self._far * min(max(0.0, far - useless), 2 * self.expected[colour])
        if self.rounds:
            value += self._money * (now.money + self.income(now) * self.paydays)
        if self.setting.ecological:
            value += pollution(now, self.setting)
        return value
