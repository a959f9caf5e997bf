"""Boards stand still while they are played on: what lies outside is a strip at the edge; what may be put is in view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cityleague.engine.looks.picture import Picture, Piece, Sheet, symbol
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.looks.targets import Target
from cityleague.engine.protocol import Decision, Setup
from cityleague.engine.registry import GAMES
from cityleague.replays.people import Question
from cityleague.replays.serving.asking import Asking
from cityleague.replays.serving.boards import Spot, boards_of
from cityleague.replays.serving.pointing import Pointed
from cityleague.replays.serving.scene import Scene, Sight, scene_of, sight_of
from cityleague.replays.testing.games import course, setups
from tests.rows import daily

NAMES = [f"Player {seat}" for seat in range(8)]
SOME = 60
BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
LIT = re.compile(r'<a [^>]*class="lit[^>]*>(.*?)</a>')
GHOST = re.compile(r'<g (?:transform="(?:translate\((\S+) (\S+)\) ?)?(?:scale\((\S+)\))?" )?class="ghost"')
RECT = re.compile(r'<rect x="(\S+?)" y="(\S+?)" width="(\S+?)" height="(\S+?)"')


def scenes(setup: Setup) -> Iterator[tuple[Sight, Picture, Scene]]:
    """What a seat sees of its question, after each of some taps."""
    for number, (state, step) in enumerate(course(setup, "edges", SOME)):
        if not isinstance(step.due, Decision):
            continue
        seat = step.due.seats[number % len(step.due.seats)]
        question = Question(seat, f"{number}", state.view(seat), step.legal[seat])
        sight, picture = sight_of(
            setup,
            NAMES[: setup.seats],
            state,
            seat,
            lambda drawn, asked=question, table=state: Asking(  # type: ignore[misc]
                setup, asked, NAMES[: setup.seats], drawn, table.verify
            ),
            tells_draws=False,
            tells_points=False,
        )
        pointed = Pointed()
        for _ in range(4):
            scene = scene_of(sight, picture, pointed)
            yield sight, picture, scene
            assert scene.asked
            ways = [tile.to for tile in scene.asked.tray if tile.is_next]
            ways = ways or [spot.to for spot in scene.asked.spots if not spot.taken]
            if not ways:
                break
            pointed = Pointed.at(ways[number % len(ways)][1:])


Box = tuple[float, ...]


def inside(box: Box, room: Box) -> bool:
    """Whether a box lies in another, but for less than a unit."""
    (x, y, width, height), (left, top, across, down) = box, room
    return x > left - 1 and y > top - 1 and x + width < left + across + 1 and y + height < top + down + 1


@pytest.mark.parametrize(
    "game", daily(["between_two_cities", "twentieth_century", "card_city_xl", "city_tycoon", "neom"], 2)
)
def test_boards_do_not_grow_for_what_is_asked_and_show_all_that_can_be_tapped_or_may_be_laid(game: str) -> None:
    strips = broad = 0
    for _, picture, scene in scenes(next(iter(setups(game).values()))):
        assert scene.asked
        sheets = {sheet.key: sheet for sheet in picture.sheets}
        for board in scene.boards:
            sheet = sheets[board.key]
            box = BOX.search(board.drawing)
            assert box
            shown = tuple(map(float, box.groups()))
            if sheet.blank or not any(at.sheet == board.key for at, _ in scene.asked.ghosts):
                assert inside((sheet.left, sheet.top, sheet.width, sheet.height), shown)
                assert shown[2] - max(sheet.width, 60) < 1
                assert shown[3] - sheet.height < 1
            for spot in LIT.findall(board.drawing):
                rect = RECT.search(spot)
                assert rect
                assert inside(tuple(map(float, rect.groups())), shown)
                strips += "<path" in spot
            drawn = [drawn for at, drawn in scene.asked.ghosts if at.sheet == board.key]
            for tile, ghost in zip(drawn, GHOST.findall(board.drawing), strict=True):
                x, y, scale = [float(number or plain) for number, plain in zip(ghost, "001", strict=True)]
                assert inside((x, y, tile.width * scale, tile.height * scale), shown)
                broad += tile.width > tile.height
    assert (strips > 0) == (game in ("between_two_cities", "twentieth_century"))
    assert broad or game != "between_two_cities"


@pytest.mark.parametrize(
    ("game", "stage", "asked_for"),
    [("city_tycoon", "placing", 1), ("twentieth_century", "bidding", 0), ("neom", "disaster", 0)],
)
def test_what_is_to_be_placed_bid_for_or_borne_lies_first_in_the_tray(game: str, stage: str, asked_for: int) -> None:
    """It is chosen already; on the place that is tapped it is shown as it would lie there."""
    seen = 0
    for sight, picture, scene in scenes(next(iter(setups(game).values()))):
        if sight.view.stage == stage and sight.due:
            assert scene.tray[0].is_up
            assert scene.tray[0].symbol in scene.symbols
            if game == "city_tycoon":
                seat, view = sight.view.seat, sight.view
                spend = f"{view.money[seat]} money, {view.yellow[seat]} yellow"
                assert scene.boards[0].tallies == [(sight.names[seat], spend)]
            seen += 1
            for spot in [spot for spot in (scene.asked.spots if scene.asked else ()) if not spot.taken][:1]:
                after = scene_of(sight, picture, Pointed.at(spot.to[1:])).asked
                assert after
                assert [drawn.title for _, drawn in after.ghosts][:asked_for] == [scene.tray[0].words][:asked_for]
    assert seen


def test_no_free_place_lies_over_a_tile_that_waits() -> None:
    seen = 0
    for sight, picture, scene in scenes(next(iter(setups("twentieth_century").values()))):
        assert scene.asked
        region = next(sheet for sheet in picture.sheets if sheet.key == f"region {sight.view.seat}")
        for piece in [piece for piece in region.pieces if piece.key.startswith("new ")]:
            for at in [spot.target for spot in scene.asked.spots if spot.target.key is None and spot.target.width > 99]:
                apart = at.x + at.width <= piece.x or piece.x + piece.symbol.width <= at.x
                assert apart or at.y + at.height <= piece.y or piece.y + piece.symbol.height <= at.y
                seen += 1
    assert seen


def test_the_cards_of_a_lot_are_raised_together_and_stand_apart_from_the_other_lot() -> None:
    seen = 0
    table = next(setup for setup in setups("card_city_xl").values() if setup.seats > 1)
    for sight, picture, scene in scenes(table):
        lots = [tile for tile in scene.tray if tile.words.endswith(" lot)")]
        way = next((tile for tile in lots if tile.to and not tile.is_up), None)
        if way is None:
            continue
        names = [tile.words.rpartition(" (")[2] for tile in lots]
        assert [tile.starts for tile in lots] == [
            number > 0 and name != names[number - 1] for number, name in enumerate(names)
        ]
        after = scene_of(sight, picture, Pointed.at(way.to[1:]))
        assert {tile.words.rpartition(" (")[2] for tile in after.tray if tile.is_up} == {way.words.rpartition(" (")[2]}
        assert sum(tile.is_up for tile in after.tray) == names.count(way.words.rpartition(" (")[2])
        seen += 1
    assert seen


def test_each_card_of_a_lot_can_be_tapped_where_it_lies() -> None:
    """They lead to the same page, but no place lies over another one."""
    seen = 0
    table = next(setup for setup in setups("card_city_xl").values() if setup.seats > 1)
    for _, _, scene in scenes(table):
        for board in scene.boards:
            places = LIT.findall(board.drawing)
            assert len(places) == len(set(places))
            seen += len(places) > 1
    assert seen


def test_another_tile_takes_the_place_of_the_first_that_was_chosen() -> None:
    changed = 0
    for _, _, scene in scenes(next(iter(setups("between_two_cities").values()))):
        assert scene.asked
        up = [tile for tile in scene.tray if tile.is_up and tile.to]
        for tile in scene.tray if len(up) == 2 else ():
            taps = Pointed.at(tile.to[1:]).taps
            changed += not tile.is_up
            assert len(taps) == 1 + (not tile.is_up)
    assert changed


@pytest.mark.parametrize("game", daily(["between_two_cities", "card_city_xl", "city_tycoon", "neom"], 2))
def test_a_tap_on_another_place_moves_what_is_chosen_there(game: str) -> None:
    moved, before = 0, None
    for sight, picture, scene in scenes(next(iter(setups(game).values()))):
        assert scene.asked
        others = [spot for spot in scene.asked.spots if spot.is_else]
        assert not others or scene.asked.chosen is not None
        if others and before and before.key == scene.asked.key and not [spot for spot in before.spots if spot.is_else]:
            lit = [spot.to for spot in before.spots if not spot.taken and spot.target.key is None]
            assert {spot.to for spot in others} < {*lit}
            for spot in others:
                after = scene_of(sight, picture, Pointed.at(spot.to[1:])).asked
                assert after
                assert spot.target in [on.target for on in after.spots if on.taken]
                assert sum([on.taken for on in after.spots]) == sum([on.taken for on in scene.asked.spots])
                moved += 1
        before = scene.asked
    assert moved


def test_the_frame_of_a_city_moves_only_where_a_tile_lies_outside() -> None:
    """All tiles keep their places, and the frame does as long as columns and rows round the first tile are enough."""
    setup = next(iter(setups("between_two_cities").values()))
    pictures, lay, frames, moved = pictures_of(setup.game), dict[str, tuple[float, float]](), dict[str, Any](), 0
    assert pictures
    for state, _ in course(setup, "edges"):
        for sheet in pictures.picture(setup, state.view(None), NAMES).sheets:
            if sheet.board:
                tiles = {f"{sheet.key} {piece.key}": (piece.x, piece.y) for piece in sheet.pieces if piece.symbol.title}
                assert all(lay.get(key, at) == at for key, at in tiles.items())
                lay |= tiles
                cells = [
                    tuple(map(int, re.findall(r"-?\d+", piece.key))) for piece in sheet.pieces if piece.symbol.title
                ]
                near = all(-1 <= x <= 2 and -1 <= y <= 2 for x, y in cells)
                stays = frames.get(sheet.key, (sheet.left, sheet.top)) == (sheet.left, sheet.top)
                assert stays or not near
                moved += not stays
                frames[sheet.key] = sheet.left, sheet.top
    assert moved


def test_a_tile_that_is_turned_is_shown_turned() -> None:
    """The tile in the tray stays as it is. It can be laid as it is, and turned until it is laid."""
    turned = 0
    for sight, picture, scene in scenes(next(iter(setups("twentieth_century").values()))):
        assert scene.asked
        chips = {chip.words: chip.to for row in scene.asked.rows for chip in row.chips}
        if "Half round" in chips:
            after = [
                scene_of(sight, picture, Pointed.at(chips[words][1:])).asked for words in ("As it is", "Half round")
            ]
            (plain, other) = [asked.ghosts[0][1].markup for asked in after if asked]
            assert plain != other
            assert plain == scene.asked.ghosts[0][1].markup
            assert scene.asked.chosen is not None
            assert [asked and [*map(len, asked.rows)] for asked in after] == [[*map(len, scene.asked.rows)]] * 2
            assert len({asked.chosen for asked in after if asked}) == 2
            turned += 1
    assert turned


LABEL = re.compile(r'aria-label="([^"]*)"')
NUMBERED = re.compile(r"-?\d+, ?-?\d|\b(column|row|seat) -?\d|\b\w-[A-Z]\b|\bspace\b")
"""Words that only those understand who see the numbers of columns and rows."""


@pytest.mark.parametrize("game", daily([*GAMES]))
def test_who_hears_a_board_is_told_what_lies_where(game: str) -> None:
    """No place is told by numbers of columns and rows, and no two places of a board in the same words."""
    free = 0
    for setup in setups(game).values():
        for _, _, scene in scenes(setup):
            for board in scene.boards:
                labels = LABEL.findall(board.drawing)
                assert not [label for label in labels if not label or NUMBERED.search(label)]
                places = [label for label in labels if "free place" in label]
                assert len({*places}) == len(places)
                free += len(places)
            assert not [tile.words for tile in scene.tray if NUMBERED.search(tile.words)]
    assert free


def test_a_free_place_is_told_by_what_lies_beside_it() -> None:
    lie = [
        Piece("shop", symbol(50, 50, "a shop (open)", []), 0, 0),
        Piece("park", symbol(50, 50, "a park", []), 50, 50),
    ]
    places = [Target("city", None, x, y, 50, 50) for x, y in ((50, 0), (0, 50), (0, 0), (-50, -50), (100, 100))]
    sheet = Sheet("city", "City", -50, -50, 200, 200, lie, board="grid")
    spots = [Spot(at, "", f"?tap={number}") for number, at in enumerate(places)]
    (board,) = boards_of(Picture("", [sheet]), {}, {}, spots, [])
    assert sorted(LABEL.findall(board.drawing)) == [
        "City",
        "a shop (open)",
        "free place 1 of 4",
        "free place 2 of 4, beside a shop and a park",
        "free place 3 of 4, beside a shop and a park",
        "free place 4 of 4",
    ]


def test_technologies_that_can_be_used_lie_in_the_tray() -> None:
    """Each once, whatever it can be used for."""
    seen = 0
    for sight, _, scene in scenes(next(iter(setups("twentieth_century").values()))):
        assert sight.asked
        legal = sight.asked.question.legal if sight.view.stage == "administering" else ()
        usable = {move.technology for move in legal if hasattr(move, "technology")}
        lie = [tile.words.split()[1].rstrip(":") for tile in scene.tray if tile.words.startswith("technology ")]
        assert sorted(lie) == sorted(usable) or sight.view.stage != "administering"
        seen += len(lie) * bool(usable)
    assert seen
