"""What bots declare of their parameters, and what is told of declarations that are wrong or not kept to."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from cityleague.engine import prepare
from cityleague.engine.bots.parameters import Parameter, Parameters, declared, within
from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.players import Limits, Terms, check_declaration, declared_by, flaws

from ...cli.helpers import run

GAME = "between_two_cities"
LEANING = Path(__file__).parents[3] / "examples/bots/leaning_bot.py"
SAID = Parameter("caution", "number", 2.0, 1, 10, "linear", (), "How much it cares.")
TERMS = Terms(Limits(decision=60, game=600))


def program(text: str, folder: Path) -> str:
    (folder / "bot.py").write_text(text)
    return "exec:" + shlex.join([sys.executable, str(folder / "bot.py")])


def leaning(folder: Path, old: str, new: str) -> str:
    """The example with a fault."""
    text = LEANING.read_text()
    assert old in text
    return program(text.replace(old, new), folder)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        ({"name": "its caution"}, "'its caution' is no name"),
        ({"about": " "}, "a sentence should say"),
        ({"default": 11}, "the default 11 is not within 1 to 10"),
        ({"default": float("nan")}, "should be numbers"),
        ({"high": None}, "should be numbers"),
        ({"kind": "integer"}, "should be whole numbers"),
        ({"high": 1, "default": 1}, "its low 1 should be below its high 1"),
        ({"low": 0, "scale": "log"}, "above 0, not 0"),
        ({"values": ("1", "5")}, "a number has no values to choose from"),
        ({"kind": "choice", "values": ("a",), "default": "a"}, "two different values"),
        ({"kind": "choice", "values": ("a", "b"), "default": "c"}, "the default 'c' is none of its values"),
    ],
)
def test_what_is_wrong_with_a_declaration_is_told(changes: dict[str, Any], said: str) -> None:
    found = [*flaws(msgspec.structs.replace(SAID, **changes))]
    assert [said in message for message in found] == ([True] if said else [])


def test_a_program_declares_as_it_gets_ready() -> None:
    spec = "exec:" + shlex.join([sys.executable, str(LEANING)])
    (parameter,) = declared_by(spec, prepare(GAME, seats=2), TERMS)
    assert (parameter.name, parameter.kind, parameter.scale) == ("lean", "number", "linear")
    assert (parameter.low, parameter.default, parameter.high) == (0, 0.5, 1)
    assert check_declaration(spec, find_game(GAME), TERMS) == ((parameter,), [])


@pytest.mark.exhaustive
def test_a_program_that_does_not_keep_to_its_declaration_is_found_out(tmp_path: Path) -> None:
    def found(old: str, new: str) -> str:
        return "\n".join(check_declaration(leaning(tmp_path, old, new), find_game(GAME), TERMS)[1])

    assert found("not 0 <= float(text) <= 1", "float(text) > 1").splitlines() == [
        "it declares that lean takes 0 to 1, and accepts -1",
        "it declares that lean takes 0 to 1, and accepts nan",
    ]
    assert "it declares lean=1, and refuses it: crash" in found("<= float(text) <= 1", "<= float(text) < 1")
    assert "the default 5 is not within 0 to 1" in found('"default": 0.5', '"default": 5')
    assert "declares no parameters of this form: " in found('"low"', '"lowest"')
    assert "lean is declared twice" in found("[LEAN]", "[LEAN, LEAN]")


def test_version_1_of_the_protocol_declares_nothing(tmp_path: Path) -> None:
    old = leaning(tmp_path, '{"ready": 2, "parameters": [LEAN]}', '{"ready": 1, "parameters": [LEAN]}')
    assert declared_by(old, prepare(GAME, seats=2), TERMS) == ()


def test_a_program_that_does_not_get_ready_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BotSpecError, match="crash: it ended with exit code 3"):
        declared_by(program("raise SystemExit(3)", tmp_path), prepare(GAME, seats=2), TERMS)


class Weights(Parameters, frozen=True):
    """Half of it is wrong with two players."""

    caution: Annotated[float, within(1, 10, "How much it cares.", "log")] = 2.0

    @classmethod
    def usual(cls, setup: Setup) -> Weights:
        return cls(caution=2.0 if setup.seats > 2 else 20.0)


class Careless:
    """A class by others."""

    parameters = Weights

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        if parameters.get("caution") == "10":
            raise ValueError("that is too much")

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The first move."""
        return legal[0]


class Silent(Careless):
    """It reads its parameters itself, and declares none."""

    parameters = None  # type: ignore[assignment]


def test_classes_by_others_are_checked_with_every_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    spec, game = f"{__name__}:Careless", find_game(GAME)
    assert declared(Silent, prepare(GAME, seats=2)) == ()
    assert check_declaration(f"{__name__}:Silent", game, TERMS) == ((), [])
    assert check_declaration(spec, game, TERMS)[1] == ["caution: the default 20.0 is not within 1 to 10"]
    monkeypatch.setattr(Weights, "usual", classmethod(lambda cls, _setup: cls()))
    ((parameter,), wrong) = check_declaration(spec, game, TERMS)
    assert (parameter.scale, parameter.default) == ("log", 2.0)
    assert len(wrong) == 1
    assert wrong[0].startswith("it declares caution=10, and refuses it: ")
    assert wrong[0].endswith("that is too much")


@pytest.mark.exhaustive
def test_check_bot_lists_parameters_and_tells_of_those_that_are_not_as_declared(tmp_path: Path) -> None:
    call = ("--games", "1", "--limit", "decision=60")
    good = run("check-bot", program(LEANING.read_text(), tmp_path), GAME, *call)
    assert good.stdout.endswith("\n\nlean=0.5 (0 to 1): How often it makes the first move of all.\n")
    bad = run("check-bot", leaning(tmp_path, "not 0 <= ", "not -9 <= "), GAME, *call, "--format", "csv", code=1)
    assert bad.stderr.endswith("\nit declares that lean takes 0 to 1, and accepts -1\n")
    none = run("check-bot", "random", GAME, *call)
    assert "\n\n" not in none.stdout


def test_declarations_are_plain_values() -> None:
    """A program in Python may send what a class declares, just as it is."""
    plain = json.loads(msgspec.json.encode(SAID))
    assert msgspec.convert(plain, Parameter) == SAID
