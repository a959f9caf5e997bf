"""The bots of City Tycoon: what they take the table for is what it is, the better ones win, and nothing dominates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, islice, pairwise
from statistics import mean

import numpy as np
import pytest
from msgspec import structs

from cityleague.engine import prepare
from cityleague.engine.boards.bits import members
from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.bots.evaluation import Judge, myopic
from cityleague.engine.city_tycoon.bots.heuristic import FIRST_COINS, PURSE, Offer, PlantOffer, best_plan
from cityleague.engine.city_tycoon.bots.outlook import WEIGHTS, Weights, features, taste
from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Cube, Plant, Sell, Supply
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.sums import portable_sum

from ..rows import daily
from . import expecting
from .balance import KINDS, ROUNDS, Balance, balance, never_built, plant_sides, tiles_of
from .helpers import course


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_table_seen_by_a_bot_is_the_table(seats: int) -> None:
    setup = prepare("city_tycoon", seats)
    for state, _ in islice(course(seats, "seen"), 0, None, 7):
        for seat in range(seats):
            view = state.view(seat)
            seen = table_of(setup, view)
            told = table_of(setup, structs.replace(view))  # another object: from what it says alone
            assert told.plain() == seen.plain()
            assert not {id(plant) for plant in seen.town.plants} & {id(plant) for plant in state.table.town.plants}
            assert told.town.layout.around == seen.town.layout.around == state.table.town.layout.around
            assert table_of(setup, view, accounts=False).plain()[2:] == seen.plain()[2:]
            assert seen.town.plain() == state.table.town.plain()
            assert seen.money == state.table.money
            assert seen.kept[seat] == sorted(state.table.kept[seat], key=setup.components.rank.__getitem__)
            for mine, theirs in zip(seen.accounts, state.table.accounts, strict=True):
                assert mine.plain() == theirs.plain()


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_city_of_a_view_is_the_city_whatever_was_shown_before(seats: int) -> None:
    """What the caches hold makes no difference: the last view, an older one, or one of another game."""
    setup = prepare("city_tycoon", seats)
    games = [
        list(islice(plain_views(seats, seed), 0, None, step)) for seed, step in [("one", 1), ("one", 5), ("two", 3)]
    ]
    for shown in (*games[0], *games[2], *games[1], *chain.from_iterable(zip(games[1], games[2], strict=False))):
        view, city = shown
        assert table_of(setup, view).town.plain() == city


def plain_views(seats: int, seed: str) -> Iterator[tuple[View, list[object]]]:
    """The first half of a random game: what seat 0 sees, and the city as simple values."""
    for state, _ in course(seats, seed):
        if state.round == 3:
            return
        yield state.view(0), state.table.town.plain()


@pytest.mark.parametrize("games", daily([3, 6]))
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_supply_is_worth_what_it_brings_less_its_cubes(seats: int, games: int) -> None:
    """Followed by the cheapest cubes, a supply ends with the money and points that it was valued at."""
    compared = 0
    for state, event in chain.from_iterable(course(seats, f"supply-{number}") for number in range(games)):
        if not isinstance(event, tuple) or not isinstance(event[1], Supply):
            continue
        seat, move = event
        weights = myopic(prepare("city_tycoon", seats))._replace(yellow=0.0)
        value = Judge(state.table, seat, weights).value(move)
        copy = state.copy()
        before = copy.table.accounts[seat].points + weights.money * copy.table.money[seat]
        copy.apply(seat, move)
        while copy.table.supplying:
            judge = Judge(copy.table, seat, weights)
            cubes = [cube for cube in copy.legal(seat) if isinstance(cube, Cube)]
            copy.apply(seat, max(cubes, key=judge.value))
        after = copy.table.accounts[seat].points + weights.money * copy.table.money[seat]
        assert after - before == pytest.approx(value)
        compared += 1
    assert compared


def test_a_plan_can_be_paid_and_is_the_best_of_all() -> None:
    """No set of districts and plants that can be paid with money and sold tiles is better."""
    plans = 0
    for state, event in course(3, "plan"):
        if not isinstance(event, tuple) or not isinstance(event[1], Build | Sell | Plant):
            continue
        judge = Judge(state.table, event[0], Weights(0.3, 2.0, 2.0, 0.7))
        tiles, money = state.table.kept[event[0]], state.table.money[event[0]]
        offers = [
            Offer(judge.district(tile), tile.cost, tile.name)
            for tile in map(state.table.box.districts.get, tiles)
            if tile
        ]
        plan = best_plan(judge, offers)
        chosen = [offers[i] for i in members(plan.districts)]
        paid: list[Offer | PlantOffer] = [*chosen, *([plan.plant] if plan.plant else [])]
        left = money - sum([offer.cost for offer in paid]) + 5 * (len(tiles) - len(paid))
        assert left >= 0
        value = portable_sum([offer.worth for offer in paid]) + 0.3 * left + FIRST_COINS * min(left, PURSE)
        for size in range(len(offers) + 1):
            for some in combinations(offers, size):
                rest = money - sum([tile.cost for tile in some]) + 5 * (len(tiles) - size)
                worth = portable_sum([tile.worth for tile in some])
                assert rest < 0 or worth + 0.3 * rest + FIRST_COINS * min(rest, PURSE) <= value + 1e-9
        plans += 1
    assert plans


@pytest.mark.parametrize("games", daily([2, 4]))
def test_without_patience_the_heuristic_builds_for_the_round_alone(games: int) -> None:
    """Renewing plants pay in later rounds: only a player who thinks of these builds them in round I."""
    patient, hasty = [balance(3, games, "patience", f"heuristic?patience={value}") for value in (1, 0)]
    assert patient.plants_of(1, "renewing") > 4 * hasty.plants_of(1, "renewing")
    assert patient.plants_of(1, "renewing") > patient.plants_of(1, "exhausting")


def test_the_heuristic_chooses_of_what_it_is_offered() -> None:
    """A search asks for the best of the moves that it has not tried yet."""
    setup = prepare("city_tycoon", 3)
    bot = parse("heuristic", GAME).make(setup, Stream("offered", "0"))
    for state, event in islice(course(3, "offered"), 0, None, 4):
        if isinstance(event, tuple):
            seat, _ = event
            left = list(state.legal(seat))
            while len(left) > 1:
                chosen = bot.choose(state.view(seat), left)
                assert chosen in left
                left.remove(chosen)


@pytest.mark.exhaustive
def test_what_is_expected_is_nearer_to_the_end_than_the_score() -> None:
    """In games that the weights were not fitted to, at the beginning of each round after the first."""
    seen = list(expecting.games("daily", 6))
    assert expecting.error(seen, np.array(WEIGHTS)) < 0.95 * expecting.error(seen, np.array([1, 0, 0, 0]))


def test_a_demand_that_has_been_met_is_not_expected_again_in_its_round() -> None:
    known, met = taste(myopic(prepare("city_tycoon", 3)), 2), 0
    for (before, event), (after, _) in pairwise([(state.copy(), event) for state, event in course(3, "met")]):
        if isinstance(event, tuple) and (new := after.table.town.met.keys() - before.table.town.met.keys()):
            (tile,), seat = new, event[0]
            met += 1
            gone = features(before.table, seat, known)[2] - features(after.table, seat, known)[2]
            assert gone == pytest.approx(known.net(known.best(after.table.town.districts[tile])))
    assert met


# -- what good players do with the house figures; `balance.py` plays more games


@cache
def sample(seats: int) -> Balance:
    """Some games of today's heuristics."""
    return balance(seats, 10, "test")


