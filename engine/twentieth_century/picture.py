"""A game of 20th Century as a picture: what is on offer, the cards, the pollution track, then each player's region."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from cityleague.engine.bits import members
from cityleague.engine.course import OVER
from cityleague.engine.picture import MARGIN, Picture, Piece, Sheet, Symbol, around, row
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS, ROUNDS, Box
from cityleague.engine.twentieth_century.describing import describe
from cityleague.engine.twentieth_century.figures import GOODS
from cityleague.engine.twentieth_century.scoring import sheets
from cityleague.engine.twentieth_century.symbols import (
    FOOT,
    SIDE,
    UNIT,
    bid_symbol,
    bonus_symbol,
    bridge_symbol,
    card_symbol,
    citizen_symbol,
    column_symbol,
    counted,
    end_symbol,
    field_symbol,
    foot_symbol,
    garbage_symbol,
    heading_symbol,
    holding_symbol,
    home,
    marked,
    marker_symbol,
    number_symbol,
    plant_place,
    price_symbol,
    scored_symbol,
    space_symbol,
    tile_symbol,
    up_symbol,
    use_places,
    used_symbol,
    waiting_symbol,
    yield_symbol,
)
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    BIDDING,
    BONUS,
    BUYING,
    CHOOSING,
    CONTAINING,
    DAMAGE,
    LAND,
    LAST_ROUND,
    OPENING,
    RECYCLING,
    STARTING,
    TECHNOLOGIES,
)
from cityleague.engine.twentieth_century.tiles import LAST, PORTS, Shape, turned
from cityleague.engine.twentieth_century.view import Placed, Player, View, table_of

__all__ = ["describe", "picture"]

_AUCTION = (CHOOSING, OPENING, BIDDING, BUYING)
_ON_OFFER = (TECHNOLOGIES, DAMAGE, *_AUCTION)
"""While what lies there can still be bought."""
_GAP = 4
_MOST = 4
"""Tiles side by side on offer."""
_CHANCE = {
    STARTING: "chance brings the start player",
    BONUS: "chance brings a bonus card",
    LAND: "chance brings land",
    TECHNOLOGIES: "chance brings technologies",
    DAMAGE: "chance brings a damage card",
}


def picture(setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """All that everybody sees, and what the seat holds."""
    box: Box = setup.components
    due = _due(setup, view)
    found = [_land(box, view, names), _technologies(box, view, names)]
    found += [_damage(box, view, names), _pollution(box, view, names), _bonus(box, view)]
    points = [str(player.points) for player in view.players]
    if view.stage == OVER:
        points = [f"{sheet.total} in the end" for sheet in sheets(table_of(setup, view))]
    for seat, player in enumerate(view.players):
        tallies = [("points", points[seat]), *_tallies(view, seat, to_do=seat in due)]
        found.append(_region(box, seat, player, names[seat], tallies))
    if view.seat is not None:
        found.append(_holdings(view.players[view.seat], view.seat, names))
    return Picture(_caption(view, due, names), found)


def _due(setup: Setup, view: View) -> list[int]:
    """The seats that have to decide."""
    if view.stage == ADMINISTERING:
        return [seat for seat, player in enumerate(view.players) if not player.done]
    if view.stage == RECYCLING:
        return list(members(table_of(setup, view).due))
    return [view.actor] if view.stage in {*_AUCTION, CONTAINING} else []


def _caption(view: View, due: Sequence[int], names: Sequence[str]) -> str:
    """When it is, and who has to decide what."""
    who = ", ".join([names[seat] for seat in due])
    what = {
        CHOOSING: f"{who} to choose land, or to drop out",
        OPENING: f"{who} to bid for {view.chosen}",
        BIDDING: f"{who} to bid more for {view.chosen}, to pass, or to drop out",
        BUYING: f"{who} to buy a technology or none, after dropping out",
        CONTAINING: f"{who} to bid science for a column of the damage card",
        ADMINISTERING: f"to administer: {who}",
        RECYCLING: f"to recycle: {who}",
        **_CHANCE,
    }.get(view.stage, "the game is over")
    return f"round {view.round} of {LAST_ROUND}, {view.stage}: {what}"


# -- what lies on the table


def _tile(box: Box, name: str, turn: int = 0) -> Symbol:
    """A tile of land or a facility."""
    item = box.land.get(name) or box.technologies.get(name)
    return tile_symbol(box.shapes[name], item.period if item else None, turn)


def _land(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """Land on offer; on the tile that is up, the highest bid."""
    on_offer = view.stage in _ON_OFFER
    title = f"Land, for {counted(view.minimum, 'coin')} or more" if on_offer or not view.land else "Land not bought"
    places = _places(view, view.land, box.land, box.offers[len(names)].land)
    pieces = []
    for place, name in places:
        x, y = place % _MOST * (SIDE + _GAP), place // _MOST * (SIDE + _GAP)
        pieces.append(Piece(f"land {place}", _tile(box, name), x, y))
        if name == view.chosen:
            pieces.append(Piece(f"up {place}", up_symbol(name), x, y, 2))
            if view.leader is not None:
                bid = bid_symbol(view.leader, view.highest, "coins", f"{names[view.leader]} bids {view.highest}")
                pieces.append(Piece(f"bid {place}", bid, x + (SIDE - 52) / 2, y + SIDE - 28, 3))
    tallies = [(names[seat], _bidder(view, seat)) for seat in range(len(names))] if view.stage in _AUCTION else []
    return around("land", title, pieces, [*tallies, *_sold(view, names, box.land)], least=_wide(_MOST))


def _places(view: View, left: Sequence[str], kind: Collection[str], most: int) -> list[tuple[int, str]]:
    """The places of what is left of the round's offer: they stay as they are when something is sold."""
    offered = [name for name in view.shown if name in kind][-most:]
    return [(offered.index(name), name) for name in left] if {*left} <= {*offered} else list(enumerate(left))


