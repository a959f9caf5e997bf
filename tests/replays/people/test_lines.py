"""What is typed at a table: whole turns on one line, moves put together by words, and what can be taken back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import ChanceEvent, MoveEvent
from cityleague.replays.people import Session
from cityleague.replays.people.steps import only
from cityleague.replays.people.table import Table

from ...rows import daily, rows
from .tables import NAMES, Console, Made, due, header_of, is_valid, played, table_of, written

# -- whole turns on one line


def in_turn(players: int, seed: str) -> list[Made]:
    """A game of Between Two Cities at random, in the order of seats."""
    table, stream, made = table_of(header_of("between_two_cities", players, seed)), Stream(seed, "turns"), list[Made]()
    while seats := due(table):
        move = stream.choice(table.state.legal(seats[0]))
        made.append((seats[0], move))
        table.answer(seats[0], move)
    return made


def typed(made: Sequence[Made], players: int, *, unseen: bool) -> Iterator[str]:
    """What is typed for this game: draws, and for each pick a line of the places where its tiles went."""
    log, coming = written(header_of("between_two_cities", players, None), []), deque(made)
    dealt = table_of(header_of("between_two_cities", players, "7"))
    while coming or isinstance(log.state.pending(), Draw):
        draw = log.state.pending()
        if isinstance(draw, Draw):
            told = [step.event for step in dealt.steps if isinstance(step.event, ChanceEvent)]
            order = next(event.order for event in told if event.chance == draw.name)
            yield "unseen" if unseen else " ".join(map(str, order))
            log.do((draw.name, [None] * draw.take if unseen else list(order)))
            continue
        seat, move = coming.popleft()
        assert not isinstance(seat, str)
        dealt.answer(seat, move)
        if type(move).__name__ == "Pick" and not only(log.setup, log.state.legal(seat)):
            turn = [move for who, move in coming if who == seat][:2]
            yield "; ".join([_words(move, players, seat) for move in turn])
        log.do((seat, move))


def _words(place: Any, players: int, seat: int) -> str:
    """`office ben 1,0`; with two players: `office left 1,0`."""
    partner = NAMES[(seat + (1 if place.city == "left" else -1)) % players]
    names = place.tile.replace("/", " above ").replace("|", " beside ").replace("tavern-", "tavern ").split()
    city = partner if players > 2 else place.city
    return " ".join([*names, city.lower(), ",".join(map(str, place.cell))])


@pytest.mark.exhaustive
@pytest.mark.parametrize(("players", "unseen"), daily([(3, True), (3, False), (4, True), (2, False), (7, True)]))
def test_a_game_can_be_recorded_by_where_the_tiles_were_placed(players: int, unseen: bool, tmp_path: Path) -> None:
    made = in_turn(players, "7")
    lines = list(typed(made, players, unseen=unseen))
    waiting = deque(lines)
    table = table_of(header_of("between_two_cities", players, None), tmp_path / "g.jsonl")
    console = Console(lambda _: waiting.popleft() if waiting else None, width=200)
    Session(table, console).go()
    events = [(step.event.seat, step.event.move) for step in table.steps if isinstance(step.event, MoveEvent)]
    assert events == made, console.text[-3000:]
    assert not [line for line in lines if "pick" in line]
    assert is_valid(tmp_path, table.lines)
    assert table.pending() is None


# -- moves put together by words


def unlisted(table: Table, seat: int) -> Iterator[tuple[int, Any]]:
    """Builds that the rules allow with ways to pay that are not listed, and which listed move each is like."""
    legal = list(table.state.legal(seat))
    for at, move in enumerate(legal):
        for number, bought in enumerate(getattr(move, "buy", ())):
            for seller in [None, *range(table.setup.seats)]:
                for way in [None, "left", "right"]:
                    other = msgspec.structs.replace(bought, seller=seller, way=way)
                    buy = (*move.buy[:number], other, *move.buy[number + 1 :])
                    new = msgspec.structs.replace(move, buy=buy)
                    try:
                        table.state.verify(seat, new)
                    except IllegalMove:
                        continue
                    if new not in legal:
                        yield at, new


def in_words(buy: Sequence[Any]) -> str:
    """Goods as they are typed: `wood Ben left, ore`."""
    return ", ".join([
        " ".join([
            good.good, *([NAMES[good.seller]] if good.seller is not None else []), *([good.way] if good.way else [])
        ])
        for good in buy
    ])  # fmt: skip


def check_payments(players: int, seed: str, most: int) -> int:
    """Put together payments that are not listed, by words; how many."""
    table, found = table_of(header_of("neom", players, seed)), 0
    stream = Stream(seed, "payments")
    for _ in played(table, stream):
        if not (seats := due(table)) or found == most:
            continue
        for at, wanted in list(unlisted(table, seats[0]))[:1]:
            answers = deque([f"edit {at + 1}"])

            def answer(question: str, wanted: Any = wanted, answers: deque[str] = answers) -> str | None:
                if question.endswith("move> "):
                    return answers.popleft() if answers else None
                return in_words(wanted.buy) if question.startswith("buy [") else ""

            console = Console(answer, width=200)
            before = len(table.steps)
            Session(table, console).go()
            events = [step.event for step in table.steps[before:] if isinstance(step.event, MoveEvent)]
            assert events, console.text[-2000:]
            assert (events[0].seat, events[0].move) == (seats[0], wanted)
            found += 1
            table.cut(before)
    return found


def test_a_way_to_pay_that_is_not_listed_is_put_together_by_words() -> None:
    assert check_payments(3, "1", 3) == 3


@pytest.mark.exhaustive
@rows("players", [3, 4, 5])
def test_ways_to_pay_that_are_not_listed_are_put_together_by_words(players: int) -> None:
    assert sum([check_payments(players, str(seed), 40) for seed in range(4)]) > 20


def test_a_way_to_pay_against_bots_is_shown_in_words_before_it_is_made() -> None:
    table = table_of(header_of("neom", 3, "1"))
    made = played(table, Stream("1", "payments"))
    at, wanted = next(found for _ in made if due(table) for found in unlisted(table, due(table)[0]))
    typed = deque([f"edit {at + 1}", ""])

    def answer(question: str) -> str | None:
        if question.endswith("move> "):
            return typed.popleft() if typed else None
        return in_words(wanted.buy) if question.startswith("buy [") else ""

    console, before = Console(answer, width=200), len(table.steps)
    Session(table, console, {0, 1, 2}).go()
    (shown,) = [said for said in console.said if said.endswith("Enter makes this move.")]
    assert "(tile=" not in shown
    assert shown.strip().startswith("builds ")
    (event,) = [step.event for step in table.steps[before:] if isinstance(step.event, MoveEvent)][:1]
    assert event.move == wanted


@rows("text", ["wood,", "ore,,wood", "[" * 5000, "Ben", "wood Ben left right", '{"good":1}', "\ud800", "9" * 5000, "x"])
def test_what_is_no_payment_is_explained_and_asked_again(text: str) -> None:
    table = table_of(header_of("neom", 3, "1"))
    made = played(table, Stream("1", "payments"))
    at, _ = next(found for _ in made if due(table) for found in unlisted(table, due(table)[0]))
    typed, before = deque([text]), table.lines

    def answer(question: str) -> str | None:
        if question.startswith("buy ["):
            return typed.popleft() if typed else None
        return f"edit {at + 1}" if question.endswith("move> ") else ""

    console = Console(answer, width=200)
    Session(table, console).go()
    assert not typed
    assert sum([said.startswith("buy [") for said in console.said]) == 2
    assert any(said.startswith("buy: ") for said in console.said)
    assert table.lines == before


# -- what is taken back against others


class Undoing:
    """Somebody who plays at random for all people at a table, and now and then types undo."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table, self.stream, self.console = table, Stream(seed, "undo"), Console(self.answer, width=200)
        self.tried: tuple[int, bool] | None = None
        """At how many moves, and whether something could be taken back."""
        self.refused = self.allowed = 0

    def answer(self, question: str) -> str:
        table = self.table
        if not question.endswith("move> ") or self.console.said[-2].endswith("Enter makes this move."):
            return ""
        seat = due(table)[0]
        if self.tried is not None:
            moves, may = self.tried
            assert (table.moves < moves) == may
            assert may or "stands once another seat has moved" in self.console.said[-2]
            self.tried = None
        elif own := self._own(seat):
            may = any(own)
            if may and self.allowed < 4:
                self.allowed += 1
            elif not may:
                self.refused += 1
            if not may or self.allowed < 4:
                self.tried = table.moves, may
                return "undo"
        return str(1 + self.stream.below(len(table.state.legal(seat))))

    def _own(self, seat: int) -> list[bool]:
        """For each move of the seat since anybody else or chance has done something: whether there was another one."""
        own: list[bool] = []
        for step in reversed(self.table.steps):
            if hasattr(step.event, "check"):
                continue
            if not isinstance(step.event, MoveEvent) or step.event.seat != seat:
                break
            own.append(not only(self.table.setup, step.before.legal(seat)))
        return own


@pytest.mark.exhaustive
@rows(("game", "seed"), [("twentieth_century", "0"), ("between_two_cities", "0")])
def test_a_choice_is_taken_back_only_until_somebody_else_has_done_something(game: str, seed: str) -> None:
    table = table_of(header_of(game, 3, seed))
    undoing = Undoing(table, seed)
    assert Session(table, undoing.console, {0, 1, 2}).go()
    assert undoing.allowed
    assert undoing.refused or game == "between_two_cities"
