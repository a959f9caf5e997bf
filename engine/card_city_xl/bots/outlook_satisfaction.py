"""The outlook of the satisfaction victory, in which residential districts need leisure, parking and commerce."""

from cityleague.engine.card_city_xl import scoring
from cityleague.engine.card_city_xl.bots.evaluation import NEEDS, Position, pollution
from cityleague.engine.card_city_xl.bots.outlook import Horizon, Outlook, Tastes, layers, worth_on
from cityleague.engine.card_city_xl.cards import LEISURE, PARK, RESIDENTIAL, SMOG, faces

PROMISES = (0.52, 1.25, 2.03)
"""What a district promises of whose needs 0, 1, 2 are met, while there is a free cell for each of the others."""
GREEN = 0.52
"""The part of what a park adds that is likely to come where there is room for one."""
UNHURRIED = 8
"""With so many cards to come, all of a promise may come true."""
LEISURE_CARD = 1.14
"""A leisure card that is likely to be built."""
DOUBT = 0.28
"""With so many leisure cards likely, a district without one has an even chance to get it."""
BESIDE_TWO, BESIDE_THREE = 0.66, 1.59
"""A cell for leisure that two or three districts are waiting for."""
SITES = (0.11, 0.24, 0.62, 1.49)
"""A cell for a residential card to come, by how many of its needs are met there."""
CARD = 0.48
"""A card that counts for size and will be allowed."""
CASH = 0.067
"""A $ that the next three purchases can be paid with."""
PAYDAY = 0.19
"""A $ of the income to come, in $ there are."""
SAVED = 0.38
"""The part of the income to come that pays for leisure."""
DIRTY, DIRT = -10.0, -0.1
"""Too much pollution to be paid off, and each 1 % above what is tolerated."""


class Satisfaction(Outlook):
    """Districts whose needs are met, and those whose needs may yet be."""

    smog = -1.3  # it spoils the districts that touch it

    def __init__(self, ahead: Horizon, tastes: Tastes) -> None:
        super().__init__(ahead, tastes)
        self._promises = [tastes.growth * promise for promise in PROMISES]
        self._site_worths = [tastes.site * worth for worth in reversed(SITES)]
        self._beside_two, self._beside_three = tastes.site * BESIDE_TWO, tastes.site * BESIDE_THREE
        self._card, self._leisure_card = tastes.card * CARD, tastes.leisure * LEISURE_CARD
        self._cash = tastes.money * CASH

    def promise(self, now: Position) -> float:
        """The likely final score, apart from a constant that is the same for all positions."""
        pay = self.income(now)
        leisure = self.leisure(now, SAVED * pay * (self.paydays - 1))
        value = self._districts(now, leisure) + self._leisure_card * leisure + self._sites(now)
        value += self._card * self.allowed(now, self.sized)
        if self.rounds:
            wanted = 5 * min(self.expected[LEISURE] + self.setting.green, 3)
            value += self._cash * min(now.money + PAYDAY * pay * self.rounds, wanted)
        if self.setting.ecological:
            excess = max(0, pollution(now, self.setting) - scoring.TOLERATED)
            if excess * scoring.POINT_PRICE > now.money + pay * self.paydays:
                value += DIRTY - excess
            value += DIRT * excess
        return value

    def _districts(self, now: Position, leisure: float) -> float:
        """The districts as they are, and what they may become."""
        city, land = now.city, now.land
        estate = land | city.board.suburbs
        joined = city.joined()
        free = now.sites
        unserved = []
        value = 0.0
        for district in city.districts[RESIDENTIAL]:
            if not district & land or city.touched(district, RESIDENTIAL, SMOG):
                continue
            met = [bool(city.touched(district, RESIDENTIAL, colour) & joined) for colour in NEEDS]
            beside = city.districts[RESIDENTIAL][district] & free
            if not met[0]:
                unserved.append(beside)
            promise = self._promise(sum(met), bool(city.touched(district, RESIDENTIAL, PARK)), beside.bit_count())
            if not met[0] and promise:
                promise *= leisure / (leisure + DOUBT)
            value += promise * (district & estate).bit_count() / district.bit_count()
        waiting = layers(unserved)
        return value + worth_on(leisure, (waiting.thrice, self._beside_three), (waiting.twice, self._beside_two))

    def _promise(self, met: int, green: bool, beside: int) -> float:
        """What a district is worth, or may become, with so many needs met and so many free cells beside it."""
        time = min(1.0, self.cards / UNHURRIED)
        more = GREEN * time
        if met == len(NEEDS):
            if green:
                return scoring.SATISFIED_BESIDE_PARK
            room = beside > 0 and self.setting.green
            return scoring.SATISFIED + (scoring.SATISFIED_BESIDE_PARK - scoring.SATISFIED) * more * room
        if beside < len(NEEDS) - met:
            return 0.0
        return self._promises[met] * time + green * more

    def _sites(self, now: Position) -> float:
        """The cells for residential cards to come."""
        city, board = now.city, now.city.board
        joined = city.joined()
        free = now.sites
        sites = city.ground.without_clash(faces("residential", board.sides)[0], free)
        sites &= ~board.grid.neighbours(city.planes[SMOG])
        met = layers([board.grid.neighbours(city.planes[colour] & joined) for colour in NEEDS])
        choices = (met.thrice, met.twice, met.once, sites)
        return worth_on(
            self.expected[RESIDENTIAL],
            *[(sites & cells, value) for cells, value in zip(choices, self._site_worths, strict=True)],
        )
