"""Cities with neighbours: the districts of one united city, and the ring of suburbs round the solo player's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cityleague.engine.card_city_xl.board import suburban, united
from cityleague.engine.card_city_xl.growth import income
from cityleague.engine.card_city_xl.moves import Buy, Cell, Develop, Found, Smog
from cityleague.engine.card_city_xl.state import CardCityState
from cityleague.engine.protocol import Decision

from ..rows import rows
from .helpers import build, deal, due_now, grows, hand, new, open_to, play, refusal, scene, stage, town

UNITED: dict[str, Any] = {"variants": ["united_city"]}
HEXAGON = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The steps to the neighbours of a hexagon, clockwise from the upper right."""


def homes(state: CardCityState, seat: int = 0) -> list[float]:
    """What each residential district brings a seat."""
    (part,) = state.scores()[seat].parts
    return [line.points for line in part.lines if "residential" in line.category]


def picture(cards: Mapping[Cell, str]) -> str:
    """Cards by cell, as a picture."""
    columns, rows = zip(*cards, strict=True)
    across, down = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    return "\n".join([" ".join([cards.get((x, y), ".") for x in across]) for y in down])


# -- the united city: where it lies


@rows("players, halls", [(2, [(0, 0), (1, 0)]), (3, [(0, 0), (1, 0), (0, 1)]), (4, [(0, 0), (1, 0), (1, 1), (0, 1)])])
def test_the_town_halls_of_the_united_city_meet_in_its_middle(players: int, halls: list[Cell]) -> None:
    (city,) = new(players, UNITED).view(None).cities
    assert {placed.owner: placed.cell for placed in city} == dict(enumerate(halls))
    assert {placed.card for placed in city} == {"town-hall"}


@rows("side", [5, 6])
@rows("players", [2, 3, 4])
def test_each_has_a_district_of_full_size(players: int, side: int) -> None:
    board = united(players, side)
    for frame in board.frames:
        assert [(frame & land).bit_count() for land in board.lands] == [side * side] * players
        assert frame.bit_count() == players * side * side
    assert len(board.frames) == (side if players == 2 else 1)


def test_four_players_have_quadrants_that_do_not_float() -> None:
    state = scene("M M\nM M", *["K R"] * 4, players=4, **UNITED)
    assert open_to(state, "parking") == {(-1, 0), (0, -1)}
    assert refusal(state, build("K", (1, -1))) == "CCXL-BUILD-FOREIGN-DISTRICT"
    play(state, build("K", (-1, 0)), build("R", (0, -1)))
    assert open_to(state, "parking") == {(2, 0), (1, -1)}


# -- the united city: building


def test_nobody_builds_in_the_district_of_another_but_everybody_may_build_beside_it() -> None:
    state = scene("K M M\n. . K\n. . K", "K R", "C C", players=2, **UNITED)
    assert refusal(state, build("K", (2, 0))) == "CCXL-BUILD-FOREIGN-DISTRICT"
    assert refusal(state, build("K", (0, 3))) == "CCXL-BUILD-APART"
    assert (0, 2) in open_to(state, "parking")


def test_the_rules_of_building_hold_across_the_border() -> None:
    industry = scene("K M M\n. . I", "R K", "C C", players=2, **UNITED)
    assert refusal(industry, build("R", (0, 1))) == "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL"
    assert (0, 1) in open_to(industry, "parking")
    homes_there = scene("K M M\n. . R", "R C", "K K", players=2, **UNITED)
    assert refusal(homes_there, build("R", (0, 1))) == "CCXL-BUILD-SAME-COLOUR"
    assert (0, 1) in open_to(homes_there, "commerce")


def test_the_size_limit_and_prices_go_by_the_own_cards() -> None:
    state = scene("K K M M I I\nK K . . . .", "K R", "L K", money=[4, 5], players=2, **UNITED)
    assert Counter(state.view(None).discards) == Counter(hand("K R"))
    assert due_now(state) == ("building", 1)
    play(state, build("L", (1, 1)), build("K", (2, 1)))
    assert (due_now(state), state.view(None).money) == (("buying", 0), (5, 1))
    play(state, Buy("industry", (0, 1)))
    assert state.view(None).money == (0, 1)


def test_the_rows_of_two_players_float_together_until_one_has_used_them_all() -> None:
    """The right one has used rows -4 to 0; with one card less, row 1 is open to whoever builds there first."""
    column = ". K\n. K\n. I\n. K\nM M"
    filled = scene(column, "K R", "K R", players=2, **UNITED)
    assert refusal(filled, build("K", (0, 1))) == "CCXL-BUILD-FRAME"
    assert {(0, -4), (0, -1)} <= open_to(filled, "parking")
    floating = scene(column.removeprefix(". K\n"), "K R", "K R", players=2, **UNITED)
    assert {(0, 1), (0, -1)} <= open_to(floating, "parking")
    play(floating, build("K", (0, 1)), build("R", (-1, 0)))
    assert refusal(floating, build("K", (1, -4))) == "CCXL-BUILD-FRAME"
    assert (1, 1) in open_to(floating, "parking")


