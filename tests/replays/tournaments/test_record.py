"""tournament.toml in a tournament's folder: the plan in full, and the files of its bots."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import msgspec
import pytest

from cityleague.engine.registry import game as find_game
from cityleague.replays.log import decode_header
from cityleague.replays.players import Entrant
from cityleague.replays.tournaments import MergeError, ResumeError, Tournament, make_plan, merge, read_record, run
from cityleague.replays.tournaments import record as record_module
from cityleague.replays.tournaments.record import fingerprint as fingerprint_of
from cityleague.replays.tournaments.schedule import Shard

from ...cli.helpers import run as command
from ...cli.helpers import usage
from .helpers import GAME, games, plan, played


def write_bot(folder: Path, choice: str) -> str:
    """Write a program that plays; return its spec."""
    text = (
        f"#!{sys.executable}\n"
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if 'decide' in asked:\n"
        f"        print(json.dumps({{'choose': {choice}}}), flush=True)\n"
        "    else:\n"
        "        print('{\"ready\": 1}', flush=True)\n"
    )
    (folder / "bot.py").write_text(text)
    return f"exec:{sys.executable} {folder}/bot.py"


def fingerprint(spec: str) -> str:
    return fingerprint_of(Entrant("", spec))


ZERO, END = "0", "len(asked['decide']['legal']) - 1"


def players(folder: Path) -> list[set[str]]:
    lines = [line for line in games(folder).splitlines() if b'"log":1,"game"' in line]
    return [set(decode_header(line).players) for line in lines]


# -- the plan


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"seed": None},
        {"seats": 3, "deals": 2, "schedule": "gauntlet", "options": {"seating": "drawn"}},
        {"schedule": "swiss", "seats": 2, "deals": 1, "rounds": 1},
        {"tables": 1, "seats": 2, "limits": {"decision": 1.5, "memory": 0}},
    ],
)
def test_the_plan_is_kept_in_full_and_is_a_plan(others: dict[str, object], tmp_path: Path) -> None:
    odd = 'Ä "b" \\ \U0001f600 [x]'
    given = Tournament(plan("random", f"{odd}=greedy", "c=random", **others))
    with contextlib.closing(run(given, tmp_path)) as going:
        next(going)
    kept = make_plan((tmp_path / "tournament.toml").read_bytes(), "", tmp_path, {})
    assert [entrant.name for entrant in given.entrants] == ["random", odd, "c"]
    assert Tournament(kept).entrants == given.entrants
    assert kept.options == {"seating": "given"} | given.plan.options
    same = ("game", "deals", "seed", "components", "schedule", "rounds", "tables", "limits")
    assert [getattr(kept, name) for name in same] == [getattr(given.plan, name) for name in same]
    assert kept.seats == given.seats
    record = read_record(tmp_path)
    assert record is not None
    game = find_game(GAME)
    assert (record.rules, record.components) == (game.version, game.components(None).hash)
    assert set(record.bots) == {entrant.name for entrant in given.entrants}
    assert all(version == record.version for version in record.bots.values())
    if others.get("seed", "0") is not None and not given.by_results:
        assert list(Tournament(kept).pairings()) == list(given.pairings())


def test_a_component_file_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").mkdir()
    tiles = tmp_path / "there" / "tiles.json"
    tiles.write_text(command("components", GAME).stdout + "\n")
    monkeypatch.chdir(tmp_path / "there")
    words = ("--game", GAME, "--bots", "random,greedy", "--deals", "1", "--components", "tiles.json")
    command("tournament", *words, "-o", tmp_path / "cup")
    monkeypatch.chdir(tmp_path)
    command("tournament", "cup", "--deals", "2")
    command("validate", "cup", "--components", tiles)
    assert len(players(tmp_path / "cup")) == 4


def test_a_record_that_is_not_as_it_was_written_is_refused(tmp_path: Path) -> None:
    two = Tournament(plan(deals=1))
    played(two, tmp_path)
    whole = (tmp_path / "tournament.toml").read_text()
    shards = [whole.replace('shard = "1/1"', f'shard = "{shard}"') for shard in ("1/x", "1/0", "1/", "x", "1/-2")]
    for text in ("record = 7\n", "x = \n", "record = {}\n", *shards):
        (tmp_path / "tournament.toml").write_text(text)
        with pytest.raises(ResumeError, match="not as it was written"):
            played(two, tmp_path)
    (tmp_path / "tournament.toml").unlink()  # a folder of an earlier version
    played(two, tmp_path)
    assert (tmp_path / "tournament.toml").read_text() == whole.replace("edition = 2", "edition = 1")


def test_the_folder_alone_is_enough_to_go_on(tmp_path: Path) -> None:
    cup = tmp_path / "cup"
    words = ("--game", GAME, "--bots", "random,me=greedy", "--deals", "1", "--seed", "7")
    first = command("tournament", *words, "-o", cup).stdout
    assert command("tournament", cup).stdout == first
    command("tournament", cup, "--deals", "3")
    command("tournament", *words, "--deals", "3", "-o", tmp_path / "straight")
    assert games(cup) == games(tmp_path / "straight")
    assert "4 of 6" not in command("tournament", cup, "--dry-run").stdout
    assert "not game" in usage("tournament", cup, "--seed", "8")
    other = tmp_path / "other"
    command("tournament", cup, "-o", other)
    assert games(other) == games(cup)
    assert "has no tournament.toml to go on from" in usage("tournament", tmp_path)
    (cup / "tournament.toml").write_text('game = "neom"\nbots = ["random", "greedy"]\nrecord = 7\n')
    assert "not as it was written" in usage("tournament", cup)


def test_a_bot_with_a_folder_of_its_own_goes_on_from_the_tournaments_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plans" / "mine").mkdir(parents=True)
    write_bot(tmp_path / "plans" / "mine", ZERO)
    (tmp_path / "plans" / "cup.toml").write_text(
        f'game = "{GAME}"\nseed = "7"\ndeals = 1\ntimes = true\n[[bots]]\nname = "other"\nspec = "random"\n'
        f'[[bots]]\nname = "me"\nspec = "exec:{sys.executable}"\narguments = ["bot.py"]\nfolder = "mine"\n'
        'environment = { LEVEL = "3" }\nlimits = { memory = 2048 }\n'
    )
    command("tournament", "plans/cup.toml", "-o", "cup")
    before = games(tmp_path / "cup")
    command("tournament", "cup", "--deals", "2")
    assert games(tmp_path / "cup").startswith(before)
    assert players(tmp_path / "cup") == [{"me", "other"}] * 4
    assert b'"forfeit":' not in games(tmp_path / "cup")
    write_bot(tmp_path / "plans" / "mine", END)
    assert "me is not the bot that has played here" in usage("tournament", "cup", "--deals", "3")


def test_the_folder_of_a_shard_goes_on_as_that_shard(tmp_path: Path) -> None:
    words = ("--game", GAME, "--bots", "random,greedy", "--deals", "4", "--seed", "7")
    command("tournament", *words, "--shard", "2/2", "-o", tmp_path / "two")
    whole = games(tmp_path / "two")
    (tmp_path / "two" / "games.jsonl").write_bytes(whole[: len(whole) // 2])
    command("tournament", tmp_path / "two")
    assert games(tmp_path / "two") == whole


# -- bots that change


def test_a_bot_is_known_by_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = write_bot(tmp_path, ZERO)
    known = fingerprint(spec)
    assert known.startswith("blake2b:")
    assert fingerprint(f"{spec} --level 3") == known
    (tmp_path / "bot.py").chmod(0o755)
    assert fingerprint(f"exec:{tmp_path}/bot.py") != known  # there the interpreter counts too, as it has a path
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    by_name = fingerprint(f"exec:{Path(sys.executable).name} {tmp_path}/bot.py")
    assert by_name == fingerprint(f"exec:{tmp_path}/bot.py")
    write_bot(tmp_path, END)
    assert fingerprint(spec) != known
    assert fingerprint("exec:false").startswith("blake2b:")
    assert fingerprint("greedy") == fingerprint("heuristic?foresight=0.5") == record_module.VERSION
    (tmp_path / "mine.py").write_text("class Bot: pass\n")
    (tmp_path / "alias.py").write_text("from mine import Bot\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("alias")
    aliased = fingerprint("alias:Bot?x=1")
    assert aliased != fingerprint("mine:Bot")
    (tmp_path / "mine.py").write_text("class Bot: more = 1\n")
    assert fingerprint("alias:Bot") != aliased
    for name in ("mine", "alias"):
        sys.modules.pop(name)


def test_a_bot_that_has_changed_is_refused_or_has_a_row_of_its_own(tmp_path: Path) -> None:
    spec, cup = write_bot(tmp_path, ZERO), tmp_path / "cup"
    words = ("--game", GAME, "--bots", f"me={spec},random", "--seed", "7", "-o", cup)
    command("tournament", *words, "--deals", "1")
    write_bot(tmp_path, END)
    again = command("tournament", *words, "--deals", "1")  # nothing is to be played
    assert "me@" not in again.stdout
    before = games(cup)
    told = usage("tournament", *words, "--deals", "2")
    assert told.startswith("me is not the bot that has played here (blake2b:")
    assert "; put back the file with which it played last, give another folder, or give --allow-changed" in told
    assert games(cup) == before
    table = command("tournament", cup, "--deals", "2", "--allow-changed").stdout
    assert games(cup).startswith(before)
    (new,) = {name for seated in players(cup) for name in seated} - {"me", "random"}
    assert new.startswith("me@")
    assert players(cup) == [{"me", "random"}] * 2 + [{new, "random"}] * 2
    assert {"me", new} < set(table.split())
    command("tournament", cup, "--deals", "3")  # it has not changed since
    write_bot(tmp_path, ZERO)
    assert f"{new[:2]} is not the bot" in usage("tournament", cup, "--deals", "4")
    command("tournament", cup, "--deals", "4", "--allow-changed")
    assert players(cup) == [{"me", "random"}] * 2 + [{new, "random"}] * 4 + [{"me", "random"}] * 2
    command("validate", cup)
    assert "no rule can tell" in usage("tournament", cup, "--until", "top=1", "--deals", "5")
    merged = command("tournament", *words[:-1], tmp_path / "whole", "--deals", "4", "--merge", cup, code=1)
    assert "me has changed on the way, and has another name in later games" in merged.stderr


def test_a_change_in_the_middle_of_a_block_counts_from_the_next_game(tmp_path: Path) -> None:
    spec = write_bot(tmp_path, ZERO)
    three = Tournament(plan(f"me={spec}", "a=random", "b=greedy", seats=3, deals=1))
    with contextlib.closing(run(three, tmp_path)) as going:
        for _ in range(2):
            next(going)
    write_bot(tmp_path, END)
    for _ in run(three, tmp_path, allow_changed=True):
        pass
    record = read_record(tmp_path)
    assert record is not None
    assert [change.since for change in record.changed] == [(1, 1, 2)]
    assert ["me" in seated for seated in players(tmp_path)] == [True, False, False]


def test_a_bot_of_ours_changes_with_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(Tournament(plan(deals=1)), tmp_path)
    longer = Tournament(plan(deals=2))
    monkeypatch.setattr(record_module, "VERSION", "cityleague 9.9")
    with pytest.raises(ResumeError, match=r"random is not .*: that one .*, this one with cityleague 9\.9; play"):
        played(longer, tmp_path)
    for _ in run(longer, tmp_path, allow_changed=True):
        pass
    assert players(tmp_path)[-1] == {"random@9.9", "greedy@9.9"}


def test_where_rounds_depend_on_results_no_bot_may_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    four = ("a=random", "b=random", "c=greedy", "d=greedy")
    played(Tournament(plan(*four, seats=2, deals=1, schedule="swiss", rounds=1)), tmp_path)
    monkeypatch.setattr(record_module, "VERSION", "cityleague 9.9")
    with pytest.raises(ResumeError, match="the rounds depend on all results"):
        list(run(Tournament(plan(*four, seats=2, deals=1, schedule="swiss")), tmp_path, allow_changed=True))


def test_shards_with_different_bots_are_joined_only_on_request(tmp_path: Path) -> None:
    two = plan(f"me={write_bot(tmp_path, ZERO)}", "random", seats=2, deals=2)
    played(Tournament(two, shard=Shard(1, 2)), tmp_path / "one")
    write_bot(tmp_path, END)
    played(Tournament(two, shard=Shard(2, 2)), tmp_path / "two")
    folders = [tmp_path / "one", tmp_path / "two"]
    with pytest.raises(MergeError, match=r"me is not the same bot in .*one and .*two"):
        merge(Tournament(two), folders, tmp_path / "cup", print)
    merge(Tournament(two), folders, tmp_path / "cup", print, validate=False)
    record = read_record(tmp_path / "cup")
    assert record is not None
    assert record.shard == "1/1"
    assert set(record.bots) == {"me", "random"}
    assert msgspec.toml.decode((tmp_path / "cup" / "tournament.toml").read_bytes())["seats"] == 2
