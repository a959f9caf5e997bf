"""A game of 20th Century as text: the offer, the cards, then each player with a picture of the region."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.course import OVER
from cityleague.engine.looks.text import WIDTH, Seats, aligned, wrapped
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import table
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS, Box
from cityleague.engine.twentieth_century.figures import GOODS, ONCE, RAISES, TAGS, CityFigures, called
from cityleague.engine.twentieth_century.looks import text_map
from cityleague.engine.twentieth_century.looks.terms import AUCTION, CHANCE, COUNTED, ON_OFFER, counted, effects
from cityleague.engine.twentieth_century.moves import Improve, Recycle, Remediate
from cityleague.engine.twentieth_century.scoring import sheets
from cityleague.engine.twentieth_century.tiles import Shape
from cityleague.engine.twentieth_century.view import Owned, Placed, Player, View, table_of

_INDENT = 6

_LEGEND = (*text_map.LEGEND, "c coins  s science  p prosperity  g garbage  plant: recycling  clean: no garbage")
"""The meaning of letters and words."""


def draw(setup: Setup, view: View, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table as text, at most `width` columns wide."""
    box: Box = setup.components
    seats = Seats(setup.seats, names)
    lines = wrapped([*_heading(setup, view, seats), *_offer(box, view), *_cards(box, view, seats)], width, _INDENT)
    points = _points(setup, view)
    for seat, player in enumerate(view.players):
        holdings = wrapped(_player(box, view, seat, seats.own(seat), points[seat]), width, _INDENT)
        region = text_map.picture(player.region, box.shapes, width)
        lines += ["", *holdings, *region, *wrapped(_tiles(box, player), width, _INDENT)]
    legend = _LEGEND if view.stage == OVER else [*_LEGEND, "points are without those after the last round"]
    return "\n".join([*lines, "", *wrapped(legend, width, _INDENT)])


def _where(view: View, seats: Seats, wanted: Callable[[Player], bool]) -> str:
    """The seats of which something is true."""
    return seats.several([seat for seat, player in enumerate(view.players) if wanted(player)])


# -- the round


def _heading(setup: Setup, view: View, seats: Seats) -> Iterator[str]:
    """The round, the stage, the decision that is due, and the sales of the round."""
    seen = f" (seen by {seats[view.seat]})" if view.seat is not None else ""
    yield f"round {view.round} of {table.LAST_ROUND}: {view.stage}{seen}"
    if due := CHANCE.get(view.stage) or _due(setup, view, seats):
        yield due
    if view.chosen and view.stage in {table.BIDDING, table.BUYING}:
        leader = f" by {seats[view.leader]}" if view.leader is not None else ""
        bid = f"{counted(view.highest, 'coin')}{leader}"
        still = _where(view, seats, lambda player: player.in_auction)
        yield f"up for auction: {view.chosen}, {bid}; still in: {still}"
    if sold := [sale for sale in view.sales if sale.round == view.round and view.stage != OVER]:
        sales = [f"{sale.name} to {seats[sale.seat]} for {sale.price}" for sale in sold]
        yield f"sold in this round: {', '.join(sales)}"


def _due(setup: Setup, view: View, seats: Seats) -> str | None:
    """The decision that is due, and for whom; None after the end."""
    if view.stage == table.ADMINISTERING:
        return f"to administer: {_where(view, seats, lambda player: not player.done)}"
    if view.stage == table.RECYCLING:
        return f"to recycle: {seats.several(list(members(table_of(setup, view).due)))}"
    decision = {
        table.CHOOSING: "to choose land, or to drop out",
        table.OPENING: f"to bid for {view.chosen}",
        table.BIDDING: f"to bid more for {view.chosen}, to pass, or to drop out",
        table.BUYING: "to buy a technology or none, after dropping out",
        table.CONTAINING: "to bid science for a column of the damage card",
    }.get(view.stage)
    return decision and f"{seats[view.actor]} {decision}"


# -- the table


def _offer(box: Box, view: View) -> Iterator[str]:
    """Land and technologies on offer, and their prices; after the auction, what was not bought."""
    if view.stage not in ON_OFFER:
        if left := [*view.land, *view.technologies]:
            yield f"not bought: {', '.join(left)}"
        return
    if view.land:
        yield f"land, for {counted(view.minimum, 'coin')} or more"
        yield from aligned([(f"  {name}", _contents(box, name)) for name in view.land])
    if view.technologies:
        yield f"technologies, for {view.price} science (field {view.marker})"
        yield from aligned([(f"  {name}", _technology(box, name)) for name in view.technologies])


def _contents(box: Box, name: str) -> str:
    """The contents of a tile that has not been laid yet."""
    shape, facility = box.shapes[name], None if name in box.land else box.technologies[name].facility
    figures = facility or box.land[name]
    parts = [_buildings(shape) or _cities(shape), f"track {' '.join(figures.track) or 'none'}"]
    return "; ".join([*parts, f"spans {' '.join(figures.spans)}"] if figures.spans else parts)


def _cities(shape: Shape, player: Player | None = None, placed: Placed | None = None) -> str:
    """The cities of a tile and their yields, named as in the picture if the tile lies in a region."""
    words = []
    for city in shape.cities:
        letter = text_map.city_letter(city.node, placed) if placed else city.node
        cleared = player is not None and (shape.name, city.node) in player.cleared
        words.append(f"{letter} {_yields(city)}{' (used)' * cleared}")
    return ", ".join(words)


