"""Logs of NEOM as people write them at a table, from a short notation, and games of which only some moves are told.

Moves are tuples: ("build", 11, (1, 0), "wood 1 left"), with the purchases as text; other fields stand in a dictionary
behind them. In a log a seat stands before the move. `course` plays a game along: it deals what is to be picked, and
where nothing is told, everyone sells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cityleague.engine.neom.components import load
from cityleague.engine.neom.moves import Move, Options
from cityleague.engine.neom.state import NeomState, setup
from cityleague.engine.neom.table import DRAFTING, ROUNDS
from cityleague.engine.protocol import Draw, Item

from .. import by_hand
from ..by_hand import Event, Told, items

Round = Mapping[int, Told | list[Told]]
Rounds = tuple[Round, ...]
"""What some seats do in a round, by seat; a pick need not be told if the tile is built."""

FIELDS = {
    "pick": ("tile",),
    "build": ("tile", "cell", "buy"),
    "anchor": ("tile", "cell", "buy"),
    "sell": (),
    "swap": ("give", "take"),
    "pay": (),
    "remove": ("cells",),
}
"""The fields of each type of move in the order of the notation; those at the end can be left out."""
KINDS = {"pick": ("pick",), "act": ("build", "anchor", "sell"), "swap": ("swap",), "suffer": ("pay", "remove")}
"""The types of move that answer what is due."""
BOARDS = "coal ore wood stone gas"


def move(told: Told) -> dict[str, Any]:
    """A move as an object of a log."""
    kind, *given = told
    more = given.pop() if given and isinstance(given[-1], dict) else {}
    fields = dict(zip(FIELDS[kind], given, strict=False))
    if "buy" in fields:
        fields["buy"] = [_purchase(text) for text in fields["buy"].split(", ") if text]
    return {"type": kind, **{name: value for name, value in fields.items() if value != []}, **more}


def _purchase(text: str) -> dict[str, Any]:
    """A purchase: the good, the seller, the way, as far as there are any."""
    good, *words = items(text)
    return {"good": good, **{"way" if isinstance(word, str) else "seller": word for word in words}}


def log(
    players: int, events: Sequence[Event], options: Mapping[str, Any] = {}, components: bytes | None = None
) -> list[bytes]:
    """A log without a seed; `components`: the component file it is played with, if not the packaged one."""
    header = by_hand.header("neom", "1", players, options, components)
    return [header, *[by_hand.line(event, move) for event in events]]


def course(
    players: int,
    *rounds: Round,
    last: Event | None = None,
    generation: int = 1,
    boards: str = BOARDS,
    anchors: Mapping[int, Sequence[int]] = {},
    also: Mapping[int, Sequence[int]] = {},
    options: Mapping[str, Any] = {},
    components: bytes | None = None,
) -> list[Event]:
    """The events of a game up to the end of these rounds, the first of which opens a generation.

    `last`: a move in the last of the rounds, after what the others do there; the game ends with it, legal or not.
    `anchors`: those that seats draft (or get), in their order. `also`: tiles that lie open, by the round's number
    from 1 (one or two players).
    """
    game = _Course(players, rounds, last, generation, anchors, also, options, components)
    game.boards = boards.split()
    game.play()
    return game.events


class _Course(by_hand.Along[NeomState]):
    """A game that is played along with the notation."""

    def __init__(
        self,
        players: int,
        rounds: Sequence[Round],
        last: Event | None,
        generation: int,
        anchors: Mapping[int, Sequence[int]],
        also: Mapping[int, Sequence[int]],
        options: Mapping[str, Any],
        components: bytes | None,
    ) -> None:
        self._last: Told = last[1:] if last else ()
        self.players, self.last, self.anchors, self.also = players, last, anchors, also
        self.box = load(components)
        super().__init__(setup(msgspec.convert(options, Options), players, self.box), move, Move)
        self.boards: list[str] = []
        self.end = ROUNDS * (generation - 1) + len(rounds)
        self.first = self.end - len(rounds) + 1
        self.told: dict[tuple[int, int], deque[Told]] = {}
        self.wanted: dict[tuple[int, int], int] = {}
        """By round and seat: what is done, and the tile that is picked."""
        for number, told in enumerate(rounds, self.first):
            for seat, said in told.items():
                self.told[number, seat] = deque([said] if isinstance(said, tuple) else said)
        for (number, seat), moves in self.told.items():
            self._want(number, seat, moves)
        if last is not None and (self.end, last[0]) not in self.wanted and last[1] == "build":
            self.wanted[self.end, last[0]] = last[2]

    def _want(self, number: int, seat: int, moves: Sequence[Told]) -> None:
        for kind in ("build", "pick"):  # a pick that is told goes before a build
            for told in moves:
                if told[0] == kind:
                    self.wanted[number, seat] = told[1]
                    break

    def play(self) -> None:
        """Go on until the rounds, or the game, are over."""
        state = self.state
        while (due := state.pending()) is not None and state.round <= self.end:
            if isinstance(due, Draw):
                self.draw(due)
                continue
            seat = next((seat for seat in due.seats if self.last is None or seat != self.last[0]), due.seats[0])
            told = self._next(seat)
            if told is self._last:
                self.events.append((seat, *told))
                return
            self.make((seat, *told))
        unused = [told for told in self.told.values() if told]
        assert not unused, unused

    def _next(self, seat: int) -> Told:
        """What the seat does now: what is told, or what is nothing special."""
        table = self.state.table
        kinds = KINDS[table.dues[seat]]
        moves = self.told.get((table.round, seat)) if table.stage != DRAFTING else None
        if moves and moves[0][0] in kinds:
            return moves.popleft()
        if not moves and self.last is not None and self._is_last(seat, kinds):
            return self._last
        if kinds == ("pick",):
            return ("pick", self._any_tile(seat))
        if "sell" in kinds:
            return ("sell",)
        return _plain(self.state.legal(seat)[0])

    def _is_last(self, seat: int, kinds: tuple[str, ...]) -> bool:
        """Whether the last move is the seat's next."""
        assert self.last
        here = self.state.table.round, seat, self.state.table.stage == DRAFTING
        return here == (self.end, self.last[0], False) and self.last[1] in kinds

    def _any_tile(self, seat: int) -> int:
        table = self.state.table
        there = sorted(table.hands[seat] if table.many else table.open)
        if table.stage == DRAFTING:
            own = self.anchors.get(seat, ())
            named = {number for numbers in self.anchors.values() for number in numbers}
            wanted = next((number for number in own if number in there), None)
        else:
            named = set(self.wanted.values())
            wanted = self.wanted.get((table.round, seat))
        rest = [number for number in there if number not in named and not self.box.tiles[number].disaster]
        return wanted if wanted is not None else rest[0]

    # -- chance

    def drawn(self, draw: Draw) -> list[Item]:
        """What a draw brings: what is told, filled up with the rest in its order, the disaster late."""
        if draw.name == "boards":
            left: list[Item] = [raw for raw in draw.items if raw not in self.boards]
            return ([*self.boards, *left])[: draw.take]
        shares = self._shares(draw)
        named = {number for numbers in self.anchors.values() for number in numbers} | set(self.wanted.values())
        named |= {number for numbers in self.also.values() for number in numbers}
        dealt = {number for share in shares for number in share}
        rest = [int(number) for number in draw.items if number not in dealt]
        rest.sort(key=lambda number: (number in named, bool(self.box.tiles[number].disaster)))  # stable
        size = draw.take // len(shares)
        for share in shares:
            missing = size - len(share)
            share.extend(rest[:missing])
            del rest[:missing]
        return [number for share in shares for number in share]

    def _shares(self, draw: Draw) -> list[list[int]]:
        """What is told of a draw, by hand."""
        name, _, number = draw.name.partition("-")
        seats = range(self.players)
        if name == "round":
            here = [self.wanted.get((int(number), seat)) for seat in seats]
            return [
                [*dict.fromkeys([*[tile for tile in here if tile], *self.also.get(int(number) - self.first + 1, ())])]
            ]
        if name == "anchors" and number:
            return [[own[int(number) - 1] for own in self.anchors.values() if len(own) >= int(number)]]
        shares: list[list[int]] = [[] for _ in seats]
        if name == "anchors":
            for seat, own in self.anchors.items():
                for turn, anchor in enumerate(own):
                    shares[(seat - turn) % self.players].append(anchor)
        elif name == "generation":
            for (when, seat), tile in self.wanted.items():
                if (when - 1) // ROUNDS == int(number) - 1 and tile in draw.items:
                    shares[(seat - (when - 1) % ROUNDS) % self.players].append(tile)
        else:
            return [[]]
        return shares


def _plain(made: Move) -> Told:
    """A move in the notation."""
    fields = msgspec.to_builtins(made)
    kind = fields.pop("type")
    return (kind, fields) if fields else (kind,)
