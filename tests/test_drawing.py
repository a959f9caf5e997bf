"""Text laid out to a terminal's width, whatever game it shows: no line too long, nothing cut where there is room."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.looks import picture
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.text import (
    LEAST_WIDTH,
    WIDTH,
    block_width,
    columns,
    cut,
    padded,
    seat_names,
    shortened,
    side_by_side,
    stacked,
    strips,
    whole,
    wrapped,
)
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.engine.words import seen

from .rows import daily

WIDTHS = (LEAST_WIDTH, 60, 79, WIDTH, 120, 200, 100_000)
UNITED = {"level": "advanced", "variants": ["united_city"]}
TABLES: list[tuple[str, int, Mapping[str, Any]]] = [
    *[(name, seats, {}) for name in GAMES for seats in (find(name).seats[0], find(name).seats[-1])],
    *[("card_city_xl", seats, UNITED) for seats in (2, 3, 4)],
    ("card_city_xl", 1, {"level": "normal", "variants": ["suburbs"]}),
]


class Table:
    """A game of random moves."""

    def __init__(self, name: str, seats: int, options: Mapping[str, Any]) -> None:
        game = find(name)
        self.setup = Setup(game, msgspec.convert(options, game.options), game.components(None), seats)
        self.state: State[Any] = self.setup.begin()
        self._stream = Stream(name, "moves")

    def move_on(self, steps: int) -> bool:
        """Play this many events, moves or draws; return whether the game goes on."""
        for _ in range(steps):
            due = self.state.pending()
            if due is None:
                return False
            if isinstance(due, Draw):
                self.state.resolve(outcome("drawing", due))
            else:
                seat = self._stream.choice(due.seats)
                self.state.apply(seat, self._stream.choice(self.state.legal(seat)))
        return True

    def finish(self) -> None:
        """Play to the end."""
        while self.move_on(1):
            pass

    def page(self, width: int, seat: int | None = None) -> str:
        """The table as it is drawn at a width."""
        return paint(self.setup, self.state.view(seat), width)


@pytest.mark.parametrize("all_widths", daily([False, True]))
@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_no_line_is_wider_than_its_room(name: str, seats: int, options: Mapping[str, Any], all_widths: bool) -> None:
    """Every day the first and the last position have every width, and those in between one after another."""
    table = Table(name, seats, options)
    going, number = True, 0
    while going:
        going, number = table.move_on(47), number + 1
        alone = number > 1 and going and not all_widths
        for width in [WIDTHS[number % len(WIDTHS)]] if alone else WIDTHS:
            text = table.page(width, seats - 1)
            assert max(map(len, text.splitlines())) <= width
            assert not any(line != line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize(("name", "seats", "options"), daily([*TABLES], 6), ids=str)
def test_every_width_shows_the_same(name: str, seats: int, options: Mapping[str, Any]) -> None:
    """Every width has all words and all tiles; only the row numbers are repeated in strips."""
    table = Table(name, seats, options)
    table.finish()
    told = [sorted(re.findall(r"[A-Za-z]{4,}", table.page(width))) for width in WIDTHS[1:]]
    assert all(words == told[0] for words in told)


def test_the_default_width_is_80_columns() -> None:
    for name in GAMES:
        table = Table(name, find(name).seats[-1], {})
        table.move_on(60)
        view = table.state.view(None)
        assert paint(table.setup, view) == paint(table.setup, view, 80)


# -- what there is room for


def in_a_line(text: str, what: str) -> list[int]:
    """How often a pattern occurs in each line that has it."""
    return [count for line in text.splitlines() if (count := len(re.findall(what, line)))]


@pytest.mark.parametrize(
    ("name", "seats", "title", "rows"),
    [
        ("between_two_cities", 7, r"City \d:", {40: [1] * 7, 80: [3, 3, 1], 120: [4, 3], 200: [7]}),
        ("card_city_xl", 4, r"City of seat \d", {40: [2, 2], 60: [3, 1], 80: [4], 200: [4]}),
        ("neom", 5, r"\bseat \d(?=  |$)", {40: [1] * 5, 80: [2, 2, 1], 120: [3, 2], 203: [5]}),
    ],
)
def test_cities_stand_side_by_side_as_far_as_there_is_room(
    name: str, seats: int, title: str, rows: dict[int, list[int]]
) -> None:
    table = Table(name, seats, {})
    assert {width: in_a_line(table.page(width), title) for width in rows} == rows


def heads(text: str) -> list[list[int]]:
    """The lines that number the columns of a picture."""
    lines = text.splitlines()
    return [list(map(int, line.split())) for line in lines if re.fullmatch(r" +-?\d+( +-?\d+)*", line)]


@pytest.mark.parametrize("level", ["simplified", "normal"])
def test_a_united_city_is_cut_only_where_there_is_no_room_for_it(level: str) -> None:
    """Squares are cut between cells, and each strip numbers its rows; hexagons, in rows that are offset, anywhere."""
    table = Table("card_city_xl", 2, {"level": level, "variants": ["united_city"]})
    table.move_on(90)
    whole_, parts = heads(table.page(80)), heads(table.page(40))
    assert len(whole_) == 1
    assert len(parts) == 2
    assert parts[0] + parts[1] == whole_[0]
    rows = [line[:3] for line in table.page(40).splitlines() if re.match(r" ?-?\d+ ", line)]
    assert rows[: len(rows) // 2] == rows[len(rows) // 2 :]


# -- the parts


def test_lines_are_wrapped_and_what_is_whole_is_kept_together() -> None:
    assert wrapped(["", "a bc de", "f"], 4, 2) == ["", "a bc", "  de", "f"]
    assert wrapped([f"one {whole('two three')} four"], 10, 1) == ["one", " two three", " four"]
    assert wrapped(["well-known words"], 8, 0) == ["well-kno", "wn words"]


def test_blocks_stand_side_by_side_with_an_empty_line_after_each_row() -> None:
    blocks = [["ab", "c"], ["d"], ["efg", "", "h"]]
    assert list(side_by_side(blocks, 100, 2)) == ["ab  d  efg", "c", "       h", ""]
    assert list(side_by_side(blocks, 5, 2)) == ["ab  d", "c", "", "efg", "", "h", ""]
    assert list(side_by_side(blocks, 4, 2)) == ["ab", "c", "", "d", "", "efg", "", "h", ""]
    assert list(side_by_side(blocks, 8, 2, 3)) == ["ab   d", "c", "", "efg", "", "h", ""]
    assert list(side_by_side([["too wide"]], 4, 2)) == ["too wide", ""]


def test_strips_are_few_and_equal() -> None:
    assert strips(range(-1, 9), 4) == [range(-1, 3), range(3, 7), range(7, 9)]
    assert strips(range(10), 5) == [range(5), range(5, 10)]
    assert strips(range(11), 10) == [range(6), range(6, 11)]
    assert strips(range(3), 3) == strips(range(3), 99) == [range(3)]


def test_stacked_blocks_have_an_empty_line_between_them() -> None:
    assert stacked([["a", "b"], iter(["c"])]) == ["a", "b", "", "c"]


def test_a_picture_is_cut_between_cells_and_keeps_its_margin() -> None:
    picture = ["  0 1 2 3", " ┌─┬─┬─┬─┐", "0│a│b│c│d│", " └─┴─┴─┘"]
    assert cut(picture, 10, 1, 2) == picture
    assert cut(picture, 9, 1, 2) == cut(picture, 6, 1, 2) == [
        "  0 1", " ┌─┬─┐".replace("┐", "┬"), "0│a│b│", " └─┴─┴", "", "  2 3", " ┬─┬─┐", "0│c│d│", " ┴─┘",
    ]  # fmt: skip


def test_columns_are_counted_as_a_terminal_shows_them() -> None:
    assert [columns(text) for text in ("", "Ada", "春", "e\u0301", "a\u200db")] == [0, 3, 2, 1, 2]
    assert padded("春", 4) == "春  "
    assert block_width(["Ada", "春夏"]) == 4
    assert wrapped(["春 夏 秋 冬", "ab 春夏"], 5, 0) == ["春 夏", "秋 冬", "ab", "春夏"]


def test_names_are_cut_in_the_middle_so_that_columns_hold() -> None:
    assert [shortened("heuristic-12", width) for width in (12, 11, 5, 2)] == [
        "heuristic-12",
        "heuri…ic-12",
        "he…12",
        "h…",
    ]
    assert shortened("春夏秋冬", 6) == "春…冬"
    families = "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 9
    for width in range(3, 30):  # a joiner that joins nothing would be written as its number
        assert "u200d" not in seen(shortened(families, width)) + seen(picture.shortened(families, width, 1))
    names = ["Ada", "random?level=1", "random?level=1x", "Zo\x1b\u202e"]
    assert seat_names(4, names, 9) == ["Ada", "rand…el=1", "rand…l=1x", "Zo\\u…202e"]
    assert seat_names(2, ["a very long name, of one", "a very long name, of two"], 3) == ["a…e", "a…o"]
    assert seat_names(2, ["abcdefg", "abXdefg"], 5) == ["ab…fg (0)", "ab…fg (1)"]
    assert seat_names(3) == ["seat 0", "seat 1", "seat 2"]
