"""Logs of City Tycoon as people write them at a table, from a short notation, and games of which only a part is told.

Moves are tuples with the seat before them: (0, "build", "I-1", (2, 0)), where the cells behind a build or a plant are
those that are named next, (0, "plant", "water", "renewing", (2, 1)), (0, "supply", (2, 0), 1) or
(0, "cube", (0, 0), (2, 1)), where the cells behind the plant's are crossed. `course` plays a game along: it deals to
each what he uses, and where nothing is told, everyone sells, passes, and does the first thing that can be done.
`figures` makes a component file of round numbers, so that the figures of cases stand still.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from cityleague.engine.city_tycoon.components import load as load_anew
from cityleague.engine.city_tycoon.moves import Move, Options
from cityleague.engine.city_tycoon.state import TycoonState, setup
from cityleague.engine.protocol import Decision, Draw, Item

from .. import by_hand
from ..by_hand import Event, Told

load = lru_cache(maxsize=8)(load_anew)
Cell = tuple[int, int]
ROUNDS = ("I", "II", "III", "IV")
PER_ROUND = 30
KINDS = ("electric", "water")
STAGES = {
    "drafting": {"pick"},
    "building": {"sell", "build", "plant"},
    "placing": {"place"},
    "terrain": {"place"},
    "supplying": {"supply", "pass"},
    "cubes": {"cube"},
}
"""The types of move that a stage asks for."""


# -- a component file of round numbers


def figures(districts: Mapping[str, Mapping[str, Any]] = {}, *, plant: Mapping[str, Any] = {}, **setup: int) -> bytes:
    """A component file: two tiles a hand, 20 money for all, and all districts and plants are the same.

    A district costs 2 and asks for a red cube, which brings 1 money; `districts` says what is different. An exhausting
    plant costs 2 and has two cubes, a renewing one costs 3 and has one; `plant` says what is different with all.
    """
    plain = {"cost": 2, "demands": [demand(red=1)]}
    names = [f"{mark}-{number}" for mark in ROUNDS for number in range(1, PER_ROUND + 1)]
    sides = {"exhausting": {"cost": 2, "cubes": 2}, "renewing": {"cost": 3, "cubes": 1}, **plant}
    usual = {"money": 20, "step": 0, "sale": 5, "fee": 2, "money_for_point": 10, "terrain": 32, "hand": 2}
    assert set(districts) <= set(names)
    assert set(setup) <= set(usual)
    file = {
        "game": "city_tycoon",
        "setup": {"provenance": "house", **usual, **setup},
        "plants": {
            "provenance": "house",
            **{kind: [{"number": number, **sides} for number in range(1, 7)] for kind in KINDS},
        },
        "districts": {
            "provenance": "house",
            "list": [{"name": name, **plain, **districts.get(name, {})} for name in names],
        },
    }
    return json.dumps(file).encode()


def demand(money: int = 1, gives: Mapping[str, int] = {}, **takes: int) -> dict[str, Any]:
    """A demand for cubes that brings money, and more if told."""
    return {"takes": takes, "gives": {"money": money, **gives}}


PLAIN = figures()


# -- the notation


def move(told: Told) -> dict[str, Any]:
    """A move, without its seat, as an object of a log."""
    kind, *given = told
    fields: dict[str, Any] = {}
    if kind in {"pick", "sell", "build"}:
        fields = {"tile": given[0]}
    elif kind == "plant":
        fields = dict(zip(("tile", "kind", "side"), given, strict=True))
    elif kind == "place":
        fields = {"cell": given[0]}
    elif kind == "supply":
        fields = dict(zip(("district", "demand"), given, strict=False))
    elif kind == "cube":
        plant, *path = given
        fields = {"plant": plant, **({"path": path} if path else {})}
    return {"type": kind, **fields}


def log(players: int, events: Sequence[Event], components: bytes | None = PLAIN) -> list[bytes]:
    """A log without a seed; `components`: the component file it is played with; None: the packaged one."""
    header = by_hand.header("city_tycoon", "3", players, components=components)
    return [header, *[by_hand.line(event, move) for event in events]]


# -- a game of which a part is told


def course(
    players: int,
    *told: Event,
    last: Event | None = None,
    until: str | None = None,
    held: Mapping[int, str] = {},
    order: str = "",
    components: bytes | None = PLAIN,
) -> list[Event]:
    """The events of a game up to the last one told, or from there on until a stage is reached.

    What is told stands in the order in which it happens; each waits until its seat can do such a thing, a tile of a
    later round for that round. `last` is the same, but may be illegal: the game ends with it. `held`: tiles that seats
    keep in the draft whatever they do, by seat, in the order in which they pick them.
    """
    course = _Course(players, told, last, held, components)
    course.order = order.split()
    course.play(until)
    return course.events


class _Course(by_hand.Along[TycoonState]):
    """A game that is played along with the notation."""

    def __init__(
        self, players: int, told: Sequence[Event], last: Event | None, held: Mapping[int, str], components: bytes | None
    ) -> None:
        self.box = load(components)
        super().__init__(setup(Options(), players, self.box), move, Move)
        self.players, self.last = players, last
        self.order: list[str] = []
        self.told = deque([step for event in told for step in _steps(event)])
        self.wanted: list[list[str]] = [held.get(seat, "").split() for seat in range(players)]
        """By seat: what it keeps in the draft."""
        given = {tile for tiles in self.wanted for tile in tiles}
        for event in [*self.told, *([last] if last else [])]:
            for tile in _tiles(event):
                if tile not in given:
                    given.add(tile)
                    self.wanted[event[0]].append(tile)
        self.given = given
        self.turns: list[list[str]] = []
        """By seat: what it keeps in this round's draft, in the order of its picks."""

    def play(self, until: str | None) -> None:
        """Go on until all is told, and the stage is reached."""
        state, table = self.state, self.state.table
        while self.told or self.last or (until is not None and table.stage != until):
            due = state.pending()
            assert due is not None, (self.told, self.last)
            if isinstance(due, Draw):
                self.draw(due)
                continue
            if not self.told and self.last and self._fits(due, self.last):
                self.events.append(self.last)
                return
            self.make(self._told(due) or self._untold(due))

    def _fits(self, due: Decision, event: Event) -> bool:
        """Whether such a move is due, and the tile is one of this round."""
        if event[0] not in due.seats or event[1] not in STAGES[self.state.table.stage]:
            return False
        return all(tile.split("-")[0] == ROUNDS[self.state.round - 1] for tile in _tiles(event))

    def _told(self, due: Decision) -> Event | None:
        if not self.told or not self._fits(due, self.told[0]):
            return None
        seat, kind, *rest = self.told.popleft()
        if kind == "plant" and rest[0] in KINDS:
            rest.insert(0, self._spare(seat))
        return (seat, kind, *rest)

    def _untold(self, due: Decision) -> Event:
        """What a seat does of which nothing is told."""
        table = self.state.table
        last = self.last[0] if self.last else None
        seat = next((seat for seat in due.seats if seat != last), due.seats[0])
        if table.stage == "drafting":
            return seat, "pick", next(tile for tile in self.turns[seat] if tile in table.hands[seat])
        if table.stage == "building":
            return seat, "sell", self._spare(seat)
        if table.stage == "supplying":
            return seat, "pass"
        first = msgspec.to_builtins(self.state.legal(seat)[0])
        if table.stage == "cubes":
            return (seat, "cube", first["plant"], *first.get("path", ()))
        return seat, "place", first["cell"]

    def _spare(self, seat: int) -> str:
        """A tile of which nothing is told any more."""
        kept = self.state.table.kept[seat]
        needed = {tile for event in [*self.told, *([self.last] if self.last else [])] for tile in _tiles(event)}
        return next((tile for tile in kept if tile not in needed), kept[0])

    def drawn(self, draw: Draw) -> list[Item]:
        """The seats as told; or tiles so that everyone gets what he uses when its hand comes round."""
        if draw.name == "order":
            return [int(word) for word in self.order] or list(draw.items)
        size, mark = self.box.basics.hand, ROUNDS[self.state.round - 1]
        rest = [str(name) for name in reversed(draw.items) if name not in self.given]
        self.turns = []
        for tiles in self.wanted:
            own = [tile for tile in tiles if tile.split("-")[0] == mark]
            assert len(own) <= size, own
            self.turns.append(own + [rest.pop(0) for _ in range(size - len(own))])
        players = self.players
        return [self.turns[(hand - turn) % players][turn] for hand in range(players) for turn in range(size)]


def _steps(event: Event) -> Iterator[Event]:
    """A told move, and the cells that are named after it."""
    seat, kind, *rest = event
    if kind in {"build", "plant"}:
        cells = [value for value in rest if isinstance(value, tuple)]
        yield (seat, kind, *[value for value in rest if not isinstance(value, tuple)])
        for cell in cells:
            yield seat, "place", cell
    else:
        yield event


def _tiles(event: Event) -> list[str]:
    """The tile that a move names, of those that are used in the order of the draft."""
    if event[1] in {"sell", "build", "plant"} and event[2] not in KINDS:
        return [event[2]]
    return []
