"""Bots that are programs of their own: what they are told, what they may say, and that nothing of them stays behind."""

from __future__ import annotations

import errno
import gc
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.players import Limits, Terms, bot_of, make_header, record_game
from cityleague.replays.players import program as program_module
from cityleague.replays.players.program import Launch, Program
from cityleague.replays.players.programs import ProgramBot
from cityleague.replays.players.specs import PREFIX
from cityleague.replays.players.terms import Misbehaviour

from ...cli.helpers import run, usage
from ...command import process
from ...rows import daily
from ..helpers import GAME, codes, index_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")

SCRIPT = Path(__file__).parent / "bots" / "misbehaving.py"
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
PATIENT = Limits(decision=60.0, game=600.0)
"""For bots that must not fail by being slow, however slow the machine."""

HASTY = Limits(decision=0.1, game=600.0)
"""For bots that fail by being slow: there is no use in waiting long for it."""
FAULTS: dict[str, tuple[str, str, Limits]] = {
    "crash_at_start": ("crash", "exit code 1: RuntimeError: no such opening book", PATIENT),
    "crash_later": ("crash", "exit code 3: ", PATIENT),
    "exit_silently": ("crash", "exit code 0", PATIENT),
    "killed": ("crash", "signal 9", PATIENT),
    "memory_hog": ("crash", "MemoryError", Limits(decision=60.0, game=600.0, memory=512)),
    "closes_output": ("crash", "closed its output", PATIENT),
    "closes_output_and_babbles": ("crash", "closed its output", PATIENT),
    "closes_input": ("crash", "it closed its input", PATIENT),
    "silent_at_start": ("stall", "0.1 seconds", HASTY),
    "silent": ("stall", "0.1 seconds", HASTY),
    "half_a_line": ("stall", 'it wrote {"choose": without a line end', HASTY),
    "slow": ("timeout", "0.2 seconds for the game", Limits(decision=60.0, game=0.2)),
    "no_hello": ("garbage", '"ready": 1', PATIENT),
    "wrong_version": ("garbage", '"ready": 1', PATIENT),
    "hello_boolean": ("garbage", '"ready": 1', PATIENT),
    "hello_text": ("garbage", "hello, I am ready", PATIENT),
    "not_json": ("garbage", "the first one, please", PATIENT),
    "empty_line": ("garbage", "not JSON: an empty line", PATIENT),
    "key_twice": ("garbage", 'the key "choose" stands twice', PATIENT),
    "key_twice_inside": ("garbage", 'the key "type" stands twice', PATIENT),
    "two_values": ("garbage", 'not JSON: {"choose":0} {"choose":0} (trailing characters', PATIENT),
    "deep_json": ("garbage", "nested too deep", PATIENT),
    "binary": ("garbage", "byte 0x80 in position 117", PATIENT),
    "not_utf8": ("garbage", "\\xff\"} ('utf-8' codec can't decode byte 0xff in position 17", PATIENT),
    "surrogate": ("garbage", "", PATIENT),
    "number_huge": ("garbage", "", PATIENT),
    "no_move": ("garbage", "hard", PATIENT),
    "move_and_choose": ("garbage", "it should have said", PATIENT),
    "list": ("garbage", "[0]", PATIENT),
    "null": ("garbage", "not null", PATIENT),
    "null_move": ("garbage", "it gave no move", PATIENT),
    "unknown_move": ("garbage", "resign", PATIENT),
    "index_beyond": ("garbage", "1000000", PATIENT),
    "index_negative": ("garbage", "-1", PATIENT),
    "index_boolean": ("garbage", "choose", PATIENT),
    "index_float": ("garbage", "0.0", PATIENT),
    "index_text": ("garbage", '{"choose":"0"}', PATIENT),
    "index_huge": ("garbage", "999", PATIENT),
    "talks_out_of_turn": ("garbage", 'it spoke out of turn: {"choose":0}', PATIENT),
    "illegal": ("illegal", "TURN-", PATIENT),
    "flood_line": ("flood", "10000 bytes", Limits(decision=60.0, game=600.0, output=10_000)),
    "flood_lines": ("flood", "10000 bytes", Limits(decision=60.0, game=600.0, output=10_000)),
}
"""What a fault is called, what the reason says of it, and the limits it is met with."""
_CLOSING = ("closes_input", "closes_output", "closes_output_and_babbles")
STAYING = (*_CLOSING, "silent_at_start", "silent", "half_a_line", "ignores_end")
"""These do not end by themselves, so that there is no use in waiting for it."""
AT_START = ("crash_at_start", "silent_at_start", "no_hello", "wrong_version", "hello_boolean", "hello_text")
"""The faults of the others begin with their third decision."""
FAULTLESS = ["good", "speaks_first", "noisy_stderr", "leaves_children", "ignores_end"]


