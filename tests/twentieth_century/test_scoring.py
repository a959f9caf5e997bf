"""Phases 5 and 6: yields, bonus cards, the end of the game, and score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.engine.protocol import Decision, Draw
from cityleague.engine.scoring import deciding, ranks
from cityleague.engine.twentieth_century.moves import Clear, Done, Improve, Options
from cityleague.engine.twentieth_century.state import CenturyState, setup

from ..rows import rows
from .scenes import (
    BARE,
    BONUS,
    HOME,
    Json,
    T,
    administration,
    at,
    building,
    by,
    close,
    coins,
    facility,
    finish,
    land,
    lines,
    own,
    players,
    refusal,
    science,
    seats,
    stage,
    tile,
)

LANDS: dict[str, Json] = {
    "town": land("a-N b-S", a=at(2, 2, coins=2, science=3, prosperity=1), b=at(2, 3, coins=7)),
    "spa": land("a-W", a=at(2, 2, prosperity=5)),
    "depot": land("a-W", a=at(2, 2, recycling=True, coins=1), b=at(2, 1, recycling=True), c=at(3, 1, recycling=True)),
    **{f"field {i}": land("a-N", a=at(2, 2)) for i in range(8)},
}
TECHNOLOGIES: dict[str, Json] = {
    "mine": facility("a-W a-E a-S", a=building(2, 2, "mine", 4)),
    "hospital": facility("a-E", a=building(2, 2, "hospital", 2)),
    "parties": {"quality_of_life": {"price": {"coins": 1}, "points": 6}},
}
BOX = own(LANDS, TECHNOLOGIES)
TOWN = (T("town", citizens="a", garbage=1),)
"""It yields 2 coins, 3 science and 1 point."""
SEATS = pytest.mark.parametrize("count", [3, 4, 5])


def scene(*regions: Sequence[T], **details: Any) -> CenturyState:
    """An administration phase with these regions."""
    return administration(*regions, box=BOX, **details)


def end(*regions: Sequence[T], **details: Any) -> CenturyState:
    """The end of a game."""
    state = finish(scene(*regions, number=6, **details))
    assert (stage(state), state.pending()) == ("over", None)
    return state


def fields(*garbage: int) -> list[T]:
    """Land tiles with these numbers of garbage cubes, and nothing else."""
    return [T(f"field {i}", (i, 0), 0, "", cubes) for i, cubes in enumerate(garbage)]


def totals(state: CenturyState) -> list[int | float]:
    """Everyone's score."""
    return [sheet.total for sheet in state.scores()]


def points(state: CenturyState) -> list[int]:
    """Everyone's points so far."""
    return [player.points for player in players(state)]


# -- yields


def test_everyone_gets_the_yields_of_his_cities_with_citizens() -> None:
    state = close(scene(TOWN, [T("town", citizens="ab"), T("spa", (5, 5), 0, "a")], [T("town"), T("spa", (1, 0))]))
    assert (coins(state), science(state), points(state)) == ([22, 29, 20], [23, 23, 20], [1, 6, 0])


def test_facilities_raise_yields() -> None:
    region = [T("mine"), T("spa", (1, 0), 0, "a"), T("hospital", (-1, 0))]
    state = close(scene(region))
    assert (coins(state)[0], points(state)[0]) == (24, 5)
    state = close(scene([T("hospital"), T("spa", (1, 0), 0, "a"), T("mine", (1, -1))]))
    assert (coins(state)[0], points(state)[0]) == (20, 7)


def test_yields_are_counted_after_the_administration() -> None:
    state = scene([T("start", citizens="a")])
    by(state, 1, Done())
    assert coins(state) == [20, 20, 20]
    by(by(state, 2, Done()), 0, Done())
    assert coins(state) == [20 + HOME["cities"][0]["coins"], 20, 20]


def test_yields_come_before_recycling_and_that_before_bonuses() -> None:
    """Land that is cleaned in the round is clean land."""
    state = close(scene([T("depot", citizens="a", garbage=1)], number=2, cards=["B3", "B4"]))
    assert (stage(state), coins(state)[0], points(state)) == ("recycling", 21, [0, 0, 0])
    by(state, 0, Clear(("depot", "a"), "depot"))
    assert (points(state), state.round) == ([6, 0, 0], 3)


def test_all_players_recycle_at_the_same_time() -> None:
    depot = [T("depot", citizens="ab", garbage=3)]
    state = close(scene(depot, BARE, depot))
    assert state.pending() == Decision("open", (0, 2))
    by(state, 2, Clear(("depot", "b"), "depot"), Clear(("depot", "a"), "depot"))
    assert state.pending() == Decision("open", (0,))
    by(state, 0, Clear(("depot", "a"), "depot"), Clear(("depot", "b"), "depot"))
    assert [tile(state, "depot", seat).garbage for seat in (0, 2)] == [1, 1]
    assert isinstance(state.pending(), Draw)


