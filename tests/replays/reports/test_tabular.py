"""Text tables are read back: each word stands in its row and its column, whatever is wrapped and however wide it is."""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays.reports.tabular import Cell, quick_table, text_table

WORDS = st.lists(st.text("aé漢-", min_size=1, max_size=9), max_size=6).map(" ".join)
COLUMNS = st.sampled_from([WORDS, st.integers(-9, 999), st.none() | st.floats(-9, 99).map(lambda x: round(x, 1))])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[Cell]]]:
    """Heads and numbered rows; a column holds words, whole numbers, or numbers with decimals."""
    kinds = draw(st.lists(COLUMNS, min_size=1, max_size=4))
    heads = draw(st.lists(st.text("aé漢", min_size=1, max_size=9), min_size=len(kinds), max_size=len(kinds)))
    rows = draw(st.lists(st.tuples(*kinds).map(list), max_size=4))
    return ["no", *heads], [[number, *row] for number, row in enumerate(rows)]


def cells(line: str, spans: list[tuple[int, int]]) -> list[str]:
    """What stands between these columns of a terminal, on which a Chinese character takes two."""
    spread = "".join([letter + "\0" * (east_asian_width(letter) == "W") for letter in line])
    assert all(spread[end:start].strip() == "" for (_, end), (start, _) in pairwise(spans)), "columns overlap"
    return [spread[start:end].replace("\0", "") for start, end in spans]


def text_of(cell: Cell) -> str:
    return "" if cell is None else f"{cell:.1f}" if isinstance(cell, float) else str(cell)


@pytest.mark.exhaustive
@given(tables(), st.none() | st.integers(10, 60))
def test_every_word_stands_in_its_row_and_its_column(
    table: tuple[list[str], list[list[Cell]]], width: int | None
) -> None:
    heads, rows = table
    head, rule, *lines = text_table(heads, rows, decimals=1, width=width).split("\n")
    spans = [match.span() for match in re.finditer("-+", rule)]
    assert rule == "  ".join(["-" * (end - start) for start, end in spans])
    assert [cell.strip() for cell in cells(head, spans)] == heads
    found: list[list[str]] = []
    for line in lines:
        assert line == line.rstrip()
        read = cells(line, spans)
        if read[0].strip():
            found.append([cell.strip() for cell in read])
        else:  # goes on with the row before it
            found[-1] = [f"{cell} {more.strip()}".strip() for cell, more in zip(found[-1], read, strict=True)]
    assert found == [[text_of(cell) for cell in row] for row in rows]
    for i, (start, end) in enumerate(spans):
        column = [cells(line, spans)[i] for line in lines]
        if rows and not any(isinstance(row[i], str) for row in rows):
            assert all(len(cell.rstrip()) in (0, end - start) for cell in column), "numbers end where the column does"
        else:
            assert not any(cell.startswith(" ") for cell in column if cell.strip())


@pytest.mark.exhaustive
@given(tables(), st.integers(10, 60))
def test_words_are_wrapped_only_where_the_table_is_too_wide_and_then_as_far_as_it_must(
    table: tuple[list[str], list[list[Cell]]], width: int
) -> None:
    heads, rows = table
    free = text_table(heads, rows, decimals=1)
    wrapped = text_table(heads, rows, decimals=1, width=width)
    if len(free.split("\n")[1]) <= width:
        assert wrapped == free
    elif len(wrapped.split("\n")[1]) > width:  # then no column is wider than a head or word in it
        assert wrapped == text_table(heads, rows, decimals=1, width=0)


@given(tables(), st.none() | st.integers(10, 60), st.booleans())
def test_a_quick_table_is_what_tabulate_lays_out(
    table: tuple[list[str], list[list[Cell]]], width: int | None, markdown: bool
) -> None:
    assert quick_table(*table, width=width, markdown=markdown) == text_table(*table, width=width, markdown=markdown)


def test_a_cell_of_several_lines_makes_a_row_of_several_lines() -> None:
    assert text_table(["who", "points"], [["Ada and Ben", 7], ["Eve", 12]], width=18).splitlines() == [
        "who        points",
        "-------  --------",
        "Ada and         7",
        "Ben",
        "Eve            12",
    ]


def test_a_word_that_is_wider_than_its_column_stands_alone_and_blanks_at_ends_of_lines_are_dropped() -> None:
    rows: list[list[Cell]] = [["an  unbreakable word  ", "x"], [" b ", "y y"], ["False", ""]]
    assert text_table(["who", "how"], rows, width=14).splitlines() == [
        "who          how",
        "-----------  -----",
        "an           x",
        "unbreakable",
        "word",
        " b           y y",
        "False",
    ]


def test_an_emoji_that_is_joined_of_several_takes_two_columns() -> None:
    family, ada = text_table(["who", "points"], [["👩\u200d👩\u200d👧", 7], ["Ada", 12]]).splitlines()[2:]
    assert family == "👩\u200d👩\u200d👧" + " " * 12 + "7"
    assert ada == "Ada" + " " * 10 + "12"


def test_markdown_is_not_wrapped() -> None:
    table = text_table(["who", "points"], [["Ada and Ben", 7], ["Eve", None]], markdown=True)
    assert table.splitlines() == [
        "| who         |   points |",
        "|:------------|---------:|",
        "| Ada and Ben |        7 |",
        "| Eve         |          |",
    ]
