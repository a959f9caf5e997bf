"""A game of 20th Century as a picture: what is on offer, the cards, the pollution track, then each player's region."""

from collections.abc import Collection, Iterator, Sequence

from cityleague.engine.boards.bits import members
from cityleague.engine.course import OVER
from cityleague.engine.looks.picture import Picture, Piece, Sheet, Symbol, around, row
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import table
from cityleague.engine.twentieth_century.components import BONUS_ROUNDS, ROUNDS, Box
from cityleague.engine.twentieth_century.figures import Good
from cityleague.engine.twentieth_century.looks import card_symbols as cards
from cityleague.engine.twentieth_century.looks.sheet import region_sheet, tile_of, wide
from cityleague.engine.twentieth_century.looks.symbols import SIDE
from cityleague.engine.twentieth_century.looks.text_map import LEGEND, in_letters
from cityleague.engine.twentieth_century.looks.words import (
    AUCTION,
    CHANCE,
    ON_OFFER,
    PHASES,
    contents,
    describe,
    effects,
    number_of,
    signs,
)
from cityleague.engine.twentieth_century.scoring import sheets
from cityleague.engine.twentieth_century.view import Player, View, table_of

__all__ = ["describe", "own_sheets", "picture", "signs"]

_ACROSS = 4
"""Tiles side by side on offer."""


