"""What bots say of their moves: kept in traces and, if asked for, in the log; within bounds, and harmless."""

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
from cityleague.engine.protocol import Setup, State
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import SAID, decoder
from cityleague.replays.pages import game_page
from cityleague.replays.players import Terms, bot_of, make_header, record_game
from cityleague.replays.players.trace import Trace
from cityleague.replays.replay import ComponentFiles
from cityleague.replays.tournaments import Plan, Tournament, run
from cityleague.replays.tournaments.proving import Proof, flaw

from ...cli.helpers import run as command
from ...pages.games import raw_of
from ...rows import daily
from ..helpers import codes
from ..people.test_bots import at_the_table, game_of
from .test_programs import PATIENT
from .test_sandbox import sandboxed

GAME = "between_two_cities"
BTC = find_game(GAME)
TALKER = """
import sys
for number, line in enumerate(sys.stdin):
    print('{"choose":0,"info":%s}' % sys.argv[1] if number else '{"ready":1}', flush=True)
"""
INFO = '{"value":-0.25,"depth":4,"line":"caf\\u00e9 \\u001b[31m\\u009b\\u007f\\u202e","huge":1e15}'
NOTE = SAID + '{"value":-0.25,"depth":4,"line":"caf\\u00e9 \\u001b[31m\\u009b\\u007f\\u202e","huge":1000000000000000.0}'
"""The same as it is kept: nothing in it is a control character, however it was written."""