def spec_of(mode: str, mark: str, *files: Path) -> str:
    """The spec of a scripted bot; the mark tells its processes from others'."""
    return PREFIX + shlex.join([sys.executable, str(SCRIPT), mode, mark, *map(str, files)])


def played(*specs: str, game: str = GAME, limits: Limits = PATIENT, seed: str = "foreign") -> list[bytes]:
    """The log of a game; its header does not tell what the bots are."""
    the_game = find_game(game)
    setup = Setup(the_game, the_game.options(), the_game.components(None), len(specs))
    names = [f"seat {seat}" for seat in range(len(specs))]
    header = make_header(setup, names, specs=names, seed=seed)
    return record_game(setup, header, [bot_of(spec, the_game, Terms(limits)) for spec in specs])


def left_of(mark: str) -> list[bytes]:
    """The command lines of all processes with a mark."""
    lines = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes()
        except OSError:
            continue
        if mark.encode() in line:
            lines.append(line)
    return lines


def open_files() -> int:
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def forfeits(lines: Sequence[bytes]) -> list[Any]:
    """Everything that the result says about forfeits."""
    return list(json.loads(lines[-1])["result"].get("forfeits", []))


@pytest.fixture
def mark() -> str:
    return f"mark-{uuid4().hex}"


@pytest.fixture
def _impatient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.getfixturevalue("mode") in STAYING:
        monkeypatch.setattr(program_module, "_GRACE", 0.02)


