"""Ratings, compared with a fit by minorisation and maximisation, and with another package."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from cityleague.engine.chance import Stream
from cityleague.replays.league.ratings import Rating, Ratings

from ...rows import daily

Game = list[tuple[int, int]]


def rate(players: int, deals: Sequence[Sequence[Game]]) -> list[Rating]:
    return Ratings(players, deals).all


def fit(players: int, games: list[Game]) -> list[float]:
    """Bradley-Terry strengths on the Elo scale, with one drawn comparison added for each player (Hunter 2004)."""
    wins = [[0.5 / (players - 1) if i != k else 0.0 for k in range(players)] for i in range(players)]
    for game in games:
        for player, rank in game:
            for other, other_rank in game:
                if player != other:
                    wins[player][other] += (rank < other_rank) + (rank == other_rank) / 2
    strength = [1.0] * players
    for _ in range(200_000):
        new = []
        for i in range(players):
            met = sum((wins[i][k] + wins[k][i]) / (strength[i] + strength[k]) for k in range(players) if k != i)
            new.append(sum(wins[i]) / met)
        mean = math.exp(sum(map(math.log, new)) / players)
        new = [value / mean for value in new]
        change = max(abs(math.log(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if change < 1e-9:
            break
    return [400 * math.log10(value) for value in strength]


def season(players: int, games: int, seed: int) -> list[Game]:
    """Games of two to four players, some with shared ranks; later players are stronger."""
    chaos = random.Random(seed)
    played = []
    for _ in range(games):
        table = chaos.sample(range(players), chaos.randint(2, min(4, players)))
        form = {player: round(player + chaos.gauss(0, 3)) for player in table}
        played.append([(player, 1 + sum(other > form[player] for other in form.values())) for player in table])
    return played


def elos(ratings: list[Rating]) -> list[float]:
    return [rating.elo for rating in ratings]


@pytest.mark.parametrize(("players", "games"), [(2, 1), (2, 30), (3, 5), (4, 40), (6, 60), (7, 60), (9, 12)])
def test_ratings_are_those_of_an_independent_fit(players: int, games: int) -> None:
    played = season(players, games, players * games)
    assert elos(rate(players, [played])) == pytest.approx(fit(players, played), abs=0.001)


def test_odds_of_three_to_one_are_worth_191_points() -> None:
    """One win and one drawn comparison for each of the two: 1 + 0.5 + 0.5 halves, against 0.5 and 0.5 halves."""
    [winner, loser] = rate(2, [[[(0, 1), (1, 2)]]])
    assert winner.elo - loser.elo == pytest.approx(400 * math.log10(1.5 / 0.5), abs=0.01)


def test_draws_alone_leave_all_equal() -> None:
    ratings = rate(4, [[[(player, 1) for player in range(4)]]] * 5)
    assert elos(ratings) == pytest.approx([0] * 4, abs=1e-6)
    for rating in ratings:
        assert rating.low is not None
        assert rating.high is not None
        assert rating.low == pytest.approx(-rating.high)
        assert rating.low < -20


@pytest.mark.parametrize("games", [1, 20, 1000])
def test_wins_alone_give_finite_and_symmetric_ratings(games: int) -> None:
    ratings = rate(3, [[[(0, 1), (1, 2), (2, 3)]]] * games)
    assert all(map(math.isfinite, elos(ratings)))
    assert ratings[0].elo == pytest.approx(-ratings[2].elo)
    assert ratings[1].elo == pytest.approx(0, abs=1e-4)


def test_players_who_never_met_get_finite_and_symmetric_ratings() -> None:
    ratings = rate(4, [[[(0, 1), (1, 2)]], [[(2, 1), (3, 2)]]])
    assert all(map(math.isfinite, elos(ratings)))
    assert ratings[0].elo == pytest.approx(ratings[2].elo) == pytest.approx(-ratings[1].elo)


def test_who_is_average() -> None:
    """Two who beat each other equally often; who did not play; who is alone."""
    assert elos(rate(2, [[[(0, 1), (1, 2)], [(1, 1), (0, 2)]]])) == pytest.approx([0, 0], abs=1e-6)
    assert elos(rate(3, [[[(0, 1), (1, 2)]]]))[2] == pytest.approx(0, abs=1e-6)
    assert rate(1, [[[(0, 1)]]]) == [Rating(0.0, None, None, 0)]


def test_one_block_gives_no_interval() -> None:
    assert {(rating.low, rating.high) for rating in rate(3, [season(3, 20, 1)])} == {(None, None)}


@pytest.mark.parametrize("seed", range(6))
def test_an_interval_contains_the_estimate(seed: int) -> None:
    games = season(4, 24, seed)
    for rating in rate(4, [games[i : i + 3] for i in range(0, 24, 3)]):
        assert rating.low is not None
        assert rating.high is not None
        assert rating.low <= rating.elo <= rating.high


def test_more_blocks_give_narrower_intervals() -> None:
    few, many = (rate(3, [[game] for game in season(3, games, 3)])[0] for games in (10, 160))
    assert float(many.high or 0) - float(many.low or 0) < float(few.high or 0) - float(few.low or 0)


def test_ratings_are_the_same_every_time() -> None:
    blocks = [[game] for game in season(4, 12, 9)]
    assert rate(4, blocks) == rate(4, blocks)


def choix_fit(players: int, games: list[Game]) -> list[float]:
    """The fit of the package choix, with the same comparisons added."""
    import choix  # noqa: PLC0415 - imports scipy, which takes seconds: only here

    wins = (1 - np.eye(players)) * 0.5 / (players - 1)
    for game in games:
        for player, rank in game:
            for other, other_rank in game:
                if player != other:
                    wins[player, other] += (rank < other_rank) + (rank == other_rank) / 2
    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    return list(400 / math.log(10) * (strengths - strengths.mean()))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("players", "games"), [(2, 9), (7, 60), (30, 200)])
def test_ratings_are_those_of_an_independent_solver(players: int, games: int) -> None:
    played = season(players, games, games)
    rated = rate(players, [played])
    if len({rating.group for rating in rated}) == 1:
        assert elos(rated) == pytest.approx(choix_fit(players, played), abs=1e-4)
    assert {rating.group for rating in rate(players, [played, [[(player, 1) for player in range(players)]]])} == {0}


@pytest.mark.parametrize(("times", "other", "error"), daily([(30, fit, 0.01), (300, choix_fit, 0.001)]))
def test_ratings_of_a_player_who_always_wins_are_those_of_others(
    times: int, other: Callable[[int, list[Game]], list[float]], error: float
) -> None:
    played: list[Game] = [[(player, player + 1) for player in range(6)]] * times
    assert elos(rate(6, [played])) == pytest.approx(other(6, played), abs=error)


# -- intervals


def block_of_two(winner: int, loser: int) -> list[Game]:
    """A block of two games, both won by the same player."""
    return [[(winner, 1), (loser, 2)]] * 2


def test_a_player_who_was_never_behind_has_no_upper_bound() -> None:
    """None of 20 blocks was lost: that does not contradict a share of wins of 0.025 ** (1 / 20), or 277 Elo between."""
    winner, loser = rate(2, [block_of_two(0, 1)] * 20)
    assert winner.high is loser.low is None
    assert winner.low == pytest.approx(277 / 2, rel=0.1)
    assert loser.high == pytest.approx(-277 / 2, rel=0.1)


def test_a_player_below_one_without_a_bound_has_no_lower_bound() -> None:
    """Ada always beats Ben and Cyd, who beat each other: the mean may lie anywhere above them."""
    blocks = [block_of_two(0, 1), block_of_two(0, 2), block_of_two(1, 2), block_of_two(2, 1)] * 5
    ada, ben, cyd = rate(3, blocks)
    assert (ada.low is None, ada.high is None) == (False, True)
    assert (ben.low, cyd.low) == (None, None)
    assert ben.high is not None


def test_one_loss_gives_a_bound() -> None:
    winner, loser = rate(2, [block_of_two(0, 1)] * 19 + [block_of_two(1, 0)])
    assert winner.low is not None
    assert winner.high is not None
    assert winner.low < winner.elo < winner.high
    assert loser.low == pytest.approx(-winner.high)


@pytest.mark.parametrize("games", [1, 3, 10, 40])
def test_drawn_games_leave_room(games: int) -> None:
    ratings = rate(2, [[[(0, 1), (1, 1)]] * 2] * (games + 1))
    assert all(rating.high is not None and rating.high > 20 / games for rating in ratings)


def test_players_who_never_met_are_rated_apart() -> None:
    blocks = [block_of_two(0, 2), block_of_two(2, 0), block_of_two(1, 4), block_of_two(1, 4), block_of_two(4, 1)]
    ratings = rate(6, blocks)
    assert [rating.group for rating in ratings] == [0, 1, 0, 3, 1, 5]
    assert elos([ratings[0], ratings[3]]) == pytest.approx([0, 0], abs=1e-6)
    alone = rate(2, [block_of_two(0, 1), block_of_two(0, 1), block_of_two(1, 0)])
    assert elos([ratings[1], ratings[4]]) == pytest.approx(elos(alone))
    assert (ratings[1].low, ratings[1].high) == pytest.approx((alone[0].low, alone[0].high))


def test_superiority_is_likely_for_the_better_and_unknown_between_strangers() -> None:
    rated = Ratings(4, [block_of_two(0, 1)] * 14 + [block_of_two(1, 0)] * 6 + [block_of_two(2, 3)] * 2)
    ahead, behind = rated.difference(0, 1), rated.difference(1, 0)
    assert ahead
    assert behind
    assert ahead.superiority == pytest.approx(0.96, abs=0.03)
    assert behind.superiority == pytest.approx(1 - ahead.superiority)
    assert ahead.elo == pytest.approx(rated.all[0].elo - rated.all[1].elo) == pytest.approx(-behind.elo)
    assert ahead.error == pytest.approx(behind.error)
    assert ahead.error > 0
    assert rated.difference(0, 2) is None
    even = Ratings(2, [block_of_two(0, 1), block_of_two(1, 0)] * 3).difference(0, 1)
    assert even
    assert even.superiority == pytest.approx(0.5)
    assert even.more_deals(6) is None


def test_so_many_more_deals_make_the_difference_nearly_three_errors() -> None:
    won, lost = block_of_two(0, 1), block_of_two(1, 0)
    for more_won in (1, 3, 9):
        deals = [won] * (20 + more_won) + [lost] * 20
        before = Ratings(2, deals).difference(0, 1)
        assert before
        more = before.more_deals(len(deals))
        assert more
        times = round((len(deals) + more) / len(deals))
        after = Ratings(2, deals * times).difference(0, 1)
        assert after
        assert after.elo / after.error == pytest.approx(2.8, rel=0.1)
        assert after.more_deals(len(deals) * times) == 0
        some = Ratings(2, deals * max(1, times // 3)).difference(0, 1)
        assert some
        assert some.more_deals(len(deals) * max(1, times // 3)), "a third of them do not do"


@pytest.mark.parametrize("samples", daily([60, 400]))
def test_so_many_more_deals_show_who_is_stronger_in_four_cases_of_five(samples: int) -> None:
    """Of bots that differ by as much as it seems."""
    won, lost = block_of_two(0, 1), block_of_two(1, 0)
    seems = Ratings(2, [won] * 24 + [lost] * 16).difference(0, 1)
    assert seems
    more = seems.more_deals(40)
    assert more
    luck = Stream("more deals", "test")
    shown = 0
    for _ in range(samples):
        found = Ratings(2, [won if luck.below(5) < 3 else lost for _ in range(40 + more)]).difference(0, 1)
        shown += found is not None and found.superiority >= 0.975
    assert 0.68 < shown / samples < 0.92


@pytest.mark.exhaustive
@pytest.mark.parametrize(("bots", "seats", "difference"), [(2, 2, 0), (2, 2, 400), (4, 4, 200), (5, 2, 300)])
def test_intervals_hold_the_truth(bots: int, seats: int, difference: float) -> None:
    """Ten blocks each, with luck shared in a block: 93 % or more, less an allowance for so few leagues."""
    chaos = np.random.default_rng(bots)
    strength = (np.arange(bots) / (bots - 1) - 0.5) * difference
    held = 0
    for _ in range(40):
        blocks = []
        for _ in range(10 * bots // seats):
            table, luck = chaos.permutation(bots)[:seats], chaos.gumbel(size=seats) * 60
            forms = [strength[table] + luck + chaos.gumbel(size=seats) * 160 for _ in table]
            blocks.append(
                [
                    [(int(player), int((form > own).sum()) + 1) for player, own in zip(table, form, strict=True)]
                    for form in forms
                ]
            )
        for rating, truth in zip(rate(bots, blocks), strength, strict=True):
            held += (rating.low is None or rating.low <= truth) and (rating.high is None or truth <= rating.high)
    assert held >= 0.9 * 40 * bots


def test_numpy_is_loaded_without_threads_and_leaves_the_environment_as_it_was() -> None:
    program = (
        "import os, cityleague.replays.league.ratings as ratings\n"
        "print(len(os.listdir('/proc/self/task')), os.environ.get('OPENBLAS_NUM_THREADS'))"
    )
    for given, printed in ((None, "1 None"), ("2", "2")):
        environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
        environment |= {"OPENBLAS_NUM_THREADS": given} if given else {}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip().endswith(printed)
