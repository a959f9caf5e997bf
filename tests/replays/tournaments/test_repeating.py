"""Blocks that are played again: who has not made the moves that a log has, and who cannot be held to them."""

from __future__ import annotations

import gzip
import re
import shlex
import shutil
import sys
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cityleague.replays.log import decode_header
from cityleague.replays.players import Entrant, Limits, play_log
from cityleague.replays.tournaments import (
    MergeError,
    Plan,
    ResumeError,
    Sample,
    Tournament,
    merge,
    repeat_folder,
    repeating,
    run,
)
from cityleague.replays.tournaments.schedule import Shard
from cityleague.replays.workers import local_workers

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import rows
from .helpers import games, plan, played, put, split

BOTS = ("a=greedy", "b=random", "c=random")
PLAN = plan(*BOTS, seats=2, deals=3)  # nine blocks of two games, five of them in the first shard
HEX = "0123456789abcdef" * 2
ALL = Sample("100", HEX)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The files of two shards."""
    folder = tmp_path_factory.mktemp("shards")
    for number in (1, 2):
        played(Tournament(PLAN, shard=Shard(number, 2)), folder / str(number))
    return [games(folder / str(number)) for number in (1, 2)]


@pytest.fixture(scope="module")
def whole(shards: list[bytes]) -> bytes:
    """What the whole tournament writes."""
    blocks = [[b"".join(split(content)[at : at + 2]) for at in range(0, 10, 2)] for content in shards]
    return b"".join([block for pair in zip_longest(*blocks, fillvalue=b"") for block in pair])


def joined(folders: list[Path], target: Path, sample: Sample | None, jobs: int = 1, planned: Plan = PLAN) -> list[str]:
    """Merge folders; return what is told. If this is refused, it leaves nothing behind, and the message comes last."""
    told: list[str] = []
    try:
        merge(Tournament(planned), folders, target, told.append, None, local_workers(jobs), sample=sample)
    except MergeError as error:
        assert not (target / "games.jsonl").exists()
        return [*told, str(error)]
    assert (target / "games.jsonl").exists()
    return told


def replayed(folder: Path, sample: Sample = ALL, planned: Plan = PLAN, jobs: int = 1) -> tuple[int, list[str]]:
    """How many games of a folder are not repeated, and what is told; nothing in the folder changes."""
    told = list[str]()
    before = {path: path.read_bytes() for path in folder.iterdir()}
    repeated = repeat_folder(Tournament(planned), folder, sample, told.append, None, local_workers(jobs))
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    return repeated.failed, told


def played_again(planned: Plan, folder: Path) -> tuple[int, list[str]]:
    """Play a tournament, and replay all of it; how many games are not repeated, and what is told behind the sample."""
    played(Tournament(planned), folder)
    failed, told = replayed(folder, planned=planned)
    return failed, told[1:]


# -- forged shards of legal moves


def exchanged(content: bytes, block: int) -> bytes:
    """A file in which the two players of a block have exchanged their places: what one did, the other has done."""
    parts = split(content)
    (head, first), (next_head, other) = [game.split(b"\n", 1) for game in parts[2 * block : 2 * block + 2]]
    parts[2 * block : 2 * block + 2] = [head + b"\n" + other, next_head + b"\n" + first]
    return b"".join(parts)


def by_others(planned: Plan, shard: Shard = Shard(), **specs: str) -> bytes:  # noqa: B008  (it cannot be changed)
    """A file in which other bots have played under the names of its own."""
    honest = Tournament(planned, shard=shard)
    logs = []
    for pairing in honest.pairings():
        seated = [replace(entrant, spec=specs.get(entrant.name, entrant.spec)) for entrant in pairing.entrants]
        logs.append(play_log(honest.setup, pairing.header, seated, honest.terms()))
    return b"".join(logs)


def first_lines(content: bytes, forged: bytes) -> dict[str, int]:
    """The first line of each forged game that is not as it was, in the file, by the game's id."""
    found, line = {}, 1
    for game, other in zip(split(content), split(forged), strict=True):
        pairs = zip(game.split(b"\n"), other.split(b"\n"), strict=False)
        differs = next((number for number, (line, two) in enumerate(pairs) if line != two), None)
        if differs is not None:
            found[str(decode_header(game.split(b"\n")[0]).id)] = line + differs
        line += other.count(b"\n")
    return found


