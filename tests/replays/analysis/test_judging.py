"""A mark means something: the decision function is fed with random numbers whose truth is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import msgspec
import numpy as np
import pytest

from cityleague.replays.analysis.judging import Judgement, Leads, Trial, estimate, judge, worse
from cityleague.replays.analysis.levels import MEASURES, Terms, terms_of

from ...rows import daily

Noise = Callable[[np.random.Generator], float]


def normal(chaos: np.random.Generator) -> float:
    return chaos.normal(0, 3)


def heavy(chaos: np.random.Generator) -> float:
    """Student's t with three degrees of freedom: now and then a leap."""
    return chaos.standard_t(3)


def whole_points(chaos: np.random.Generator) -> float:
    return chaos.binomial(8, 0.5) - 4


def seldom(chaos: np.random.Generator) -> float:
    """Mostly nothing happens."""
    return float(chaos.choice([0, 0, 0, 0, 5, -5]))


def skewed(chaos: np.random.Generator) -> float:
    return chaos.exponential(3)


MARKED = 0.01
"""Of equal moves, at most (METHOD.md)."""
NOISES = (normal, heavy, whole_points, seldom, skewed)


def judged(noise: Noise, chaos: np.random.Generator, terms: Terms, better: Sequence[float] = (0, 0)) -> Judgement:
    """A choice among the move played and rivals that are better by so much; each world has luck that all share."""

    def trial(_world: int, moves: Sequence[int]) -> list[Leads]:
        shared = chaos.normal(0, 10)
        values = [shared + noise(chaos) + (better[move - 1] if move else 0) for move in moves]
        return [(value, -value) for value in values]

    return judge(trial, 0, 1 + len(better), terms)


def without_bars(name: str, level: str = "normal") -> Terms:
    """The terms of a game, with no bar: chance alone must keep marks away, and no judge errs."""
    return msgspec.structs.replace(terms_of(name, level), bars=(0.0, 0.0, 0.0), judge=0.0)


@pytest.mark.parametrize("noise", daily(NOISES, 3))
@pytest.mark.parametrize("rivals", daily([2, 1, 3]))
@pytest.mark.parametrize("name", ["between_two_cities", "card_city_xl"])
@pytest.mark.parametrize("cases", daily([300, 1500]))
def test_of_equal_moves_one_in_a_hundred_is_marked_at_most(noise: Noise, rivals: int, name: str, cases: int) -> None:
    chaos = np.random.default_rng([33, rivals])
    terms = without_bars(name)
    marks = sum(judged(noise, chaos, terms, [0] * rivals).mark is not None for _ in range(cases))
    assert marks <= MARKED * cases


@pytest.mark.exhaustive
@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("level", ["normal", "deep"])
@pytest.mark.parametrize("name", MEASURES)
def test_of_very_many_equal_moves_one_in_a_hundred_is_marked_at_most(noise: Noise, level: str, name: str) -> None:
    chaos = np.random.default_rng(34)
    terms, cases = without_bars(name, level), 10_000
    assert sum(judged(noise, chaos, terms).mark is not None for _ in range(cases)) <= MARKED * cases


@pytest.mark.parametrize("noise", daily(NOISES, 2))
@pytest.mark.parametrize("cases", daily([500, 2500]))
def test_equal_moves_lose_nothing_on_average(noise: Noise, cases: int) -> None:
    """The one that looks best of three is picked in other worlds than those that say what it is worth."""
    chaos = np.random.default_rng(35)
    said = [judged(noise, chaos, without_bars("card_city_xl")) for _ in range(cases)]
    losses = np.array([-choice.effects[0] for choice in said])
    assert abs(losses.mean()) < 4 * losses.std() / sqrt(len(losses))
    assert all(choice.effects[0] == pytest.approx(-choice.effects[1]) for choice in said)


def test_what_a_mark_claims_is_what_the_better_move_gains() -> None:
    """Where moves are worse by different losses, what marks claim is 0.8 to 1.2 times the truth."""
    chaos = np.random.default_rng(36)
    terms = terms_of("between_two_cities")
    claims, truths = [], []
    for _ in range(3000):
        truth = chaos.exponential(1)
        said = judged(lambda chaos: chaos.normal(0, 1.5), chaos, terms, [truth, -1])
        if said.mark:
            claims.append(said.loss)
            truths.append(truth if said.best == 1 else -1)
    assert len(claims) > 200
    assert 0.8 < sum(truths) / sum(claims) < 1.2
    assert np.mean(np.array(truths) <= 0) < 0.05


def test_a_blunder_is_nearly_always_seen_and_called_one() -> None:
    chaos = np.random.default_rng(37)
    terms = terms_of("card_city_xl")
    said = [judged(normal, chaos, terms, [-2, 3 * terms.bars[2]]) for _ in range(200)]
    assert sum(choice.mark == "blunder" and choice.best == 2 for choice in said) > 190
    mean = np.mean([choice.loss for choice in said])
    assert mean == pytest.approx(3 * terms.bars[2], abs=4 * 3 * sqrt(2 / 24) / sqrt(200))


def test_the_error_that_is_told_is_how_far_losses_scatter() -> None:
    chaos = np.random.default_rng(38)
    terms = terms_of("card_city_xl")
    said = [judged(normal, chaos, terms, [12]) for _ in range(400)]
    assert np.mean([choice.se for choice in said]) == pytest.approx(np.std([choice.loss for choice in said]), rel=0.15)


