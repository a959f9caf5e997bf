"""The table as text: pages of all stages, what they hide, and pictures of random games read back."""

from __future__ import annotations

import re

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.looks.text_map import picture
from cityleague.engine.twentieth_century.moves import Options
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import (
    ADMINISTERING,
    BIDDING,
    BUYING,
    CHOOSING,
    CONTAINING,
    DAMAGE,
    OPENING,
    RECYCLING,
    Figure,
    Sale,
)
from cityleague.engine.twentieth_century.view import View

from ..rows import daily
from .drawn import check_region, own
from .helpers import course, new
from .tour import tour


def page(state: CenturyState, seat: int | None = None) -> str:
    text = GAME.draw(Setup(GAME, Options(), state.table.box, state.seats), state.view(seat))
    check_form(text)
    return text


def check_form(text: str) -> None:
    """What holds for every page."""
    assert text.replace("\n", "").isprintable()
    assert max(map(len, text.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in text.splitlines())


# -- pages


def test_the_beginning_is_drawn() -> None:
    state = new(3, own())
    text = page(state)
    assert text.startswith(
        "round 1 of 6: starting\nchance brings the start player\n\n"
        "seat 0: 0 points, ? coins, ? science; yields 1c 1s 0p\n  pollution 0 (worth 0, clean land 3)\n"
    )
    assert text.count("\n  start  [0, 0]  A 1c, B 1s plant; 1 garbage\n") == 3


def test_holdings_are_hidden_from_others_until_the_end() -> None:
    """Each player sees his own; all are shown when the game is over."""
    state = new(3, own())
    state.table.coins, state.table.science = [101, 1, 103], [201, 202, 203]
    assert not re.search("10[13]|20[123]", page(state))
    assert page(state).count("? coins, ? science") == 3
    for seat, text in enumerate(("101 coins, 201 science", "1 coin, 202 science", "103 coins, 203 science")):
        seen = page(state, seat)
        assert f"\nseat {seat}: 0 points, {text}; yields" in seen
        assert seen.count("? coins, ? science") == 2
        assert f"starting (seen by seat {seat})\n" in seen
    state.table.stage = OVER
    assert "?" not in page(state)
    assert "1 coin, 202 science" in page(state)


def auction(stage: str) -> CenturyState:
    """Seat 1 leads for Land 1, seat 0 has passed, seat 2 is to bid, seat 3 has dropped out."""
    state = new(4, own())
    table = state.table
    if stage == ADMINISTERING:
        table.all_decide(stage)
    else:
        table.give_turn(2, stage)
    table.starter, table.field = 0, 1
    table.land, table.technologies = ["Land 1", "Land 2", "Land 3"], ["T0", "T1", "T2", "T4", "T6"]
    table.bonus_cards, table.damage = ["B0", "B5"], "D1"
    table.chosen, table.leader, table.highest = "Land 1", 1, 4
    table.in_round, table.in_auction, table.bought = [True] * 3 + [False], [False, True, True, False], [1, 0, 0, 0]
    return state


def test_a_page_shows_all_of_the_auction() -> None:
    lines = page(auction(BIDDING), 2).splitlines()
    assert lines[: lines.index("")] == [
        "round 1 of 6: bidding (seen by seat 2)",
        "seat 2 to bid more for Land 1, to pass, or to drop out",
        "up for auction: Land 1, 4 coins by seat 1; still in: seats 1 and 2",
        "land, for 1 coin or more",
        "  Land 1  a 3c, b 1s plant; track a-NW a-b b-x x-S E-x; spans a-W a-N b-N",
        "  Land 2  a 2p; track a-N a-E a-S a-W a-SE a-NW; spans N-E S-W",
        "  Land 3  a nothing; track none; spans a-E N-E N-S a-W",
        "technologies, for 5 science (field 2)",
        "  T0  worker, bridge, waste separation, locomotive, garbage collection",
        "  T1  facility: m mine +1c, l laboratory +2s; track m-N l-x x-E l-SW; spans N-E",
        "      l-S",
        "  T2  recycling for 1c, remediation for 2s; at once 1 garbage, 2 skulls",
        "  T4  recycling for nothing, 3 points for 1c 2s",
        "  T6  park; at once 1 flower",
        "damage card D1",
        "  0  nothing",
        "  1  1 garbage",
        "  2  1 skull",
        "  3  2 garbage, 1 skull",
        "bonus card B0, after round 2: 6 points per clean land, -1 point per cube of",
        "      garbage",
        "bonus card B5, after round 4: 6 points per clean land, -1 point per cube of",
        "      garbage",
    ]
    assert [line[37:] for line in lines if line.startswith("  pollution")] == [
        "; start player; bought 1 land; passed",
        "",
        "",
        "; dropped out",
    ]


@pytest.mark.parametrize(
    ("stage", "due"),
    [
        (CHOOSING, "seat 2 to choose land, or to drop out"),
        (OPENING, "seat 2 to bid for Land 1"),
        (BUYING, "seat 2 to buy a technology or none, after dropping out"),
        (CONTAINING, "seat 2 to bid science for a column of the damage card"),
        (ADMINISTERING, "to administer: seats 0, 1, 2 and 3"),
        (DAMAGE, "chance brings a damage card"),
    ],
)
def test_the_first_lines_tell_who_has_to_decide_what(stage: str, due: str) -> None:
    lines = page(auction(stage)).splitlines()
    assert lines[:2] == [f"round 1 of 6: {stage}", due]
    assert ("not bought: Land 1, Land 2, Land 3, T0, T1, T2, T4, T6" in lines) == (stage in {CONTAINING, ADMINISTERING})


def test_figures_stand_on_the_damage_card() -> None:
    state = auction(CONTAINING)
    state.table.figures = [None, Figure(3, 0), Figure(1, 5), None]
    text = page(state)
    assert (
        "\n  0  nothing\n  1  1 garbage           seat 2: 5 science\n  2  1 skull\n"
        "  3  2 garbage, 1 skull  seat 1: 0 science\nbonus" in text
    )


def test_everything_that_a_player_has_is_shown() -> None:
    state = new(3, own())
    table = state.table
    table.stage, table.round, table.pollution = ADMINISTERING, 3, [1, 4, 2]
    table.uses[0] = {"T0": 0b01101, "T1": 0, "T2": 0b100000, "T4": 0b10000000, "T6": 0}
    table.hands[0], table.cubes[0], table.due = ["T1", "Land 1"], 3, 0b101
    table.bonus_cards = ["B0", "B5"]
    land = table.regions[0].lay(own().shapes["Land 2"], (1, 0), 3)
    table.regions[0].waiting |= 1 << land
    table.regions[0].bridge(land, 1)
    table.regions[0].lay(own().shapes["T3"], (0, 1), 1)
    text = page(state)
    block = text[text.index("\nseat 0") : text.index("\nseat 1")].splitlines()[1:]
    assert block[:9] == [
        "seat 0: 0 points, ? coins, ? science; yields 1c 1s 0p",
        "  pollution -1 (worth -2, clean land 2); start player",
        "  technologies: T0 worker (used), bridge, waste separation (used), locomotive",
        "      (used in this round), garbage collection; T1 facility; T2 recycling for 1c",
        "      (used in this round), remediation for 2s; T4 recycling for nothing, 3",
        "      points for 1c 2s (used in this round); T6 park",
        "  to lay T1: m mine +1c, l laboratory +2s; track m-N l-x x-E l-SW; spans N-E l-S",
        "  to lay Land 1: a 3c, b 1s plant; track a-NW a-b b-x x-S E-x; spans a-W a-N b-N",
        "  to place: 3 garbage",
    ]
    assert block[-3:] == [
        "  start   [0, 0]          A 1c, B 1s plant; 1 garbage",
        "  T3      [0, 1]  turn 1  m mine +1c, l laboratory +2s",
        "  Land 2  [1, 0]  turn 3  a 2p; bridge S-W; its citizen waits",
    ]
    assert "\n  pollution 2 (worth 7, clean land 6); finished\n" in text
    assert "B0" not in text, "it has been scored"
    assert "bonus card B5, after round 4" in text
    assert "\nto administer: seats 0 and 2\n" in text
    table.round = 2
    assert "bonus card B0, after round 2" in page(state), "it is still to come"


def test_a_wide_region_is_cut_only_where_there_is_no_room_for_it() -> None:
    """Seven tiles in a row take 16 columns each, and 3 more."""
    state = new(3, own())
    for x in range(1, 7):
        state.table.regions[1].lay(own().shapes[f"Land {x + (x > 4)}"], (x, 0), 0)
    setup, view = Setup(GAME, Options(), own(), 3), state.view(None)
    for width, strips in ((40, 4), (60, 3), (80, 2), (114, 2), (115, 1), (120, 1), (200, 1)):
        text = GAME.draw(setup, view, width)
        block = text[text.index("\nseat 1") : text.index("\nseat 2")]
        heads = re.findall(r"^ +\d+(?: +\d+)*$", block, re.MULTILINE)
        assert len(heads) == strips, width
        assert " ".join(heads).split() == [str(x) for x in range(7)]
        assert max(map(len, text.splitlines())) <= width


def test_recycling_shows_who_is_due_and_which_plants_were_used() -> None:
    """One player can still remove garbage; another has used a plant."""
    state = new(3, own())
    state.table.stage = RECYCLING
    state.table.regions[1].put(0, -1)
    state.table.cleared[0] = 0b10
    text = page(state)
    assert text.startswith("round 1 of 6: recycling\nto recycle: seat 2\n")
    assert text.count("  start  [0, 0]  A 1c, B 1s plant (used); 1 garbage\n") == 1


# -- random games


def check_page(state: CenturyState, view: View, text: str) -> None:
    check_form(text)
    assert text.startswith(f"round {view.round} of 6: {view.stage}")
    for seat, player in enumerate(view.players):
        assert f"\nseat {seat}: " in text
        lines = picture(player.region, state.table.box.shapes, 80)
        assert "\n" + "\n".join(lines) + "\n  " in text
        check_region(player.region, state.table.box, lines)
        for name in player.new_tiles:
            assert f"\n  to lay {name}: " in text


def check(state: CenturyState, watcher: int | None) -> None:
    """The page of this watcher has the right form, and the pictures of all regions."""
    view = state.view(watcher)
    text = GAME.draw(Setup(GAME, Options(), state.table.box, state.seats), view)
    check_page(state, view, text)
    assert text.count("? coins, ? science") == sum(player.coins is None for player in view.players)


BOXES = [(3, False), (4, True), (5, False), (3, True), (4, False), (5, True)]


@pytest.mark.parametrize(
    ("seats", "packaged", "again"), daily([*[(*one, False) for one in BOXES[:3]], *[(*one, True) for one in BOXES]], 3)
)
def test_pictures_of_random_games_can_be_read_back(seats: int, packaged: bool, again: bool) -> None:
    """Some states are read back, of each stage the first in every round; in the exhaustive run whenever it begins."""
    stream, reached = Stream("first", "drawing"), set()
    for step, (state, _) in enumerate(course(seats, "first", None if packaged else own())):
        stage = state.table.round, state.table.stage
        if stage not in reached or step % 40 == 0:
            reached = {stage} if again else reached | {stage}
            check(state, stream.choice([None, *range(seats)]))


@pytest.mark.parametrize("seats", daily([4, 3, 5]))
def test_pictures_of_every_stage_can_be_read_back(seats: int) -> None:
    for state in tour(seats):
        for watcher in (None, *range(seats)):
            check(state, watcher)


def test_after_the_end_the_final_points_are_shown() -> None:
    """They are those of the score sheets; before the end, the points so far are shown."""
    for state in tour(4):
        pages, sheets = [page(state, watcher) for watcher in (None, *range(4))], state.scores()
        for text in pages:
            over = state.table.stage == OVER
            assert ("points are without those after the last round" in text) == (not over)
            for seat, (sheet, player) in enumerate(zip(sheets, state.view(None).players, strict=True)):
                points = f"{sheet.total} points in the end" if over else f"{player.points} points"
                assert f"\nseat {seat}: {points}, ".replace(" 1 points", " 1 point") in text


def test_land_and_technologies_sold_in_the_round_are_shown() -> None:
    state = auction(BIDDING)
    state.table.sales = [Sale(1, "Land 1", 3, 12), Sale(2, "Land 2", 0, 7), Sale(2, "T0", 1, 5)]
    assert "\nsold in this round: Land 1 to seat 3 for 12\n" in page(state)
    state.table.round = 2
    assert "\nsold in this round: Land 2 to seat 0 for 7, T0 to seat 1 for 5\n" in page(state)
    state.table.round = 3
    assert "sold in this round" not in page(state)
