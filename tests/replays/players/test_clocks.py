"""The time that programs have: to get ready, for a decision, and by the clock of the whole game."""

from __future__ import annotations

import json
import shlex
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.players import Limits, Terms, Used, bot_of, make_header, record_game, used
from cityleague.replays.tournaments import PlanError, limits_from

from ...cli.helpers import usage
from ..helpers import GAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no program plays there")

SLOW = """
import json, sys, time
starting, deciding, file = float(sys.argv[1]), float(sys.argv[2]), open(sys.argv[3], "w")
for number, line in enumerate(sys.stdin):
    file.write(line)
    file.flush()
    time.sleep(deciding if number else starting)
    print('{"choose":0}' if number else '{"ready":1}', flush=True)
"""


def played(folder: Path, starting: float, deciding: float, limits: Limits) -> tuple[list[Any], list[Any]]:
    """What a bot of such slowness heard, and the forfeits of its game."""
    (folder / "slow.py").write_text(SLOW)
    words = [sys.executable, str(folder / "slow.py"), str(starting), str(deciding), str(folder / "heard")]
    lost = lost_by(f"exec:{shlex.join(words)}", limits)
    return [json.loads(line) for line in (folder / "heard").read_text().splitlines()], lost


def lost_by(spec: str, limits: Limits) -> list[Any]:
    """The forfeits of the bot's game."""
    specs = [spec, "random"]
    game = find_game(GAME)
    setup = Setup(game, game.options(), game.components(None), 2)
    header = make_header(setup, ["slow", "random"], specs=specs, seed="clock")
    lines = record_game(setup, header, [bot_of(spec, game, Terms(limits)) for spec in specs])
    return [json.loads(line)["forfeit"] for line in lines if line.startswith(b'{"forfeit"')]


def test_who_gets_ready_too_slowly_forfeits_though_it_may_decide_longer(tmp_path: Path) -> None:
    _, (lost,) = played(tmp_path, 60, 0, Limits(start=0.3, decision=60, game=600))
    assert (lost["kind"], lost["reason"]) == ("stall", "it said nothing for 0.3 seconds as it should have got ready")


def test_getting_ready_may_take_longer_than_a_decision_and_than_the_game(tmp_path: Path) -> None:
    (hello, *_), lost = played(tmp_path, 2.5, 0, Limits(start=60, decision=2, game=2))
    assert hello["limits"] == {"decision": 2.0, "start": 60.0, "game": 2.0, "memory": 1024, "output": 1 << 20}
    assert not [forfeit for forfeit in lost if "ready" in forfeit["reason"]]
    _, (lost_at_start,) = played(tmp_path, 60, 0, Limits(decision=0.3, game=600))
    assert lost_at_start["reason"] == "it said nothing for 0.3 seconds"


HALF = """import sys, time; sys.stdin.readline(); print('{"ready":', end="", flush=True); time.sleep(60)"""


@pytest.mark.parametrize(
    ("limits", "kind", "reason"),
    [
        (Limits(decision=1), "stall", 'it wrote {"ready": without a line end'),
        (Limits(start=1), "stall", 'it wrote {"ready": without a line end as it should have got ready'),
        (Limits(game=1), "timeout", 'it has used up its 1 second for the game; it wrote {"ready": without a line end'),
    ],
)
def test_who_ends_no_line_is_told_what_it_wrote(limits: Limits, kind: str, reason: str) -> None:
    (lost,) = lost_by(f"exec:{shlex.join([sys.executable, '-c', HALF])}", limits)
    assert (lost["kind"], lost["reason"]) == (kind, reason)


def test_each_decision_adds_its_increment_and_tells_what_is_left(tmp_path: Path) -> None:
    (hello, *asked), lost = played(tmp_path, 0, 0, Limits(start=60, decision=60, game=0.001, time="500+7"))
    assert hello["limits"]["time"] == "500+7"
    assert lost == []
    left = [message["decide"]["left"] for message in asked]
    assert left[0] == 500
    assert len(left) > 10
    assert all(before < after <= before + 7 for before, after in pairwise(left))


def test_who_uses_up_the_clock_forfeits_though_each_decision_is_quick(tmp_path: Path) -> None:
    asked, (lost,) = played(tmp_path, 0, 0.2, Limits(start=60, decision=60, game=600, time="0.7+0.01"))
    assert (lost["kind"], lost["reason"]) == ("timeout", "it has used up its time (0.7+0.01) for the game")
    assert 2 <= len(asked) <= 5
    left = [message["decide"]["left"] for message in asked[1:]]
    assert left == sorted(left, reverse=True)