def test_the_columns_of_two_players_are_fixed() -> None:
    state = scene("K I K K M M", "K C", "R R", players=2, **UNITED)
    assert refusal(state, build("K", (-5, 0))) in ("CCXL-BUILD-FRAME", "CCXL-BUILD-FOREIGN-DISTRICT")
    assert (-4, 1) in open_to(state, "parking")


HALLS = {(0, 0): "M", (1, 0): "M", (0, 1): "M"}
BESIDE_HALL = {(1, -1), (0, -1), (-1, 0)}
APART = (-1, -2)
AROUND = [(APART[0] + dx, APART[1] + dy) for dx, dy in HEXAGON]
PADS = ("K K L", "K L L")


def test_a_hexagon_touches_six_others() -> None:
    state = scene(picture(HALLS | {APART: "R"}), "R C", "K K", "K K", players=3, **UNITED)
    assert open_to(state, "residential") == BESIDE_HALL
    assert open_to(state, "commerce") == BESIDE_HALL | set(AROUND)


@rows("turn", range(6))
def test_each_half_of_a_hexagon_faces_three_sides(turn: int) -> None:
    """C/I keeps R from the three cells beside its industry; with leisure on one of them, from the other two."""
    commerce = {AROUND[(turn + i) % 6] for i in range(3)}
    cards = HALLS | {APART: f"C/I{turn}"}
    state = scene(picture(cards), "R C K", *PADS, players=3, level="advanced", **UNITED)
    assert open_to(state, "residential") == BESIDE_HALL | commerce
    assert open_to(state, "commerce") == BESIDE_HALL | set(AROUND) - commerce
    taken = AROUND[(turn + 3) % 6]
    state = scene(picture(cards | {taken: "L"}), "R C K", *PADS, players=3, level="advanced", **UNITED)
    assert len(set(AROUND) - commerce - {taken}) == 2
    assert set(AROUND) - open_to(state, "residential") == set(AROUND) - commerce


def test_rows_and_columns_for_smog_run_across_the_border() -> None:
    state = scene("K M M K I", "I K C", "R R K", players=2, level="normal", **UNITED)
    play(state, build("I", (-2, 0)))
    assert due_now(state) == ("smog", 0)
    assert refusal(state, Smog((2, 1))) == "CCXL-BUILD-FOREIGN-DISTRICT"
    play(state, Smog((-2, 1)))
    assert due_now(state) == ("building", 0)


@rows("cell, smog", [((-1, 0), True), ((0, -1), False), ((1, -1), False), ((0, -3), True)])
def test_rows_of_hexagons_are_straight_lines(cell: Cell, smog: bool) -> None:
    state = scene(picture(HALLS | {APART: "I"}), "I K C", "R R K", "K C C", players=3, level="normal", **UNITED)
    play(state, build("I", cell))
    assert (stage(state) == "smog") == smog


# -- the united city: development, income, score


def grown(drawn: str) -> CardCityState:
    """Two players who could build nothing: it is time to develop."""
    return scene(drawn, "L L", "L L", players=2, **UNITED)


def test_leisure_on_the_border_lets_the_other_side_grow() -> None:
    state = grown("K R L\n. M M")
    assert due_now(state) == ("developing", 0)
    assert grows(state, "residential") == {(0, -2)}


def test_residential_on_the_border_lets_commerce_on_the_other_side_grow() -> None:
    state = grown(". R .\n. C R\n. M M")
    assert due_now(state) == ("developing", 0)
    assert grows(state, "commerce") == {(-1, -1)}


def test_nobody_grows_into_the_district_of_another() -> None:
    """The one free cell beside the district lies across the border."""
    assert stage(grown(". K .\nL R .\n. M M")) == "drawing"
    assert stage(grown(". . .\nL R .\n. M M")) == "developing"


def test_districts_that_have_joined_across_the_border_need_more_to_grow() -> None:
    assert grows(grown(". L .\n. R .\n. L .\n. M M"), "residential") == {(-1, -2)}
    joined = grown(". L .\n. R R\n. L .\n. M M")
    assert stage(joined) == "drawing"
    assert homes(joined, 0) == homes(joined, 1) == [1]
    three = grown(". L L\n. R R\n. L .\n. M M")
    assert due_now(three) == ("developing", 0)
    assert grows(three, "residential") == {(-1, -2)}


def test_ten_dollars_of_a_joined_district_are_shared_as_seven_and_two() -> None:
    city = town(united(2, 5), ". C .\n. C .\n. C C\n. M M")
    assert [income(city, land, meters=False) for land in city.board.lands] == [1 + 7, 1 + 2]


