"""A game entered as its final cities: typed in, written as a result alone, never proven."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cityleague.engine.between_two_cities.view import View
from cityleague.replays import recorded_games

from ..rows import rows
from .helpers import run, usage
from .typing_in import DATA, Terminal, piped

SIGN = {
    "shop": "Sh", "factory": "Fa", "tavern-food": "Tf", "tavern-drink": "Td", "tavern-music": "Tm", "tavern-bed": "Tb",
    "office": "Of", "park": "Pa", "house": "Ho",
}  # fmt: skip


class Evening:
    """A recorded game, of which only the end is told."""

    def __init__(self, tmp_path: Path) -> None:
        game = next(iter(recorded_games(DATA.parents[1] / "by-hand.jsonl")))
        self.result = game.result()
        *_, last = game.positions()
        view = last.view(None)
        assert isinstance(view, View)
        assert list(view.ring) == sorted(view.ring)
        self.names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus"][: len(view.ring)]
        self.cities: list[list[str]] = []
        """By city, its rows of signs."""
        for city in view.cities:
            kinds = {(building.cell[1], building.cell[0]): SIGN[building.kind] for building in city.buildings}
            signs = [kinds[cell] for cell in sorted(kinds)]
            self.cities.append([" ".join(signs[start : start + 4]) for start in range(0, 16, 4)])
        self.path = tmp_path / "friday.jsonl"
        self.command = ["record", "between_two_cities", *self.names, "-o", str(self.path), "--final"]

    @property
    def lines(self) -> list[str]:
        return [row for city in self.cities for row in city]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_end_of_a_recorded_game_has_its_result_and_sheets(evening: Evening) -> None:
    said = piped([*evening.command, "--title", "Friday", "--date", "2026-11-20"], *evening.lines, "")
    header, result = map(json.loads, evening.path.read_text().splitlines())
    assert (header["title"], header["date"]) == ("Friday", "2026-11-20")
    assert "seed" not in header
    assert "nothing can be replayed" in header["note"]
    assert result["result"]["scores"] == list(evening.result.scores)
    assert result["result"]["ranks"] == list(evening.result.ranks)
    assert isinstance(evening.result.sheets, tuple)
    told = [[part["points"] for part in sheet["parts"]] for sheet in result["result"]["sheets"]]
    assert told == [[part.points for part in sheet.parts] for sheet in evening.result.sheets]
    for name, score in zip(evening.names, evening.result.scores, strict=True):
        assert f". {name}: {score} points" in said


def test_it_is_counted_and_shown_and_never_proven(evening: Evening) -> None:
    piped(evening.command, *evening.lines, "")
    refused = run("validate", evening.path, code=1)
    assert "RESULT-EARLY" in refused.stdout
    assert "Not proven: 1 game without moves" in run("table", evening.path).stdout
    strict = run("table", evening.path, "--validate", code=1)
    assert "RESULT-EARLY" in strict.stderr
    assert not any(name in strict.stdout for name in evening.names)
    for command in ("score", "show"):
        said = " ".join(run(command, evening.path).stdout.split())
        assert "a result alone: not replayed" in said
        assert "so far" not in said
        assert "after move" not in said
        for seat, name in enumerate(evening.names):
            points = evening.result.scores[seat]
            assert f"{evening.result.ranks[seat]}. {name} (seat {seat}): {points} points" in said
        assert "lines of" in said  # how its shops count
    shown = run("show", evening.path).stdout
    assert f"The city of Ada and Ben: {' / '.join(evening.cities[0])}\n" in shown
    scored = json.loads(run("score", evening.path, "--format", "json").stdout)
    assert (scored["alone"], [seat["total"] for seat in scored["seats"]]) == (True, list(evening.result.scores))


def test_it_is_typed_in_a_terminal_with_tab_and_undo(evening: Evening) -> None:
    first, second = evening.cities[:2]
    with Terminal(*evening.command, columns=80) as terminal:
        terminal.type("Sh sh park hou\t")
        terminal.expect("Sh sh park house")
        terminal.type("undo")
        terminal.type(" ".join(first))
        terminal.type("undo")
        terminal.expect("Taken back: The city of Ada and Ben.")
        terminal.type(" ".join(first).replace(" ", "").lower())  # without blanks
        terminal.type("board")
        terminal.expect(f"\n0 {first[0]}\n")
        for row in [*second, *evening.lines[8:]]:
            terminal.type(row)
        terminal.expect("Enter to leave, undo to correct")
        terminal.type("")
        assert terminal.end() == 0
    assert json.loads(evening.path.read_text().splitlines()[1])["result"]["scores"] == list(evening.result.scores)


def test_undo_after_the_end_takes_back_the_last_city(evening: Evening) -> None:
    last = evening.cities[-1]
    said = piped(evening.command, *evening.lines, "undo", *last[::-1], "undo", *last, "")
    assert said.count("The result is in") == 3
    assert json.loads(evening.path.read_text().splitlines()[1])["result"]["scores"] == list(evening.result.scores)
    evening.path.unlink()
    said = piped(evening.command, *evening.lines, "undo", "quit")
    assert "keeps the result as it was" in said
    assert len(evening.path.read_text().splitlines()) == 2


def test_whoever_leaves_early_has_written_nothing(evening: Evening) -> None:
    assert "Nothing is written." in piped(evening.command, *evening.lines[:5])
    assert not evening.path.exists()


@rows(
    ("line", "answer"),
    [
        ("Sh Sh Sh", "these are 3: a row has 4, and 4 are to come"),
        ("Sh*4", "Sh*4: this is no sign; there are Sh, Fa, Tf, Td, Tm, Tb, Of, Pa, Ho"),
        ("Sh Sh Sh tavern", "tavern: this can be tavern-food, tavern-drink, tavern-music, tavern-bed"),
        ("shopp Sh Sh Sh", "shopp: this is no sign; did you mean shop?"),
        (" ".join(["Sh"] * 20), "these are 20: a row has 4, and 4 are to come"),
        (" ".join(["Sh"] * 16), "no two duplex tiles of the box can lie in it, and every finished city has two"),
        (" ".join([*["Sh", "Of"] * 4, *["Tb"] * 8]), "the box has not the tiles for this city: 8 × tavern-bed, of 5"),
        ("undo", "There is nothing to take back."),
        ("board", "City 0"),
        ("scores", "Ada 0, Ben 0"),
        ("?", "Type the signs row by row as they lie there"),
    ],
)
def test_a_wrong_entry_is_explained(line: str, answer: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    said = piped(evening.command, line)
    assert answer in " ".join(said.partition("row 1 of 4? > ")[2].split())
    assert not evening.path.exists()


def test_tiles_are_counted_over_all_cities(evening: Evening) -> None:
    offices = "Of Sh Of Of Of Of Of Of Of Pa Of Of Of Of Of Of"
    said = " ".join(piped(evening.command, offices, offices).split())
    assert "the box has not the tiles for these cities together: 28 × office, of 20 and what is on duplex tiles" in said
    assert "The city of Ben and Cleo is asked for again" in said


@rows(
    ("arguments", "message"),
    [
        (["neom", "Ada", "Ben"], "does not decide the score of NEOM: write down the points as a result alone"),
        (["city_tycoon", "Ada", "Ben"], "does not decide the score of City Tycoon"),
        (["between_two_cities", "Ada", "Ben", "--seed", "7"], "has no draws: leave out the seed"),
        (["between_two_cities", "Ada", "Ben", "Cleo", "--option", "seating=drawn"], "list the players in their order"),
        (["between_two_cities", "Ada"], "2"),
    ],
)
def test_what_cannot_be_entered_so_is_refused(arguments: list[str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    assert message in usage("record", *arguments, "-o", path, "--final")
    assert not path.exists()


def test_a_file_that_is_there_is_kept(evening: Evening) -> None:
    evening.path.write_text("mine\n")
    assert "is there already: name another file" in usage(*evening.command)
    assert evening.path.read_text() == "mine\n"


# -- results alone that others have written


def alone(path: Path, result: str) -> Path:
    header = '{"log":1,"game":"neom","rules":"1","players":["Ada","Ben"],"title":"Long ago"}'
    path.write_text(f'{header}\n{{"result":{result}}}\n')
    return path


def test_a_result_without_sheets_is_shown_as_it_stands(tmp_path: Path) -> None:
    log = alone(tmp_path / "old.jsonl", '{"scores":[54,61.5],"ranks":[2,1]}')
    for command in ("score", "show"):
        said = " ".join(run(command, log).stdout.split())
        assert "NEOM, game Long ago" in said
        assert "a result alone: not replayed" in said
        assert said.index("1. Ben (seat 1): 61.5 points") < said.index("2. Ada (seat 0): 54 points")
    assert "this game has its result already" in run("score", log, "--format", "result").stderr
    for format_ in ("svg", "json", "html"):
        assert "a result alone has no boards" in usage("show", log, "--format", format_)
    assert "a result alone has no boards" in usage("show", log, "--move", "3")


@rows(
    ("result", "code"),
    [
        ('{"scores":[54],"ranks":[1]}', "RESULT-SCORE"),
        ('{"scores":[54,61],"ranks":[2,2]}', "RESULT-RANK"),
        ('{"scores":[54,61],"ranks":[2,1],"sheets":[]}', "RESULT-SHEET"),
        (
            '{"scores":[54,61],"ranks":[2,1],"sheets":[{"parts":[],"tiebreaks":[]},{"parts":[],"tiebreaks":[]}]}',
            "RESULT-SHEET",
        ),
    ],
)
def test_a_result_alone_that_cannot_be_is_a_finding(result: str, code: str, tmp_path: Path) -> None:
    log = alone(tmp_path / "old.jsonl", result)
    for command in ("score", "show"):
        refused = run(command, log, code=1)
        assert code in refused.stderr
        assert "points" not in refused.stdout
