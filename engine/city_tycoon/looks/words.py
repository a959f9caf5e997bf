"""City Tycoon in words: its tiles, and what a player does."""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import assert_never

from cityleague.engine.city_tycoon import moves
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import TERRAINS, Demand, District, Gives, Reward, Takes
from cityleague.engine.city_tycoon.table import TERRAIN
from cityleague.engine.city_tycoon.town import CENTRE_CELLS
from cityleague.engine.city_tycoon.view import PlacedPlant, View
from cityleague.engine.protocol import Setup
from cityleague.engine.words import counted

PLANT_LETTERS: dict[moves.PlantKind, str] = {"electric": "E", "water": "W"}
"""What boards as text show for plants."""
_CUBES = {"r": "red", "b": "blue", "y": "yellow"}
_MOST_CELLS = 3
"""A way of more cells is told by their number."""


def describe(setup: Setup, view: View, move: moves.Move, names: Sequence[str]) -> str:
    """A move in words."""
    box: Box = setup.components
    match move:
        case moves.Pick():
            return f"picks {tile(box, move.tile)}"
        case moves.Sell():
            return f"sells {tile(box, move.tile)} for {box.basics.sale} money"
        case moves.Build():
            return f"builds {tile(box, move.tile)} for {box.districts[move.tile].cost} money"
        case moves.Plant():
            number = view.next_plant[move.kind]
            cost = box.plants[move.kind][number].side(move.side).cost
            return f"gives {move.tile} and {cost} money for {plant(move.kind, number, move.side)}"
        case moves.Place():
            return f"places {placed(box, view)} at {at(move.cell)}"
        case moves.Supply():
            name = next(district.tile for district in view.districts if district.cell == move.district)
            demand = box.districts[name].demands[move.demand]
            gets = f"{takes_in_words(demand.takes)} to get {', '.join(gains(demand.gives))}"
            return f"supplies {tile(box, name)} at {at(move.district)}: {gets}"
        case moves.Cube():
            return _cube(box, view, move, names)
        case moves.Pass():
            return "passes"
        case _:
            assert_never(move)


def labels(view: View) -> dict[moves.Cell, str]:
    """By cell with a district: its owner's seat and a letter, a for the owner's first district."""
    names: dict[moves.Cell, str] = {}
    built: dict[int, int] = {}
    for district in view.districts:
        number = built.get(district.owner, 0)
        built[district.owner] = number + 1
        times, letter = divmod(number, len(ascii_lowercase))
        names[district.cell] = f"{district.owner}{ascii_lowercase[letter] * (times + 1)}"
    return names


def signs(_setup: Setup, view: View | None) -> dict[str, str]:
    """The letters of plants and cubes, and those of districts in the city for their places."""
    places = {label: at(cell) for cell, label in labels(view).items()} if view else {}
    return places | {letter: kind for kind, letter in PLANT_LETTERS.items()} | _CUBES


def placed(box: Box, view: View) -> str:
    """What the actor has to place."""
    placing = view.placing
    assert placing is not None
    if view.stage == TERRAIN:
        return {"meadow": "a meadow", "water": "water"}[placing.terrain[0]]
    if placing.plant:
        return plant(*placing.plant)
    assert placing.district is not None
    return tile(box, placing.district)


def _cube(box: Box, view: View, move: moves.Cube, names: Sequence[str]) -> str:
    source = next(plant for plant in view.plants if plant.cell == move.plant)
    price = fee(box, view, move)
    crossed = [at(cell) for cell in move.path]
    way = f", {len(crossed)} tiles" if len(crossed) > _MOST_CELLS else "".join([f"; {cell}" for cell in crossed])
    over = f" over{way[1:]}" if crossed else ""
    cost = f" for {price} money" if price else ""
    return f"brings {COLOURS[source.kind]} cube from {_of(source, view, names)}{over}{cost}"


def _of(source: PlacedPlant, view: View, names: Sequence[str]) -> str:
    """A plant that cubes come from; whose it is, is told if it is not the actor's."""
    if source.owner is None:
        return f"the centre's {source.kind} plant"
    whose = "" if source.owner == view.seat else f"{names[source.owner]}'s "
    return f"{whose}{source.kind} plant {source.number} at {at(source.cell)}"


def fee(box: Box, view: View, move: moves.Cube) -> int:
    """What it costs the actor to bring a cube: the plant and each tile crossed that are not its own."""
    owners: dict[moves.Cell, int | None] = dict.fromkeys(CENTRE_CELLS)
    owners |= {tile.cell: tile.owner for tile in view.districts}
    owners |= {tile.cell: tile.owner for tile in view.plants}
    return box.basics.fee * sum([owners[cell] != view.actor for cell in (move.plant, *move.path)])


# -- tiles

COLOURS: dict[moves.PlantKind, str] = {"electric": "a red", "water": "a blue"}
"""The cubes of plants."""


def at(cell: moves.Cell) -> str:
    """A place: `-1, 0`."""
    return f"{cell[0]}, {cell[1]}"


def tile(box: Box, name: str) -> str:
    """A district by its name and kind: `I-7 (trade)`."""
    kind = box.districts[name].kind
    return f"{name} ({kind})" if kind else name


def plant(kind: moves.PlantKind, number: int, side: moves.Side) -> str:
    """A plant by its number and side: `electric plant 3 (renewing)`."""
    return f"{kind} plant {number} ({side})"


def takes_in_words(takes: Takes) -> str:
    """The cubes that are asked for: `2 red, 1 blue`."""
    counts = (takes.red, "red"), (takes.blue, "blue"), (takes.yellow, "yellow")
    return ", ".join([f"{count} {word}" for count, word in counts if count])


def gains(gives: Gives) -> list[str]:
    """What meeting a demand brings: `9 money`, `1 point`."""
    parts = [f"{gives.money} money"] * bool(gives.money)
    parts += [counted(gives.points, "point")] * bool(gives.points)
    return parts + [f"{gives.yellow} yellow"] * bool(gives.yellow)


def demand_in_words(demand: Demand) -> str:
    """A demand: `2 red, 1 blue for 9 money`."""
    return f"{takes_in_words(demand.takes)} for {', '.join(gains(demand.gives))}"


def in_signs(demand: Demand) -> str:
    """A demand with letters for cubes: `2r 1b: 9 money`."""
    takes = (demand.takes.red, "r"), (demand.takes.blue, "b"), (demand.takes.yellow, "y")
    return f"{' '.join([f'{n}{letter}' for n, letter in takes if n])}: {' '.join(gains(demand.gives))}"


def reward_in_words(reward: Reward, each: str = "for each") -> str:
    """The instant rewards; empty if there are none."""
    parts = [counted(reward.points, "point")] * bool(reward.points)
    for terrain in TERRAINS:
        if points := reward.points_for.of(terrain):
            parts.append(f"{counted(points, 'point')} {each} {terrain} beside it")
    counts = (reward.yellow, "yellow"), (reward.meadow, "meadow"), (reward.water, "water")
    return ", ".join(parts + [f"{count} {word}" for count, word in counts if count])


def district_in_words(district: District) -> str:
    """All that stands on a district."""
    kind = f", {district.kind}" if district.kind else ""
    parts = [f"{district.name}{kind}, costs {district.cost}"]
    if reward := reward_in_words(district.reward):
        parts.append(f"at once {reward}")
    return "; ".join(parts + [demand_in_words(demand) for demand in district.demands])
