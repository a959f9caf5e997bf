"""A game in progress: answers in any order, what is taken back and played again, and failures, which change nothing."""

from __future__ import annotations

import errno
import os
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw
from cityleague.engine.registry import GAMES
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import Forfeit
from cityleague.replays.people import FileChangedError, Journal, NotSavedError, TableError, journal
from cityleague.replays.people.steps import OutdatedError
from cityleague.replays.people.table import Table
from cityleague.replays.replay import ComponentFiles

from ...rows import daily, rows
from .tables import (
    Made,
    Written,
    due,
    events,
    followed,
    header_of,
    is_valid,
    made_now,
    phases,
    played,
    shot,
    table_of,
    written,
)

SECRET = [("between_two_cities", 3), ("neom", 3), ("between_two_cities", 7), ("city_tycoon", 4), ("neom", 5)]
"""Games in which several seats are often due."""


# -- answers in any order


@pytest.mark.parametrize("orders", daily([2, 200]))
@rows(("game", "players"), SECRET)
def test_answers_in_any_order_are_the_same_game(game: str, players: int, orders: int, tmp_path: Path) -> None:
    """The same moves of each seat."""
    header = header_of(game, players)
    first = table_of(header)
    made = list(played(first, Stream("orders", game)))
    assert is_valid(tmp_path, first.lines)
    differ = 0
    for number in range(orders):
        stream, table = Stream(str(number), "order"), table_of(header)
        moves: dict[int, deque[Any]] = defaultdict(deque)
        for who, what in made:
            if not isinstance(who, str):
                moves[who].append(what)
        while seats := due(table):
            for seat in stream.draw(seats, len(seats)):  # a place may need that of another seat
                if made_now(table, seat, moves[seat][0]):
                    moves[seat].popleft()
                    break
            else:
                pytest.fail("nobody can do what was possible before")
        assert phases(table.lines) == phases(first.lines)
        assert is_valid(tmp_path, table.lines)
        differ += table.lines != first.lines
    assert differ


# -- what is taken back, and played again


class Model:
    """What people have done and taken back, told without a table."""

    def __init__(self, header: Any) -> None:
        self.header = header
        self.made: list[Made] = []
        self.kept: list[Made] = []

    def do(self, made: Made) -> None:
        self.made.append(made)
        for at, kept in enumerate(self.kept):
            if kept[0] == made[0]:
                del self.kept[at]
                break

    def cut(self, choices: int) -> None:
        self.kept = self.made[choices:] + self.kept
        del self.made[choices:]

    def again(self) -> tuple[int, Made | None]:
        log, played = written(self.header, self.made), 0
        while self.kept:
            try:
                log.do(self.kept[0])
            except (IllegalMove, LookupError):
                return played, self.kept[0]
            self.made.append(self.kept.pop(0))
            played += 1
        return played, None

    def before_last_choices(self, number: int) -> int:
        """How many are left without so many choices; a move without another one is none."""
        log, free = Written(self.header), []
        for at, event in enumerate(self.made):
            if isinstance(event[0], str):
                free.append(at)
            else:
                legal = log.state.legal(event[0])
                if len(legal) > 1 or log.setup.game.canonical(legal[0]) != legal[0]:
                    free.append(at)
            log.do(event)
        return free[-number] if number <= len(free) else 0


def length_of(model: Model, choices: int) -> int:
    """How many steps there are before a choice: what follows from those before belongs to these."""
    return len(written(model.header, model.made[:choices]).lines) - 1


