"""A finding names the earlier line that caused it, and no other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cityleague.engine.protocol import Decision, Draw, Game
from cityleague.engine.rules import Rule, refuse
from cityleague.replays.reports import Counts, reported
from cityleague.replays.reports.formats import FINDING_FORMATS

from ... import toy as toy_module
from ...rows import rows
from ...toy import Build, Look, ToyState
from ..helpers import dump, findings, recorded, replaced, verdicts
from ..rule_cases import RULE_CASES

GOOD = recorded()
EXPLAINED = {
    "between_two_cities": ("B2C-PLACE-COVERED", "B2C-PLACE-CITY-SERVED"),
    "card_city_xl": (
        "CCXL-BUILD-NOT-IN-HAND",
        "CCXL-BUILD-OCCUPIED",
        "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL",
        "CCXL-BUILD-SAME-COLOUR",
        "CCXL-BUILD-LEISURE-COST",
        "CCXL-ARCHITECT-NOW",
        "CCXL-SUPPLY-EMPTY",
        "CCXL-BUY-OFFER",
    ),
    "city_tycoon": ("CT-BUILD-MONEY", "CT-BUILD-NOT-IN-HAND", "CT-CUBE-MONEY", "CT-PLACE-OCCUPIED"),
    "neom": ("NEOM-BUILD-MONEY",),
    "twentieth_century": ("CENTURY-LAY-OCCUPIED", "CENTURY-TECHNOLOGY-SCIENCE", "CENTURY-USE-AGAIN"),
}
"""Rules of each game that can be broken because of an earlier move."""


@pytest.mark.exhaustive
@rows("name, code", [(name, code) for name, codes in EXPLAINED.items() for code in codes])
def test_a_cause_is_an_earlier_move_of_the_game(name: str, code: str, tmp_path: Path) -> None:
    causes = 0
    for make in RULE_CASES[name][code]:
        broken = make()
        (said,) = [verdict.finding for verdict in verdicts(tmp_path, broken.content, components=broken.components)]
        assert said is not None
        for other in said.related:
            assert said.line is not None
            assert 1 < other.line < said.line
            line = json.loads(broken.lines[other.line - 1])
            assert f"(seat {line['seat']}): " in other.message
            assert json.loads(other.message.partition("): ")[2])["type"] == line["move"]["type"]
            causes += 1
    assert causes


@rows(
    "code, cause",
    [
        ("CCXL-BUILD-LEISURE-COST", {"type": "build", "card": "leisure", "cell": [1, 1]}),  # took the money
        ("CCXL-SUPPLY-EMPTY", {"type": "buy", "card": "industry", "cell": [0, -1]}),  # took the last one
    ],
)
def test_the_cause_is_the_move_that_took_what_is_missing(code: str, cause: dict[str, object], tmp_path: Path) -> None:
    broken = RULE_CASES["card_city_xl"][code][-1]()
    (said,) = [verdict.finding for verdict in verdicts(tmp_path, broken.content, components=broken.components)]
    assert said is not None
    assert said.code == code
    (other,) = said.related
    assert other.line is not None
    assert json.loads(broken.lines[other.line - 1])["move"] == cause


def places(seat: int) -> list[int]:
    return [i for i, line in enumerate(GOOD) if line.startswith(b'{"seat":%d,"move":{"type":"place"' % seat)]


@rows("seat", [0, 1])
def test_a_tile_that_was_placed_already_leads_to_the_line_where_it_was(seat: int, tmp_path: Path) -> None:
    first, second, *_ = places(seat)
    move = json.loads(GOOD[second])["move"]
    placed = json.loads(GOOD[first])["move"]
    if placed["tile"] == move["tile"]:
        return
    again = dump({"seat": seat, "move": {**move, "tile": placed["tile"]}})
    (finding,) = findings(tmp_path, replaced(GOOD, second, again))
    assert [other.line for other in finding.related] == [first + 1]


def test_every_format_names_the_cause(tmp_path: Path) -> None:
    broken = RULE_CASES["between_two_cities"]["B2C-PLACE-COVERED"][0]()
    (said,) = verdicts(tmp_path, broken.content)
    assert said.finding is not None
    (cause,) = said.finding.related
    for name in FINDING_FORMATS:
        text = "\n".join(reported([said], name, Counts()))
        assert "(seat " in text, name
        if name == "sarif":
            (location,) = json.loads(text)["runs"][0]["results"][0]["relatedLocations"]
            assert location["physicalLocation"]["region"] == {"startLine": cause.line}
            assert location["physicalLocation"]["artifactLocation"]["uri"].endswith("game.jsonl")
            assert location["message"]["text"] == cause.message
        elif name == "json":
            assert json.loads(text)["related"] == [{"line": cause.line, "message": cause.message}]
        else:
            assert f"because of line {cause.line}: " in text


def test_what_is_wrong_by_itself_has_no_cause(tmp_path: Path) -> None:
    for code in ("B2C-PLACE-APART", "B2C-PLACE-FIRST"):
        for make in RULE_CASES["between_two_cities"].get(code, []):
            (finding,) = findings(tmp_path, make().content)
            assert finding.related == []


FLOODED = Rule("TOY-FLOODED", "Nobody builds in a flooded pit.", "weather")


class Flooding(ToyState):
    """A mill floods the pit, a tower drains it, and it rains once more when two have built, which floods the pit."""

    rains, flooded = 1, False

    def pending(self) -> Draw | Decision | None:
        return Draw("rain", ["rain"], 1) if len(self.built) == self.rains + 1 else super().pending()

    def resolve(self, order: Sequence[str | int]) -> None:
        if self.drawn:
            self.rains, self.flooded = 2, True
        super().resolve(order)

    def verify(self, seat: int, move: Build | Look) -> None:
        super().verify(seat, move)
        if move.lot == "pit" and self.flooded:
            refuse(FLOODED, "the pit is flooded", "lot", lambda state: state.flooded)

    def apply(self, seat: int, move: Build | Look) -> None:
        self.verify(seat, move)
        super().apply(seat, move)
        self.flooded = {"mill": True, "tower": False}.get(move.lot, self.flooded)


@rows(
    "first, second, causes", [("mill", "tower", []), ("mill", "half", [3]), ("half", "mill", [4]), ("half", "half", [])]
)
def test_what_chance_puts_in_the_way_has_no_cause_whatever_a_move_had_put_there_before(
    first: str, second: str, causes: list[int], toy: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(toy_module, "ToyState", Flooding)
    header = {"log": 1, "game": toy.name, "rules": "1", "options": {}, "players": ["Ada", "Ben", "Cleo"]}
    moves = [{"seat": seat, "move": {"type": "build", "lot": lot}} for seat, lot in enumerate((first, second, "pit"))]
    chance = [{"chance": "weather", "order": ["rain", "sun"]}, {"chance": "rain", "order": ["rain"]}]
    (finding,) = findings(tmp_path, [dump(line) for line in (header, chance[0], *moves[:2], chance[1], moves[2])])
    assert (finding.code, finding.line) == ("TOY-FLOODED", 6)
    assert [other.line for other in finding.related] == causes
