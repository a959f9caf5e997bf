"""Pictures of positions: what everybody sees, what only one seat knows, everything in a view; and moves in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import XML

import pytest

from cityleague.engine.course import OVER
from cityleague.engine.looks.picture import Picture, Piece, Sheet
from cityleague.engine.looks.svg import svg
from cityleague.engine.protocol import Decision, Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.components import START, Box, load
from cityleague.engine.twentieth_century.looks.picture import describe, picture
from cityleague.engine.twentieth_century.looks.symbols import SIDE, UNIT
from cityleague.engine.twentieth_century.moves import (
    Bid,
    Bridge,
    Buy,
    Choose,
    Clear,
    Collect,
    Contain,
    Decline,
    Done,
    Drop,
    Dump,
    Improve,
    Lay,
    Locomotive,
    Move,
    Options,
    Pass,
    Recycle,
    Remediate,
    Separate,
    Settle,
    Worker,
)
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import ADMINISTERING, BIDDING, CONTAINING, RECYCLING, Figure, Sale
from cityleague.engine.twentieth_century.tiles import PORTS, turned
from cityleague.engine.twentieth_century.view import Placed, Player, View

from ..rows import daily
from ..test_pictures_of_games import check_form
from .drawn import component_file, geometry, own
from .helpers import course, new
from .tour import tour

NAMES = ["Ada", "Ben", "Cem", "Dora", "Emil"]
SIDES = {(2, 0): "north", (4, 2): "east", (2, 4): "south", (0, 2): "west"}
"""By the middle of each edge of a tile: which side it is."""


def table_of(box: Box, seats: int) -> Setup:
    return Setup(GAME, Options(), box, seats)


def drawn(state: CenturyState, seat: int | None = None) -> Picture:
    return picture(table_of(state.table.box, state.seats), state.view(seat), NAMES[: state.seats])


def sheet_of(image: Picture, key: str) -> Sheet:
    (sheet,) = [sheet for sheet in image.sheets if sheet.key == key]
    return sheet


def pieces(sheet: Sheet, kind: str) -> dict[str, Piece]:
    """The pieces of a kind, by the rest of their keys."""
    return {piece.key[len(kind) + 1 :]: piece for piece in sheet.pieces if piece.key.startswith(f"{kind} ")}


def titles(sheet: Sheet, kind: str) -> list[str]:
    return [piece.symbol.title for piece in pieces(sheet, kind).values()]


# -- a picture compared with the view that it shows


def check(state: CenturyState) -> None:
    """The spectator's picture shows what the view tells; a seat's picture adds what the seat holds."""
    public = drawn(state)
    check_form(public)
    view = state.view(None)
    check_table(state.table.box, view, public)
    for seat, player in enumerate(view.players):
        check_player(state.table.box, view, seat, player, sheet_of(public, f"region {seat}"))
        check_seat(state, public, seat)


def check_seat(state: CenturyState, public: Picture, seat: int) -> None:
    """A seat sees what a spectator sees, and what it holds itself until the end shows it to everybody."""
    seen = drawn(state, seat)
    assert seen.caption == public.caption
    assert [part for part in seen.sheets if part.owner is None] == public.sheets
    own = [part for part in seen.sheets if part.owner is not None]
    shown = sheet_of(public, f"region {seat}") if state.table.stage == OVER else own[0]
    assert [part.owner for part in own] == [seat] * (state.table.stage != OVER)
    held = {"coins": str(state.table.coins[seat]), "science": str(state.table.science[seat])}
    assert held.items() <= dict(shown.tallies).items()
    assert state.table.stage == OVER or dict(shown.tallies) == held


def check_table(box: Box, view: View, image: Picture) -> None:
    """What is on offer, what was sold, the cards, the pollution track."""
    lands, technologies = sheet_of(image, "land"), sheet_of(image, "technologies")
    for names, part, good in ((view.land, lands, "coin"), (view.technologies, technologies, "science")):
        laid = [*titles(part, "land"), *titles(part, "technology")]
        left = [title.split(" ", 1)[1].split(" (")[0].split(":")[0] for title in laid if not title.endswith(" is sold")]
        assert left == list(names)
        sold = [
            sale for sale in view.sales if sale.round == view.round < 6 and (sale.name in box.land) == (good == "coin")
        ]
        if sold and view.stage != OVER:
            assert sorted([title for title in laid if title.endswith(" is sold")]) == sorted(
                [f"{sale.name} is sold" for sale in sold]
            )
            bids = titles(part, "bid")
            for sale in sold:
                assert f"a bid of {sale.price} {good}{'s' * (good == 'coin' and sale.price != 1)}" in bids
                assert f"{NAMES[sale.seat]} bought" in titles(part, "bidder")
    if view.chosen and view.leader is not None:
        assert f"{NAMES[view.leader]} bid" in titles(lands, "bidder")
        assert any(title.startswith(f"a bid of {view.highest} coin") for title in titles(lands, "bid"))
    assert titles(lands, "up") == ([f"{view.chosen} is up for auction"] if view.chosen else [])
    damage = sheet_of(image, "damage")
    if view.damage:
        assert damage.title == f"Damage card {view.damage}"
        assert len(pieces(damage, "column")) == len(view.players)
    figures = {player.figure.column: (seat, player.figure) for seat, player in enumerate(view.players) if player.figure}
    assert {key.split()[1] for key in pieces(damage, "bid")} == {str(column) for column in figures}
    for column, (seat, figure) in figures.items():
        assert pieces(damage, "bidder")[f"column {column}"].symbol.title == f"{NAMES[seat]} bid"
        assert pieces(damage, "bid")[f"column {column}"].symbol.title == f"a bid of {figure.science} science"
    middle = len(box.pollution.values) // 2
    expected = {f"{player.pollution + middle} {seat}" for seat, player in enumerate(view.players)}
    assert set(pieces(sheet_of(image, "pollution"), "marker")) == expected
    for name, title in zip(view.bonus, titles(sheet_of(image, "bonus"), "card"), strict=True):
        assert title.startswith(f"bonus card {name}, after round ")


def check_player(box: Box, view: View, seat: int, player: Player, sheet: Sheet) -> None:
    """A region, what is to be laid, technologies, and what is counted."""
    tallies = dict(sheet.tallies)
    assert sheet.title == NAMES[seat]
    if view.stage == OVER:
        assert tallies["coins"] == str(player.coins)
        assert tallies["science"] == str(player.science)
    else:
        assert tallies["points"] == str(player.points)
        assert "coins" not in tallies
    for good, n, title in zip(
        ("coin", "science", "prosperity"), player.production, titles(sheet, "yields"), strict=True
    ):
        assert title == f"yields {n} {good}{'s' * (good == 'coin' and n != 1)}"
    new_tiles = {key: piece.symbol.title for key, piece in pieces(sheet, "new").items() if key != "garbage"}
    assert set(new_tiles) == set(player.new_tiles)
    garbage = [piece.symbol.title for piece in sheet.pieces if piece.key == "new garbage"]
    assert garbage == ([f"{player.new_garbage} new garbage"] if player.new_garbage else [])
    assert set(pieces(sheet, "technology")) == {owned.technology for owned in player.technologies}
    used = {f"{owned.technology} {tag}" for owned in player.technologies for tag in owned.used}
    assert set(pieces(sheet, "used")) == used
    check_region(box, player, sheet)


def check_region(box: Box, player: Player, sheet: Sheet) -> None:
    """Every tile lies on its cell, with everything that the view tells."""
    cells = pieces(sheet, "cell")
    assert len(cells) == len(player.region)
    expected: dict[str, set[str]] = {"citizen": set(), "garbage": set(), "bridge": set(), "waiting": set()}
    for placed in player.region:
        x, y = placed.cell
        tile = cells[f"{x},{y}"]
        assert (tile.x, tile.y) == (x * SIDE, y * SIDE)
        kind = (
            "start land"
            if placed.tile == START
            else f"{'land' if placed.tile in box.land else 'facility'} {placed.tile}"
        )
        assert tile.symbol.title.startswith(kind)
        expected["citizen"] |= {f"{x},{y} {letter}" for letter in placed.citizens}
        expected["garbage"] |= {f"{x},{y}"} if placed.garbage else set()
        expected["bridge"] |= {f"{x},{y} {span}" for span in placed.bridges}
        expected["waiting"] |= {f"{x},{y}"} if placed.waiting else set()
        if placed.garbage:
            assert pieces(sheet, "garbage")[f"{x},{y}"].symbol.title == f"{placed.garbage} garbage"
        for letter in placed.citizens:
            check_citizen(box, placed, letter, pieces(sheet, "citizen")[f"{x},{y} {letter}"])
    for kind, keys in expected.items():
        assert set(pieces(sheet, kind)) == keys
    at = {placed.tile: "{},{}".format(*placed.cell) for placed in player.region}
    assert set(pieces(sheet, "cleared")) == {f"{at[tile]} {letter}" for tile, letter in player.cleared}
    check_ends(box, player.region, pieces(sheet, "end"))


def check_citizen(box: Box, placed: Placed, letter: str, citizen: Piece) -> None:
    """A citizen stands in its city, on its point of the tile as it is turned."""
    px, py = geometry(placed, box)[1][letter]
    x, y = placed.cell[0] * SIDE + px * UNIT, placed.cell[1] * SIDE + py * UNIT
    assert abs(citizen.x + citizen.symbol.width / 2 - x) < UNIT / 2
    assert abs(citizen.y + citizen.symbol.height / 2 - y) < UNIT / 2


def check_ends(box: Box, region: Sequence[Placed], ends: dict[str, Piece]) -> None:
    """Where track leads off tiles, and whether two of them meet there."""
    expected = Counter(
        (4 * placed.cell[0] + x, 4 * placed.cell[1] + y)
        for placed in region
        for x, y in {point for step, _ in geometry(placed, box)[0] for point in step}
        if {x, y} & {0, 4}
    )
    assert set(ends) == {f"{x},{y}" for x, y in expected}
    kinds = {True: set(), False: set()}  # type: dict[bool, set[str]]
    for (x, y), tiles in expected.items():
        kinds[tiles > 1].add(ends[f"{x},{y}"].symbol.markup)
    assert all(len(markups) <= 1 for markups in kinds.values())
    assert not kinds[True] & kinds[False]


# -- moves in words


def words(box: Box, view: View, move: Move) -> list[str]:
    """The words that the text of a move must have; the sides of a tile are those that people see."""

    def land(name: str) -> str:
        return "the start land" if name == START else name

    def city(place: tuple[str, str]) -> str:
        return f"city {place[1]} of {land(place[0])}"

    def end(tile: str, name: str) -> str:
        if name not in PORTS:
            return f"city {name}" if any(there.node == name for there in box.shapes[tile].cities) else name
        assert view.seat is not None
        turn = next(placed.turn for placed in view.players[view.seat].region if placed.tile == tile)
        return f"the {SIDES[turned(PORTS[name], turn)]}"

    match move:
        case Choose(tile):
            return [tile]
        case Bid(coins):
            return [f"bids {coins} coin", f"for {view.chosen}"]
        case Pass():
            return [f"passes on {view.chosen}"]
        case Drop():
            return ["drops out"]
        case Buy(name):
            return [f"buys {name} (", f"for {view.price} science"]
        case Decline():
            return ["buys no technology"]
        case Contain(column, science):
            return [f"bids {science} science for column {column} ("]
        case Lay(tile, (x, y), turn):
            return [f"lays {tile} at {x}, {y}", "turned" if turn else ""]
        case Settle(place):
            return [f"settles a citizen in {city(place)}"]
        case Dump(tile):
            return [f"garbage on {land(tile)}"]
        case Worker(name, place):
            return [f"worker of {name} in {city(place)}"]
        case Bridge(name, tile, span):
            start, other = (end(tile, where) for where in span.split("-"))
            return [f"bridge of {name} on {land(tile)} from {start} to {other}"]
        case Separate(name, tile):
            return [f"{land(tile)} with {name}"]
        case Locomotive(name, place, to):
            return [f"from {city(place)} to {city(to)} with {name}"]
        case Collect(name, tile, to):
            return [f"from {land(tile)} to {land(to)} with {name}"]
        case Recycle(name, tile):
            return [f"of {land(tile)} with {name}"]
        case Remediate(name) | Improve(name):
            return [f"with {name}"]
        case Done():
            return ["finishes the administration"]
        case Clear(plant, tile):
            return [f"of {land(tile)} at the plant in {city(plant)}"]


def check_words(state: CenturyState) -> set[type[Move]]:
    """Each move of each seat is one line of text; of long lists of moves, some are checked."""
    box, due = state.table.box, state.pending()
    kinds = set()
    for seat in due.seats if isinstance(due, Decision) else ():
        view = state.view(seat)
        legal = state.legal(seat)
        for move in [*legal[:12], *legal[12::7], *legal[-3:]]:
            text = describe(table_of(box, state.seats), view, move, NAMES)
            assert all(part in text for part in words(box, view, move)), text
            assert len(text) <= 90 + (box is own()) * 60
            assert text.isprintable()
            kinds.add(type(move))
    return kinds


# -- positions of games


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", daily([5, 3, 4]))
def test_every_position_of_a_random_game_is_drawn_in_little_space(seats: int) -> None:
    """All symbols, and the changes from step to step, are small enough for a page."""
    symbols: dict[str, None] = {}
    size, before = 0, {}  # type: int, dict[tuple[str, str], Piece]
    for step, (state, _) in enumerate(course(seats, f"drawn {seats}")):
        image = drawn(state)
        check_seat(state, image, step % seats)
        after = {(part.key, piece.key): piece for part in image.sheets for piece in part.pieces}
        changed = [piece for key, piece in after.items() if before.get(key) != piece]
        symbols |= dict.fromkeys([piece.symbol.markup + piece.symbol.title for piece in changed])
        size += 30 * len(changed)
        before = after
        if step % 20 == 0:
            check(state)
            check_words(state)
    assert sum(map(len, symbols)) + size < 300_000


@pytest.mark.parametrize("seats", [4])
def test_a_box_of_your_own_is_drawn_as_it_says(seats: int) -> None:
    """The box has long names, bridges over bare land and a short pollution track."""
    for step, (state, _) in enumerate(course(seats, "own", own())):
        if step % 12 == 0:
            check(state)
            check_words(state)


@pytest.mark.parametrize("seats", daily([3, 5, 4], 2))
def test_every_stage_is_drawn_and_told(seats: int) -> None:
    seen = set()
    for state in tour(seats):
        check(state)
        seen |= check_words(state)
    assert {Choose, Bid, Pass, Drop, Buy, Decline, Contain, Lay, Settle, Dump, Bridge, Worker, Done, Clear} <= seen


# -- a position set up by hand


def scene(stage: str) -> CenturyState:
    """Seat 1 leads for Land 1, seat 0 has passed, seat 2 is to bid, seat 3 has dropped out and bought T1."""
    state = new(4, own())
    table = state.table
    if stage == ADMINISTERING:
        table.all_decide(stage)
    else:
        table.give_turn(2, stage)
    table.land, table.technologies = ["Land 1", "Land 3"], ["T0", "T2", "T4", "T6"]
    table.shown = ["Land 1", "Land 2", "Land 3", "Land 4", "a long name, no. 5", "Land 6", "T0", "T1", "T2", "T4", "T6"]
    table.sales = [Sale(1, "Land 2", 0, 7), Sale(1, "T1", 3, 5)]
    table.bonus_cards, table.damage = ["B0", "B5"], "D1"
    table.chosen, table.leader, table.highest = "Land 1", 1, 4
    table.in_round, table.in_auction, table.bought = [True] * 3 + [False], [False, True, True, False], [1, 0, 0, 0]
    return state


def test_an_auction_is_drawn_with_all_bids() -> None:
    image = drawn(scene(BIDDING), 2)
    assert image.caption == "round 1 of 6, land auction; Cem to bid more for Land 1, to pass, or to drop out"
    lands = sheet_of(image, "land")
    assert lands.title == "Land, for 1 coin or more"
    assert list(lands.tallies) == [("Ada", "passed"), ("Ben", "bid 4"), ("Cem", "to bid"), ("Dora", "out")]
    assert pieces(lands, "land")["0"].symbol.title.startswith(
        "land Land 1 (I-II): city a 3 coins, city b 1 science plant"
    )
    assert pieces(lands, "land")["1"].symbol.title == "Land 2 is sold"
    assert pieces(lands, "bidder")["land 1"].symbol.title == "Ada bought"
    assert pieces(lands, "bid")["land 0"].symbol.title == "a bid of 4 coins"
    technologies = sheet_of(image, "technologies")
    assert technologies.title == "Technologies, for 5 science"
    assert pieces(technologies, "technology")["2"].symbol.title == (
        "technology T2: recycling for 1 coin each round, remediation for 2 science each round; "
        "at once 1 garbage, 2 skulls"
    )
    assert list(pieces(technologies, "marker")) == ["2"]
    assert titles(sheet_of(image, "damage"), "column")[3] == "damage: 2 garbage, 1 skull"
    tallies = dict(sheet_of(image, "region 0").tallies)
    assert tallies == {"points": "0", "pollution": "0", "start player": "yes", "land bought": "1", "auction": "passed"}
    assert sheet_of(drawn(scene(CONTAINING)), "land").title == "Land not bought"


def test_a_picture_tells_who_has_to_administer_and_to_recycle() -> None:
    state = scene(ADMINISTERING)
    state.table.due = 0b101
    assert drawn(state).caption == "round 1 of 6, administration; Ada, Cem"
    assert [dict(sheet_of(drawn(state), f"region {seat}").tallies)["administration"] for seat in range(4)] == [
        "to do",
        "finished",
        "to do",
        "finished",
    ]
    state = new(3, own())
    state.table.stage = RECYCLING
    state.table.regions[1].put(0, -1)
    state.table.cleared[0] = 0b10
    assert drawn(state).caption == "round 1 of 6, recycling; Cem"
    assert list(pieces(sheet_of(drawn(state), "region 0"), "cleared")) == ["0,0 b"]


def test_holdings_are_hidden_until_the_end() -> None:
    state = new(3, own())
    state.table.coins, state.table.science = [101, 102, 103], [201, 202, 203]
    for seat in (None, 0, 1, 2):
        text = str(drawn(state, seat))
        for other in range(3):
            assert (str(101 + other) in text) == (other == seat)
            assert (str(201 + other) in text) == (other == seat)
    state.table.stage = OVER
    assert "103" in str(drawn(state))


def test_bridges_lie_on_their_tiles_in_each_turn() -> None:
    for turn in range(4):
        state = new(3, own())
        region = state.table.regions[0]
        land = region.lay(own().shapes["Land 2"], (1, 0), turn)  # type: ignore[arg-type]
        for span in range(2):
            region.bridge(land, span)
        check(state)
        for piece in pieces(sheet_of(drawn(state), "region 0"), "bridge").values():
            assert SIDE - 6 <= piece.x <= piece.x + piece.symbol.width <= 2 * SIDE + 6
            assert -6 <= piece.y <= piece.y + piece.symbol.height <= SIDE + 6


def test_figures_on_the_damage_card_and_final_points_are_drawn() -> None:
    state = scene(CONTAINING)
    state.table.figures = [None, Figure(3, 0), Figure(1, 5), None]
    check(state)
    *_, last = tour(3)
    for seat, scored in enumerate(last.scores()):
        assert dict(sheet_of(drawn(last), f"region {seat}").tallies)["points"] == f"{scored.total} in the end"


# -- safe and the same everywhere


def hostile() -> Box:
    """A box with names that are markup."""
    text = json.dumps(component_file())
    return load(text.replace("Land 1", "<b>&lt;").replace('"T2', '"</g><!--').replace("B0", "]]>").encode())


def test_hostile_names_are_escaped() -> None:
    names = ["<script>alert(1)</script>", "&amp;\u202e", "\x00'\"><g onload=x>", "x" * 300][:3]
    for state in states(hostile):
        setup = table_of(state.table.box, 3)
        for seat in (None, 0):
            text = svg(picture(setup, state.view(seat), names), ["a game"], set())
            tags = {node.tag.rpartition("}")[2] for node in XML(text).iter()}
            assert not tags & {"script", "b"}
            assert not any("onload" in node.attrib for node in XML(text).iter())


def states(box: Callable[[], Box]) -> Iterator[CenturyState]:
    """Some positions of a random game."""
    for step, (state, _) in enumerate(course(3, "some", box())):
        if step % 40 == 5:
            yield state
