"""Questions at a table: how long they stand, who may answer when many do at once, and two fronts at one table."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision
from cityleague.engine.registry import GAMES
from cityleague.replays.people import Session
from cityleague.replays.people.steps import OutdatedError
from cityleague.replays.people.table import Table

from ...rows import daily, rows
from .tables import Typing, due, header_of, is_valid, played, table_of

_PATIENCE = 60.0


def check_keys(game: str, players: int, number: int) -> Counter[bool]:
    """Look at all that is asked after each answer; how often the question of another seat has stayed the same."""
    table, stayed = table_of(header_of(game, players, str(number))), Counter[bool]()
    before: dict[int, tuple[str, bytes]] = {}
    made = played(table, Stream(str(number), "keys"))
    mover: Any = None
    while True:
        now = {
            seat: (question.key, msgspec.json.encode([*table.state.legal(seat)]))
            for seat in range(players)
            if (question := table.question(seat))
        }
        assert tuple(now) == due(table)
        for seat in now.keys() & before.keys() - {mover}:
            same = now[seat] == before[seat]
            assert (now[seat][0] == before[seat][0]) == (now[seat][1] == before[seat][1])
            stayed[same] += 1
        if mover in before:
            assert mover not in now or now[mover][0] != before[mover][0]
            with pytest.raises(OutdatedError):
                table.answer(mover, object(), before[mover][0])
        before = now
        if (event := next(made, None)) is None:
            return stayed
        mover = event[0]


def test_a_question_stands_until_what_a_seat_may_do_changes() -> None:
    stayed = check_keys("between_two_cities", 4, 1)
    assert stayed[True] > 20
    assert stayed[False] > 5


@pytest.mark.exhaustive
@rows("game", sorted(GAMES))
def test_a_question_in_any_game_stands_until_what_a_seat_may_do_changes(game: str) -> None:
    for players in (3, 4):
        check_keys(game, players, players)


def at_once(number: int, do: Callable[[int], None]) -> None:
    """Do something in so many threads at the same time; what one of them raises is raised."""
    barrier, errors = threading.Barrier(number), list[BaseException]()

    def attempt(at: int) -> None:
        try:
            barrier.wait(_PATIENCE)
            do(at)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=attempt, args=(at,), daemon=True) for at in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(_PATIENCE)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


def answer_at_once(table: Table, stream: Stream) -> None:
    """Twelve threads answer for seats at random: each question is answered once."""
    questions = {question.seat: question for question in table.standing().questions}
    moves, pending, won = table.moves, table.pending(), list[int]()
    seats = [stream.below(5) for _ in range(12)]
    wanted = {seat: stream.choice(question.legal) for seat, question in questions.items()}

    def answer(at: int) -> None:
        seat = seats[at]
        key = questions[seat].key if seat in questions else "0-0"
        with contextlib.suppress(OutdatedError):
            table.answer(seat, wanted.get(seat), key)
            won.append(seat)

    at_once(12, answer)
    assert isinstance(pending, Decision)
    assert len(won) == len(set(won)) == table.moves - moves
    assert set(won) <= set(seats) & set(questions)
    if pending.kind != "open":  # nobody takes another's place
        assert set(won) == set(seats) & set(questions)


@pytest.mark.parametrize("rounds", daily([12, 400]))
def test_of_twelve_answers_at_once_each_question_takes_one(rounds: int, tmp_path: Path) -> None:
    table = table_of(header_of("between_two_cities", 5), tmp_path / "g.jsonl")
    stream = Stream("twelve", "threads")
    for _ in range(rounds):
        if table.pending() is not None:
            answer_at_once(table, stream)
    lines = (tmp_path / "g.jsonl").read_bytes().splitlines()
    assert lines == table.lines
    assert is_valid(tmp_path, lines, over=table.pending() is None)


# -- two fronts


def alone(game: str, seats: int) -> Table:
    """A game of one front, in which the first seat that is due makes the first move."""
    table = table_of(header_of(game, seats))
    while now := due(table):
        table.answer(now[0], table.state.legal(now[0])[0])
    return table


def elsewhere(table: Table, seats: set[int]) -> None:
    """Answer for these seats, in their turn, until the game is over."""
    while True:
        revision = table.revision
        questions = table.standing().questions
        if questions and questions[0].seat in seats:
            table.answer(questions[0].seat, questions[0].legal[0], questions[0].key)
        elif table.pending() is None:
            return
        else:
            table.wait(revision, 5)


@pytest.mark.exhaustive
def test_two_fronts_at_each_of_three_tables_give_the_games_of_one_front(tmp_path: Path) -> None:
    tables = [table_of(header_of("between_two_cities", 4), tmp_path / f"{number}.jsonl") for number in range(3)]
    over: list[bool] = []

    def front(at: int) -> None:
        table = tables[at % 3]
        if at < 3:
            over.append(Session(table, Typing(lambda: "1"), {0, 2}).go())
        else:
            elsewhere(table, {1, 3})

    at_once(6, front)
    assert over == [True] * 3
    expected = alone("between_two_cities", 4).lines
    assert [table.lines for table in tables] == [expected] * 3
    for number in range(3):
        assert (tmp_path / f"{number}.jsonl").read_bytes().splitlines() == expected


def test_who_is_asked_on_two_fronts_answers_once(tmp_path: Path) -> None:
    """While somebody thinks at a console, another front answers for the same seat, now and then."""
    table, chance = table_of(header_of("between_two_cities", 3), tmp_path / "g.jsonl"), Stream("quick", "fronts")
    made: list[Any] = []

    def think() -> str:
        if chance.below(4) == 0:
            made.extend(played(table, chance, 1 + chance.below(4)))
        return "1"

    console = Typing(think)
    assert Session(table, console, {0, 1, 2}).go()
    assert made
    assert any(said.startswith("Not done: the game has gone on") for said in console.said)
    assert is_valid(tmp_path, table.lines)
