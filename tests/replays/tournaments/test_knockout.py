"""Knockouts: seeds, byes, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Game
from cityleague.replays.reports.tournaments import course, course_of
from cityleague.replays.tournaments import Outcome, Plan, PlanError, Tournament, bracket, run, stages
from cityleague.replays.tournaments.rounds import Stage

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily, examples
from .helpers import games, played, tournament

FIVE = ("a=random", "b=greedy", "c=random", "d=greedy", "e=random")


def outcome(players: Sequence[str], *scores: int) -> Outcome:
    return Outcome(players, [1 + sum(other > score for other in scores) for score in scores], scores)


def stages_of(names: Sequence[str], seats: int, chance: str = "") -> Iterator[Stage]:
    """The rounds, each played when the next is asked for: the better seed wins, or chance decides."""
    results: list[Outcome] = []
    stream = Stream(chance, "scores")
    for stage in stages(names, seats, 1, results):
        yield stage
        for table in stage.tables:
            scores = [stream.below(3) if chance else -names.index(name) for name in table]
            results.append(outcome(table, *scores))


def numbered(count: int) -> list[str]:
    return [f"p{i:02}" for i in range(count)]


@examples(150)
@given(count=st.integers(2, 40), seats=st.integers(2, 6), chance=st.text("xyz", max_size=3))
def test_in_each_round_somebody_is_out_and_at_the_end_one_is_left(count: int, seats: int, chance: str) -> None:
    seats = min(seats, count)
    names = numbered(count)
    field = names
    knockout = list(stages_of(names, seats, chance))
    assert [len(stage.tables) for stage in knockout] == [tables for tables, _ in bracket(count, seats)]
    for number, stage in enumerate(knockout):
        playing = [name for table in stage.tables for name in table]
        assert sorted(playing + stage.resting) == field
        assert {len(table) for table in stage.tables} == {seats}
        assert stage.resting == field[: len(stage.resting)], "the best seeds have the byes"
        assert all(1 <= staying < seats for staying in stage.staying)
        if number + 1 < len(knockout):
            following = knockout[number + 1]
            field = sorted([*following.resting, *[name for table in following.tables for name in table]])
            assert len(field) == len(stage.resting) + sum(stage.staying)
            for table, staying in zip(stage.tables, stage.staying, strict=True):
                assert len(set(table) & set(field)) == staying
    assert len(knockout[-1].tables) == 1
    assert (knockout[-1].staying, knockout[-1].resting) == ([1], [])


@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (2, 2), (2, 4), (3, 2), (3, 3), (4, 2)])
def test_full_brackets_have_no_byes_and_bring_each_of_the_best_into_the_final(seats: int, rounds: int) -> None:
    names = numbered(seats**rounds)
    knockout = list(stages_of(names, seats))
    assert [len(stage.tables) for stage in knockout] == [seats**left for left in reversed(range(rounds))]
    assert all(not stage.resting for stage in knockout)
    assert set(knockout[-1].tables[0]) == set(names[:seats])


@examples(100)
@given(count=st.integers(3, 40), seats=st.integers(2, 5), chance=st.text("xyz", min_size=1, max_size=3))
def test_the_first_two_seeds_meet_in_the_final_or_not_at_all(count: int, seats: int, chance: str) -> None:
    for stage in list(stages_of(numbered(count), min(seats, count), chance))[:-1]:
        assert not any({"p00", "p01"} <= set(table) for table in stage.tables)


def test_the_best_meets_the_worst_and_byes_fill_up_to_a_full_bracket() -> None:
    first, second, final = stages_of("abcdef", 2)
    assert (first.tables, first.resting) == ([("c", "f"), ("d", "e")], ["a", "b"])
    assert (second.tables, second.resting) == ([("a", "d"), ("b", "c")], [])
    assert final.tables == [("a", "b")]


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"),
    [
        (2, 2, [(1, 1)]),
        (3, 2, [(1, 1), (1, 1)]),
        (8, 2, [(4, 4), (2, 2), (1, 1)]),
        (3, 3, [(1, 2)]),
        (4, 3, [(1, 1), (1, 2)]),
        (9, 3, [(3, 6), (1, 2)]),
        (15, 4, [(3, 9), (1, 2), (1, 3)]),
    ],
)
def test_the_bracket_has_the_right_tables_and_losers_in_every_round(
    entrants: int, seats: int, rounds: list[tuple[int, int]]
) -> None:
    assert bracket(entrants, seats) == rounds


def test_points_then_margin_then_the_seed_decide() -> None:
    results = [
        *[outcome("ad", 1, 2), outcome("da", 1, 9)],  # a point each, and a by 7
        *[outcome("bc", 5, 5), outcome("cb", 3, 3)],  # equal in all
        *[outcome("ab", 1, 2), outcome("ba", 2, 1)],
    ]
    assert list(course("abcd", 2, 2, results)) == [
        "Round 1",
        "- a beats d (1 : 1, by margin)",
        "- b beats c (1 : 1, by seed)",
        "",
        "Final",
        "- b beats a (2 : 0)",
        "",
        "Winner: b",
        "",
    ]


def test_more_players_of_a_table_go_on_if_fewer_must_leave() -> None:
    results = [outcome("bcd", 1, 3, 2), outcome("acd", 5, 7, 7)]
    assert list(course("abcd", 3, 1, results)) == [
        "Round 1",
        "- c, d beat b (1 : 0.5 : 0)",
        "- without a game: a",
        "",
        "Final",
        "- c beats d, a (0.75 : 0.75 : 0, by seed)",
        "",
        "Winner: c",
        "",
    ]


# -- tournaments


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    planned = tournament(*FIVE, seats=2, deals=1, schedule="knockout")
    assert [progress.done for progress in played(planned, folder)] == list(range(planned.count() + 1))
    assert planned.count() == 2 * (1 + 2 + 1)
    return games(folder)


@pytest.mark.exhaustive
@pytest.mark.parametrize("cuts", daily([1, 4]))
def test_more_processes_and_any_interruption_give_the_same_bytes(cuts: int, whole: bytes, tmp_path: Path) -> None:
    planned = tournament(*FIVE, seats=2, deals=1, schedule="knockout")
    played(planned, tmp_path / "two", jobs=2)
    assert games(tmp_path / "two") == whole
    for _ in range(planned.count()):
        running = run(planned, tmp_path / "parts")
        for _ in range(2):
            next(running)
        running.close()
    assert games(tmp_path / "parts") == whole
    for length in range(len(whole) // 2, 0, -len(whole) // 2 // cuts):
        (tmp_path / "parts" / "games.jsonl").write_bytes(whole[:length])
        played(planned, tmp_path / "parts")
        assert games(tmp_path / "parts") == whole, length


@pytest.mark.parametrize(("bots", "seats", "deals"), [(2, 2, 1), (5, 2, 2), (7, 3, 1), (8, 2, 1), (11, 3, 1)])
def test_games_are_counted_beforehand(bots: int, seats: int, deals: int, toy: Game, tmp_path: Path) -> None:
    names = tuple(f"p{i}=random" for i in range(bots))
    planned = Tournament(Plan(game=toy.name, bots=names, seats=seats, deals=deals, schedule="knockout"))
    results: list[Outcome] = []
    last = list(run(planned, tmp_path, results=results))[-1]
    assert last.done == last.total == planned.count() == len(results)
    assert course_of(planned, results)[-2].startswith("Winner: p")


def test_the_loser_of_a_game_is_out(toy: Game, tmp_path: Path) -> None:
    bots = ("pit=always?lot=pit", "tower=always?lot=tower", "half=always?lot=half")
    planned = Tournament(Plan(game=toy.name, bots=bots, seats=2, deals=1, schedule="knockout"))
    results: list[Outcome] = []
    list(run(planned, tmp_path, results=results))
    assert course_of(planned, results) == [
        *["Round 1", "- tower beats half (2 : 0)", "- without a game: pit", ""],
        *["Final", "- tower beats pit (2 : 0)", "", "Winner: tower", ""],
    ]


@pytest.mark.usefixtures("toy")
def test_nobody_is_knocked_out_alone() -> None:
    for schedule in ("swiss", "knockout"):
        plan: dict[str, Any] = {"game": "toy", "bots": ("random", "greedy"), "seats": 1, "schedule": schedule}
        with pytest.raises(PlanError, match=f"{schedule} needs tables of at least 2"):
            Tournament(Plan(**plan))


ARGUMENTS = ("tournament", "--game", "between_two_cities", "--bots", ",".join(FIVE), "--seats", "2", "--seed", "0")
KNOCKOUT = (*ARGUMENTS, "--schedule", "knockout", "--deals", "1")


def test_the_command_tells_the_course_before_the_table(whole: bytes, tmp_path: Path) -> None:
    told = command(*KNOCKOUT, "-o", tmp_path)
    assert games(tmp_path) == whole
    assert told.stdout.startswith("Round 1\n- ")
    story, _, table = told.stdout.partition("Between Two Cities: 8 games")
    assert story.count("Round") == 2
    assert story.count("Final\n- ") == story.count("\nWinner: ") == 1
    assert table
    assert command(*KNOCKOUT, "-o", tmp_path, "--format", "markdown").stdout.startswith(story)
    for format_ in ("csv", "json"):
        again = command(*KNOCKOUT, "-o", tmp_path, "--format", format_)
        assert story in again.stderr
        assert "Winner" not in again.stdout


def test_options_that_do_not_go_with_a_knockout_are_refused(tmp_path: Path) -> None:
    for wrong, message in {
        ("--rounds", "2"): "rounds are for swiss, not for knockout",
        ("--tables", "2"): "tables are for round-robin and gauntlet, not for knockout",
        ("--until", "top=1"): "--until is for round-robin and gauntlet, not for knockout",
        ("--shard", "1/2"): "knockout cannot be played in shards: its rounds depend on all results",
    }.items():
        assert message in usage(*KNOCKOUT, *wrong, "-o", tmp_path / "cup")
    assert not (tmp_path / "cup").exists()


def test_a_dry_run_tells_what_can_be_known_in_advance() -> None:
    assert command(*KNOCKOUT, "--dry-run", "--time").stdout.startswith(
        "8 games: 3 rounds of 1 deal (1 table, then 2, then 1), 2 seats\n"
        "each plays 2 to 6, 1 to 3 in each seat, until it is out\n"
        "about 0:0"
    )
