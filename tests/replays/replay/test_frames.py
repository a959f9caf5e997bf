"""How many calls lie between the command and the rule that refuses a move: what a debugger shows of our own code."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner

from cityleague.cli import cli, logs
from cityleague.engine.registry import GAMES
from cityleague.engine.rules import IllegalMove

from ...fuzz.targets import CORPUS

MOST = 13


def frames_of(frame: FrameType | None) -> list[str]:
    """The functions on the stack, from the command's own to the one of this frame; click's are above them."""
    assert logs.validate.callback
    names, command = [], inspect.unwrap(logs.validate.callback).__code__
    while frame and frame.f_code is not command:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return ["validate", *reversed(names)] if frame else []


@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_is_few_calls_away_from_the_command(
    game: str, cached: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted are the functions from `validate` in cli to the one of the game that refuses, both of them.

    Not counted are click, above the command's function, and `refuse`, by which the game raises its refusal. How many
    are the game's own is a matter of its rules: one to five, below `Course.apply`.
    """
    refusals: list[list[str]] = []
    refuse = IllegalMove.__init__

    def noted(self: IllegalMove, *arguments: Any) -> None:
        refusals.append(frames_of(sys._getframe(1)))
        refuse(self, *arguments)

    monkeypatch.setattr(IllegalMove, "__init__", noted)
    files = [word for path in CORPUS.glob("components/*.json") for word in ("--components", str(path))]
    how = ["--cache", str(tmp_path / "cache")] if cached else ["--no-cache"]
    done = CliRunner().invoke(cli, ["validate", str(CORPUS / "broken" / game), "-j", "1", *files, *how])
    assert done.exit_code == 1, done.output
    replayed = [names[: names.index("refuse")] for names in refusals if "apply" in names and "_cause" not in names]
    assert len(replayed) > 10
    assert max(map(len, replayed)) <= MOST, max(replayed, key=len)
