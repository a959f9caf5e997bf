"""Text tables, held against tabulate, which lays them out in the same way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tabulate import tabulate

from cityleague.replays.reports.tabular import Cell, text_table

WORDS = st.lists(st.text("aé漢", min_size=1, max_size=5), max_size=4).map(" ".join)
COLUMNS = st.sampled_from([WORDS, st.integers(-9, 999), st.none() | st.floats(-9, 99).map(lambda x: round(x, 1))])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[Cell]]]:
    """Heads and rows; a column holds words, whole numbers, or numbers with decimals."""
    kinds = draw(st.lists(COLUMNS, min_size=1, max_size=4))
    heads = draw(st.lists(WORDS, min_size=len(kinds), max_size=len(kinds)))
    return heads, draw(st.lists(st.tuples(*kinds).map(list), max_size=4))


def expected(heads: list[str], rows: list[list[Cell]]) -> str:
    """The table as tabulate lays it out."""
    columns = [[row[i] for row in rows] for i in range(len(heads))]
    align = ["left" if not rows or any(isinstance(cell, str) for cell in column) else "right" for column in columns]
    shown = [
        ["" if cell is None else f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row]
        for row in rows
    ]
    return tabulate(shown, heads, tablefmt="simple", colalign=align, disable_numparse=True)


@given(tables())
def test_a_text_table_is_laid_out_as_by_tabulate(table: tuple[list[str], list[list[Cell]]]) -> None:
    heads, rows = table
    assert text_table(heads, rows, decimals=1) == expected(heads, rows)


def test_a_cell_of_several_lines_makes_a_row_of_several_lines() -> None:
    rows: list[list[str | int]] = [["Ada and Ben", 7], ["Eve", 12]]
    wrapped = [["Ada and\nBen", "7"], ["Eve", "12"]]
    table = tabulate(wrapped, ["who", "points"], tablefmt="simple", colalign=["left", "right"], disable_numparse=True)
    assert text_table(["who", "points"], rows, width=18) == table
    assert table.splitlines()[2:4] == ["Ada and         7", "Ben"]
