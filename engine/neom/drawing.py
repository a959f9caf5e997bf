"""A game of NEOM as text: the cities side by side, then the tiles to choose from and what else lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.course import OVER
from cityleague.engine.drawing import WIDTH, side_by_side, wrapped
from cityleague.engine.neom import citymap
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.figures import Cost, Disaster, Share, TileFigures
from cityleague.engine.neom.moves import Good
from cityleague.engine.neom.table import (
    ACTING,
    ANCHORS,
    BOARDS,
    DEALING,
    DISASTER,
    DRAFTING,
    GENERATIONS,
    ROUNDS,
    SWAPPING,
    Due,
)
from cityleague.engine.neom.tiles import Tile
from cityleague.engine.neom.view import View, city_of
from cityleague.engine.protocol import Setup

_GAP = 2
_INDENT = 2

_CHANCE = {
    BOARDS: "chance brings the boards",
    ANCHORS: "chance brings anchors",
    DEALING: "chance brings tiles",
    SWAPPING: "chance brings an anchor",
}
_DUE: dict[Due, str] = {
    "pick": "to pick a tile",
    "act": "to act",
    "swap": "to swap anchors",
    "suffer": "to pay or to remove tiles",
}
_DISASTERS: dict[Disaster, str] = {
    "flood": "pay 1 for each building, or remove one",
    "fire": "pay 1 for each building without fire protection, or remove two tiles",
    "violence": "pay 2 for each residential, commercial or industrial building without police protection, or remove "
    "one of each",
}
_EVENTS = {
    "tile_picked": "when a tile is picked",
    "commercial_built": "when a commercial tile is built",
    "commercial_linked": "for a link with a new commercial tile",
}


def draw(setup: Setup, view: View, width: int = WIDTH) -> str:
    """The table as text, at most `width` columns wide."""
    box: Box = setup.components
    cities = side_by_side([_city(box, view, seat) for seat in range(setup.seats)], width, _GAP, citymap.WIDTH)
    below = [*_tiles(box, view, width), *wrapped([*_rest(box, view), *citymap.LEGEND], width, _INDENT)]
    return "\n".join([*wrapped(_heading(box, view), width, _INDENT), "", *cities, *below])


def _heading(box: Box, view: View) -> Iterator[str]:
    """The generation, round and stage, and who has to decide what."""
    turn = (view.round - 1) % ROUNDS + 1
    seen = f" (seen by seat {view.seat})" if view.seat is not None else ""
    yield f"generation {view.generation} of {GENERATIONS}, round {turn} of {ROUNDS}: {view.stage}{seen}"
    dues = {due: [seat for seat, one in enumerate(view.due) if one == due] for due in _DUE}
    parts = [f"{_seats(seats)} {_DUE[due]}" for due, seats in dues.items() if seats]
    if text := _CHANCE.get(view.stage, "; ".join(parts)):
        yield text
    if view.disaster:
        disaster = box.figures[view.disaster].disaster
        yield f"disaster {_named(box, view.disaster)}" + (f": {_DISASTERS[disaster]}" if disaster else "")


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {_listed(list(map(str, seats)))}"


def _listed(words: Sequence[str]) -> str:
    """Words with commas and a last "and" between them."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# -- cities


def _city(box: Box, view: View, seat: int) -> list[str]:
    """A seat's city, and what the seat has."""
    city = view.cities[seat]
    coming = f", {view.incoming[seat]} to come" if view.incoming[seat] else ""
    title = f"seat {seat}: {view.money[seat]} money{coming}"
    picture = citymap.picture(city_of(city, box))
    holdings = wrapped(_holdings(box, view, seat), citymap.WIDTH, _INDENT)
    return [*wrapped([title], citymap.WIDTH, _INDENT), *picture, *holdings]


