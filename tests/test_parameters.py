"""What bots declare that they can be told: valid, taken at its bounds, and refused beyond."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Annotated, Any, Literal

import pytest

from cityleague.engine import prepare
from cityleague.engine.bots.parameters import Parameter, Parameters, declared, meaning, within
from cityleague.engine.bots.specs import EVERY_GAME, BotSpecError, of_game, parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays import play

from .cli.helpers import run, usage
from .rows import daily


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_of_a_game_says_what_it_takes(name: str) -> None:
    declared_by = of_game(find(name), prepare(name, find(name).seats[-1]))
    told = {bot for bot, _ in declared_by}
    assert all(re.fullmatch(r"[A-Z].*\.", parameter.about, re.DOTALL) for _, parameter in declared_by)
    assert told == {"mcts", *find(name).bots}
    assert {"random", "greedy", *told} == {*EVERY_GAME, *find(name).bots}


@pytest.mark.parametrize("name", daily([*GAMES]))
def test_every_weight_changes_how_a_heuristic_plays(name: str) -> None:
    """As small or as large as it may be, in some game of two or of three."""
    for parameter in declared(find(name).bots["heuristic"], prepare(name, 3)):
        ends = parameter.values or (parameter.low, parameter.high)
        assert any(
            _log(name, seats, f"heuristic?{parameter.name}={end}") != _log(name, seats, "heuristic")
            for seats in (2, 3)
            if seats in find(name).seats
            for end in ends
        ), parameter.name


@cache
def _log(name: str, seats: int, spec: str) -> bytes:
    """The moves of a game; other bots have other specs, but the same names."""
    game = play(name, [spec] * seats, seed="7")
    return b"".join([line for line in game.log.splitlines() if line.startswith(b'{"seat"')])


def test_defaults_may_depend_on_the_number_of_players() -> None:
    by_seats = {}
    for seats in (2, 3, 4, 5):
        setup = prepare("city_tycoon", seats)
        by_seats[seats] = next(parameter.default for parameter in declared(setup.game.bots["heuristic"], setup))
    assert by_seats == {2: 0.8, 3: 0.5995, 4: 0.75, 5: 0.85}


class Weights(Parameters, frozen=True):
    """A declaration of every kind."""

    caution: Annotated[float, within(1, 10, "How often points of the poorer city count.", scale="log")] = 2.0
    depth: Annotated[int, within(0, 4, "How far it looks.")] = 1
    style: Annotated[Literal["bold", "shy"], meaning("How it plays.")] = "shy"


class Declaring:
    """A bot of a user, which checks nothing itself."""

    parameters = Weights

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        self.told = Weights.read(parameters, setup)

    def choose(self, _view: Any, legal: Sequence[Any]) -> Any:
        """The first move."""
        return legal[0]


class Negligent(Declaring):
    """It declares, and fails at what it declares."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, parameters)
        if self.told.depth > 3:
            raise ValueError("too deep")


class Careless(Declaring):
    """What it declares has no bounds."""

    class Loose(Parameters, frozen=True):
        """No bounds."""

        speed: float = 1.0

    parameters = Loose  # type: ignore[assignment]


class Asking:
    """It declares nothing, and asks for what it knows when it is made."""

    def __init__(self, _setup: Setup, _stream: Stream, parameters: Mapping[str, str]) -> None:
        self.level = parameters["level"] if "level" in parameters else parameters.get("depth", "1")

    def choose(self, _view: Any, legal: Sequence[Any]) -> Any:
        """The first move."""
        return legal[0]


class Taking(Asking):
    """It takes whatever it is given."""

    def __init__(self, _setup: Setup, _stream: Stream, parameters: Mapping[str, str]) -> None:
        self.level = str(dict(parameters))


@pytest.fixture
def own_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("own_bots")
    module.__dict__.update(Declaring=Declaring, Negligent=Negligent, Careless=Careless, Asking=Asking, Taking=Taking)
    monkeypatch.setitem(__import__("sys").modules, "own_bots", module)


def test_a_declaration_is_read_from_its_types() -> None:
    assert declared(Declaring, prepare("neom", 2)) == (
        Parameter("caution", "number", 2.0, 1, 10, "log", (), "How often points of the poorer city count."),
        Parameter("depth", "integer", 1, 0, 4, "linear", (), "How far it looks."),
        Parameter("style", "choice", "shy", None, None, "linear", ("bold", "shy"), "How it plays."),
    )


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("caution=11", "caution takes 1 to 10, not 11"),
        ("caution=nan", "caution takes 1 to 10, not nan"),
        ("depth=1.5", "depth takes a whole number, not '1.5'"),
        ("style=loud", "style takes bold, shy, not 'loud'"),
        ("courage=3", "unknown parameter 'courage'; it takes caution, depth, style"),
    ],
)
def test_what_a_declaration_does_not_allow_is_told_with_what_it_does(query: str, message: str) -> None:
    with pytest.raises(BotSpecError, match=message):
        parse(f"own_bots:Declaring?{query}", find("neom"))


