"""Component files for tests, regions built tile by tile, and games brought to the point where a rule matters.

The figures of the packaged file may change; rules do not depend on them. So all tiles and technologies here are alike
but for those that a test names; what it names comes first, so that it is on offer in round I.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from cityleague.engine.protocol import Decision, Draw
from cityleague.engine.rules import IllegalMove
from cityleague.engine.twentieth_century.components import START, Box, load
from cityleague.engine.twentieth_century.moves import (
    Cell,
    Clear,
    Contain,
    Decline,
    Done,
    Drop,
    Dump,
    Lay,
    Move,
    Options,
    Settle,
    Turn,
)
from cityleague.engine.twentieth_century.region import Region
from cityleague.engine.twentieth_century.state import CenturyState, setup
from cityleague.engine.twentieth_century.table import ADMINISTERING, LAND, CenturyTable
from cityleague.engine.twentieth_century.view import Placed, Player

Json = dict[str, Any]
LEGAL = ""
OUT: tuple[Move, ...] = (Drop(), Decline())
"""Out of the auctions of a round, and no technology."""

# -- component files


def at(x: int, y: int, **figures: Any) -> Json:
    """A node of a tile: a city with what it yields, or a fork."""
    return {"at": [x, y], **figures}


def building(x: int, y: int, kind: str = "mine", bonus: int = 1) -> Json:
    """A building of a facility."""
    return {"at": [x, y], "kind": kind, "bonus": bonus}


def _tile(what: str, track: str, spans: str, nodes: Mapping[str, Json]) -> Json:
    """A tile: nodes from w on are forks."""
    main = [{"node": node, **city} for node, city in nodes.items() if node < "w"]
    forks = [{"node": node, **fork} for node, fork in nodes.items() if node >= "w"]
    return {what: main, "forks": forks, "track": track.split(), "spans": spans.split()}


def land(track: str = "", spans: str = "", **nodes: Json) -> Json:
    """Land with cities a, b, … and forks w, x, …: land("a-N a-x", a=at(2, 2, coins=1), x=at(1, 2))."""
    return _tile("cities", track, spans, nodes)


def facility(track: str = "", spans: str = "", **nodes: Json) -> Json:
    """The technology that is a facility with buildings a, b, … and forks w, x, …."""
    return {"facility": _tile("buildings", track, spans, nodes)}


def names(letter: str, count: int) -> list[str]:
    """Names for tiles and technologies that no test names."""
    return [f"{letter}{number}" for number in range(1, count + 1)]


def _pile(some: Mapping[str, Json], sizes: Mapping[str, int], letters: str, plain: Json) -> list[Json]:
    """The named ones, of period I-II unless they say otherwise, and as many others as are missing in each period."""
    tiles = [{"name": name, "period": "I-II", **tile} for name, tile in some.items()]
    for (period, size), letter in zip(sizes.items(), letters, strict=True):
        missing = size - sum(tile["period"] == period for tile in tiles)
        tiles += [{"name": name, "period": period, **plain} for name in names(letter, missing)]
    return tiles


PERIODS = ("I-II", "III-IV", "V")
CITIES: Json = land("a-N a-S b-E", a=at(2, 2, coins=1), b=at(3, 2, science=1))
"""Land that no test names: L1, L2, … for rounds I and II, M1, … for III and IV, N1, … for V."""
SORTING: Json = {"waste_separation": True}
"""A technology that no test names: T1, …, U1, … and V1, …."""
HOME: Json = {
    **land("a-b b-c", a=at(1, 1, coins=3), b=at(2, 1, science=2), c=at(3, 1, recycling=True)),
    "citizens": ["a", "b"],
    "garbage": 1,
}
"""The start tile: no track leads off it."""
STRIPS = {"I-II": [8, 7, 6, 5], "III-IV": [12, 9, 6, 3], "V": [15, 11, 11, 4]}
COLUMNS: list[Json] = [{"garbage": 1}, {"skulls": 1}, {"garbage": 2}, {"garbage": 1, "skulls": 1}, {"skulls": 2}]
BONUS: dict[str, dict[str, int]] = {
    "B1": {"coins": 1, "science": 1},
    "B2": {"points": 1},
    "B3": {"clean land": 6},
    "B4": {"plants": 2, "coins": 1},
    "B5": {"flowers": 1, "prosperity": 1},
    "B6": {"clean land by pollution": 1, "garbage": -1, "science": 1},
}
"""The first three are for round II."""


def file(
    lands: Mapping[str, Json] = {},
    technologies: Mapping[str, Json] = {},
    *,
    start: Json = HOME,
    columns: Sequence[Json] = COLUMNS,
    fields: Sequence[int] = (2, 1, 1),
) -> Json:
    """A component file with this land and these technologies."""
    offers = [
        {"players": 3 + i, "land": (5, 6, 8)[i], "technologies": 4 + i, "field": field}
        for i, field in enumerate(fields)
    ]
    bonus = [
        {
            "name": name,
            "round": 2 if name < "B4" else 4,
            "lines": [{"counts": c, "points": p} for c, p in lines.items()],
        }
        for name, lines in BONUS.items()
    ]
    damage = [{"name": f"D{i}", "period": PERIODS[i // 3], "columns": columns} for i in range(9)]
    values = {"values": [*range(-6, 7)], "clean_land": [2] * 4 + [3] * 5 + [4] * 4}
    house = {"provenance": "house"}
    minimum = {"I-II": 2, "III-IV": 3, "V": 4}
    return {
        "game": "twentieth_century",
        "setup": {
            **house, "coins": 10, "science": 10, "compensation": 2, "largest_bid": 25, "minimum_bid": minimum,
        },
        "offers": {**house, "list": offers},
        "strips": {**house, "science": STRIPS},
        "pollution": {**house, **values},
        "start": {**house, "tile": start},
        "land": {**house, "list": _pile(lands, dict(zip(PERIODS, (16, 16, 8), strict=True)), "LMN", CITIES)},
        "technologies": {
            **house, "list": _pile(technologies, dict(zip(PERIODS, (12, 12, 6), strict=True)), "TUV", SORTING),
        },
        "damage": {**house, "list": damage},
        "bonus": {**house, "list": bonus},
    }  # fmt: skip


_loaded = cache(load)


def own(lands: Mapping[str, Json] = {}, technologies: Mapping[str, Json] = {}, **others: Any) -> Box:
    """A box of such a file."""
    return _loaded(json.dumps(file(lands, technologies, **others)).encode())


# -- games at the beginning of an auction


def draw(state: CenturyState, **chosen: Sequence[str | int]) -> CenturyState:
    """Let chance speak until somebody has to decide: the first items there are, or those chosen for land, …."""
    while isinstance(due := state.pending(), Draw):
        what = due.name.split("-")[0]
        state.resolve(chosen[what] if what in chosen else list(due.items)[: due.take])
    return state


def auction(
    seats: int = 3,
    *,
    first: int = 0,
    number: int = 1,
    coins: Sequence[int] = (),
    science: Sequence[int] = (),
    box: Box | None = None,
) -> CenturyState:
    """The land auction of a round, with the first land and technologies of its period on offer."""
    state = setup(Options(), seats, box or own())
    while state.table.stage != LAND:
        due = state.pending()
        assert isinstance(due, Draw)
        state.resolve([first] if due.name == "start" else list(due.items)[:1])
    state.table.round = number
    state.table.coins = list(coins) or state.table.coins
    state.table.science = list(science) or state.table.science
    return draw(state)


def damage(seats: int = 3, *, last: int = 0, number: int = 1, science: Sequence[int] = (), **more: Any) -> CenturyState:
    """The bidding against environmental damage, after an auction without sales in which `last` dropped out last."""
    state = auction(seats, first=(last + 1) % seats, number=number, science=science, **more)
    return do(state, *OUT * seats)


# -- regions


class T(NamedTuple):
    """A tile of a region: with citizens in these cities, so many cubes of garbage, and bridges."""

    name: str
    cell: Cell = (0, 0)
    turn: Turn = 0
    citizens: str = ""
    garbage: int = 0
    bridges: tuple[str, ...] = ()


BARE = (T(START, garbage=1),)
"""A region that yields nothing and is worth nothing."""


def region(box: Box, tiles: Sequence[T]) -> Region:
    """A region of these tiles."""
    region = Region()
    for tile in tiles:
        number = region.lay(box.shapes[tile.name], tile.cell, tile.turn)
        region.put(number, tile.garbage)
        for letter in tile.citizens:
            city = region.city((tile.name, letter))
            assert city is not None, tile
            region.settle(city)
        for span in tile.bridges:
            region.bridge(number, spans(box, tile.name).index(span))
    return region


def spans(box: Box, name: str) -> tuple[str, ...]:
    """The spans of a tile as the file names them."""
    if name == START:
        return box.start.spans
    built = box.technologies[name].facility if name in box.technologies else None
    return built.spans if built else box.land[name].spans


def administration(
    *regions: Sequence[T],
    box: Box | None = None,
    seats: int = 3,
    number: int = 1,
    coins: Sequence[int] = (20, 20, 20, 20, 20),
    science: Sequence[int] = (20, 20, 20, 20, 20),
    technologies: Sequence[str] = (),
    new: Sequence[str] = (),
    garbage: int = 0,
    pollution: Sequence[int] = (0, 0, 0, 0, 0),
    cards: Sequence[str] = ("B1", "B4"),
) -> CenturyState:
    """An administration phase with these regions; seat 0 has technologies, new tiles and new garbage.

    Nobody has points from earlier rounds.
    """
    state = CenturyState.at(CenturyTable(seats, box or own()))
    table = state.table
    table.all_decide(ADMINISTERING)
    table.round, table.bonus_cards = number, list(cards)
    table.coins, table.science = list(coins)[:seats], list(science)[:seats]
    table.pollution = [6 + marker for marker in pollution[:seats]]
    for account in table.accounts:
        account.bonus = [(0,) * len(BONUS[card]) for card, scored in zip(cards, (2, 4), strict=True) if scored < number]
    for seat in range(seats):
        table.regions[seat] = region(table.box, regions[seat] if seat < len(regions) else BARE)
    table.uses[0] = dict.fromkeys(technologies, 0)
    table.hands[0], table.cubes[0] = list(new), garbage
    return state


# -- moves


def do(state: CenturyState, *moves: Move) -> CenturyState:
    """Make legal moves, each of the seat whose turn it is."""
    for move in moves:
        by(state, actor(state), move)
    return state


def by(state: CenturyState, seat: int, *moves: Move) -> CenturyState:
    """Make legal moves of a seat."""
    for move in moves:
        state.verify(seat, move)
        state.apply(seat, move)
    return state


def close(state: CenturyState) -> CenturyState:
    """Everybody's administration is over."""
    assert state.view(None).stage == ADMINISTERING
    for seat in seats(state):
        by(state, seat, Done())
    return state


