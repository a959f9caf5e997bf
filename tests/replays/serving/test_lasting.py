"""Passing until further notice, in the browser: one answer a round, a button that ends it, and nobody else knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.city_tycoon.moves import Pass
from cityleague.replays.people import journal
from cityleague.replays.people.steps import only
from cityleague.replays.replay import validate
from cityleague.replays.serving import Seated
from tests.replays.people.tables import due
from tests.replays.people.test_lasting import GAME, WORDS, Person, check, evening
from tests.replays.serving.visiting import House, Page, Visitor, house

PLAYERS = {"player0": "Ada", "player1": "Ben", "player2": "Cleo"}
BUTTON = WORDS.capitalize().replace(" i ", " I ")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are written, but nobody waits for the disk."""
    monkeypatch.setattr(journal, "write_log", lambda path, data, durable: Path(path).write_bytes(data))


class Waiting(Person):
    """Leaves moves without an alternative to the server, which makes them by itself."""

    def move(self) -> tuple[int, Any, bool]:
        """Who moves how now, once there is a choice."""
        table = self._table
        while True:
            revision, seats = table.revision, due(table)[:1]
            questions = [table.question(seat) for seat in seats]
            if not any(question and only(table.setup, question.legal) for question in questions):
                if revision == table.revision:
                    return super().move()
            else:
                table.wait(revision, 10)


def begun(there: House, how: str, **form: str) -> tuple[Visitor, Seated, Person]:
    """A game that goes on."""
    visitor = there.visitor()
    assert visitor.post({**PLAYERS, "seed": "7", **form}, f"/new/{how}/{GAME}").status == 200
    seated = there.tables.at(visitor.path.rpartition("/")[2])
    assert seated
    return visitor, seated, Waiting(seated.table, lasts=True)


def answer(visitor: Visitor, seated: Seated, made: tuple[int, Any, bool]) -> Page:
    """Do on the page of a seat what somebody wants; the page then."""
    seat, move, lasts = made
    if lasts:
        page = visitor.get(visitor.get(f"{visitor.path}?seat={seat}").link(BUTTON).to)
        assert page.parts["question"].endswith(f"{BUTTON}?"), "it is chosen, and not done yet"
        assert page.sent
        assert seat not in seated.table.lasting
        return visitor.post(page.sent)
    question = seated.table.question(seat)
    assert question
    at = list(question.legal).index(move)
    return visitor.post({"do": "move", "seat": str(seat), "q": question.key, "move": str(at)})


@pytest.mark.exhaustive
def test_where_a_game_is_written_down_the_log_is_the_same(tmp_path: Path) -> None:
    by_hand, asked = evening(lasts=False)
    with house(tmp_path) as there:
        visitor, seated, person = begun(there, "record")
        while due(seated.table):
            seat, move, lasts = person.move()
            if lasts:
                assert answer(visitor, seated, (seat, move, lasts)).status == 200
            else:
                seated.table.answer(seat, move)
        lines = seated.table.lines
    check(asked.passes[0], person.passes[0], *[b"\n".join(log[1:]) for log in (by_hand.lines, lines)])
    assert [report.finding for report in validate(str(next(tmp_path.glob("*.jsonl"))))] == [None]


def lasting(visitor: Visitor, seated: Seated, person: Person) -> Page:
    """Go on until Ada has said that she passes until further notice; the page then."""
    while 0 not in seated.table.lasting:
        page = answer(visitor, seated, person.move())
        assert page.status == 200, page.parts
    return page


def test_it_stands_on_the_page_and_can_be_stopped_and_taken_back(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, seated, person = begun(there, "record")
        page = lasting(visitor, seated, person)
        said = f"Ada has said: {WORDS}. Stop It holds in this round, while cityleague runs."
        assert page.parts["said"] == "Ada passed for now."
        assert said in page.parts["asking"]
        assert said in visitor.get(visitor.path).parts["asking"], "also after a reload"
        page = visitor.post(page.form("Undo"))
        assert said not in page.parts["asking"]
        assert page.link(BUTTON)
        page = lasting(visitor, seated, person)
        page = visitor.post(page.form("Stop"))
        assert page.parts["said"] == "Ada is asked again."
        assert said not in page.parts["asking"]
        while not (0 in due(seated.table) and Pass() in seated.table.state.legal(0)):
            answer(visitor, seated, person.move())
        assert seated.table.state.round == 1
        assert visitor.post({"do": "lasting", "seat": "0", "q": "", "move": "0"}).status == 409


@pytest.mark.exhaustive
def test_only_whoever_said_it_learns_of_it(tmp_path: Path) -> None:
    """A seat's page is the same as if each pass were made by hand, but for those who made it."""
    with house(tmp_path, lan="192.168.7.7") as there:
        host, seated, person = begun(there, "play", seed="")
        host.path = f"/game/{seated.name}"
        phones = {}
        for token, seat in seated.tokens.items():
            phones[seat] = Visitor(there.port, f"192.168.7.7:{there.port}")
            phones[seat].path = f"/seat/{token}"
        while 0 not in seated.table.lasting:
            seat, move, lasts = person.move()
            assert answer(phones[seat], seated, (seat, move, lasts)).status == 200
        assert WORDS in phones[0].get(phones[0].path).text
        for seat in (1, 2, None):
            assert "has said" not in phones[seat].get(phones[seat].path).text
            assert phones[seat].post({"do": "ask", "seat": "0"}).status in (200, 400)
            assert 0 in seated.table.lasting, "each answers for its own seat alone"
        assert "has said" not in host.get(host.path).text
        assert "has said" not in host.get(f"{host.path}?seat=1").text
        assert WORDS in host.get(f"{host.path}?seat=0").text