@pytest.mark.parametrize(
    ("loss", "mark"), [(0.9, None), (1, "inaccuracy"), (2, "mistake"), (3.9, "mistake"), (4, "blunder")]
)
def test_a_loss_is_called_by_the_bars_of_the_game(loss: float, mark: str | None) -> None:
    terms = msgspec.structs.replace(terms_of("card_city_xl"), bars=(1, 2, 4))
    assert sure(loss, terms).mark == mark


def sure(loss: float, terms: Terms) -> Judgement:
    """A choice whose worlds all say the same of the one rival."""
    return judge(lambda _world, moves: [(loss * (move > 0), 0.0) for move in moves], 0, 2, terms)


@pytest.mark.parametrize(("loss", "looked", "error"), [(5.9, 12, 4.0), (6.1, 24, 0.0)])
def test_the_judges_own_error_counts_where_a_mark_is_looked_for(loss: float, looked: int, error: float) -> None:
    """Of a judge that errs by 4, nothing below 6 is looked at again; no judge errs in the worlds that confirm."""
    terms = msgspec.structs.replace(terms_of("card_city_xl"), judge=4.0)
    said = sure(loss, terms)
    assert said.worlds == looked
    assert error <= said.se < error + 1
    assert said.mark == (None if error else "blunder")


def test_a_mark_is_confirmed_in_worlds_that_have_not_found_it() -> None:
    terms = terms_of("card_city_xl")
    tried: list[tuple[int, tuple[int, ...]]] = []

    def trial(world: int, moves: Sequence[int]) -> list[Leads]:
        tried.append((world, tuple(moves)))
        gain = 9.0 if world < terms.worlds else 3.0
        return [(gain if move == 2 else 0.0,) for move in moves]

    said = judge(trial, 0, 3, terms)
    assert (said.best, said.loss, said.mark, said.worlds) == (2, 3.0, "mistake", 24)
    assert [world for world, _ in tried] == list(range(terms.worlds + 24))
    assert {moves for world, moves in tried if world >= terms.worlds} == {(0, 2)}


def test_a_clear_choice_ends_early() -> None:
    worlds: list[int] = []

    def trial(world: int, moves: Sequence[int]) -> list[Leads]:
        worlds.append(world)
        return [(-5.0 * move,) for move in moves]

    assert judge(trial, 0, 3, terms_of("card_city_xl")).best == 0
    assert worlds == [0, 1]


def test_a_loss_that_other_worlds_deny_is_no_mark() -> None:
    terms = terms_of("card_city_xl")
    said = judge(lambda world, moves: [(9.0 * move * (world < terms.worlds),) for move in moves], 0, 2, terms)
    assert (said.best, said.loss, said.mark) == (0, 0.0, None)
    assert said.worlds < 24, "further worlds are spared"


def test_where_all_moves_are_one_nothing_is_lost() -> None:
    said = judge(lambda _world, moves: [(5.0,) for _ in moves], 0, 1, terms_of("neom"))
    assert (said.lead, said.loss, said.mark, said.effects) == (5, 0, None, (0,))


def test_an_error_does_not_vanish_when_all_agree() -> None:
    assert estimate([3.0] * 24).se == pytest.approx(3 / 24)
    values = [1.0, 4.0, 2.0, 5.0]
    assert estimate(values) == pytest.approx((np.mean(values), np.std(values, ddof=1) / 2))
    assert estimate(values, 3).se == pytest.approx(sqrt(np.var(values, ddof=1) / 4 + 9))


def test_the_error_of_a_loss_without_a_mark_is_how_far_it_scatters() -> None:
    """Of one rival that is better by less than the bar."""
    chaos = np.random.default_rng(39)
    said = [judged(normal, chaos, terms_of("card_city_xl"), [0.2]) for _ in range(1500)]
    told = [choice for choice in said if choice.worlds == 12]
    assert len(told) > 500
    for choice in told:
        assert choice.loss == pytest.approx(-choice.effects[0])
    errors, losses = [np.array(column) for column in zip(*[(choice.se, choice.loss) for choice in told], strict=True)]
    assert np.sqrt(np.mean(errors**2)) == pytest.approx(np.std(losses), rel=0.2)


def spread(chaos: np.random.Generator, values: Sequence[float], by: float = 2) -> Trial:
    """Moves of these values, by worlds that scatter."""
    return lambda _world, moves: [(values[move] + chaos.normal(0, by),) for move in moves]


def test_moves_that_are_much_worse_are_called_so_and_equal_ones_hardly_ever() -> None:
    chaos = np.random.default_rng(40)
    terms = terms_of("card_city_xl")
    much = [worse(spread(chaos, [0, -9, 0, -9, -9]), 0, 5, terms, 2) for _ in range(200)]
    assert sum(worse == [1, 3] for worse in much) > 180
    equal = [worse(spread(chaos, [0, 0]), 0, 2, terms, 2) for _ in range(1000)]
    assert sum(worse == [1] for worse in equal) < 120


def test_a_move_is_called_worse_in_worlds_of_its_own() -> None:
    terms = terms_of("card_city_xl")
    tried: set[int] = set()

    def trial(world: int, moves: Sequence[int]) -> list[Leads]:
        tried.add(world)
        return [(-9.0 * move,) for move in moves]

    assert worse(trial, 0, 9, terms, 2) == [1, 2]
    assert min(tried) == terms.worlds + terms.confirm
    judge(trial, 0, 3, terms)
    assert worse(trial, 0, 1, terms, 2) == []


def test_an_error_of_the_judge_keeps_moves_from_being_called_worse() -> None:
    terms = msgspec.structs.replace(terms_of("card_city_xl"), judge=4.0)
    for lost, expected in ((7.9, []), (8.4, [1])):
        assert worse(spread(np.random.default_rng(41), [0, -lost], 0), 0, 2, terms, 2) == expected
