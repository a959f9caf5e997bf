"""`analyse`: the same bytes by any number of processes and after a kill, and messages that say what to do."""

from __future__ import annotations

import json
import shlex
import shutil
import time
from pathlib import Path

import pytest

from cityleague.replays.log import append_alone
from cityleague.replays.tournaments import Plan, play_tournament

from ..command import process, running
from ..rows import daily
from .helpers import GAME, run, usage

EXAMPLES = Path(__file__).parents[2] / "examples"
LOG = EXAMPLES / "by-hand.jsonl"
QUICK = ("--level", "quick", "--policy", "random", "--playouts", "24")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games."""
    folder = tmp_path_factory.mktemp("cup")
    play_tournament(Plan(game=GAME, bots=("random", "greedy", "heuristic"), seats=3, deals=1, seed="7"), folder)
    return folder


@pytest.fixture(scope="module")
def whole(cup: Path) -> bytes:
    """Their analysis, in one go by one process."""
    output = cup / "analysis.out"
    run("analyse", cup, "-o", output, *QUICK)
    return output.read_bytes()


@pytest.mark.exhaustive
def test_several_processes_write_the_same_bytes(cup: Path, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "a.jsonl"
    process("analyse", str(cup), "-o", str(output), *QUICK, "-j", "2", env={"PYTHONHASHSEED": "5"})
    assert output.read_bytes() == whole


@pytest.mark.exhaustive
def test_choices_are_the_same_by_several_processes(tmp_path: Path) -> None:
    log = tmp_path / "g.jsonl"
    run("play", "card_city_xl", "random", "--seed", "1", "-o", log)
    alone, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    few = ("--candidates", "2", "--worlds", "4", "--policy", "random", "--playouts", "24")
    run("analyse", log, "-o", alone, *few)
    process("analyse", str(log), "-o", str(two), *few, "-j", "2")
    assert alone.read_bytes() == two.read_bytes()
    records = [json.loads(line) for line in alone.read_bytes().splitlines()]
    kinds = [record["kind"] for record in records]
    assert kinds[0] == "game"
    assert {"chances", "choice", "seat"} == set(kinds[1:])
    moves = [record["move"] for record in records if "move" in record]
    assert moves == sorted(moves), "a game is told in its order"
    choice = next(record for record in records if record["kind"] == "choice")
    assert {"id", "line", "move", "seat", "lead", "best", "played", "loss", "se", "mark"} <= choice.keys()


@pytest.mark.exhaustive
@pytest.mark.parametrize("share", daily([0.5, 0.1, 0.99]))
def test_what_was_cut_off_is_analysed_again(cup: Path, whole: bytes, tmp_path: Path, share: float) -> None:
    output = tmp_path / "a.jsonl"
    output.write_bytes(whole[: int(len(whole) * share)])
    result = run("analyse", cup, "-o", output, *QUICK)
    assert output.read_bytes() == whole
    assert "cut off an unfinished game" in result.stderr
    assert "this will take about" in result.stderr


def test_after_a_kill_the_same_command_goes_on(cup: Path, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "a.jsonl"
    killed = running("analyse", cup, "-o", output, *QUICK)
    deadline = time.monotonic() + 120
    while not (output.exists() and output.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    killed.kill()
    killed.communicate()
    assert whole.startswith(output.read_bytes())
    run("analyse", cup, "-o", output, *QUICK)
    assert output.read_bytes() == whole


def test_nothing_is_done_twice(cup: Path, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "a.jsonl"
    output.write_bytes(whole)
    assert "already there: 3 of 3 games" in run("analyse", cup, "-o", output, *QUICK).stderr
    assert output.read_bytes() == whole


def test_games_that_were_added_to_a_log_are_added(cup: Path, whole: bytes, tmp_path: Path) -> None:
    games = (cup / "games.jsonl").read_bytes()
    first = games[: games.index(b'{"log"', 1)]
    log, output = tmp_path / "log.jsonl", tmp_path / "a.out"
    log.write_bytes(first)
    run("analyse", log, "-o", output, *QUICK)
    assert whole.startswith(output.read_bytes())
    log.write_bytes(games)
    assert "already there: 1 of 3 games" in run("analyse", log, "-o", output, *QUICK).stderr
    assert output.read_bytes() == whole


def test_other_terms_and_other_files_are_refused(cup: Path, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "a.jsonl"
    output.write_bytes(whole)
    assert "an analysis by other options: playouts 24 (now 30); give those of before" in usage(
        "analyse", cup, "-o", output, *QUICK, "--playouts", "30"
    )
    assert output.read_bytes() == whole
    assert "of other games" in usage("analyse", LOG, "-o", output, *QUICK)
    output.write_bytes(whole.replace(b'"bars":[1,2,4]', b'"bars":[1,2,5]'))
    assert "was written by another version of cityleague: name another file" in usage(
        "analyse", cup, "-o", output, *QUICK
    )
    output.write_bytes(whole)
    games = cup / "games.jsonl"
    assert "is a log: name another file" in usage("analyse", games, "-o", games)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(games.read_bytes())
    assert "is no analysis: name another file" in usage("analyse", games, "-o", copy)
    assert copy.read_bytes() == games.read_bytes()
    copy.write_bytes(b'{"kind":"\xff\xfe"}\n')
    assert "this is no line of an analysis" in usage("analyse", games, "-o", copy)


@pytest.mark.parametrize(
    "content", ['{"my":"settings"}', "notes", '{"kind":"other"', '{"log":1,"game"', '{"kind":"game","id":"x"']
)
def test_a_file_without_an_end_of_line_that_is_no_analysis_keeps_its_content(
    content: str, cup: Path, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "mine.json"
    output.write_text(content)
    usage("analyse", cup, "-o", output, *QUICK)
    assert output.read_text() == content


def test_a_log_that_became_shorter_or_a_line_without_end_leaves_the_file_as_it_was(
    cup: Path, whole: bytes, tmp_path: Path
) -> None:
    output, log = tmp_path / "a.out", tmp_path / "log.jsonl"
    games = (cup / "games.jsonl").read_bytes()
    log.write_bytes(games[: games.index(b'{"log"', 1)])
    second = whole.index(b'{"kind":"game"', 1)
    for content in (whole[: second + 9], whole[:second] + b"x", whole[: second - 1] + b" " * (1 << 17)):
        output.write_bytes(content)
        usage("analyse", log, "-o", output, *QUICK)
        assert output.read_bytes() == content


@pytest.mark.exhaustive
def test_a_game_without_id_that_is_not_the_first_of_its_log_is_shown_by_report(tmp_path: Path) -> None:
    """`show` would show the first one."""
    source, log, output = tmp_path / "one.jsonl", tmp_path / "log.jsonl", tmp_path / "a.out"
    run("play", GAME, "random", "greedy", "-o", source)
    head, _, rest = source.read_bytes().partition(b"\n")
    fields = {name: value for name, value in json.loads(head).items() if name != "id"}
    log.write_bytes(LOG.read_bytes() + json.dumps(fields).encode() + b"\n" + rest)
    said = run("analyse", log, "-o", output, *QUICK, "--player", "greedy").stderr
    words = shlex.split(said.splitlines()[-1])
    assert words[1] == "report"
    run(*words[1:-1], tmp_path / "site")
    assert any("Who was winning" in page.read_text() for page in (tmp_path / "site").rglob("*.html"))


def test_a_result_without_moves_is_left_out(tmp_path: Path) -> None:
    log, output = tmp_path / "g.jsonl", tmp_path / "a.out"
    lines = LOG.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[-1])
    assert f"{log}:1: a result without moves: left out" in run("analyse", log, "-o", output, *QUICK).stderr
    assert not output.exists()


def test_an_analysis_that_was_changed_is_neither_kept_nor_overwritten(cup: Path, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "a.out"
    lines = whole.splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"kind":"seat"' in line]
    without_a_line = [*lines[:1], *lines[2:]]
    with_another_result = [*lines[: ends[0] - 1], lines[1], *lines[ends[0] :]]
    with_a_number_without_sense = [line.replace(b'"loss":null', b'"loss":1.0') for line in lines]
    for damaged in (without_a_line, with_another_result, with_a_number_without_sense):
        content = b"".join(damaged)
        assert content != whole
        output.write_bytes(content)
        message = usage("analyse", cup, "-o", output, *QUICK)
        assert f"{output}:" in message
        assert "and run the same `analyse` again" in message
        assert output.read_bytes() == content


def test_an_analysis_beside_its_logs_is_no_log(cup: Path, whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "games.old.jsonl").write_bytes((cup / "games.jsonl").read_bytes())
    output = tmp_path / "analysis.jsonl"
    for _ in range(2):
        run("analyse", tmp_path, "-o", output, *QUICK)
        assert output.read_bytes() == whole
    for command in ("validate", "table", "score"):
        assert f"{output} is an analysis, and no log: left out" in run(command, tmp_path).stderr
    run("report", tmp_path, "--analysis", output, "-o", tmp_path / "site")
    assert f"{output} is an analysis, and no log: left out" in run("validate", output, tmp_path).stderr, "named as well"


def test_terms_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    output = tmp_path / "a.jsonl"
    assert "confirm is at least 24, not 3" in usage("analyse", LOG, "-o", output, "--confirm", "3")
    assert "take 0, to the end of the game" in usage("analyse", LOG, "-o", output, "--horizon", "2")
    assert 'none is with the id "nobody"' in usage("analyse", LOG, "-o", output, "--id", "nobody")
    assert not output.exists()


@pytest.mark.parametrize("name", ["-", "a.jsonl.gz", "a.jsonl.zst"])
def test_what_nothing_can_be_added_to_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "name a file, not compressed, with -o" in usage("analyse", LOG, "-o", name, *QUICK)
    assert not list(tmp_path.iterdir())


def test_two_runs_do_not_write_one_file(cup: Path, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "a.out"
    output.write_bytes(whole[:-1])
    with append_alone(str(tmp_path), "a.out"):
        assert f"{output} is being written by another run" in usage("analyse", cup, "-o", output, *QUICK)
        assert output.read_bytes() == whole[:-1]
    run("analyse", cup, "-o", output, *QUICK)
    assert output.read_bytes() == whole


def test_where_no_game_can_be_analysed_no_file_is_made(tmp_path: Path) -> None:
    result = run("analyse", EXAMPLES / "broken.jsonl", "-o", tmp_path / "a.jsonl", *QUICK, code=1)
    assert "to see it" not in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_command_that_is_named_at_the_end_shows_it(
    cup: Path, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for logs in (cup, Path(shutil.copy(LOG, "--analysis=x.jsonl"))):
        output = tmp_path / f"an analysis of {logs.stem}.out"
        said = run("analyse", "-o", output, *QUICK, "--", logs).stderr
        _, _, command = said.partition("to see it:\n  cityleague ")
        run(*shlex.split(command))
    assert "Who was winning" in (tmp_path / "game.html").read_text()
    assert len(list((tmp_path / "site" / "games").glob("*.html"))) == 3


def test_a_broken_game_is_reported_and_the_others_are_analysed(cup: Path, whole: bytes, tmp_path: Path) -> None:
    log, output = tmp_path / "log.jsonl", tmp_path / "a.out"
    broken = (EXAMPLES / "broken.jsonl").read_bytes()
    log.write_bytes(broken[: broken.index(b'{"log"', 1)] + (cup / "games.jsonl").read_bytes())
    result = run("analyse", log, "-o", output, *QUICK, code=1)
    assert "B2C-PICK-NOT-IN-HAND" in result.stderr
    assert [json.loads(line)["kind"] for line in output.read_bytes().splitlines()].count("game") == 3


def test_a_game_with_hands_that_nobody_saw_is_passed_over(tmp_path: Path) -> None:
    log, output = tmp_path / "log.jsonl", tmp_path / "a.out"
    lines = LOG.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([line for line in lines if not line.startswith(b'{"chance"')]))
    result = run("analyse", log, "-o", output, *QUICK)
    assert "not analysed: the log leaves open what a draw brought" in result.stderr
    assert [json.loads(line)["kind"] for line in output.read_bytes().splitlines()] == ["game", "skipped"]
    run("analyse", log, "-o", output, *QUICK)
    assert len(output.read_bytes().splitlines()) == 2