@rows("forge", ["places", "names"])
def test_a_shard_forged_with_legal_moves_is_not_joined(
    forge: str, shards: list[bytes], whole: bytes, tmp_path: Path
) -> None:
    forged = {
        "places": lambda: exchanged(exchanged(shards[0], 0), 3),
        "names": lambda: by_others(PLAN, Shard(1, 2), a="random", c="greedy"),
    }[forge]()
    folders = put(tmp_path, forged, shards[1])
    joined(folders, tmp_path / "in silence", None)
    assert games(tmp_path / "in silence") != whole
    told = joined(folders, tmp_path / "cup", ALL)
    found: dict[str, int] = {}
    for text in told:
        if finding := re.fullmatch(
            rf"not repeated: (.), {folders[0]}/games.jsonl:(\d+) \(game (.*?)\): in the log .*", text
        ):
            found.setdefault(finding[3], int(finding[2]))
            assert played_by(forged, int(finding[2])) == finding[1]
    assert found == (wrong := first_lines(shards[0], forged))
    assert told[-1] == f"{len(wrong)} games not repeated; nothing is written"
    assert told[-2] == f"{18 - len(wrong)} of 18 games repeated, {len(wrong)} not repeated"
    if forge == "places":
        assert replayed(tmp_path / "in silence")[0] == len(wrong)


def played_by(content: bytes, line: int) -> str:
    """Whose move is on a line of a file."""
    lines = content.split(b"\n")
    head = max(number for number in range(line) if lines[number].startswith(b'{"log"'))
    seat = re.match(rb'{"(?:seat|forfeit":{"seat)":(\d)', lines[line - 1])
    assert seat
    return decode_header(lines[head]).players[int(seat[1])]


def test_only_the_sample_is_played_again(shards: list[bytes], tmp_path: Path) -> None:
    """A block of a shard is forged; it is found if the sample has it, and only then."""
    outcomes = set()
    for block in range(5):
        folders = put(tmp_path / str(block), exchanged(shards[0], block), shards[1])
        outcomes.add(joined(folders, tmp_path / str(block) / "cup", Sample("5", HEX))[-1])
        if len(outcomes) == 2:
            break
    assert outcomes == {"12 of 12 games repeated", "2 games not repeated; nothing is written"}


@pytest.mark.exhaustive
def test_the_sample_is_the_same_at_any_number_of_processes_and_in_any_order(
    shards: list[bytes], whole: bytes, tmp_path: Path
) -> None:
    first, two = put(tmp_path, exchanged(shards[0], 2), shards[1])
    sample = Sample("34", HEX)
    told = joined([first, two], tmp_path / "cup", sample)
    assert told[0] == f"played again: 6 of 9 blocks (12 games); the same ones once more: --replay 34%:{HEX}"
    assert joined([two, first], tmp_path / "cup", sample, jobs=2) == told
    [folder] = put(tmp_path / "all", exchanged(whole, 4))
    assert replayed(folder, sample, jobs=1) == replayed(folder, sample, jobs=2)


# -- bots that cannot repeat themselves

PROGRAM = """
import json, os, random, sys
hello = json.loads(sys.stdin.readline())
chaos = random.Random(hello["random"])
print(json.dumps({"ready": VERSION}), flush=True)
games = 0
for line in sys.stdin:
    asked = json.loads(line)
    if "decide" not in asked:
        games += "result" in asked
        print(json.dumps({"ready": 2}), flush=True)
        continue
    count = len(asked["decide"]["legal"])
    CHOICE
    print(json.dumps({"choose": choice}), flush=True)
"""


def program(folder: Path, choice: str, version: int = 1) -> str:
    """The spec of a program that chooses like this."""
    folder.mkdir(exist_ok=True, parents=True)
    file = folder / f"bot{len(list(folder.iterdir()))}.py"
    file.write_text(PROGRAM.replace("CHOICE", choice).replace("VERSION", str(version)))
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


SEEDED, CHANCE = "choice = chaos.randrange(count)", "choice = os.urandom(1)[0] % count"


