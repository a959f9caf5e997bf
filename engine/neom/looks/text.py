"""A game of NEOM as text: the cities side by side, then the tiles to choose from and what else lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.course import OVER
from cityleague.engine.looks.text import WIDTH, Seats, side_by_side, wrapped
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.looks import text_map
from cityleague.engine.neom.looks.terms import CHANCE, DISASTERS, DUE, gains, good_name, named, price
from cityleague.engine.neom.table import ACTING, DISASTER, DRAFTING, GENERATIONS, NOT_SEEN, ROUNDS, SWAPPING
from cityleague.engine.neom.view import View, city_of
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN

_GAP = 2
_INDENT = 2


def draw(setup: Setup, view: View, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table as text, at most `width` columns wide."""
    box: Box = setup.components
    seats = Seats(setup.seats, names)
    blocks = [_city(box, view, seat, seats.own(seat)) for seat in range(setup.seats)]
    cities = side_by_side(blocks, width, _GAP, text_map.WIDTH)
    below = [*_tiles(box, view, width, seats), *wrapped([*_rest(box, view), *text_map.LEGEND], width, _INDENT)]
    return "\n".join([*wrapped(_heading(box, view, seats), width, _INDENT), "", *cities, *below])


def _heading(box: Box, view: View, seats: Seats) -> Iterator[str]:
    """The generation, round and stage, and who has to decide what."""
    turn = (view.round - 1) % ROUNDS + 1
    seen = f" (seen by {seats[view.seat]})" if view.seat is not None else ""
    yield f"generation {view.generation} of {GENERATIONS}, round {turn} of {ROUNDS}: {view.stage}{seen}"
    dues = {due: [seat for seat, one in enumerate(view.due) if one == due] for due in DUE}
    parts = [f"{seats.several(those)} {DUE[due]}" for due, those in dues.items() if those]
    if text := CHANCE.get(view.stage, "; ".join(parts)):
        yield text
    if view.disaster:
        disaster = box.figures[view.disaster].disaster
        yield f"disaster {named(box, view.disaster)}" + (f": {DISASTERS[disaster]}" if disaster else "")


# -- cities


def _city(box: Box, view: View, seat: int, called: str) -> list[str]:
    """A seat's city, and what the seat has."""
    city = view.cities[seat]
    coming = f", {view.incoming[seat]} to come" if view.incoming[seat] else ""
    title = f"{called}: {view.money[seat]} money{coming}"
    picture = text_map.picture(city_of(city, box))
    holdings = wrapped(_holdings(box, view, seat), text_map.WIDTH, _INDENT)
    return [*wrapped([title], text_map.WIDTH, _INDENT), *picture, *holdings]


def _holdings(box: Box, view: View, seat: int) -> Iterator[str]:
    """What belongs to a seat besides money and tiles."""
    city = view.cities[seat]
    if city.goods:
        chosen = f" ({good_name(city.produced)} by choice)" if city.produced else ""
        yield f"makes {', '.join(map(good_name, city.goods))}{chosen}"
    sale = view.sale[seat]
    if len(view.cities) > 2 and view.stage in {ACTING, SWAPPING, DISASTER} and set(sale) != set(city.goods):
        yield f"sells {', '.join(map(good_name, sale)) or 'nothing'} in this round"
    sides = ("left", city.left, view.used[0]), ("right", city.right, view.used[1])
    if routes := [f"{side}{' (used)' * used}" for side, active, used in sides if active]:
        yield f"trade routes: {' and '.join(routes)}"
    if picked := view.picked[seat]:
        yield f"picked {named(box, picked)}"
    if view.anchors[seat]:
        yield f"anchors: {', '.join([named(box, anchor) for anchor in view.anchors[seat]])}"


# -- tiles to choose from


def _tiles(box: Box, view: View, columns: int, seats: Seats) -> Iterator[str]:
    """The tiles about which the seat has to decide: a line for each."""
    seat = view.seat
    lists: list[tuple[str, Sequence[int]]] = [("open", view.open)]
    if seat is not None:
        picked = view.picked[seat]
        held = view.anchors[seat] if view.stage not in {DRAFTING, OVER} else ()
        lists += [
            (f"hand of {seats[seat]}", view.hand),
            (f"picked by {seats[seat]}", (picked,) if picked and picked not in view.open else ()),
            (f"unbuilt anchors of {seats[seat]}", held),
        ]
    for title, numbers in lists:
        if numbers:
            yield title
            width = max([len(box.tiles[number].name) for number in numbers if number != NOT_SEEN], default=0)
            yield from wrapped([_line(box, number, width) for number in numbers], columns, indent=6)
            yield ""


def _line(box: Box, number: int, width: int) -> str:
    """A tile with its roads, its name (`width` columns), its cost and its effects."""
    if number == NOT_SEEN:
        return f"  {UNSEEN}"
    tile, figures = box.tiles[number], box.figures[number]
    start = f"  {text_map.label(tile):6} {text_map.fork(tile)}  {tile.name:{width}}  "
    if figures.disaster:
        return f"{start}{DISASTERS[figures.disaster]}"
    effects = ", ".join(gains(tile, figures))
    return start + price(figures) + (f": {effects}" if effects else "")


# -- what else lies on the table


def _rest(box: Box, view: View) -> Iterator[str]:
    """What belongs to nobody."""
    lines = []
    if view.discarded:
        lines.append(f"discarded anchors: {', '.join([named(box, anchor) for anchor in view.discarded])}")
    if len(view.cities) == 1 and view.struck:
        lines.append("this generation's disaster is over")
    if lines:
        yield from [*lines, ""]