def _wide(tiles: int) -> tuple[float, float]:
    """The size of a sheet on which so many tiles lie side by side."""
    return tiles * (SIDE + _GAP) - _GAP, 0


def _bidder(view: View, seat: int) -> str:
    """What a seat does in the auction."""
    player = view.players[seat]
    if seat == view.actor:
        return {CHOOSING: "to choose", OPENING: "to bid first", BIDDING: "to bid"}.get(view.stage, "out, to buy")
    if not player.in_round:
        return "out"
    if view.chosen and seat == view.leader:
        return f"bids {view.highest}"
    return "in" if player.in_auction or not view.chosen else "passed"


def _sold(view: View, names: Sequence[str], those: Collection[str]) -> list[tuple[str, str]]:
    """What was sold in this round."""
    sales = [sale for sale in view.sales if sale.round == view.round and sale.name in those and view.stage != OVER]
    return [(sale.name, f"{names[sale.seat]} for {sale.price}") for sale in sales]


def _technologies(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The strip of prices with the marker, and technologies on offer."""
    strip = box.strips[ROUNDS[min(view.round, len(ROUNDS)) - 1]]
    pieces = row("field", [price_symbol(i + 1, price) for i, price in enumerate(strip)], gap=2, most=12)
    at = pieces[view.marker - 1]
    pieces.append(Piece(f"marker {view.marker}", marker_symbol(), at.x, at.y, 2))
    top = max([piece.y for piece in pieces]) + 40
    for i, name in _places(view, view.technologies, box.technologies, box.offers[len(names)].technologies):
        one = box.technologies[name]
        x, y = i % _MOST * (SIDE + _GAP), top + i // _MOST * (SIDE + FOOT + _GAP)
        if one.facility:
            pieces.append(Piece(f"technology {i}", _tile(box, name), x, y))
            if one.garbage or one.skulls or one.flowers:
                pieces.append(Piece(f"foot {i}", foot_symbol(one), x, y + SIDE))
        else:
            pieces.append(Piece(f"technology {i}", card_symbol(one), x, y))
    on_offer = view.stage in _ON_OFFER or not view.technologies
    title = f"Technologies, for {view.price} science" if on_offer else "Technologies not bought"
    return around("technologies", title, pieces, _sold(view, names, box.technologies), least=_wide(_MOST))


def _damage(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The damage card with the figures on it."""
    columns = box.damage[view.damage].columns[: len(view.players)] if view.damage else ()
    pieces = row("column", [column_symbol(i, column) for i, column in enumerate(columns)], gap=0)
    for seat, player in enumerate(view.players):
        if player.figure:
            column, science = player.figure.column, player.figure.science
            title = f"{names[seat]} bids {science} science for column {column}"
            pieces.append(Piece(f"bid {column}", bid_symbol(seat, science, "science", title), column * 60 + 4, 57, 2))
    title = f"Damage card {view.damage}" if view.damage else "No damage card"
    return around("damage", title, pieces, least=(60 * len(view.players), 0))


def _pollution(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The pollution track with all markers, in rows if it is long."""
    middle = len(box.pollution.values) // 2
    figures = zip(box.pollution.values, box.pollution.clean_land, strict=True)
    fields = [field_symbol(i - middle, worth, clean) for i, (worth, clean) in enumerate(figures)]
    pieces = row("field", fields, gap=0, most=13)
    for seat, player in enumerate(view.players):
        number = player.pollution + middle
        at = pieces[number]
        x, y = at.x + 3.5 + 19 * (seat % 2), at.y + 33 + 18 * (seat // 2)
        pieces.append(Piece(f"marker {number} {seat}", marked(seat, names[seat]), x, y, 2))
    return around("pollution", "Pollution", pieces)


def _bonus(box: Box, view: View) -> Sheet:
    """The bonus cards; those that have been scored are crossed out."""
    pieces = row("card", [bonus_symbol(box.bonus[name]) for name in view.bonus])
    for i, at in enumerate(list(pieces)):
        if BONUS_ROUNDS[i] < view.round or view.stage == OVER:
            pieces.append(Piece(f"scored {i}", scored_symbol(), at.x + 156, at.y + 3, 2))
    return around("bonus", "Bonus cards", pieces, least=(364, 0))


# -- players


def _tallies(view: View, seat: int, *, to_do: bool) -> Iterator[tuple[str, str]]:
    """What is counted beside a region, and what its player has done in this round."""
    player = view.players[seat]
    yield "pollution", str(player.pollution)
    if view.stage == OVER:
        yield "in the end", f"{counted(player.coins or 0, 'coin')}, {player.science} science"
        return
    if seat == view.start_player and view.stage != STARTING:
        yield "start player", "yes"
    if player.bought and view.stage in {*_AUCTION, CONTAINING}:
        yield "land bought", str(player.bought)
    if view.stage in _AUCTION:
        yield "auction", _bidder(view, seat)
    if view.stage in {ADMINISTERING, RECYCLING}:
        yield view.stage, "to do" if to_do else "finished"


def _region(box: Box, seat: int, player: Player, name: str, tallies: Sequence[tuple[str, str]]) -> Sheet:
    """A region; below it what is still to be laid, and the technologies."""
    columns = [placed.cell[0] for placed in player.region]
    rows = [placed.cell[1] for placed in player.region]
    left, top = min(columns) * SIDE, min(rows) * SIDE
    across = max(columns) + 1 - min(columns)
    pieces = [*_ground(player.region, box), Piece("seat", marked(seat, name), left - MARGIN, top - MARGIN)]
    for city in player.cleared:
        pieces.append(_cleared(box, player, *city))
    bottom = (max(rows) + 1) * SIDE
    pieces.append(Piece("yields", heading_symbol("yields"), left, bottom + 6, 0))
    for i, (good, n) in enumerate(zip(GOODS, player.production, strict=True)):
        pieces.append(Piece(f"yields {good}", yield_symbol(good, n), left + 48 + 32 * i, bottom + 7))
    pieces += _to_lay(box, player, left, bottom + 24, max(across, 2))
    if player.technologies:
        below = max([piece.y + piece.symbol.height for piece in pieces])
        pieces += _owned(box, player, left, below, max(across, 2))
    width = max(_wide(2)[0], *[piece.x + piece.symbol.width - left for piece in pieces])
    height = max([piece.y + piece.symbol.height for piece in pieces]) - top
    return Sheet(f"region {seat}", name, left - MARGIN, top - MARGIN, width + MARGIN, height + MARGIN, pieces, tallies)


@lru_cache(maxsize=128)
def _ground(region: tuple[Placed, ...], box: Box) -> list[Piece]:
    """The tiles of a region and what lies on them."""
    tiles = {placed.cell: placed for placed in region}
    columns, rows = [x for x, _ in tiles], [y for _, y in tiles]
    left, top = min(columns) * SIDE, min(rows) * SIDE
    pieces = []
    for x in range(min(columns), max(columns) + 1):
        pieces.append(Piece(f"column {x}", number_symbol(str(x), SIDE, MARGIN), x * SIDE, top - MARGIN, 0))
    for y in range(min(rows), max(rows) + 1):
        pieces.append(Piece(f"row {y}", number_symbol(str(y), MARGIN, SIDE), left - MARGIN, y * SIDE, 0))
        for x in range(min(columns), max(columns) + 1):
            if (x, y) not in tiles:
                pieces.append(Piece(f"space {x},{y}", space_symbol(), x * SIDE, y * SIDE, 0))
    for placed in region:
        pieces += _placed(placed, box)
    for (x, y), tiles_there in _ends(region, box).items():
        pieces.append(Piece(f"end {x},{y}", end_symbol(tiles_there > 1), x * UNIT - 4, y * UNIT - 4, 2))
    return pieces


def _placed(placed: Placed, box: Box) -> Iterator[Piece]:
    """A tile and what lies on it."""
    shape, turn = box.shapes[placed.tile], placed.turn
    where = f"{placed.cell[0]},{placed.cell[1]}"
    left, top = placed.cell[0] * SIDE, placed.cell[1] * SIDE
    yield Piece(f"cell {where}", _tile(box, placed.tile, turn), left, top)
    for span in placed.bridges:
        symbol, x, y = bridge_symbol(shape, span, turn)
        yield Piece(f"bridge {where} {span}", symbol, left + x, top + y, 2)
    for letter in placed.citizens:
        x, y = home(shape, shape.cities[shape.letters[letter]], turn)
        yield Piece(f"citizen {where} {letter}", citizen_symbol(letter), left + x - 7, top + y - 9, 3)
    if placed.garbage:
        yield Piece(f"garbage {where}", garbage_symbol(placed.garbage, "{} garbage"), left + 84, top + 1, 3)
    if placed.waiting:
        yield Piece(f"waiting {where}", waiting_symbol(), left + 18, top + SIDE - 16, 3)


def _ends(region: Sequence[Placed], box: Box) -> dict[tuple[int, int], int]:
    """How many tiles have track that leads to a point of their edges."""
    found: dict[tuple[int, int], int] = {}
    for placed in region:
        x, y = placed.cell
        for px, py in {turned(at, placed.turn): None for at in _leads(box.shapes[placed.tile], placed.bridges)}:
            point = (LAST * x + px, LAST * y + py)
            found[point] = found.get(point, 0) + 1
    return found


def _leads(shape: Shape, bridges: Sequence[str]) -> list[tuple[int, int]]:
    """The ports of a tile to which track leads, or a bridge."""
    pieces = [*shape.track, *[shape.spans[shape.span_numbers[span]] for span in bridges]]
    reached = {at for piece in pieces for at in piece}
    return [at for at in PORTS.values() if at in reached]


def _cleared(box: Box, player: Player, tile: str, letter: str) -> Piece:
    """The plant of a city that has removed garbage in this round is crossed out."""
    placed = next(placed for placed in player.region if placed.tile == tile)
    shape, (x, y) = box.shapes[tile], placed.cell
    dx, dy = plant_place(shape, shape.cities[shape.letters[letter]], placed.turn)
    mark = used_symbol("has recycled in this round")
    return Piece(f"cleared {x},{y} {letter}", mark, x * SIDE + dx - 7, y * SIDE + dy - 7, 3)


def _to_lay(box: Box, player: Player, left: float, top: float, most: int) -> Iterator[Piece]:
    """New tiles and garbage that are to be laid out in the administration."""
    if not player.new_tiles and not player.new_garbage:
        return
    yield Piece("to lay", heading_symbol("to be laid out"), left, top + 6, 0)
    if player.new_garbage:
        symbol = garbage_symbol(player.new_garbage, "{} new garbage")
        yield Piece("new garbage", symbol, left + 100, top + 9)
    tiles = row("", [_tile(box, name) for name in player.new_tiles], left, top + 26, _GAP, most)
    for name, piece in zip(player.new_tiles, tiles, strict=True):
        yield piece._replace(key=f"new {name}")


def _owned(box: Box, player: Player, left: float, top: float, most: int) -> Iterator[Piece]:
    """The technologies of a player; uses that are gone are crossed out."""
    yield Piece("technologies", heading_symbol("technologies"), left, top + 6, 0)
    cards = [card_symbol(box.technologies[owned.technology]) for owned in player.technologies]
    for owned, card in zip(player.technologies, row("", cards, left, top + 26, _GAP, most), strict=True):
        name = owned.technology
        yield card._replace(key=f"technology {name}")
        places = use_places(box.technologies[name])
        for tag in owned.used:
            x, y = places[tag]
            yield Piece(f"used {name} {tag}", used_symbol(f"{tag}: used"), card.x + x - 7, card.y + y - 7, 2)


def _holdings(player: Player, seat: int, names: Sequence[str]) -> Sheet:
    """The coins and science that only the seat itself knows."""
    pieces = row("held", [holding_symbol("coins", player.coins or 0), holding_symbol("science", player.science or 0)])
    tallies = [("coins", str(player.coins)), ("science", str(player.science))]
    return around(f"holdings {seat}", f"Holdings of {names[seat]}", pieces, tallies, seat)