def with_program(spec: str, *others: str, repeats: bool = False, **more: Any) -> Plan:
    bots: tuple[str | Entrant, ...] = (Entrant("mine", spec, repeats=repeats), *(others or ("a=greedy",)))
    chosen: dict[str, Any] = {"seed": "0", "deals": 1, "seats": 2} | more
    return Plan(game="between_two_cities", bots=bots, **chosen)


def test_a_program_without_chance_of_its_own_is_repeated_whether_or_not_it_promises(tmp_path: Path) -> None:
    spec = program(tmp_path / "bots", SEEDED)
    for repeats in (True, False):
        planned = with_program(spec, repeats=repeats)
        more = [] if repeats else ["mine repeated itself in all of 2 games, though it does not promise to"]
        assert played_again(planned, tmp_path / str(repeats)) == (0, [*more, "2 of 2 games repeated"])
    assert games(tmp_path / "True") == games(tmp_path / "False")  # a promise decides nothing in a game


def test_a_program_with_chance_of_its_own_cannot_be_proven_unless_it_promises(tmp_path: Path) -> None:
    spec = program(tmp_path / "bots", CHANCE)
    failed, (told, last) = played_again(with_program(spec), tmp_path / "cup")
    assert (failed, last) == (0, "0 of 2 games repeated, 2 cannot be proven")
    place = rf"{tmp_path}/cup/games\.jsonl:\d+ \(game d1-t1-r1-\w+\)"
    excuse = "but it does not promise to repeat itself; the first at"
    assert re.match(rf"cannot be proven: mine, 2 of 2 games not repeated, {excuse} {place}: in the log {{", told)
    failed, messages = replayed(tmp_path / "cup", planned=with_program(spec, repeats=True))
    assert failed == 2
    assert [text.partition(",")[0] for text in messages[1:-1]] == ["not repeated: mine"] * 2


def test_who_sits_with_a_bot_that_cannot_repeat_itself_is_proven_all_the_same(tmp_path: Path) -> None:
    """The forger plays for greedy; the program beside it has chance of its own."""
    planned = with_program(program(tmp_path / "bots", CHANCE))
    [folder] = put(tmp_path, by_others(planned, a="random"))
    told = joined([folder], tmp_path / "cup", ALL, planned=planned)
    assert [text.partition(",")[0] for text in told if text.startswith("not repeated")] == ["not repeated: a"] * 2
    assert sum(text.startswith("cannot be proven: mine") for text in told) == 1


def test_a_program_that_stays_alive_and_learns_cannot_be_proven(tmp_path: Path) -> None:
    planned = with_program(program(tmp_path / "bots", "choice = games % count", 2))
    failed, told = played_again(planned, tmp_path / "cup")
    assert failed == 0
    assert told[0].startswith("cannot be proven: mine, 1 of 2 games not repeated, but it does not promise")


@pytest.mark.exhaustive
@rows(("how", "kind"), [("import time; time.sleep(60)", "stall"), ("raise MemoryError", "crash")])
def test_a_forfeit_by_time_or_memory_cannot_be_proven(how: str, kind: str, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    spec = program(tmp_path / "bots", f"choice = 0\n    if os.path.exists({str(flag)!r}): {how}")
    planned = with_program(spec, repeats=True, limits=Limits(decision=1.0))
    flag.touch()
    played(Tournament(planned), tmp_path / "cup")
    assert games(tmp_path / "cup").count(f'"kind":"{kind}"'.encode()) == 4
    flag.unlink()
    failed, told = replayed(tmp_path / "cup", planned=planned)
    assert failed == 0
    assert told[1].startswith(f"cannot be proven: mine, 2 of 2 games not repeated, but a {kind} may be due to the")
    played(Tournament(planned), tmp_path / "other")
    flag.touch()
    assert replayed(tmp_path / "other", planned=planned)[0] == 0  # now it is the replay that lacks time or memory


def test_forfeits_are_compared_without_their_reasons(tmp_path: Path) -> None:
    """Other versions tell them in other words."""
    planned = with_program(program(tmp_path / "bots", "choice = count"), repeats=True)
    folder = tmp_path / "cup"
    played(Tournament(planned), folder)
    log = folder / "games.jsonl"
    assert log.read_bytes().count(b'"reason":"it should have said') == 4
    log.write_bytes(re.sub(rb'"reason":"(\\.|[^"\\])*"', b'"reason":"no \\\\"such\\\\" move"', log.read_bytes()))
    assert replayed(folder, planned=planned)[0] == 0
    log.write_bytes(log.read_bytes().replace(b'"kind":"garbage"', b'"kind":"illegal"'))
    assert replayed(folder, planned=planned)[0] == 2


def test_a_forged_forfeit_of_one_of_ours_is_found(tmp_path: Path) -> None:
    """No limit of time holds for a bot that runs inside cityleague. The forger's own program stalls under its name."""
    spec = program(tmp_path / "bots", "import time; time.sleep(60)")
    honest = plan("a=greedy", "b=random", deals=1, limits=Limits(decision=0.5))
    folders = put(tmp_path, by_others(honest, a=spec))
    joined(folders, tmp_path / "in silence", None, planned=honest)
    failed, told = replayed(tmp_path / "in silence", planned=honest)
    assert failed == 2
    assert [text.partition(",")[0] for text in told[1:-1]] == ["not repeated: a"] * 2


REMEMBERING = """
games = 0
class Bot:
    def __init__(self, setup, stream, parameters):
        global games
        games += 1
    def choose(self, view, legal): return legal[games % len(legal)]
"""


def test_a_class_with_a_memory_of_its_own_cannot_be_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "remembering.py").write_text(REMEMBERING)
    monkeypatch.syspath_prepend(tmp_path)
    failed, told = played_again(plan("mine=remembering:Bot", "a=greedy", deals=1), tmp_path / "cup")
    assert failed == 0
    assert "cannot be proven: mine" in "".join(told)


