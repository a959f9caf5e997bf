"""The course of Card City XL straight from RULES.md: slow, plain, and independent of the engine.

The game is one generator that reads like the rules: it yields what must come next, a `Draw` or an `Ask`, and
is sent the outcome or the move. Cities, building and scoring are in `reference_city.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..oracle_loop import Ask, Course, Draw, Move, ask
from .reference_city import Card, Cell, City, kinds
from .reference_score import result, title
from .reference_setup import Start, cell_of, plain


def text(move: Move) -> str:
    """A move as canonical JSON."""
    return json.dumps(move, sort_keys=True)


def multisets(cards: Iterable[str], number: int) -> set[tuple[str, ...]]:
    """The different choices of so many cards, each sorted."""
    return set(combinations(sorted(cards), number))


def within(chosen: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether these cards are among those, each as often."""
    return Counter(chosen) <= Counter(cards)


def without(cards: Iterable[str], chosen: Iterable[str]) -> list[str]:
    """The cards that are left when the chosen ones, all of them there, are taken away."""
    left = list(cards)
    for card in chosen:
        left.remove(card)
    return left


def _one_of(options: list[Move]) -> Callable[[Move], bool]:
    """Allows these moves, as they are now."""
    listed = list(options)
    return lambda move: plain(move) in listed


