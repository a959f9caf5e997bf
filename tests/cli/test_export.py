"""Games are copied byte for byte, into one log or several, and nothing unfinished is left."""

from __future__ import annotations

import gzip
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays.log.compression import _zstd, pack

from ..command import process, running
from ..rows import daily, examples
from .helpers import run, usage

RESULT = b'{"result":{"scores":[1,0],"ranks":[1,2]}}\n'


def game(*players: str, name: str = "neom", moves: str = "", **more: object) -> bytes:
    header = {"log": 1, "game": name, "rules": "1", "players": players or ("Ada", "Ben"), **more}
    return json.dumps(header).encode() + b"\n" + moves.encode() + RESULT


def copied(tmp_path: Path, data: bytes, *options: str, name: str = "new.jsonl", code: int = 0) -> dict[str, bytes]:
    """The files that `export` makes of a log, unpacked, by name."""
    log, folder = tmp_path / "g.jsonl", tmp_path / "out"
    log.write_bytes(data)
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    run("export", log, "-o", folder / name, *options, code=code)
    return {path.name: unpacked(path) for path in folder.iterdir()}


def unpacked(path: Path) -> bytes:
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes())
    content: bytes = _zstd().decompress(path.read_bytes()) if path.suffix == ".zst" else path.read_bytes()
    return content


# -- copies


def test_a_copy_has_the_bytes_of_its_logs(tmp_path: Path) -> None:
    logs = sorted(Path("examples").glob("*.jsonl"))
    run("export", *logs, "-o", tmp_path / "all.jsonl")
    assert (tmp_path / "all.jsonl").read_bytes() == b"".join(log.read_bytes() for log in logs)
    piped = process("export", *map(str, logs), "-o", "-")
    assert piped.stdout == (tmp_path / "all.jsonl").read_bytes()
    assert piped.stderr == b"standard output: 22 games\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", daily(["new.jsonl.zst", "new.jsonl.gz"]))
def test_a_copy_is_packed_as_its_name_says(name: str, tmp_path: Path) -> None:
    data = b"".join(game(note=random.Random(number).randbytes(1000).hex()) for number in range(3000))
    assert len(data) > 5 << 20
    assert copied(tmp_path, data, name=name) == {name: data}
    first = (tmp_path / "out" / name).read_bytes()
    assert len(first) < len(data)
    copied(tmp_path, data, name=name)
    assert (tmp_path / "out" / name).read_bytes() == first
    [league] = json.loads(run("table", tmp_path / "out" / name, "--format", "json").stdout)
    assert league["games"] == 3000


def test_a_game_whose_last_line_has_no_end_gets_one_before_the_next(tmp_path: Path) -> None:
    bare = game().rstrip()
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_bytes(bare)
    run("export", tmp_path, "-o", tmp_path / "all.txt")
    assert (tmp_path / "all.txt").read_bytes() == b"\n".join([bare] * 3)


def test_what_would_spoil_a_log_is_told_and_not_copied(tmp_path: Path) -> None:
    nonsense, broken = b"no header\n", game(players=7)
    log = nonsense + game(id="a") + broken + game(id="b")
    assert copied(tmp_path, log, code=1) == {"new.jsonl": game(id="a") + game(id="b")}
    said = run("export", tmp_path / "g.jsonl", "-o", tmp_path / "again.jsonl", code=1).stderr
    assert said.count(": error ") == 2
    assert "again.jsonl: 2 games\n" in said
    packed = tmp_path / "cut.jsonl.gz"
    packed.write_bytes(pack("x.gz", game() * 3)[:-20])
    assert "IO-TRUNCATED" in run("export", packed, "-o", tmp_path / "cut.jsonl", code=3).stderr


def test_a_game_that_is_too_long_is_not_copied(tmp_path: Path) -> None:
    long = game(moves=('{"note":"' + "x" * 1_000_000 + '"}\n') * 20)
    assert copied(tmp_path, game() + long + game(id="b"), code=1) == {"new.jsonl": game() + game(id="b")}


# -- split


