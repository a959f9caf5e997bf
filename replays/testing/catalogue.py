"""What a game says about itself: its name, options, rules and packaged files."""

import re
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from cityleague.engine import registry
from cityleague.engine.bots.specs import EVERY_GAME, LEVELS, levels_of, parse
from cityleague.engine.chance import Stream
from cityleague.engine.components import ComponentsError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import CODES
from cityleague.replays.testing.games import full_table, setups, values, ways

_CODE = "[A-Z0-9]+(?:-[A-Z0-9]+)+"
_UNHASHABLE = inspect.ListType | inspect.DictType | inspect.SetType


def test_a_game_is_called_what_it_is_registered_as(name: str) -> None:
    game = find_game(name)
    assert game.name == name
    assert game.title.isprintable()
    assert game.seats == range(game.seats.start, game.seats.stop)
    assert game.seats.start >= 1
    assert len(game.seats) >= 1


def test_rules_have_codes_of_their_own(name: str) -> None:
    game = find_game(name)
    codes = [rule.code for rule in game.catalogue()]
    others = {rule.code for other in registry.games() if other is not game for rule in other.rules}
    assert len(set(codes)) == len(codes)
    assert not {rule.code for rule in game.rules} & {*others, *CODES}
    assert all(re.fullmatch(_CODE, code) for code in codes)
    assert all(rule.text.endswith(".") and rule.section for rule in game.catalogue())


def test_the_rules_document_names_the_codes_of_its_game_and_no_others(name: str) -> None:
    game = find_game(name)
    text = game.file("RULES.md").decode()
    codes = {rule.code for rule in game.rules}
    prefixes = {code.split("-")[0] for code in codes}
    assert {code for code in re.findall(_CODE, text) if code.split("-")[0] in prefixes} == codes


def test_the_packaged_component_file_is_what_none_stands_for(name: str) -> None:
    game = find_game(name)
    data = game.file("components.json")
    assert game.components(data).hash == game.components(None).hash
    assert game.components(data + b"\n").hash != game.components(None).hash


def test_other_versions_of_the_rules_are_the_same_game(name: str) -> None:
    game = find_game(name)
    for version, older in game.older.items():
        assert (older.name, older.title, older.package) == (game.name, game.title, game.package)
        assert older.version == version != game.version
        assert not older.older, "the game of today lists all versions"


def test_component_files_that_were_packaged_before_can_be_told_by_their_hash(name: str) -> None:
    for version, old_game in find_game(name).versions().items():
        files = [old_game.components(None), *[old_game.components(old_game.file(old)) for old in old_game.superseded]]
        assert len({file.hash for file in files}) == len(files), f"rules {version} list a file twice"


def test_what_sets_results_apart_is_no_option(name: str) -> None:
    """League tables say with the options which rules and component file were played, where they are not today's."""
    for rules in find_game(name).versions().values():
        assert not {field.encode_name for field in msgspec.structs.fields(rules.options)} & {"rules", "components"}


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"game":"another"}', b"\xff", b'{"game":' * 100_000])
def test_what_is_no_component_file_of_the_game_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(ComponentsError):
        find_game(name).components(data)


def test_moves_are_frozen_tagged_and_strict(name: str) -> None:
    place = inspect.type_info(find_game(name).moves)
    kinds = place.types if isinstance(place, inspect.UnionType) else (place,)
    assert kinds
    for kind in kinds:
        assert isinstance(kind, inspect.StructType), f"{kind} is not a struct"
        assert kind.tag_field == "type", f"{kind.cls.__name__} needs a tag"
        assert kind.cls.__struct_config__.frozen, f"{kind.cls.__name__} is not frozen"
        assert kind.forbid_unknown_fields, f"{kind.cls.__name__} takes unknown fields"
        for field in kind.fields:
            assert not isinstance(field.type, _UNHASHABLE), f"{kind.cls.__name__}.{field.name}: a move must be hashable"
    assert len({kind.tag for kind in kinds if isinstance(kind, inspect.StructType)}) == len(kinds)


def test_options_are_frozen_and_strict_and_have_defaults(name: str) -> None:
    kind = find_game(name).options
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.forbid_unknown_fields
    assert hash(kind()) == hash(kind())
    assert msgspec.json.decode(msgspec.json.encode(kind()), type=kind) == kind()


def test_every_number_of_seats_and_every_value_of_an_option_is_tested(name: str) -> None:
    game = find_game(name)
    tried: dict[str, list[Any]] = {}
    for setup in setups(name).values():
        for option, value in msgspec.to_builtins(setup.options).items():
            tried.setdefault(option, []).append(value)
    assert {seats for seat_counts, _ in ways(game) for seats in seat_counts} == set(game.seats)
    for field in msgspec.structs.fields(game.options):
        for value in values(field.type):
            met = tried[field.encode_name]
            assert value in met or (isinstance(value, list) and any(value[0] in known for known in met)), field.name


def test_bots_have_names_of_their_own(name: str) -> None:
    bots = find_game(name).bots
    assert all(re.fullmatch("[a-z][a-z0-9_-]*", bot) for bot in bots)
    assert not bots.keys() & (EVERY_GAME.keys() | LEVELS.keys())


def test_the_levels_are_bots_of_the_game(name: str) -> None:
    setup = full_table(name)
    levels = levels_of(setup.game)
    assert levels.keys() == LEVELS.keys()
    for names in levels.items():
        named, meant = [parse(spec, setup.game).make(setup, Stream("levels", "bot")) for spec in names]
        assert type(named) is type(meant)
