"""Tournaments played in shards, and joined again."""

from __future__ import annotations

import fcntl
import os
from itertools import permutations
from pathlib import Path

import pytest

from cityleague.engine.chance import Stream
from cityleague.replays.log import FileBeside
from cityleague.replays.reports.tournaments import coverage
from cityleague.replays.tournaments import MergeError, PlanError, ResumeError, Tournament, UnreadableError, merge, run
from cityleague.replays.tournaments.record import record_of, write_record
from cityleague.replays.tournaments.schedule import Shard

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily
from .helpers import cityleague, games, interrupted, on_a_full_disk, plan, played, put, split, until_grown

FOUR = ("a=random", "b=greedy", "c=random", "d=greedy")
THREE = FOUR[:3]
PLAN = plan(*THREE, seats=2, deals=2)  # six blocks of two games
WHOLE = Tournament(PLAN)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    played(WHOLE, folder)
    return games(folder)


@pytest.fixture(scope="module")
def thirds(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The files of three shards."""
    folder = tmp_path_factory.mktemp("thirds")
    for number in (1, 2, 3):
        played(Tournament(PLAN, shard=Shard(number, 3)), folder / str(number))
    return [games(folder / str(number)) for number in (1, 2, 3)]


def merged(folders: list[Path], target: Path) -> list[str]:
    """Merge folders; return the message."""
    told: list[str] = []
    merge(WHOLE, folders, target, told.append)
    return told


def refused(kind: type[Exception], folders: list[Path], target: Path) -> str:
    """The message with which a merge is refused, which leaves nothing behind."""
    with pytest.raises(kind) as caught:
        merged(folders, target)
    assert not target.exists()
    return str(caught.value)


# -- shards


def test_shards_have_every_nth_block_and_share_out_all_games(whole: bytes, thirds: list[bytes]) -> None:
    assert [content.count(b'{"log"') for content in thirds] == [4, 4, 4]
    all_games = split(whole)
    for number, content in enumerate(thirds):
        assert split(content) == [game for i, game in enumerate(all_games) if i // 2 % 3 == number]


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet"])
def test_shards_are_counted_and_covered(schedule: str) -> None:
    shards = [
        Tournament(plan(*FOUR, seats=2, deals=3, schedule=schedule), shard=Shard(number, 4)) for number in (1, 2, 3, 4)
    ]
    whole = Tournament(plan(*FOUR, seats=2, deals=3, schedule=schedule))
    assert [shard.count() for shard in shards] == [len(list(shard.pairings())) for shard in shards]
    assert sum(shard.count() for shard in shards) == whole.count()
    for name in "abcd":
        assert sum(coverage(shard).games[name] for shard in shards) == coverage(whole).games[name]


def test_a_shard_is_resumed_like_any_other_tournament(thirds: list[bytes], tmp_path: Path) -> None:
    shard = Tournament(PLAN, shard=Shard(2, 3))
    for length in range(0, len(thirds[1]), len(thirds[1]) // 5):
        (tmp_path / "games.jsonl").write_bytes(thirds[1][:length])
        played(shard, tmp_path)
        assert games(tmp_path) == thirds[1]
    longer = Tournament(plan(*THREE, seats=2, deals=3), shard=Shard(2, 3))
    played(longer, tmp_path)
    assert games(tmp_path).startswith(thirds[1])
    with pytest.raises(ResumeError, match="not game"):
        next(run(Tournament(PLAN, shard=Shard(1, 3)), tmp_path))


@pytest.mark.parametrize(
    ("number", "of", "message"),
    [(0, 2, "no shard 0 of 2"), (3, 2, "no shard 3 of 2"), (1, 9, "only 6 blocks, not enough for 9 shards")],
)
def test_a_shard_that_does_not_exist_is_refused(number: int, of: int, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        Tournament(PLAN, shard=Shard(number, of))


# -- merging


@pytest.mark.parametrize("order", daily(sorted(map(list, permutations(range(3))), key=[2, 0, 1].__ne__)))
def test_three_shards_in_any_order_give_the_bytes_of_the_whole(
    order: list[int], whole: bytes, thirds: list[bytes], tmp_path: Path
) -> None:
    folders = put(tmp_path, *thirds)
    assert merged([folders[i] for i in order], tmp_path / "cup") == []
    assert games(tmp_path / "cup") == whole
    assert sorted(os.listdir(tmp_path / "cup")) == ["games.jsonl", "tournament.toml"]


def test_two_shards_and_a_whole_one_can_be_merged(whole: bytes, tmp_path: Path) -> None:
    for number in (1, 2):
        played(Tournament(PLAN, shard=Shard(number, 2)), tmp_path / str(number))
    (tmp_path / "cup").mkdir()
    merged([tmp_path / "1", tmp_path / "2"], tmp_path / "cup")
    assert games(tmp_path / "cup") == whole
    merged([tmp_path / "cup"], tmp_path / "copy")
    assert games(tmp_path / "copy") == whole
    assert [progress.done for progress in played(WHOLE, tmp_path / "copy")] == [12]


def test_a_game_in_two_folders_is_taken_once(whole: bytes, thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *thirds, split(thirds[1])[0], whole)
    told = merged(folders[:4], tmp_path / "cup")
    assert told == [
        f"1 game of {folders[3]}/games.jsonl is in {folders[1]}/games.jsonl as well, with the same bytes; taken once"
    ]
    assert games(tmp_path / "cup") == whole
    told = merged(folders, tmp_path / "again")
    assert [line.partition(" of ")[0] for line in told] == ["1 game", "4 games", "4 games", "4 games"]
    assert games(tmp_path / "again") == whole


def test_a_game_that_differs_between_folders_is_refused(thirds: list[bytes], tmp_path: Path) -> None:
    game = split(thirds[1])[1]
    other = game.replace(b'"digest":"', b'"digest":"0')
    assert other != game
    folders = put(tmp_path, *thirds, split(thirds[1])[0] + other)
    message = refused(MergeError, folders, tmp_path / "cup")
    line = 1 + split(thirds[1])[0].count(b"\n")
    assert message.startswith("game d1-t2-r2-")
    assert f"{folders[1]}/games.jsonl:{line} and at {folders[3]}/games.jsonl:{line}, and they differ" in message


def test_missing_games_are_listed_with_their_shards(thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, thirds[0], thirds[1], b"".join(split(thirds[2])[:-1]), b"")
    for number, folder in enumerate(folders[:3], 1):
        third = Tournament(PLAN, shard=Shard(number, 3))
        write_record(third, record_of(third, {}), folder)
    message = refused(MergeError, folders[:3], tmp_path / "cup")
    assert message.startswith("1 of 12 games is missing: d2-t3-r2-")
    assert message.endswith(" (shard 3/3); nothing is written")
    message = refused(MergeError, folders[:2], tmp_path / "cup")
    assert message.startswith("4 of 12 games are missing: d1-t3-r1-")
    assert message.count("-t") == 3
    assert message.endswith(", ... (shard 3/3); nothing is written")
    assert "(shard 2/3, 3/3)" in refused(MergeError, folders[:1], tmp_path / "cup")
    assert "12 of 12 games are missing" in refused(MergeError, [folders[3]], tmp_path / "cup")


def test_missing_games_are_listed_without_shards_if_the_folders_are_not_shards(whole: bytes, tmp_path: Path) -> None:
    folders = put(tmp_path, b"".join(split(whole)[:5]), b"".join(split(whole)[5:-1]))
    assert "shard" not in refused(MergeError, folders, tmp_path / "cup").replace(str(tmp_path), "")


@pytest.mark.parametrize("cut", daily([1, 1500, 8, 200], 2))
def test_an_unfinished_game_at_the_end_is_missing(cut: int, whole: bytes, thirds: list[bytes], tmp_path: Path) -> None:
    *before, last = split(thirds[2])
    folders = put(tmp_path, *thirds[:2], b"".join(before) + last[:cut])
    told: list[str] = []
    with pytest.raises(MergeError, match="1 of 12 games is missing: d2-t3-r2"):
        merge(WHOLE, folders, tmp_path / "cup", told.append)
    assert told == [f"{folders[2]}/games.jsonl: the game at its end is unfinished ({cut} bytes) and does not count"]
    (tmp_path / "rest").mkdir()
    merged([*folders, *put(tmp_path / "rest", last)], tmp_path / "cup")
    assert games(tmp_path / "cup") == whole


def test_an_unfinished_game_with_times_does_not_count(tmp_path: Path) -> None:
    timed = Tournament(plan(seats=2, deals=1, times=True))
    played(timed, tmp_path)
    at = games(tmp_path).index(b'\n{"note":') + 1
    first, last = games(tmp_path)[:at], games(tmp_path)[at:]
    for cut in (1, 9, 300, len(last) - 20):
        (tmp_path / f"{cut}").mkdir()
        folders = put(tmp_path / f"{cut}", first + last[:cut], last)
        told: list[str] = []
        merge(timed, folders, tmp_path / f"{cut}" / "cup", told.append)
        assert told == [f"{folders[0]}/games.jsonl: the game at its end is unfinished ({cut} bytes) and does not count"]
        assert games(tmp_path / f"{cut}" / "cup") == first + last


def test_a_file_that_is_not_of_this_tournament_is_refused(thirds: list[bytes], tmp_path: Path) -> None:
    played(Tournament(plan(*THREE, seats=2, deals=1, seed="other")), tmp_path / "other")
    first, second = split(thirds[0])[:2]
    for number, (content, message) in enumerate({
        games(tmp_path / "other"): "is not a game of this tournament",
        first.replace(b'"seed":"0/1"', b'"seed":"0/9"', 1): "not game d1-t1-r1",
        first.replace(b',"id":"', b',"ib":"', 1): "games.jsonl:1: ",
        b"hello\nworld\n": "something that is not of a tournament",
        first + b"hello\n": "something that is not of a tournament",
        b"\n" + first: "begins with blank lines",
        first[: first.index(b"\n", 500) + 1] + second: "this game is unfinished, and is not the last",
        b'{"log":7}\n{"result":{}}\n': "games.jsonl:1: ",
    }.items()):  # fmt: skip
        (tmp_path / str(number)).mkdir()
        folders = put(tmp_path / str(number), content, thirds[1], thirds[2])
        assert message in refused(ResumeError, folders, tmp_path / "cup")
    assert "no such file" in refused(UnreadableError, [tmp_path], tmp_path / "cup").lower()


def test_compressed_games_are_refused(thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *thirds)
    (folders[1] / "games.jsonl").rename(folders[1] / "games.jsonl.gz")
    assert "unpack them first (gunzip " in refused(ResumeError, folders, tmp_path / "all")


def test_a_folder_with_something_in_it_is_left_alone(thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *thirds, b"precious")
    for target in (folders[3], folders[0]):
        before = games(target)
        with pytest.raises(ResumeError, match="is not empty"):
            merged(folders[:3], target)
        assert games(target) == before


def test_an_interruption_leaves_nothing_half_written(
    whole: bytes, thirds: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = put(tmp_path, *thirds)
    written = []

    def interrupted(_file: object, log: bytes) -> None:
        written.append(log)
        if len(written) == 5:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(FileBeside, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            merged(folders, tmp_path / "cup")
    assert os.listdir(tmp_path / "cup") == []
    (tmp_path / "cup" / ".cityleague-0123456789abcdef.part").write_bytes(b"x" * len(whole) * 2)  # of a killed one
    merged(folders, tmp_path / "cup")
    assert games(tmp_path / "cup") == whole
    assert sorted(os.listdir(tmp_path / "cup")) == ["games.jsonl", "tournament.toml"]


def test_a_folder_that_another_run_writes_to_is_left_alone(thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *thirds)
    (tmp_path / "cup").mkdir()
    with (tmp_path / "cup" / "games.jsonl").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(ResumeError, match="is being written by another run"):
            merged(folders, tmp_path / "cup")
        assert os.listdir(tmp_path / "cup") == ["games.jsonl"]


# -- the command

BOTS = ("--game", "between_two_cities", "--bots", ",".join(THREE))
ARGUMENTS = ("tournament", *BOTS, "--seats", "2", "--seed", "0", "--deals", "2")


def test_the_command_plays_shards_and_merges_them(whole: bytes, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        f'game = "between_two_cities"\nbots = {list(THREE)}\nseats = 2\ndeals = 2\nseed = 0\n'.replace("'", '"')
    )
    for number in ("1", "2"):
        told = command("tournament", file, "--shard", f"{number}/2", "-o", tmp_path / number)
        assert told.stdout.startswith("Between Two Cities: 6 games in 3 blocks on 2 deals\n")
    told = command(*ARGUMENTS, "--merge", tmp_path / "1", tmp_path / "2", "-o", tmp_path / "options")
    again = command("tournament", file, "--merge", tmp_path / "2", tmp_path / "1", "-o", tmp_path / "file")
    shards = ("tournament", "--merge", tmp_path / "1", tmp_path / "2")
    assert command(*shards, "-o", tmp_path / "folders").stdout == told.stdout
    assert "name one with -o DIR" in usage(*shards)
    (tmp_path / "1" / "tournament.toml").unlink()
    (tmp_path / "2" / "tournament.toml").unlink()
    assert "1 has no tournament.toml: describe the tournament" in usage(*shards, "-o", tmp_path / "more")
    assert told.stdout == again.stdout
    assert command("table", tmp_path / "file").stdout.endswith(f"\n\n{told.stdout}")
    assert games(tmp_path / "options") == games(tmp_path / "file") == games(tmp_path / "folders") == whole


def test_the_command_says_what_is_wrong_with_shards(thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *thirds)
    cup = tmp_path / "cup"
    gap = command(*ARGUMENTS, "--merge", *folders[:2], "-o", cup, code=1)
    assert gap.stdout == ""
    assert gap.stderr.startswith("Error: 4 of 12 games are missing: ")
    assert gap.stderr.count("\n") == 1
    (folders[2] / "games.jsonl").write_bytes(thirds[2] + thirds[0][:700])
    told = command(*ARGUMENTS, "--merge", *folders, "-o", cup)
    assert told.stderr.endswith("games.jsonl: the game at its end is unfinished (700 bytes) and does not count\n")
    assert "is not empty" in usage(*ARGUMENTS, "--merge", *folders, "-o", cup)
    (tmp_path / "lacking").mkdir()
    lacking = command(*ARGUMENTS, "--merge", tmp_path / "lacking", "-o", tmp_path / "none", code=3)
    assert lacking.stderr.startswith("Error: ")
    assert "cannot be read" in lacking.stderr
    begun = tmp_path / "begun"
    begun.mkdir()
    (begun / "games.jsonl").touch()  # what a run leaves that could not begin
    command(*ARGUMENTS, "--merge", *folders, "-o", begun)
    assert games(begun) == games(cup)
    assert "is not a game of this tournament" in usage(
        *ARGUMENTS, "--seed", "other", "--merge", *folders[:2], "-o", tmp_path / "none"
    )
    assert not (tmp_path / "none").exists()


@pytest.mark.exhaustive
def test_a_full_disk_leaves_nothing_half_written(whole: bytes, thirds: list[bytes], tmp_path: Path) -> None:
    arguments = (*ARGUMENTS, "--merge", *map(str, put(tmp_path, *thirds)), "-o", "cup")
    told = on_a_full_disk(*arguments, room=len(whole) - 100, cwd=tmp_path)
    assert told.returncode == 4
    assert told.stderr == "Error: cup: cannot be written: File too large\n"
    assert os.listdir(tmp_path / "cup") == []
    command(*arguments[:-1], tmp_path / "cup")
    assert games(tmp_path / "cup") == whole


def test_a_bad_call_is_refused_in_one_sentence(thirds: list[bytes], tmp_path: Path) -> None:
    shards = put(tmp_path, *thirds)
    shard = str(shards[0])
    cup = ("-o", tmp_path / "cup")
    file = tmp_path / "plan.toml"
    file.write_text("")
    for arguments, message in (
        (["--shard", "2"], "--shard takes I/N, as 1/3 for the first of three; not '2'"),
        (["--shard", "-1/2"], "--shard takes I/N"),
        (["--shard", "3/2"], "there is no shard 3 of 2"),
        (["--shard", "0/2"], "there is no shard 0 of 2"),
        (["--shard", "1/99"], "there are only 6 blocks"),
        (["--shard", "1/2", "--schedule", "swiss"], "swiss cannot be played in shards"),
        (["--shard", "1/2", "--until", "top=1"], "--until looks at all games, and does not go with --shard"),
        (["--merge"], "--merge needs the folders of the shards"),
        (["--merge", shard, "--shard", "1/2"], "--merge plays nothing, and does not go with --shard"),
        (["--merge", shard, "--dry-run"], "does not go with --dry-run"),
        (["--merge", shard, "--until", "top=1", "--cluster", "x"], "does not go with --until and --cluster"),
        (["--merge", shard, str(file)], "not the folder of a shard"),
        (["--merge", shard, "--schedule", "knockout"], "knockout is not played in shards"),
        (["--merge", str(tmp_path / "nobody")], "does not exist"),
        ([shard], "has no tournament.toml to go on from"),
        ([str(file), str(file)], "one file describes a tournament"),
    ):
        assert message in usage(*ARGUMENTS, *arguments, *cup), arguments
    assert "-o DIR" in usage(*ARGUMENTS, "--merge", *shards)
    assert not (tmp_path / "cup").exists()


def test_a_dry_run_of_a_shard_tells_of_the_shard() -> None:
    plan = ("--game", "between_two_cities", "--bots", ",".join(FOUR), "--seats", "3", "--deals", "2")
    assert command("tournament", *plan, "--shard", "3/3", "--dry-run").stdout.startswith(
        "6 games (shard 3 of 3): 2 deals, 4 tables, 3 seats\n"
        "each plays 3 to 6, 1 to 2 in each seat\n"
        "two meet in 0 to 6, on 0 to 2 of the deals\n"
    )


def test_ctrl_c_in_a_shard_says_how_to_go_on(tmp_path: Path) -> None:
    arguments = (*ARGUMENTS[:-1], "500", "--shard", "2/3", "-o", "cup")
    log = tmp_path / "cup" / "games.jsonl"
    errors = interrupted(lambda process: until_grown(log, 1, process), *arguments, cwd=tmp_path)
    assert "to continue, run the same command again:" in errors
    assert "--shard 2/3" in errors


# -- what is joined is proven


def damaged(content: bytes, stream: Stream) -> bytes:
    """A file altered at random, so that its bytes differ."""
    lines = content.split(b"\n")
    number = stream.below(len(lines) - 1)
    line = lines[number]
    place = stream.below(len(line))
    what = stream.below(6)
    if what == 0:  # a byte
        lines[number] = line[:place] + bytes([stream.below(256)]) + line[place + 1 :]
    elif what == 1:  # a digit, as of a score
        digits = [i for i, byte in enumerate(line) if byte in b"0123456789"]
        at = stream.choice(digits) if digits else place
        lines[number] = line[:at] + b"%d" % stream.below(10) + line[at + 1 :]
    elif what == 2:  # white space
        lines[number] = line.replace(b",", b", ", 1 + stream.below(3))
    elif what == 3:  # a line is gone
        del lines[number]
    elif what == 4:  # a line more
        lines.insert(number, stream.choice([line, b"", b'{"check":"0123456789abcdef"}']))
    else:  # a remark
        lines[number] = line[:-1] + b',"note":"x"}'
    return b"\n".join(lines)


@pytest.mark.parametrize("count", daily([5, 600]))
def test_shards_damaged_at_random_are_not_joined(count: int, whole: bytes, thirds: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *thirds)
    stream = Stream("7", "damage")
    for number in range(count):
        content = damaged(thirds[number % 3], stream)
        (folders[number % 3] / "games.jsonl").write_bytes(content)
        if content == thirds[number % 3]:
            continue
        with pytest.raises((MergeError, ResumeError)):
            merged(folders, tmp_path / "cup")
        assert not (tmp_path / "cup" / "games.jsonl").exists()
        (folders[number % 3] / "games.jsonl").write_bytes(thirds[number % 3])
    merged(folders, tmp_path / "cup")
    assert games(tmp_path / "cup") == whole


def test_altered_scores_are_reported_and_joined_only_on_request(thirds: list[bytes], tmp_path: Path) -> None:
    at = thirds[1].index(b'"scores":[') + len(b'"scores":[')
    folders = put(tmp_path, thirds[0], thirds[1][:at] + b"9" + thirds[1][at:], thirds[2])
    told = command(*ARGUMENTS, "--merge", *folders, "-o", tmp_path / "cup", code=1)
    line = thirds[1][:at].count(b"\n") + 1
    assert f"{folders[1]}/games.jsonl:{line}: RESULT-SCORE: " in told.stderr
    assert "; nothing is written" in told.stderr
    command(*ARGUMENTS, "--merge", *folders, "--no-validate", "-o", tmp_path / "cup")
    assert "goes with --merge" in usage(*ARGUMENTS, "--no-validate", "-o", tmp_path / "cup")


def test_games_with_forfeits_and_thinking_times_are_proven(tmp_path: Path) -> None:
    cheats = plan("bad=exec:false", "a=greedy", "b=random", seats=3, deals=1)
    played(Tournament(cheats), tmp_path / "cup")
    content = games(tmp_path / "cup")
    assert content.count(b'{"forfeit":{"seat":') == 3

    def joined(name: str, content: bytes) -> None:
        (tmp_path / name).mkdir()
        (tmp_path / name / "games.jsonl").write_bytes(content)
        merge(Tournament(cheats, with_bots=False), [tmp_path / name], tmp_path / f"{name}-whole", print)
        assert games(tmp_path / f"{name}-whole") == content

    joined("as-it-is", content)
    lines = content.split(b"\n")
    timed = [line.replace(b'{"seat"', b'{"ms":12.5,"seat"') if line[:7] == b'{"seat"' else line for line in lines]
    joined("timed", b"\n".join(timed))
    with pytest.raises(MergeError, match="RESULT-FORFEIT"):
        joined("excused", content.replace(b'"kind":"crash"', b'"kind":"stall"', 1))


@pytest.mark.exhaustive
def test_merging_neither_imports_bots_nor_runs_programs(thirds: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "open('imported', 'w')\n"
        "class Bot:\n"
        "    def __init__(self, setup, stream, parameters): pass\n"
        "    def choose(self, view, legal): return legal[0]\n"
    )
    bots = ("--bots", "a=bot:Bot,b=exec:touch started,c=random", "--seats", "2", "--seed", "7", "--deals", "1")
    words = ("tournament", "--game", "between_two_cities", *bots, "--forfeit-limit", "1", "-o")
    assert cityleague(*words, "one", cwd=tmp_path).returncode == 0
    for name in ("imported", "started"):
        (tmp_path / name).unlink()
    told = cityleague(*words, "two", "--merge", "one", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert games(tmp_path / "two") == games(tmp_path / "one")
    assert not (tmp_path / "imported").exists()
    assert not (tmp_path / "started").exists()