def _yields(city: CityFigures) -> str:
    """The yields of a city with a citizen, then its recycling plant."""
    goods = [f"{getattr(city, good)}{good[0]}" for good in GOODS if getattr(city, good)]
    return " ".join([*goods, "plant"] if city.recycling else goods) or "nothing"


def _buildings(shape: Shape) -> str:
    """The buildings of a facility and their bonuses; empty for land."""
    return ", ".join(
        [f"{building.node} {building.kind} +{building.bonus}{RAISES[building.kind][0]}" for building in shape.buildings]
    )


def _technology(box: Box, name: str) -> str:
    """The uses of a technology on offer, and what it brings at once."""
    technology = box.technologies[name]
    purpose = f"facility: {_contents(box, name)}" if technology.facility else ", ".join(_uses(box, name)) or "park"
    at_once = effects(technology.garbage, technology.skulls, technology.flowers)
    return purpose + (f"; at once {at_once}" if at_once else "")


def _uses(box: Box, name: str, used: Sequence[str] = ()) -> Iterator[str]:
    """The uses of a technology, with their prices and whether they are gone."""
    life = box.technologies[name].quality_of_life
    for kind, bit, price in box.abilities[name]:
        text = counted(life.points, "point") if kind is Improve and life else called(kind)
        if kind in {Recycle, Remediate, Improve}:
            parts = [f"{n}{letter}" for n, letter in ((price.coins, "c"), (price.science, "s")) if n]
            text += f" for {' '.join(parts) or 'nothing'}"
        when = "" if ONCE & bit else " in this round"
        yield text + f" (used{when})" * (TAGS[kind] in used)


def _cards(box: Box, view: View, seats: Seats) -> Iterator[str]:
    """The damage card with its figures, and the bonus cards to come."""
    if view.damage:
        yield f"damage card {view.damage}"
        figures = {
            player.figure.column: (seat, player.figure) for seat, player in enumerate(view.players) if player.figure
        }
        rows = []
        for number, column in enumerate(box.damage[view.damage].columns[: len(view.players)]):
            told = effects(column.garbage, column.skulls, 0)
            bid = f"{seats[figures[number][0]]}: {figures[number][1].science} science" if number in figures else ""
            rows.append((f"  {number}", told or "nothing", bid))
        yield from aligned(rows)
    for number, name in zip(BONUS_ROUNDS, view.bonus, strict=False):
        if number >= view.round:
            lines = [f"{counted(line.points, 'point')} per {COUNTED[line.counts]}" for line in box.bonus[name].lines]
            yield f"bonus card {name}, after round {number}: {', '.join(lines)}"


# -- players


def _points(setup: Setup, view: View) -> list[str]:
    """The points of each player so far; after the end, the totals of the score sheets."""
    if view.stage != OVER:
        return [counted(player.points, "point") for player in view.players]
    return [f"{counted(sheet.total, 'point')} in the end" for sheet in sheets(table_of(setup, view))]


def _player(box: Box, view: View, seat: int, heading: str, points: str) -> Iterator[str]:
    """What a player has besides the region."""
    player = view.players[seat]
    coins = "? coins" if player.coins is None else counted(player.coins, "coin")
    science = "?" if player.science is None else player.science
    produced = " ".join([f"{n}{good[0]}" for n, good in zip(player.production, GOODS, strict=True)])
    field = player.pollution + len(box.pollution.values) // 2
    worth = f"worth {box.pollution.values[field]}, clean land {box.pollution.clean_land[field]}"
    yield f"{heading}: {points}, {coins}, {science} science; yields {produced}"
    yield "; ".join([f"  pollution {player.pollution} ({worth})", *_status(view, seat)])
    if player.technologies:
        yield f"  technologies: {'; '.join([_owned(box, owned) for owned in player.technologies])}"
    for name in player.new_tiles:
        yield f"  to lay {name}: {_contents(box, name)}"
    if player.new_garbage:
        yield f"  to place: {player.new_garbage} garbage"


def _status(view: View, seat: int) -> Iterator[str]:
    """The status of a player in this round."""
    player = view.players[seat]
    if seat == view.start_player and view.stage not in {table.STARTING, OVER}:
        yield "start player"
    if view.stage in {*AUCTION, table.CONTAINING} and player.bought:
        yield f"bought {player.bought} land"
    if view.stage in AUCTION and not player.in_round:
        yield "dropped out"
    elif view.chosen and view.stage in AUCTION and not player.in_auction:
        yield "passed"
    if view.stage == table.ADMINISTERING and player.done:
        yield "finished"


def _owned(box: Box, owned: Owned) -> str:
    """A technology of a player."""
    technology = box.technologies[owned.technology]
    uses = ", ".join(_uses(box, owned.technology, owned.used))
    return f"{owned.technology} {'facility' if technology.facility else uses or 'park'}"


def _tiles(box: Box, player: Player) -> list[str]:
    """A line for each tile of a region, with what the picture does not show."""
    rows = []
    for placed in sorted(player.region, key=lambda placed: placed.cell):
        shape = box.shapes[placed.tile]
        notes = [f"{placed.garbage} garbage"] if placed.garbage else []
        notes += [f"bridge {span}" for span in placed.bridges] + ["its citizen waits"] * placed.waiting
        turned = f"turn {placed.turn}" if placed.turn else ""
        contents = "; ".join([_buildings(shape) or _cities(shape, player, placed), *notes])
        rows.append((f"  {placed.tile}", place_name(placed.cell), turned, contents))
    return aligned(rows)