@examples(60)
@given(
    players=st.lists(st.permutations(["Ada", "ada", "B/n", "B?n", "..", "Zoë"]).map(lambda all_: all_[:2]), min_size=1),
    size=st.integers(1, 5),
    name=st.sampled_from(["new.jsonl", "new.jsonl.gz", "new.jsonl.zst"]),
)
def test_splits_are_those_of_the_oracle(
    players: list[list[str]], size: int, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("split")
    dates = [None, "2026-11-23", "2026-11-23T19:00:00Z", "2025-01-01"]
    names = ["neom", "between_two_cities"]
    games = []
    for number, pair in enumerate(players):
        date = dates[number % 4]
        more = {"date": date} if date else {}
        games.append((game(*pair, name=names[number % 2], id=str(number), **more), pair, (date or "undated")[:10]))
    data = b"".join(log for log, _, _ in games)

    by_number = copied(folder, data, "--split", str(size), name=name)
    assert [by_number[key] for key in sorted(by_number)] == [
        b"".join(log for log, _, _ in games[start : start + size]) for start in range(0, len(games), size)
    ]
    by_date: defaultdict[str, bytes] = defaultdict(bytes)
    by_player: defaultdict[str, bytes] = defaultdict(bytes)
    for log, pair, day in games:
        by_date[name.replace("new", f"new-{day}")] += log
        for player in pair:
            by_player[player] += log
    assert copied(folder, data, "--split-by", "date", name=name) == by_date
    found = copied(folder, data, "--split-by", "player", name=name)
    assert sorted(found.values()) == sorted(by_player.values())
    assert len({key.casefold() for key in found}) == len(by_player)
    if "Zoë" in by_player:
        assert found[name.replace("new", "new-Zoë")] == by_player["Zoë"]
    found = copied(folder, data, "--split-by", "game", name=name)
    assert sorted(found) == sorted({name.replace("new", f"new-{part}") for part in names[: len(games)]})


def test_a_file_of_a_part_is_never_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    secret = tmp_path / "secret"
    secret.write_text("mine")
    (tmp_path / "out/new-Ada.jsonl").symlink_to(secret)
    (tmp_path / "g.jsonl").write_bytes(game())
    run("export", tmp_path / "g.jsonl", "-o", tmp_path / "out/new.jsonl", "--split-by", "player", code=4)
    assert secret.read_text() == "mine"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["new-Ada.jsonl"]


def test_more_files_than_may_be_open(tmp_path: Path) -> None:
    log = tmp_path / "g.jsonl"
    games = [game(f"p{number}", f"p{number + 1}") for number in range(400)]
    log.write_bytes(b"".join(games * 2))
    few = (100, 100)
    command = ("export", log, "-o", tmp_path / "o/x.jsonl", "--split-by", "player")
    done = process(*command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
    assert done.stderr.decode().endswith("x.jsonl: 800 games in 401 files\n")
    assert (tmp_path / "o/x-p7.jsonl").read_bytes() == (games[6] + games[7]) * 2


# -- duplicates

MOVES = '{"chance":"deck","order":["a"]}\n{"seat":0,"move":{"type":"x"}}\n{"seat":1,"move":{"type":"y"}}\n'


def test_duplicates_by_bytes_and_by_moves(tmp_path: Path) -> None:
    first = game(id="1", moves=MOVES)
    noted = MOVES.replace('"move":', '"ms": 7, "note" : "so", "move": ') + '{"check":"0123456789abcdef"}\n'
    alike = [
        game("Cleo", "Dan", id="2", moves=MOVES),
        game(id="3", moves=noted, date="2026-11-23"),
        game(id="4", moves=MOVES).removesuffix(RESULT),
    ]
    other = [
        game(id="5", moves=MOVES.replace("y", "z")),
        game(id="6", moves=MOVES.replace('"a"', '"b"')),
        game(id="7", moves=MOVES, options={"beginner": True}),
        game(id="8", moves=MOVES, name="city_tycoon"),
        game(id="9", moves=MOVES, rules="2"),
        game("Ada", "Ben", "Cleo", id="10", moves=MOVES),
        game(id="11"),
        game(id="12"),  # results alone: nothing says that they are the same game
        game(id="13", moves=MOVES + "nonsense\n"),
        game(id="14", moves=MOVES + "nonsense\n"),
    ]
    log = b"".join([first, *alike, *other, first + b"\n", game(id="11")])
    whole = b"".join([first, *alike, *other])
    assert copied(tmp_path, log, "--dedupe") == copied(tmp_path, log, "--dedupe", "bytes") == {"new.jsonl": whole}
    assert copied(tmp_path, log, "--dedupe", "moves") == {"new.jsonl": b"".join([first, *other])}
    assert "2 duplicates left out" in run("export", tmp_path / "g.jsonl", "-o", tmp_path / "n", "--dedupe").stderr


def test_duplicates_are_found_among_many_games(tmp_path: Path) -> None:
    games = [game(id=str(number)) for number in range(2500)]
    assert copied(tmp_path, b"".join(games + games[::-1]), "--dedupe") == {"new.jsonl": b"".join(games)}


# -- what is refused, and what is left


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--split", "2", "--split-by", "game"), "do not go together"),
        (("--split", "0"), "0 is not in the range"),
        (("--dedupe", "ids"), "'ids' is not one of 'bytes', 'moves'"),
    ],
)
def test_what_makes_no_sense_is_refused(options: tuple[str, ...], message: str, log: Path, tmp_path: Path) -> None:
    assert message in usage("export", log, "-o", tmp_path / "new.jsonl", *options)
    assert not list(tmp_path.iterdir())


