"""What the question about a move tells of its price."""

from __future__ import annotations

import re

from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.looks.targets import face, places, sentence
from cityleague.engine.city_tycoon.looks.words import fee
from cityleague.engine.city_tycoon.moves import Cube, Supply
from cityleague.engine.looks.targets import SENTENCE
from cityleague.engine.protocol import Decision, Setup
from cityleague.replays.serving.news import done_so_far

from .helpers import course


def test_supplying_tells_what_it_costs() -> None:
    """What a demand takes; for each cube, from where it comes, and the fees."""
    told = set[str]()
    for state, _ in course(3, "prices"):
        due = state.pending()
        if not isinstance(due, Decision):
            continue
        setup, view = Setup(GAME, GAME.options(), state.table.box, state.seats), state.view(due.seats[0])
        legal = state.legal(due.seats[0])
        for move in legal:
            words, _ = sentence(setup, view, [move], {})
            if isinstance(move, Supply):
                district = next(district.tile for district in view.districts if district.cell == move.district)
                takes = setup.components.districts[district].demands[move.demand].takes
                for count, cubes in (takes.red, "red"), (takes.blue, "blue"), (takes.yellow, "yellow"):
                    assert (f"{count} {cubes}" in words) == (count > 0)
                told.add("supply")
            if isinstance(move, Cube):
                source = next(plant for plant in view.plants if plant.cell == move.plant)
                price = fee(setup.components, view, move)
                place = "the centre" if source.owner is None else f"plant {source.number}"
                assert f"from {place}" in words
                assert words.endswith(f" for {price}?" if price else ", free?")
                told.add("paid" if price else "free")
                written = done_so_far(setup, view, [move], ["Ada", "heuristic", "greedy"], "where")
                assert len(written) <= SENTENCE
                assert re.search(r"\w\?$", written), "where words have no room, no comma is left"
                ways = [cube for cube in legal if isinstance(cube, Cube) and cube.plant == move.plant]
                least = min([fee(setup.components, view, cube) for cube in ways])
                plant, *crossed = places(setup, view, move)
                card = face(setup, view, plant, legal)
                assert card
                assert card.title.endswith(f" cube for {least}")
                assert plant not in crossed, "what is crossed gives no cube"
    assert told == {"supply", "paid", "free"}
