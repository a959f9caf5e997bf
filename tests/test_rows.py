"""A table of cases fails with all of its rows that fail."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from .rows import rows


def test_every_row_is_tried_and_every_failure_reported(tmp_path: Path) -> None:
    folders: list[Path] = []

    @rows("one, other", [(1, 1), (1, 2), (3, 3), ("a", "b")])
    def equal(one: object, other: object, tmp_path: Path) -> None:
        folders.append(tmp_path)
        assert not any(tmp_path.iterdir())
        (tmp_path / "file").touch()
        assert one == other

    assert list(inspect.signature(equal).parameters) == ["tmp_path"]
    with pytest.raises(ExceptionGroup, match="2 of 4 rows") as failed:
        equal(tmp_path=tmp_path)
    assert len(set(folders)) == 4
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["row 1: one=1, other=2"], ["row 3: one='a', other='b'"],
    ]  # fmt: skip


def test_a_row_that_raises_nothing_fails_too() -> None:
    @rows("text", ["1", "x"])
    def no_number(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    with pytest.raises(BaseExceptionGroup, match="1 of 2 rows"):
        no_number()


def test_tables_can_be_multiplied() -> None:
    met = []

    @rows("one", "ab")
    @rows(("two", "three"), [(1, 2), (3, 4)])
    def meet(one: str, two: int, three: int) -> None:
        met.append(f"{one}{two}{three}")

    meet()
    assert met == ["a12", "a34", "b12", "b34"]


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(AssertionError, match="proves nothing"):
        rows("one", [])