def check_cuts(game: str, players: int, seed: str | None, number: int, steps: int, **options: Any) -> list[str]:
    """Let chance decide what is done, taken back and played again, and hold the table against the model."""
    header = header_of(game, players, seed, **options)
    table, model, stream = table_of(header), Model(header), Stream(str(number), "cuts")
    seen = []
    for step in range(steps):
        kind = stream.below(8)
        pending = table.pending()
        if isinstance(pending, Draw) and pending.hidden and (kind < 2 or not step):
            table.draw([None] * pending.take)
            model.do((pending.name, [None] * pending.take))
            seen.append("unseen")
        elif kind < 5:
            model_made = list(played(table, stream, 1 + stream.below(6)))
            for made in model_made:
                model.do(made)
        elif kind == 5:
            wanted = 1 + stream.below(5)
            left = model.before_last_choices(wanted)
            at = table.last_choices(wanted)
            assert at in (length_of(model, left), 0 if left == 0 else None)
            table.cut(at)
            model.cut(left)
        elif kind == 6:
            wanted = stream.below(table.moves + 3)
            moves = [at for at, event in enumerate(model.made) if not isinstance(event[0], str)]
            left = moves[wanted] if wanted < len(moves) else len(model.made)
            table.cut(table.after_moves(wanted))
            model.cut(left)
        else:
            again, (count, stopped) = table.again(), model.again()
            assert again.played == count
            assert (again.stopped is None) == (stopped is None)
            if again.stopped is not None:
                assert again.why
                seen.append("stopped")
                assert stopped
                event = again.stopped.event
                assert stopped[0] == getattr(event, "chance", getattr(event, "seat", None))
            seen += ["again"] * (count > 0)
        expected = written(header, model.made)
        lines = table.lines[:-1] if table.pending() is None else table.lines
        assert lines == expected.lines
        assert table.state.digest() == expected.state.digest() == followed(header, table.lines).digest()
        assert table.pending() == expected.state.pending()
        assert len(table.taken_back) == len(model.kept)
        for seat in due(table):
            assert list(table.state.legal(seat)) == list(expected.state.legal(seat))
    return seen


def test_what_is_taken_back_and_played_again_is_as_if_it_had_been_played_so() -> None:
    seen = check_cuts("between_two_cities", 3, None, 3, 40) + check_cuts("between_two_cities", 2, "7", 5, 20)
    assert {"again", "stopped", "unseen"} <= set(seen)


@pytest.mark.exhaustive
@rows("game", sorted(GAMES))
def test_what_is_taken_back_in_any_game_and_played_again_is_as_if_it_had_been_played_so(game: str) -> None:
    seen = []
    for number in range(12):
        seen += check_cuts(game, 3 + number % 2, None if number % 3 else "7", number, 40)
    assert {"again", "stopped"} <= set(seen)


def test_three_choices_taken_back_one_by_one_and_played_again_give_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    table = table_of(header_of("between_two_cities", 2), path)
    list(played(table, Stream("1", "undo")))
    whole, digest = path.read_bytes(), table.state.digest()
    for _ in range(3):
        table.cut(table.last_choices(1))
    assert b'"result"' not in path.read_bytes()
    assert is_valid(tmp_path, path.read_bytes().splitlines(), over=False)
    again = table.again()
    assert (again.stopped, table.taken_back) == (None, [])
    assert path.read_bytes() == whole
    assert table.state.digest() == digest


def test_the_first_of_what_follows_that_is_not_possible_any_more_is_named_and_kept() -> None:
    table = table_of(header_of("between_two_cities", 3))
    first, *others = table.state.legal(0)
    other = next(move for move in others if not {*move.tiles} & {*first.tiles})
    for seat, move in ((0, first), (1, table.state.legal(1)[0]), (2, table.state.legal(2)[0])):
        table.answer(seat, move)
    table.answer(0, table.state.legal(0)[0])
    follower = table.steps[-1].event
    table.cut(table.after_moves(0))
    table.answer(0, other)  # this stands for the first pick; what was done with it cannot be done again
    again = table.again()
    assert again.stopped
    assert (again.played, again.stopped.event) == (2, follower)
    assert again.why
    assert table.taken_back[0].event == follower


@rows(("game", "seed"), [("between_two_cities", "7"), ("between_two_cities", None), ("twentieth_century", "7")])
def test_a_cut_anywhere_leaves_a_log_as_it_would_be_there(game: str, seed: str | None) -> None:
    header = header_of(game, 3, seed)
    table = table_of(header)
    list(played(table, Stream("4", "anywhere"), 45))
    whole, steps = table.lines, len(table.steps)
    assert any(b'{"check"' in line for line in whole)
    for length in range(steps):
        table.cut(length)
        kept = [event for event in events(whole[: 1 + length]) if isinstance(event[0], int) or seed is None]
        assert table.lines == written(header, kept).lines == whole[: len(table.lines)]
        assert table.state.digest() == followed(header, table.lines).digest()
        assert table.again().stopped is None
        assert table.lines == whole


def test_a_game_goes_on_from_a_log_that_leaves_out_hidden_draws(tmp_path: Path) -> None:
    header, stream = header_of("between_two_cities", 3, None), Stream("5", "left out")
    table, made = table_of(header), list[Made]()
    while table.moves < 30:
        pending = table.pending()
        if isinstance(pending, Draw):
            made.append((pending.name, [None] * pending.take))
            table.draw([None] * pending.take)
        made += played(table, stream, 1)
    assert table.lines == written(header, made).lines
    short = [line for line in table.lines if b"null" not in line]
    assert len(short) < len(table.lines) - 1
    path = tmp_path / "g.jsonl"
    again = Table(Journal(str(path)), header, ComponentFiles(), lines=short)
    assert again.state.digest() == table.state.digest()
    assert again.lines == short == path.read_bytes().splitlines()
    again.cut(again.last_choices(3))
    assert again.again().stopped is None
    assert again.lines == short
    list(played(again, stream))
    assert is_valid(tmp_path, again.lines)


