"""The outlook of the industry and commerce victories, in which cards of one colour and car parks count."""

from __future__ import annotations

from cityleague.engine.card_city_xl.bots.evaluation import Position, counted_cards, empty_cells, pollution
from cityleague.engine.card_city_xl.bots.outlook import Horizon, Outlook
from cityleague.engine.card_city_xl.cards import COMMERCE, INDUSTRY, LEISURE, PARKING, RESIDENTIAL, faces

COVERED = 0.57
"""What each other card counts against that is likely to take an empty cell beside the colour."""
FAR = 0.34
"""An empty cell that does not touch the colour yet, as far as cards of the colour may still come."""
HOMES = 0.55
"""For how many cells a residential card is likely to come that can be built there."""
PLACE = 0.23
"""A card of the colour to come that finds a cell."""
CARD = 0.15
"""A card that counts for size and will be allowed."""
MONEY = 0.0095
"""A $ at the end, which breaks ties, and pays for more on the way."""
SAVED = 0.5
"""The part of the income to come that pays for leisure."""


class Cards(Outlook):
    """Cards of the colour, car parks, and empty cells beside the colour."""

    smog = -0.27  # it takes a cell

    def __init__(self, ahead: Horizon) -> None:
        super().__init__(ahead)
        industry = self.setting.options.victory == "industry"
        self._colour, self._other = (INDUSTRY, COMMERCE) if industry else (COMMERCE, INDUSTRY)
        self._name = "industry" if industry else "commerce"

    def promise(self, now: Position) -> float:
        """The likely final score, apart from a constant that is the same for all positions."""
        city, planes = now.city, now.city.planes
        joined = city.joined()
        own = joined & (now.land | city.board.suburbs)
        value = counted_cards(city, planes[self._colour] & own) + counted_cards(city, planes[PARKING] & own)
        built = self.allowed(now, self.sized)
        value += CARD * built
        pay = self.income(now)
        empty, near = empty_cells(now, city.faced(planes[self._colour] & joined, self._colour))
        useless = self._useless(now, pay) * (built / self.sized if self.sized else 1.0)
        far = empty - near
        more = self.expected[self._colour]
        value += near - COVERED * max(0.0, useless - far) + FAR * min(max(0.0, far - useless), 2 * more)
        sites = self._sites(now, self._name)
        value += PLACE * min(more, sites / 2)
        if self.rounds:
            value += MONEY * (now.money + pay * self.paydays)
        if self.setting.ecological:
            value += pollution(now, self.setting)
        return value

    def _useless(self, now: Position, pay: int) -> float:
        """How many cards are likely to be built that only take cells."""
        homes = min(self.expected[RESIDENTIAL], HOMES * self._sites(now, "residential"))
        leisure = min(self.expected[LEISURE], self.leisure(now, SAVED * pay * self.rounds))
        return homes + leisure + self.expected[self._other]

    def _sites(self, now: Position, card: str) -> int:
        ground = now.city.ground
        return ground.unshunned(faces(card, now.city.board.sides)[0], now.sites).bit_count()
