"""Logs that leave open what nobody saw: what they still prove, and what they cannot say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.between_two_cities.components import load
from cityleague.engine.between_two_cities.moves import Options, Pick
from cityleague.engine.between_two_cities.state import setup
from cityleague.engine.looks.painter import paint
from cityleague.engine.rules import IllegalMove
from cityleague.engine.unseen import UNSEEN, can_lie
from cityleague.replays.log import Finding, RawGame
from cityleague.replays.replay import ComponentFiles, Replay, Report, recorded_games, validate
from cityleague.replays.reports import Counts, reported
from tests.rows import rows

EXAMPLES = Path(__file__).parents[3] / "examples"
BY_HAND = {
    "between_two_cities": (EXAMPLES / "by-hand.jsonl", ("round-1", "round-2", "round-3")),
    "neom": (EXAMPLES / "neom-by-hand.jsonl", ("anchors", "generation-1", "generation-2", "generation-3")),
    "city_tycoon": (EXAMPLES / "city-tycoon-by-hand.jsonl", ("round-1", "round-2", "round-3", "round-4")),
}
PICK = {"neom": "NEOM-PICK-NOT-THERE", "city_tycoon": "CT-PICK-NOT-IN-HAND"}
"""The rule of picking a tile, in games where there is one of each."""
Line = dict[str, Any]


def lines_of(name: str) -> list[Line]:
    return [json.loads(line) for line in BY_HAND[name][0].read_text().splitlines()]


def blank(name: str) -> list[Line]:
    """A game written by hand, without the outcomes of its hidden draws."""
    hidden = BY_HAND[name][1]
    return [
        line | {"order": [None] * len(line["order"])} if line.get("chance") in hidden else line
        for line in lines_of(name)
    ]


def report(lines: Sequence[Line]) -> Report:
    data = "".join([json.dumps(line) + "\n" for line in lines]).encode()
    return Replay(RawGame("log", 1, (data,), 0), ComponentFiles()).run()


def finding_of(lines: Sequence[Line]) -> Finding:
    finding = report(lines).finding
    assert finding is not None
    return finding


def at(lines: Sequence[Line], wanted: Callable[[Line], bool], number: int = 0) -> int:
    """The index of a line; its number in the file is one more."""
    return [i for i, line in enumerate(lines) if wanted(line)][number]


def picks(line: Line) -> bool:
    return bool(line.get("move", {}).get("type") == "pick")


@rows("name", list(BY_HAND))
def test_the_scores_of_a_game_are_proven_without_the_hands(name: str) -> None:
    whole, left = report(lines_of(name)), report(blank(name))
    assert whole.finding is left.finding is None
    assert whole.result is not None
    assert left.result is not None
    assert whole.result.result == left.result.result
    assert (whole.unseen, left.unseen) == (False, True)


@rows("name", list(BY_HAND))
def test_a_draw_that_nobody_saw_may_be_left_out(name: str) -> None:
    hidden = BY_HAND[name][1]
    for some in (hidden, hidden[:1], hidden[-1:]):
        said = report([line for line in lines_of(name) if line.get("chance") not in some])
        assert said.finding is None
        assert said.unseen


def test_a_draw_that_everybody_sees_cannot_be_left_open() -> None:
    lines = blank("neom")
    lines[1]["order"][1] = None
    finding = finding_of(lines)
    assert (finding.code, finding.line, finding.pointer) == ("CHANCE-ITEMS", 2, "/order")
    assert "null where everybody sees what is drawn" in finding.message
    del lines[1]
    assert (finding_of(lines).code, finding_of(lines).line) == ("CHANCE-NAME", 2)


def test_the_token_itself_is_not_a_tile() -> None:
    lines = blank("between_two_cities")
    lines[1]["order"][0] = UNSEEN
    assert finding_of(lines).code == "CHANCE-ITEMS"
    lines = blank("between_two_cities")
    lines[2]["move"]["tiles"][0] = UNSEEN
    assert (finding_of(lines).code, finding_of(lines).line) == ("B2C-PICK-NOT-IN-HAND", 3)
    for name, token in (("neom", 0), ("city_tycoon", UNSEEN)):
        lines = blank(name)
        first = at(lines, picks)
        lines[first]["move"]["tile"] = token
        assert (finding_of(lines).code, finding_of(lines).line) == (PICK[name], first + 1)


@rows("name", list(PICK))
def test_no_tile_lies_in_two_places(name: str) -> None:
    lines = blank(name)
    first, second = at(lines, picks), at(lines, picks, 1)
    lines[second]["move"]["tile"] = lines[first]["move"]["tile"]
    assert (finding_of(lines).code, finding_of(lines).line) == (PICK[name], second + 1)


def test_no_more_tiles_are_revealed_than_there_are() -> None:
    """There are five taverns with beds; a sixth cannot have been in any hand."""
    lines = blank("between_two_cities")
    for line in lines[2:5]:
        line["move"]["tiles"] = ["tavern-bed", "tavern-bed"]
    finding = finding_of(lines)
    assert (finding.code, finding.line) == ("B2C-PICK-NOT-IN-HAND", 5)
    assert "no other tavern-bed is left" in finding.message


def test_what_was_revealed_cannot_be_drawn_later() -> None:
    """One tavern with beds is placed in round 1, so round 3 cannot bring five."""
    lines = blank("between_two_cities")
    last = at(lines, lambda line: line.get("chance") == "round-3")
    lines[last]["order"][:5] = ["tavern-bed"] * 5
    finding = finding_of(lines)
    assert (finding.code, finding.line) == ("CHANCE-ITEMS", last + 1)
    assert '"tavern-bed" can be drawn 4 times, not 5 times' in finding.message
    lines[last]["order"][0] = None
    assert (
        finding_of(lines).code == "B2C-PICK-NOT-IN-HAND"
    )  # Ada's hand, with four of them, leaves no room for what she picks


def test_a_hand_holds_no_more_tiles_than_were_dealt() -> None:
    lines = blank("between_two_cities")
    lines[1]["order"][:7] = [None, *["park"] * 6]
    lines[2]["move"]["tiles"] = ["factory", "house"]
    assert (finding_of(lines).code, finding_of(lines).line) == ("B2C-PICK-NOT-IN-HAND", 3)


def test_digests_are_not_compared() -> None:
    lines = blank("between_two_cities")
    lines[-1]["digest"] = "0" * 16
    lines.insert(8, {"check": "0" * 16})
    assert report(lines).finding is None
    lines[1] = lines_of("between_two_cities")[1]
    assert finding_of(lines).code == "CHECK-MISMATCH"


def test_a_seed_leaves_nothing_open() -> None:
    lines = [{**lines_of("between_two_cities")[0], "seed": "7"}, *blank("between_two_cities")[1:]]
    assert finding_of(lines).code == "CHANCE-SEED"
    del lines[1]
    assert finding_of(lines).code == "TURN-CHANCE-DUE"


@rows("name", list(BY_HAND))
def test_validation_counts_such_games_and_positions_show_what_is_open(name: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join([json.dumps(line) + "\n" for line in blank(name)]))
    counts = Counts()
    assert not list(reported(validate(path), "json", counts))
    assert str(counts).endswith("0 findings; 1 game with draws that nobody saw")
    [game] = recorded_games(path)
    position = next(
        position
        for position in game.positions()
        if position.move is not None and type(position.move).__name__ == "Pick"
    )
    assert "?" in paint(position.setup, position.view(position.seat))
    assert position.move in position.legal()


@rows(
    "place, left, possible",
    [
        ("??", 0, False),
        ("??", 1, False),
        ("??", 2, True),
        ("??p", 1, False),
        ("s?", 0, False),
        ("s?", 1, True),
        ("?p", 2, False),
        ("ss", 0, True),
    ],
)
def test_two_of_a_kind_lie_where_nobody_saw_them_only_if_so_many_are_left(
    place: str, left: int, possible: bool
) -> None:
    assert can_lie(place, "ss", {"s": left, "p": 9}, UNSEEN) is possible


@rows("left", [0, 1, 2, 3])
def test_a_hand_that_nobody_saw_gives_no_two_tiles_of_which_one_is_left(left: int) -> None:
    state = setup(Options(), 3, load(None))
    state.resolve([UNSEEN] * 21)
    state.table.supply["shop"] = left
    two = Pick(("shop", "shop"))
    assert (two in state.legal(0)) is (left >= 2)
    for way in (state.verify, state.copy().play):
        if left >= 2:
            way(0, two)
        else:
            with pytest.raises(IllegalMove, match="no other shop is left"):
                way(0, two)
