"""Component files of all games: what is said of a bad file, and the template that an owner fills in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine import components
from cityleague.engine.chance import Stream
from cityleague.engine.components import ComponentsError, fingerprint, laid_out, loader, packaged
from cityleague.engine.neom.figures import NeomFile
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find

from .arena import course
from .cli.helpers import run, usage
from .rows import daily, rows
from .twentieth_century.by_hand import ALL_IN_ONE

Json = dict[str, Any]
every_game = pytest.mark.parametrize("name", GAMES)
WITH_TEMPLATE = [name for name in GAMES if name != "between_two_cities"]
"""The games of which a copy has something to tell."""


def refused(name: str, data: bytes | Json) -> list[str]:
    """The faults of a file, one a line."""
    with pytest.raises(ComponentsError) as error:
        find(name).components(data if isinstance(data, bytes) else json.dumps(data).encode())
    head, *lines = str(error.value).split("\n  ")
    assert str(error.value).replace("\n", " ").isprintable()
    assert head == f"{len(lines)} things are wrong" or not lines or lines[-1].startswith("and ")
    return lines or [head]


def file_of(name: str) -> Json:
    """The packaged file."""
    file: Json = json.loads(packaged(name))
    return file


def listed(name: str, *path: str) -> tuple[Json, Any]:
    """The packaged file, and the part of it to which a path leads."""
    file = file_of(name)
    place = file
    for key in path:
        place = place[key]
    return file, place


# -- what is told


@every_game
@rows(
    "data, message",
    [
        (b"", "not JSON: Expecting value at line 1, column 1"),
        (b"\n\n {", "not JSON: Expecting property name enclosed in double quotes at line 3, column 3"),
        (b"city", "not JSON: Expecting value at line 1, column 1"),
        (b'{"game": NaN}', "not JSON: JSON has no number NaN"),
        (b'{"game": -Infinity}', "not JSON: JSON has no number -Infinity"),
        (b"\x89PNG\r\n\x1a\n", "it is not UTF-8 text (byte 1)"),
        (b"\xff\xfe", "it is not UTF-8 text (byte 1)"),
        ('{"game": 5}'.encode("utf-16"), "it is not UTF-8 text (byte 1)"),
        (b"[" * 10**5, "the JSON is nested too deep"),
        (b'{"game":' * 10**5, "the JSON is nested too deep"),
        (b"[]", "it is not an object whose field `game` says which game it is of"),
        (b"null", "it is not an object whose field `game` says which game it is of"),
        (b'{"game": 5}', "it is not an object whose field `game` says which game it is of"),
        (b'{"game": ["neom"]}', "it is not an object whose field `game` says which game it is of"),
        (b"{}", "it is not an object whose field `game` says which game it is of"),
    ],
)
def test_a_file_that_is_not_a_component_file_is_refused(name: str, data: bytes, message: str) -> None:
    assert refused(name, data) == [f"not a component file of {GAMES[name]}: {message}"]


@every_game
@rows("other", GAMES)
def test_another_games_file_is_named_as_such(name: str, other: str) -> None:
    """Whether the other game's file is whole or broken."""
    if name != other:
        said = [f"a component file of {GAMES[other]}, not of {GAMES[name]}"]
        assert refused(name, packaged(other)) == refused(name, {"game": other, "x": [1]}) == said
    assert refused(name, {"game": "chess\x1b"}) == [f'a component file of "chess\\u001b", not of {GAMES[name]}']


@every_game
def test_a_byte_order_mark_is_accepted_and_belongs_to_the_file(name: str) -> None:
    marked = b"\xef\xbb\xbf" + packaged(name)
    assert find(name).components(marked).hash == fingerprint(marked) != find(name).components(None).hash
    assert fingerprint(marked).startswith("blake2b:")