# -- finished tournaments of all kinds


@rows(
    "others",
    [
        {"schedule": "swiss", "rounds": 2}, {"schedule": "knockout"}, {"schedule": "gauntlet"},
        {"seats": 3}, {"tables": 2}, {"seed": None}, {"times": True},
    ],
)  # fmt: skip
def test_a_finished_tournament_is_repeated(others: dict[str, Any], tmp_path: Path) -> None:
    planned = plan(*BOTS, **{"seats": 2, "deals": 1} | others)
    failed, told = played_again(planned, tmp_path / "cup")
    count = games(tmp_path / "cup").count(b'"log":1')
    assert (failed, told) == (0, [f"{count} of {count} games repeated"])
    with (tmp_path / "cup" / "games.jsonl").open("ab") as file:
        file.write(games(tmp_path / "cup")[:30])  # of no game that is to come
    with pytest.raises(ResumeError, match=r"what follows the last|more games than this"):
        replayed(tmp_path / "cup", planned=planned)


def test_a_folder_is_repeated_packed_unfinished_or_extended(whole: bytes, tmp_path: Path) -> None:
    parts = split(whole)
    [folder] = put(tmp_path, b"".join(parts[:7]) + parts[7][:900])
    assert replayed(folder) == (0, [first_line(4, 7), "7 of 7 games repeated"])
    (folder / "games.jsonl").unlink()
    (folder / "games.jsonl.gz").write_bytes(gzip.compress(whole))
    assert replayed(folder) == (0, [first_line(9, 18), "18 of 18 games repeated"])
    assert replayed(folder, planned=plan(*BOTS, seats=2, deals=9))[0] == 0
    with pytest.raises(ResumeError, match="more games than this tournament has"):
        replayed(folder, planned=plan(*BOTS, seats=2, deals=2))
    with pytest.raises(ResumeError, match="not game d1-t1-r1"):
        replayed(folder, planned=plan(*BOTS, seats=2, deals=3, seed="1"))
    with pytest.raises(ResumeError, match=r":1: this game is unfinished, and is not the last"):
        replayed(put(tmp_path / "more", parts[0][:-40] + b"\n" + parts[1])[0])


def first_line(blocks: int, count: int) -> str:
    """What is told first, where all is played again."""
    return f"played again: {blocks} of {blocks} blocks ({count} games); the same ones once more: --replay {ALL}"


def test_what_does_not_follow_from_the_moves_is_told_as_such(whole: bytes, tmp_path: Path) -> None:
    [folder] = put(tmp_path, whole.replace(b'"scores":[', b'"scores":[9', 1))
    failed, messages = replayed(folder)
    assert failed == 1
    assert re.match(rf"not repeated: {folder}/games\.jsonl:\d+: RESULT-SCORE: ", messages[1])


