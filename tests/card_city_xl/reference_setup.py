"""How a game of Card City XL begins, straight from RULES.md: slow, plain, and independent of the engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..oracle_loop import Course, Draw, Loop, Move, ask
from .reference_city import Card, Cell, City, kinds, ring_of_suburbs


def cell_of(move: Move) -> Cell:
    x, y = move["cell"]
    return x, y


def plain(move: Move) -> Move:
    """A move as JSON would have it: with lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in move.items()}


class Start(Loop):
    """A game at its beginning: what is on the table, and what chance and a founder bring before the first round."""

    def __init__(self, options: Move, players: int, components: Move) -> None:
        self.level: str = options.get("level", "simplified")
        self.victory: str = options.get("victory", "residents")
        self.variants = frozenset(options.get("variants", ()))
        self.drawn_seating = options.get("seating", "given") == "drawn"
        self.players = players
        self.components = components
        self.ecological = "ecological" in self.variants
        assert not ("united_city" in self.variants and players == 1)
        assert not ("suburbs" in self.variants and players > 1)

        larger = "larger_for_three" if players == 3 else "larger"
        self.plan: dict[str, Any] = components["decks"]["simplified" if self.level == "simplified" else larger]
        self.share: int = self.plan["share"]
        self.round = 0
        self.ring = list(range(players))
        """The seats by their places."""
        self.money = [3] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.discards: list[str] = []
        self.market: list[str] = []
        self.markets_drawn = 0
        self.under: list[str] = []
        self._cards()
        self._cities()
        super().__init__()

    def _cards(self) -> None:
        """The kinds of cards in the order in which chance is shown them, the deck but for chance, and the supply."""
        cards, industry = self.components["cards"], self.components["industry"]
        if self.ecological:
            levels = Counter[str]()
            for level in industry["levels"]:
                levels[f"industry-{level['pollution']}"] += level["cards"]
            self.industries = dict(levels)
        else:
            self.industries = {"industry": sum(level["cards"] for level in industry["levels"])}
        self.splits: dict[str, int] = self.components["split"]["cards"]
        self.order = ["residential", *self.industries, "parking", "commerce", "leisure", *self.splits]

        self.deck: Counter[str] = Counter()
        for name in ("residential", "commerce", "leisure", "parking", "industry"):
            self.deck[name] = self.plan[name] * self.players
        self.supply: Counter[str] = Counter(
            {name: cards[name] - self.deck[name] for name in ("residential", "commerce")}
        )
        if self.ecological:
            self.supply.update(self.industries)
        else:
            self.supply["industry"] = self.industries["industry"] - self.deck["industry"]
        if self.level != "simplified":
            self.supply["park"] = self.supply["smog"] = 3 if self.players == 1 else 2 * self.players

    def _cities(self) -> None:
        """A city for each place; one and the same for all if it is united."""
        side, crisis = self.plan["side"], "leisure_crisis" in self.variants
        places = range(self.players)
        if "united_city" in self.variants:
            united = City(side, "united", self.players, crisis)
            self.cities = [united for _ in places]
            halls = {2: [(0, 0), (1, 0)], 3: [(0, 0), (1, 0), (0, 1)], 4: [(0, 0), (1, 0), (1, 1), (0, 1)]}[
                self.players
            ]
        elif "suburbs" in self.variants:
            self.cities = [City(side, "suburbs", 1, crisis)]
            self.cities[0].cards.update(ring_of_suburbs(side))
            for card in self.cities[0].cards.values():
                if card.name in self.supply:
                    self.supply[card.name] -= 1
            halls = []
        else:
            self.cities = [City(side, "own", 1, crisis) for _ in places]
            halls = [(0, 0) for _ in places]
        for place, cell in enumerate(halls):
            self.cities[place].cards[cell] = Card("town-hall", 0, place)

    def _listed(self, cards: Counter[str], leisure: bool = True) -> list[str]:
        """Cards as chance is shown them; on request without leisure."""
        return [name for name in self.order if leisure or "leisure" not in kinds(name) for _ in range(cards[name])]

    def _set_up(self) -> Course:
        if self.drawn_seating and self.players > 1:
            self.ring = yield Draw("seating", list(range(self.players)), self.players)
        if "suburbs" in self.variants:
            yield from self._found()
        if self.ecological:
            industries: list[str] = yield Draw(
                "industries", self._listed(self._supply_of_industry()), self.deck["industry"]
            )
            del self.deck["industry"]
            self.deck.update(industries)
            self.supply.subtract(industries)
            left = self._listed(self._supply_of_industry())
            if left:
                self.market = yield Draw("market", left, min(2, len(left)))
                self.supply.subtract(self.market)
        if self.level == "advanced":
            exchanged = 4 if self.players == 1 else 3 * self.players
            removed: list[str] = yield Draw("removed", self._listed(self.deck), exchanged)
            joining: list[str] = yield Draw("split", self._listed(Counter(self.splits)), exchanged)
            self.deck.subtract(removed)
            self.deck.update(joining)

    def _supply_of_industry(self) -> Counter[str]:
        return Counter({name: self.supply[name] for name in self.industries})

    def _found(self) -> Course:
        cells = [(x, y) for x in range(2, self.plan["side"]) for y in range(2, self.plan["side"])]
        options = [{"type": "found", "cell": list(cell)} for cell in cells]
        _, move = yield ask(0, lambda: options, lambda move: plain(move) in options)
        self.cities[0].cards[cell_of(move)] = Card("town-hall", 0, 0)