def test_the_income_of_joined_car_parks_is_shared_too() -> None:
    """Three car parks touch I and both colours of M: 2 $, of which two thirds are 1 $, and one third nothing."""
    city = town(united(2, 5), ". K I\n. K K\n. M M")
    assert [income(city, land, meters=True) for land in city.board.lands] == [1 + 1, 1]


def test_twenty_one_points_of_a_joined_district_are_shared_as_ten_seven_and_three() -> None:
    state = new(3, UNITED)
    state.table.cities[0] = town(united(3, 5), ". R R R\nR M M R\nR M . .")
    assert [homes(state, seat) for seat in range(3)] == [[10], [7], [3]]


@rows("victory, letter, more", [("economy", "G", 10), ("commerce", "C", 1), ("industry", "I", 1)])
def test_what_the_neighbour_has_on_the_border_helps_the_empty_cell_beside_it(
    victory: str, letter: str, more: int
) -> None:
    totals = []
    for drawn in (". K\nM M", f". {letter}\nM M"):
        state = new(2, {"level": "normal", "victory": victory, **UNITED})
        state.table.cities[0] = town(united(2, 6), drawn)
        totals.append(state.scores()[0].total)
    assert totals[1] - totals[0] == more


SHARED = ". L K .\n. R R C\n. M M ."
"""One house each, in one district that touches all that it needs."""