# -- failures


def disk_full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def doings(table: Table) -> list[Callable[[], object]]:
    """All that changes a table where a decision is due."""
    seat = due(table)[0]
    return [
        lambda: table.answer(seat, table.state.legal(seat)[0]),
        lambda: table.forfeit(Forfeit(seat, "crash", "it has gone")),
        lambda: table.cut(table.last_choices(2)),
        table.again,
    ]


def test_a_failure_changes_nothing_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, header = tmp_path / "g.jsonl", header_of("between_two_cities", 3)
    table, stream, made = table_of(header, path), Stream("3", "fails"), list[Made]()
    made += played(table, stream, 9)
    table.cut(table.last_choices(1))
    made.pop()
    before = shot(table)
    for do in doings(table):
        with monkeypatch.context() as patch:
            patch.setattr(journal, "write_log", disk_full)
            with pytest.raises(NotSavedError):
                do()
        assert shot(table) == before
    seat = due(table)[0]
    absent = next(seat for seat in range(3) if seat not in due(table)) if len(due(table)) < 3 else None
    foreign = Table(Journal(None), header_of("neom", 2), ComponentFiles()).state.legal(0)[0]
    legal = table.state.legal(seat)
    wrong: list[tuple[type[Exception], Callable[[], object]]] = [
        (IllegalMove, lambda: table.answer(seat, foreign)),
        (OutdatedError, lambda: table.answer(seat, legal[0], "0-000000000000")),
        (OutdatedError, lambda: table.draw(["park"])),
        (OutdatedError, lambda: table.draw([], table.revision - 1)),
        (TableError, lambda: table.answer(3, legal[0])),
        (TableError, lambda: table.answer(-1, legal[0])),
        (TableError, lambda: table.forfeit(Forfeit(9, "crash", "who?"))),
    ]
    if absent is not None:
        wrong.append((IllegalMove, lambda: table.answer(absent, legal[0])))
    for error, do in wrong:
        with pytest.raises(error):
            do()
        assert shot(table) == before
    made += played(table, stream, 5)
    assert table.lines == written(header, made).lines
    other = path.read_bytes() + b"\n"
    path.write_bytes(other)
    before = shot(table)
    for do in doings(table):
        with pytest.raises(FileChangedError):
            do()
        assert shot(table) == before
    path.unlink()
    made += played(table, stream, 1)
    assert path.read_bytes() == b"".join([line + b"\n" for line in written(header, made).lines])


@rows("order", [[], ["park"], ["park"] * 99, ["boat"] * 14, [None] * 13, [7] * 14, [*["park"] * 13, "boat"]])
def test_a_wrong_draw_changes_nothing(order: list[Any], tmp_path: Path) -> None:
    table = table_of(header_of("between_two_cities", 2, None), tmp_path / "g.jsonl")
    before = shot(table)
    with pytest.raises(TableError):
        table.draw(order)
    assert shot(table) == before
    assert next(played(table, Stream("1", "draw"), 1))


def test_a_seat_forfeits_once_and_the_log_stays_valid(tmp_path: Path) -> None:
    table = table_of(header_of("between_two_cities", 2))
    table.forfeit(Forfeit(0, "crash", "it has gone"))
    with pytest.raises(TableError):
        table.forfeit(Forfeit(0, "crash", "it has gone again"))
    list(played(table, Stream("1", "forfeit")))
    with pytest.raises(TableError):
        table.forfeit(Forfeit(1, "crash", "too late"))
    assert is_valid(tmp_path, table.lines)
    assert b'"forfeits":[{"seat":0' in table.lines[-1]


def test_a_forfeit_that_is_taken_back_and_played_again_gives_the_same_bytes() -> None:
    table = table_of(header_of("between_two_cities", 2))
    list(played(table, Stream("1", "forfeit"), 4))
    table.forfeit(Forfeit(due(table)[0], "crash", "it has gone"))
    list(played(table, Stream("2", "forfeit"), 3))
    before = table.lines
    table.cut(table.last_choices(4))
    assert not table.forfeits
    assert table.again().stopped is None
    assert table.lines == before
