"""The bots of Card City XL: what they take a position for is what it is, and the better ones win."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine import prepare
from cityleague.engine.bots.specs import parse
from cityleague.engine.card_city_xl.bots.evaluation import LAST, points, position
from cityleague.engine.card_city_xl.bots.greedy import Scores
from cityleague.engine.card_city_xl.bots.heuristic import outlook
from cityleague.engine.card_city_xl.bots.lots import Hopes, Lots, _hopes
from cityleague.engine.card_city_xl.bots.outlook import Tastes
from cityleague.engine.card_city_xl.cards import COLOURS, faces
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.moves import Build, Buy, Develop, Show, Smog, Take
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.card_city_xl.view import LotView, table_of
from cityleague.engine.chance import Stream
from cityleague.engine.loop import make_bot, next_decision
from cityleague.engine.protocol import Decision

from ..arena import league, pooled, share
from ..rows import daily
from .helpers import GAME, LEVELS, TOGETHER, VICTORIES, course, options, ways

FACTORS = ("growth", "site", "card", "leisure", "money")
ALL_OR_NONE: list[list[str]] = [[], [*TOGETHER]]
SPREAD = [(players, way) for players in GAME.seats for way in list(ways(players))[players::23]]


@pytest.mark.parametrize(("players", "way"), daily([*SPREAD[::2], *SPREAD[1::2]], len(SPREAD[::2])), ids=str)
def test_a_table_seen_by_a_bot_is_worth_what_the_score_sheet_says(players: int, way: Any) -> None:
    chosen = options(way, seating="drawn")
    setup = prepare("card_city_xl", players, chosen)
    for state, _ in islice(course(players, chosen, "points"), 0, None, 9):
        sheets = state.scores()
        for seat in range(players):
            seen = table_of(setup, state.view(seat))
            value = points(position(seen, seat), seen.setting)
            assert value == sheets[seat].total - LAST * bool(sheets[seat].last)


@pytest.mark.parametrize(("players", "way"), daily([*SPREAD[::4], *SPREAD[2::4]], len(SPREAD[::4])), ids=str)
def test_what_the_heuristic_expects_is_the_score_at_the_end_and_never_depends_on_what_is_hidden(
    players: int, way: Any
) -> None:
    chosen = options(way, seating="drawn")
    setup = prepare("card_city_xl", players, chosen)
    bot: Any = parse("heuristic", GAME).make(setup, Stream("expect", "bot"))
    for state, _ in islice(course(players, chosen, "expect"), 0, None, 11):
        if not isinstance(state.pending(), Decision):
            continue
        for seat in range(players):
            view = state.view(seat)
            expected = bot.expect(view)
            assert len(expected) == players
            assert all(map(isfinite, expected))
            assert bot.expect(setup.imagine(view, Stream("expect", "imagined")).view(seat)) == expected
    assert state.pending() is None
    sheets = state.scores()
    assert bot.expect(state.view(0)) == [sheet.total - LAST * bool(sheet.last) for sheet in sheets]


@pytest.mark.parametrize(("players", "way"), daily([*SPREAD[::6], *SPREAD[3::6]], len(SPREAD[::6])), ids=str)
def test_greedy_values_a_card_by_what_it_adds_to_the_score(players: int, way: Any) -> None:
    chosen = options(way)
    setup = prepare("card_city_xl", players, chosen)
    compared = 0
    for state, event in course(players, chosen, "greedy"):
        if not isinstance(event, tuple) or not isinstance(event[1], Build | Smog | Develop | Buy):
            continue
        seat, move = event
        legal = state.legal(seat)
        value = GAME.prospects(setup, state.view(seat), legal)[legal.index(move)]
        before = state.scores()[seat].total
        after = state.copy()
        after.apply(seat, move)
        if after.round == state.round and after.table.phase == state.table.phase:  # no income in between
            assert value == after.scores()[seat].total - before
            compared += 1
    assert compared


@pytest.mark.parametrize(
    ("players", "level", "variants"),
    [
        (3, "simplified", []),
        (2, "normal", ["united_city"]),
        (4, "advanced", ["leisure_crisis", "united_city"]),
        (1, "normal", ["suburbs"]),
        (1, "advanced", ["architect"]),
    ],
    ids=str,
)
def test_a_score_worked_out_without_a_city_is_that_of_the_city(players: int, level: str, variants: list[str]) -> None:
    """Any card on any cell that is free, whether it may be built there or not."""
    chosen = {"level": level, "variants": variants}
    setup = prepare("card_city_xl", players, chosen)
    quick = 0
    for state, _ in islice(course(players, chosen, "quick"), 0, None, 17):
        table = table_of(setup, state.view(0))
        now = position(table, 0)
        scores, board = Scores(table, now), now.city.board
        quick += scores._quickly
        for card, cell in product(COLOURS, board.each(now.land & ~now.city.ground.covered)):
            face = faces("industry-a" if card == "industry" else card, board.sides)[0]
            assert scores.after(face, cell, 5) == points(now.with_card(face, cell, 5), table.setting)
        assert Scores(table, now._replace(money=0)).of_card("leisure") == 0  # it cannot be paid
    assert quick


@pytest.mark.parametrize(("players", "level"), [(2, "simplified"), (2, "normal"), (3, "simplified")])
def test_a_divider_foresees_which_lot_a_heuristic_takes(players: int, level: str) -> None:
    """It weighs what the taker leaves as the taker itself does, and sees no more of the lots than the taker."""
    setup, tastes = prepare("card_city_xl", players, {"level": level}), Tastes.usual
    bots: list[Any] = [make_bot("heuristic", setup, f"foresees/{seat}") for seat in range(players)]
    state: Any = setup.begin()
    likely, takes = 0.5, 0
    while decision := next_decision(state, "foresees"):
        seat, table = decision.seats[0], state.table
        move = bots[seat].choose_at(state, seat, state.legal(seat))
        if isinstance(move, Show):
            outlooks = [outlook(table, other, seat, tastes(setup)) for other in range(players)]
            division, hidden = table.divisions[-1], [*table.pool]
            for card in move.cards:
                hidden.remove(card)
            first = LotView(division.first_open, division.first_hidden, 0)
            likely = Lots(table, seat, outlooks, tastes(setup).rivalry, 1).first_taken(
                first, LotView(move.cards, tuple(hidden), 0)
            )
        elif isinstance(move, Take) and abs(likely - 0.5) > 1e-9:
            takes += 1
            assert (move.lot == "first") == (likely > 0.5)
        state.apply(seat, move)
    assert takes >= 6


@pytest.mark.parametrize(("players", "way"), SPREAD[::9], ids=str)
def test_a_position_that_was_kept_equals_one_computed_anew(players: int, way: Any) -> None:
    """A city that shares most of itself with the one before equals a city that is built on in place."""
    chosen = options(way)
    setup = prepare("card_city_xl", players, chosen)
    for state, _ in islice(course(players, chosen, "kept"), 0, None, 13):
        table = table_of(setup, state.view(0))
        now, plain = position(table, 0), table.city(0).plain()
        board = now.city.board
        names = ("residential", "commerce", "leisure", *table.split[:1])
        for card, cell in product(names, board.each(now.city.ground.open & now.land)):
            face = faces(card, board.sides)[-1]
            new, city = now.with_card(face, cell, 0), now.city.copy()
            city.build(face, cell, now.place)
            anew = now._replace(city=city)
            for name in City.__slots__:
                if name not in ("ground", "holdings", "seen"):
                    assert getattr(new.city, name) == getattr(city, name), name
            assert [list(districts) for districts in new.city.districts] == [
                list(districts) for districts in city.districts
            ]  # in the same order, as sums of floats depend on it
            assert (new.holding.room, new.holding.leisure) == (anew.holding.room, anew.holding.leisure)
            assert new.city.ground.open == city.ground.open
            assert points(new, table.setting) == points.__wrapped__(anew, table.setting)
            judge = outlook(table, 0, 0, Tastes())
            assert judge.worth(new) == judge.worth(anew)
            lot = LotView(("residential", "commerce", "leisure")[: table.setting.share], (), 1)
            assert _hopes(new, judge).of_lot(lot) == Hopes(anew, judge).of_lot(lot)
        assert table.city(0).plain() == plain
        assert state.view(0).cities == type(state).at(_unseen(state.table.copy())).view(0).cities


def _unseen(table: CardCityTable) -> CardCityTable:
    """The table, with cities that have forgotten how views show them."""
    for city in table.cities:
        city.seen = None
    return table


@pytest.mark.exhaustive
def test_heuristic_clearly_beats_random(tmp_path: Path) -> None:
    """It does so for every victory condition; equals are three standard errors apart in one of 700 samples."""
    tables = []
    for number, victory in enumerate(VICTORIES):
        variants = ALL_OR_NONE[number % 2]
        chosen: Mapping[str, Any] = {"level": LEVELS[number % 3], "victory": victory, "variants": variants}
        tables.append(league("card_city_xl", ["heuristic", "random"], 2, 1, tmp_path / str(number), **chosen))
    points, errors = pooled("heuristic", tables)
    assert points > 0.8
    assert errors > 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("victory", VICTORIES)
@pytest.mark.parametrize("variants", ALL_OR_NONE, ids=len)
def test_heuristic_does_not_lose_to_random(victory: str, variants: list[str], tmp_path: Path) -> None:
    for level in LEVELS:
        chosen: Mapping[str, Any] = {"level": level, "victory": victory, "variants": variants}
        shares = share(league("card_city_xl", ["heuristic", "random"], 2, 3, tmp_path / level, **chosen))
        assert shares["heuristic"] > 0.8


@pytest.mark.exhaustive
def test_heuristic_does_best_alone_too(tmp_path: Path) -> None:
    """It does so for every victory condition."""
    for victory in VICTORIES:
        chosen: Mapping[str, Any] = {"victory": victory, "variants": ["suburbs", "ecological"]}
        table = league("card_city_xl", ["heuristic", "random"], 1, 2, tmp_path / victory, **chosen)
        assert [row.player for row in table.rows] == ["heuristic", "random"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("victory", VICTORIES)
def test_heuristic_does_best_alone_over_many_games(victory: str, tmp_path: Path) -> None:
    chosen: Mapping[str, Any] = {"level": "advanced", "victory": victory, "variants": ["suburbs", "ecological"]}
    table = league("card_city_xl", ["heuristic", "random"], 1, 4, tmp_path, **chosen)
    assert [row.player for row in table.rows] == ["heuristic", "random"]


@pytest.mark.parametrize("victory", VICTORIES)
def test_factors_change_what_the_heuristic_expects_where_they_say_so(victory: str) -> None:
    """At the end there is nothing left to expect: no factor changes the score."""
    chosen = {"victory": victory, "level": "normal"}
    setup = prepare("card_city_xl", 2, chosen)
    bots: list[Any] = [
        parse(spec, GAME).make(setup, Stream("factors", "bot"))
        for spec in ("heuristic", *[f"heuristic?{factor}=2" for factor in FACTORS])
    ]
    usual, *changed = bots
    effective = set()
    for state, _ in islice(course(2, chosen, "factors"), 0, None, 5):
        view = state.view(0)
        expected = usual.expect(view)
        effective |= {factor for factor, bot in zip(FACTORS, changed, strict=True) if bot.expect(view) != expected}
    assert state.pending() is None
    assert all(bot.expect(state.view(0)) == usual.expect(state.view(0)) for bot in changed)
    assert effective == ({"site", "money"} if victory in ("industry", "commerce") else set(FACTORS))


@pytest.mark.exhaustive
def test_a_bot_that_looks_no_further_plays_too(tmp_path: Path) -> None:
    shares = share(league("card_city_xl", ["wide=heuristic", "narrow=heuristic?width=1", "greedy"], 3, 1, tmp_path))
    assert shares["narrow"] > shares["greedy"]