@rows(
    "drawn, left, right",
    [
        (SHARED, 5 * 1 // 2, 5 * 1 // 2),
        (SHARED.replace(". R R", "G R R"), 8 * 1 // 2, 8 * 1 // 2),
        (SHARED.replace(". R R", "R R R"), 5 * 2 // 3, 5 * 1 // 3),
        (SHARED.replace(". L K", "G L K").replace(". R R", "R R R"), 8 * 2 // 3, 8 * 1 // 3),
        (SHARED.replace(". R R", "S R R"), 0, 0),
        (SHARED.replace("L K", "K K"), 0, 0),
        (SHARED.replace("R R", "K R").replace("L K", ". L"), 0, 5),
    ],
)
def test_satisfaction_of_a_joined_district_is_shared_by_its_cards_rounded_down(
    drawn: str, left: int, right: int
) -> None:
    """It does not matter on which side of the border leisure, car park, commerce, park or smog lie."""
    assert satisfied(drawn) == (left, right)
    mirrored = "\n".join([" ".join(reversed(row.split())) for row in drawn.split("\n")])
    assert satisfied(mirrored) == (right, left)


def satisfied(drawn: str) -> tuple[float, float]:
    """What two players have for satisfaction."""
    state = new(2, {"level": "normal", "victory": "satisfaction", **UNITED})
    state.table.cities[0] = town(united(2, 6), drawn)
    left, right = [sheet.total for sheet in state.scores()]
    return left, right


def test_satisfaction_of_each_joined_district_is_shared_by_itself() -> None:
    """Two districts of one card each bring 2 and 2, not 5 together."""
    twice = SHARED.replace(". M M .", "K M M L") + "\nC R R .\n. L K ."
    assert satisfied(twice) == (2 + 2, 2 + 2)


@rows("beside, points", [("C", [2, 1, 0]), ("G", [4, 2, 1])])
def test_three_players_share_satisfaction_too(beside: str, points: list[int]) -> None:
    """They have 3, 2 and 1 of 6 cards; the district is worth 5 points, or 8 beside a park."""
    state = new(3, {"level": "normal", "victory": "satisfaction", **UNITED})
    state.table.cities[0] = town(united(3, 6), f". L K C\n. R R R\nR M M R\nR M {beside} .")
    assert [homes(state, seat) for seat in range(3)] == [[own] for own in points]


# -- suburbs


@rows("level, side, numbers", [("simplified", 5, (8, 8, 8)), ("normal", 6, (10, 9, 9))])
def test_the_ring_of_suburbs(level: str, side: int, numbers: tuple[int, ...]) -> None:
    """R, K, C and so on, clockwise from the top left; in the larger one the last R lies beside the first."""
    state = new(1, {"level": level, "variants": ["suburbs"]})
    ring = {placed.cell: placed.card for placed in state.view(None).cities[0]}
    end = side + 1
    way = [(x, 0) for x in range(end)] + [(end, y) for y in range(end)]
    way += [(x, end) for x in range(end, 0, -1)] + [(0, y) for y in range(end, 0, -1)]
    assert len(way) == len(ring) == sum(numbers)
    assert [ring[cell] for cell in way] == (hand("R K C") * 10)[: len(way)]
    assert tuple(Counter(ring.values())[name] for name in hand("R K C")) == numbers
    assert {placed.owner for placed in state.view(None).cities[0]} == {None}
    supply = state.view(None).supply
    assert supply["residential"] == 50 - (6 if side == 5 else 7) - numbers[0]
    assert supply["commerce"] == 36 - (3 if side == 5 else 4) - numbers[2]


@rows("level, side", [("simplified", 5), ("normal", 6)])
def test_the_town_hall_is_founded_where_it_does_not_touch_the_ring(level: str, side: int) -> None:
    state = new(1, {"level": level, "variants": ["suburbs"]})
    assert due_now(state) == ("founding", 0)
    inner = {(x, y) for x in range(2, side) for y in range(2, side)}
    legal = {move.cell for move in state.legal(0) if isinstance(move, Found)}
    assert legal == inner
    for cell in ((1, 3), (3, side), (0, 0), (0, 3), (-1, 3), (side + 2, 3)):
        assert refusal(state, Found(cell)) == "CCXL-SUBURBS-TOWN-HALL"


def test_one_may_build_beside_suburbs_but_by_the_rules() -> None:
    """Beside the ring: (1, 3), (3, 1), (5, 3) and (3, 5) touch residential suburbs."""
    state = scene("M", "R I", origin=(3, 3), variants=["suburbs"])
    edge = {(x, y) for x in range(1, 6) for y in range(1, 6) if {x, y} & {1, 5}}
    beside = {(3, 2), (2, 3), (4, 3), (3, 4)}
    homes_there = {(1, 3), (3, 1), (5, 3), (3, 5)}
    assert open_to(state, "industry") == open_to(state, "residential") == (edge | beside) - homes_there
    assert refusal(state, build("I", (1, 3))) == "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL"
    assert refusal(state, build("R", (1, 3))) == "CCXL-BUILD-SAME-COLOUR"


def test_suburbs_do_not_count_for_size() -> None:
    state = scene("K . K\n. M .\n. K .", "R C", origin=(2, 2), variants=["suburbs"])
    play(state, build("R", (1, 1)))
    assert state.view(None).discards == ("commerce",)


def test_commerce_grows_thanks_to_the_residential_suburb_and_joins_the_commerce_suburb() -> None:
    """Round 1: R and I, 1 $ and one point. Round 2: C and R; with a = (4, 5), three C bring 6 $."""
    state = scene("M", "R I", money=[3], origin=(2, 4), variants=["suburbs"])
    assert refusal(state, build("I", (3, 5))) == "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL"
    play(state, build("R", (3, 4)), build("I", (2, 3)))
    assert state.view(None).money == (3 + 1,)
    assert homes(state) == [1]
    deal(state, hand("C R"))
    play(state, build("C", (3, 5)), build("R", (1, 4)))
    assert due_now(state) == ("developing", 0)
    assert grows(state, "commerce") == {(2, 5), (4, 5)}
    other = state.copy()
    play(state, Develop("commerce", (4, 5)))
    assert state.view(None).money == (4 + 1 + 6,)
    play(other, Develop("commerce", (2, 5)))
    assert other.view(None).money == (4 + 1 + 3,)


def test_residential_grows_into_a_suburb_and_is_worth_ten_points() -> None:
    """R beside the town hall gets leisure, grows towards the ring, and joins another R and the suburb: 4 cards."""
    drawn = ". . . . .\nR . . . .\n. R . . .\n. M K I ."
    state = scene(drawn, "L K", money=[5], origin=(1, 1), variants=["suburbs"])
    assert homes(state) == [1, 1]
    play(state, build("L", (2, 2)), build("K", (3, 5)))
    assert {(1, 3), (3, 3)} == grows(state, "residential")
    play(state, Develop("residential", (1, 3)))
    assert homes(state) == [10]
    assert not isinstance(state.pending(), Decision)


def test_suburbs_that_have_not_joined_bring_no_income() -> None:
    """K touches the town hall, lilac and red, and a residential suburb, which shows no colour yet."""
    board = suburban(5)
    city = town(board, ". . .\n. . .\nK M .", origin=(1, 1))
    assert income(city, board.lands[0], meters=True) == 1 + 1


def test_suburbs_count_for_the_victory_once_they_have_joined() -> None:
    """C and K join one suburb each; three empty cells lie beside the C, none beside other suburbs counts."""
    drawn = ". . . K .\n. . . . .\n. . . . .\n. M . . .\n. . . C ."
    state = scene(drawn, "L L", origin=(1, 1), victory="commerce", variants=["suburbs"])
    assert state.scores()[0].total == 2 + 2 + 3
    chosen: dict[str, Any] = {"origin": (1, 1), "victory": "satisfaction", "variants": ["suburbs"]}
    drawn = ". . . . .\n. . . . .\nK . . . .\nR L M . .\n. . . . ."
    assert scene(drawn, "L L", **chosen).scores()[0].total == 0
    assert scene(drawn[:-9] + "C . . . .", "L L", **chosen).scores()[0].total == 5
