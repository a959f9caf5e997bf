"""The levels of bots: names like any other, and each beats the one below."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cityleague.engine.bots.mcts import Search
from cityleague.engine.bots.specs import BotSpecError, levels_of, parse
from cityleague.engine.env import env
from cityleague.engine.loop import make_bot, prepare
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays import play
from cityleague.replays.testing.games import decisions

from . import toy as toy_module
from .benchmarks.levels import BEGIN, END, PAGE, Pairing, pairings, results, table
from .cli.helpers import run


def test_a_log_keeps_the_name_that_was_given() -> None:
    assert play("neom", ["easy", "good"], seed="7").header().players == ("easy", "good")
    setup = prepare("neom", 2)
    assert vars(make_bot("good", setup, "7"))["_weights"] == vars(make_bot("heuristic", setup, "7"))["_weights"]


@pytest.mark.parametrize("name", GAMES)
def test_a_search_that_is_told_nothing_is_the_strong_one(name: str) -> None:
    setup = prepare(name, 3)
    strong = dict(pair.split("=") for pair in levels_of(setup.game)["strong"].partition("?")[2].split("&"))
    assert Search.read({}, setup) == Search.read(strong, setup) != Search()
    assert Search.read({"iterations": "5"}, setup).judge == Search.read({}, setup).judge


@pytest.mark.parametrize("name", GAMES)
def test_the_heuristic_makes_the_only_legal_move(name: str) -> None:
    setup = prepare(name, 3)
    state, due, legal = next(decisions(setup))
    (move, *_) = legal[due.seats[0]]
    assert make_bot("heuristic", setup, "1").choose(state.view(due.seats[0]), [move]) is move


def test_a_game_by_others_has_levels_too() -> None:
    assert levels_of(toy_module.GAME) == {"easy": "greedy", "good": "greedy", "strong": "mcts"}
    assert levels_of(find("neom"))["good"] == "heuristic"
    assert Search.usual(prepare("neom", 2)._replace(game=toy_module.GAME)) == Search()


def test_a_level_can_be_told_parameters_of_its_bot() -> None:
    told = parse("strong?iterations=5", find("neom"))
    assert told.text == "strong?iterations=5"
    assert told.parameters == parse("strong", find("neom")).parameters | {"iterations": "5"}
    with pytest.raises(BotSpecError, match="unknown parameter 'iterations'"):
        parse("good?iterations=8", find("neom"))


def test_check_bot_and_the_environment_know_levels(tmp_path: Path) -> None:
    assert "same again" in run("check-bot", "good", "between_two_cities", "--games", "1").output
    made = env("neom", 3, opponents=["easy", "good"])
    assert made.reset(seed=1)[1] == {"seat": 0}
    cup = tmp_path / "cup"
    run("tournament", "--game", "neom", "--bots", "easy,good", "--seats", "2", "--deals", "1", "-o", str(cup))
    plan = (cup / "tournament.toml").read_text("utf-8")
    assert '[{ name = "easy", spec = "easy" }, { name = "good", spec = "good" }]' in plan


def test_the_page_of_bots_has_the_table_of_the_last_run() -> None:
    assert f"{BEGIN}{table(results())}{END}" in PAGE.read_text("utf-8")


def test_a_game_of_which_a_level_is_left_to_be_played_is_told_as_far_as_it_is_known() -> None:
    left = table([pairing for pairing in results() if (pairing.game, pairing.level) != ("neom", "strong")]).splitlines()
    whole = table(results()).splitlines()
    (told,) = [line for line in left if line not in whole]
    assert re.fullmatch(r"\| neom \| \+[^|]* games \| not all played yet \| not all played yet \|", told)
    assert len(left) == len(whole)


def test_each_level_beat_the_one_below_it() -> None:
    assert [pairing for pairing in results() if pairing.is_enough() and pairing.interval()[0] <= 0.5] == []


def _name(pairing: Pairing) -> str:
    return f"{pairing.game}-{pairing.players}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("pairing", [pairing for pairing in pairings() if pairing.level == "good"], ids=_name)
def test_easy_still_loses_to_good(pairing: Pairing) -> None:
    while not pairing.is_enough():
        pairing.play()
    assert pairing.interval()[0] > 0.5, pairing.shares
