"""What a seat may not know never leaves the server for it: its pages are the same whatever the hidden things are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, State
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays import play
from cityleague.replays.people import Table
from cityleague.replays.serving.pointing import Pointed
from cityleague.replays.serving.rendering import Eyes, table_page
from cityleague.replays.serving.seated import Seated
from tests.replays.people.tables import events, header_of, table_of
from tests.replays.serving.visiting import Page
from tests.rows import daily

NOTHING = Pointed()


class Quiet(Seated):
    """A table at which nothing happens by itself."""

    def _watch(self) -> None:
        pass


def in_place(table: Table, state: State[Any]) -> None:
    """Let the table be in this position."""
    table._state, table._questions = state, {}
    table.revision += 1


def page_of(seated: Seated, seat: int, pointed: Pointed = NOTHING) -> str:
    """The page of a seat, but for the number of the revision, which every change makes another one."""
    return table_page(seated, Eyes(seat, False), pointed).replace(seated.revision, "now")


SOME = [(name, 7, 150) for name in GAMES]
ALL = [(name, 1, 10_000) for name in GAMES]


@pytest.mark.parametrize(("name", "every", "most"), daily([*SOME, *ALL], 2))
def test_pages_are_the_same_whatever_is_hidden(name: str, every: int, most: int) -> None:
    """One of `every` positions is looked at, after `most` moves at most."""
    seats = 3
    assert seats in find_game(name).seats
    log = play(name, ["random"] * seats, seed="11").log.splitlines()
    table = table_of(header_of(name, seats, seed="11"))
    seated = Quiet("game.jsonl", table, {})
    looked = other = 0
    for number, (seat, move) in enumerate([event for event in events(log) if isinstance(event[0], int)][:most]):
        for eyes in range(seats) if number % every == 0 else ():
            state = table.state
            pages = [page_of(seated, eyes)]
            pointed = [link.to for link in Page(200, {}, pages[0]).links if "tap=" in link.to or "pick=" in link.to]
            taps = [Pointed.at(to[1:]) for to in pointed[:1]]
            pages += [page_of(seated, eyes, tap) for tap in taps]
            imagined = seated.setup.imagine(state.view(eyes), Stream(f"{number} {eyes}", "secrets"))
            in_place(table, imagined)
            assert [page_of(seated, eyes), *[page_of(seated, eyes, tap) for tap in taps]] == pages
            in_place(table, state)
            looked += 1
            other += imagined.digest() != state.digest()
        assert isinstance(seat, int)
        table.answer(seat, move)
    assert other > looked / 4


def test_a_page_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The test above fails if a page is made of more than the view."""
    from cityleague.replays.serving import rendering  # noqa: PLC0415

    honest = rendering.rendered

    def leaking(template: str, **values: Any) -> str:
        return honest(template, **values) + table.state.digest()

    monkeypatch.setattr(rendering, "rendered", leaking)
    table = table_of(header_of("neom", 3, seed="11"))
    seated = Quiet("game.jsonl", table, {})
    state = table.state
    page = page_of(seated, 0)
    in_place(table, seated.setup.imagine(state.view(0), Stream("1", "secrets")))
    assert page_of(seated, 0) != page


def test_all_who_choose_in_secret_learn_nothing_before_the_last() -> None:
    table = table_of(header_of("between_two_cities", 3, seed="3"))
    seated = Quiet("game.jsonl", table, {})
    before = page_of(seated, 1)
    question = table.question(1)
    pages = []
    for number in (0, 5):
        table.answer(0, table.state.legal(0)[number])
        after = page_of(seated, 1)
        now = table.question(1)
        assert now is not None
        assert question is not None
        assert now.key == question.key
        assert Page(200, {}, after).links == Page(200, {}, before).links
        pages.append(after)
        table.cut(len(table.steps) - 1)
        assert "Ada decided in secret." in Page(200, {}, after).parts["log"]
    assert pages[0] == pages[1], "whatever has been chosen"
    pending = table.state.pending()
    assert isinstance(pending, Decision)
