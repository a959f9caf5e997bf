"""Swiss tournaments: who meets whom, by the results so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.replays.tournaments import Outcome, PlanError, ResumeError, matching, run
from cityleague.replays.tournaments.matching import pair_off, seat
from cityleague.replays.tournaments.rounds import Table, swiss, swiss_rounds

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily, examples
from .helpers import games, played, players, tournament

SIX = tuple(f"p{i}={'greedy' if i % 2 else 'random'}" for i in range(6))


def by_strength(table: Sequence[str], strength: Callable[[str], int]) -> Outcome:
    """A game in which stronger players place higher."""
    scores = [strength(name) for name in table]
    return Outcome(table, [1 + sum(other > score for other in scores) for score in scores], scores)


def rounds_of(names: Sequence[str], seats: int, rounds: int, strength: Callable[[str], int]) -> Iterator[list[Table]]:
    """The rounds, each played, with one game a table, when the next is asked for."""
    results: list[Outcome] = []
    for tables in swiss(names, seats, rounds, 1, results):
        yield tables
        results += [by_strength(table, strength) for table in tables]


def numbered(count: int) -> list[str]:
    return [f"p{i}" for i in range(count)]


@cache
def perfect(everybody: frozenset[str], met: frozenset[frozenset[str]]) -> bool:
    """Whether everybody can be paired with somebody new, by trying everything."""
    if not everybody:
        return True
    first, *others = sorted(everybody)
    left = [other for other in others if frozenset([first, other]) not in met]
    return any(perfect(everybody - {first, other}, met) for other in left)


strengths = st.lists(st.integers(0, 5), min_size=13, max_size=13)


@examples(60)
@given(count=st.integers(2, 9), rounds=st.integers(1, 9), strength=strengths)
def test_two_meet_again_only_if_that_cannot_be_avoided(count: int, rounds: int, strength: list[int]) -> None:
    met: frozenset[frozenset[str]] = frozenset()
    for tables in rounds_of(numbered(count), 2, rounds, lambda name: strength[int(name[1:])]):
        pairs = {frozenset(table) for table in tables}
        if pairs & met:
            assert not perfect(frozenset(name for pair in pairs for name in pair), met)
        met |= pairs


@examples(60)
@given(count=st.integers(2, 13), seats=st.integers(2, 5), rounds=st.integers(1, 8), strength=strengths)
def test_all_sit_out_equally_often_and_nobody_sits_twice(
    count: int, seats: int, rounds: int, strength: list[int]
) -> None:
    seats = min(seats, count)
    sat: Counter[str] = Counter(dict.fromkeys(numbered(count), 0))
    for tables in rounds_of(numbered(count), seats, rounds, lambda name: strength[int(name[1:])]):
        assert len(tables) == count // seats
        assert {len(table) for table in tables} == {seats}
        seated = [name for table in tables for name in table]
        assert len(set(seated)) == len(seated)
        sat.update(seated)
        assert max(sat.values()) - min(sat.values()) <= 1


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    assert next(rounds_of("abcdef", 2, 1, ord)) == [("a", "d"), ("b", "e"), ("c", "f")]
    assert next(rounds_of("abcdefgh", 4, 1, ord)) == [("a", "c", "e", "g"), ("b", "d", "f", "h")]
    assert next(rounds_of("abcde", 2, 1, ord)) == [("a", "c"), ("b", "d")]


def test_leaders_meet() -> None:
    """Later letters are stronger: the winners of the first round meet, then the two who have won both rounds."""
    first, second, third = rounds_of("abcdefgh", 2, 3, ord)
    assert first == [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]
    assert {frozenset(table) for table in second} == {frozenset(pair) for pair in ("ef", "gh", "ab", "cd")}
    assert set(third[0]) == {"f", "h"}


def test_margins_and_then_seeds_break_ties() -> None:
    points = {"a": 9, "d": 5, "b": 9, "e": 1, "c": 9, "f": 1}
    _, second = rounds_of("abcdef", 2, 2, points.__getitem__)
    assert second == [("b", "c"), ("a", "e"), ("d", "f")]  # a has met d


def test_larger_tables_bring_neighbours_together_who_have_not_met() -> None:
    first, second = rounds_of("abcdefghi", 3, 2, ord)
    assert first == [("a", "d", "g"), ("b", "e", "h"), ("c", "f", "i")]
    assert [set(table) for table in second] == [set("ghi"), set("def"), set("abc")]


def test_sitting_out_is_neither_an_advantage_nor_a_disadvantage() -> None:
    first, second = rounds_of("abcde", 2, 2, ord)
    assert first == [("a", "c"), ("b", "d")]  # and e sits out
    assert second == [("c", "d"), ("e", "a")]  # c and d have won, a and b lost: of these the lower sits out


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"), [(2, 2, 1), (3, 2, 2), (8, 2, 3), (9, 2, 4), (9, 3, 2), (10, 3, 3), (4, 4, 1)]
)
def test_there_are_as_many_rounds_as_it_takes_to_find_the_best(entrants: int, seats: int, rounds: int) -> None:
    assert swiss_rounds(entrants, seats) == rounds
    names = [f"p{i}=random" for i in range(entrants)]
    assert len(tournament(*names, seats=seats, schedule="swiss").tables()) == rounds


# -- pairing off


def cheapest(costs: Sequence[Sequence[int]], left: frozenset[int]) -> int:
    """The lowest possible cost of the most expensive pair, by trying everything."""
    if not left:
        return 0
    first = min(left)
    return min(max(costs[first][other], cheapest(costs, left - {first, other})) for other in left - {first})


@pytest.mark.parametrize("examples", daily([40, 500]))
def test_the_most_expensive_pair_costs_as_little_as_possible_and_the_first_choose_first(examples: int) -> None:
    settings(deadline=None, max_examples=examples)(given(half=st.integers(1, 4), data=st.data())(pairs_are_cheap))()


def pairs_are_cheap(half: int, data: st.DataObject) -> None:
    count = 2 * half
    costs = [[0] * count for _ in range(count)]
    for first, other in combinations(range(count), 2):
        costs[first][other] = costs[other][first] = data.draw(st.integers(0, 2))
    dearest = cheapest(costs, frozenset(range(count)))
    left = set(range(count))
    for first, mate in pair_off(costs):
        assert first == min(left)
        possible = [
            (costs[first][other], other)
            for other in left - {first}
            if max(costs[first][other], cheapest(costs, frozenset(left - {first, other}))) <= dearest
        ]
        assert (costs[first][mate], mate) == min(possible)
        left -= {first, mate}
    assert not left


def test_odd_rings_do_not_mislead() -> None:
    """Two triangles and a bridge: all can be paired only over the bridge, which the first to choose would not take."""
    costs = [[1] * 6 for _ in range(6)]
    for first, other in ((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)):
        costs[first][other] = costs[other][first] = 0
    assert pair_off(costs) == [(0, 1), (2, 3), (4, 5)]


# -- larger tables


def seatings(everybody: Sequence[int], seats: int) -> Iterator[list[list[int]]]:
    """All ways to seat them, by trying everything; in order of who sits with the first, then with the next."""
    if not everybody:
        yield []
        return
    first, *others = everybody
    for mates in combinations(others, seats - 1):
        rest = [player for player in others if player not in mates]
        yield from ([[first, *mates], *more] for more in seatings(rest, seats))


def meetings(costs: Sequence[Sequence[int]], tables: Sequence[Sequence[int]]) -> int:
    return sum(costs[first][other] for table in tables for first, other in combinations(table, 2))


def random_costs(count: int, data: st.DataObject) -> list[list[int]]:
    costs = [[0] * count for _ in range(count)]
    for first, other in combinations(range(count), 2):
        costs[first][other] = costs[other][first] = data.draw(st.integers(0, 3))
    return costs


@examples(100)
@given(shape=st.sampled_from([(6, 3), (9, 3), (8, 4), (4, 4), (5, 5)]), data=st.data())
def test_all_sit_at_the_cheapest_tables_and_the_first_with_the_first(
    shape: tuple[int, int], data: st.DataObject
) -> None:
    count, seats = shape
    costs = random_costs(count, data)
    everybody = list(seatings(range(count), seats))
    assert seat(costs, seats) == min(everybody, key=lambda tables: meetings(costs, tables))  # the first of the cheapest


@examples(60)
@given(count=st.integers(6, 11), seats=st.integers(3, 4), strength=strengths)
def test_no_round_could_seat_together_bots_that_have_met_less(count: int, seats: int, strength: list[int]) -> None:
    met: Counter[frozenset[str]] = Counter()
    for number, tables in enumerate(rounds_of(numbered(count), seats, 7, lambda name: strength[int(name[1:])])):
        names = [name for table in tables for name in table]
        costs = [[met[frozenset([name, other])] for other in names] for name in names]
        seated = [[names.index(name) for name in table] for table in tables]
        if number:
            fewest = min(meetings(costs, other) for other in seatings(range(len(names)), seats))
            assert meetings(costs, seated) == fewest
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))


@examples(60)
@given(data=st.data())
def test_where_a_search_would_take_too_long_no_exchange_makes_tables_cheaper(data: st.DataObject) -> None:
    costs = random_costs(12, data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "_MOST_PAIRS", 0)
        tables = seat(costs, 3)
    assert sorted(player for table in tables for player in table) == list(range(12))
    for first, other in combinations(range(12), 2):
        exchanged = [[{first: other, other: first}.get(player, player) for player in table] for table in tables]
        assert meetings(costs, exchanged) >= meetings(costs, tables)


# -- tournaments


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    planned = tournament(*SIX, seats=2, deals=1, schedule="swiss")
    assert [progress.done for progress in played(planned, folder)] == list(range(planned.count() + 1))
    return games(folder)


def test_all_tables_of_a_round_play_the_same_deals_and_deals_go_on() -> None:
    planned = tournament(*SIX, seats=2, deals=2, schedule="swiss", rounds=2)
    results: list[Outcome] = []
    labels = []
    for pairing in planned.pairings(results):
        labels.append(str(pairing.header.id).rpartition("-")[0])
        assert pairing.header.seed == f"0/{labels[-1][1]}"
        results.append(by_strength(pairing.header.players, lambda name: int(name[1:])))
    expected = [f"d{deal}-t{table}-r{turn}" for deal in (1, 2, 3, 4) for table in (1, 2, 3) for turn in (1, 2)]
    assert labels == expected
    assert planned.count() == len(labels)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("stops", "cuts"), daily([((6, 11, 18), 0), (range(1, 19), 8)]), ids=["few", "all"])
def test_any_interruption_gives_the_same_bytes(stops: Sequence[int], cuts: int, whole: bytes, tmp_path: Path) -> None:
    """The run is stopped within rounds, which have six games, and between them.

    Every day a knockout shows that several processes give the same bytes although rounds depend on results.
    """
    planned = tournament(*SIX, seats=2, deals=1, schedule="swiss")
    assert planned.count() == 18
    for done, stop in pairwise((0, *stops)):
        running = run(planned, tmp_path / "parts")
        for _ in range(stop - done + 1):
            next(running)
        running.close()
        assert games(tmp_path / "parts").count(b'{"log"') == stop
    assert games(tmp_path / "parts") == whole
    (tmp_path / "parts" / "games.jsonl").write_bytes(whole[: len(whole) // 7])
    played(planned, tmp_path / "parts", jobs=2 if cuts else 1)
    assert games(tmp_path / "parts") == whole
    for length in range(1, len(whole), len(whole) // cuts) if cuts else ():
        (tmp_path / "parts" / "games.jsonl").write_bytes(whole[:length])
        played(planned, tmp_path / "parts")
        assert games(tmp_path / "parts") == whole, length


def test_more_rounds_go_on_with_the_same_file(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(whole)
    played(tournament(*SIX, seats=2, deals=1, schedule="swiss", rounds=4), tmp_path)
    assert games(tmp_path).startswith(whole)
    assert len(games(tmp_path)) > len(whole)


def test_a_result_that_a_round_depends_on_must_have_a_ranking(whole: bytes, tmp_path: Path) -> None:
    planned = tournament(*SIX, seats=2, deals=1, schedule="swiss")
    damaged = whole.replace(b'"ranks":[1,2]', b'"ranks":[2,2]', 1)
    assert damaged != whole
    (tmp_path / "games.jsonl").write_bytes(damaged)
    with pytest.raises(ResumeError, match="depends on the result of this game: nobody can be ranked"):
        next(run(planned, tmp_path))
    assert games(tmp_path) == damaged


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rounds": 0}, "rounds must be 1 to 10000, not 0"),
        ({"rounds": 10**12}, "rounds must be 1 to 10000, not 1000000000000"),
        ({"tables": 2}, "tables are for round-robin and gauntlet, not for swiss"),
        ({"rounds": 2, "schedule": "gauntlet"}, "rounds are for swiss, not for gauntlet"),
    ],
)
def test_options_that_do_not_go_with_a_schedule_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError, match=message):
        tournament(*SIX, **{"seats": 2, "schedule": "swiss", **wrong})


ARGUMENTS = ("tournament", "--game", "between_two_cities", "--bots", ",".join(SIX), "--seats", "2", "--seed", "0")


def test_the_command_plays_a_swiss_tournament(whole: bytes, tmp_path: Path) -> None:
    swiss = (*ARGUMENTS, "--schedule", "swiss", "--deals", "1", "-o", tmp_path / "cup")
    assert command(*swiss).stdout.startswith("Between Two Cities: 18 games in 9 blocks on 3 deals\n")
    assert games(tmp_path / "cup") == whole
    assert "--until is for round-robin and gauntlet, not for swiss" in usage(*swiss, "--until", "top=1")


def test_a_dry_run_tells_what_can_be_known_in_advance() -> None:
    dry_run = command(*ARGUMENTS[:4], "a=random,b=random,c=random", "--seats", "2", "--schedule", "swiss", "--dry-run")
    assert dry_run.stdout.startswith(
        "40 games: 2 rounds of 10 deals, 1 table, 2 seats\n"
        "each plays 20 to 40, 10 to 20 in each seat; results decide who meets whom\n"
    )


def test_deals_that_are_too_many_to_list_are_counted() -> None:
    planned = tournament(*SIX, seats=2, deals=10**12, schedule="swiss")
    assert planned.count() == 10**12 * 3 * 3 * 2
    assert str(next(planned.pairings()).header.id).startswith("d1-t1-r1-")


def test_results_are_kept_only_where_rounds_depend_on_them(tmp_path: Path) -> None:
    for schedule, kept in {"gauntlet": 0, "swiss": 6}.items():
        results: list[Outcome] = []
        planned = tournament(*SIX, seats=2, deals=1, schedule=schedule, rounds=1 if kept else None)
        list(run(planned, tmp_path / schedule, results=results))
        assert len(results) == kept


def test_other_schedules_are_a_single_round() -> None:
    planned = tournament(*SIX, seats=2, deals=3)
    assert len(players(planned)) == planned.count() == 3 * 15 * 2
    assert len(list(planned.rounds())) == 1
