"""The course of the game: set-up, rounds, turns, purchases, and where cards and money go."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.moves import Build, Buy, Cell, Done, Offer, Smog, Take
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.chance import outcome
from cityleague.engine.protocol import Draw

from ..arena import due_draw
from ..rows import rows
from .helpers import Way, actor, card, course, deal, due_now, hand, new, options, play, prepared, refusal, sample, scene

DECKS = {
    ("simplified", 1): (6, 4, 4, 3, 3), ("simplified", 2): (6, 4, 4, 3, 3), ("simplified", 3): (6, 4, 4, 3, 3),
    ("simplified", 4): (6, 4, 4, 3, 3), ("normal", 1): (7, 4, 5, 4, 4), ("normal", 2): (7, 4, 5, 4, 4),
    ("normal", 3): (9, 4, 5, 4, 5), ("normal", 4): (7, 4, 5, 4, 4),
}  # fmt: skip
"""R, I, K, C and L for each player, by level and number of players."""


# -- set-up


@rows("level, players", list(DECKS))
def test_deck_and_supply(level: str, players: int) -> None:
    view = new(players, {"level": level}).view(None)
    each = dict(zip(hand("R I K C L"), DECKS[level, players], strict=True))
    assert view.starting_deck == {name: players * count for name, count in each.items()}
    extra = 0 if level == "simplified" else 3 if players == 1 else 2 * players
    assert view.supply == {
        "residential": 50 - players * each["residential"],
        "commerce": 36 - players * each["commerce"],
        "industry": 24 - players * each["industry"],
        "park": extra,
        "smog": extra,
    }
    assert view.money == (3,) * players
    assert [[placed.card for placed in city] for city in view.cities] == [["town-hall"]] * players


@rows("players", [1, 2, 3, 4])
def test_in_the_advanced_game_cards_leave_the_deck_and_split_cards_join_it_for_all_to_see(players: int) -> None:
    state = new(players, {"level": "advanced"})
    number = 4 if players == 1 else 3 * players
    deck = Counter(dict(zip(hand("R I K C L"), [players * n for n in DECKS["normal", players]], strict=True)))
    supply = state.view(None).supply
    due = due_draw(state)
    assert (due.name, due.take, Counter(due.items)) == ("removed", number, deck)
    removed = outcome("exchange", due)
    state.resolve(removed)
    due = due_draw(state)
    kinds = {"R/C": 3, "C/I": 3, "C/L": 2, "R/K": 2, "I/K": 2, "R/L": 1, "C/K": 1, "L/K": 1}
    assert (due.name, due.take) == ("split", number)
    assert Counter(due.items) == {card(letters): count for letters, count in kinds.items()}
    joined = outcome("exchange", due)
    state.resolve(joined)
    for seat in (*range(players), None):
        view = state.view(seat)
        assert (view.removed, view.split, view.supply) == (tuple(removed), tuple(joined), supply)
        assert Counter(view.starting_deck) == deck - Counter(map(str, removed)) + Counter(map(str, joined))


def test_chance_can_draw_who_sits_where() -> None:
    state = new(3, {"seating": "drawn"})
    due = due_draw(state)
    assert (due.name, list(due.items), due.take) == ("seating", [0, 1, 2], 3)
    state.resolve([2, 0, 1])
    assert (state.view(None).ring, state.view(None).order) == ((2, 0, 1), (2, 0, 1))
    state.resolve(hand("R K C R K C"))
    assert actor(state) == 2
    play(state, state.legal(2)[0])
    play(state, state.legal(2)[0])
    assert actor(state) == 0


# -- rounds and turns

PHASES = {"dividing": 1, "building": 2, "developing": 3, "buying": 5}
ROUNDS = [(level, players) for level in ("simplified", "normal", "advanced") for players in (1, 2, 3, 4)]


@rows("level, players", ROUNDS)
def test_rounds_and_turns(level: str, players: int) -> None:
    """The deck decides the number of rounds; the start player moves to the left; phases go in turn order."""
    chosen = {"level": level, "seating": "drawn"}
    rounds = 10 if level == "simplified" else 9 if players == 3 else 8
    share = 2 if level == "simplified" else 3
    turns: list[tuple[int, str, int]] = []
    ring: tuple[int, ...] = ()
    for state, event in course(players, chosen, f"turns/{level}/{players}"):
        view = state.view(None)
        if event is None:
            assert (view.round, view.deck, sum(map(len, view.hands))) == (rounds, 0, 0)
            assert sum(state.table.starting_deck.values()) == rounds * share * players
        elif isinstance(event, list):
            if view.stage == "drawing" and players > 1:
                assert len(event) == share * players
                ring = ring or view.ring
        else:
            assert view.ring == (ring or view.ring)
            start = (view.round - 1) % players
            assert view.order == view.ring[start:] + view.ring[:start]
            turns.append((view.round, view.stage, event[0]))
    assert {turn[0] for turn in turns} == set(range(1, rounds + 1))
    for number, group in groupby(turns, key=lambda turn: turn[0]):
        taken = [(PHASES[name], seat) for _, name, seat in group if name in PHASES]
        order = ring[(number - 1) % players :] + ring[: (number - 1) % players] if players > 1 else (0,)
        later = [(phase, order.index(seat)) for phase, seat in taken if phase > 1]
        assert later == sorted(later)
        assert [phase for phase, _ in taken] == sorted([phase for phase, _ in taken])
        assert players == 1 or taken[0] == (1, order[0])


# -- purchases


def buying(picture: str, money: int, level: str = "normal", **chosen: Any) -> CardCityState:
    """Alone, with this much money to buy for, after three (two) car parks have been built below the city."""
    state = scene(picture, "K K" if level == "simplified" else "K K K", level=level, **chosen)
    while due_now(state)[0] == "building":
        state.table.money = [money - 1]
        places = [move for move in state.legal(0) if isinstance(move, Build)]
        play(state, max(places, key=lambda move: (move.cell[1], -move.cell[0])))
    return state


@rows("industries, price", [(0, 5), (1, 10), (2, 15), (3, 20)])
def test_the_next_industry_costs_five_more_than_the_one_before(industries: int, price: int) -> None:
    picture = "M " + "I " * industries
    state = buying(picture, price, "simplified")
    assert (due_now(state), state.view(None).money) == (("buying", 0), (price,))
    left = state.view(None).supply["industry"]
    play(state, Buy("industry", (0, -1)))
    assert state.view(None).money == (0,)
    assert state.view(None).supply["industry"] == left - 1
    assert due_now(buying(picture, price - 1, "simplified"))[0] == "drawing"


def test_half_an_industry_makes_the_next_one_dearer() -> None:
    state = buying("M C/I0 K", 20, "advanced")
    money = state.view(None).money[0]
    play(state, Buy("industry", (0, -1)))
    assert state.view(None).money == (money - 10,)


@rows("first", ["industry", "park"])
def test_one_industry_and_one_park_a_round_in_either_order(first: str) -> None:
    state = buying("M G G", 50)
    second = "park" if first == "industry" else "industry"
    play(state, Buy(first, (0, -1)))
    assert state.view(None).money == (45,)
    assert refusal(state, Buy(first, (1, -1))) == "CCXL-BUY-OFFER"
    play(state, Buy(second, (1, -1)))
    assert state.view(None).money == (40,)
    assert due_now(state)[0] == "drawing"


def test_only_industry_and_parks_are_sold_and_parks_not_in_the_simplified_game() -> None:
    state = buying("M K", 50)
    assert refusal(state, Buy("residential", (0, -1))) == "CCXL-BUY-OFFER"
    assert refusal(state, Buy("smog", (0, -1))) == "CCXL-BUY-OFFER"
    assert refusal(state, Buy("industry-1", (0, -1))) == "CCXL-BUY-OFFER"
    assert refusal(buying("M K", 50, "simplified"), Buy("park", (0, -1))) == "CCXL-BUY-OFFER"


def test_what_is_bought_must_be_paid_and_be_there() -> None:
    state = buying("M I", 9)
    assert refusal(state, Buy("industry", (0, -1))) == "CCXL-BUY-MONEY"
    state = buying("M I", 50)
    state.table.parks = 0
    assert refusal(state, Buy("park", (0, -1))) == "CCXL-SUPPLY-EMPTY"
    state.table.industries["industry"] = 0
    assert refusal(state, Buy("industry", (0, -1))) == "CCXL-SUPPLY-EMPTY"


def test_what_is_bought_is_built_by_the_rules_even_in_a_full_city() -> None:
    """Five cards and no industry; R above the town hall."""
    state = buying("R .\nM .", 50)
    assert refusal(state, Buy("industry", (-1, -1))) == "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL"
    assert refusal(state, Buy("industry", (3, 3))) == "CCXL-BUILD-APART"
    assert refusal(state, Buy("park", (0, 0))) == "CCXL-BUILD-OCCUPIED"
    play(state, Buy("park", (-1, -1)), Buy("industry", (1, 0)))


def test_an_industry_that_is_bought_brings_smog_too() -> None:
    state = buying("I M .", 50)
    other = state.copy()
    play(state, Buy("industry", (1, 0)))
    assert due_now(state)[0] == "smog"
    play(state, Smog((1, -1)))
    assert (due_now(state)[0], state.view(None).supply["smog"]) == ("buying", 2)
    play(other, Buy("industry", (0, -1)))
    assert due_now(other)[0] == "buying"


def test_purchases_are_made_in_turn_order_from_what_is_left() -> None:
    state = scene(["M", "M"], "K K K", "C C C", players=2, level="normal", money=[4, 3])
    while due_now(state)[0] == "building":
        play(state, state.legal(actor(state))[0])
    assert due_now(state) == ("buying", 0)
    state.table.money = [5, 5]
    state.table.parks = 1
    other = state.copy()
    play(state, Buy("park", next(move.cell for move in state.legal(0) if isinstance(move, Buy))))
    assert due_now(state) == ("buying", 1)
    assert {move.card for move in state.legal(1) if isinstance(move, Buy)} == {"industry"}
    play(other, Done())
    assert {move.card for move in other.legal(1) if isinstance(move, Buy)} == {"industry", "park"}


# -- the ecological city


def test_two_industry_cards_lie_open_and_what_is_bought_of_them_is_replaced_at_once() -> None:
    state = new(1, {"level": "normal", "variants": ["ecological"]})
    assert Counter(due_draw(state).items) == {f"industry-{level}": 6 for level in (1, 2, 3, 4)}
    assert (due_draw(state).name, due_draw(state).take) == ("industries", 4)
    state.resolve(hand("I1 I1 I2 I3"))
    assert (due_draw(state).name, due_draw(state).take) == ("market", 2)
    state.resolve(hand("I2 I4"))
    assert state.view(None).supply["industry"] == 24 - 4 - 2
    assert {name: n for name, n in state.view(None).starting_deck.items() if "industry" in name} == {
        "industry-1": 2, "industry-2": 1, "industry-3": 1,
    }  # fmt: skip
    deal(state, hand("K K K"))
    play(state, *[Build("parking", (x, 0)) for x in (1, 2, 3)][:2])
    state.table.money = [49]
    play(state, Build("parking", (3, 0)))
    for name in ("industry-1", "industry-3", "industry"):
        assert refusal(state, Buy(name, (0, -1))) == "CCXL-BUY-OFFER"
    assert {move.card for move in state.legal(0) if isinstance(move, Buy)} == {"industry-2", "industry-4", "park"}
    play(state, Buy("industry-4", (0, -1)))
    due = due_draw(state)
    assert (due.name, due.take) == ("market-1", 1)
    assert Counter(due.items) == Counter(hand("I1 I2 I3 I4") * 6) - Counter(hand("I1 I1 I2 I3 I2 I4"))
    state.resolve(hand("I3"))
    assert sorted(state.view(None).market) == hand("I2 I3")
    assert due_now(state)[0] == "buying"
    assert refusal(state, Buy("industry-3", (1, -1))) == "CCXL-BUY-OFFER"
    assert {(placed.card, placed.cell) for placed in state.view(None).cities[0]} >= {("industry-4", (0, -1))}


def test_industry_cards_from_the_deck_keep_their_level() -> None:
    state = prepared(2, {"variants": ["ecological"]}, hand("I1 I2 I3"))
    deal(state, hand("I3 R"), hand("I1 I2"))
    assert {move.card for move in state.legal(0) if isinstance(move, Build)} == {"industry-3", "residential"}


# -- where cards and money go


def cards(state: CardCityState) -> Counter[str]:
    """All cards on the table, suburbs too, wherever they lie."""
    table = state.table
    counts = Counter(table.deck) + Counter(table.bottom) + Counter(table.pool) + Counter(table.discards)
    counts += Counter(table.market) + Counter(table.industries) + Counter(table.supply)
    counts += Counter({"park": table.parks, "smog": table.smog})
    for held in table.hands:
        counts += Counter(held.cards)
    for lots in table.divisions[-1:]:
        if lots.taker is None:
            counts += Counter([*lots.first_open, *lots.first_hidden, *lots.second_open, *lots.second_hidden])
    for city in table.cities:
        counts += Counter([face.kind.name for face in city.faces.values()])
    return counts


def incomes(state: CardCityState) -> int:
    """How often there has been an income at least; the smog of an industry that was bought comes after it too."""
    return state.round - 1 + (state.table.stage in ("buying", "replacing", "over"))


def districts(cells: set[Cell]) -> list[int]:
    """The sizes of the connected parts."""
    sizes = []
    while cells:
        part, new_ones = set(), {min(cells)}
        while new_ones:
            part |= new_ones
            new_ones = {(x + i, y + j) for x, y in part for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells - part
        sizes.append(len(part))
        cells = cells - part
    return sizes


def due_to(state: CardCityState, seat: int) -> int:
    """The income of a seat; counted by hand where there are only whole cards and no neighbours."""
    chosen = state.table.setting.options
    if chosen.level == "advanced" or chosen.variants & {"united_city", "suburbs"}:
        return income(state.table.city(seat), state.table.lands[seat], meters=chosen.level == "advanced")
    commerce = {placed.cell for placed in state.view(None).cities[seat] if placed.card == "commerce"}
    return 1 + sum([n * (n + 1) // 2 for n in districts(commerce)])


def spent(state: CardCityState, seat: int, move: Any) -> list[int]:
    """What a move changes in everybody's money; income is left out."""
    change = [0] * state.seats
    view = state.view(None)
    own = [placed.card for city in view.cities for placed in city if placed.owner == seat]
    if isinstance(move, Build) and "leisure" in move.card:
        dearer = "leisure_crisis" in state.table.setting.options.variants
        change[seat] -= 5 + 5 * sum("leisure" in name for name in own) * dearer
    elif isinstance(move, Buy):
        change[seat] -= 5 if move.card == "park" else 5 + 5 * sum("industry" in name for name in own)
    elif isinstance(move, Offer):
        change[seat] -= move.first + move.second
    elif isinstance(move, Take):
        lots = view.divisions[-1]
        mine, other = (lots.first, lots.second) if move.lot == "first" else (lots.second, lots.first)
        change[seat] += mine.money
        change[lots.divider] += other.money
    return change


