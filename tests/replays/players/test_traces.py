"""Traces: what is said to and by each bot, with times, and within a bound."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.bots.builtin import Random
from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.players import Terms, bot_of, make_header, record_game
from cityleague.replays.players import trace as tracing
from cityleague.replays.players.specs import PREFIX
from cityleague.replays.players.trace import Trace
from cityleague.replays.tournaments import Plan, Tournament, run

from ..helpers import codes
from .test_programs import EXAMPLES, PATIENT, SCRIPT

GAME = "between_two_cities"
BTC = find_game(GAME)
CHANCE = PREFIX + shlex.join([sys.executable, str(EXAMPLES / "random_bot.py")])


class Failing(Random):
    """Fails at its third decision."""

    asked = 0

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        self.asked += 1
        if self.asked == 3:
            raise KeyError("opening\nbook")
        return super().choose(view, legal)


def played(*bots: str | type, trace: Trace | None = None, times: bool = False) -> list[bytes]:
    names = [f"seat {seat}" for seat in range(len(bots))]
    setup = Setup(BTC, BTC.options(), BTC.components(None), len(bots))
    made = [bot_of(bot, BTC, Terms(PATIENT)) if isinstance(bot, str) else BotSpec("x", bot, {}) for bot in bots]
    return record_game(setup, make_header(setup, names, specs=names, seed="7"), made, trace=trace, times=times)


def lines_of(trace: Trace) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace.lines()]


def test_a_trace_has_every_question_and_answer_in_the_order_of_time_and_changes_nothing() -> None:
    trace = Trace()
    log = played(CHANCE, "random", trace=trace)
    assert log == played(CHANCE, "random")
    lines = lines_of(trace)
    assert [line["ms"] for line in lines] == sorted(line["ms"] for line in lines)
    for seat in (0, 1):
        made = sum(json.loads(line).get("seat") == seat for line in log[1:])
        heard = [line["hears"] for line in lines if line["seat"] == seat and "hears" in line]
        said = [line["says"] for line in lines if line["seat"] == seat and "says" in line]
        assert len(heard) == len(said) == made + (seat == 0)
        assert sum("decide" in message for message in heard) == made
        assert heard[-1]["decide"]["view"]["seat"] == seat
    assert heard[0]["decide"]["legal"]


def test_a_forfeit_is_the_end_of_a_trace_and_has_the_traceback() -> None:
    trace = Trace()
    played(Failing, "random", trace=trace)
    lines = [line for line in lines_of(trace) if line["seat"] == 0]
    assert [next(key for key in line if key not in ("seat", "ms")) for line in lines[-3:]] == [
        "hears", "traceback", "forfeits",
    ]  # fmt: skip
    assert 'raise KeyError("opening\\nbook")' in lines[-2]["traceback"]
    assert lines[-1]["forfeits"].startswith("crash: KeyError")
    assert sum("hears" in line for line in lines) == 3
    words = trace.last_words(0)
    assert words[0].startswith('hears {"decide":')
    assert words[1].startswith("says {")
    assert words[-1].startswith("traceback: KeyError")


def test_all_of_standard_error_is_kept_and_the_last_lines_are_quoted() -> None:
    spec = PREFIX + shlex.join([sys.executable, str(SCRIPT), "crash_later", "x"])
    trace = Trace()
    log = played(spec, "random", trace=trace)
    errors = "".join(line["stderr"] for line in lines_of(trace) if "stderr" in line)
    assert errors == "thinking\n\x1b[31mout of ideas\n"
    reason = json.loads(log[-1])["result"]["forfeits"][0]["reason"]
    assert reason == "it ended with exit code 3: \\u001b[31mout of ideas (before that: thinking)"


def test_a_trace_is_bounded_and_keeps_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "MOST", 10_000)
    monkeypatch.setattr(tracing, "_LONGEST", 2_000)
    trace = Trace()
    note = trace.of(1)
    for number in range(1000):
        note("says", b"%d " % number + b"x" * 5_000)
        note("stderr", "é".encode()[:1])
        note("stderr", "é".encode()[1:])
    lines = lines_of(trace)
    assert lines[0] == {"seat": 1, "dropped": 995, "of": "talk"}
    assert [line["says"].split()[0] for line in lines if "says" in line] == ["995", "996", "997", "998", "999"]
    assert "".join(line["stderr"] for line in lines if "stderr" in line) == "é" * 1000


def test_times_are_in_the_log_if_asked_for_and_it_says_so(tmp_path: Path) -> None:
    lines = played(CHANCE, "random", times=True)
    moves = [json.loads(line) for line in lines if b'"move"' in line]
    assert all(move.pop("ms") >= 0 for move in moves)
    assert moves == [json.loads(line) for line in played(CHANCE, "random") if b'"move"' in line]
    assert codes(tmp_path, lines) == []
    timed = Tournament(Plan(game=GAME, bots=("random", "greedy"), deals=1, times=True))
    list(run(timed, tmp_path / "cup"))
    assert next(run(timed, tmp_path / "cup")).done == 2
    games = (tmp_path / "cup/games.jsonl").read_bytes()
    headers = [line for line in games.splitlines() if b'"log":1' in line]
    assert len(headers) == 2
    assert all(b"differ from run to run" in line for line in headers)
    assert codes(tmp_path, games) == []