class Reference(Start):
    """A game.

    Attributes to compare, all per seat if lists: `money`, `hands`; `discards`, the cards that could not be
    built, as they went; `supply`, names of cards to numbers, in the ecological city without the two `market` cards;
    `deck` (what chance can draw), `under` (the cards put under it); `round`, from 1.
    """

    def results(self) -> list[dict[str, Any]]:
        """For each seat what it has, as if the game ended now."""
        half = self.components["industry"]["half"] if self.ecological else None
        sheets = []
        for seat in range(self.players):
            place = self.ring.index(seat)
            sheet = result(self.cities[place], place, self.victory, self.money[seat], half)
            sheet["title"] = ""
            if self.players == 1:
                sheet["title"] = "lost" if sheet["last"] else title(self.victory, sheet["total"])
            sheets.append(sheet)
        return sheets

    def city(self, seat: int) -> City:
        """The city in which a seat plays."""
        return self.cities[self.ring.index(seat)]

    def _course(self) -> Course:
        yield from self._set_up()
        for number in range(1, self.plan["rounds"] + 1):
            self.round = number
            start = (self.round - 1) % self.players
            places = [(start + i) % self.players for i in range(self.players)]
            yield from self._draw_cards(places[0])
            if self.players == 1:
                yield from self._return_one()
            else:
                yield from self._divide(places)
            for place in places:
                yield from self._build(place, may_place="architect" in self.variants and place == start)
            for place in places:
                yield from self._develop(place)
            for place in places:
                self.money[self.ring[place]] += self.cities[place].income(place, meters=self.level == "advanced")
            for place in places:
                yield from self._buy(place)

    # -- phase 1: acquiring

    def _draw_cards(self, place: int) -> Course:
        """The cards of the round come to the start player; the solo player draws one more, if there is one."""
        number = self.share * self.players
        if self.players == 1:
            number = min(self.share + 1, self.deck.total() + len(self.under))
        items = self._listed(self.deck, leisure=self.round > 1)
        take = min(number, len(items))
        hand: list[str] = []
        if take:
            hand += yield Draw(f"round-{self.round}", items, take)
            self.deck.subtract(hand)
        while len(hand) < number:
            hand.append(self.under.pop(0))
        self.hands[self.ring[place]] = hand

    def _return_one(self) -> Course:
        """Solo: one card of those drawn goes under the deck."""
        hand = self.hands[0]
        if len(hand) <= self.share:
            return
        _, move = yield ask(
            0,
            lambda: [{"type": "return", "card": card} for card in set(hand)],
            lambda move: move["type"] == "return" and move["card"] in hand,
        )
        hand.remove(move["card"])
        self.under.append(move["card"])

    def _divide(self, places: Sequence[int]) -> Course:
        """Cards are divided until everybody has his share."""
        seats = [self.ring[place] for place in places]
        divider, cards = seats[0], self.hands[seats[0]]
        for served, taker in enumerate(seats[1:], start=1):
            first = yield from self._first_lot(divider, cards)
            second = without(cards, first)
            yield from self._show(divider, second, len(seats) - served)
            on_first, on_second = yield from self._offer(divider)
            lots = {"first": (first, on_first), "second": (second, on_second)}
            _, move = yield ask(
                taker,
                lambda: [{"type": "take", "lot": lot} for lot in ("first", "second")],
                lambda move: move["type"] == "take" and move["lot"] in {"first", "second"},
            )
            taken = move["lot"]
            kept = "second" if taken == "first" else "first"
            self.hands[taker], bribe = lots[taken]
            self.money[taker] += bribe
            self.hands[divider], bribe = lots[kept]
            self.money[divider] += bribe
            if taken == "second":
                divider = taker
            cards = second
        assert all(len(hand) == self.share for hand in self.hands)

    def _first_lot(self, divider: int, cards: list[str]) -> Generator[Ask, Any, list[str]]:
        hidden = self.share - 2

        def options() -> Iterator[Move]:
            for opened in multisets(cards, 2):
                for covered in multisets(without(cards, opened), hidden):
                    yield {"type": "divide", "open": list(opened), "hidden": list(covered)}

        def allows(move: Move) -> bool:
            if move["type"] != "divide" or len(move["open"]) != 2 or len(move["hidden"]) != hidden:
                return False
            return within([*move["open"], *move["hidden"]], cards)

        _, move = yield ask(divider, options, allows)
        return [*move["open"], *move["hidden"]]

    def _show(self, divider: int, second: list[str], number: int) -> Course:
        def allows(move: Move) -> bool:
            return move["type"] == "show" and len(move["cards"]) == number and within(move["cards"], second)

        yield ask(
            divider, lambda: [{"type": "show", "cards": list(shown)} for shown in multisets(second, number)], allows
        )

    def _offer(self, divider: int) -> Generator[Ask, Any, tuple[int, int]]:
        """Advanced: the divider's money on the lots, his no longer."""
        if self.level != "advanced":
            return 0, 0
        money = self.money[divider]

        def options() -> Iterator[Move]:
            yield {"type": "offer"}
            for amount in range(1, money + 1):
                yield {"type": "offer", "first": amount}
                yield {"type": "offer", "second": amount}

        def allows(move: Move) -> bool:
            first: int = move.get("first", 0)
            second: int = move.get("second", 0)
            return move["type"] == "offer" and first >= 0 and second >= 0 and first + second <= money

        _, move = yield ask(divider, options, allows)
        on_first, on_second = move.get("first", 0), move.get("second", 0)
        self.money[divider] -= on_first + on_second
        return on_first, on_second

    # -- phase 2: building

    def _build(self, place: int, may_place: bool) -> Course:
        """A player builds his hand; `may_place`, with the architect's help."""
        city, seat = self.cities[place], self.ring[place]
        hand = self.hands[seat]
        while hand:
            most = city.most(place, hand, self.money[seat], self.supply["smog"])
            sites = city.free_cells(place) if may_place else []
            if not most and not sites:
                break
            _, move = yield self._ask_building(place, most, sites)
            if move["type"] == "done":
                break
            if move["type"] == "architect":
                city.architect, may_place = cell_of(move), False
                continue
            hand.remove(move["card"])
            self.money[seat] -= city.price(place, move["card"])
            yield from self._stand(place, move["card"], cell_of(move), move.get("turn", 0), most - 1)
        self.discards += hand
        hand.clear()
        city.architect = None

    def _ask_building(self, place: int, most: int, sites: list[Cell]) -> Ask:
        """A card of the hand, so that as many as `most` get built; the architect, onto the sites; or an end."""
        city, seat = self.cities[place], self.ring[place]
        hand, money, smog = self.hands[seat], self.money[seat], self.supply["smog"]

        def keeps_most(name: str, cell: Cell, turn: int) -> bool:
            rest = without(hand, [name])
            return 1 + city.most_after(place, name, cell, turn, rest, money, smog, most - 1) >= most

        def helps(cell: Cell) -> bool:
            city.architect = cell
            possible = city.most(place, hand, money, smog, most)
            city.architect = None
            return possible >= most

        def options() -> Iterator[Move]:
            for name in set(hand):
                for cell, turn in city.buildable(place, name, money):
                    if keeps_most(name, cell, turn):
                        yield {"type": "build", "card": name, "cell": list(cell), **({"turn": turn} if turn else {})}
            for cell in sites:
                if helps(cell):
                    yield {"type": "architect", "cell": list(cell)}
            if not most:
                yield {"type": "done"}

        def allows(move: Move) -> bool:
            if move["type"] == "done":
                return most == 0
            if move["type"] == "architect":
                return cell_of(move) in sites and helps(cell_of(move))
            if move["type"] != "build" or move["card"] not in hand:
                return False
            name, cell, turn = move["card"], cell_of(move), move.get("turn", 0)
            return (cell, turn) in city.buildable(place, name, money) and keeps_most(name, cell, turn)

        return ask(seat, options, allows)

    def _stand(self, place: int, name: str, cell: Cell, turn: int, most: int) -> Course:
        """A card comes to its cell; so does the smog that it brings, if `most` cards can still be built then."""
        city, seat = self.cities[place], self.ring[place]
        city.cards[cell] = Card(name, turn, place)
        spots = city.free_cells(place) if city.brings_smog(name, cell) and self.supply["smog"] else []
        if not spots:
            return
        hand, money, smog = self.hands[seat], self.money[seat], self.supply["smog"] - 1

        def allowed(spot: Cell) -> bool:
            return spot in spots and city.most_with(spot, "smog", place, hand, money, smog, most) >= most

        def options() -> Iterator[Move]:
            return ({"type": "smog", "cell": list(spot)} for spot in spots if allowed(spot))

        _, move = yield ask(seat, options, lambda move: move["type"] == "smog" and allowed(cell_of(move)))
        self.supply["smog"] -= 1
        city.cards[cell_of(move)] = Card("smog", 0, place)

    # -- phase 3: development

    def _develop(self, place: int) -> Course:
        city = self.cities[place]
        while True:
            cells = {kind: city.growths(place, kind) for kind in ("residential", "commerce") if self.supply[kind]}
            options = [{"type": "develop", "card": kind, "cell": list(c)} for kind in cells for c in cells[kind]]
            if not options:
                return
            _, move = yield ask(self.ring[place], options.copy, _one_of(options))
            self.supply[move["card"]] -= 1
            city.cards[cell_of(move)] = Card(move["card"], 0, place)

    # -- phase 5: the end of the round

    def _buy(self, place: int) -> Course:
        """One industry and one park, if he likes."""
        seat = self.ring[place]
        kinds_left = {"industry", "park"}
        while True:
            options = list(self._offers(place, kinds_left))
            if not options:
                return
            options.append({"type": "done"})
            _, move = yield ask(seat, options.copy, _one_of(options))
            if move["type"] == "done":
                return
            name = move["card"]
            (kind,) = kinds(name)
            kinds_left.remove(kind)
            self.money[seat] -= self._price(place, kind)
            yield from self._take_from_supply(name)
            yield from self._stand(place, name, cell_of(move), 0, 0)

    def _price(self, place: int, kind: str) -> int:
        return 5 if kind == "park" else 5 * (self.cities[place].number(place, "industry") + 1)

    def _offers(self, place: int, kinds_left: set[str]) -> Iterator[Move]:
        city, money = self.cities[place], self.money[self.ring[place]]
        names = set(self.market) if self.ecological else {"industry"} if self.supply["industry"] else set()
        names |= {"park"} if self.supply["park"] else set()
        for name in names:
            if kinds(name)[0] in kinds_left and self._price(place, kinds(name)[0]) <= money:
                for cell, _ in city.buildable(place, name, money):
                    yield {"type": "buy", "card": name, "cell": list(cell)}

    def _take_from_supply(self, name: str) -> Course:
        """A card is sold; one of two open industry cards is replaced at once."""
        if name not in self.market:
            self.supply[name] -= 1
            return
        self.market.remove(name)
        left = self._listed(self._supply_of_industry())
        if left:
            self.markets_drawn += 1
            (new,) = yield Draw(f"market-{self.markets_drawn}", left, 1)
            self.supply[new] -= 1
            self.market.append(new)
