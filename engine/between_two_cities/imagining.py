"""The game as it may be, for all that a seat can tell: what it has not seen is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cityleague.engine.between_two_cities.components import BOARD, ORIGIN
from cityleague.engine.between_two_cities.evaluation import SIDES, planes_of, room
from cityleague.engine.between_two_cities.moves import Options
from cityleague.engine.between_two_cities.rounds import COURSE, PICKING
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


def imagine(setup: Setup, view: View, stream: Stream) -> CitiesState:
    """A state that the view of a seat may be of.

    The tiles that the seat has not seen are spread over the hands that it has not held, what was set aside of such,
    and the supplies; others who have picked have picked any two of their hands.
    """
    state = CitiesState(Options(), setup.seats, setup.components)
    _lay_out(state, view)
    unseen = _Unseen(state, view, stream)
    state.aside = [tuple(unseen.fill(aside, number)) for number, aside in enumerate(view.aside)]
    for owner, size in enumerate(view.hand_sizes):
        before = view.known[owner]
        if owner == view.seat:
            state.hands[owner] = list(view.hand)
            state.picked[owner] = view.picked[:2] if len(view.picked) == 2 else None
        else:
            secret = 2 * view.ready[owner]
            hand = list(before) if before is not None else unseen.take(size + secret, state.round - 1)
            if secret:
                first, second, *hand = stream.draw(hand, len(hand))
                state.picked[owner] = (first, second)
            state.hands[owner] = hand
    state.bag, state.pile = unseen.left()
    return state


def _lay_out(state: CitiesState, view: View) -> None:
    """All that lies open."""
    state.sit(view.ring)
    names = [this.name for this in COURSE[state.seats == 2]]
    state.round, state.turn, state.stage = names.index(view.round) + 1, view.turn, view.stage
    state.planes = []
    for number, city in enumerate(view.cities):
        planes = planes_of(city)
        state.planes += planes
        covered = 0
        for plane in planes:
            covered |= plane
        state.edge[number] = ORIGIN | BOARD.neighbours(covered)
        state.blocked[number] = BOARD.full & ~room(covered)
    state.owed = list(view.owed)
    state.served = [next((side for side in SIDES if side == served), None) for served in view.served]
    state.waiting = view.ready.count(False) if view.stage == PICKING else sum(map(len, view.owed))
    state.revealed = list(view.revealed)


class _Unseen:
    """The tiles that the seat has not seen, shuffled; single ones and duplexes apart."""

    def __init__(self, state: CitiesState, view: View, stream: Stream) -> None:
        tiles = state.tiles
        self._course = COURSE[state.seats == 2]
        self._supplies = (tiles.buildings, tiles.duplexes)
        seen = Counter(view.shown)
        for hand in (*view.known, *view.aside):
            seen.update([tile for tile in hand or () if tile is not None])
        self._stacks = []
        for supply in self._supplies:
            rest = [tile for tile, count in supply.items() for _ in range(count - seen[tile])]
            self._stacks.append(stream.draw(rest, len(rest)))

    def take(self, count: int, number: int) -> list[str]:
        """Some tiles of those that are dealt in a round, numbered from 0."""
        stack = self._stacks[self._course[number].duplexes]
        return [stack.pop() for _ in range(count)]

    def fill(self, tiles: tuple[str | None, ...], number: int) -> Iterator[str]:
        """Tiles of a round, those that are not known drawn."""
        for tile in tiles:
            yield self.take(1, number)[0] if tile is None else tile

    def left(self) -> tuple[dict[str, int], dict[str, int]]:
        """How many of each are left: single tiles and duplexes."""
        bag, pile = [
            {tile: stack.count(tile) for tile in supply}
            for supply, stack in zip(self._supplies, self._stacks, strict=True)
        ]  # fmt: skip
        return bag, pile