# -- bonus cards

ESTATE = (
    T("town", (0, 0), 0, "ab", 2), T("mine", (0, 1)), T("spa", (1, 1), 0, "a"), T("depot", (5, 5), 0, "ac"),
    *[tile._replace(cell=(x, 9)) for x, tile in enumerate(fields(0, 0, 1, 3))],
)  # fmt: skip
"""9 + 1 + 4 coins (the mine serves the spa), 3 science, 6 prosperity; 2 plants; 4 clean land of 7; 6 cubes."""
CARDS: list[tuple[str, int, dict[str, int]]] = [
    ("B1", 0, {"coins": 14, "science": 3}),
    ("B2", 0, {"points": 11 + 6}),
    ("B3", 0, {"clean land": 24}),
    ("B4", 0, {"plants": 4, "coins": 14}),
    ("B5", 4, {"flowers": 4, "prosperity": 6}),
    ("B5", 1, {"flowers": 1, "prosperity": 6}),
    ("B5", 0, {"flowers": 0, "prosperity": 6}),
    ("B5", -2, {"flowers": 0, "prosperity": 6}),
    ("B6", 0, {"clean land by pollution": 12, "garbage": -6, "science": 3}),
    ("B6", 3, {"clean land by pollution": 16, "garbage": -6, "science": 3}),
    ("B6", -3, {"clean land by pollution": 8, "garbage": -6, "science": 3}),
]


@rows("card, marker, expected", CARDS)
def test_a_bonus_card_counts_what_it_names(card: str, marker: int, expected: dict[str, int]) -> None:
    """Seat 0 had 11 points; the others have nothing but a cube of garbage."""
    second = card < "B4"
    cards = [card, "B4"] if second else ["B1", card]
    state = scene(ESTATE, number=2 if second else 4, cards=cards, pollution=(marker, 0, 0))
    state.table.accounts[0].yields[0] = 11
    finish(state)
    assert lines(state, f"bonus of round {'II' if second else 'IV'}") == expected
    assert points(state)[0] == 11 + 6 + sum(expected.values())
    assert points(state)[1:] == ([-1, -1] if card == "B6" else [0, 0])


@rows("held", [0, 3, 8])
def test_doubling_counts_quality_of_life_and_this_round(held: int) -> None:
    state = scene(TOWN, number=2, cards=["B2", "B4"])
    state.table.accounts[0].yields[0] = held
    state.table.uses[0]["parties"] = 0
    by(state, 0, Improve("parties"))
    assert points(finish(state))[0] == 2 * (held + 6 + 1)


def test_a_plant_counts_with_a_citizen_whether_it_had_work_or_not() -> None:
    for garbage in (0, 1, 5):
        region = [T("depot", citizens="ab", garbage=garbage)]
        assert lines(finish(scene(region, number=4)), "bonus of round IV") == {"plants": 4, "coins": 1}


@rows("number", [1, 3, 5])
def test_no_bonus_after_the_other_rounds(number: int) -> None:
    state = scene(TOWN, number=number)
    before = [part.title for part in state.scores()[0].parts]
    finish(state)
    assert [part.title for part in state.scores()[0].parts] == before
    assert points(state) == [1, 0, 0]


@rows("card", ["B1", "B2", "B3"])
@rows("other", ["B4", "B5", "B6"])
def test_the_cards_that_are_scored_are_those_drawn(card: str, other: str) -> None:
    state = setup(Options(), 3, BOX)
    for items in ([0], [card], [other]):
        state.resolve(items)
    assert state.view(None).bonus == (card, other)
    parts = []
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            state.resolve(list(due.items)[: due.take])
        else:
            finish(state)
            parts.append(len(state.scores()[0].parts))
    assert parts == [2, 3, 3, 4, 4, 4]
    assert lines(state, "bonus of round II").keys() == BONUS[card].keys()
    assert lines(state, "bonus of round IV").keys() == BONUS[other].keys()


# -- after round VI


@settings(deadline=None)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=8))
def test_garbage_costs_5_for_each_cube_of_a_tile_beyond_the_first(garbage: list[int]) -> None:
    by_hand = {0: 0, 1: 0, 2: -5, 3: -10, 4: -15, 5: -20, 6: -25, 7: -30}
    final = lines(end(fields(*garbage)), "final")
    assert final["garbage"] == sum(by_hand[cubes] for cubes in garbage)
    assert final["clean land"] == 3 * garbage.count(0)


