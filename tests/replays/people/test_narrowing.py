"""A legal move found by what is tapped and picked, in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays import recorded_games
from cityleague.replays.people.narrowing import Narrowing, choices, narrowing_of

from ...benchmarks.taps import taps_of, unseen, way
from ...rows import rows

EXAMPLES = Path(__file__).parents[3] / "examples"
TAPS = 1.6
"""A move, on average over a game, at most (the page of the benchmarks)."""
LETTERS = 90
"""The longest words of a button: three lines on a phone."""


class Put(msgspec.Struct, frozen=True, tag="put"):
    """A move with places."""

    tiles: tuple[str, ...]
    cell: int
    turn: int = 0


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    """A move without places."""

    coins: int


class Leave(msgspec.Struct, frozen=True, tag="leave_it"):
    """A move without fields."""


PUTS = [Put(("a", "a"), 1), Put(("a", "b"), 1), Put(("a", "b"), 2), Put(("b",), 2), Put(("b",), 2, 3)]
BOARD = Narrowing(PUTS, [[*move.tiles, f"cell {move.cell}"] for move in PUTS])
AUCTION = Narrowing([*map(Bid, range(2, 20)), Leave()], [()] * 19)
BESIDE = Narrowing([Put(("a",), 1), Put(("a",), 2), Leave()], [["cell 1"], ["cell 2"], []])


@rows(
    "taps, left, lit",
    [
        ([], [0, 1, 2, 3, 4], {"a", "b", "cell 1", "cell 2"}),
        (["a"], [0, 1, 2], {"a", "b", "cell 1", "cell 2"}),
        (["a", "a"], [0], set()),
        (["b"], [1, 2, 3, 4], {"a", "cell 1", "cell 2"}),
        (["cell 1"], [0, 1], {"a", "b"}),
        (["cell 2"], [2, 3, 4], {"a"}),
        (["cell 1", "b"], [1], set()),
        (["b", "cell 2"], [2, 3, 4], {"a"}),
        (["a", "b", "cell 2"], [2], set()),
    ],
)
def test_what_has_been_tapped_leaves_the_moves_that_have_it(taps: list[str], left: list[int], lit: set[str]) -> None:
    for order in permutations(taps):
        step = BOARD.after(order)
        assert [*step.moves] == left
        assert {*step.tokens} == lit
        assert step.chosen == (left[0] if len(left) == 1 else None)


@rows(
    "narrowing, taps, picks, told, fields",
    [
        (BOARD, [], [], (), []),
        (BOARD, ["b", "cell 2"], [], (3, 4), [("turn", ["0", "3"], False)]),
        (BOARD, ["b", "cell 2"], [("turn", "3")], (4,), []),
        (BESIDE, [], [], (2,), [("type", ['"leave_it"'], False)]),
        (BESIDE, ["cell 2"], [], (1,), []),
        (BESIDE, [], [("type", '"leave_it"')], (2,), []),
        (
            AUCTION,
            [],
            [],
            tuple(range(19)),
            [("type", ['"bid"', '"leave_it"'], False), ("coins", [f"{coins}" for coins in range(2, 20)], True)],
        ),
        (AUCTION, [], [("type", '"leave_it"')], (18,), []),
        (AUCTION, [], [("coins", "7")], (5,), []),
    ],
)
def test_what_places_do_not_tell_apart_is_told_by_fields(
    narrowing: Narrowing,
    taps: list[str],
    picks: list[tuple[str, str]],
    told: tuple[int, ...],
    fields: list[tuple[str, list[str], bool]],
) -> None:
    step = narrowing.after(taps, picks)
    assert step.told == told
    assert [(field.name, [*field.values], field.is_stepped) for field in step.fields] == fields


def test_of_fields_that_tell_the_same_apart_one_is_shown() -> None:
    (field,) = Narrowing([Put((), 1, 3), Put((), 2, 4)], [()] * 2).after().fields
    assert field.name == "cell"
    moves = [Put((), 1, 3), Put((), 2, 4), Put((), 2, 5)]
    assert [field.name for field in Narrowing(moves, [()] * 3).after().fields] == ["cell", "turn"]


def test_numbers_are_stepped_through_where_they_are_many_in_a_row() -> None:
    for moves, is_stepped in ((range(0, 26, 2), False), (range(12), False), (range(13), True)):
        (field,) = Narrowing([*map(Bid, moves)], [()] * len(moves)).after().fields
        assert (field.name, field.is_stepped) == ("coins", is_stepped)


@rows("taps, picks", [(["c"], []), (["b", "b"], []), (["a", "a", "cell 2"], []), ([], [("coins", "5")]),
                      ([], [("turn", "9")]), (["cell 1"], [("turn", "3")])])  # fmt: skip
def test_what_no_legal_move_has_is_refused(taps: list[str], picks: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match="no legal move has all of this"):
        BOARD.after(taps, picks)


def test_every_move_is_reached_by_what_is_shown() -> None:
    for narrowing in (BOARD, AUCTION, BESIDE):
        for move in range(len(narrowing.moves)):
            found = way(narrowing, move)
            assert narrowing.after(found.tapped, found.picked).chosen == move
    assert way(BOARD, 1).taps == 3
    assert [way(AUCTION, move).taps for move in (0, 1, 17, 18)] == [1, 2, 3, 1]


@pytest.mark.parametrize("log", ["by-hand", "card-city-by-hand", "city-tycoon-by-hand", "neom-by-hand",
                                 "twentieth-century-by-hand"])  # fmt: skip
def test_moves_of_recorded_games_take_few_taps(log: str) -> None:
    for counts in taps_of(str(EXAMPLES / f"{log}.jsonl")).values():
        assert sum(counts) <= TAPS * len(counts)


def test_a_game_with_hands_that_nobody_saw_takes_at_most_105_taps(tmp_path: Path) -> None:
    log = tmp_path / "unseen.jsonl"
    log.write_bytes(unseen(EXAMPLES / "by-hand.jsonl"))
    (counts,) = taps_of(str(log)).values()
    assert len(counts) == 63
    assert sum(counts) <= 105


def asked(game: str) -> Iterator[list[str]]:
    """What buttons say of moves that have the same places, or none, in a recorded game."""
    for recorded in recorded_games(str(EXAMPLES / f"conformance/good/{game}.jsonl")):
        for position in recorded.positions():
            if position.seat is not None:
                view, legal = position.state.view(position.seat), position.legal()
                places = narrowing_of(position.setup, view, legal).places
                for there in {tuple(sorted(tokens.items())): tokens for tokens in places}.values():
                    moves = [move for move, tokens in zip(legal, places, strict=True) if tokens == there]
                    yield choices(position.setup, view, moves, position.header.players)


@pytest.mark.parametrize("game", GAMES)
def test_buttons_tell_moves_apart_in_few_words_without_coordinates(game: str) -> None:
    for words in asked(game):
        assert len({*words}) == len(words), words
        for word in words:
            assert 0 < len(word) <= LETTERS, word
            assert not re.search(r"-?\d, -?\d|[_{}\[\]]", word), word


@rows(
    "game, said",
    [
        ("neom", r"Sell the [\w -]+ for \d+"),
        ("neom", r"For \d+, buying [a-z]+ \(\d+\) from \S+"),
        ("neom", r"For \d+, buying [a-z]+ by the east route from the bank"),
        ("twentieth_century", "Half round"),
        ("twentieth_century", r"\d+ coins"),
        ("twentieth_century", r"\d+ science"),
        ("city_tycoon", r"\d (red|blue)( for|, ).* money.*"),
        ("card_city_xl", r"\d+ \$ on the second lot"),
    ],
)
def test_buttons_say_what_tells_moves_apart(game: str, said: str) -> None:
    assert any(re.fullmatch(said, word) for words in asked(game) for word in words)