@rows("data", [b"", b'{"gme": "neom"}', b'{"game": "neom", "roads": "\xff"}'])
def test_a_damaged_packaged_file_is_described_like_any_other(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    load = loader("neom", NeomFile, lambda _: (), lambda *_: None)
    monkeypatch.setattr(components, "packaged", lambda *_: data)
    with pytest.raises(ComponentsError) as error:
        load(None)
    assert str(error.value) == refused("neom", data)[0]


@every_game
def test_everything_missing_from_a_file_is_listed_at_once(name: str) -> None:
    (said,) = refused(name, {"game": name})
    blocks = [block for block in file_of(name) if block != "game" and (name != "neom" or block == "roads")]
    assert said == f"missing: {', '.join(blocks[:5])}" + (f" and {len(blocks) - 5} more" if len(blocks) > 5 else "")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("city_tycoon", '"name": "II-7"', '"name": "", "name": "II-7"', 'districts: II-7: the key "name" stands twice'),
        ("neom", '"5": "NE"', '"5": "N", "5": "NE"', 'roads: exits: the key "5" stands twice'),
        ("neom", '"number": 5,', '"number": 4, "number": 5,', 'tiles: 5: the key "number" stands twice'),
        ("twentieth_century", '"name": "D4",', '"name": "", "name": "D4",', 'damage: D4: the key "name" stands twice'),
        ("between_two_cities", '"shop": ', '"shop": 1, "shop": ', 'buildings: tiles: the key "shop" stands twice'),
        ("card_city_xl", '"half": 1', '"half": 1, "half": 1', 'industry: the key "half" stands twice'),
        ("card_city_xl", '"game"', '"game": 5, "game"', 'the key "game" stands twice'),
    ],
)  # fmt: skip
def test_a_repeated_key_is_an_error(name: str, old: str, new: str, said: str) -> None:
    data = packaged(name).decode()
    assert data.count(old) == 1
    assert refused(name, data.replace(old, new).encode()) == [said]


def test_all_faults_are_listed_at_once_with_the_names_of_the_tiles() -> None:
    file, tiles = listed("city_tycoon", "districts", "list")
    tiles[3]["cost"] = "4"
    tiles[4]["demands"][0]["takes"] = None
    tiles[5]["colour"] = "red"
    del tiles[6]["cost"], tiles[6]["name"], tiles[7]["demands"]
    del tiles[9:11]
    assert refused("city_tycoon", file) == [
        "districts: missing: I-7, I-10, I-11",
        "districts: still to be filled in: I-5 (demands 0: takes)",
        "districts: missing: no. 7 (name, cost), I-8 (demands)",
        'districts: I-4: cost: a whole number is needed, not "4"',
        'districts: I-6: there is no field "colour" here, but name, cost, demands, kind, reward',
    ]
    file, tiles = listed("city_tycoon", "districts", "list")
    for tile in tiles[:25]:
        tile["cost"] = -1
    said = refused("city_tycoon", file)
    assert said[:2] == ["districts: I-1: cost: -1; 0 to 1000 will do", "districts: I-2: cost: -1; 0 to 1000 will do"]
    assert said[20:] == ["and 5 more"]


def test_a_tile_is_called_by_number_name_or_letter() -> None:
    file, tiles = listed("neom", "tiles", "list")
    tiles[16]["cost"] = [{"money": True}]
    tiles[17]["income"] = [1, 2]
    assert refused("neom", file) == [
        "tiles: 17: cost 0: money: a whole number is needed, not true",
        "tiles: 18: income: a whole number or a list of 3 is needed, not a list of 2",
    ]
    file, tiles = listed("twentieth_century", "land", "list")
    tiles[0]["cities"][0]["coins"] = 1.0
    tiles[1]["cities"][0]["at"] = {"x": 1}
    tiles[2]["track"][1] = 7
    file["offers"]["list"][2]["land"] = []
    file["strips"]["science"]["IV"] = file["strips"]["science"].pop("V")
    assert refused("twentieth_century", file) == [
        "offers: 5 players: land: a whole number is needed, not a list of 0",
        'strips: science: one of I-II, III-IV, V is needed as a key, not "IV"',
        "land: L1: cities a: coins: a whole number is needed, not 1.0",
        "land: L2: cities a: at: a list of 2 is needed, not an object",
        "land: L3: track 1: text is needed, not 7",
    ]


STRANGE: list[Any] = [
    None, True, -1, 0, 1, 5, 1.5, 10**6, 2**63, 10**30, 1e300, "", "start", "L1", "a-N", "N-S", "\0", "é", "x" * 10**5,
    [], "\x1b[31m\n\u202e", [[[]]], {}, [0, 0], [-1, -1], [4, 4], ["a-a"], ["W-W"], ["-"], ["a-N"] * 9,
    {"a\n": {"b": None}},
]  # fmt: skip


