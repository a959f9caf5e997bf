"""A game of City Tycoon as text: the players, the city, the tiles in hand, and the tiles in the city by owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.boards.grid import place_name
from cityleague.engine.city_tycoon import table
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import Demand, Takes
from cityleague.engine.city_tycoon.looks import text_map
from cityleague.engine.city_tycoon.looks.words import counted, gains, reward_in_words
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.looks.text import WIDTH, Seats, aligned, wrapped
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN

_INDENT = 6

_DUE = {
    table.ORDERING: "chance brings the turn order",
    table.DEALING: "chance brings districts",
    table.BUILDING: "to sell, to build, or to take a plant",
    table.SUPPLYING: "to supply a district, or to pass",
}
_LEGEND = (*text_map.LEGEND, "r red cubes (electricity)  b blue (water)  y yellow; points are without money")


def draw(setup: Setup, view: View, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table as text, at most `width` columns wide."""
    seats = Seats(setup.seats, names)
    box: Box = setup.components
    city = text_map.picture(text_map.cell_texts(view), width)
    above = [*_heading(box, view, seats), "", *_players(view, seats), ""]
    below = ["", *_held(box, view, seats), *_plants(box, view), "", *_built(box, view, seats), *_LEGEND]
    return "\n".join([*wrapped(above, width, _INDENT), *city, *wrapped(below, width, _INDENT)])


# -- the round and the players


def _heading(box: Box, view: View, seats: Seats) -> Iterator[str]:
    """The round, the stage, and the decision that is due."""
    seen = f" (seen by {seats[view.seat]})" if view.seat is not None else ""
    yield f"round {view.round} of {table.LAST_ROUND}: {view.stage}{seen}"
    if view.stage in {table.ORDERING, table.DEALING}:
        yield _DUE[view.stage]
    elif view.stage == table.DRAFTING:
        due = [seat for seat, ready in enumerate(view.ready) if not ready]
        yield f"to pick a district: {seats.several(due)}"
    elif due_move := _due_move(box, view):
        yield f"{seats[view.actor]} {due_move}"
    if view.order:
        yield f"turn order: {', '.join([seats.short(seat) for seat in view.order])}"


def _due_move(box: Box, view: View) -> str | None:
    """The decision that the actor has to make."""
    placing, meeting = view.placing, view.meeting
    if view.stage == table.TERRAIN and placing:
        return f"to place {', then '.join(placing.terrain)}"
    if view.stage == table.PLACING and placing and placing.plant:
        kind, number, side = placing.plant
        cubes = box.plants[kind][number].side(side).cubes
        return f"to place {kind} plant {number}, {side}, {counted(cubes, 'cube')}"
    if view.stage == table.PLACING and placing:
        return f"to place district {placing.district}"
    if view.stage == table.CUBES and meeting:
        tile = next(district.tile for district in view.districts if district.cell == meeting.district)
        label, missing = text_map.labels(view)[meeting.district], Takes(meeting.red, meeting.blue)
        demand = _demand(box.districts[tile].demands[meeting.demand])
        place = f"{label} {place_name(meeting.district)}"
        return f"to bring {_takes(missing)} to {place}, for demand {meeting.demand}, {demand}"
    return _DUE.get(view.stage)


def _players(view: View, seats: Seats) -> list[str]:
    """A line for each player."""
    status = [""] * len(view.money)
    if view.stage in {table.SUPPLYING, table.CUBES}:
        status = ["passed" * passed for passed in view.passed]
    elif view.stage == table.DRAFTING:
        status = ["has picked" * ready for ready in view.ready]
    return aligned([
        (
            f"{seats.own(seat)}:",
            f"{money} money",
            counted(view.points[seat], "point"),
            f"{view.yellow[seat]} yellow",
            counted(view.unused[seat], "unused tile"),
            status[seat],
        )
        for seat, money in enumerate(view.money)
    ])  # fmt: skip


# -- districts and plants in a few words


def _takes(takes: Takes) -> str:
    counts = (takes.red, "r"), (takes.blue, "b"), (takes.yellow, "y")
    return " ".join([f"{count}{letter}" for count, letter in counts if count])


def _demand(demand: Demand) -> str:
    return f"{_takes(demand.takes)}: {' '.join(gains(demand.gives))}"


def _demands(box: Box, tile: str, met: int | None = None) -> str:
    """The demands of a district; the one met in this round is marked."""
    demands = enumerate(box.districts[tile].demands)
    return "; ".join([_demand(demand) + " (met)" * (number == met) for number, demand in demands]) or "no demand"


def _district(box: Box, tile: str) -> tuple[str, ...]:
    """A district that is not built yet: its name, cost, demands and reward."""
    if tile == UNSEEN:
        return f"  {tile}", "", "", ""
    district = box.districts[tile]
    reward = reward_in_words(district.reward, each="per")
    effects = _demands(box, tile) + (f"; at once {reward}" if reward else "")
    return f"  {tile}", district.kind, f"{district.cost} money", effects


# -- what is not in the city yet


def _held(box: Box, view: View, seats: Seats) -> Iterator[str]:
    """The tiles outside the city that the view shows: to be placed, in hand, picked, or unused."""
    lists: list[tuple[str, Sequence[str]]] = []
    if view.placing and view.placing.district:
        lists.append((f"to be placed by {seats[view.actor]}", [view.placing.district]))
    if view.seat is not None:
        lists += [
            (f"hand of {seats[view.seat]}", view.hand),
            (f"picked by {seats[view.seat]}", [view.picked] if view.picked else []),
            (f"unused tiles of {seats[view.seat]}", view.kept),
        ]
    for title, tiles in lists:
        if tiles:
            yield title
            yield from aligned([_district(box, tile) for tile in tiles])
            yield ""


def _plants(box: Box, view: View) -> Iterator[str]:
    """The next plants, and the terrain that is left."""
    yield "next plants"
    rows = []
    for kind, number in view.next_plant.items():
        if figures := box.plants[kind].get(number):
            sides = ("exhausting", figures.exhausting), ("renewing", figures.renewing)
            text = [f"{name} {side.cost} money, {counted(side.cubes, 'cube')}" for name, side in sides]
            rows.append((f"  {kind} {number}", *text))
        else:
            rows.append((f"  {kind}", "none left", ""))
    yield from aligned(rows)
    yield f"terrain left: {counted(view.terrain_left, 'tile')}"


# -- what is in the city


def _built(box: Box, view: View, seats: Seats) -> Iterator[str]:
    """The districts and plants of each player, labelled as in the picture."""
    texts = text_map.cell_texts(view)
    rows: list[list[tuple[str, ...]]] = [[] for _ in view.money]
    for district in view.districts:
        start = f"  {texts[district.cell]}", place_name(district.cell)
        rows[district.owner].append((*start, district.tile, _demands(box, district.tile, district.met)))
    for plant in view.plants:
        if plant.owner is not None:
            start = f"  {texts[plant.cell]}", place_name(plant.cell)
            cubes = f"{plant.cubes} of {counted(box.plants[plant.kind][plant.number].side(plant.side).cubes, 'cube')}"
            rows[plant.owner].append((*start, f"{plant.kind} {plant.number}", f"{plant.side}, {cubes}"))
    for seat, own in enumerate(rows):
        if own:
            yield f"built by {seats.own(seat)}"
            yield from aligned(own)
            yield ""
