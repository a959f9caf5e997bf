"""A table of cases fails with all of its rows that fail; exhaustive tests are shared out whole."""

from __future__ import annotations

import argparse
import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from .rows import rows, share


def test_every_row_is_tried_and_every_failure_reported(tmp_path: Path) -> None:
    folders: list[Path] = []

    @rows("left, other", [(1, 1), (1, 2), (3, 3), ("a", "b")])
    def equal(left: object, other: object, tmp_path: Path) -> None:
        folders.append(tmp_path)
        assert not any(tmp_path.iterdir())
        (tmp_path / "file").touch()
        assert left == other

    assert list(inspect.signature(equal).parameters) == ["tmp_path"]
    with pytest.raises(ExceptionGroup, match="2 of 4 rows") as failed:
        equal(tmp_path=tmp_path)
    assert len(set(folders)) == 4
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["row 1: left=1, other=2"], ["row 3: left='a', other='b'"],
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

    @rows("first", "ab")
    @rows(("second", "third"), [(1, 2), (3, 4)])
    def meet(first: str, second: int, third: int) -> None:
        met.append(f"{first}{second}{third}")

    meet()
    assert met == ["a12", "a34", "b12", "b34"]


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(AssertionError, match="proves nothing"):
        rows("first", [])


# -- shares of the exhaustive tests

ROOT = Path(__file__).parents[1]
FILES = ("tests/cli/test_choosing.py", "tests/replays/people/test_saving.py")


def said(command: Sequence[str]) -> str:
    """What a command prints that knows of no make around it."""
    own = {name: value for name, value in os.environ.items() if "MAKE" not in name and name not in ("MFLAGS", "SHARE")}
    return subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False).stdout


def collected(option: str) -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", option, *FILES]
    return set(re.findall(r"^tests/.*::.*", said(command), re.MULTILINE))


@pytest.mark.exhaustive
def test_the_shares_are_together_all_exhaustive_tests_and_have_none_in_common() -> None:
    first, second, whole = collected("--share=1/2"), collected("--share=2/2"), collected("-mexhaustive or sampled")
    assert first
    assert second
    assert (first | second, first & second) == (whole, set())
    assert {name for name in whole if "::test_every_" in name}, "those that try more examples then"


@pytest.mark.parametrize("text", ["5/4", "0/4", "2", "x/y", "-1/4", "1/4/4"])
def test_a_share_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=f"a share is K/N, as 2/4; not '{text}'"):
        share(text)


@pytest.mark.skipif(not (shutil.which("make") and shutil.which("git")), reason="needs make and git")
def test_the_commit_decides_the_share_unless_it_is_said() -> None:
    head = said(["git", "rev-parse", "HEAD"])
    assert f" --share={int(head[:7] or '0', 16) % 8 + 1}/8\n" in said(["make", "-n", "test-share"])
    assert " --share=3/7\n" in said(["make", "-n", "test-share", "SHARE=3/7"])
