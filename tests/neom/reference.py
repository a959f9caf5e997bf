"""The course of NEOM straight from RULES.md: slow, plain, and independent of the engine.

The game is one generator that reads like the rules: it yields what must come next, a `Draw` or an `Ask`, and is
sent the outcome or the moves. Cities are in `reference_city.py`, what tiles cost in `reference_trade.py`, what a seat
can say in `reference_moves.py`, and what all is worth in `reference_score.py`.
"""

from __future__ import annotations

from typing import Any

from ..oracle_loop import Ask, Choice, Course, Draw, Loop, Move
from .reference_city import City, book_of
from .reference_moves import Site, cell_of, picking, suffering, swapping
from .reference_score import Sums, connected_slowly, fine, for_picking, income, money_at_once, reactions, sheet, title
from .reference_trade import Buyer, Vector, outlays

PILES = {"1+": (5, 4, 4, 3, 3, 2, 2), "4+": (6, 5, 5, 4, 4, 3, 3), "5+": (7, 6, 6, 5, 5, 4, 4)}
"""Alone: how many tiles lie open in each round of a generation."""
STACKS = {1: "I", 2: "II", 3: "III"}


class Reference(Loop):
    """A game.

    Attributes to compare, by seat if lists: `money`; `incoming`, what sellers have got in this round; `anchors`, the
    unbuilt ones; `discarded`, the anchors discarded; `round`, `generation`; `cities`.
    """

    def __init__(self, options: Move, players: int, components: Move) -> None:
        self.beginner: bool = options.get("beginner", False)
        self.symbol: str = options.get("tiles", "1+")
        self.players = players
        self.components = components
        self.book = book_of(components)
        self.prices = {level: components["goods"][level]["price"] for level in ("raw", "trade", "luxury")}
        self.good_points = {level: components["goods"][level]["points"] for level in ("raw", "trade", "luxury")}

        self.round = 1
        self.generation = 1
        self.money: list[int] = [components["setup"]["money"]] * players
        self.incoming = [0] * players
        self.anchors: list[list[int]] = [[] for _ in range(players)]
        self.discarded: list[int] = []
        self.cities = [City(self.book, None) for _ in range(players)]
        self.undrawn = [number for number in sorted(self.book) if self.book[number]["stack"] == "anchor"]
        self.picked: list[int | None] = [None] * players
        self.sale: list[set[str]] | None = None
        """What can be bought of each; None: what it makes at the moment."""
        self.used: set[str] = set()
        self.begins = 0
        """The seat that begins the next round, of two."""
        self.before_last_income: list[int] | None = None
        self.last_income = [0] * players

        super().__init__()

    # -- for those who play it

    def outlays(self, seat: int, move: Move) -> Vector:
        """What a build that is allowed pays: to the bank, to each seat; then, alone, the left and the right route."""
        assert move["type"] in {"build", "anchor"}
        return outlays(self._buyer(seat), self.book[move["tile"]], move)

    def results(self) -> list[dict[str, Any]]:
        """For each seat what it has, as if the game ended now."""
        results = []
        for seat, city in enumerate(self.cities):
            before = self.money if self.before_last_income is None else self.before_last_income
            sums = Sums(before[seat], self.last_income[seat])
            result = sheet(city, self.money[seat], sums, self.good_points)
            alone = self.players == 1
            result["title"] = title(self.components["ratings"], self.symbol, result["total"]) if alone else ""
            results.append(result)
        return results

    # -- setup and draft

    def _course(self) -> Course:
        boards: list[str] = yield Draw("boards", list(self.components["setup"]["boards"]), self.players)
        self.cities = [City(self.book, raw) for raw in boards]
        if self.beginner:
            yield from self._get_anchors()
        elif self.players >= 3:
            yield from self._draft_anchors()
        else:
            yield from self._take_open_anchors()
        for generation in (1, 2, 3):
            self.generation = generation
            self.used = set()
            if self.players >= 3:
                yield from self._draft_generation()
            else:
                yield from self._open_generation()
            self._pay_income()

    def _draw_anchors(self, name: str, take: int) -> Course:
        """Anchors that have not been drawn; they are the last ones of `self.drawn` then."""
        self.drawn: list[int] = yield Draw(name, list(self.undrawn), take)
        self.undrawn = [number for number in self.undrawn if number not in self.drawn]

    def _get_anchors(self) -> Course:
        """Beginners: one each."""
        yield from self._draw_anchors("anchors", self.players)
        for seat, number in enumerate(self.drawn):
            self.anchors[seat] = [number]

    def _draft_anchors(self) -> Course:
        """Three players or more: of four anchors three times one is picked, the rest passed on."""
        yield from self._draw_anchors("anchors", 4 * self.players)
        hands = [self.drawn[4 * seat : 4 * seat + 4] for seat in range(self.players)]
        for _ in range(3):
            moves: dict[int, Move] = yield Ask("secret", {seat: picking(hand) for seat, hand in enumerate(hands)})
            for seat, move in moves.items():
                hands[seat].remove(move["tile"])
                self.anchors[seat] = sorted([*self.anchors[seat], move["tile"]])
            hands = self._passed(hands)
        self.discarded = sorted(number for hand in hands for number in hand)

    def _take_open_anchors(self) -> Course:
        """One or two players: anchors lie open, one is taken by each, the others are discarded."""
        for row, number in enumerate((4, 3, 2) if self.players == 1 else (3, 3, 3)):
            yield from self._draw_anchors(f"anchors-{row + 1}", number)
            lying = list(self.drawn)
            for seat in self._in_turn():
                _, move = yield Ask("sequential", {seat: picking(lying)})
                lying.remove(move["tile"])
                self.anchors[seat] = sorted([*self.anchors[seat], move["tile"]])
            self.discarded = sorted(self.discarded + lying)

    def _in_turn(self) -> list[int]:
        """The seats as they pick from what lies open: who picks last, begins the next time."""
        seats = [(self.begins + i) % self.players for i in range(self.players)]
        self.begins = seats[-1]
        return seats

    def _passed(self, hands: list[list[int]]) -> list[list[int]]:
        """The hands when everyone has passed his to the left neighbour."""
        return [hands[(seat - 1) % self.players] for seat in range(self.players)]

    # -- a generation

    def _tiles_of_generation(self) -> list[int]:
        """Those that the number of players, or alone the option, allows."""
        most = {"1+": 1, "4+": 4, "5+": 5}[self.symbol] if self.players == 1 else self.players
        return [
            number
            for number, tile in sorted(self.book.items())
            if tile["stack"] == STACKS[self.generation] and tile["players"] <= most
        ]

    def _draft_generation(self) -> Course:
        """Three players or more: seven rounds with hands."""
        tiles = self._tiles_of_generation()
        assert len(tiles) == 8 * self.players
        drawn: list[int] = yield Draw(f"generation-{self.generation}", tiles, len(tiles))
        hands = [drawn[8 * seat : 8 * seat + 8] for seat in range(self.players)]
        for number in range(1, 8):
            self.round = 7 * (self.generation - 1) + number
            moves: dict[int, Move] = yield Ask("secret", {seat: picking(hand) for seat, hand in enumerate(hands)})
            for seat, move in sorted(moves.items()):
                hands[seat].remove(move["tile"])
                self._pick(seat, move["tile"])
            self.sale = [city.goods for city in self.cities]
            striking = [seat for seat, move in moves.items() if "disaster" in self.book[move["tile"]]]
            yield from self._act([seat for seat in range(self.players) if seat not in striking])
            for seat in striking:
                disaster = self.book[moves[seat]["tile"]]["disaster"]
                yield from self._strike(disaster, [other for other in range(self.players) if other != seat])
            self._end_round()
            hands = self._passed(hands)
        assert all(len(hand) == 1 for hand in hands)

    def _open_generation(self) -> Course:
        """One or two players: seven rounds with tiles that lie open."""
        tiles = self._tiles_of_generation()
        sizes = (4, 4, 4, 3, 3, 3, 3) if self.players == 2 else PILES[self.symbol]
        averted = False
        for number, size in enumerate(sizes, start=1):
            self.round = 7 * (self.generation - 1) + number
            lying: list[int] = yield Draw(f"round-{self.round}", list(tiles), size)
            tiles = [tile for tile in tiles if tile not in lying]
            shown = list(lying)
            striking: int | None = None
            for seat in self._in_turn():
                may_avert = self.players == 2 or number <= 3
                there = [tile for tile in lying if may_avert or "disaster" not in self.book[tile]]
                _, move = yield Ask("sequential", {seat: picking(there)})
                lying.remove(move["tile"])
                self._pick(seat, move["tile"])
                if "disaster" in self.book[move["tile"]]:
                    striking = seat
                else:
                    yield from self._act([seat])
            if self.players == 2 and striking is not None:
                yield from self._strike(self._disaster(), [1 - striking])
            if self.players == 1 and not averted:
                appears = any("disaster" in self.book[tile] for tile in shown)
                if appears or number == 7:
                    averted = True
                    if striking is None:
                        yield from self._strike(self._disaster(), [0])
            self._end_round()

    def _disaster(self) -> str:
        """The disaster of this generation."""
        return next(str(self.book[n]["disaster"]) for n in self._tiles_of_generation() if "disaster" in self.book[n])

    def _pick(self, seat: int, number: int) -> None:
        self.picked[seat] = number
        self.money[seat] += for_picking(self.cities[seat])

    def _end_round(self) -> None:
        """What sellers got is theirs now."""
        for seat in range(self.players):
            self.money[seat] += self.incoming[seat]
            self.incoming[seat] = 0
            self.picked[seat] = None

    def _pay_income(self) -> None:
        if self.generation == 3:
            self.before_last_income = list(self.money)
            self.last_income = [income(city, 3) for city in self.cities]
        for seat, city in enumerate(self.cities):
            self.money[seat] += income(city, self.generation)

    # -- acting

    def _buyer(self, seat: int) -> Buyer:
        sale = self.sale if self.players >= 3 and self.sale is not None else [city.goods for city in self.cities]
        city, money = self.cities[seat], self.money[seat]
        return Buyer(seat, self.players, self.generation, money, city, sale, self.used, self.prices)

    def _acting(self, seat: int) -> Choice:
        picked = self.picked[seat]
        assert picked is not None
        site = Site(self.book, self.cities[seat], picked, list(self.anchors[seat]), self.generation, self._buyer(seat))
        return Choice(site.options, site.allows)

    def _act(self, seats: list[int]) -> Course:
        """These seats act, in any order; who may swap anchors then, does so before he is done."""
        kind = "open" if self.players >= 3 else "sequential"
        acting, swaps = list(seats), list[int]()
        while acting or swaps:
            choices = {seat: self._acting(seat) for seat in acting}
            choices |= {seat: swapping(self.anchors[seat], self.discarded, self.beginner) for seat in swaps}
            seat, move = yield Ask(kind, choices)
            if move["type"] == "swap":
                swaps.remove(seat)
                yield from self._swap(seat, move)
                continue
            acting.remove(seat)
            if move["type"] == "sell":
                self.money[seat] += self.components["setup"]["sale"]
                continue
            self._build(seat, move)
            there = self.undrawn if self.beginner else self.discarded
            if self.book[move["tile"]].get("swaps") and self.anchors[seat] and there:
                swaps.append(seat)

    def _build(self, seat: int, move: Move) -> None:
        city, cell, number = self.cities[seat], cell_of(move["cell"]), move["tile"]
        bank, *others, left, right = outlays(self._buyer(seat), self.book[number], move)
        self.money[seat] -= bank + sum(others)
        assert self.money[seat] >= 0
        for other, paid in enumerate(others):
            self.incoming[other] += paid
        self.used |= {way for way, used in (("left", left), ("right", right)) if used}
        if move["type"] == "anchor":
            self.anchors[seat].remove(number)
        city.build(number, cell, move.get("produce"))
        assert city.connected() == connected_slowly(city)
        self.money[seat] += money_at_once(city, cell)
        self.money[seat] += reactions(city, cell)

    def _swap(self, seat: int, move: Move) -> Course:
        """Anchors go to the discarded ones, and others come; a beginner gets his from chance."""
        give, take = list(move.get("give", ())), list(move.get("take", ()))
        if self.beginner and give:
            yield from self._draw_anchors("swap", 1)
            take = self.drawn
        self.anchors[seat] = sorted([n for n in self.anchors[seat] if n not in give] + take)
        self.discarded = sorted([n for n in self.discarded if n not in take] + give)

    # -- disasters

    def _strike(self, disaster: str, seats: list[int]) -> Course:
        """Those who have something to remove choose; then all happens at once."""
        choices = {}
        for seat in seats:
            choice = suffering(self.cities[seat], disaster, self.money[seat])
            if choice is not None:
                choices[seat] = choice
        if not choices:
            return
        answer = yield Ask("secret" if self.players >= 3 else "sequential", choices)
        moves: dict[int, Move] = answer if self.players >= 3 else dict([answer])
        for seat, move in moves.items():
            if move["type"] == "pay":
                self.money[seat] -= fine(self.cities[seat], disaster)
                assert self.money[seat] >= 0
            else:
                self.cities[seat].remove([cell_of(cell) for cell in move["cells"]])
                assert self.cities[seat].connected() == connected_slowly(self.cities[seat])
