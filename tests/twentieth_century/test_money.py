"""Where all coins, science and garbage come from and go to, worked out from the component file and views alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from cityleague.engine.components import packaged
from cityleague.engine.twentieth_century.components import load
from cityleague.engine.twentieth_century.moves import (
    Bid,
    Buy,
    Choose,
    Clear,
    Collect,
    Contain,
    Dump,
    Improve,
    Recycle,
    Remediate,
    Separate,
)
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.view import Placed, Player, View

from ..rows import daily
from .by_hand import figures
from .helpers import course

Point = tuple[int, int]
Stop = tuple[Point, str] | Point
"""A city or building by cell and letter, or a port as a point of the plane."""
File = dict[str, Any]

PACKAGED = packaged("twentieth_century")
ALL: File = {
    "recycling": {"coins": 3, "science": 2},
    "remediation": {"coins": 1},
    "quality_of_life": {"price": {"science": 1}, "points": 2},
    "waste_separation": True,
}
OTHER = figures(
    {"L1": {"cities": [{"node": "a", "at": [1, 2], "coins": 5}, {"node": "b", "at": [3, 2], "recycling": True}]}},
    {"worker": {"worker": True, "garbage": 2, "skulls": 1}, "separation": ALL, "bridge": ALL, "P13": ALL, "P14": ALL},
    columns=[{"garbage": 1}, {"garbage": 2, "skulls": 2}, {"skulls": 3}, {"garbage": 3}, {}],
    strip=[9, 5, 5, 1],
    coins=40,
    science=35,
    compensation=5,
    largest_bid=7,
)
PERIODS = ("I-II", "I-II", "III-IV", "III-IV", "V", "V")
PORTS = {
    "N": (2, 0), "E": (4, 2), "S": (2, 4), "W": (0, 2), "NE": (4, 0), "SE": (4, 4), "SW": (0, 4), "NW": (0, 0),
}  # fmt: skip
RAISES = {"mine": "coins", "laboratory": "science", "hospital": "prosperity"}
PRICED: dict[type, str] = {Recycle: "recycling", Remediate: "remediation", Improve: "quality_of_life"}


class Flow(NamedTuple):
    """What a seat gets or pays, and for what."""

    reason: str
    seat: int
    coins: int = 0
    science: int = 0
    garbage: int = 0


class Figures:
    """The figures of a component file, read from its JSON."""

    def __init__(self, data: bytes) -> None:
        file = json.loads(data)
        self.setup, self.strips = file["setup"], file["strips"]["science"]
        self.land = {tile["name"]: tile for tile in file["land"]["list"]} | {"start": file["start"]["tile"]}
        self.technologies = {technology["name"]: technology for technology in file["technologies"]["list"]}
        self.damage = {card["name"]: card["columns"] for card in file["damage"]["list"]}
        self.middle = len(file["pollution"]["values"]) // 2

    def tile(self, name: str) -> File:
        """What lies on a tile."""
        tile: File = self.land[name] if name in self.land else self.technologies[name]["facility"]
        return tile

    def price(self, name: str, use: str) -> File:
        """What a use of a technology costs."""
        price: File = self.technologies[name][use]
        return price["price"] if use == "quality_of_life" else price


# -- what cities yield, read from a view


def stop(placed: Placed, end: str) -> Stop:
    """An end of a piece of track."""
    if end not in PORTS:
        return placed.cell, end
    x, y = PORTS[end]
    for _ in range(placed.turn):
        x, y = 4 - y, x
    return 4 * placed.cell[0] + x, 4 * placed.cell[1] + y


def ways(figures: Figures, region: tuple[Placed, ...]) -> dict[Stop, set[Stop]]:
    """All track of a region: from each stop those to which a piece leads."""
    stops: dict[Stop, set[Stop]] = {}
    for placed in region:
        for piece in [*figures.tile(placed.tile)["track"], *placed.bridges]:
            start, other = [stop(placed, end) for end in piece.split("-")]
            stops.setdefault(start, set()).add(other)
            stops.setdefault(other, set()).add(start)
    return stops


def production(figures: Figures, player: Player) -> tuple[int, int, int]:
    """Coins, science and prosperity of the cities of a region."""
    total: Counter[str] = Counter()
    cities: dict[Stop, bool] = {}
    for placed in player.region:
        for city in figures.tile(placed.tile).get("cities", ()):
            lived_in = city["node"] in placed.citizens
            cities[placed.cell, city["node"]] = lived_in
            if lived_in:
                total.update({good: city.get(good, 0) for good in RAISES.values()})
    track = ways(figures, player.region)
    for placed in player.region:
        for building in figures.tile(placed.tile).get("buildings", ()):
            ahead: list[Stop] = [(placed.cell, building["node"])]
            met: set[Stop] = {*ahead}
            while ahead:
                for there in track.get(ahead.pop(), set()) - met:
                    met.add(there)
                    ahead += [] if there in cities else [there]
            for place, lived_in in cities.items():
                if lived_in and place in met and near(placed.cell, place[0]):
                    total[RAISES[building["kind"]]] += building["bonus"]
    return total["coins"], total["science"], total["prosperity"]


def near(cell: Point, other: Any) -> bool:
    """Whether two tiles have an edge or a corner in common."""
    return bool(max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) == 1)


# -- what moves


def flows(figures: Figures, before: View, seat: int, move: Any, after: View) -> Iterator[Flow]:
    """Everything that a move brings or costs."""
    yield from sold(before, seat, move, after)
    minimum = figures.setup["minimum_bid"][PERIODS[before.round - 1]]
    assert before.minimum == minimum
    for other, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        if was.in_round and not now.in_round and not now.bought:
            yield Flow("no land", other, coins=minimum + figures.setup["compensation"])
    if isinstance(move, Buy):
        price = figures.strips[PERIODS[before.round - 1]][before.marker - 1]
        assert before.price == price
        yield Flow("technology", seat, science=-price, garbage=figures.technologies[move.technology].get("garbage", 0))
    elif type(move) in PRICED:
        price = figures.price(move.technology, PRICED[type(move)])
        yield Flow(PRICED[type(move)], seat, -price.get("coins", 0), -price.get("science", 0))
    if isinstance(move, Separate | Recycle | Clear):
        yield Flow(f"{type(move).__name__} garbage", seat, garbage=-1)
    if before.stage == "containing" != after.stage:
        yield from contained(figures, before, seat, move)
    if before.stage == "administering" != after.stage or (
        before.stage == "administering" and before.round < after.round
    ):
        for other, player in enumerate(before.players):
            coins, science, prosperity = production(figures, player)
            assert player.production == (coins, science, prosperity)
            yield Flow("yield", other, coins, science)


def sold(before: View, seat: int, move: Any, after: View) -> Iterator[Flow]:
    """The price and the garbage of land that is sold by a move."""
    winner, paid = before.leader, before.highest
    if isinstance(move, Choose) and sum(player.in_round for player in before.players) == 1:
        winner, paid = seat, before.minimum
    elif isinstance(move, Bid):
        winner, paid = seat, move.coins
    if (before.chosen is not None or isinstance(move, Choose)) and after.chosen is None:
        assert winner is not None
        tile = before.chosen if before.chosen is not None else move.tile
        assert tile in before.land
        assert tile not in after.land
        assert tile in after.players[winner].new_tiles
        yield Flow("land", winner, coins=-paid, garbage=after.players[winner].bought)
        assert after.players[winner].bought == before.players[winner].bought + 1
    elif before.stage in {"choosing", "opening", "bidding", "buying"}:
        assert [player.bought for player in after.players] == [player.bought for player in before.players]


def contained(figures: Figures, before: View, seat: int, move: Contain) -> Iterator[Flow]:
    """What all players pay for their columns, and what these bring."""
    assert before.damage is not None
    columns = figures.damage[before.damage]
    standing = {
        player.figure.column: (other, player.figure.science) for other, player in seats_of(before) if player.figure
    }
    standing[move.column] = (seat, move.science)
    assert sorted(standing) == [*range(len(before.players))]
    for column, (other, science) in standing.items():
        yield Flow("damage", other, science=-science, garbage=columns[column].get("garbage", 0))


def seats_of(view: View) -> list[tuple[int, Player]]:
    """The players by seat."""
    return [*enumerate(view.players)]


def heaps(player: Player) -> Counter[str]:
    """Cubes by tile."""
    return Counter({placed.tile: placed.garbage for placed in player.region})


def moved_cubes(before: View, seat: int, move: Any, after: View) -> None:
    """Garbage lies where a move puts it, and nowhere else."""
    for other, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        expected = heaps(was)
        if other == seat and isinstance(move, Separate | Recycle | Clear | Collect):
            expected[move.tile] -= 1
        if other == seat and isinstance(move, Collect):
            expected[move.to] += 1
        elif other == seat and isinstance(move, Dump):
            expected[move.tile] += 1
            assert now.new_garbage == was.new_garbage - 1
        assert {tile: cubes for tile, cubes in heaps(now).items() if cubes} == {
            tile: cubes for tile, cubes in expected.items() if cubes
        }


Held = list[tuple[int, int, int]]
"""By seat: coins, science and garbage."""


def held(state: CenturyState) -> Held:
    """What each player holds by his own view, and the garbage of all, laid out or not."""
    holdings = []
    for seat in range(state.seats):
        player = state.view(seat).players[seat]
        assert player.coins is not None
        assert player.science is not None
        assert min(player.coins, player.science, player.new_garbage, *heaps(player).values()) >= 0
        holdings.append((player.coins, player.science, player.new_garbage + heaps(player).total()))
    return holdings


class Told:
    """Public knowledge since the beginning: what each player has spent, and what was sold."""

    def __init__(self, seats: int) -> None:
        self.spent = [(0, 0)] * seats
        self.sales: list[tuple[int, str, int, int]] = []

    def note(self, move: Any, moved: Sequence[Flow], before: View) -> None:
        """Hear what moves, a technology before the land of an auction that ends then; yields are not spent."""
        for flow in sorted(moved, key=lambda flow: flow.reason == "land"):
            if flow.reason != "yield":
                coins, science = self.spent[flow.seat]
                self.spent[flow.seat] = (coins - flow.coins, science - flow.science)
            if flow.reason in {"land", "technology"}:
                name = move[1].technology if flow.reason == "technology" else before.chosen or move[1].tile
                self.sales.append((before.round, name, flow.seat, -flow.coins - flow.science))

    def check(self, view: View) -> None:
        """Check that all of it stands in the view."""
        assert [player.spent for player in view.players] == self.spent
        assert [(sale.round, sale.name, sale.seat, sale.price) for sale in view.sales] == self.sales


def follow(seats: int, seed: str, data: bytes) -> Counter[str]:
    """How often something moves in a random game, by reason; every event's holdings are as explained."""
    file, reasons = Figures(data), Counter[str]()
    told = Told(seats)
    last: tuple[View, Held, Any] | None = None
    for state, event in course(seats, seed, load(data)):
        after, have = state.view(None), held(state)
        if last is None:
            setting = file.setup
            assert have == [(setting["coins"], setting["science"], file.land["start"]["garbage"])] * seats
        else:
            before, had, made = last
            moved = [*flows(file, before, made[0], made[1], after)] if isinstance(made, tuple) else []
            for flow in moved:
                coins, science, garbage = had[flow.seat]
                had[flow.seat] = (coins + flow.coins, science + flow.science, garbage + flow.garbage)
            assert have == had, (made, moved)
            told.note(made, moved, before)
            told.check(after)
            if isinstance(made, tuple):
                moved_cubes(before, made[0], made[1], after)
            reasons += Counter([flow.reason for flow in moved])
        last = after, have, event
    return reasons