def _holdings(box: Box, view: View, seat: int) -> Iterator[str]:
    """What belongs to a seat besides money and tiles."""
    city = view.cities[seat]
    if city.goods:
        chosen = f" ({_good(city.produced)} by choice)" if city.produced else ""
        yield f"makes {', '.join(map(_good, city.goods))}{chosen}"
    sale = view.sale[seat]
    if len(view.cities) > 2 and view.stage in {ACTING, SWAPPING, DISASTER} and set(sale) != set(city.goods):
        yield f"sells {', '.join(map(_good, sale)) or 'nothing'} in this round"
    sides = ("left", city.left, view.used[0]), ("right", city.right, view.used[1])
    if routes := [f"{side}{' (used)' * used}" for side, active, used in sides if active]:
        yield f"trade routes: {' and '.join(routes)}"
    if picked := view.picked[seat]:
        yield f"picked {_named(box, picked)}"
    if view.anchors[seat]:
        yield f"anchors: {', '.join([_named(box, anchor) for anchor in view.anchors[seat]])}"


def _named(box: Box, number: int) -> str:
    return f"{number} {box.tiles[number].name}"


def _good(good: Good) -> str:
    return good.replace("_", " ")


# -- tiles to choose from


def _tiles(box: Box, view: View, columns: int) -> Iterator[str]:
    """The tiles about which the seat has to decide: a line for each."""
    seat = view.seat
    lists: list[tuple[str, Sequence[int]]] = [("open", view.open)]
    if seat is not None:
        picked = view.picked[seat]
        held = view.anchors[seat] if view.stage not in {DRAFTING, OVER} else ()
        lists += [
            (f"hand of seat {seat}", view.hand),
            (f"picked by seat {seat}", (picked,) if picked and picked not in view.open else ()),
            (f"unbuilt anchors of seat {seat}", held),
        ]
    for title, numbers in lists:
        if numbers:
            yield title
            width = max(len(box.tiles[number].name) for number in numbers)
            yield from wrapped([_line(box, number, width) for number in numbers], columns, indent=6)
            yield ""


def _line(box: Box, number: int, width: int) -> str:
    """A tile with its roads, its name (`width` columns), its cost and its effects."""
    tile, figures = box.tiles[number], box.figures[number]
    start = f"  {citymap.label(tile):6} {citymap.fork(tile)}  {tile.name:{width}}  "
    if figures.disaster:
        return f"{start}{_DISASTERS[figures.disaster]}"
    needs = [f"needs {count} {kind} tiles" for kind, count in figures.needs.items()]
    gains = ", ".join([*needs, *_gains(tile, figures)])
    return start + " or ".join(map(_cost, figures.cost)) + (f": {gains}" if gains else "")


def _cost(cost: Cost) -> str:
    parts = [f"{cost.money} money"] * bool(cost.money) + list(map(_good, cost.goods))
    return _listed(parts) if parts else "free"


def _gains(tile: Tile, figures: TileFigures) -> Iterator[str]:
    """The effects of a tile, each in a few words."""
    if figures.goods:
        yield f"makes {_listed(list(map(_good, figures.goods)))}"
    if figures.any_good:
        yield f"makes a {figures.any_good} good of choice"
    if figures.once:
        yield f"{figures.once} money at once"
    yield from [f"{share.each} money at once {_per(share)}" for share in figures.once_per]
    if any(tile.income):
        yield "income " + "/".join(map(str, tile.income if len(set(tile.income)) > 1 else tile.income[:1]))
    yield from [f"income {share.each} {_per(share)}" for share in figures.income_per]
    if figures.points:
        yield _points(figures.points)
    yield from [f"{_points(share.each)} {_per(share)}" for share in figures.points_per]
    if figures.stands_in:
        yield f"stands in for a {' or '.join(figures.stands_in)} good"
    if figures.swaps:
        yield "swaps anchors"
    if figures.insures:
        yield "halves fines"
    if figures.trigger:
        yield f"{figures.trigger.money} money {_EVENTS[figures.trigger.on]}"


def _points(points: int) -> str:
    return f"{points} point{'s' * (abs(points) != 1)}"


def _per(share: Share) -> str:
    return f"per {share.of.replace('_', ' ')}"


# -- what else lies on the table


def _rest(box: Box, view: View) -> Iterator[str]:
    """What belongs to nobody."""
    lines = []
    if view.discarded:
        lines.append(f"discarded anchors: {', '.join([_named(box, anchor) for anchor in view.discarded])}")
    if len(view.cities) == 1 and view.struck:
        lines.append("this generation's disaster is over")
    if lines:
        yield from [*lines, ""]
