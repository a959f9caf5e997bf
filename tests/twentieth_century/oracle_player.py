"""A player of the plain reference: what he holds, and what he may do in the administration and in recycling."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..oracle_loop import Move
from .oracle_region import Cell, City, Region

ROUNDS = ("", "I", "II", "III", "IV", "V", "VI")
ONCE = {"worker": "worker", "bridge": "bridge", "separate": "waste_separation"}
"""Uses for once in the game, and what the component file calls them."""
EACH_ROUND = {
    "locomotive": "locomotive",
    "collect": "garbage_collection",
    "recycle": "recycling",
    "remediate": "remediation",
    "improve": "quality_of_life",
}
"""Uses for once in a round."""
USES = ONCE | EACH_ROUND


def city_of(raw: list[str] | tuple[str, str]) -> City:
    """A city as it stands in a move."""
    tile, node = raw
    return tile, node


def cell_of(raw: list[int] | tuple[int, int]) -> Cell:
    """A cell as it stands in a move."""
    x, y = raw
    return x, y


class Player:
    """A player: his holdings, his region, and what is new and has not been placed."""

    def __init__(self, components: Move, keeps_garbage: bool) -> None:
        setup = components["setup"]
        self.track: list[int] = components["pollution"]["values"]
        self.clean_land: list[int] = components["pollution"]["clean_land"]
        self.land: dict[str, Any] = {land["name"]: land for land in components["land"]["list"]}
        self.book: dict[str, Any] = {figures["name"]: figures for figures in components["technologies"]["list"]}
        self.coins: int = setup["coins"]
        self.science: int = setup["science"]
        self.scored: Counter[str] = Counter()
        """Points by where they come from: a round, cities and quality of life together, or a bonus."""
        self.round = 0
        self.marker = len(self.track) // 2
        self.region = Region(components["start"]["tile"])
        self.new_garbage = 0
        self.new_tiles: list[str] = []
        self.technologies: list[str] = []
        self.used: set[tuple[str, str]] = set()
        """The uses that are over for good, or for this round."""
        self.done = False
        self.keeps_garbage = keeps_garbage
        """Whether new garbage goes on land bought in this round, if there is any."""
        self.fresh: set[str] = set()
        """The land that he has bought in this round."""
        self.worked: set[City] = set()
        """The recycling plants that have removed garbage in this round."""

    @property
    def points(self) -> int:
        """All points so far."""
        return sum(self.scored.values())

    def shift(self, fields: int) -> None:
        """Move the marker so many fields to the right, or to the left if negative, but not beyond an end."""
        self.marker = min(max(self.marker + fields, 0), len(self.track) - 1)

    def acquire(self, land: str, garbage: int) -> None:
        """Take new land, with its citizen and garbage."""
        self.new_tiles.append(land)
        self.fresh.add(land)
        self.new_garbage += garbage

    def invent(self, technology: str) -> None:
        """Take a new technology; skulls come before flowers."""
        figures = self.book[technology]
        self.technologies.append(technology)
        if figures.get("facility") is not None:
            self.new_tiles.append(technology)
        self.new_garbage += figures.get("garbage", 0)
        self.shift(-figures.get("skulls", 0))
        self.shift(figures.get("flowers", 0))

    # -- administration

    def begin_round(self) -> None:
        """Whatever can be used once a round can be used again."""
        self.round += 1
        self.used = {(technology, use) for technology, use in self.used if use in ONCE}
        self.done = False
        self.worked = set()

    def price(self, technology: str, use: str) -> tuple[int, int]:
        """The coins and science of a use."""
        figures = self.book[technology][USES[use]]
        if use == "improve":
            figures = figures["price"]
        if use not in {"recycle", "remediate", "improve"}:
            return 0, 0
        return figures.get("coins", 0), figures.get("science", 0)

    def does(self, technology: str, use: str) -> bool:
        """Whether a technology has this use; a free one may have a price of nothing."""
        figures = self.book[technology].get(USES[use])
        return figures is not None and figures is not False

    def may_use(self, technology: str, use: str) -> bool:
        """Whether a technology is his, has this use, has not been used for it, and can be paid."""
        if technology not in self.technologies or self.book[technology].get("facility") is not None:
            return False
        if not self.does(technology, use) or (technology, use) in self.used:
            return False
        coins, science = self.price(technology, use)
        return self.coins >= coins and self.science >= science

    def littered(self, tile: str) -> bool:
        """Whether garbage lies on this tile."""
        return self.region.garbage.get(tile, 0) > 0

    def allows(self, move: Move) -> bool:
        """Whether he may do this in the administration."""
        region, kind = self.region, move["type"]
        if kind == "done":
            return not self.new_tiles and not self.new_garbage and not region.waiting
        if kind == "lay":
            return move["tile"] in self.new_tiles and region.may_lay(cell_of(move["cell"]))
        if kind == "settle":
            return region.may_settle(city_of(move["city"]))
        if kind == "dump":
            bound = self.keeps_garbage and self.fresh
            return self.new_garbage > 0 and region.is_land(move["tile"]) and (not bound or move["tile"] in self.fresh)
        if kind not in USES or not self.may_use(move["technology"], kind):
            return False
        if kind == "worker":
            return region.may_move_in(city_of(move["city"]))
        if kind == "bridge":
            return region.may_bridge(move["tile"], move["span"])
        if kind == "locomotive":
            return region.may_travel(city_of(move["city"]), city_of(move["to"]))
        if kind == "collect":
            return self.littered(move["tile"]) and region.is_land(move["to"]) and move["tile"] != move["to"]
        if kind in {"separate", "recycle"}:
            return self.littered(move["tile"])
        return kind == "improve" or self.marker < len(self.track) - 1

    def options(self) -> list[Move]:
        """All that he may do in the administration."""
        region, lands = self.region, sorted(self.region.garbage)
        cities = [list(city) for city, _ in region.cities()]
        moves: list[Move] = [{"type": "done"}]
        for tile in self.new_tiles:
            for cell in region.free_cells():
                moves += [{"type": "lay", "tile": tile, "cell": list(cell), "turn": turn} for turn in range(4)]
        moves += [{"type": "settle", "city": city} for city in cities]
        moves += [{"type": "dump", "tile": tile} for tile in lands]
        for technology in self.technologies:
            for kind in USES:
                if self.may_use(technology, kind):
                    moves += [{"type": kind, "technology": technology} | where for where in self._where(kind)]
        return [move for move in moves if self.allows(move)]

    def _where(self, kind: str) -> list[Move]:
        """All places of a use, allowed or not."""
        region, lands = self.region, sorted(self.region.garbage)
        cities = [list(city) for city, _ in region.cities()]
        if kind == "worker":
            return [{"city": city} for city in cities]
        if kind == "bridge":
            spans = [(tile, span) for tile, figures in region.figures.items() for span in figures.get("spans", ())]
            return [{"tile": tile, "span": span} for tile, span in spans]
        if kind == "locomotive":
            return [{"city": city, "to": to} for city in cities for to in cities]
        if kind == "collect":
            return [{"tile": tile, "to": to} for tile in lands for to in lands]
        return [{"tile": tile} for tile in lands] if kind in {"separate", "recycle"} else [{}]

    def play(self, move: Move) -> None:
        """Do it."""
        region, kind = self.region, move["type"]
        if kind in USES:
            coins, science = self.price(move["technology"], kind)
            self.coins -= coins
            self.science -= science
            self.used.add((move["technology"], kind))
        if kind == "done":
            self.done = True
        elif kind == "lay":
            self._lay(move["tile"], cell_of(move["cell"]), move.get("turn", 0))
        elif kind == "settle":
            region.people.add(city_of(move["city"]))
            region.waiting.remove(move["city"][0])
        elif kind == "dump":
            self.new_garbage -= 1
            region.garbage[move["tile"]] += 1
        elif kind == "worker":
            region.people.add(city_of(move["city"]))
        elif kind == "bridge":
            region.bridge(move["tile"], move["span"])
        elif kind == "locomotive":
            region.people.remove(city_of(move["city"]))
            region.people.add(city_of(move["to"]))
        elif kind in {"separate", "recycle", "collect"}:
            region.garbage[move["tile"]] -= 1
            if kind == "collect":
                region.garbage[move["to"]] += 1
        elif kind == "remediate":
            self.shift(1)
        elif kind == "improve":
            self.scored[f"round {ROUNDS[self.round]}"] += self.book[move["technology"]]["quality_of_life"]["points"]

    def _lay(self, tile: str, cell: Cell, turn: int) -> None:
        self.new_tiles.remove(tile)
        if tile in self.land:
            self.region.lay(tile, self.land[tile], cell, turn)
            self.region.waiting.add(tile)
        else:
            self.region.lay(tile, self.book[tile]["facility"], cell, turn)

    # -- yield and recycling

    def harvest(self) -> None:
        """The yield of a round."""
        coins, science, prosperity = self.region.production()
        self.coins += coins
        self.science += science
        self.scored[f"round {ROUNDS[self.round]}"] += prosperity

    def clearings(self) -> list[Move]:
        """What his recycling plants can still remove."""
        return [
            {"type": "clear", "plant": list(plant), "tile": tile}
            for plant in self.region.plants()
            if plant not in self.worked
            for tile in self.region.clearable(plant)
        ]

    def may_clear(self, move: Move) -> bool:
        """Whether a recycling plant may remove this."""
        if move["type"] != "clear":
            return False
        plant, tile = city_of(move["plant"]), move["tile"]
        if plant not in self.region.plants() or plant in self.worked:
            return False
        return tile in self.region.within_reach(plant) and self.littered(tile)

    def clear(self, move: Move) -> None:
        """A recycling plant removes garbage."""
        self.worked.add(city_of(move["plant"]))
        self.region.garbage[move["tile"]] -= 1

    # -- scoring

    def worth(self, counts: str) -> int:
        """How many he has of what a bonus card counts."""
        region = self.region
        coins, science, prosperity = region.production()
        return {
            "coins": coins,
            "science": science,
            "prosperity": prosperity,
            "points": self.points,
            "clean land": region.clean(),
            "clean land by pollution": region.clean() * self.clean_land[self.marker],
            "garbage": sum(region.garbage.values()),
            "plants": len(region.plants()),
            "flowers": max(self.track[self.marker], 0),
        }[counts]

    def bonus(self, card: Move) -> None:
        """Score a bonus card; the points so far, which it may count, do not include its own."""
        points = sum(line["points"] * self.worth(line["counts"]) for line in card["lines"])
        self.scored[f"bonus of round {ROUNDS[card['round']]}"] += points