REASONS = {
    "land", "no land", "technology", "damage", "yield",
    "recycling", "remediation", "quality_of_life", "Separate garbage", "Recycle garbage", "Clear garbage",
}  # fmt: skip


@pytest.mark.parametrize("games", daily([1, 4]))
@pytest.mark.parametrize("data", [PACKAGED, OTHER], ids=["packaged", "other"])
@pytest.mark.parametrize("seats", range(3, 6))
def test_all_coins_science_and_garbage_are_accounted_for(seats: int, data: bytes, games: int) -> None:
    reasons: Counter[str] = Counter()
    for number in range(games):
        reasons += follow(seats, f"money {number}", data)
    assert set(reasons) <= REASONS
    assert reasons["yield"]


@pytest.mark.parametrize("games", daily([3, 6]))
@pytest.mark.parametrize("seats", range(3, 6))
def test_what_cities_yield_is_shown_all_the_time(seats: int, games: int) -> None:
    """It is right even in the middle of the administration, by an independent reading of the track."""
    file, served = Figures(PACKAGED), 0
    for number in range(games):
        for count, (state, _) in enumerate(course(seats, f"yield {number}")):
            if count % 4:
                continue
            for player in state.view(None).players:
                assert player.production == production(file, player)
                served += any(placed.tile in file.technologies for placed in player.region)
    assert served