def test_a_bot_that_was_exchanged_on_the_way_cannot_be_proven(tmp_path: Path) -> None:
    spec = program(tmp_path / "bots", SEEDED)
    file = tmp_path / "bots" / "bot0.py"
    planned = with_program(spec, repeats=True, deals=2)
    played(Tournament(with_program(spec, repeats=True)), tmp_path / "cup")
    file.write_text(file.read_text().replace(SEEDED, "choice = 0"))
    list(run(Tournament(planned), tmp_path / "cup", allow_changed=True))
    failed, messages = replayed(tmp_path / "cup", planned=planned)
    excuse = "cannot be proven: mine, as another bot has its place now; it made the moves of the log"
    assert (failed, messages[1:]) == (0, [excuse, "4 of 4 games repeated"])
    file.write_text(file.read_text().replace("choice = 0", "choice = count - 1"))
    assert replayed(tmp_path / "cup", planned=planned)[0] == 0  # neither of both is there


def test_another_bot_than_the_recorded_one_is_no_excuse(tmp_path: Path) -> None:
    """Who hands in a shard has written its record."""
    planned = plan("a=greedy", "b=random", deals=1)
    played(Tournament(planned), tmp_path / "honest")
    record = (tmp_path / "honest" / "tournament.toml").read_text()
    [folder] = put(tmp_path, by_others(planned, a="random"))
    at = record.index('a = "cityleague')
    (folder / "tournament.toml").write_text(record[:at] + record[at:].replace('"cityleague', '"cityleague 0', 1))
    failed, messages = replayed(folder, planned=planned)
    assert failed == 2
    assert messages[1].startswith("a is not the bot that has played here (cityleague 0")