def test_a_folder_and_a_log_that_is_read_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "new-Ben.jsonl"
    log.write_bytes(game())
    (tmp_path / "link.jsonl").symlink_to(log)
    assert "is a folder: name a file in it" in usage("export", log, "-o", tmp_path)
    for output, more in ((log, ()), (tmp_path / "link.jsonl", ()), (tmp_path / "new.jsonl", ("--split-by", "player"))):
        assert "is one of the logs that are read" in usage("export", log, "-o", output, *more)
    assert "leave out --split" in usage("export", log, "-o", "-", "--split", "2")
    with log.open("ab") as end:
        done = process("export", log, "-o", "-", stdout=end)
    assert b"standard output is one of the logs" in done.stderr
    assert log.read_bytes() == game()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.jsonl", "new-Ben.jsonl"]


@pytest.mark.parametrize(("output", "options"), [("new.jsonl", ()), ("tables", ("--format", "csv"))])
def test_what_is_not_written_is_not_said_to_be(output: str, options: tuple[str, ...], tmp_path: Path) -> None:
    told = run("export", tmp_path / "nope.jsonl", *options, "-o", tmp_path / output, code=3).stderr
    assert told.endswith(f"{output}: nothing written, as there is no game\n")
    assert not (tmp_path / output).is_file()


def test_where_nothing_is_chosen_nothing_is_written(tmp_path: Path) -> None:
    new = tmp_path / "new.jsonl"
    new.write_text("older")
    (tmp_path / "g.jsonl").write_bytes(game())
    run("export", tmp_path / "g.jsonl", "-o", new, "--player", "Nobody", code=2)
    run("export", tmp_path / "g.jsonl", "-o", new, "--player", "Nobody", "--allow-empty")
    assert new.read_text() == "older"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("number", "options"),
    daily(
        [
            (signal.SIGINT, ()),
            (signal.SIGTERM, ("--split-by", "player", "--dedupe", "moves")),
            (signal.SIGINT, ("--split", "1")),
            (signal.SIGTERM, ()),
            (signal.SIGINT, ("--split-by", "player", "--dedupe", "moves")),
            (signal.SIGTERM, ("--split", "1")),
        ],
        1,
    ),
)
def test_an_interruption_leaves_nothing(number: int, options: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with running("export", "-", "-o", out / "new.jsonl.gz", *options) as exporting:
        assert exporting.stdin
        assert exporting.stderr
        exporting.stdin.write(b"".join(game(f"p{number % 50}", "Ada", moves="\n" * 2000) for number in range(1500)))
        exporting.stdin.flush()
        begun = time.monotonic()
        while not list(out.iterdir()) and time.monotonic() < begun + 30:
            time.sleep(0.01)
        assert all(path.name.endswith(".part") for path in out.iterdir())
        assert list(out.iterdir())
        exporting.send_signal(number)
        assert exporting.wait(30) == 130
        assert b"Traceback" not in exporting.stderr.read()
    assert not list(out.iterdir())


def test_a_reader_that_goes_away_and_a_full_disk(tmp_path: Path) -> None:
    log = tmp_path / "g.jsonl"
    log.write_bytes(game(moves="\n" * 100_000) * 30)
    command = f"{sys.executable} -P -m cityleague.cli export {log} -o - | head -c 10"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (141, b"")
    full = process("export", log, "-o", "/dev/full")
    assert full.returncode == 4
    assert b"No space left" in full.stderr


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe, log = tmp_path / "pipe", tmp_path / "g.jsonl"
    os.mkfifo(pipe)
    log.write_bytes(game() * 3)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert process("export", log, "-o", pipe).returncode == 0
        assert reader.stdout
        assert reader.stdout.read() == game() * 3
