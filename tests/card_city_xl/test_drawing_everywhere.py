"""The table as text: what holds for every picture."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.view import UNKNOWN

from ..rows import daily
from .helpers import course, options, ways
from .picture import Map, check_form, city_of, city_part, draw, expected_wall, picture, written

_ALL = [(players, way) for players in range(1, 5) for way in ways(players)]
SPREAD = _ALL[::29]
"""Some ways to play, of every level, and with every variant."""
ONE_CITY = [
    (players, {"level": level, "variants": [*variants, "architect", "ecological"]})
    for players, variants in (
        (1, []),
        (1, ["suburbs"]),
        (2, ["united_city"]),
        (3, ["united_city"]),
        (4, ["united_city"]),
    )
    for level in ("simplified", "normal", "advanced")
]


def test_the_spread_is_wide_enough() -> None:
    for players in range(1, 5):
        mine = [way for number, way in SPREAD if number == players]
        assert len({way[0] for way in mine}) == 3
        assert len({variant for way in mine for variant in way[2]}) == 4


EVERY_DAY = 41
"""At every so many steps the picture is looked at, for everybody and one seat; in the exhaustive run for all seats."""


@pytest.mark.parametrize("every", daily([EVERY_DAY, 13]))
@pytest.mark.parametrize(("players", "way"), SPREAD, ids=str)
def test_pictures_fit_on_a_terminal_and_show_no_more_cards_than_the_view(players: int, way: Any, every: int) -> None:
    chosen = options(way, seating="drawn")
    for number, (state, _) in enumerate(islice(course(players, chosen, "form"), 0, None, every)):
        for seat in (None, *([number % players] if every == EVERY_DAY else range(players))):
            view = state.view(seat)
            text = draw(view, chosen, players)
            check_form(text)
            dividing = view.stage in ("dividing", "showing", "offering", "taking")
            lots = [lot for division in view.divisions for lot in (division.first, division.second)] if dividing else []
            unknown = [*view.pool, *(card for hand in view.hands for card in hand)]
            unknown += [card for lot in lots for card in lot.hidden]
            assert text.count(UNKNOWN) == unknown.count(UNKNOWN)


def with_other_secrets(state: CardCityState) -> CardCityState:
    """The same game, but everything that lies hidden is something else."""
    other = state.copy()
    table = other.table
    table.pool = ["smog" for _ in table.pool]
    for hand in table.hands:
        hand.hidden = ["smog" for _ in hand.hidden]
    table.divisions = [
        division._replace(
            first_hidden=("smog",) * len(division.first_hidden), second_hidden=("smog",) * len(division.second_hidden)
        )
        for division in table.divisions
    ]
    return other


@pytest.mark.parametrize("every", daily([23, 5]))
@pytest.mark.parametrize("level", ["simplified", "normal", "advanced"])
def test_a_spectator_sees_nothing_hidden(level: str, every: int) -> None:
    chosen = {"level": level}
    changed = 0
    for state, _ in islice(course(3, chosen, "secret"), 0, None, every):
        other = with_other_secrets(state)
        assert picture(other, chosen) == picture(state, chosen)
        changed += any(picture(other, chosen, seat) != picture(state, chosen, seat) for seat in range(3))
    assert changed


@pytest.mark.parametrize(("players", "chosen"), ONE_CITY, ids=str)
def test_pictures_show_cells_and_walls_where_they_are(players: int, chosen: dict[str, Any]) -> None:
    for state, _ in islice(course(players, chosen, "cells"), 0, None, 19):
        text = city_part(picture(state, chosen))
        shown = Map(text.splitlines())
        city = city_of(state.view(None), state, players, chosen["variants"])
        assert shown.cards() == {cell: written(city, cell) for cell in city.cards}
        assert {shown.cell(cell) for cell in [city.architect] if cell} <= {"A"}
        for cell in city.cards:
            for side, other in enumerate(city.around(cell)):
                assert shown.wall(cell, side) == expected_wall(city, cell, side, other), (cell, side)
        free = shown.empty()
        places = range(players)
        sure = {
            cell for place in places for cell in set.intersection(*city.frames(place)) if city.in_district(cell, place)
        }
        possible = {cell for place in places for cell in city.free_cells(place)}
        assert {cell for cell, mark in free.items() if mark == "·"} == sure - city.cards.keys() - {city.architect}
        assert possible <= free.keys()
        assert free.keys() <= {cell for place in places for frame in city.frames(place) for cell in frame}
        assert city.cards.keys() <= {*shown.middle}