@pytest.mark.exhaustive
@rows("players, way", sample())
def test_no_card_and_no_dollar_comes_from_or_goes_to_anywhere_else(players: int, way: Way) -> None:
    """Money changes by income, leisure, purchases and bribes only, and never falls below nothing."""
    chosen = options(way)
    box: Counter[str] = Counter()
    money, paid = [3] * players, 0
    for state, event in course(players, chosen, "conserved"):
        due = state.pending()
        if not box and isinstance(due, Draw) and due.name == "round-1":
            box = cards(state)
        assert not box or cards(state) == box
        fresh = max(incomes(state) - paid, 0)
        paid += fresh
        assert state.table.money == [own + fresh * due_to(state, seat) for seat, own in enumerate(money)]
        assert min(state.table.money) >= 0
        change = spent(state, *event) if isinstance(event, tuple) else [0] * players
        money = [own + more for own, more in zip(state.table.money, change, strict=True)]
    assert paid == state.round
    names = Counter([name.split("-")[0] for name in box.elements() if "/" not in name])
    removed = Counter([name.split("-")[0] for name in state.table.removed])
    for name, count in {"residential": 50, "commerce": 36, "industry": 24}.items():
        assert names[name] + removed[name] == count
    assert names["town"] == players
    assert isinstance(state.scores(), list)