@rows("data", [*map(packaged, GAMES), ALL_IN_ONE])
@pytest.mark.parametrize("every", daily([19, 1]))
def test_any_wrong_value_in_a_file_is_described_in_words(data: bytes, every: int) -> None:
    """A value is replaced by some of these, and the answer is a readable sentence."""
    file, stream, said = json.loads(data), Stream("strange", "values"), []
    name = file["game"]
    for place, key in [*places(file)][::every]:
        kept = place[key]
        for value in stream.draw(STRANGE, 3):
            place[key] = value
            said.append(flaw_of(name, json.dumps(file).encode()))
            assert len(said[-1]) < 12_000
            assert all(line.isprintable() for line in said[-1].split("\n"))
        place[key] = kept
    assert len([*filter(None, said)]) > len(said) / 2
    find(name).components(json.dumps(file).encode())


def flaw_of(name: str, data: bytes) -> str:
    """What is wrong with a file, if anything."""
    try:
        find(name).components(data)
    except ComponentsError as error:
        return str(error)
    return ""


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All containers with their keys, and of lists the first and the last index, from the outside in."""
    for key in list(value if isinstance(value, dict) else sorted({0, len(value) - 1} & {*range(len(value))})):
        inner = value[key]
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


@pytest.mark.parametrize("number", ["1e999", "9" * 400, "9" * 10_000, "1.5", "0.0", "-0.0"])
def test_numbers_beyond_all_bounds_are_refused(number: str) -> None:
    data = packaged("city_tycoon").replace(b'"money": 20, "step"', f'"money": {number}, "step"'.encode())
    (said,) = refused("city_tycoon", data)
    assert said.startswith("setup: money: ")
    assert len(said) < 200


@every_game
def test_a_file_cut_off_anywhere_is_refused(name: str) -> None:
    data = packaged(name).rstrip()
    for length in range(0, len(data) - 1, max(1, len(data) // 50)):
        (said,) = refused(name, data[:length])
        assert said.startswith(f"not a component file of {GAMES[name]}: not JSON: ") or "UTF-8" in said


# -- templates


def filled(template: Any, own: Any) -> Any:
    """A template with figures in place of null; where there is none, a figure that does nothing."""
    if isinstance(template, dict) and isinstance(own, dict):
        result = {key: filled(value, own.get(key, NOTHING.get(key))) for key, value in template.items()}
        return result if "provenance" in template or "game" in template else own | result
    if isinstance(template, list) and isinstance(own, list):
        return [filled(value, other) for value, other in zip(template, own, strict=True)]
    return own if template is None else template


NOTHING: Json = {"forks": [], "spans": [], "garbage": 0, "skulls": 0, "flowers": 0, "reward": {}, "industry/leisure": 0}


def template_of(name: str) -> Json:
    """The template as the command prints it."""
    template: Json = json.loads(run("components", name, "--template").stdout)
    return template


@every_game
def test_a_template_with_the_packaged_figures_is_the_packaged_game(name: str) -> None:
    file = json.dumps(filled(template_of(name), file_of(name))).encode()
    game = find(name)
    own, usual = (
        [
            (event, state.digest(), state.scores())
            for state, event in course(game.setup(game.options(), game.seats[0], game.components(data)), "template")
        ]
        for data in (file, None)
    )
    assert own == usual


@pytest.mark.parametrize("name", WITH_TEMPLATE)
def test_a_template_that_is_not_filled_in_is_refused_with_a_list_of_all_gaps(name: str) -> None:
    template = template_of(name)
    said = refused(name, template)
    assert all("still to be filled in" in line for line in said)
    blocks = {name for name, block in template.items() if "null" in json.dumps(block)}
    assert {line.split(":")[0] for line in said} == blocks


def test_the_gaps_of_a_template_are_listed_by_name() -> None:
    assert refused("neom", template_of("neom")) == ["roads: exits: still to be filled in: 1, 2, 3, 4, 5 and 142 more"]
    assert refused("city_tycoon", template_of("city_tycoon")) == [
        "plants: still to be filled in (exhausting, renewing): "
        "electric 1, electric 2, electric 3, electric 4, electric 5 and 7 more",
        "districts: still to be filled in (cost, demands, reward): I-1, I-2, I-3, I-4, I-5 and 115 more",
    ]
    assert refused("card_city_xl", template_of("card_city_xl"))[1] == (
        "split: cards: still to be filled in: residential/commerce, commerce/industry, commerce/leisure, "
        "residential/parking, industry/parking and 4 more"
    )
    assert refused("twentieth_century", template_of("twentieth_century"))[3] == (
        "land: still to be filled in (period, cities, track, forks, spans): L1, L2, L3, L4, L5 and 35 more"
    )


@pytest.mark.parametrize("name", WITH_TEMPLATE)
def test_the_last_gap_of_a_template_is_named(name: str) -> None:
    gaps = [*walk(template_of(name))]
    for steps in (gaps[0], gaps[len(gaps) // 2], gaps[-1]):
        place: Any = filled(template_of(name), file_of(name))
        own = place
        for step in steps[:-1]:
            place = place[step]
        place[steps[-1]] = None
        (said,) = refused(name, own)
        assert said.startswith(f"{steps[0]}: ")
        assert "still to be filled in: " in said
        assert "more" not in said


def walk(value: Any, *steps: Any) -> Iterator[tuple[Any, ...]]:
    """The way to each null."""
    if value is None:
        yield steps
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walk(inner, *steps, key)


@every_game
def test_a_template_has_everything_that_the_rulebook_states_and_nothing_invented(name: str) -> None:
    template, file = template_of(name), file_of(name)
    for key, block in file.items():
        if key == "game" or block["provenance"] != "house":
            assert name == "neom" or template[key] == block
        else:
            assert template[key]["provenance"] == "published"
            assert "null" in json.dumps(template[key])


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("city_tycoon", ("districts", "list")),
        ("city_tycoon", ("plants", "water")),
        ("neom", ("roads", "exits")),
        ("twentieth_century", ("land", "list")),
        ("twentieth_century", ("technologies", "list")),
        ("twentieth_century", ("damage", "list")),
    ],
)
def test_a_template_is_in_the_order_of_the_index(name: str, path: tuple[str, str]) -> None:
    printed, kept = template_of(name)[path[0]][path[1]], file_of(name)[path[0]][path[1]]
    if isinstance(kept, dict):
        assert list(printed) == sorted(kept, key=int)
    else:
        assert [(row.get("name"), row.get("number")) for row in printed] == [
            (row.get("name"), row.get("number")) for row in kept
        ]


def test_a_file_that_lists_roads_alone_says_which_are_missing() -> None:
    file = {"game": "neom", "roads": {"provenance": "published", "exits": {"1": "N", "2": None, "x": "N"}}}
    assert refused("neom", file) == [
        "roads: exits: missing: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 135 more",
        "roads: exits: still to be filled in: 2",
    ]


def test_every_command_names_the_file_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(template_of("neom")))
    said = f"{path}: roads: exits: still to be filled in: 1, 2, 3, 4, 5 and 142 more"
    bots = ("--game", "neom", "--bots", "random,greedy", "-o", tmp_path / "cup")
    assert usage("components", "neom", "--check", path) == said
    assert usage("play", "neom", "random", "greedy", "--components", path) == said
    assert usage("tournament", *bots, "--components", path) == said
    for command in ("validate", "score", "show"):
        assert usage(command, "x.jsonl", "--components", path) == said


def test_json_is_laid_out_to_be_filled_in_line_by_line() -> None:
    assert laid_out({"a": [1, None], "ä": {}}) == '{"a": [1, null], "ä": {}}'
    row = {"name": "x" * 60, "cost": None}
    text = laid_out({"list": [row, row]})
    assert json.loads(text) == {"list": [row, row]}
    assert text.splitlines()[2] == "    " + json.dumps(row) + ","


def test_a_document_says_which_games_need_a_file() -> None:
    evening = (Path(__file__).parent.parent / "replays/people/EVENING.md").read_text("utf-8")
    section = evening.split("## With a box of your own")[1].split("\n## ")[0]
    needs = dict(re.findall(r"^\* \*\*(.*)\*\* needs (no|one)", section, re.MULTILINE))
    assert needs == {title: "one" if name in WITH_TEMPLATE else "no" for name, title in GAMES.items()}
    find("between_two_cities").components(json.dumps(template_of("between_two_cities")).encode())
