"""The course of City Tycoon straight from RULES.md once more: slow, plain, and independent of the engine.

The game is one generator that reads like the rules: it yields what must come next, a `Draw` or an `Ask`, and is
sent the outcome or the moves. What lies where, and what cubes cost, is in `oracle_city.py`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ..oracle_loop import Ask, Choice, Course, Draw, Loop, Move
from .oracle_city import Cell, City, Vector, cell_of, path_of

ROUNDS = ("I", "II", "III", "IV")
KINDS = ("electric", "water")
SIDES = ("exhausting", "renewing")
TERRAINS = ("meadow", "water")
PASS: Move = {"type": "pass"}


class Oracle(Loop):
    """A game.

    Attributes to compare, by seat if lists: `money`, `points`, `yellow`, `hands`: the districts that a seat holds, in
    the draft those it picks from, while those it has picked are in `kept`; `order`, `round`, `cubes`, `owners`,
    `terrain`, `terrain_left`.
    """

    def __init__(self, options: Move, players: int, components: Move) -> None:
        assert set(options) <= {"passing"}
        self.quick = options.get("passing") == "final"
        self.players = players
        self.setup: dict[str, int] = components["setup"]
        self.book: dict[str, Any] = {district["name"]: district for district in components["districts"]["list"]}
        self.plants_left: dict[str, list[Any]] = {
            kind: sorted(components["plants"][kind], key=lambda plant: plant["number"]) for kind in KINDS
        }

        self.money = [0] * players
        self.bank = 0
        self.points = [0] * players
        self.yellow = [0] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.kept: list[list[str]] = [[] for _ in range(players)]
        self.order = list(range(players))
        self.round = 1
        self.city = City(players, self.setup["fee"])
        self.owners = self.city.owners
        self.terrain = self.city.terrain
        self.cubes = self.city.cubes
        self.terrain_left = self.setup["terrain"] - len(self.terrain)

        self.supplied: set[Cell] = set()
        """The districts that have been supplied in this round."""
        self.target: Cell = (0, 0)
        self.wanted: dict[str, int] = {}
        """The district being supplied, and the red and blue cubes it still wants."""

        self._were: dict[Cell, int] = dict(self.cubes)
        super().__init__()

    # -- for those who play it

    def outlay(self, seat: int, move: Move) -> tuple[Cell, Vector]:
        """The plant of a cube that is allowed, and what is paid: to the bank, to seat 0, to seat 1, …"""
        assert move["type"] == "cube"
        plant = cell_of(move["plant"])
        return plant, self.city.payment(seat, plant, path_of(move))

    def results(self) -> list[dict[str, int]]:
        """For each seat what it has, as if the game ended now."""
        return [
            {"total": points + money // self.setup["money_for_point"], "points": points, "money": money}
            for points, money in zip(self.points, self.money, strict=True)
        ]

    def _check(self) -> None:
        """What always holds."""
        assert sum(self.money) + self.bank == 0
        assert all(number >= 0 for number in (*self.money, *self.yellow, *self.cubes.values(), self.terrain_left))
        assert set(self.cubes) == set(self.city.plants)
        assert self.terrain_left + len(self.terrain) == self.setup["terrain"]
        assert not set(self.terrain) & set(self.owners)
        for cell, plant in self.city.plants.items():
            assert self.cubes[cell] <= plant["full"]
            assert plant["renewing"] or self.cubes[cell] <= self._were.get(cell, plant["full"])
        self._were = dict(self.cubes)

    # -- the course

    def _course(self) -> Course:
        self.order = yield Draw("order", list(range(self.players)), self.players)
        for place, seat in enumerate(self.order):
            self._pay_out(seat, self.setup["money"] + place * self.setup["step"])
        for number in (1, 2, 3, 4):
            self.round = number
            if number > 1:
                self._new_order()
            yield from self._draft()
            yield from self._build_up()
            yield from self._supply_all()
            if number < 4:
                self._clean_up()

    def _new_order(self) -> None:
        """Who has least money goes first; equal ones as before."""
        places = {seat: place for place, seat in enumerate(self.order)}
        self.order = sorted(self.order, key=lambda seat: (self.money[seat], places[seat]))

    def _clean_up(self) -> None:
        self.yellow = [0] * self.players
        self.supplied = set()
        self.city.renew()

    def _pay_out(self, seat: int, money: int) -> None:
        self.money[seat] += money
        self.bank -= money

    def _take_in(self, seat: int, money: int) -> None:
        assert self.money[seat] >= money
        self._pay_out(seat, -money)

    # -- draft

    def _draft(self) -> Course:
        """Everyone keeps one and passes the others to the seat before, until one is left, which is kept."""
        tiles = [name for name in self.book if name.split("-")[0] == ROUNDS[self.round - 1]]
        size = self.setup["hand"]
        drawn: list[str] = yield Draw(f"round-{self.round}", tiles, size * self.players)
        self.hands = [sorted(drawn[size * seat : size * (seat + 1)]) for seat in range(self.players)]
        self.kept = [[] for _ in range(self.players)]
        for _ in range(size - 1):
            moves: dict[int, Move] = yield Ask("secret", {seat: self._picking(seat) for seat in range(self.players)})
            for seat, move in moves.items():
                self.hands[seat].remove(move["tile"])
                self.kept[seat].append(move["tile"])
            self.hands = [self.hands[(seat + 1) % self.players] for seat in range(self.players)]
        assert all(len(hand) == 1 for hand in self.hands)
        self.hands = [sorted(hand + kept) for hand, kept in zip(self.hands, self.kept, strict=True)]
        self.kept = [[] for _ in range(self.players)]

    def _picking(self, seat: int) -> Choice:
        hand = self.hands[seat]
        return Choice(
            lambda: [{"type": "pick", "tile": name} for name in hand],
            lambda move: move["type"] == "pick" and move["tile"] in hand,
        )

    # -- build

    def _build_up(self) -> Course:
        """One tile a turn."""
        while any(self.hands):
            for seat in self.order:
                if self.hands[seat]:
                    yield from self._use_tile(seat)

    def _use_tile(self, seat: int) -> Course:
        _, move = yield Ask("sequential", {seat: self._building(seat)})
        self.hands[seat].remove(move["tile"])
        if move["type"] == "sell":
            self._pay_out(seat, self.setup["sale"])
        elif move["type"] == "build":
            yield from self._add_district(seat, move["tile"])
        else:
            figures = self.plants_left[move["kind"]].pop(0)[move["side"]]
            self._take_in(seat, figures["cost"])
            cell = yield from self._place(seat)
            self.owners[cell] = seat
            self.city.add_plant(cell, move["kind"], figures["cubes"], renewing=move["side"] == "renewing")

    def _add_district(self, seat: int, name: str) -> Course:
        self._take_in(seat, self.book[name]["cost"])
        cell = yield from self._place(seat)
        self.owners[cell] = seat
        self.city.districts[cell] = name
        reward = self.book[name].get("reward", {})
        self.points[seat] += reward.get("points", 0)
        self.yellow[seat] += reward.get("yellow", 0)
        for terrain, points in reward.get("points_for", {}).items():
            self.points[seat] += points * self.city.touching(cell, terrain)
        for terrain in TERRAINS:
            for _ in range(reward.get(terrain, 0)):
                if self.terrain_left and self.city.free():
                    there = yield from self._place(seat)
                    self.terrain[there] = terrain
                    self.terrain_left -= 1

    def _place(self, seat: int) -> Generator[Draw | Ask, Any, Cell]:
        _, move = yield Ask("sequential", {seat: self._placing()})
        return cell_of(move["cell"])

    def _placing(self) -> Choice:
        return Choice(
            lambda: [{"type": "place", "cell": list(cell)} for cell in self.city.free()],
            lambda move: move["type"] == "place" and self.city.may_place(cell_of(move["cell"])),
        )

    def _building(self, seat: int) -> Choice:
        def options() -> list[Move]:
            moves: list[Move] = []
            for name in self.hands[seat]:
                moves += [{"type": "sell", "tile": name}, {"type": "build", "tile": name}]
                moves += [{"type": "plant", "tile": name, "kind": kind, "side": s} for kind in KINDS for s in SIDES]
            return [move for move in moves if allows(move)]

        def allows(move: Move) -> bool:
            if move["type"] not in {"sell", "build", "plant"} or move["tile"] not in self.hands[seat]:
                return False
            if move["type"] == "sell":
                return True
            if move["type"] == "build":
                return self.money[seat] >= self.book[move["tile"]]["cost"] and bool(self.city.free())
            left = self.plants_left[move["kind"]]
            return bool(left) and self.money[seat] >= left[0][move["side"]]["cost"] and bool(self.city.free())

        return Choice(options, allows)

    # -- supply

    def _supply_all(self) -> Course:
        """Lap after lap, one district each, until a lap in which nobody wants to or can."""
        supplies, passes = 0, dict[int, int]()  # by seat: how many supplies there had been when it passed
        lap = -1
        while lap != supplies:
            lap = supplies
            for seat in self.order:
                choice = self._supplying(seat)
                if seat in passes and (self.quick or passes[seat] == supplies):
                    continue
                if choice.options() == [PASS]:
                    continue
                _, move = yield Ask("sequential", {seat: choice})
                if move == PASS:
                    passes[seat] = supplies
                else:
                    yield from self._supply(seat, move)
                    supplies += 1

    def _to_supply(self, seat: int) -> list[Cell]:
        """The districts of a seat that have not been supplied."""
        return [cell for cell in self.city.of(seat) if cell not in self.supplied]

    def _supply(self, seat: int, move: Move) -> Course:
        self.target = cell_of(move["district"])
        demand = self.book[self.city.districts[self.target]]["demands"][move.get("demand", 0)]
        self.supplied.add(self.target)
        self.yellow[seat] -= demand["takes"].get("yellow", 0)
        self.wanted = self._wants(demand)
        while any(self.wanted.values()):
            _, cube = yield Ask("sequential", {seat: self._bringing(seat)})
            plant, (bank, *others) = self.outlay(seat, cube)
            assert others[seat] == 0
            self._take_in(seat, bank)
            for other, paid in enumerate(others):
                self.money[seat] -= paid
                self.money[other] += paid
            self.cubes[plant] -= 1
            self.wanted[self.city.plants[plant]["colour"]] -= 1
        self._pay_out(seat, demand["gives"].get("money", 0))
        self.points[seat] += demand["gives"].get("points", 0)
        self.yellow[seat] += demand["gives"].get("yellow", 0)

    def _wants(self, demand: Move) -> dict[str, int]:
        return {colour: demand["takes"].get(colour, 0) for colour in ("red", "blue")}

    def _supplying(self, seat: int) -> Choice:
        def options() -> list[Move]:
            moves: list[Move] = []
            for cell in self._to_supply(seat):
                for number in range(len(self.book[self.city.districts[cell]]["demands"])):
                    moves.append({"type": "supply", "district": list(cell), "demand": number})
            return [*(move for move in moves if allows(move)), PASS]

        def allows(move: Move) -> bool:
            if move == PASS:
                return True
            if move["type"] != "supply" or cell_of(move["district"]) not in self._to_supply(seat):
                return False
            cell, number = cell_of(move["district"]), move.get("demand", 0)
            demands = self.book[self.city.districts[cell]]["demands"]
            if not 0 <= number < len(demands) or demands[number]["takes"].get("yellow", 0) > self.yellow[seat]:
                return False
            cost = self.city.rest(seat, cell, self._wants(demands[number]))
            return cost is not None and cost <= self.money[seat]

        return Choice(options, allows)

    def _bringing(self, seat: int) -> Choice:
        def offered(plant: Cell) -> bool:
            """Whether there is a plant whose cubes are wanted, and a cube on it."""
            if plant not in self.city.plants or self.cubes[plant] == 0:
                return False
            return self.wanted[self.city.plants[plant]["colour"]] > 0

        def to_spend(plant: Cell) -> int:
            """The money that is not needed for the cubes after one of this plant; less than 0: there are too few."""
            rest = {**self.wanted}
            rest[self.city.plants[plant]["colour"]] -= 1
            cost = self.city.rest(seat, self.target, rest, taken=plant)
            return -1 if cost is None else self.money[seat] - cost

        def options() -> list[Move]:
            moves: list[Move] = []
            cheapest = self.city.cheapest(seat, self.target)
            ways = self.city.ways(seat, self.target, self.money[seat])
            for plant in filter(offered, sorted(self.city.plants)):
                spend = to_spend(plant)
                costs = {sum(self.city.payment(seat, plant, path)) for path in ways[plant]}
                assert cheapest[plant] > spend or min(costs) == cheapest[plant], (plant, costs, cheapest)
                for path in ways[plant]:
                    if sum(self.city.payment(seat, plant, path)) <= spend:
                        moves.append({"type": "cube", "plant": list(plant), "path": [list(cell) for cell in path]})
            assert moves
            assert all(allows(move) for move in moves)
            return moves

        def allows(move: Move) -> bool:
            if move["type"] != "cube" or not offered(cell_of(move["plant"])):
                return False
            plant, path = cell_of(move["plant"]), path_of(move)
            if not self.city.is_path(plant, path, self.target):
                return False
            return sum(self.city.payment(seat, plant, path)) <= to_spend(plant)

        return Choice(options, allows)
