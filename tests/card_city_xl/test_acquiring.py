"""Phase 1: who divides what, who gets it, what is paid for it, and who knows what is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace

from cityleague.engine.card_city_xl.moves import Build, Divide, Done, Lot, Move, Offer, Return, Show, Take
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.card_city_xl.view import LotView
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Decision, Draw
from cityleague.engine.rules import IllegalMove

from ..arena import due_draw
from ..rows import daily, rows
from .helpers import actor, course, deal, hand, new, play, prepared, refusal

LEISURE = ("leisure", "commerce/leisure", "residential/leisure", "leisure/parking")


def divide(open_: str, hidden: str = "") -> Divide:
    return Divide(tuple(hand(open_)), tuple(hand(hidden)))


def show(cards: str) -> Show:
    return Show(tuple(hand(cards)))


def drawn(players: int, cards: str, level: str = "simplified") -> CardCityState:
    """The first cards have come up."""
    state: CardCityState = prepared(players, {"level": level}, hand(cards))
    state.resolve(hand(cards))
    return state


def known(state: CardCityState, seat: int | None, owner: int) -> Counter[str]:
    """The hand of a seat, as another one sees it."""
    return Counter(state.view(seat).hands[owner])


def unknown(cards: int, others: str = "") -> Counter[str]:
    return Counter({"?": cards, **Counter(hand(others))})


def lots(state: CardCityState, seat: int | None, number: int = -1) -> tuple[LotView, LotView]:
    """A division of the round as a seat sees it, cards in alphabetical order."""
    division = state.view(seat).divisions[number]
    first, second = [
        LotView(tuple(sorted(lot.open)), tuple(sorted(lot.hidden)), lot.money)
        for lot in (division.first, division.second)
    ]
    return first, second


def lot(open_: str, hidden: str = "", money: int = 0) -> LotView:
    secret = ("?",) * len(hidden) if set(hidden) == {"?"} else tuple(sorted(hand(hidden)))
    return LotView(tuple(sorted(hand(open_))), secret, money)


def blamed(state: CardCityState, move: Offer) -> tuple[str, str | None]:
    """The code of the rule that an offer breaks, and the field to blame."""
    with pytest.raises(IllegalMove) as caught:
        state.verify(actor(state), move)
    return caught.value.rule.code, caught.value.field


def received(state: CardCityState) -> list[Counter[str]]:
    """What each seat got, as it sees it itself before anything is built."""
    return [known(state, seat, seat) for seat in range(state.seats)]


# -- the division


def test_in_the_simplified_game_the_first_lot_is_two_open_cards_and_half_of_the_rest_lies_open() -> None:
    state = drawn(3, "R I L K C C")
    assert actor(state) == 0
    assert refusal(state, divide("R")) == "CCXL-DIVIDE-FIRST-LOT"
    assert refusal(state, divide("R C K")) == "CCXL-DIVIDE-FIRST-LOT"
    assert refusal(state, divide("R", "C")) == "CCXL-DIVIDE-FIRST-LOT"
    assert refusal(state, divide("R C", "C")) == "CCXL-DIVIDE-FIRST-LOT"
    assert refusal(state, divide("R R")) == "CCXL-DIVIDE-NOT-HELD"
    play(state, divide("R C"))
    assert actor(state) == 0
    assert refusal(state, show("K")) == "CCXL-DIVIDE-SECOND-LOT"
    assert refusal(state, show("K C I")) == "CCXL-DIVIDE-SECOND-LOT"
    assert refusal(state, show("R C")) == "CCXL-DIVIDE-NOT-HELD"
    play(state, show("K C"))
    assert actor(state) == 1
    assert lots(state, 1) == (lot("R C"), lot("K C", "??"))


def test_the_second_player_takes_the_first_lot_and_the_first_divides_again() -> None:
    state = drawn(3, "R I L K C C")
    play(state, divide("R C"), show("K C"), Take("first"))
    assert actor(state) == 0
    assert refusal(state, divide("R K")) == "CCXL-DIVIDE-NOT-HELD"
    play(state, divide("K I"))
    assert refusal(state, show("C L")) == "CCXL-DIVIDE-SECOND-LOT"
    play(state, show("C"))
    assert actor(state) == 2
    assert lots(state, 2) == (lot("K I"), lot("C", "?"))
    play(state, Take("first"))
    assert received(state) == [Counter(hand("C L")), Counter(hand("R C")), Counter(hand("K I"))]
    assert state.view(None).stage == "building"


def test_the_second_player_takes_the_second_lot_and_divides_it_herself() -> None:
    state = drawn(3, "R I L K C C")
    play(state, divide("R C"), show("K C"), Take("second"))
    assert actor(state) == 1
    assert refusal(state, divide("R C")) == "CCXL-DIVIDE-NOT-HELD"
    play(state, divide("L C"), show("I"))
    assert actor(state) == 2
    play(state, Take("second"))
    assert received(state) == [Counter(hand("R C")), Counter(hand("L C")), Counter(hand("I K"))]


def test_the_normal_example_with_nine_cards() -> None:
    """First lot R C and a hidden R; second lot P C open, C I I L hidden; then P I and a hidden I, and C, C L hidden."""
    state = drawn(3, "R R I I L K C C C", "normal")
    assert refusal(state, divide("R C R")) == "CCXL-DIVIDE-FIRST-LOT"
    assert refusal(state, divide("R C")) == "CCXL-DIVIDE-FIRST-LOT"
    play(state, divide("R C", "R"))
    assert refusal(state, show("K C I")) == "CCXL-DIVIDE-SECOND-LOT"
    play(state, show("K C"))
    assert lots(state, 1) == (lot("R C", "?"), lot("K C", "????"))
    other = state.copy()
    play(state, Take("first"), divide("K I", "I"), show("C"), Take("first"))
    assert received(state) == [Counter(hand("C C L")), Counter(hand("R C R")), Counter(hand("K I I"))]
    play(other, Take("second"))
    assert actor(other) == 1
    play(other, divide("L C", "I"), show("K"), Take("first"))
    assert received(other) == [Counter(hand("R C R")), Counter(hand("K C I")), Counter(hand("L C I"))]


def test_four_players_divide_three_times() -> None:
    state = drawn(4, "R R I I L K C C")
    play(state, divide("R R"), show("I I L"), Take("second"))
    assert actor(state) == 1
    play(state, divide("I L"), show("K C"))
    assert actor(state) == 2
    play(state, Take("first"))
    assert actor(state) == 1
    play(state, divide("I K"), show("C"))
    assert actor(state) == 3
    play(state, Take("first"))
    assert received(state) == [Counter(hand(cards)) for cards in ("R R", "C C", "I L", "I K")]


@rows("taken, expected", [("first", ("L C", "R K")), ("second", ("R K", "L C"))])
def test_two_players_divide_once(taken: Lot, expected: Sequence[str]) -> None:
    state = drawn(2, "R C K L")
    play(state, divide("R K"), show("L"), Take(taken))
    assert received(state) == [Counter(hand(cards)) for cards in expected]


def test_the_start_player_of_the_round_divides_and_his_left_neighbour_takes() -> None:
    state = new(3, {})
    for number in range(1, 4):
        state.resolve(outcome("start", due_draw(state)))
        assert actor(state) == (number - 1) % 3
        play(state, state.legal(actor(state))[0])
        play(state, state.legal(actor(state))[0])
        assert actor(state) == number % 3
        while not isinstance(state.pending(), Draw):
            play(state, state.legal(actor(state))[0])


# -- money on lots


def test_money_on_a_lot_goes_to_the_taker_at_once_even_if_he_divides_again() -> None:
    state = drawn(3, "R R I I L K C C C", "advanced")
    play(state, divide("R C", "R"), show("K C"))
    assert actor(state) == 0
    assert refusal(state, Offer(first=2, second=2)) == "CCXL-OFFER-MONEY"
    for first, second, field in [(-1, 2, "first"), (2, -1, "second"), (0, -1, "second"), (4, -1, "second")]:
        assert blamed(state, Offer(first, second)) == ("CCXL-OFFER-MONEY", field)
    for first, second in [(4, 0), (0, 4), (1, 3)]:
        assert blamed(state, Offer(first, second)) == ("CCXL-OFFER-MONEY", None)
    play(state, Offer(first=1, second=2))
    assert state.view(None).money == (0, 3, 3)
    assert lots(state, None) == (lot("R C", "?", 1), lot("K C", "????", 2))
    play(state, Take("second"))
    assert actor(state) == 1
    assert state.view(None).money == (1, 5, 3)
    play(state, divide("L C", "I"), show("K"), Offer(second=5))
    assert state.view(None).money == (1, 0, 3)
    play(state, Take("second"))
    assert state.view(None).money == (1, 0, 8)


def test_money_on_the_lot_that_is_left_goes_back_to_the_divider() -> None:
    state = drawn(3, "R R I I L K C C C", "advanced")
    play(state, divide("R C", "R"), show("K C"), Offer(second=3))
    play(state, Take("first"))
    assert state.view(None).money == (3, 3, 3)
    play(state, divide("K I", "I"), show("C"), Offer(first=2))
    play(state, Take("first"))
    assert state.view(None).money == (1, 3, 5)


def test_only_advanced_players_put_money_on_lots() -> None:
    state = drawn(2, "R C K I R C", "normal")
    play(state, divide("R C", "K"), show("I"))
    assert actor(state) == 1
    assert refusal(state, Offer()) == "TURN-WRONG-MOVE"


# -- leisure in the first round


@rows("players", [1, 2, 3, 4])
@rows("level", ["simplified", "normal", "advanced"])
def test_leisure_comes_up_from_the_second_round_on(level: str, players: int) -> None:
    state = prepared(players, {"level": level}, [*LEISURE[1:], "commerce/leisure"])
    first = due_draw(state)
    deck = Counter(state.view(None).starting_deck)
    assert Counter(first.items) == Counter({card: n for card, n in deck.items() if "leisure" not in card})
    assert sum(n for card, n in deck.items() if "leisure" in card) >= 3
    order = outcome("leisure", first)
    state.resolve(order)
    while not isinstance(state.pending(), Draw):
        play(state, state.legal(actor(state))[0])
    second = due_draw(state)
    returned = Counter(state.view(None).bottom)
    assert Counter(second.items) == deck - Counter(map(str, order))
    assert sum(second.items.count(card) for card in LEISURE) == sum(deck[card] for card in LEISURE)
    assert state.view(None).deck == len(second.items) + returned.total()


# -- what is hidden


def test_hidden_cards_are_known_to_the_divider_and_to_who_ends_up_with_the_lot() -> None:
    state = drawn(3, "R R I I L K C C C", "normal")
    assert [len(state.view(seat).pool) for seat in (0, 1, 2, None)] == [9] * 4
    assert Counter(state.view(0).pool) == Counter(hand("R R I I L K C C C"))
    assert [set(state.view(seat).pool) for seat in (1, 2, None)] == [{"?"}] * 3
    play(state, divide("R C", "R"))
    assert state.view(0).divisions[-1].first.hidden == ("residential",)
    assert [state.view(seat).divisions[-1].first.hidden for seat in (1, 2, None)] == [("?",)] * 3
    play(state, show("K C"))
    for seat in (1, 2, None):
        assert lots(state, seat) == (lot("R C", "?"), lot("K C", "????"))
    assert lots(state, 0) == (lot("R C", "R"), lot("K C", "C I I L"))
    play(state, Take("first"))
    assert lots(state, 1) == (lot("R C", "R"), lot("K C", "????"))
    assert known(state, 1, 1) == known(state, 0, 1) == Counter(hand("R C R"))
    assert known(state, 2, 1) == known(state, None, 1) == unknown(1, "R C")
    assert [set(state.view(seat).pool) for seat in (1, 2, None)] == [{"?"}] * 3
    play(state, divide("K I", "I"), show("C"))
    for seat in (1, 2, None):
        assert lots(state, seat) == (lot("K I", "?"), lot("C", "??"))
    play(state, Take("second"))
    assert known(state, 2, 2) == known(state, 0, 2) == Counter(hand("C C L"))
    assert known(state, 1, 2) == known(state, None, 2) == unknown(2, "C")
    assert known(state, 0, 0) == Counter(hand("K I I"))
    assert [known(state, seat, 0) for seat in (1, 2, None)] == [unknown(1, "K I")] * 3


def test_of_cards_that_are_divided_again_the_first_divider_does_not_know_where_they_lie() -> None:
    state = drawn(3, "R R I I L K C C C", "normal")
    play(state, divide("R C", "R"), show("K C"), Take("second"))
    assert Counter(state.view(1).pool) == Counter(hand("K C C I I L"))
    assert lots(state, 1) == (lot("R C", "?"), lot("K C", "C I I L"))
    assert known(state, 0, 0) == Counter(hand("R C R"))
    assert [known(state, seat, 0) for seat in (1, 2, None)] == [unknown(1, "R C")] * 3
    play(state, divide("L C", "I"), show("K"), Take("first"))
    assert lots(state, 0) == (lot("L C", "?"), lot("K", "??"))
    assert lots(state, 0, 0) == (lot("R C", "R"), lot("K C", "C I I L"))
    assert known(state, 1, 2) == known(state, 2, 2) == Counter(hand("L C I"))
    assert known(state, 0, 2) == known(state, None, 2) == unknown(1, "L C")
    assert known(state, 0, 1) == known(state, 2, 1) == known(state, None, 1) == unknown(2, "K")
    assert lots(state, 2) == (lot("L C", "I"), lot("K", "??"))


def view_bytes(state: CardCityState, seat: int | None) -> bytes:
    return msgspec.json.encode(state.view(seat))


def alike(games: Sequence[CardCityState], seat: int | None) -> bool:
    return len({view_bytes(state, seat) for state in games}) == 1


@rows("takes", [("first", "first"), ("first", "second"), ("second", "first"), ("second", "second")])
def test_games_that_differ_in_what_a_seat_cannot_know_look_the_same_to_it(takes: tuple[Lot, Lot]) -> None:
    """I or L is the hidden card of the first lot; the one that is not is in the second lot, or still in the deck."""
    games = [drawn(3, f"R R I L K C C C {other}", "normal") for other in ("I", "I", "L")]
    assert not alike(games, 0)
    for seat in (1, 2, None):
        assert alike(games, seat)
    for state, hidden in zip(games, "ILI", strict=True):
        play(state, divide("R C", hidden))
    moves: list[Move] = [show("R K"), Take(takes[0]), divide("R K", "C"), show("C")]
    for step, move in enumerate(moves):
        for seat in (1, 2, None) if step < 2 else (2, None):
            assert alike(games, seat)
        for state in games:
            play(state, move)
    assert alike(games, 2)
    assert alike([games[0], games[2]], 1) == (takes[0] == "first")
    for state in games:
        play(state, Take(takes[1]))
    assert alike(games, None)
    assert alike(games, 2) == (takes[1] == "first")
    assert alike([games[0], games[2]], 1) == (takes[0] == "first")
    for seat in (0, 1):
        assert not alike(games, seat)


def veiled(state: CardCityState, seat: int | None) -> CardCityState:
    """The same game, but all that this seat cannot know of it is something else."""
    other = state.copy()
    table = other.table
    table.deck = dict.fromkeys(table.deck, 0) | {"veil": sum(table.deck.values())}
    if not isinstance(due := state.pending(), Decision) or seat not in due.seats:
        table.pool = ["veil"] * len(table.pool)
    last_divider: dict[int, int] = {}
    for n, lots in enumerate(table.divisions):
        to = {"first": lots.divider, "second": lots.divider, lots.taken: lots.taker} if lots.taken else {}
        hidden = {"first_hidden": lots.first_hidden, "second_hidden": lots.second_hidden}
        for lot in ("first", "second"):
            if seat not in (lots.divider, to.get(lot)):
                hidden[f"{lot}_hidden"] = ("veil",) * len(hidden[f"{lot}_hidden"])
        table.divisions[n] = replace(lots, **hidden)
        last_divider |= {owner: lots.divider for owner in to.values() if owner is not None}
    for owner, held in enumerate(table.hands):
        if seat is None or seat not in (owner, last_divider.get(owner)):
            held.hidden = ["veil"] * len(held.hidden)
    return other


@pytest.mark.parametrize("every", daily([3, 1]))
@rows("players", [2, 3, 4])
@rows("level", ["simplified", "normal", "advanced"])
def test_no_view_of_a_whole_game_depends_on_what_the_seat_cannot_know(level: str, players: int, every: int) -> None:
    told = course(players, {"level": level, "seating": "drawn"}, f"veiled/{level}/{players}")
    for state, _ in islice(told, 0, None, every):
        for seat in (*range(players), None):
            assert view_bytes(state, seat) == view_bytes(veiled(state, seat), seat)


def test_a_hidden_card_comes_to_light_when_it_is_built() -> None:
    state = drawn(2, "K K K R C I", "normal")
    play(state, divide("K K", "R"), show("C"), Take("second"))
    assert actor(state) == 0
    assert known(state, None, 0) == unknown(1, "K K")
    play(state, Build("residential", (0, 1)))
    assert known(state, None, 0) == Counter(hand("K K"))


# -- alone


@rows("level, kept, rounds", [("simplified", 2, 10), ("normal", 3, 8), ("advanced", 3, 8)])
def test_a_solo_player_draws_one_card_too_many_and_the_returned_card_comes_up_last(
    level: str, kept: int, rounds: int
) -> None:
    state = prepared(1, {"level": level, "variants": []})
    stream = Stream("alone", level)
    bottom: list[str] = []
    undrawn = rounds * kept
    for number in range(1, rounds + 1):
        order: list[str] = []
        if undrawn:
            due = due_draw(state)
            assert due.name == f"round-{number}"
            assert due.take == min(kept + 1, undrawn)
            order = [str(card) for card in outcome(f"alone/{level}", due)]
            undrawn -= len(order)
            state.resolve(order)
        pool = [*order, *bottom[: kept + 1 - len(order)]]
        bottom = bottom[kept + 1 - len(order) :]
        if number < rounds:
            view = state.view(None)
            assert (Counter(view.pool), view.bottom, view.deck) == (Counter(pool), tuple(bottom), undrawn + len(bottom))
            assert refusal(state, Return("town-hall")) == "CCXL-RETURN-NOT-DRAWN"
            back = stream.choice(pool)
            play(state, Return(back))
            pool.remove(back)
            bottom.append(back)
        assert len(pool) == kept
        held = Counter(state.view(0).hands[0]) + Counter(state.view(0).discards)
        assert state.round != number or Counter(pool) - held == Counter()
        while state.round == number and not isinstance(state.pending(), Draw | None):
            moves = state.legal(actor(state))
            play(state, Done() if Done() in moves else stream.choice(moves))
    assert state.pending() is None
    assert (undrawn, bottom) == (0, [])


def test_alone_nothing_is_hidden_but_the_deck() -> None:
    state = prepared(1, {})
    deal(state, hand("R C"))
    mine, theirs = state.view(0), state.view(None)
    assert msgspec.structs.replace(mine, seat=None, hands=()) == msgspec.structs.replace(theirs, hands=())
