"""Whoever passes until further notice is asked once a round, and the log is as if each pass had been made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.moves import Pass, Supply
from cityleague.replays.log import MoveEvent
from cityleague.replays.people import Session, TableError, play_with_bots
from cityleague.replays.people.table import Table

from .tables import Console, due, header_of, table_of, with_bots

GAME, WORDS = "city_tycoon", "pass until I say so"


class Person:
    """Builds as the heuristic does and supplies as it does, but at seat 0, where it always passes."""

    def __init__(self, table: Table, *, lasts: bool) -> None:
        bot, setup = parse("heuristic", table.setup.game), table.setup
        self._table, self._lasts = table, lasts
        self._bots = [bot.make(setup, Stream("7", str(seat))) for seat in range(setup.seats)]
        self.passes = Counter[int]()
        """By seat: how often it was asked, and has passed."""

    def move(self) -> tuple[int, Any, bool]:
        """Who moves how now, and whether that lasts."""
        state = self._table.state
        seat = due(self._table)[0]
        legal = state.legal(seat)
        move = Pass() if seat == 0 and Pass() in legal else self._bots[seat].choose(state.view(seat), legal)
        self.passes[seat] += move == Pass()
        return seat, move, self._lasts and seat == 0 and move == Pass()

    def typed(self, _question: str) -> str | None:
        """The same as it is typed; at the end of a game, None."""
        if not due(self._table):
            return None
        _, move, lasts = self.move()
        return WORDS if lasts else msgspec.json.encode(move).decode()


def until(ends: Callable[[Table], bool], *, lasts: bool = True) -> tuple[Table, Person]:
    """A game of these people up to where this is so."""
    table = table_of(header_of(GAME, 3))
    person = Person(table, lasts=lasts)
    while not ends(table):
        seat, move, keeps = person.move()
        table.answer(seat, move, lasts=keeps)
    return table, person


def evening(*, lasts: bool) -> tuple[Table, Person]:
    """A whole game of theirs."""
    return until(lambda table: not due(table), lasts=lasts)


def check(by_hand: int, said: int, *logs: bytes) -> None:
    """The logs are the same, and questions are fewer: one in each of the four rounds, not one after the other."""
    assert len({*logs}) == 1
    assert said <= 4
    assert by_hand > 7 * said


def test_at_a_table_the_log_is_the_same() -> None:
    (by_hand, asked), (lasting, said) = evening(lasts=False), evening(lasts=True)
    check(asked.passes[0], said.passes[0], b"\n".join(by_hand.lines), b"\n".join(lasting.lines))


@pytest.mark.exhaustive
def test_in_a_terminal_where_a_game_is_written_down_the_log_is_the_same() -> None:
    logs, asked, texts = [], [], []
    for lasts in (False, True):
        table = table_of(header_of(GAME, 3))
        person = Person(table, lasts=lasts)
        console = Console(person.typed, width=200)
        assert Session(table, console).go()
        logs.append(b"\n".join(table.lines))
        asked.append(person.passes[0])
        texts.append(console.text)
    check(asked[0], asked[1], *logs)
    assert "Ada (seat 0) passes (from now on in this round; stop ends it)." in texts[1]
    assert "Ada (seat 0) passes (as said before)." in texts[1]
    assert "as said" not in texts[0]
    assert f"  or: {WORDS}" in texts[0], "it is listed"


@pytest.mark.exhaustive
def test_in_a_terminal_against_bots_the_log_is_the_same() -> None:
    logs, asked = [], []
    for lasts in (False, True):
        table, seated, terms = with_bots(GAME, "me", "heuristic", "heuristic")
        person = Person(table, lasts=lasts)
        assert play_with_bots(table, Console(person.typed, width=200), seated, terms, None, None)
        logs.append(b"\n".join(table.lines))
        asked.append(person.passes[0])
    check(asked[0], asked[1], *logs)


def until_asked_to_pass() -> tuple[Table, Person]:
    """A game up to where somebody may pass."""
    return until(lambda table: Pass() in table.state.legal((*due(table), 0)[0]))


def by_itself(table: Table) -> list[int]:
    """Which steps were made without anybody being asked."""
    return [at for at, step in enumerate(table.steps) if step.by_itself]


def test_it_ends_with_the_round_and_when_it_is_taken_back() -> None:
    table, _ = until(lambda table: bool(by_itself(table)))
    assert [*table.lasting] == [0]
    first = table.state.round
    table.ask_again(0)
    assert not table.lasting
    while 0 not in due(table):
        table.answer(due(table)[0], table.state.legal(due(table)[0])[0])
    assert table.state.round == first
    assert Pass() in table.state.legal(0)
    table, _ = until(lambda table: bool(by_itself(table)) and table.state.round == 2)
    assert not table.lasting


def test_undo_passes_over_what_was_made_by_itself_and_takes_back_that_it_lasts() -> None:
    table, _ = until(lambda table: bool(table.steps) and table.steps[-1].by_itself)
    whole, said = table.lines, table.lasting[0].step
    before = [step for step in table.steps if not step.by_itself][-1]
    gone = table.cut(table.last_choices(1))
    assert [step.by_itself for step in gone][-1]
    assert gone[0].event == before.event or not isinstance(gone[0].event, MoveEvent)
    assert [*table.lasting] == [0], "it was said before"
    assert table.again().stopped is None
    assert (table.lines, table.taken_back) == (whole, [])
    table.cut(by_itself(table)[-1])  # somebody goes back to just that pass, to do something else
    assert (due(table), [*table.lasting]) == ((0,), [])
    table.answer(0, next(move for move in table.state.legal(0) if isinstance(move, Supply)))
    table.cut(said)
    assert (due(table), [*table.lasting]) == ((0,), [])


def test_stop_in_a_terminal_asks_again() -> None:
    answers: list[str] = []

    def typed(question: str) -> str | None:
        if by_itself(table) and not answers:
            answers.append(question)
            return "stop"
        return None if answers and question.startswith("Ada") else person.typed(question)

    table = table_of(header_of(GAME, 3))
    person, console = Person(table, lasts=True), Console(typed, width=200)
    assert not Session(table, console).go()
    assert "Ada (seat 0) is asked again." in console.text
    assert Pass() in table.state.legal(0)
    assert person.passes[0] == 1


def test_its_first_words_are_enough() -> None:
    table, person = until_asked_to_pass()
    seat, words = due(table)[0], iter(["Pass until"])
    assert not Session(table, Console(lambda _: next(words, None), width=200)).go()
    assert seat in table.lasting
    assert table.steps[-1].event.move == Pass()  # type: ignore[union-attr]
    assert person.passes[0] == 0


@pytest.mark.parametrize(("passing", "move"), [("again", Supply((0, 0))), ("final", Pass())])
def test_nothing_else_lasts(passing: str, move: Any) -> None:
    """Where a pass is final, there is nothing to say."""
    table = table_of(header_of(GAME, 3, passing=passing))
    with pytest.raises(TableError, match="each time anew"):
        table.answer(due(table)[0], move, lasts=True)
