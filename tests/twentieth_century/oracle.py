"""The course of 20th Century once more, straight from RULES.md: slow, plain, and independent of the engine.

The game is one generator that reads like the rules: it yields what must come next, a `Draw` or an `Ask`, and is
sent the outcome, or a seat and its move. What a player may do on his own is in `oracle_player.py`, tiles and track
are in `oracle_region.py`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ..oracle_loop import Ask, Choice, Course, Draw, Loop, Move, ask
from .oracle_player import Player

PERIODS = ("I-II", "I-II", "III-IV", "III-IV", "V")
"""By round, from the first."""
PLACES = (8, 5, 3, 1)
"""What the most coins or science are worth, the second most and so on."""


class Oracle(Loop):
    """A game.

    Attributes to compare: `round`, `start` (the start player of the round, or of the next auction), `land` and `offer`
    (the land and technologies on offer), `marker` (the field of the technology marker, from 1), `inside` (the seats
    that can still buy land), `figures` (on the damage card); by seat the lists below.
    """

    def __init__(self, players: int, components: Move, *, keeps_garbage: bool = False) -> None:
        self.seats = players
        self.file = components
        self.table = [Player(components, keeps_garbage) for _ in range(players)]
        [self.on_offer] = [offer for offer in components["offers"]["list"] if offer["players"] == players]
        self.round = 1
        self.start = 0
        self.shown: set[str] = set()
        """The land, technologies and damage cards that have been on offer."""
        self.land: list[str] = []
        self.offer: list[str] = []
        self.damage: Move = {}
        self.bonus: dict[int, Move] = {}
        self.marker = 1
        self.inside: set[int] = set()
        self.bought = [0] * players
        """By seat: how much land it has bought in this round."""
        self.last_out = 0
        self.containing = False
        """Whether there is bidding for damage."""
        self.figures: dict[int, tuple[int, int]] = {}
        """By column: the seat whose figure stands in it, and the science it bids."""
        super().__init__()

    # -- to compare

    @property
    def coins(self) -> list[int]:
        return [player.coins for player in self.table]

    @property
    def science(self) -> list[int]:
        return [player.science for player in self.table]

    @property
    def points(self) -> list[int]:
        """The points of a seat, without the final scoring."""
        return [player.points for player in self.table]

    @property
    def pollution(self) -> list[int]:
        """Fields to the right of the middle."""
        return [player.marker - len(player.track) // 2 for player in self.table]

    @property
    def new_garbage(self) -> list[int]:
        return [player.new_garbage for player in self.table]

    @property
    def new_tiles(self) -> list[list[str]]:
        return [sorted(player.new_tiles) for player in self.table]

    @property
    def technologies(self) -> list[list[str]]:
        """All technologies that a seat has bought, facilities included."""
        return [sorted(player.technologies) for player in self.table]

    @property
    def garbage(self) -> list[dict[str, int]]:
        """By tile of land."""
        return [dict(player.region.garbage) for player in self.table]

    @property
    def citizens(self) -> list[dict[str, list[str]]]:
        """By tile: the cities with a citizen."""
        letters: list[dict[str, list[str]]] = []
        for player in self.table:
            letters.append({tile: [] for tile in player.region.garbage})
            for tile, node in sorted(player.region.people):
                letters[-1][tile].append(node)
        return letters

    @property
    def bridges(self) -> list[dict[str, list[str]]]:
        """By tile: the spans with a bridge."""
        return [{tile: sorted(spans) for tile, spans in player.region.bridges.items()} for player in self.table]

    @property
    def lying(self) -> list[dict[str, tuple[tuple[int, int], int]]]:
        """By tile: its cell, and how often it is turned."""
        return [
            {tile: (cell, player.region.turns[tile]) for tile, cell in player.region.cells.items()}
            for player in self.table
        ]

    def production(self, seat: int) -> tuple[int, int, int]:
        """Coins, science and prosperity of a seat's cities, as they are now."""
        return self.table[seat].region.production()

    def results(self) -> list[dict[str, Any]]:
        """For each seat as if the game ended now: the `total`, the cubes of `garbage`, and points by category."""
        coins, science = most(self.coins), most(self.science)
        results: list[dict[str, Any]] = []
        for seat, player in enumerate(self.table):
            cubes = list(player.region.garbage.values())
            final = {
                "clean land": player.region.clean() * player.clean_land[player.marker],
                "garbage": sum(-5 * (lying - 1) for lying in cubes if lying > 1),
                "pollution": player.track[player.marker],
                "coins": coins[seat],
                "science": science[seat],
            }
            total = player.points + sum(final.values())
            results.append({"total": total, "garbage": sum(cubes), "scored": player.scored, "final": final})
        return results

    def _check(self) -> None:
        for player in self.table:
            assert min(player.coins, player.science, player.new_garbage, *player.region.garbage.values()) >= 0
            assert player.region.people <= {city for city, _ in player.region.cities()}

    # -- the course

    def _course(self) -> Course:
        [self.start] = yield Draw("start", list(range(self.seats)), 1)
        for number in (2, 4):
            cards = {card["name"]: card for card in self.file["bonus"]["list"] if card["round"] == number}
            [name] = yield Draw(f"bonus-{number}", list(cards), 1)
            self.bonus[number] = cards[name]
        for number, period in enumerate(PERIODS, 1):
            self.round = number
            self._forget_land()
            yield from self._lay_out(period)
            yield from self._auctions(period)
            yield from self._contain()
            yield from self._administer()
            yield from self._recycle()
            for player in self.table:
                if number in self.bonus:
                    player.bonus(self.bonus[number])
        self.round = 6
        self._forget_land()
        yield from self._administer()
        yield from self._recycle()

    def _forget_land(self) -> None:
        """What was bought in the last round is land like any other."""
        for player in self.table:
            player.fresh = set()

    def _clockwise(self, seat: int) -> list[int]:
        """All seats, clockwise from this one."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    # -- 1. setup of the round

    def _lay_out(self, period: str) -> Course:
        self.land, self.offer = [], []
        self.land = yield self._from_stack("land", period, self.on_offer["land"])
        self.offer = yield self._from_stack("technologies", period, self.on_offer["technologies"])
        [damage] = yield self._from_stack("damage", period, 1)
        self.damage = next(card for card in self.file["damage"]["list"] if card["name"] == damage)
        self.shown |= {*self.land, *self.offer, damage}
        self.marker = self.on_offer["field"]
        self.bought = [0] * self.seats

    def _from_stack(self, stack: str, period: str, take: int) -> Draw:
        names = [item["name"] for item in self.file[stack]["list"] if item["period"] == period]
        return Draw(f"{stack}-{self.round}", [name for name in names if name not in self.shown], take)

    # -- 2. land auction

    def _auctions(self, period: str) -> Course:
        minimum, strip = self.file["setup"]["minimum_bid"][period], self.file["strips"]["science"][period]
        self.inside = set(range(self.seats))
        while self.inside and self.land:
            self.start = next(seat for seat in self._clockwise(self.start) if seat in self.inside)
            _, move = yield self._choosing(self.start, minimum)
            if move["type"] == "drop":
                yield from self._drop_out(self.start, minimum, strip)
                continue
            price = minimum
            if len(self.inside) > 1:
                self.start, price = yield from self._bidding(minimum, strip)
            buyer = self.table[self.start]
            buyer.coins -= price
            self.land.remove(move["tile"])
            self.bought[self.start] += 1
            buyer.acquire(move["tile"], self.bought[self.start])
            self.marker = min(self.marker + 1, len(strip))
        for seat in self._clockwise(self.start):
            if seat in self.inside:
                yield from self._drop_out(seat, minimum, strip)

    def _choosing(self, seat: int, minimum: int) -> Ask:
        def allows(move: Move) -> bool:
            if move["type"] == "choose":
                return move["tile"] in self.land and self.table[seat].coins >= minimum
            return bool(move["type"] == "drop")

        every: list[Move] = [{"type": "drop"}, *({"type": "choose", "tile": tile} for tile in self.land)]
        return ask(seat, lambda: [move for move in every if allows(move)], allows)

    def _bidding(self, minimum: int, strip: list[int]) -> Generator[Draw | Ask, Any, tuple[int, int]]:
        """Who gets the land, and for how much."""
        best = turn = self.start
        _, move = yield self._asked(best, "bid", "coins", minimum, self.table[best].coins)
        high: int = move["coins"]
        passed: set[int] = set()
        while True:
            left = [seat for seat in self._clockwise(turn) if seat in self.inside - passed - {best}]
            if not left:
                return best, high
            turn = left[0]
            _, move = yield self._asked(turn, "bid", "coins", high + 1, self.table[turn].coins, "pass", "drop")
            if move["type"] == "bid":
                best, high = turn, move["coins"]
            elif move["type"] == "pass":
                passed.add(turn)
            else:
                yield from self._drop_out(turn, minimum, strip)

    def _asked(self, seat: int, kind: str, what: str, least: int, most_: int, *others: str) -> Ask:
        """Ask a seat for a number, or for one of these words."""

        def allows(move: Move) -> bool:
            return move["type"] in others or (move["type"] == kind and least <= move[what] <= most_)

        every: list[Move] = [{"type": kind, what: number} for number in range(least, most_ + 1)]
        every += [{"type": other} for other in others]
        return ask(seat, lambda: every, allows)

    def _drop_out(self, seat: int, minimum: int, strip: list[int]) -> Course:
        """The seat gets no more land, but perhaps a technology."""
        player, price = self.table[seat], strip[self.marker - 1]
        self.inside.remove(seat)
        self.last_out = seat
        if not self.bought[seat]:
            player.coins += minimum + self.file["setup"]["compensation"]

        def allows(move: Move) -> bool:
            if move["type"] == "buy":
                return move["technology"] in self.offer and player.science >= price
            return bool(move["type"] == "decline")

        every: list[Move] = [{"type": "decline"}, *({"type": "buy", "technology": name} for name in self.offer)]
        _, move = yield ask(seat, lambda: [move for move in every if allows(move)], allows)
        if move["type"] == "buy":
            player.science -= price
            self.offer.remove(move["technology"])
            player.invent(move["technology"])

    # -- 3. environmental damage

    def _contain(self) -> Course:
        self.containing, self.figures = True, {}
        turn = self.last_out
        while len(self.figures) < self.seats:
            standing = {seat for seat, _ in self.figures.values()}
            turn = next(seat for seat in self._clockwise(turn) if seat not in standing)
            _, move = yield self._containing(turn)
            self.figures[move["column"]] = (turn, move["science"])
        self.containing = False
        for column, (seat, science) in self.figures.items():
            player, damage = self.table[seat], self.damage["columns"][column]
            player.science -= science
            player.new_garbage += damage.get("garbage", 0)
            player.shift(-damage.get("skulls", 0))
        self.start = self.figures[0][0]

    def _containing(self, seat: int) -> Ask:
        held, limit = self.table[seat].science, self.file["setup"]["largest_bid"]

        def allows(move: Move) -> bool:
            if move["type"] != "contain" or not 0 <= move["column"] < self.seats:
                return False
            _, least = self.figures.get(move["column"], (seat, -1))
            return bool(least < move["science"] <= min(held, limit) and move["science"] >= 0)

        every = [
            {"type": "contain", "column": column, "science": science}
            for column in range(self.seats)
            for science in range(limit + 1)
        ]
        return ask(seat, lambda: [move for move in every if allows(move)], allows)

    # -- 4. administration, 5. yield and recycling

    def _administer(self) -> Course:
        for player in self.table:
            player.begin_round()
        while acting := {seat: player for seat, player in enumerate(self.table) if not player.done}:
            choices = {seat: Choice(player.options, player.allows) for seat, player in acting.items()}
            seat, move = yield Ask("open", choices)
            self.table[seat].play(move)

    def _recycle(self) -> Course:
        for player in self.table:
            player.harvest()
        while clearing := {seat: player for seat, player in enumerate(self.table) if player.clearings()}:
            choices = {seat: Choice(player.clearings, player.may_clear) for seat, player in clearing.items()}
            seat, move = yield Ask("open", choices)
            self.table[seat].clear(move)


def most(held: list[int]) -> list[int]:
    """By seat: the points for having the most, the second most and so on; ties share, the fewest get none."""
    points: list[int] = []
    for number in held:
        first = sum(other > number for other in held)
        equal = held.count(number)
        points.append(0 if number == min(held) else sum(PLACES[first : first + equal]) // equal)
    return points
