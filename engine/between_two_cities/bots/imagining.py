"""A game as it may be, given what a seat knows: the tiles that it has not seen are drawn at random."""

from collections import Counter
from collections.abc import Iterator

from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.between_two_cities.table import CitiesTable
from cityleague.engine.between_two_cities.view import View, table_of
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


def imagine(setup: Setup, view: View, stream: Stream) -> CitiesState:
    """A state in which the seat would have this view.

    The tiles that the seat has not seen are spread at random over the hands that it has not held, the tiles set aside
    from such hands, and the supplies. Other seats that have picked get a random pick from their hands.
    """
    table = table_of(setup, view)
    unseen = _Unseen(table, view, stream)
    table.aside = [tuple(unseen.fill(aside, number)) for number, aside in enumerate(view.aside)]
    for owner, size in enumerate(view.hand_sizes):
        before = view.known[owner]
        if owner == view.seat:
            table.hands[owner] = list(view.hand)
            table.picked[owner] = view.picked[:2] if len(view.picked) == 2 else None
        else:
            secret = 2 * view.ready[owner]
            hand = list(before) if before is not None else unseen.take(size + secret, table.round - 1)
            if secret:
                first, second, *hand = stream.draw(hand, len(hand))
                table.picked[owner] = (first, second)
            table.hands[owner] = hand
    table.bag, table.pile = unseen.left()
    return CitiesState.at(table)


class _Unseen:
    """The tiles that the seat has not seen, shuffled; single ones and duplexes apart."""

    def __init__(self, table: CitiesTable, view: View, stream: Stream) -> None:
        tiles = table.tiles
        self._rounds = table.rounds
        self._supplies = (tiles.buildings, tiles.duplexes)
        seen = Counter(view.shown)
        for hand in (*view.known, *view.aside):
            seen.update([tile for tile in hand or () if tile is not None])
        self._stacks = []
        for supply in self._supplies:
            rest = [tile for tile, count in supply.items() for _ in range(count - seen[tile])]
            self._stacks.append(stream.draw(rest, len(rest)))

    def take(self, count: int, number: int) -> list[str]:
        """Some unseen tiles of the sort that is dealt in this round; rounds are numbered from 0."""
        stack = self._stacks[self._rounds[number].duplexes]
        return [stack.pop() for _ in range(count)]

    def fill(self, tiles: tuple[str | None, ...], number: int) -> Iterator[str]:
        """The tiles of a round, with drawn ones in place of those that are not known."""
        for tile in tiles:
            yield self.take(1, number)[0] if tile is None else tile

    def left(self) -> tuple[dict[str, int], dict[str, int]]:
        """How many of each are left: single tiles and duplexes."""
        counts = [Counter(stack) for stack in self._stacks]
        bag, pile = [
            {tile: count.get(tile, 0) for tile in supply}
            for supply, count in zip(self._supplies, counts, strict=True)
        ]  # fmt: skip
        return bag, pile