def finish(state: CenturyState) -> CenturyState:
    """Play on to the next round or the end: nobody buys, all place what they must and clear what they can."""
    number = state.round
    while state.round == number and isinstance(due := state.pending(), Decision):
        moves = state.legal(due.seats[0])
        if state.view(None).stage == "containing":
            taken = [player.figure.column for player in state.view(None).players if player.figure]
            moves = [move for move in moves if isinstance(move, Contain) and move.column not in taken]
        wanted = (Drop, Decline, Contain, Lay, Settle, Dump, Done, Clear)
        by(state, due.seats[0], next(move for kind in wanted for move in moves if isinstance(move, kind)))
    return state


# -- questions


def seats(state: CenturyState) -> tuple[int, ...]:
    """Who may move now."""
    due = state.pending()
    assert isinstance(due, Decision)
    return due.seats


def actor(state: CenturyState) -> int:
    """Whose turn it is."""
    (seat,) = seats(state)
    return seat


def refusal(state: CenturyState, seat: int, move: Move) -> str:
    """The code that refuses a move; nothing if it is legal, which the list of legal moves says, too."""
    listed = move in state.legal(seat)
    try:
        state.verify(seat, move)
    except IllegalMove as error:
        assert not listed, move
        return error.rule.code
    assert listed, move
    return LEGAL


def stage(state: CenturyState) -> str:
    """The stage of the game."""
    return state.view(None).stage


def coins(state: CenturyState) -> list[int | None]:
    """What everyone holds."""
    return [state.view(seat).players[seat].coins for seat in range(state.seats)]


def science(state: CenturyState) -> list[int | None]:
    """What everyone holds."""
    return [state.view(seat).players[seat].science for seat in range(state.seats)]


def players(state: CenturyState) -> tuple[Player, ...]:
    """What is seen of everyone."""
    return state.view(None).players


def tile(state: CenturyState, name: str, seat: int = 0) -> Placed:
    """A tile of a region."""
    return next(tile for tile in players(state)[seat].region if tile.tile == name)


def lines(state: CenturyState, title: str, seat: int = 0) -> dict[str, int | float]:
    """The lines of a part of a seat's sheet."""
    parts = [part for part in state.scores()[seat].parts if part.title == title]
    assert len(parts) == 1, title
    return {line.category: line.points for line in parts[0].lines}
