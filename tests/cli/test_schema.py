"""The JSON Schema, checked against logs by an independent validator."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.testing.games import course, setup_of, view_bytes

from ..rows import daily
from .helpers import GAME, run, usage

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", params=[[], [GAME]], ids=["any game", GAME])
def validator(request: pytest.FixtureRequest) -> Draft202012Validator:
    schema = json.loads(run("schema", *request.param).stdout)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture(scope="module")
def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_bytes().splitlines()]


def test_every_recorded_line_is_valid(validator: Draft202012Validator, lines: list[dict[str, Any]]) -> None:
    forfeit = {"forfeit": {"seat": 1, "kind": "stall", "reason": "slow"}}
    for line in [*lines, forfeit, *[{**line, "ms": 1.5, "note": "hm"} for line in lines]]:
        assert validator.is_valid(line), line


def test_a_line_with_a_missing_or_extra_field_is_not_valid(
    validator: Draft202012Validator, lines: list[dict[str, Any]]
) -> None:
    optional = {"options", "seed", "id", "components", "digest", "ms", "note"}
    for line in lines[:12] + lines[-1:]:
        assert not validator.is_valid({**line, "extra": 1})
        for field in line.keys() - optional:
            assert not validator.is_valid({name: value for name, value in line.items() if name != field})


@pytest.mark.parametrize(
    "line",
    [
        {},
        [],
        "log",
        {"check": "123"},
        {"check": "G" * 16},
        {"seat": -1, "move": {"type": "pick", "tiles": ["park", "shop"]}},
        {"seat": "0", "move": {"type": "pick", "tiles": ["park", "shop"]}},
        {"seat": 0, "move": {"type": "pick", "tiles": ["park"]}},
        {"seat": 0, "move": {"type": "build", "tiles": ["park", "shop"]}},
        {"seat": 0, "move": {"type": "place", "tile": "park", "city": "up", "cell": [0, 0]}},
        {"seat": 0, "move": {"type": "place", "tile": "park", "city": "left", "cell": [0, 0.5]}},
        {"seat": 0, "move": {"type": "place", "tile": "park", "city": "left", "cell": [0, 0, 0]}},
        {"seat": 0, "move": {"type": "place", "tile": "park", "city": "left", "cell": [0, 0]}, "ms": -1},
        {"chance": "round-1", "order": [1.5]},
        {"chance": "round-1", "order": "park"},
        {"log": 1, "game": GAME, "rules": "1", "players": [""]},
        {"log": 1, "game": GAME, "rules": "1", "players": ["a\nb", "c"]},
        {"log": "1", "game": GAME, "rules": "1", "players": ["a", "b"]},
        {"forfeit": {"seat": 1, "kind": "bored", "reason": "x"}},
        {"result": {"scores": ["1"], "ranks": [1]}},
        {"check": "0" * 16, "result": {"scores": [1], "ranks": [1]}},
    ],
)
def test_a_value_that_no_log_can_hold_is_not_valid(
    validator: Draft202012Validator, line: object, log: Path, tmp_path: Path
) -> None:
    assert not validator.is_valid(line)
    path = tmp_path / "with.jsonl"
    recorded = log.read_text().splitlines(keepends=True)
    path.write_text("".join([recorded[0], json.dumps(line) + "\n", *recorded[1:]]))
    run("validate", path, code=1)


def test_text_that_only_ends_with_a_line_feed_is_not_valid_in_a_log(log: Path, tmp_path: Path) -> None:
    recorded = log.read_text()
    path = tmp_path / "feed.jsonl"
    path.write_text(recorded.replace('["random",', '["random\\n",', 1))
    run("validate", path, code=1)


def test_editors_are_offered_names_and_allow_others() -> None:
    """In the moves of each game, names are listed as examples."""
    for name in GAMES:
        game = find_game(name)
        assert game.names is not None
        definitions = json.loads(run("schema", name).stdout)["$defs"]
        offered: dict[str, list[Any]] = {}
        for move in get_args(game.moves):
            for field, place in definitions[move.__name__]["properties"].items():
                for inner in (place, place.get("items"), *place.get("prefixItems", ())):
                    if isinstance(inner, dict) and "examples" in inner:
                        offered[field] = inner["examples"]
        assert offered == {field: list(names) for field, names in game.names(game.components(None)).items()}
    schema = Draft202012Validator(json.loads(run("schema", GAME).stdout))
    assert schema.is_valid({"seat": 0, "move": {"type": "pick", "tiles": ["a tile of my own", "park"]}})


def schema(*arguments: str) -> Draft202012Validator:
    told = json.loads(run("schema", *arguments).stdout)
    Draft202012Validator.check_schema(told)
    assert told["$id"].startswith("urn:cityleague:")
    assert max(map(len, told["$defs"])) <= 40
    return Draft202012Validator(told)


@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_what_others_read_and_write_has_a_schema(name: str) -> None:
    setup = setup_of(find_game(name), find_game(name).seats[1])
    views, files, bots = schema(name, "--of", "view"), schema(name, "--of", "components"), schema(name, "--of", "bot")
    files.validate(json.loads(setup.game.file("components.json")))
    assert not files.is_valid({})
    for state, step in course(setup, some=12):
        for seat, legal in step.legal.items():
            view = json.loads(view_bytes(state, seat))
            views.validate(view)
            plain = setup.game.plain_of(legal[0])
            bots.validate({"decide": {"view": view, "legal": [plain]}, "answer": {"move": plain}})
            assert not bots.is_valid({"decide": {"view": view, "legal": [{"type": "wish"}]}, "answer": {"choose": 0}})
            assert not views.is_valid({**view, "stage" if "stage" in view else "round": [1]})


def test_plans_and_findings_have_a_schema() -> None:
    plan = tomllib.loads((ROOT / "examples" / "tournament.toml").read_text("utf-8"))
    schema("--of", "plan").validate(plan)
    assert not schema("--of", "plan").is_valid({**plan, "deals": "many"})
    for line in run("validate", ROOT / "examples" / "broken.jsonl", "--format", "json", code=1).stdout.splitlines():
        schema("--of", "report").validate(json.loads(line))
    assert "name it" in usage("schema", "--of", "view")


def test_names_in_schemas_are_short() -> None:
    schema()
    for name in GAMES:
        schema(name)
