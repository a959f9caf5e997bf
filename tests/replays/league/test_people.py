"""What people want to know of their games, against the same worked out by brute force."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays.league import Against, League, Played, Row, across, audience_of, league_tables
from cityleague.replays.league.columns import BestGame

from ...rows import examples

NAMES = "abcd"
DAYS = [None, "2025-12-31", "2026-01-09", "2026-01-09T20:15:00+01:00", "2026-03-01T00:00:00Z"]


@st.composite
def games(draw: st.DrawFn, line: int, kinds: tuple[str, ...] = ("neom",)) -> Played:
    """A game of some of the players, with ties, at any seats, with or without a date."""
    players = tuple(draw(st.permutations(NAMES))[: draw(st.integers(2, len(NAMES)))])
    scores = tuple(draw(st.lists(st.integers(0, 3), min_size=len(players), max_size=len(players))))
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Played(draw(st.sampled_from(kinds)), "{}", f"{line}", players, scores, ranks, ())._replace(
        date=draw(st.sampled_from(DAYS)), where=("g.jsonl", line), called=f"game {line}", bare=draw(st.booleans())
    )


@st.composite
def leagues(draw: st.DrawFn, kinds: tuple[str, ...] = ("neom",)) -> list[Played]:
    return [draw(games(line, kinds)) for line in range(1, draw(st.integers(1, 8)) + 1)]


def ordered(played: list[Played]) -> list[Played]:
    """By date, as text, and by line: those without a date first. Sorted by repeated picking of the least."""
    left, done = list(played), []
    while left:
        least = left[0]
        for game in left[1:]:
            if ((game.date is not None, game.date or "", game.where)) < (
                (least.date is not None, least.date or "", least.where)
            ):
                least = game
        left.remove(least)
        done.append(least)
    return done


def runs(played: list[Played], name: str) -> int:
    """The longest run of first places: the longest stretch of games in which none was lost."""
    ranks = [game.ranks[game.players.index(name)] for game in ordered(played) if name in game.players]
    stretches = [ranks[i:j] for i in range(len(ranks)) for j in range(i, len(ranks) + 1)]
    return max([len(stretch) for stretch in stretches if set(stretch) <= {1}], default=0)


def met(played: list[Played], name: str) -> list[Against]:
    """Everybody the player met, counted opponent by opponent."""
    rows = []
    for other in NAMES:
        pairs = [
            (game.ranks[game.players.index(name)], game.ranks[game.players.index(other)])
            for game in played
            if other != name and name in game.players and other in game.players
        ]
        if pairs:
            rows.append(Against(other, len(pairs), sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)))
    return sorted(rows, key=lambda row: (1000 - row.games, row.opponent))


@pytest.mark.exhaustive
@examples(200)
@given(leagues())
def test_runs_best_games_last_days_and_opponents_are_those_of_brute_force(played: list[Played]) -> None:
    [table] = league_tables(played)
    assert table.unproven == len([game for game in played if game.bare])
    assert {row.player for row in table.rows} == {name for game in played for name in game.players}
    for row in table.rows:
        own = [game for game in ordered(played) if row.player in game.players]
        scores = [game.scores[game.players.index(row.player)] for game in own]
        first = own[scores.index(max(scores))]
        assert row.best_game == BestGame(first.called, *first.where)
        assert row.run == runs(played, row.player)
        days = [game.date[:10] for game in own if game.date]
        assert row.last == (sorted(days)[-1] if days else None)
        assert row.unproven == len([game for game in own if game.bare])
        assert [msgspec.structs.replace(other, difference=None) for other in row.against] == met(played, row.player)


@examples(100)
@given(leagues(("neom", "city_tycoon", "between_two_cities")))
def test_all_games_are_one_table_by_places(played: list[Played]) -> None:
    tables = across(played)
    assert len(tables) == (len({game.game for game in played}) > 1)
    for table in tables:
        assert (table.game, table.games, table.ties) == ("", len(played), table.ties)
        keys = []
        for row in table.rows:
            own = [game for game in played if row.player in game.players]
            points = wins = 0.0
            for game in own:
                mine = game.ranks[game.players.index(row.player)]
                others = [rank for name, rank in zip(game.players, game.ranks, strict=True) if name != row.player]
                points += sum([1.0 if mine < other else 0.5 if mine == other else 0.0 for other in others]) / len(
                    others
                )
                wins += (mine == 1) / (1 + others.count(1))
            assert row.games == len(own)
            assert row.points == pytest.approx(points)
            assert row.wins == pytest.approx(wins)
            assert row.run == runs(played, row.player)
            assert [msgspec.structs.replace(other, difference=None) for other in row.against] == met(played, row.player)
            assert (row.score, row.best, row.margin, row.elo, row.best_game) == (None,) * 5
            keys.append((round(points / len(own), 9), round(wins / len(own), 9)))
        assert keys == sorted(keys, reverse=True)
        assert [row.place for row in table.rows] == [1 + sum(other > key for other in keys) for key in keys]


@examples(30)
@given(leagues(), st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(played: list[Played], random: Any) -> None:
    mixed = list(played)
    random.shuffle(mixed)
    assert league_tables(mixed) == league_tables(played)


def game(players: str, day: str | None, line: int) -> Played:
    ranks = tuple(range(1, len(players) + 1))
    result = Played("neom", "{}", str(line), tuple(players), ranks[::-1], ranks, ())
    return result._replace(date=day, where=("g.jsonl", line), by_people=day is not None)


def test_a_run_goes_by_dates_and_not_by_the_order_of_files() -> None:
    played = [game("ab", "2026-01-03", 1), game("ba", "2026-01-02", 2), game("ab", "2026-01-04", 3)]
    [table] = league_tables(played)
    assert {row.player: (row.run, row.last) for row in table.rows} == {"a": (2, "2026-01-04"), "b": (1, "2026-01-04")}


def test_most_games_decide_for_whom_a_table_is() -> None:
    people, bots = game("ab", "2026-01-03", 1), game("ab", None, 2)
    cases = [([people], "people"), ([bots], "bots"), ([people, bots], "bots"), ([people, bots, people], "people")]
    for games_, audience in [*cases, ([], "bots")]:
        assert [audience_of(order) for order in permutations(games_)] == [audience] * len(list(permutations(games_)))


def rated(low: float | None, high: float | None) -> bool:
    return Row(place=1, player="a", games=1, score=1, forfeits={}, best=1, elo=0, elo_low=low, elo_high=high).rated


def test_a_rating_tells_something_if_its_interval_is_narrow() -> None:
    assert rated(-200, 200)
    assert not rated(-200, 201)
    assert not rated(None, 10)
    assert not rated(-10, None)


def test_solo_games_are_in_no_table_of_all_games() -> None:
    alone = game("a", "2026-01-03", 1)._replace(game="card_city_xl")
    assert across([alone, game("ab", "2026-01-04", 2)]) == []
    tables: list[League] = across(
        [alone, game("ab", "2026-01-04", 2), game("ab", None, 3)._replace(game="city_tycoon")]
    )
    assert [table.games for table in tables] == [2]
    [solo] = [table for table in league_tables([alone]) if table.solo]
    assert (solo.rows[0].run, solo.rows[0].against, solo.rows[0].last) == (None, [], "2026-01-03")
