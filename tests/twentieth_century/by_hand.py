"""Logs of 20th Century as people write them at a table, from a short notation, and games of which only a part is told.

Moves are tuples with the seat before them, then the fields in their order, cities as "L1.a":
(0, "choose", "L1"), (1, "bid", 3), (0, "buy", "worker"), (2, "contain", 0, 4), (0, "lay", "L1", (1, 0), 1),
(0, "settle", "L1.a"), (0, "locomotive", "locomotive", "start.b", "L1.a"). ("round", 2) says that what follows happens
in that round. `course` plays a game along: it offers what is chosen and bought, and where nothing is told, everyone
drops out, passes, declines, bids the least, and does the first thing that can be done.
`figures` makes a component file of round numbers, so that the figures of cases stand still.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from cityleague.engine.protocol import Decision, Draw, Item
from cityleague.engine.twentieth_century.components import load as load_anew
from cityleague.engine.twentieth_century.moves import Contain, Done, Dump, Lay, Move, Options, Settle
from cityleague.engine.twentieth_century.state import CenturyState, setup

from .. import by_hand
from ..by_hand import Event, Told

load = lru_cache(maxsize=8)(load_anew)
File = dict[str, Any]

PERIODS = ("I-II", "III-IV", "V")
FIELDS = {
    "choose": ("tile",),
    "bid": ("coins",),
    "pass": (),
    "drop": (),
    "buy": ("technology",),
    "decline": (),
    "contain": ("column", "science"),
    "lay": ("tile", "cell", "turn"),
    "settle": ("city",),
    "dump": ("tile",),
    "worker": ("technology", "city"),
    "bridge": ("technology", "tile", "span"),
    "separate": ("technology", "tile"),
    "locomotive": ("technology", "city", "to"),
    "collect": ("technology", "tile", "to"),
    "recycle": ("technology", "tile"),
    "remediate": ("technology",),
    "improve": ("technology",),
    "done": (),
    "clear": ("plant", "tile"),
}
"""By type of move: what it holds."""
ADMINISTRATION = {
    "lay", "settle", "dump", "worker", "bridge", "separate", "locomotive", "collect", "recycle", "remediate", "improve",
    "done",
}  # fmt: skip
STAGES = {
    "choosing": {"choose", "drop", "pass"},
    "opening": {"bid"},
    "bidding": {"bid", "pass", "drop"},
    "buying": {"buy", "decline"},
    "containing": {"contain"},
    "administering": ADMINISTRATION,
    "recycling": {"clear"},
}
"""The types of move that a stage asks for."""


# -- a component file of round numbers

LAND: File = {
    "cities": [{"node": "a", "at": [1, 2], "coins": 1}, {"node": "b", "at": [3, 2], "science": 1}],
    "track": ["a-W", "a-b", "b-E"],
    "spans": ["N-W", "N-E", "S-W", "E-S"],
}
"""All land: two cities on a track from the west to the east."""
START: File = {
    "cities": [
        {"node": "a", "at": [1, 2], "coins": 3},
        {"node": "b", "at": [3, 2], "science": 2},
        {"node": "c", "at": [2, 3], "recycling": True},
    ],
    "track": ["a-W", "a-b", "b-E", "b-c", "c-S"],
    "spans": ["N-E", "N-W", "S-W", "E-S"],
    "citizens": ["a", "b"],
    "garbage": 1,
}
"""Track comes from the west over a and b to the east, and from b over c to the south."""
MINE: File = {
    "buildings": [{"node": "m", "at": [2, 2], "kind": "mine", "bonus": 1}],
    "track": ["m-W", "m-E"],
    "spans": ["m-N", "m-S"],
}
TECHNOLOGIES: dict[str, File] = {
    "mine": {"facility": MINE},
    "worker": {"worker": True},
    "worker-2": {"worker": True},
    "bridge": {"bridge": True},
    "bridge-2": {"bridge": True},
    "separation": {"waste_separation": True},
    "locomotive": {"locomotive": True},
    "locomotive-2": {"locomotive": True},
    "collection": {"garbage_collection": True},
    "recycling": {"recycling": {"science": 1}},
    "remediation": {"remediation": {"coins": 1}},
    "life": {"quality_of_life": {"price": {"coins": 2, "science": 1}, "points": 3}},
}
"""Those of rounds I and II; P13 to P24 and P25 to P30 are parks of one flower."""


def figures(
    land: Mapping[str, File] = {},
    technologies: Mapping[str, File] = {},
    *,
    start: Mapping[str, Any] = {},
    columns: Sequence[File] = ({}, {}, {}, {}, {}),
    strip: Sequence[int] = (6, 5, 4, 3),
    values: Sequence[int] = (-2, -1, 0, 1, 2),
    **setup: int,
) -> bytes:
    """A component file: 20 coins and science for all, and all land, L1 to L40, is the same.

    Columns of damage do nothing, technologies cost 6 to 3; the arguments say what is different with all, or with some.
    """
    usual = {"coins": 20, "science": 20, "compensation": 2, "largest_bid": 12}
    names = [f"L{number}" for number in range(1, 41)]
    parks = [f"P{number}" for number in range(13, 31)]
    known: dict[str, File] = TECHNOLOGIES | {name: {"flowers": 1} for name in parks}
    assert set(land) <= set(names)
    assert set(technologies) <= set(known)
    assert set(setup) <= set(usual)
    bonus = [{"name": f"B{i}", "round": 2 if i < 4 else 4, "lines": [{"counts": "coins", "points": 1}]} for i in _TO[6]]
    damage = [{"name": f"D{i}", "period": PERIODS[(i - 1) // 3], "columns": [*columns]} for i in _TO[9]]
    file = {
        "game": "twentieth_century",
        "setup": usual | {"minimum_bid": dict(zip(PERIODS, (2, 3, 4), strict=True))} | setup,
        "offers": {
            "list": [
                {"players": 3, "land": 5, "technologies": 4, "field": 2},
                {"players": 4, "land": 6, "technologies": 5, "field": 1},
                {"players": 5, "land": 8, "technologies": 6, "field": 1},
            ]
        },
        "strips": {"science": {period: [*strip] for period in PERIODS}},
        "pollution": {"values": [*values], "clean_land": [1] * len(values)},
        "start": {"tile": {**START, **start}},
        "land": {
            "list": [
                {"name": name, "period": _period(i, 16)} | LAND | land.get(name, {}) for i, name in enumerate(names)
            ]
        },
        "technologies": {
            "list": [
                {"name": name, "period": _period(i, 12)} | technologies.get(name, does)
                for i, (name, does) in enumerate(known.items())
            ]
        },
        "damage": {"list": damage},
        "bonus": {"list": bonus},
    }
    for block in file.values():
        if isinstance(block, dict):
            block["provenance"] = "house"
    return json.dumps(file).encode()


_TO = {count: range(1, count + 1) for count in (6, 9)}


def _period(index: int, each: int) -> str:
    return PERIODS[min(index // each, 2)]


PLAIN = figures()
_ALL = {
    "worker": True,
    "bridge": True,
    "waste_separation": True,
    "locomotive": True,
    "garbage_collection": True,
    "recycling": {},
    "remediation": {},
    "quality_of_life": {"price": {}, "points": 1},
}
ALL_IN_ONE = figures(technologies={"worker": _ALL})
"""One technology does everything."""
USUAL = Options()


# -- the notation


def move(told: Told) -> dict[str, Any]:
    """A move, without its seat, as it stands in a log."""
    kind, *given = told
    fields = dict(zip(FIELDS[kind], given, strict=False))
    for name in ("city", "to", "plant"):
        if "." in fields.get(name, ""):
            fields[name] = fields[name].split(".")
    return {"type": kind, **fields}


def log(
    players: int, events: Sequence[Event], components: bytes | None = PLAIN, options: Options = USUAL
) -> list[bytes]:
    """A log without a seed; `components`: the component file it is played with; None: the packaged one."""
    chosen = None if options == USUAL else msgspec.to_builtins(options)
    header = by_hand.header("twentieth_century", "1", players, chosen, components)
    return [header, *[by_hand.line(event, move) for event in events]]


def after(
    players: int, events: Sequence[Event], components: bytes | None = PLAIN, options: Options = USUAL
) -> CenturyState:
    """The state after these events."""
    return by_hand.after(setup(options, players, load(components)), events, move, Move)


# -- a game of which a part is told


def course(
    players: int,
    *told: Event,
    last: Event | None = None,
    until: str | None = None,
    start: int = 0,
    components: bytes | None = PLAIN,
    options: Options = USUAL,
) -> list[Event]:
    """The events of a game up to the last one told, or from there on until a stage is reached.

    What is told stands in the order in which it happens; each waits until its seat can do such a thing. `last` is the
    same, but may be illegal, and what it names is not put on offer for it: the game ends with it.
    """
    course = _Course(setup(options, players, load(components)), told, last, start)
    course.play(until)
    return course.events


class _Course(by_hand.Along[CenturyState]):
    """A game that is played as the notation tells it."""

    def __init__(self, state: CenturyState, told: Sequence[Event], last: Event | None, start: int) -> None:
        super().__init__(state, move, Move)
        self.told, self.last, self.start = deque(told), last, start
        self.wanted: dict[int, list[str]] = {}
        """By round: what has to be on offer."""
        number = 1
        for event in told:
            if event[0] == "round":
                number = event[1]
            elif event[1] in {"choose", "buy"}:
                self.wanted.setdefault(number, []).append(event[2])

    def play(self, until: str | None) -> None:
        """Go on until all is told, and the stage is reached."""
        state, table = self.state, self.state.table
        while self.told or self.last or (until is not None and table.stage != until):
            if self.told and self.told[0] == ("round", state.round):
                self.told.popleft()
                continue
            due = state.pending()
            assert due is not None, (self.told, self.last)
            if isinstance(due, Draw):
                self.draw(due)
                continue
            if not self.told and self.last and self._fits(due, self.last):
                self.events.append(self.last)
                return
            self.make(self.told.popleft() if self.told and self._fits(due, self.told[0]) else self._untold(due))

    def _fits(self, due: Decision, event: Event) -> bool:
        """Whether a move of this kind is due."""
        return event[0] in due.seats and event[1] in STAGES[self.state.table.stage]

    def _untold(self, due: Decision) -> Event:
        """What a seat does of which nothing is told; who is told of next waits, if others can go on."""
        stage = self.state.table.stage
        usual: dict[str, Event] = {"choosing": ("drop",), "bidding": ("pass",), "buying": ("decline",)}
        coming = self.told[0] if self.told else self.last
        seat = next((seat for seat in due.seats if coming and seat != coming[0]), due.seats[0])
        if stage in usual:
            return seat, *usual[stage]
        legal = self.state.legal(seat)
        if stage == "containing":
            legal = [move for move in legal if isinstance(move, Contain) and not move.science]
        if stage == "administering":  # nothing that is not asked for
            legal = [move for move in legal if isinstance(move, Lay | Settle | Dump | Done)]
        return seat, *told_of(legal[0])

    def drawn(self, draw: Draw) -> list[Item]:
        """The start player; or what is told of this round, and then the first there are."""
        if draw.name == "start":
            return [self.start]
        wanted = [name for name in self.wanted.get(self.state.round, []) if name in draw.items]
        later = {name for names in self.wanted.values() for name in names}
        others = [name for name in draw.items if name not in later]
        return [*wanted, *others][: draw.take]


def told_of(made: Move) -> Event:
    """A move in the notation, without its seat."""
    fields = msgspec.to_builtins(made)
    kind = fields.pop("type")
    return kind, *[
        ".".join(value) if name in {"city", "to", "plant"} and not isinstance(value, str) else value
        for name, value in fields.items()
    ]