def test_without_a_clock_nothing_is_told_of_the_time(tmp_path: Path) -> None:
    asked, lost = played(tmp_path, 0, 0, Limits(start=60, decision=60, game=600))
    assert lost == []
    assert all(message["decide"].keys() == {"view", "legal"} for message in asked[1:])


@pytest.mark.parametrize("clock", ["60", "0+1", "-1+1", "60+", "1e3+1", "60+x", "999999+1", "60+1 "])
def test_what_is_no_clock_is_a_message(clock: str) -> None:
    with pytest.raises(PlanError, match=r"limits: time is BANK\+INCREMENT"):
        limits_from({"time": clock})
    assert "BANK+INCREMENT" in usage("play", GAME, "random", "random", "--limit", f"time={clock}")


@pytest.mark.parametrize("start", ["0", "-1", "soon", "86401"])
def test_what_is_no_time_to_start_is_a_message(start: str) -> None:
    with pytest.raises(PlanError, match=r"--limit start: "):
        limits_from({"start": start})


def test_limits_are_read_from_texts() -> None:
    assert limits_from({"start": "2.5", "time": "60+0.5"}) == Limits(start=2.5, time="60+0.5")
    assert Limits(time="60+0.5").clock == (60, 0.5)
    assert Limits(game=30).clock == (30, 0)


# -- what traces tell of times


def trace(*lines: dict[str, Any]) -> dict[int, Used]:
    return used([json.dumps(line).encode() for line in lines])


def asked(ms: float, **told: float) -> dict[str, Any]:
    return {"seat": 0, "ms": ms, "hears": {"decide": {"view": {"seat": 0}, "legal": [1], **told}}}


def test_the_time_of_a_bot_is_from_what_it_hears_to_what_it_says() -> None:
    told = trace(
        {"seat": 0, "ms": 0, "hears": {"cityleague": 1, "limits": {"start": 9.0, "time": "5+1"}}},
        {"seat": 0, "ms": 2000, "says": "ready"},
        asked(2000, left=5),
        {"seat": 1, "ms": 2500, "hears": {"decide": {}}},
        {"seat": 0, "ms": 3000, "stderr": "thinking"},
        {"seat": 1, "ms": 3500, "says": "1"},
        {"seat": 0, "ms": 6000, "says": "1"},
        asked(7000, left=2),
        {"seat": 0, "ms": 7500, "says": "1"},
        {"seat": 0, "ms": 8000, "hears": {"result": {}}},
        {"seat": 0, "ms": 9000, "says": "ready"},
    )
    assert told == {0: Used(2, 4.5, 1.0, late=False), 1: Used(1, 1.0, None, late=False)}


def test_getting_ready_is_on_the_clock_unless_it_has_a_limit_of_its_own() -> None:
    hello = {"seat": 0, "ms": 0, "hears": {"cityleague": 1, "limits": {"time": "5+1"}}}
    assert trace(hello, {"seat": 0, "ms": 2000, "says": "ready"}) == {0: Used(0, 2.0, None, late=False)}


@pytest.mark.parametrize(("reason", "late"), [("timeout: it has used up its time", True), ("stall: nothing", False)])
def test_only_a_timeout_is_a_loss_on_time(reason: str, late: bool) -> None:
    lost = {"seat": 0, "ms": 2100, "forfeits": reason}
    assert trace(asked(0, left=2), {"seat": 0, "ms": 2100, "says": ""}, lost) == {0: Used(1, 2.1, 0.0, late=late)}


def test_a_seat_of_which_a_trace_has_lost_something_is_left_out() -> None:
    cut = {"seat": 0, "dropped": 3, "of": "talk"}
    assert trace(cut, asked(0), {"seat": 0, "ms": 1000, "says": "1"}) == {}
    of_errors = {**cut, "of": "stderr"}
    assert trace(of_errors, asked(0), {"seat": 0, "ms": 1000, "says": "1"}) == {0: Used(1, 1.0, None, late=False)}


def test_a_question_that_the_trace_has_cut_is_a_decision_still() -> None:
    long = {"seat": 0, "ms": 0, "hears": '{"decide":{"view":{"sea'}
    assert trace(long, {"seat": 0, "ms": 1000, "says": "1"}) == {0: Used(1, 1.0, None, late=False)}
