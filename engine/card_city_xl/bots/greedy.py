"""How good moves look right now: what `greedy` maximises."""

from collections.abc import Sequence

from cityleague.engine.card_city_xl import scoring
from cityleague.engine.card_city_xl.bots.evaluation import (
    Gains,
    Position,
    added,
    empty_within,
    points,
    position,
    residents,
)
from cityleague.engine.card_city_xl.cards import PARK, RESIDENTIAL, SMOG, Face
from cityleague.engine.card_city_xl.growth import grown_points
from cityleague.engine.card_city_xl.moves import Divide, Move, Offer, Return, Take
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import LotView, View, lots_of, table_of
from cityleague.engine.protocol import Setup


def prospects(setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """How good each move looks to the seat with this view."""
    assert view.seat is not None
    return _prospects(table_of(setup, view), view.seat, legal)


def prospects_at(state: CardCityState, seat: int, legal: Sequence[Move]) -> list[float]:
    """The same, of what the seat may know of the state."""
    return _prospects(state.table, seat, legal)


def _prospects(table: CardCityTable, seat: int, legal: Sequence[Move]) -> list[float]:
    """The points that a card adds to the score as it stands; for lots, what their cards would add one by one.

    A divider looks at the worse lot, as the other one may be taken. An offer of money is never good. A move without
    effect on the score counts 0.
    """
    now = position(table, seat)
    gains = Scores(table, now)
    values = []
    for move in legal:
        if (addition := added(table, now, move)) is not None:
            values.append(gains.after(*addition) - gains.before)
        elif isinstance(move, Take):
            lot: LotView = getattr(lots_of(table.divisions[-1], seat), move.lot)
            cards = gains.average([*lot.open, *lot.hidden])
            values.append(table.setting.share * cards + lot.money / scoring.POINT_PRICE)
        elif isinstance(move, Divide):
            lot_cards = [*move.open, *move.hidden]
            rest = list(table.pool)
            for card in lot_cards:
                rest.remove(card)
            values.append(min(gains.average(lot_cards), gains.average(rest)))
        elif isinstance(move, Return):
            values.append(-gains.of_card(move.card))
        elif isinstance(move, Offer):
            values.append(-float(move.first + move.second))
        else:
            values.append(0.0)
    return values


class Scores(Gains):
    """What single cards would add to the score as it stands."""

    def __init__(self, table: CardCityTable, now: Position) -> None:
        at = table.setting
        super().__init__(at, now, lambda position: points(position, at))
        city = now.city
        self._quickly = at.options.victory == "residents" and not at.ecological and not city.split_cells
        self._residents = self._smog = self._green = 0
        if self._quickly:
            self._residents = residents(now)
            self._smog = scoring.SMOG_POINTS * (city.planes[SMOG] & now.land).bit_count()
            self._green = city.board.grid.neighbours(city.planes[PARK])
        self._emptied: dict[int, int] = {}
        """By cell, as far as asked for: the points of the cells that a card there leaves empty, unless it is a park."""

    def after(self, face: Face, cell: int, price: int) -> float:
        """The score with one more card, on a cell of the seat's own land.

        Greedy bots ask for hundreds of scores in a decision. In the usual game a whole card changes few of their terms,
        so these are worked out without another city.
        """
        if not self._quickly or face.kind.split:
            return points(self._now.with_card(face, cell, price), self._setting)
        colour = face.kind.colours[0]
        lived = self._joined(cell) if colour == RESIDENTIAL else self._residents
        money = (self._now.money - price) // scoring.POINT_PRICE
        smog = self._smog + scoring.SMOG_POINTS * (colour == SMOG)
        if colour == PARK:
            return lived + money + smog + self._empty(cell, self._green | self._now.city.board.halo[cell])
        if cell not in self._emptied:
            self._emptied[cell] = self._empty(cell, self._green)
        return lived + money + smog + self._emptied[cell]

    def _joined(self, cell: int) -> int:
        """The points of the residential districts with a card there, which joins those beside it."""
        city = self._now.city
        halo, joined, apart = city.board.halo[cell], cell, []
        for district in city.districts[RESIDENTIAL]:
            if district & halo:
                joined |= district
            else:
                apart.append(district)
        return grown_points((*apart, joined), self._now.land, city.board.suburbs)

    def _empty(self, cell: int, green: int) -> int:
        """The points of the cells that are empty with a card there. `green`: the cells beside parks."""
        board, ground = self._now.city.board, self._now.city.ground
        inner = self._now.land & ~ground.covered & ~cell
        size, beside = empty_within(board, ground.frames & board.frames_with[cell], inner, green)
        return scoring.EMPTY * (size - beside) + scoring.EMPTY_BESIDE_PARK * beside