@rows("marker", range(-6, 7))
def test_clean_land_counts_by_the_third_of_the_track_and_the_marker_itself_counts(marker: int) -> None:
    """Facilities do not count as land."""
    worth = {-6: 2, -5: 2, -4: 2, -3: 2, -2: 3, -1: 3, 0: 3, 1: 3, 2: 3, 3: 4, 4: 4, 5: 4, 6: 4}[marker]
    region = [*fields(0, 1, 0, 2, 0), T("mine", (0, 1))]
    final = lines(end(region, pollution=(marker, 0, 0)), "final")
    assert final == {"clean land": 3 * worth, "garbage": -5, "pollution": marker, "coins": 0, "science": 0}


MAJORITIES = [
    # what they hold, from the most to the fewest, and the points
    ((9, 5, 2), (8, 5, 0)),
    ((9, 9, 2), (6, 6, 0)),
    ((9, 2, 2), (8, 0, 0)),
    ((9, 9, 9), (0, 0, 0)),
    ((9, 7, 5, 2), (8, 5, 3, 0)),
    ((9, 9, 5, 2), (6, 6, 3, 0)),
    ((9, 7, 7, 2), (8, 4, 4, 0)),
    ((9, 7, 2, 2), (8, 5, 0, 0)),
    ((9, 9, 2, 2), (6, 6, 0, 0)),
    ((9, 9, 9, 2), (5, 5, 5, 0)),
    ((9, 2, 2, 2), (8, 0, 0, 0)),
    ((9, 9, 9, 9), (0, 0, 0, 0)),
    ((9, 8, 7, 5, 2), (8, 5, 3, 1, 0)),
    ((9, 9, 7, 5, 2), (6, 6, 3, 1, 0)),
    ((9, 8, 8, 5, 2), (8, 4, 4, 1, 0)),
    ((9, 8, 7, 7, 2), (8, 5, 2, 2, 0)),
    ((9, 8, 7, 2, 2), (8, 5, 3, 0, 0)),
    ((9, 9, 7, 7, 2), (6, 6, 2, 2, 0)),
    ((9, 9, 7, 2, 2), (6, 6, 3, 0, 0)),
    ((9, 8, 8, 2, 2), (8, 4, 4, 0, 0)),
    ((9, 9, 9, 5, 2), (5, 5, 5, 1, 0)),
    ((9, 8, 8, 8, 2), (8, 3, 3, 3, 0)),
    ((9, 8, 2, 2, 2), (8, 5, 0, 0, 0)),
    ((9, 9, 9, 2, 2), (5, 5, 5, 0, 0)),
    ((9, 9, 2, 2, 2), (6, 6, 0, 0, 0)),
    ((9, 9, 9, 9, 2), (4, 4, 4, 4, 0)),
    ((9, 2, 2, 2, 2), (8, 0, 0, 0, 0)),
    ((9, 9, 9, 9, 9), (0, 0, 0, 0, 0)),
    ((1, 1, 0), (6, 6, 0)),
    ((1, 0, 0), (8, 0, 0)),
    ((0, 0, 0), (0, 0, 0)),
]


@rows("held, expected", MAJORITIES)
@rows("what", ["coins", "science"])
def test_majorities_score_by_rank_and_ties_share(held: tuple[int, ...], expected: tuple[int, ...], what: str) -> None:
    """The seats make no difference."""
    count = len(held)
    for first in range(count):
        order = [(first + 2 * i) % count if count % 2 else (first - i) % count for i in range(count)]
        state = end(seats=count, **{what: [held[i] for i in order]})
        assert totals(state) == [expected[i] for i in order]
        assert [lines(state, "final", seat)[what] for seat in range(count)] == totals(state)


def test_coins_and_science_count_with_what_round_six_yields() -> None:
    state = end(TOWN, coins=(18, 19, 19), science=(0, 2, 0))
    assert [(lines(state, "final", seat)["coins"], lines(state, "final", seat)["science"]) for seat in range(3)] == [
        (8, 8), (0, 5), (0, 0),
    ]  # fmt: skip


def test_points_fall_below_0() -> None:
    assert totals(end(fields(4), pollution=(-6, -1, 0))) == [-21, -1, 0]
    assert points(finish(scene(fields(3), number=4, cards=["B1", "B6"]))) == [-3, -1, -1]


# -- who wins


@rows(
    "cubes, markers, expected",
    [
        ((1, 1, 1), (1, 3, 2), [3, 1, 2]),
        ((4, 1, 1), (1, 0, 0), [1, 2, 2]),
        ((2, 1, 3), (0, 0, 0), [2, 1, 3]),
        ((1, 2, 1), (0, 0, 0), [1, 3, 1]),
        ((2, 2, 2), (0, 0, 0), [1, 1, 1]),
        ((2, 1, 1), (0, 1, 1), [3, 1, 1]),
        ((1, 1, 2, 1, 3), (0, 2, 0, 2, 0), [3, 1, 4, 1, 5]),
    ],
)
def test_the_most_points_win_then_the_least_garbage(
    cubes: tuple[int, ...], markers: tuple[int, ...], expected: list[int]
) -> None:
    """Each cube lies on a tile of its own, so it costs no points."""
    sheets = end(*[fields(*[1] * n) for n in cubes], seats=len(cubes), pollution=markers).scores()
    assert ranks(sheets) == expected
    assert [sheet.key[2] for sheet in sheets] == [-n for n in cubes]


