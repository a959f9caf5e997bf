"""Games are chosen as an oracle chooses them that reads the lines by itself, in every command alike."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays.log.compression import pack

from ..command import process
from ..rows import daily, examples
from .helpers import run, usage

NAMES = ("Ada", "Ben", "Zoë", 'D"J\\')
NO_RESULT = "there is no readable result at the end"
NO_DATE = "the header tells no date"
NO_ID = "the header cannot be read, so the id is not known"


class Game(NamedTuple):
    """A game as the oracle sees it: its bytes, and the JSON values of its lines."""

    data: bytes
    header: dict[str, Any]
    last: Any


def game(data: bytes) -> Game:
    lines = [line for line in data.split(b"\n") if line.strip()]
    try:
        last = json.loads(lines[-1])
    except ValueError:
        last = None
    return Game(data, json.loads(lines[0]), last)


# -- the oracle


def scores(game: Game) -> list[tuple[str, float, int]] | None:
    """Player, points and rank by seat; None without a readable result."""
    result = game.last.get("result") if isinstance(game.last, dict) and set(game.last) == {"result"} else None
    seats = len(game.header["players"])
    if not isinstance(result, dict) or [len(result.get(key, "")) for key in ("scores", "ranks")] != [seats, seats]:
        return None
    if result["ranks"] != [1 + sum(other < rank for other in result["ranks"]) for rank in result["ranks"]]:
        return None
    return list(zip(game.header["players"], result["scores"], result["ranks"], strict=True))


def span(text: str) -> range:
    numbers = [int(number) for number in text.split("-")]
    return range(numbers[0], numbers[-1] + 1)


def left_out(game: Game, options: dict[str, Any]) -> str | None:
    """Why a game is left out, in words; the empty text: it is another game; None: it is chosen."""
    header, players = game.header, options.get("--player", [])
    tests: list[tuple[str, Callable[[Any], bool]]] = [
        ("--game", lambda name: header["game"] == name.lower()),
        ("--rules", lambda version: header["rules"] == version),
        ("--seats", lambda text: len(header["players"]) in span(text)),
        ("--player", lambda names: all(name in header["players"] for name in names)),
        ("--id", lambda ids: header.get("id") in ids),
    ]
    if not all(test(options[name]) for name, test in tests if name in options):
        return ""
    since, until = options.get("--since", ""), options.get("--until", "")
    if since or until:
        if "date" not in header:
            return NO_DATE
        day = header["date"][:10]
        if not (day[: len(since)] >= since and day[: len(until)] <= until):
            return ""
    if "--rank" in options or "--min-score" in options:
        seats = scores(game)
        if seats is None:
            return NO_RESULT
        ranks, least = span(options.get("--rank", "1-99")), float(options.get("--min-score", "-1e9"))
        good = [name for name, points, rank in seats if rank in ranks and points >= least]
        if not good or any(name not in good for name in players):
            return ""
    return None


# -- leagues


@st.composite
def games(draw: st.DrawFn) -> Game:
    players = draw(st.permutations(NAMES).map(lambda names: names[: draw(st.integers(1, 4))]))
    header = {
        "log": 1,
        "game": draw(st.sampled_from(["neom", "between_two_cities"])),
        "rules": draw(st.sampled_from(["1", "2"])),
        "players": players,
        "id": draw(st.sampled_from([None, "a", "b", "c"])),
        "date": draw(st.sampled_from([None, "2025-12-31", "2026-01-01T23:30:00-05:00", "2026-11-23", "2027-02-01"])),
        "note": "neom between_two_cities Ada Ben",
    }
    header = {key: value for key, value in header.items() if value is not None}
    separators = draw(st.sampled_from([(",", ":"), (", ", ": ")]))
    lines = [json.dumps(header, separators=separators, ensure_ascii=draw(st.booleans()))]
    lines += ['{"check":"0123456789abcdef"}'] * draw(st.integers(0, 2))
    points = draw(st.lists(st.integers(-3, 12), min_size=len(players), max_size=len(players)))
    ranks = [1 + sum(other > mine for other in points) for mine in points]
    result: dict[str, Any] = {"scores": points, "ranks": ranks}
    end = draw(st.sampled_from(["whole", "whole", "whole", "none", "cut", "short", "ranks"]))
    if end == "short":
        result["scores"] = points[1:]
    if end == "ranks":
        result["ranks"] = [rank + 1 for rank in ranks]
    if end != "none":
        lines.append(json.dumps({"result": result})[: 20 if end == "cut" else None])
    return game(("\n".join(lines) + "\n" * draw(st.integers(1, 3))).encode())


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "--game": st.sampled_from(["neom", "NEOM", "Between_Two_Cities"]),
        "--rules": st.sampled_from(["1", "2", "3"]),
        "--seats": st.sampled_from(["1", "2", "2-3", "3-4", "5-9"]),
        "--player": st.lists(st.sampled_from([*NAMES, "Nobody"]), min_size=1, max_size=2, unique=True),
        "--id": st.lists(st.sampled_from(["a", "b", "x"]), min_size=1, max_size=2, unique=True),
        "--since": st.sampled_from(["2025", "2026", "2026-11", "2026-11-23"]),
        "--until": st.sampled_from(["2026-11-23", "2026-12", "2027"]),
        "--rank": st.sampled_from(["1", "2", "2-4", "4"]),
        "--min-score": st.sampled_from(["-2", "0", "5.5", "11"]),
    },
)


def words(options: dict[str, Any]) -> list[str]:
    pairs = [(name, value if isinstance(value, list) else [value]) for name, value in options.items()]
    return [word for name, values in pairs for value in values for word in (name, value)]


def told(stderr: str) -> dict[str, int]:
    """How many games were left out, by why."""
    return {why: int(count) for count, why in re.findall(r"^(\d+) of the games left out: (.*)$", stderr, re.MULTILINE)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("league")


def exported(folder: Path, data: bytes, *options: str, name: str = "g.jsonl") -> tuple[bytes, str]:
    """What is copied of a log, and what is said of it."""
    log, new = folder / name, folder / "new.jsonl"
    log.write_bytes(pack(name, data))
    new.unlink(missing_ok=True)
    said = run("export", log, "-o", new, "--allow-empty", *options).stderr
    return new.read_bytes() if new.exists() else b"", said


@pytest.mark.exhaustive
@examples(300)
@given(st.lists(games(), min_size=1, max_size=8), OPTIONS)
def test_every_choice_is_that_of_the_oracle(folder: Path, league: list[Game], options: dict[str, Any]) -> None:
    why = [left_out(game, options) for game in league]
    new, said = exported(folder, b"".join(game.data for game in league), *words(options))
    assert new == b"".join([game.data for game, reason in zip(league, why, strict=True) if reason is None])
    assert told(said) == {reason: why.count(reason) for reason in why if reason}
    assert ("no game is chosen" in said) == (None not in why)


@examples(40)
@given(st.lists(games(), min_size=1, max_size=8), OPTIONS)
def test_every_command_chooses_the_same_games(folder: Path, league: list[Game], options: dict[str, Any]) -> None:
    chosen = [game for game in league if left_out(game, options) is None]
    log = folder / "g.jsonl"
    log.write_bytes(b"".join(game.data for game in league))
    given_: list[Any] = [log, *words(options), "--allow-empty"]
    code = 1 if chosen else 0
    checked = run("validate", *given_, "--format", "json", "--max-findings", "99", code=code)
    lines = [json.loads(line)["line"] for line in checked.stdout.splitlines()]
    assert len(lines) == len(chosen)  # none of these games keeps its rules
    said = run("score", *given_, code=None)
    scored, alone = said.stderr, " ".join(said.stdout.split()).count("a result alone: not replayed")
    assert len(re.findall(r"^\S+: error ", scored, re.MULTILINE)) + alone == len(chosen)
    assert said.exit_code == (len(chosen) > alone)
    for more in ((), ("--validate",)):
        told_of = run("table", *given_, *more, code=None).stderr
        assert told(told_of) == told(checked.stderr) == told(scored)


# -- many games, of which some are broken


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Path:
    """120 games in a log that is long enough to be read in parts: some headers broken, some ids taken."""
    header, rest = log.read_bytes().split(b"\n", 1)
    known = json.loads(header)
    lines = []
    for number in range(120):
        told_ = known | {"id": f"g{(number - number % 5 // 4) % 60}", "date": f"20{number % 60:02}-01-01"}
        more = {"log": 1, "players": 7} if number % 10 == 7 else told_
        lines.append(json.dumps(more).encode() + b"\n" + rest)
    path = tmp_path_factory.mktemp("archive") / "archive.jsonl"
    path.write_bytes(b"".join(lines))
    assert path.stat().st_size > 1 << 20
    return path


CHOICES: Sequence[tuple[str, ...]] = (
    ("--since", "2030", "--until", "2069"),
    ("--sample", "20"),
    ("--sample", "20%:x", "--player", "greedy", "--rank", "1"),
    ("--id", "g10", "--id", "g11"),
    ("--player", "Nobody"),
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", daily([2, 3, 0, 1, 4]))
def test_more_processes_choose_the_same_games(archive: Path, number: int) -> None:
    for command in (["validate", "--format", "json"], ["table", "--validate"]):
        alone, together = [
            run(command[0], archive, *command[1:], *CHOICES[number], "-j", jobs, code=None) for jobs in "12"
        ]
        assert (alone.stdout, alone.stderr) == (together.stdout, together.stderr)
        assert alone.exit_code == together.exit_code


def test_a_header_that_cannot_be_read_is_told_by_every_choice(archive: Path, tmp_path: Path) -> None:
    broken = [7 + 10 * number for number in range(12)]
    said = run("validate", archive, "--until", "1999", "--format", "json", code=1).stdout
    assert [json.loads(line)["code"] for line in said.splitlines()] == ["LOG-TYPE"] * len(broken)
    for command in (["score"], ["table"], ["export", "-o", str(tmp_path / "new.jsonl")]):
        said = run(command[0], archive, *command[1:], "--sample", "1", code=1).stderr
        assert len(re.findall(r"^\S+: error LOG-TYPE", said, re.MULTILINE)) == len(broken), command
    said = run("score", archive, "--id", "g10").stderr
    assert told(said) == {NO_ID: len(broken)}


@pytest.mark.exhaustive
def test_ids_that_come_twice_are_judged_among_the_chosen(archive: Path) -> None:
    """Games 3 and 4, 8 and 9, ... have the same id and other years."""
    for jobs in "12":
        said = run("validate", archive, "-j", jobs, code=1).stderr
        assert "66 LOG-DUPLICATE-ID" in said
        said = run("validate", archive, "--since", "2003", "--until", "2003", "--id", "g3", "-j", jobs, code=1).stderr
        assert "(1 LOG-DUPLICATE-ID)" in said  # of games 3 and 63
        said = run("validate", archive, "--since", "2003", "--until", "2004", "--id", "g3", "-j", jobs, code=1).stderr
        assert "(3 LOG-DUPLICATE-ID)" in said  # of games 3, 4, 63, 64


# -- samples


def ids(data: bytes) -> list[str]:
    return [json.loads(line)["id"] for line in data.splitlines() if line.startswith(b'{"log"')]


def small_games(count: int) -> list[bytes]:
    header = '{"log":1,"game":"neom","rules":"1","players":["Ada"],"id":"%d"}\n'
    return [(header % number).encode() + b'{"result":{"scores":[1],"ranks":[1]}}\n' for number in range(count)]


def test_a_sample_is_the_same_in_any_order_and_company(folder: Path) -> None:
    some = small_games(500)
    chosen = {}
    for sample in ("40", "40:x", "10%", "10%:x"):
        forth = ids(exported(folder, b"".join(some), "--sample", sample)[0])
        back = ids(exported(folder, b"\n".join(some[::-1]).rstrip(), "--sample", sample, name="g.jsonl.gz")[0])
        assert sorted(forth) == sorted(back)
        assert forth == back[::-1]
        chosen[sample] = set(forth)
    assert len(chosen["40"]) == len(chosen["40:x"]) == 40
    assert 20 < len(chosen["10%"]) < 80
    assert chosen["40"] != chosen["40:x"]
    assert chosen["10%"] != chosen["10%:x"]
    more = set(ids(exported(folder, b"".join(some[:250]), "--sample", "10%")[0]))
    assert more == chosen["10%"] & set(map(str, range(250)))


def test_a_sample_stays_the_same_from_release_to_release(folder: Path) -> None:
    some = small_games(60)
    key = blake2b(b"spring").digest()
    hashes = {text: blake2b(text.strip(), key=key, digest_size=8).hexdigest() for text in some}
    lowest = sorted(some, key=hashes.__getitem__)[:3]
    assert exported(folder, b"".join(some), "--sample", "3:spring")[0] == b"".join(
        [text for text in some if text in lowest]
    )
    below = f"{2**64 * 5 // 100:016x}"
    share = [text for text in some if hashes[text] < below]
    assert exported(folder, b"".join(some), "--sample", "5%:spring")[0] == b"".join(share)
    assert ids(b"".join(lowest)) == ["4", "54", "43"]


def test_larger_samples_have_the_smaller_ones_in_them(folder: Path) -> None:
    data = b"".join(small_games(300))
    sizes = [set(ids(exported(folder, data, "--sample", sample)[0])) for sample in ("5", "50", "299", "300", "900")]
    assert [len(taken) for taken in sizes] == [5, 50, 299, 300, 300]
    assert all(small <= large for small, large in pairwise(sizes))
    shares = [
        set(ids(exported(folder, data, "--sample", f"{share}%")[0])) for share in ("0.000001", "2.5", "50", "100")
    ]
    assert shares[0] == set()
    assert shares[-1] == sizes[-1]
    assert all(small <= large for small, large in pairwise(shares))


def test_a_sample_is_taken_of_what_is_chosen_otherwise(folder: Path) -> None:
    data = b"".join(small_games(100)).replace(b'"Ada"', b'"Ben"', 90)
    chosen = set(ids(exported(folder, data, "--sample", "7", "--player", "Ada")[0]))
    assert len(chosen) == 7
    assert chosen <= set(map(str, range(90, 100)))


@pytest.mark.parametrize("command", daily(["validate", "score", "table", "export"]))
def test_a_sample_of_so_many_games_is_not_taken_of_a_pipe(command: str, tmp_path: Path) -> None:
    output = ["-o", "new.jsonl"] * (command == "export")
    done = process(command, "-", "--sample", "3", *output, stdin=small_games(1)[0], cwd=tmp_path)
    assert done.returncode == 2
    assert b"-: a pipe can be read only once" in done.stderr
    named = tmp_path / "pipe"
    os.mkfifo(named)
    done = process(command, named, "--sample", "3", *output, cwd=tmp_path)
    assert b"pipe: a pipe can be read only once" in done.stderr
    assert list(tmp_path.iterdir()) == [named]


def test_pipes_and_packed_logs_are_chosen_from_as_plain_ones(folder: Path) -> None:
    data = b"".join(small_games(100))
    options = ("--sample", "20%", "--id", "3", "--id", "4", "--id", "44", "--id", "5", "--id", "70")
    plain = exported(folder, data, *options)[0]
    assert 0 < len(ids(plain)) < 5
    for name in ("g.jsonl.gz", "g.jsonl.zst"):
        assert exported(folder, data, *options, name=name)[0] == plain
    assert process("export", "-", "-o", "-", *options, stdin=data).stdout == plain
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    assert process("export", pipe, "-o", "-", *options).stdout == plain
    writer.join()


# -- what is refused


@pytest.mark.parametrize("command", ["validate", "score", "table", "report", "export"])
def test_an_id_as_game_is_refused_with_advice(command: str, log: Path, tmp_path: Path) -> None:
    output = ["-o", str(tmp_path / "out")] * (command in ("report", "export"))
    assert "To choose a game by its id, use --id" in usage(command, log, "--game", "friday-1", *output)


@pytest.mark.parametrize(
    "words_",
    [
        ("show", "LOG", "--game", "friday-1"),
        ("check-bot", "random", "--at", "LOG", "--move", "3", "--game", "friday-1"),
        ("play", "--from", "LOG", "--move", "3", "--game", "friday-1", "random", "greedy"),
    ],
)
def test_commands_about_one_game_refuse_game_with_advice(words_: tuple[str, ...], log: Path) -> None:
    given_ = [str(log) if word == "LOG" else word for word in words_]
    assert "use --id friday-1" in usage(*given_)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--seats", "0", '"0" is no number from 1 on (3), nor a range of them (2-4)'),
        ("--seats", "4-2", "the range 4-2 is empty: 2-4 is one"),
        ("--rank", "first", '"first" is no number'),
        ("--min-score", "nan", "nan is no number of points"),
        ("--min-score", "inf", "inf is no number of points"),
        ("--sample", "0", '"0" is no number of games (100) nor a share (1%)'),
        ("--sample", "0%", "a share is more than 0% and at most 100%"),
        ("--sample", "100.1%", "a share is more than 0% and at most 100%"),
        ("--sample", "-3", '"-3" is no number of games'),
        ("--sample", "x:3", '"x:3" is no number of games'),
        ("--game", "nemo", "no game is called 'nemo'"),
    ],
)
def test_a_choice_that_means_nothing_is_refused(option: str, value: str, message: str, log: Path) -> None:
    for command in ("validate", "score", "table"):
        assert message in usage(command, log, f"{option}={value}")


def test_a_choice_of_nothing_is_told_in_words(log: Path) -> None:
    options = ("--game", "NEOM", "--id", "a", "--id", "b", "--seats", "2-4", "--rules", "9", "--rank", "1")
    said = run("validate", log, *options, "--min-score", "60.5", "--sample", "5%:x", code=2).stderr
    assert (
        'of 1 game, none is of neom and by rules "9" and with the id "a" or "b" and for 2 to 4 players and with rank 1 '
        'and with 60.5 points or more and in the sample "5%:x"; with --allow-empty that is not an error'
    ) in said
