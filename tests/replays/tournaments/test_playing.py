"""Games and tournaments played from Python: byte for byte what the commands write; and bots given as objects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays import (
    League,
    LogError,
    Plan,
    PlanError,
    ResumeError,
    play,
    play_tournament,
    read_tables,
    validate,
)

from ...cli.helpers import run as command
from .helpers import GAME, games


class First:
    """Makes the first legal move, and counts its moves."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, _view: Any, legal: Sequence[Any]) -> Any:
        self.asked += 1
        return legal[0]


class Cheat:
    def choose(self, _view: Any, _legal: Sequence[Any]) -> Any:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_bytes_of_the_command(name: str, tmp_path: Path) -> None:
    bots = ["random", "greedy", "random"]
    command("play", name, *bots, "--seed", "7", "-o", tmp_path / "g.jsonl")
    assert play(name, bots, seed="7").log == (tmp_path / "g.jsonl").read_bytes()


def test_options_of_a_game_are_those_of_the_command(tmp_path: Path) -> None:
    command("play", "neom", "random", "random", "--option", "beginner=true", "-o", tmp_path / "g.jsonl")
    assert play("neom", ["random"] * 2, options={"beginner": True}).log == (tmp_path / "g.jsonl").read_bytes()


def test_a_bot_of_your_own_plays_as_it_is_and_its_game_is_valid(tmp_path: Path) -> None:
    bot = First()
    game = play(GAME, [bot, "random", First()], seed="7")
    assert bot.asked == sum(position.seat == 0 for position in game.positions())
    assert game.header().players == ("First", "random", "First#2")
    (tmp_path / "g.jsonl").write_bytes(game.log)
    assert [verdict.finding for verdict in validate(tmp_path / "g.jsonl")] == [None]
    assert play(GAME, [First(), "random", First()], seed="7").log == game.log
    assert play(GAME, ["random"] * 3, seed="7").header().id != game.header().id


def test_a_bot_of_your_own_that_misbehaves_forfeits() -> None:
    game = play(GAME, [Cheat(), "random"])
    assert [(lost.seat, lost.kind) for lost in game.result().forfeits] == [(0, "garbage")]
    stand_in = [position for position in game.positions() if position.stand_in]
    assert {position.seat for position in stand_in} == {0}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", ["random"]), "no game is called 'chess'"),
        ((GAME, []), "played by 2 to 7 players, not by 0"),
        ((GAME, ["random"] * 8), "played by 2 to 7 players, not by 8"),
        ((GAME, ["nobody", "random"]), "no bot is called 'nobody'"),
        ((GAME, ["a\nb=random", "random"]), "cannot be a player's name"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(words: tuple[str, list[str]], told: str) -> None:
    with pytest.raises(PlanError, match=told):
        play(*words)
    with pytest.raises(PlanError, match="there is no option"):
        play(GAME, ["random"] * 2, options={"colour": 1})
    with pytest.raises(PlanError, match="not a component file"):
        play(GAME, ["random"] * 2, components=b"{")


def test_an_argument_of_a_wrong_type_is_refused() -> None:
    two: list[Any] = ["random", "random"]
    wrong: Any = 7
    with pytest.raises(PlanError, match="a seed is text, such as '7', not 7"):
        play(GAME, two, seed=wrong)
    with pytest.raises(PlanError, match="give a spec, or an object"):
        play(GAME, [First, "random"])  # type: ignore[list-item]
    with pytest.raises(PlanError, match="7 is not a bot"):
        play(GAME, [wrong, "random"])


def test_a_tournament_has_the_bytes_and_the_table_of_the_command(tmp_path: Path) -> None:
    plan = Plan(game=GAME, bots=("random", "greedy"), deals=2, seed="7")
    table = play_tournament(plan, tmp_path / "cup")
    words = ["--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "7", "--format", "json"]
    said = command("tournament", *words, "-o", tmp_path / "told").stdout
    assert games(tmp_path / "cup") == games(tmp_path / "told")
    assert msgspec.json.decode(said, type=list[League]) == [table]
    assert read_tables(tmp_path / "cup") == [table]


def test_a_tournament_goes_on_and_is_the_same_with_several_processes(tmp_path: Path) -> None:
    short, whole = (Plan(game=GAME, bots=("random", "greedy"), deals=deals, seed="0") for deals in (1, 3))
    assert play_tournament(short, str(tmp_path / "cup")).games == 2
    assert play_tournament(whole, str(tmp_path / "cup"), jobs=2).games == 6
    play_tournament(whole, tmp_path / "straight")
    assert games(tmp_path / "cup") == games(tmp_path / "straight")
    with pytest.raises(ResumeError):
        play_tournament(short, tmp_path / "cup")


def test_a_log_without_a_result_makes_no_table(tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl").write_bytes(play(GAME, ["random"] * 2).log[:-50])
    with pytest.raises(LogError, match="GAME-TRUNCATED"):
        read_tables(tmp_path / "cut.jsonl")
