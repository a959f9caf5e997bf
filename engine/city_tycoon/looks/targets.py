"""What is tapped in City Tycoon: tiles of the hand, plants on offer, and cells of the city."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from cityleague.engine.city_tycoon import moves
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import PlantSide
from cityleague.engine.city_tycoon.looks import words
from cityleague.engine.city_tycoon.looks.picture import placing
from cityleague.engine.city_tycoon.looks.symbols import SIZE, district_symbol, owner_symbol, stocked_symbol
from cityleague.engine.city_tycoon.table import DRAFTING, SUPPLYING
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.looks.picture import Picture, Symbol, shortened
from cityleague.engine.looks.targets import SENTENCE, Target, beginning, cell_of, cell_token, keyed
from cityleague.engine.protocol import Setup


def places(_setup: Setup, _view: View, move: moves.Move) -> tuple[str, ...]:
    """A tile, and the plant that it is given for; a cell; for a cube its plant and what it crosses."""
    match move:
        case moves.Pick(tile) | moves.Sell(tile) | moves.Build(tile):
            return (f"tile {tile}",)
        case moves.Plant(tile, kind, side):
            return f"tile {tile}", f"plant {kind} {side}"
        case moves.Place(cell) | moves.Supply(cell):
            return (cell_token("cell", cell),)
        case moves.Cube(plant, path):
            return cell_token("from", plant), *[cell_token("cell", cell) for cell in path]
        case _:
            return ()


def targets(setup: Setup, view: View, picture: Picture, token: str) -> list[Target]:
    """A tile of the hand, or of those kept, while others are built; a cell, with what lies there."""
    what, _, which = token.partition(" ")
    if what == "tile":
        group = "hand " if view.stage == DRAFTING else "kept "
        return beginning(picture, f"hand {view.seat}", group, district_symbol(setup.components.districts[which]))
    if what == "plant":
        return keyed(picture, "offer", f"next {which}")
    if what == "from":
        return keyed(picture, "city", f"cubes {which}")
    x, y = cell_of(token)
    return [Target("city", None, x * SIZE, y * SIZE, SIZE, SIZE)]


def palette(setup: Setup, token: str) -> Symbol | None:
    """A tile; hands may be unseen."""
    what, _, which = token.partition(" ")
    return district_symbol(setup.components.districts[which]) if what == "tile" else None


def about(setup: Setup, view: View) -> list[Symbol]:
    """What has to be placed, or the district that is supplied."""
    box: Box = setup.components
    if view.placing:
        return [drawn for drawn, _ in placing(box, view.placing)][:1]
    cell = view.meeting and view.meeting.district
    return [district_symbol(box.districts[district.tile]) for district in view.districts if district.cell == cell]


def face(setup: Setup, view: View, token: str, legal: Sequence[moves.Move]) -> Symbol | None:
    """A district that can be supplied, or whose plant it is that gives a cube, and for what."""
    box: Box = setup.components
    if view.stage == SUPPLYING:
        names = {cell_token("cell", district.cell): district.tile for district in view.districts}
        return district_symbol(box.districts[names[token]]) if token in names else None
    plants = {cell_token("from", plant.cell): plant for plant in view.plants}
    if (plant := plants.get(token)) is None:
        return None
    cubes = box.plants[plant.kind][plant.number].side(plant.side).cubes if plant.number else len(view.money)
    ways = [move for move in legal if isinstance(move, moves.Cube) and move.plant == plant.cell]
    price = min([words.fee(box, view, cube) for cube in ways])
    drawn = stocked_symbol(plant.kind, plant.number, plant.side, PlantSide(price, cubes), plant.cubes)
    title = f"{words.plant(plant.kind, plant.number, plant.side)}: {words.COLOURS[plant.kind]} cube for {price}"
    mark = "" if plant.owner is None else owner_symbol(plant.owner, "").markup
    return drawn._replace(title=title, markup=drawn.markup + mark)


def held(setup: Setup, view: View) -> list[Symbol]:
    """The tiles that were kept before, while more are chosen."""
    return [district_symbol(setup.components.districts[name]) for name in view.kept if view.stage == DRAFTING]


def beside(view: View, names: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """What the seat can spend, or for a spectator whoever is to decide: always one line, so that no board moves."""
    seat = view.actor if view.seat is None else view.seat
    return {"city": [(shortened(names[seat], 120, 12), f"{view.money[seat]} money, {view.yellow[seat]} yellow")]}


def laid(setup: Setup, view: View, move: moves.Move) -> Symbol | None:
    """What would lie on a cell."""
    return next(iter(about(setup, view)), None) if isinstance(move, moves.Place) else None


def sentence(setup: Setup, view: View, left: Sequence[moves.Move], _up: Mapping[str, int]) -> tuple[str, str]:
    """What to do now, and what the button says."""
    box: Box = setup.components
    is_last, kinds = len(left) == 1, {type(move): 0 for move in left}
    match left[0]:
        case moves.Pick(tile):
            several = f"Choose 1 of {len(view.hand)} tiles to keep"
            return f"Keep {words.tile(box, tile)}?" if is_last else several, "Keep it"
        case moves.Place():
            return f"Place {words.placed(box, view)}{' here?' * is_last}", "Place here"
        case moves.Cube(plant) as cube:
            if is_last:
                source, price = next(built for built in view.plants if built.cell == plant), words.fee(box, view, cube)
                place = "the centre" if source.owner is None else f"plant {source.number}"
                ends = f" for {price}" if price else ", free"
                return f"Bring {words.COLOURS[source.kind]} cube from {place}{ends}?", "Bring it"
            plants = {*map(attrgetter("plant"), left)}
            return "Choose a plant for the next cube" if len(plants) > 1 else "Choose the way of the cube", "Bring it"
        case moves.Pass():
            return "Pass for now?", "Pass"
        case moves.Supply(cell, number):
            name = next(district.tile for district in view.districts if district.cell == cell)
            if is_last:
                demand = box.districts[name].demands[number]
                asked = f"Supply {name}: {words.demand_in_words(demand)}?"
                brief = f"Supply {name}: {words.takes_in_words(demand.takes)}?"
                return asked if len(asked) <= SENTENCE else brief, "Supply it"
            if moves.Pass in kinds:
                return "Choose a district to supply, or pass", "Supply it"
            if len({*map(attrgetter("district"), left)}) > 1:
                return "Choose a district to supply", "Supply it"
            return f"Choose which demand of {name} to meet", "Supply it"
        case moves.Sell(tile) if is_last:
            return f"Sell {words.tile(box, tile)} for {box.basics.sale}?", "Sell it"
        case moves.Build(tile) if is_last:
            return f"Build {words.tile(box, tile)} for {box.districts[tile].cost}?", "Build it"
        case moves.Plant(_, kind, side) if is_last:
            cost = box.plants[kind][view.next_plant[kind]].side(side).cost
            return f"Buy the {side} {kind} plant for {cost}?", "Buy it"
    names = {*map(attrgetter("tile"), left)}
    verbs = " or ".join([verb for kind, verb in ((moves.Build, "build"), (moves.Sell, "sell")) if kind in kinds])
    if len(names) > 1:
        if moves.Plant not in kinds:
            return f"Choose a tile to {verbs}", "Choose"
        return "Choose a tile or a plant" if verbs else "Choose the tile to discard for the plant", "Choose"
    other = ", or choose a plant" if moves.Plant in kinds else ""
    return f"{verbs.capitalize()} {names.pop()}{other}" if verbs else "Choose a plant", "Choose"