def test_a_game_that_changes_after_the_sample_was_drawn_is_noticed(
    shards: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = put(tmp_path, *shards)
    before = repeating._replaced_bots

    def meanwhile(*arguments: Any) -> list[str]:
        (folders[0] / "games.jsonl").write_bytes(exchanged(shards[0], 0))
        return before(*arguments)

    monkeypatch.setattr(repeating, "_replaced_bots", meanwhile)
    with pytest.raises(ResumeError, match=r"shard1/games\.jsonl:1: this game was changed after the sample was drawn"):
        joined(folders, tmp_path / "cup", ALL, jobs=2)
    assert not (tmp_path / "cup" / "games.jsonl").exists()


# -- the command

WORDS = ("tournament", "--game", "between_two_cities", "--bots", ",".join(BOTS), "--seats", "2", "--seed", "0")


@pytest.mark.exhaustive
def test_the_command_repeats_shards_and_folders(shards: list[bytes], tmp_path: Path) -> None:
    folders = put(tmp_path, *shards)
    merging = (*WORDS, "--deals", "3", "--merge", *map(str, folders), "-o")
    done = command(*merging, tmp_path / "cup", "--replay", "5%")
    first, *_, last = done.stderr.splitlines()
    match = re.fullmatch(
        r"played again: 6 of 9 blocks \(12 games\); the same ones once more: --replay (5%:\w{32})", first
    )
    assert match
    assert last == "12 of 12 games repeated"
    assert done.stdout.startswith("Between Two Cities: 18 games in 9 blocks on 3 deals\n")
    assert command(*merging, tmp_path / "more", "--replay", match[1]).stderr == done.stderr
    once = command("tournament", tmp_path / "cup", "--replay", "20%")
    assert once.stderr.startswith("played again: 3 of 9 blocks")
    assert once.stdout == done.stdout
    assert command("tournament", tmp_path / "cup", "--replay", "20%").stderr != once.stderr
    (folders[0] / "games.jsonl").write_bytes(exchanged(shards[0], 3))
    wrong = command(*merging, tmp_path / "none", "--replay", "100%", code=1)
    assert f", {folders[0]}/games.jsonl:" in wrong.stderr
    assert (wrong.stdout, wrong.stderr.splitlines()[-1]) == ("", "Error: 2 games not repeated; nothing is written")
    joined(folders, tmp_path / "forged", None)
    wrong = command("tournament", tmp_path / "forged", "--replay", "100%", code=1)
    assert (wrong.stdout, wrong.stderr.splitlines()[-1]) == ("", "Error: 2 of 18 games not repeated")


def test_a_shard_is_repeated_by_itself(tmp_path: Path) -> None:
    played(Tournament(PLAN, shard=Shard(2, 2)), tmp_path / "two")
    assert "8 of 8 games repeated" in command("tournament", tmp_path / "two", "--replay", "100%").stderr


def test_deals_that_follow_from_a_secret_are_repeated_before_it_is_revealed(tmp_path: Path) -> None:
    secret = plan(*BOTS, seats=2, deals=1, seed=None)
    played(Tournament(secret, shard=Shard(1, 2)), tmp_path / "one")
    (tmp_path / "two").mkdir()
    shutil.copy(tmp_path / "one" / "deals.secret", tmp_path / "two")
    played(Tournament(secret, shard=Shard(2, 2)), tmp_path / "two")
    assert "2 of 2 games repeated" in command("tournament", tmp_path / "two", "--replay", "5%").stderr
    shards = (tmp_path / "one", tmp_path / "two")
    done = command("tournament", "--merge", *shards, "-o", tmp_path / "cup", "--replay", "5%")
    assert "6 of 6 games repeated" in done.stderr
    (tmp_path / "two" / "deals.secret").unlink()
    assert "the secret of its deals is missing" in usage("tournament", tmp_path / "two", "--replay", "5%")


@rows("spec", ["a=bot:Bot", "a=exec:sh -c 'touch started'"])
def test_the_plan_of_a_shard_starts_no_programs(spec: str, tmp_path: Path) -> None:
    """Nor does it import classes: whoever hands in a shard has written its tournament.toml."""
    (tmp_path / "bot.py").write_text(f"open({str(tmp_path / 'started')!r}, 'w').close()\n{REMEMBERING}")
    options = ("--game", "between_two_cities", "--bots", f"{spec},c=random", "--seed", "7", "--deals", "1")
    words = ("tournament", *options, "--forfeit-limit", "1", "-o")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        for arguments, code, starts in (
            ((*words, "one"), 0, True),
            (("tournament", "--merge", "one", "-o", "two", "--replay", "5%"), 2, False),
            ((*words, "two", "--merge", "one", "--replay", "5%"), 0, True),
        ):
            told = command(*arguments, code=code)
            assert (tmp_path / "started").exists() is starts
            (tmp_path / "started").unlink(missing_ok=True)
            sys.modules.pop("bot", None)
            if code:
                says = "as a shard's one/tournament.toml says: describe the tournament by a TOML file of your own"
                assert says in told.stderr


def test_a_bad_call_is_refused_in_one_sentence(shards: list[bytes], whole: bytes, tmp_path: Path) -> None:
    [folder] = put(tmp_path, whole)
    words = (*WORDS, "--deals", "3", "-o", folder, "--replay")
    for arguments, message in (
        (["5"], "--replay takes a share of the blocks, above 0% and up to 100%, as 5%; or 5%:HEX, with"),
        (["5%", "--until", "top=1"], "--replay plays what was played before, and does not go with --until"),
        (["5%", "--dry-run"], "does not go with --dry-run"),
        (["5%", "--trace", tmp_path / "said"], "does not go with --trace"),
        (["5%", "--allow-changed", "--table-every", "3"], "does not go with --table-every and --allow-changed"),
        (["5%", "--page", tmp_path / "p.html"], "does not go with --page"),
        (["5%", "--seed", "other"], "not game d1-t1-r1"),
    ):
        assert message in usage(*words, *arguments), arguments
    command(*WORDS, "--deals", "1", "-o", tmp_path / "played")
    more = ("tournament", tmp_path / "played", "--replay", "5%", "--deals", "40", "--shard", "1/2")
    assert "does not go with --shard and --deals" in usage(*more)
    (tmp_path / "empty").mkdir()
    command(*WORDS, "-o", tmp_path / "empty", "--replay", "5%", code=3)
    (tmp_path / "empty" / "games.jsonl").write_bytes(shards[0][:500])
    assert "no game has been played to its end yet" in usage(*WORDS, "-o", tmp_path / "empty", "--replay", "5%")
    command(*WORDS, "-o", tmp_path / "nowhere", "--replay", "5%", code=3)
    assert not (tmp_path / "nowhere").exists()