def picture(setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """All that everybody sees, and what the seat holds."""
    box: Box = setup.components
    due = _due(setup, view)
    parts = [_land(box, view, names), _damage(box, view, names), _technologies(box, view, names)]
    parts += [_bonus(box, view), _pollution(box, view, names)]
    points = [str(player.points) for player in view.players]
    if view.stage == OVER:
        points = [f"{sheet.total} in the end" for sheet in sheets(table_of(setup, view))]
    for seat, player in enumerate(view.players):
        tallies = [("points", points[seat]), *_tallies(view, seat, to_do=seat in due)]
        track, field = box.pollution, player.pollution + len(box.pollution.values) // 2
        worth = f"{player.pollution} (worth {track.values[field]}, clean land {track.clean_land[field]})"
        spoken = [(what, worth if what == "pollution" else value) for what, value in tallies]
        lays = view.stage == table.ADMINISTERING
        parts.append(region_sheet(box, seat, player, names[seat], tallies, lays=lays)._replace(spoken=spoken))
    when = f"round {view.round} of {table.LAST_ROUND}"
    return Picture(f"{when}, {_stage(view, due, names)}", [*parts, *own_sheets(setup, view, names)], when)


def letters(setup: Setup, view: View, key: str, width: int) -> list[str]:
    """The region of a player in letters."""
    what, _, seat = key.partition(" ")
    return in_letters(view.players[int(seat)].region, setup.components.shapes, width) if what == "region" else []


def legend(_setup: Setup, view: View) -> list[str]:
    """What letters and words mean."""
    goods = "c coins  s science  p prosperity  g garbage  plant: recycling  clean: no garbage"
    return [*LEGEND, goods, *["points are without those after the last round"] * (view.stage != OVER)]


def own_sheets(_setup: Setup, view: View, names: Sequence[str]) -> list[Sheet]:
    """What only the seat itself knows, until the end shows it to everybody."""
    seat = view.seat
    return [] if seat is None or view.stage == OVER else [_holdings(view.players[seat], seat, names)]


def _due(setup: Setup, view: View) -> list[int]:
    """The seats that have to decide."""
    if view.stage == table.ADMINISTERING:
        return [seat for seat, player in enumerate(view.players) if not player.done]
    if view.stage == table.RECYCLING:
        return list(members(table_of(setup, view).due))
    return [view.actor] if view.stage in {*AUCTION, table.CONTAINING} else []


def _stage(view: View, due: Sequence[int], names: Sequence[str]) -> str:
    """What is done in the round now, and who has to decide what."""
    who = ", ".join([names[seat] for seat in due])
    what = {
        table.CHOOSING: f"{who} to choose land, or to drop out",
        table.OPENING: f"{who} to bid for {view.chosen}",
        table.BIDDING: f"{who} to bid more for {view.chosen}, to pass, or to drop out",
        table.BUYING: f"{who} to buy a technology or none, after dropping out",
        table.CONTAINING: f"{who} to bid science for a column of the damage card",
        table.ADMINISTERING: who,
        table.RECYCLING: who,
        **CHANCE,
    }.get(view.stage, "the game is over")
    return f"{PHASES.get(view.stage, view.stage)}; {what}"


# -- what lies on the table


def _land(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """Land on offer; on the tile that is up, the highest bid."""
    symbols = {name: tile_of(box, name) for name in _offered(view, view.land, box.land, box.offers[len(names)].land)}
    told = view.stage in ON_OFFER
    pieces: list[Piece] = []
    for name, place in zip(symbols, row("land", [*symbols.values()], most=_ACROSS), strict=True):
        at = place._replace(brief=contents(box, name) if told else name)
        if name not in view.land:
            pieces += _sold(view, names, name, "coins", at)
            continue
        pieces.append(at)
        if name == view.chosen:
            pieces.append(Piece(f"up {at.key}", cards.up_symbol(name), at.x, at.y, 2))
            if view.leader is not None:
                title, x, y = f"{names[view.leader]} bid", at.x + 40, at.y + SIDE - 28
                pieces += _pill(at.key, view.leader, title, "coins", view.highest, x, y, " ")
    tallies = [(names[seat], _bidder(view, seat)) for seat in range(len(names))] if view.stage in AUCTION else []
    title = _title(view, "Land", symbols, f"{number_of(view.minimum, 'coin')} or more")
    return around("land", title, pieces, tallies, least=wide(_ACROSS), told=told)


def _title(view: View, what: str, offered: Collection[str], price: str) -> str:
    if not offered:
        return f"{what}: none on offer"
    return f"{what}, for {price}" if view.stage in ON_OFFER else f"{what} not bought"


def _offered(view: View, left: Sequence[str], kind: Collection[str], most: int, *before: str) -> Sequence[str]:
    """The round's offer in its order, of which some may have been sold: what is left keeps its place."""
    if view.round == table.LAST_ROUND or view.stage in {table.STARTING, table.BONUS, table.LAND, *before}:
        return left
    offered = [name for name in view.shown if name in kind][-most:]
    return offered if {*left} <= {*offered} else left


def _sold(view: View, names: Sequence[str], name: str, good: Good, at: Piece) -> list[Piece]:
    """Where something lay that was sold: what, who has bought it, and for how much."""
    sale = next((sale for sale in view.sales if sale.name == name), None)
    if not sale:
        return []
    title = f"{names[sale.seat]} bought"
    sold = Piece(at.key, cards.sold_symbol(name, at.symbol.height), at.x, at.y)
    y = max(at.y + at.symbol.height / 2 - 10, at.y + 14)
    return [sold, *_pill(at.key, sale.seat, title, good, sale.price, at.x + 40, y, " it for ")]


def _pill(place: str, seat: int, title: str, good: Good, amount: int, x: float, y: float, verb: str) -> list[Piece]:
    """Who bids or has paid, and how much."""
    brief = f"{{}}: {title}{verb}{number_of(amount, good.rstrip('s'))}"
    return [
        Piece(f"bidder {place}", cards.bidder_symbol(seat, title), x, y, 2, brief=brief),
        Piece(f"bid {place}", cards.amount_symbol(good, amount), x, y, 3, brief=""),
    ]


def _bidder(view: View, seat: int) -> str:
    """What a seat does in the auction."""
    player = view.players[seat]
    if seat == view.actor:
        return {table.CHOOSING: "to choose", table.OPENING: "to bid first", table.BIDDING: "to bid"}.get(
            view.stage, "out, to buy"
        )
    if not player.in_round:
        return "out"
    if view.chosen and seat == view.leader:
        return f"bid {view.highest}"
    return "in" if player.in_auction or not view.chosen else "passed"


def _technologies(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The strip of prices with the marker, and technologies on offer."""
    most = box.offers[len(names)].technologies
    offered = _offered(view, view.technologies, box.technologies, most, table.TECHNOLOGIES)
    told = view.stage in ON_OFFER
    pieces = list(_strip(box, view)) if view.round < table.LAST_ROUND else []
    top = max([0, *[piece.y + 40 for piece in pieces]])
    places = row("technology", [_place(box, name) for name in offered], 0, top, most=_ACROSS)
    for name, at in zip(offered, places, strict=True):
        technology = box.technologies[name]
        if name not in view.technologies:
            pieces += _sold(view, names, name, "science", at)
            continue
        brings = effects(technology.garbage, technology.skulls, technology.flowers)
        drawn = tile_of(box, name) if technology.facility else cards.card_symbol(technology)
        brief = contents(box, name) if technology.facility else drawn.brief
        brief = f"{brief}{f'; at once {brings}' if brings else ''}" if told else name
        pieces.append(at._replace(symbol=drawn, brief=brief))
        if technology.facility and brings:
            pieces.append(Piece(f"foot {at.key}", cards.foot_symbol(technology), at.x, at.y + SIDE))
    title = _title(view, "Technologies", offered, f"{view.price} science")
    sheet = around("technologies", title, pieces, least=wide(_ACROSS), told=told)
    return sheet._replace(spoken=[("marker on field", str(view.marker))] if told and offered else ())


def _strip(box: Box, view: View) -> Iterator[Piece]:
    """The strip of prices with the marker."""
    strip = box.strips[ROUNDS[view.round - 1]]
    pieces = row("field", [cards.price_symbol(i + 1, price) for i, price in enumerate(strip)], gap=2, most=12)
    yield from pieces
    at = pieces[view.marker - 1]
    yield Piece(f"marker {view.marker}", cards.marker_symbol(), at.x, at.y, 2)


def _place(box: Box, name: str) -> Symbol:
    """The room that a technology on offer takes."""
    technology = box.technologies[name]
    return Symbol("", SIDE, SIDE + cards.FOOT, "") if technology.facility else cards.card_symbol(technology)


def _damage(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The damage card with the figures on it."""
    columns = box.damage[view.damage].columns[: len(view.players)] if view.damage else ()
    laid = row("column", [cards.column_symbol(i, column) for i, column in enumerate(columns)], gap=0)
    pieces = [piece._replace(brief=piece.symbol.brief) for piece in laid]  # text tells the number, which is typed
    for seat, player in enumerate(view.players):
        if player.figure:
            column, science = player.figure.column, player.figure.science
            title = f"{names[seat]} bid"
            pieces += _pill(f"column {column}", seat, title, "science", science, column * 60 + 4, 57, " ")
    title = f"Damage card {view.damage}" if view.damage else "No damage card"
    return around("damage", title, pieces, least=(60 * len(view.players), 0), told=True)


def _pollution(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The pollution track with all markers, in rows if it is long."""
    middle = len(box.pollution.values) // 2
    figures = zip(box.pollution.values, box.pollution.clean_land, strict=True)
    fields = [cards.field_symbol(i - middle, worth, clean) for i, (worth, clean) in enumerate(figures)]
    pieces = row("field", fields, gap=0, most=13)
    for seat, player in enumerate(view.players):
        number = player.pollution + middle
        at = pieces[number]
        x, y = at.x + 3.5 + 19 * (seat % 2), at.y + 33 + 18 * (seat // 2)
        pieces.append(Piece(f"marker {number} {seat}", cards.marked(seat, names[seat]), x, y, 2))
    return around("pollution", "Pollution", pieces)


def _bonus(box: Box, view: View) -> Sheet:
    """The bonus cards; those that have been scored are ticked."""
    pieces = row("card", [cards.bonus_symbol(box.bonus[name]) for name in view.bonus])
    for i, at in enumerate(list(pieces)):
        if BONUS_ROUNDS[i] < view.round or view.stage == OVER:
            pieces[i] = at._replace(brief="")
            pieces.append(Piece(f"scored {i}", cards.scored_symbol(), at.x + 156, at.y + 3, 2))
    return around("bonus", "Bonus cards", pieces, least=(364, 0), told=True)


# -- players


def _tallies(view: View, seat: int, *, to_do: bool) -> Iterator[tuple[str, str]]:
    """What is counted beside a region, and what its player has done in this round."""
    player = view.players[seat]
    yield "pollution", str(player.pollution)
    if view.stage == OVER:
        yield "coins", str(player.coins)
        yield "science", str(player.science)
        return
    if seat == view.start_player and view.stage != table.STARTING:
        yield "start player", "yes"
    if player.bought and view.stage in {*AUCTION, table.CONTAINING}:
        yield "land bought", str(player.bought)
    if view.stage in AUCTION:
        yield "auction", _bidder(view, seat)
    if view.stage in {table.ADMINISTERING, table.RECYCLING}:
        yield PHASES[view.stage], "to do" if to_do else "finished"


def _holdings(player: Player, seat: int, names: Sequence[str]) -> Sheet:
    """The coins and science that only the seat itself knows."""
    pieces = row(
        "held", [cards.holding_symbol("coins", player.coins or 0), cards.holding_symbol("science", player.science or 0)]
    )
    tallies = [("coins", str(player.coins)), ("science", str(player.science))]
    return around(f"holdings {seat}", f"Holdings of {names[seat]}", pieces, tallies, seat)