@pytest.fixture
def _patient_at_first(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until its fault begins a program may take its time, so that it gets there however slow the machine is."""
    mode, ask, asked = request.getfixturevalue("mode"), ProgramBot._ask, 0

    def patient(bot: ProgramBot, question: dict[str, Any], seconds: float | None = None) -> Any:
        nonlocal asked
        asked += 1
        if asked in (1, 4):  # the greeting; the third decision
            bot._limits = PATIENT if asked == 1 else FAULTS[mode][2]
            bot._left = bot._limits.game
        return ask(bot, question, seconds)

    if mode not in AT_START:
        monkeypatch.setattr(ProgramBot, "_ask", patient)


# -- faults


@pytest.mark.usefixtures("_impatient", "_patient_at_first")
@pytest.mark.parametrize("mode", daily([*FAULTS], 12))
def test_a_program_that_misbehaves_forfeits_and_leaves_nothing_behind(mode: str, mark: str, tmp_path: Path) -> None:
    kind, said, limits = FAULTS[mode]
    lines = played("random", spec_of(mode, mark), "random", limits=limits)
    assert left_of(mark) == []
    assert [(forfeit["seat"], forfeit["kind"]) for forfeit in forfeits(lines)] == [(1, kind)]
    assert sum(b'{"forfeit"' in line for line in lines) == 1
    lost = index_of(lines, b'{"forfeit"')
    made = [line for line in lines[:lost] if line.startswith(b'{"seat":1')]
    assert (len(made) >= 2) == (mode not in AT_START)
    reason = json.loads(lines[lost])["forfeit"]["reason"]
    assert said in reason
    assert reason.isprintable()
    assert 0 < len(reason) < 1000
    assert json.loads(lines[-1])["result"]["ranks"][1] == 3
    assert codes(tmp_path, lines) == []


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("mode", FAULTLESS)
def test_a_program_without_fault_does_not_forfeit_and_leaves_nothing_behind(
    mode: str, mark: str, tmp_path: Path
) -> None:
    lines = played("random", spec_of(mode, mark), "random")
    assert left_of(mark) == []
    assert forfeits(lines) == []
    assert codes(tmp_path, lines) == []


def test_all_players_may_forfeit(mark: str, tmp_path: Path) -> None:
    lines = played(*[spec_of(mode, mark) for mode in ("crash_later", "crash_at_start", "no_move")])
    assert [lost["seat"] for lost in forfeits(lines)] == [1, 0, 2]
    assert codes(tmp_path, lines) == []


def test_a_program_that_is_gone_when_the_game_begins_forfeits(tmp_path: Path) -> None:
    program = tmp_path / "here today"
    program.write_text("#!/no/such/interpreter\n")
    program.chmod(0o755)
    lines = played(PREFIX + shlex.quote(str(program)), "random")
    assert [(lost["kind"], "cannot be started" in lost["reason"]) for lost in forfeits(lines)] == [("crash", True)]
    assert codes(tmp_path, lines) == []


def test_a_program_that_answers_before_it_has_heard_the_question_speaks_garbage() -> None:
    """The question is longer than a pipe takes."""
    hasty = "import os, time; os.read(0, 1); print('{}', flush=True); time.sleep(60)"
    program = Program(Launch((sys.executable, "-c", hasty), limits=PATIENT))
    try:
        with pytest.raises(Misbehaviour, match="before it had heard the whole question") as lost:
            program.ask(b" " * (1 << 22), 60.0)
    finally:
        program.close()
    assert lost.value.kind == "garbage"


def test_a_program_for_which_the_system_lacks_means_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_given: object, **_settings: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "no more processes")

    monkeypatch.setattr(subprocess, "Popen", lacking)
    (lost,) = forfeits(played(PREFIX + "cat", "random"))
    assert lost["reason"] == "cannot be started: no more processes"


@pytest.mark.exhaustive
def test_games_leak_no_files(mark: str) -> None:
    specs = [spec_of(mode, mark) for mode in ("good", "crash_later", "talks_out_of_turn")]
    played(*specs)
    before = open_files()
    for number in range(2):
        played(*specs, seed=f"{number}")
    assert open_files() <= before
    assert left_of(mark) == []


# -- what a bot is told, and what is made of what it says


def heard(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_a_program_is_told_what_is_played_and_nothing_of_the_seed(mark: str, tmp_path: Path) -> None:
    seed = "only-the-log-knows-this"
    paths = [tmp_path / f"{seat}.jsonl" for seat in range(3)]
    lines = played(*[spec_of("spy", mark, path) for path in paths], seed=seed)
    header = json.loads(lines[0])
    assert header["seed"] == seed
    hellos = []
    for seat, path in enumerate(paths):
        assert seed.encode() not in path.read_bytes()
        hello, *questions = heard(path)
        hellos.append(hello)
        for name in ("game", "rules", "components", "options"):
            assert hello[name] == header[name]
        assert (hello["cityleague"], hello["seats"], hello["seat"]) == (1, 3, seat)
        assert set(hello["limits"]) == {"decision", "game", "memory", "output"}
        assert sum(json.loads(line).get("seat") == seat for line in lines) == len(questions)
        assert all(set(question) == {"decide"} and question["decide"]["legal"] for question in questions)
        assert {question["decide"]["view"]["seat"] for question in questions} == {seat}
    assert len({hello["random"] for hello in hellos}) == 3
    assert all(int(hello["random"], 16) >= 0 for hello in hellos)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", daily([*GAMES]))  # with bots of our own: `test_games`, every game
def test_a_program_is_told_the_same_by_every_process(game: str, mark: str, tmp_path: Path) -> None:
    told, path = [], tmp_path / "heard.jsonl"
    others = ["random"] * (find_game(game).seats[1] - 1)
    for hash_seed in ("1", "2"):
        path.unlink(missing_ok=True)
        done = process("play", game, f"spy={spec_of('spy', mark, path)}", *others, env={"PYTHONHASHSEED": hash_seed})
        assert done.returncode == 0
        told.append(path.read_bytes())
    assert told[0] == told[1]


def test_the_log_has_a_move_in_canonical_form_however_it_was_spelled(mark: str) -> None:
    assert played(spec_of("respelled", mark), "random") == played(spec_of("good", mark), "random")


# -- programs that behave


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("program", "largest"),
    daily([("random_bot.py", False), ("first.sh", True), ("random_bot.py", True), ("first.sh", False)]),
)
def test_the_example_bots_play_every_game(program: str, game: str, largest: bool, tmp_path: Path) -> None:
    bot = PREFIX + shlex.quote(str(EXAMPLES / program))
    seats = find_game(game).seats[-1 if largest else 0]
    lines = played(*[bot, "random", bot, "random", "random", "random", "random"][:seats], game=game)
    assert forfeits(lines) == []
    assert codes(tmp_path, lines) == []


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_bytes() -> None:
    bot = PREFIX + shlex.quote(str(EXAMPLES / "random_bot.py"))
    once, again, other = [run("play", GAME, f"a={bot}", f"b={bot}", "--seed", seed).stdout for seed in "778"]
    assert once == again
    assert once != other


@pytest.mark.exhaustive
def test_a_tournament_is_the_same_with_one_job_and_two(mark: str, tmp_path: Path) -> None:
    bots = [f"chance={PREFIX}{shlex.quote(str(EXAMPLES / 'random_bot.py'))}", f"failing={spec_of('crash_later', mark)}"]
    given = [argument for bot in bots for argument in ("--bot", bot)]
    given += ["--deals", "1", "--seed", "7"]
    for jobs in "12":
        run("tournament", "--game", GAME, *given, "-j", jobs, "-o", tmp_path / jobs)
    games = [(tmp_path / jobs / "games.jsonl").read_bytes() for jobs in "12"]
    assert games[0] == games[1]
    assert b'"crash"' in games[0]
    assert left_of(mark) == []
    run("validate", tmp_path / "1")


# -- command lines that cannot be


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "a command follows"),
        ("   ", "a command follows"),
        ("'open", "not a command line"),
        ("open\\", "not a command line"),
        ('""', "no program"),
        ("no-such-program-anywhere --level 3", "no program"),
        ("/no/such/program", "no program"),
        ("/", "no program"),
        (shlex.quote(str(Path(__file__))), "may not be executed: chmod +x"),
    ],
)
def test_an_impossible_command_line_is_a_usage_error(command: str, said: str, tmp_path: Path) -> None:
    bot = f"one={PREFIX}{command}"
    assert said in usage("play", GAME, bot, "random")
    assert said in usage("tournament", "--game", GAME, "--bot", bot, "--bot", "random", "-o", tmp_path / "cup")
    assert not (tmp_path / "cup").exists()


def test_impossible_limits_are_a_usage_error(tmp_path: Path) -> None:
    plan = tmp_path / "cup.toml"
    bot = json.dumps(f"first={PREFIX}{shlex.quote(str(EXAMPLES / 'first.sh'))}")
    numbers = (
        "decision = 0",
        "decision = -1.0",
        "game = nan",
        "game = 0",
        "output = 0",
        "memory = -1",
        "memory = 9e18",
    )
    for limits in (*numbers, "memory = 9000000000000000000", 'decision = "long"', "patience = 1"):
        plan.write_text(f'game = "{GAME}"\nbots = [{bot}, "random"]\ndeals = 1\n[limits]\n{limits}\n')
        assert "cup.toml: limits" in usage("tournament", plan, "-o", tmp_path / "cup"), limits