def test_the_sheets_tell_what_decided() -> None:
    sheets = end(fields(1, 1), fields(1), fields(1), pollution=(0, 0, 0)).scores()
    assert deciding(sheets[0], sheets[1]) == "least garbage"
    assert deciding(sheets[1], sheets[2]) is None


# -- sheets


def test_a_sheet_tells_all_points_and_how_they_come_about() -> None:
    state = scene([T("town", citizens="a"), *fields(0, 4, 1)[1:]], number=2, cards=["B1", "B5"], coins=(6, 8, 8))
    state.table.uses[0]["parties"] = 0
    by(state, 0, Improve("parties"))
    finish(state)
    state.table.round, state.table.stage = 6, "administering"
    state.table.due = 0b111
    state.table.pollution[0] += 2
    finish(state)
    sheet = state.scores()[0]
    lines = {part.title: [(line.category, line.points, line.detail) for line in part.lines] for part in sheet.parts}
    assert lines["prosperity"] == [
        ("round I", 0, "0 of cities"),
        ("round II", 7, "1 of cities, 6 for quality of life"),
        *[(f"round {number}", 0, "0 of cities") for number in ("III", "IV", "V")],
        ("round VI", 1, "1 of cities"),
    ]
    assert lines["bonus of round II"] == [("coins", 2, "2 at 1 each"), ("science", 3, "3 at 1 each")]
    assert lines["final"] == [
        ("clean land", 3, "1 at 3 each"),
        ("garbage", -15, "5 on 2 tiles: 4, 1"),
        ("pollution", 2, "the marker is +2 from the middle"),
        ("coins", 8, "9, place 1"),
        ("science", 8, "26, place 1"),
    ]
    assert [part.points for part in sheet.parts] == [8, 5, 6]
    assert all(part.counts for part in sheet.parts)
    assert sheet.total == 8 + 5 + 6


def test_details_tell_of_shared_places_and_of_the_fewest() -> None:
    state = end(fields(0), coins=(5, 5, 1), science=(7, 7, 7))
    details = [{line.category: line.detail for line in sheet.parts[-1].lines} for sheet in state.scores()]
    assert [lines["coins"] for lines in details] == ["5, place 1 to 2, shared"] * 2 + ["1, the fewest"]
    assert [lines["science"] for lines in details] == ["7, the fewest"] * 3
    assert [lines["garbage"] for lines in details] == ["none"] + ["1 on one tile"] * 2


# -- the course


@SEATS
def test_the_last_of_six_rounds_has_only_phases_4_to_6(count: int) -> None:
    state, drawn, course = setup(Options(), count, BOX), [], list[tuple[int, str]]()
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            drawn.append((due.name, due.take))
            state.resolve(list(due.items)[: due.take])
        else:
            course.append((state.round, stage(state)))
            before = state.copy()
            finish(state)
            assert seats(before) == (
                tuple(range(count)) if before.round == 6 else (0,) if before.round == 1 else seats(before)
            )
    offers = {3: (5, 4), 4: (6, 5), 5: (8, 6)}[count]
    rounds = [
        [(f"land-{number}", offers[0]), (f"technologies-{number}", offers[1]), (f"damage-{number}", 1)]
        for number in range(1, 6)
    ]
    assert drawn == [("start", 1), ("bonus-2", 1), ("bonus-4", 1), *[draw for some in rounds for draw in some]]
    assert course == [*[(number, "choosing") for number in range(1, 6)], (6, "administering")]


def test_nothing_is_on_offer_in_round_six() -> None:
    state = close(scene(number=5))
    view = state.view(None)
    assert (state.round, view.stage, seats(state)) == (6, "administering", (0, 1, 2))
    assert (view.land, view.technologies, view.damage) == ((), (), None)
    assert (stage(close(state)), state.pending()) == ("over", None)
    assert refusal(state, 0, Done()) == "TURN-GAME-OVER"


def test_technologies_and_plants_work_in_round_six() -> None:
    state = scene([T("depot", citizens="a", garbage=2)], number=5, technologies=["parties"])
    by(state, 0, Improve("parties"))
    finish(state)
    by(state, 0, Improve("parties"))
    finish(state)
    assert (points(state)[0], tile(state, "depot").garbage, stage(state)) == (12, 0, "over")