@pytest.fixture
def talker(tmp_path: Path) -> str:
    """The spec of a bot that says something of each move, but for what."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "talker.py").write_text(TALKER)
    return f"exec:{shlex.join([sys.executable, str(tmp_path / 'bot' / 'talker.py')])} "


def spec(talker: str, info: str = INFO) -> str:
    return talker + shlex.quote(info)


def played(bot: str | type, terms: Terms | None = None, **how: Any) -> list[bytes]:
    setup = Setup(BTC, BTC.options(), BTC.components(None), 2)
    made = bot_of(bot, BTC, terms or Terms(PATIENT)) if isinstance(bot, str) else BotSpec("x", bot, {})
    header = make_header(setup, ["one", "two"], specs=["one", "two"], seed="7")
    return record_game(setup, header, [made, bot_of("random", BTC, Terms())], **how)


def notes(lines: Sequence[bytes], seat: int = 0) -> list[str | None]:
    fields = [json.loads(line) for line in lines]
    return [event.get("note") for event in fields if "move" in event and event["seat"] == seat]


def forfeits(lines: Sequence[bytes]) -> list[Any]:
    return list(json.loads(lines[-1])["result"].get("forfeits", []))


def test_what_a_bot_says_is_in_the_trace_and_in_the_log_if_asked_for(talker: str, tmp_path: Path) -> None:
    trace = Trace()
    plain = played(spec(talker), trace=trace)
    assert plain == played(talker + "{}")
    assert sum(b'\\"depth\\":4' in line for line in trace.lines()) == len(notes(plain))
    with_info = played(spec(talker), info=True, times=True)
    assert set(notes(with_info)) == {NOTE}
    assert set(notes(with_info, seat=1)) == {None}
    assert NOTE.isprintable()
    assert NOTE.isascii()
    assert json.loads(NOTE.removeprefix(SAID)) == json.loads(INFO)
    assert codes(tmp_path, with_info) == []
    assert b'"note"' not in b"".join(played(talker + "null", info=True))


@pytest.mark.parametrize(
    ("info", "reason"),
    daily(
        [
            ("[]", "is an object, not []"),
            ("7", "is an object, not 7"),
            (json.dumps({str(number): 1 for number in range(17)}), "has at most 16 entries, not 17"),
            ('{"":1}', "has names of 1 to 40 characters"),
            ('{"%s":1}' % ("k" * 41), "has names of 1 to 40 characters"),
            ('{"line":"%s"}' % ("m" * 201), 'has at most 200 characters in "line", not 201'),
            ('{"line":["a"]}', 'has a number or a text in "line", not ["a"]'),
            ('{"line":{"a":1}}', 'has a number or a text in "line"'),
            ('{"sure":true}', 'has a number or a text in "sure", not true'),
            ('{"sure":null}', 'has a number or a text in "sure", not null'),
            ('{"value":-1e16}', 'has a number from -10^15 to 10^15 in "value", and no other'),
            ('{"value":%s}' % ("9" * 5000), ""),
            ('{"value":1e999}', ""),
            ('{"value":NaN}', "not JSON"),
            ('{"value":1,"value":2}', 'the key "value" stands twice'),
            (json.dumps({str(number): "\u009b" * 180 for number in range(9)}), "has at most 1000 characters"),
            ("[" * 300 + "]" * 300, "nested too deep"),
        ],
        6,
    ),
)
def test_what_is_over_the_bounds_forfeits_and_says_which(info: str, reason: str, talker: str, tmp_path: Path) -> None:
    """Whether it is kept or not."""
    (tmp_path / "info").write_text(info)
    reader = TALKER.replace("sys.argv[1]", "open(sys.argv[1]).read()")
    (tmp_path / "bot" / "talker.py").write_text(reader)
    lines = played(spec(talker, str(tmp_path / "info")))
    (lost,) = forfeits(lines)
    assert (lost["seat"], lost["kind"]) == (0, "garbage")
    assert reason in lost["reason"]
    assert codes(tmp_path, lines) == []
    assert lines == played(spec(talker, str(tmp_path / "info")), info=True)


def test_the_bounds_themselves_are_allowed(talker: str) -> None:
    entries = {f"k{number}": 10**15 for number in range(14)} | {"n" * 40: -(10**15), "line": "m" * 200}
    (said, *_) = notes(played(spec(talker, json.dumps(entries, separators=(",", ":"))), info=True))
    assert said
    assert json.loads(said.removeprefix(SAID)) == entries


class Thinker(Random):
    """A class says it by a dict; `info` may be something else, too."""

    info: Any = None

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        self.info = {"among": len(legal)}
        return super().choose(view, legal)


class AtTable(Random):
    """One that looks at the table, as bots of games do, of other packages, too."""

    info: Any = None

    def choose_at(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Any:
        self.info = {"among": len(legal)}
        return super().choose_at(state, seat, legal)


class Busy(Random):
    def info(self) -> str:
        return "I am a method."


class Unsure(Thinker):
    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        move = super().choose(view, legal)
        self.info = {"value": float("nan")}
        return move


def test_a_class_may_say_something_too() -> None:
    trace = Trace()
    said = notes(played(Thinker, info=True, trace=trace))
    assert said[0] == SAID + '{"among":12}'
    assert sum(b"among" in line for line in trace.lines()) == len(said)
    assert notes(played(AtTable, info=True)) == said
    assert set(notes(played(Busy, info=True))) == {None}
    assert played(Thinker) == played(Busy)
    assert "from -10^15" in forfeits(played(Unsure))[0]["reason"]


@sandboxed
def test_in_a_sandbox_it_is_the_same(talker: str) -> None:
    assert notes(played(spec(talker), Terms(PATIENT, sandbox=True), info=True)) == notes(
        played(spec(talker), info=True)
    )


def test_games_are_proven_with_what_bots_have_said_and_nothing_else_is_taken(talker: str) -> None:
    lines = played(spec(talker), info=True, times=True)
    joined = b"".join([line + b"\n" for line in lines])
    assert flaw(None, Proof("g.jsonl", 1, joined)) is None
    for wrong in (joined.replace(b'"info ', b'"else '), joined.replace(b'{"chance"', b'{"note":"info {}","chance"', 1)):
        assert "not as the game was recorded" in str(flaw(None, Proof("g.jsonl", 1, wrong)))


def test_a_tournament_keeps_it_and_is_the_same_otherwise(talker: str, tmp_path: Path) -> None:
    logs = []
    for info in (True, False):
        plan = Plan(game=GAME, bots=(f"t={spec(talker)}", "random"), deals=1, seed="7", limits=PATIENT, info=info)
        for _ in run(Tournament(plan), tmp_path / str(info)):
            pass
        logs.append((tmp_path / str(info) / "games.jsonl").read_bytes().splitlines())
    told = [decoder(BTC).event(line) for line in logs[0]]
    assert logs[0] != logs[1]
    assert [line.partition(b'"seat"')[2] if b'"note"' in line else line for line in logs[0]] == [
        line.partition(b'"seat"')[2] if event.note else line for event, line in zip(told, logs[1], strict=True)
    ]


@pytest.mark.exhaustive
def test_commands_keep_and_show_it(talker: str, tmp_path: Path) -> None:
    path, shown = tmp_path / "g.jsonl", NOTE.removeprefix(SAID)
    command("play", GAME, f"t={spec(talker)}", "random", "--info", "-o", path)
    assert set(notes(path.read_bytes().splitlines())) == {NOTE}
    command("play", "--from", path, "--move", "5", f"t={spec(talker)}", "random", "--info", "-o", tmp_path / "h.jsonl")
    assert set(notes((tmp_path / "h.jsonl").read_bytes().splitlines())) == {None, NOTE}
    checked = command("check-bot", spec(talker), GAME, "--games", "1")
    assert f"It says of its last move: {shown}" in checked.stdout
    assert " no " not in checked.stdout, "the same game again"
    assert f"It says of its move: {shown}" in command("check-bot", spec(talker), "--at", path, "--move", "5").stdout
    assert "It says" not in command("check-bot", "random", GAME, "--games", "1").stdout
    refused = command("check-bot", spec(talker, '{"a":[]}'), GAME, "--games", "1", code=1).stdout
    assert 'has a number or a text in "a", not []' in refused


def test_pages_leave_it_out(talker: str) -> None:
    """It would be told at each move, and to those who look through another seat's eyes."""
    lines = played(spec(talker), info=True)
    page = game_page(raw_of(b"\n".join(lines)), ComponentFiles())
    assert "depth" not in page
    remarked = [line.replace(b'"note":"info ', b'"note":"a remark, ') for line in lines]
    assert "a remark" in game_page(raw_of(b"\n".join(remarked)), ComponentFiles())


def test_at_a_table_with_people_it_is_kept_in_the_log_alone(talker: str) -> None:
    terms = Terms(PATIENT, info=True)
    header, entrants = game_of(GAME, ["Ada=me", f"t={spec(talker)}"], terms)
    table = at_the_table(header, entrants, terms)
    assert set(notes(table.lines, seat=1)) == {NOTE}
    assert set(notes(table.lines)) == {None}
