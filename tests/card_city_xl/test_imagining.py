"""Imagined games of Card City XL: all cards are somewhere, what has been seen is kept, all else is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cityleague.engine.card_city_xl import GAME
from cityleague.engine.card_city_xl.bots.imagining import imagine
from cityleague.engine.card_city_xl.moves import Build, Divide, Offer, Show, Take
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import UNKNOWN, DivisionView
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, Draw, Setup

from ..arena import due_draw
from ..rows import daily, rows
from .helpers import actor, course, hand, new, options, play, sample
from .test_course import cards

every_way = rows("players, chosen", [(players, options(way)) for players, way in sample()])


def imagined(state: CardCityState, seat: int, number: int = 0) -> CardCityState:
    setting = state.table.setting
    setup = Setup(GAME, setting.options, setting.box, setting.seats)
    return imagine(setup, state.view(seat), Stream("imagined", str(number)))


def met(players: int, chosen: Mapping[str, Any], every: int) -> Iterator[tuple[CardCityState, int]]:
    """Some states of a random game, and a seat."""
    for number, (state, _) in enumerate(course(players, chosen, "imagined")):
        if number % every == 0 or state.table.stage in ("replacing", "smog"):
            yield state, number // every % players


OPEN = (
    "actor", "architect", "architect_free", "bottom", "bought", "discards", "waiting", "industries",
    "last_divisions", "market", "money", "number", "order", "parks", "phase", "place", "played", "removed", "replaced",
    "ring", "round", "smog", "split", "stage", "starting_deck", "supply", "turn",
)  # fmt: skip
"""What everybody knows of a table; what was bought, as long as somebody is buying."""


@pytest.mark.exhaustive
@every_way
def test_what_is_open_to_all_is_the_same(players: int, chosen: Mapping[str, Any]) -> None:
    for state, seat in met(players, chosen, 3):
        table, there = state.table, imagined(state, seat).table
        buying = table.stage in ("buying", "replacing") or (table.stage == "smog" and table.phase == 2)
        for name in OPEN:
            if name != "bought" or buying:
                assert getattr(there, name) == getattr(table, name), (name, table.stage)
        if table.stage == "replacing":
            assert there.stage_after == table.stage_after
        assert [city.plain() for city in there.cities] == [city.plain() for city in table.cities]


@every_way
def test_every_card_is_somewhere(players: int, chosen: Mapping[str, Any]) -> None:
    for state, seat in met(players, chosen, 4):
        assert cards(imagined(state, seat)) == cards(state)


def shares(table: CardCityTable) -> list[Counter[str]]:
    """What came after each first lot: the cards that the later lots, or the pool, or hands have, played or not."""
    rests = []
    for number in range(len(table.divisions)):
        rest = Counter(table.pool)
        for lots in table.divisions[number + 1 :]:
            rest.update([*lots.first_open, *lots.first_hidden])
        if not table.pool:
            rest.update([*table.divisions[-1].second_open, *table.divisions[-1].second_hidden])
        rests.append(rest)
    return rests


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", ["simplified", "normal", "advanced"])
def test_lots_and_hands_agree_with_each_other(level: str, players: int) -> None:
    for state, _ in met(players, {"level": level}, 2):
        for seat in range(players):
            table = imagined(state, seat).table
            for lots, rest in zip(table.divisions, shares(table), strict=True):
                if lots.second_open:
                    assert Counter([*lots.second_open, *lots.second_hidden]) == rest
            for number, lots in enumerate(table.divisions):
                holder = lots.receiver("first")
                if holder is not None:
                    dealt = Counter([*lots.first_open, *lots.first_hidden])
                    assert dealt == Counter([*table.hands[holder].cards, *table.played[holder]])
                last = number == len(table.divisions) - 1 and not table.pool
                if last and (holder := lots.receiver("second")) is not None:
                    dealt = Counter([*lots.second_open, *lots.second_hidden])
                    assert dealt == Counter([*table.hands[holder].cards, *table.played[holder]])
            for mine, there in zip(state.table.hands, table.hands, strict=True):
                assert Counter(there.open) == Counter(mine.open)
                assert (len(there.hidden), there.hider) == (len(mine.hidden), mine.hider if mine.cards else None)


@pytest.mark.parametrize("level", ["simplified", "normal", "advanced"])
@pytest.mark.parametrize("variants", [[], ["ecological", "architect"], ["suburbs"]])
def test_alone_nothing_is_hidden_but_the_deck(level: str, variants: list[str]) -> None:
    for state, _ in met(1, {"level": level, "variants": variants}, 2):
        other = imagined(state, 0)
        assert +Counter(other.table.deck) == +Counter(state.table.deck)
        other.table.deck = state.table.deck  # which may name cards that it has not any more
        if not other.table.bought:
            other.table.bought = state.table.bought
        other.table.stage_after = state.table.stage_after
        assert other.digest() == state.digest()


def drawn(players: int, text: str) -> CardCityState:
    """A game in which these cards are in the pool of the first round."""
    state = new(players, {"level": "normal"})
    assert Counter(hand(text)) <= Counter(map(str, due_draw(state).items))
    state.resolve(hand(text))
    return state


def test_a_hidden_card_can_be_any_that_was_not_seen_but_no_leisure_in_the_first_round() -> None:
    rounds: Counter[int] = Counter()
    for state, event in course(3, {"level": "normal"}, "any"):
        if state.table.stage != "taking" or event is None or state.round > 2:
            continue
        seat = actor(state)
        (lots,) = state.view(seat).divisions[-1:]
        if UNKNOWN not in lots.first.hidden:
            continue
        rounds[state.round] += 1
        possible: set[str] = set()
        for number in range(300):
            possible.update(imagined(state, seat, number).table.divisions[-1].first_hidden)
        assert possible - {"leisure"} == {"residential", "industry", "parking", "commerce"}
        assert ("leisure" in possible) == (state.round > 1)
    assert set(rounds) == {1, 2}


def test_cards_that_were_divided_again_lie_with_those_who_shared_them() -> None:
    """Seat 0 has seen I, two K and three C in the second lot, which seat 1 divides for seat 2."""
    state = drawn(3, "R R R K K C C C I")
    second = Counter(hand("K K C C C I"))
    play(state, Divide(("residential", "residential"), ("residential",)))
    play(state, Show(("commerce", "parking")), Take("second"))
    play(state, Divide(("commerce", "commerce"), ("industry",)))
    assert "parking" in state.table.divisions[0].second_open
    rests = set()
    for number in range(60):
        there = imagined(state, 0, number).table
        last = there.divisions[-1]
        assert Counter([*last.first_open, *last.first_hidden, *there.pool]) == second
        rests.add(last.first_hidden)
    assert rests == {("industry",), ("parking",), ("commerce",)}
    play(state, Show(("commerce",)), Take("first"))
    for number in range(60):
        there = imagined(state, 0, number).table
        assert Counter([*there.hands[1].cards, *there.hands[2].cards]) == second
        assert "parking" in there.hands[1].hidden + there.hands[2].hidden


def test_an_open_card_that_was_divided_again_is_with_one_of_two() -> None:
    """Seat 3 has seen R and K lie open in the second lot; both are hidden after the next division."""
    state = drawn(4, "C C C R K I C C I I R K")
    play(state, Divide(("commerce", "commerce"), ("commerce",)))
    play(state, Show(("residential", "parking", "industry")), Take("first"))
    play(state, Divide(("commerce", "commerce"), ("residential",)), Show(("industry", "industry")), Take("first"))
    assert state.view(3).hands[2].count(UNKNOWN) == 1
    lots_of_one = set()
    for number in range(200):
        there = imagined(state, 3, number).table
        lots = there.divisions[1]
        rest = Counter([*lots.first_hidden, *there.pool])
        assert rest["residential"]
        assert rest["parking"]
        lots_of_one.add(lots.first_hidden)
    assert lots_of_one >= {("residential",), ("parking",), ("industry",), ("commerce",)}


@pytest.mark.parametrize("worlds", daily([3, 10]))
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("variants", [[], ["architect", "united_city"]])
def test_whoever_builds_has_a_legal_move_in_every_imagined_game(players: int, variants: list[str], worlds: int) -> None:
    compared = 0
    for state, event in course(players, {"level": "normal", "variants": variants}, "deciding"):
        if not isinstance(event, tuple) or state.table.stage != "building":
            continue
        seat = actor(state)
        for watcher in range(players):
            if UNKNOWN in state.view(watcher).hands[seat]:
                compared += 1
                for number in range(worlds):
                    assert imagined(state, watcher, number).legal(seat)
    assert compared


def test_a_view_tells_what_was_played_in_this_round() -> None:
    played: list[list[str]] = [[], []]
    for state, event in course(2, {"level": "normal"}, "played"):
        due = state.pending()
        if isinstance(due, Decision) and state.table.stage == "dividing":
            played = [[], []]
        if not isinstance(due, Draw) or state.round > 1:
            for seat in (0, 1):
                told = Counter(state.view(None).played[seat])
                assert told >= Counter(played[seat])
                assert (told - Counter(played[seat])) <= Counter(state.table.discards)
        if isinstance(event, tuple) and isinstance(event[1], Build):
            played[event[0]].append(event[1].card)


@pytest.mark.parametrize(("level", "players"), [("simplified", 2), ("normal", 3), ("advanced", 4)])
def test_a_view_tells_how_the_round_before_was_divided(level: str, players: int) -> None:
    """It tells the lots, what lay on them and who took which; all their cards have been played since."""
    before: tuple[DivisionView, ...] = ()
    now: dict[int, DivisionView] = {}
    told = 0
    for state, event in course(players, {"level": level}, "divided before"):
        if isinstance(event, list):
            continue
        view = state.view(None)
        if view.stage == "dividing" and not view.divisions:
            before, now = tuple(now.values()), {}
        # who divides knows both lots, and they do not change any more once one is taken
        now |= {n: state.view(division.divider).divisions[n] for n, division in enumerate(view.divisions)}
        for watcher in (None, *range(players)):
            assert state.view(watcher).last_divisions == before
        if before:
            told += 1
            assert len(before) == players - 1
            assert all(
                UNKNOWN not in (*lot.open, *lot.hidden)
                for division in before
                for lot in (division.first, division.second)
            )
            assert all(division.taken for division in before)
    assert told > 50


def test_what_the_last_lots_were_is_public_when_the_next_ones_are_made() -> None:
    """All have seen each seat build or discard exactly what its lot of the round before had."""
    played: list[Counter[str]] = []
    checked = 0
    for state, event in course(3, {"level": "advanced"}, "public"):
        view = state.view(None)
        if event is not None and view.stage == "dividing" and not view.divisions and played:
            *earlier, last = view.last_divisions
            lots = [(last.second, last.divider if last.taken == "first" else last.taker)]
            for division in (*earlier, last):
                lots.append((division.first, division.divider if division.taken == "second" else division.taker))
            for lot, holder in lots:
                assert holder is not None
                assert Counter([*lot.open, *lot.hidden]) == played[holder]
            checked += 1
            played = []
        if not any(view.hands) and any(view.played):
            played = [Counter(cards) for cards in view.played]
    assert checked == 9 - 1


def test_money_that_lay_on_a_lot_is_told_in_the_next_round() -> None:
    state = new(2, {"level": "advanced"})
    while state.round == 1 or not isinstance(state.pending(), Decision):
        due = state.pending()
        if isinstance(due, Draw):
            state.resolve(list(due.items)[: due.take])
        elif state.table.stage == "offering":
            play(state, Offer(first=2, second=1))
        elif state.table.stage == "taking":
            play(state, Take("second"))
        else:
            play(state, state.legal(actor(state))[0])
    (last,) = state.view(None).last_divisions
    assert (last.divider, last.taker, last.taken) == (0, 1, "second")
    assert (last.first.money, last.second.money) == (2, 1)