@pytest.mark.usefixtures("own_bots")
def test_a_class_that_declares_nothing_is_told_nothing_that_it_does_not_ask_for() -> None:
    for query in ("", "?level=3", "?depth=3"):
        parse(f"own_bots:Asking{query}", find("neom"))
    parse("own_bots:Taking?levl=3&x=1", find("neom"))
    with pytest.raises(BotSpecError, match="unknown parameter 'levl', 'x'; the class asks for none of that name"):
        parse("own_bots:Asking?levl=3&depth=3&x=1", find("neom"))


@pytest.mark.usefixtures("own_bots")
def test_check_bot_tries_parameters_at_their_bounds() -> None:
    assert "refuses" not in run("check-bot", "own_bots:Declaring", "neom", "--games", "1").output
    said = run("check-bot", "own_bots:Negligent", "neom", "--games", "1", code=1).output
    assert "it declares depth=4, and refuses it: 'own_bots:Negligent?depth=4': too deep" in said


@pytest.mark.usefixtures("own_bots")
def test_a_declaration_that_is_none_is_told() -> None:
    assert "the parameter speed needs a description" in usage("check-bot", "own_bots:Careless", "neom")


def test_a_choice_is_among_words() -> None:
    class Numbered(Declaring):
        class Numbers(Parameters, frozen=True):
            depth: Annotated[Literal[1, 2], meaning("How far it looks.")] = 1

        parameters = Numbers  # type: ignore[assignment]

    with pytest.raises(TypeError, match="depth needs words in its Literal, as a spec has them, not 1, 2"):
        declared(Numbered, prepare("neom", 2))


@pytest.mark.usefixtures("own_bots")
def test_check_bot_lists_parameters_as_games_does() -> None:
    listed = run("check-bot", "own_bots:Declaring", "neom", "--games", "1").output
    assert "caution=2.0 (1 to 10, log): How often points of the poorer city count." in listed
    assert "style=shy (bold, shy): How it plays." in listed
    assert "0 players; the game is for 1 to 5" in usage("games", "neom", "--seats", "0")


def test_games_lists_the_parameters_of_a_game() -> None:
    rows = json.loads(run("games", "City Tycoon", "--seats", "2", "--format", "json").output)
    patience = next(row for row in rows if row["name"] == "patience")
    assert patience.pop("about")
    assert patience == {
        "bot": "heuristic",
        "name": "patience",
        "kind": "number",
        "default": 0.8,
        "low": 0,
        "high": 3,
        "scale": "linear",
        "values": [],
    }
    words = next(row for row in rows if row["kind"] == "choice")
    assert words["default"] in words["values"]
    assert (words["low"], words["high"]) == (None, None)
    in_csv = {
        row["name"]: row for row in csv.DictReader(run("games", "City Tycoon", "--format", "csv").output.splitlines())
    }
    assert in_csv[words["name"]]["values"] == ", ".join(words["values"])
    assert (in_csv["iterations"]["low"], in_csv["iterations"]["scale"]) == ("4", "log")
    shown = run("games", "City Tycoon", "--seats", "2").output
    assert re.search(r"^heuristic +patience=0\.8 +0 to 3 +\w", shown, re.MULTILINE), "as it is written in a spec"
    assert re.search(r"^mcts +iterations=8 +4 to 1000000, log +\w", shown, re.MULTILINE)
    assert "the game is for 1 to 5" in usage("games", "neom", "--seats", "9")
    assert "--seats needs a GAME" in usage("games", "--seats", "2")


def test_defaults_that_fail_are_the_fault_of_whoever_wrote_them() -> None:
    class Fails(Parameters, frozen=True):
        x: Annotated[float, within(1, 3, "Something.")] = 2.0

        @classmethod
        def usual(cls, setup: Setup) -> Fails:
            return {2: cls()}[setup.seats]

    class Bot:
        parameters = Fails

    assert [parameter.default for parameter in declared(Bot, prepare("between_two_cities", 2))] == [2.0]
    with pytest.raises(TypeError, match="`usual` fails where 4 play: KeyError: 4"):
        declared(Bot, prepare("between_two_cities", 4))