@pytest.mark.exhaustive
def test_no_kind_of_district_dominates() -> None:
    """Some of every kind are built in every round, and some are not."""
    for round_ in ROUNDS:
        for kind in KINDS:
            rates = [sample(seats).rate(round_, kind) for seats in GAME.seats]
            assert 0.4 < mean(rates) < 0.99, (round_, kind, rates)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", GAME.seats)
def test_money_neither_dries_up_nor_piles_up(seats: int) -> None:
    """What a player has at the beginning of a round buys some of its tiles, and half as many more as six at most."""
    for round_ in ROUNDS:
        hand = 6 * mean([load(None).districts[name].cost for name in tiles_of(round_)])
        assert 0.6 < sample(seats).mean(round_) / hand < 1.5, round_


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", daily(GAME.seats))
def test_most_tiles_are_used_not_sold(seats: int) -> None:
    """At most a quarter are sold in each round; a third in the last one of five players, when cubes have run out."""
    counts, stray = balance(seats, 60, "sold"), 0.02
    *earlier, last = [counts.sold_share(round_) for round_ in ROUNDS]
    assert max(earlier) < 1 / 4 + stray, earlier
    assert last < (1 / 3 if seats == 5 else 1 / 4) + stray, last


@pytest.mark.exhaustive
def test_nearly_everything_is_built_in_some_game() -> None:
    counts = list(map(sample, GAME.seats))
    assert len(never_built(counts)) <= 3, never_built(counts)
    sides = plant_sides(counts)
    for kind in PLANT_KINDS:
        renewing, exhausting = [
            sum(sides[kind, number, side] for number in range(1, 7)) for side in ("renewing", "exhausting")
        ]
        assert 0.2 < renewing / (renewing + exhausting) < 0.8, sides
