"""Pictures as text: the rules of the painter on small sheets, and what holds for the text of every game."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from msgspec import structs

from cityleague.engine.looks.board import Board
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.picture import Piece, Sheet, Symbol, around
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.looks.text import LEAST_WIDTH
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.replays.testing.games import course, setups

from . import toy
from .rows import daily


def symbol(title: str = "", text: str = "", brief: str | None = None, links: int | None = None) -> Symbol:
    return Symbol("", 10, 10, title, text, brief, links)


def piece(key: str, what: Symbol, x: float = 0, y: float = 0, layer: int = 1, **told: str) -> Piece:
    return Piece(key, what, x, y, layer, **told)


def board(pieces: Sequence[Piece], width: int = 80, **look: object) -> list[str]:
    sheet = Sheet("city", "City", 0, 0, 9, 9, pieces, **{"board": "grid", **look})  # type: ignore[arg-type]
    return Board(sheet).lines(width)


class Shown:
    """A game whose only picture has these sheets."""

    caption = "round 1"

    def __init__(self, *sheets: Sheet) -> None:
        self.sheets = sheets


def painted(monkeypatch: pytest.MonkeyPatch, *sheets: Sheet, width: int = 80) -> list[str]:
    """The text of these sheets, without its caption."""
    monkeypatch.setattr(toy, "picture", lambda _setup, _view, _names: Shown(*sheets), raising=False)
    game = structs.replace(toy.GAME, pictures=toy.__name__)
    setup = Setup(game, game.options(), game.components(None), 2)
    return paint(setup, setup.begin().view(None), width).splitlines()[1:]


# -- lists


def test_words_without_a_drawing_are_the_heading_of_what_lies_beside_or_below_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = [
        piece("name 0", symbol(text="Ada"), 0, 0, 0),
        piece("hand 0", symbol("a shop"), 20, 0),
        piece("hand 1", symbol("a park", brief="park"), 30, 0),
        piece("name 1", symbol(text="Ben"), 0, 20, 0),
        piece("pile 0", symbol("a tree"), 5, 34),
        piece("name 2", symbol(text="Cleo"), 0, 60, 0),
        piece("ground", symbol(), 0, 0, 0),
    ]
    sheet = around("hands", "Hands", pieces)
    assert painted(monkeypatch, sheet) == ["Hands: Ada: a shop, park; Ben: a tree"]
    assert painted(monkeypatch, sheet, width=30) == ["Hands", "  Ada: a shop, park", "  Ben: a tree"]


def test_what_lies_on_a_piece_is_told_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [
        piece("pile 0", symbol("shop")),
        piece("count 0", symbol("7 shops", brief="7 × {}"), 5, 5, 2),
        piece("pile 1", symbol("park"), 20),
        piece("mark 1", symbol("sold"), 20, 0, 3),
        piece("mark 2", symbol("lost"), 90, 0, 3),
        piece("silent", symbol("not told"), 50, brief=""),
    ]
    assert painted(monkeypatch, around("pile", "Piles", pieces)) == ["Piles: 7 × shop, park, sold; mark: lost"]


def test_rows_without_a_heading_are_called_by_their_keys_and_tallies_stand_with_their_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = [piece("hand 0", symbol("shop")), piece("picked 0", symbol("park"), 0, 20)]
    sheet = around("hand 0", "Hand", pieces, [("picked", "in secret"), ("money", "3"), ("size", "4")])
    assert painted(monkeypatch, sheet, width=30) == [
        "Hand",
        "  shop",
        "  picked: park; in secret",
        "  money: 3; size: 4",
    ]
    assert painted(monkeypatch, sheet._replace(spoken=[("money", "three")]), width=30) == [
        "Hand",
        "  shop",
        "  picked: park",
        "  money: three",
    ]
    assert painted(monkeypatch, around("hand 0", "Hand", pieces[:1])) == ["Hand: shop"]
    assert painted(monkeypatch, around("hand 0", "Hand", [])) == []


def test_a_sheet_that_tells_all_has_a_line_for_each_thing_with_its_roads(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [
        piece("open 0", symbol("7 mine: free", brief="7 mine", links=0b0101)),
        piece("open 1", symbol("8 inn: 3 money"), 20, brief="8 inn"),
    ]
    lines = painted(monkeypatch, around("table", "Table", pieces, told=True))
    assert lines == ["Table", "  open:", "    │ 7 mine: free", "    8 inn"]


def test_things_on_a_board_are_listed_by_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [
        piece("cell 0,0", symbol("plant 3", "E", "electric 3")),
        piece("owner 0,0", symbol("of Ada", "0{}", ""), layer=2),
        piece("cubes 0,0", symbol("2 cubes left", "{}2"), layer=2, brief="2 of 9 cubes"),
        piece("cell 1,0", symbol("meadow", '""'), 10),
    ]
    sheet = around("city", "The city", pieces, told=True)._replace(board="grid")
    assert painted(monkeypatch, sheet) == [
        "",
        "The city",
        "    0   1",
        '0 0E2  ""',
        "0E2 [0,0] electric 3, 2 of 9 cubes",
    ]


# -- boards


def test_a_grid_is_as_large_as_what_lies_there_and_the_ground_beside_it() -> None:
    ground = [piece(f"free {x},{y}", symbol(text="·"), layer=0) for x in range(-5, 6) for y in range(-5, 6)]
    assert board([*ground, piece("cell 0,0", symbol("a", "A"))]) == [
        "   -1  0  1",
        "-1  ·  ·  ·",
        " 0  ·  A  ·",
        " 1  ·  ·  ·",
    ]
    assert board([piece("cell 0,0", symbol("a", "A\tB\nC"))], blank=".") == ["   0  1", "0  A  B", "1  C  ."]
    assert board([]) == []


def test_a_grid_is_cut_into_strips_where_there_is_no_room_for_it() -> None:
    lines = board([piece(f"cell {x},0", symbol("a", "A")) for x in range(20)], LEAST_WIDTH)
    assert lines == [
        "  " + "".join([f"{x:3}" for x in range(10)])[1:],
        "0" + "  A" * 10,
        "",
        "  " + "".join([f"{x:3}" for x in range(10, 20)])[1:],
        "0" + "  A" * 10,
    ]


def test_walls_stand_between_what_is_not_open_to_each_other() -> None:
    """Round cards, and between ground that is sure and ground that is not; joints open them, borders are double."""
    sure, card = symbol(text="·", links=15), symbol("a", "R", links=0)
    pieces = [
        *[piece(f"cell {x},0", sure, layer=0) for x in range(4)],
        piece("cell 4,0", symbol(text="+"), layer=0),
        *[piece(f"card {x},0", card) for x in (0, 1)],
        piece("joint 0,0 1", symbol(text="open"), layer=3),
        piece("border 2,0 1", symbol(text="border"), layer=2),
    ]
    assert board(pieces, board="walls") == [
        "    0   1   2   3   4",
        "  ┌───────┬───╥───┐",
        "0 │ R   R │ · ║ · │ +",
        "  └───────┴───╨───┘",
    ]
    gate = [*pieces[:-1], pieces[-1]._replace(text="gate")]
    assert board(gate, board="walls")[2] == "0 │ R   R │ · ┊ · │ +"


def test_hexagons_have_slanted_walls_and_slanted_borders() -> None:
    card = symbol("a", "R", links=0)
    pieces = [piece(f"card {x},{y}", card) for x, y in ((0, 0), (1, 0), (0, 1))]
    joint = piece("joint 0,0 1", symbol(text="open"), layer=3)
    border = piece("border 0,0 2", symbol(text="border"), layer=2)
    assert (
        board([*pieces, joint, border], board="hexagons") == [r"        / \ / \ ", r"[0,0] │ R   R │ [1,0]"]
        or "".join(board([*pieces, joint, border], board="hexagons")).count("//") == 1
    )
    lines = board([*pieces, joint, border], board="hexagons")
    assert [line.strip() for line in lines] == [
        "/ \\ / \\",
        "[0,0] │ R   R │ [1,0]",
        "\\ //\\ /",
        "[0,1] │ R │ [0,1]",
        "\\ /",
    ]


def test_roads_lead_from_tile_to_tile_and_end_at_bars() -> None:
    pieces = [
        piece("cell 0,0", symbol("a", "7A", links=0b1111)),
        piece("cell 1,0", symbol("b", "8B", links=0b1000)),
        piece("cell 0,1", symbol("c", "9C", links=0b0010)),
        piece("end 0,0 S", symbol(text="border"), layer=2),
        piece("end 0,1 E", symbol(text="border"), layer=2),
    ]
    assert board(pieces, board="roads", blank="·", extent=(range(-1, 2), range(2))) == [
        "    -1      0      1",
        "            ╷",
        "0    ·   ──7A─────8B",
        "            ┴",
        "1    ·     9C──┤   ·",
        "",
    ]


# -- every game


def test_a_game_without_pictures_is_shown_by_the_fields_of_its_view() -> None:
    setup = Setup(toy.GAME, toy.GAME.options(), toy.GAME.components(None), 2)
    view = setup.begin().view(None)
    lines = paint(setup, view, 60).splitlines()
    assert [line.split(":")[0] for line in lines] == [*view.__struct_fields__]


@pytest.mark.parametrize("some", daily([4, 40]))
@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_text_has_all_tallies_and_all_that_lies_beside_boards(name: str, some: int) -> None:
    """Each thing with a title is told by it or by its brief name, unless it is silent; so is each tally."""
    for setup in setups(name).values():
        pictures = pictures_of(setup.game)
        assert pictures is not None
        names = [f"seat {seat}" for seat in range(setup.seats)]
        for number, (state, _) in enumerate(course(setup, some=some)):
            view = state.view(number % setup.seats)
            there = words_in(paint(setup, view, 200))
            for sheet in pictures.picture(setup, view, names).sheets:
                for tally in sheet.tallies if sheet.spoken is None else sheet.spoken:
                    assert words_in(" ".join(tally)) <= there
                for told in sheet.pieces:
                    brief = told.symbol.brief if told.brief is None else told.brief
                    if told.symbol.title and brief != "" and not re.search(r" -?\d+,-?\d+", told.key):
                        assert words_in(brief or "") <= there or words_in(told.symbol.title) <= there


def words_in(text: str) -> set[str]:
    """Cities that stand side by side mix their lines."""
    return {*re.findall(r"[^\s,;:{}]+", text)}


@pytest.mark.parametrize("some", daily([4, 40]))
@pytest.mark.parametrize("name", ["between_two_cities", "city_tycoon", "neom"])
def test_boards_can_be_read_back_by_their_numbers(name: str, some: int) -> None:
    """The text of each cell ends (or on roads, stands) below the number of its column, beside that of its row."""
    for setup in setups(name).values():
        pictures = pictures_of(setup.game)
        assert pictures is not None
        names = [f"seat {seat}" for seat in range(setup.seats)]
        for state, _ in course(setup, some=some):
            for sheet in pictures.picture(setup, state.view(None), names).sheets:
                if sheet.board:
                    whole = Board(sheet)
                    lines = whole.lines(1000)
                    rows = {int(line.split()[0].split("├")[0]): line for line in lines[1:] if re.match(r" *-?\d", line)}
                    at = {int(number[0]): number.end() for number in re.finditer(r"-?\d+", lines[0])} if lines else {}
                    for (x, y), text in whole.texts.items():
                        if sheet.board == "roads":
                            assert text[:5] in rows[y][at[x] - 5 : at[x] + 4]
                        else:
                            assert rows[y][: at[x]].endswith(text)
