"""The end of the game: five ways to win, what breaks ties, what pollution does, and what a solo score is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cityleague.engine.scoring import Sheet, ranks

from ..rows import rows
from .helpers import lay, new, plan


def judged(*pictures: str, money: Sequence[int] = (), **chosen: Any) -> list[Sheet]:
    """The sheets of players with these cities and this much money."""
    state = new(len(pictures), chosen)
    for city, picture in zip(state.table.cities, pictures, strict=True):
        lay(city, plan(picture))
    state.table.money = [*money, *[0] * (len(pictures) - len(money))]
    return state.scores()


def total(picture: str, money: int = 0, **chosen: Any) -> float:
    """What one city is worth."""
    (sheet,) = judged(picture, money=[money], **chosen)
    assert sheet.total == sum(line.points for part in sheet.parts for line in part.lines)
    return sheet.total


def full(start: str, side: int = 5, filler: str = "L") -> str:
    """A city without empty cells that begins so; leisure counts nowhere by itself."""
    rows = [row.split() for row in start.split("\n")]
    rows += [[] for _ in range(side - len(rows))]
    return "\n".join([" ".join([*row, *[filler] * (side - len(row))]) for row in rows])


# -- residents

NINETEEN = """
R R K R R
R K M K R
K I . I K
R K K K .
K K K K R
"""


def test_nineteen_points_and_one_dollar_left() -> None:
    """Districts of 1, 1, 3 and 3 cards, 36 $ and two empty cells."""
    (sheet,) = judged(NINETEEN, money=[36])
    assert sheet.total == 1 + 1 + 6 + 6 + 7 - 2 == 19
    assert [tie.value for tie in sheet.tiebreaks] == [1]


TWO_PARKS = """
M L L L L L
L G . L L L
L . L L L L
L L L L . L
L L L . G L
. L L L L L
"""


def test_two_parks_with_four_empty_cells_are_worth_eight_points() -> None:
    with_parks = total(TWO_PARKS, level="normal")
    assert with_parks == 4 - 1
    assert with_parks - total(TWO_PARKS.replace("G", "L"), level="normal") == 8


# -- what one city is worth

Worth = list[tuple[str, dict[str, Any], float]]
"""A city, options and money, and what it is worth."""

RESIDENTS: Worth = [
    # a residential district is worth more the larger it is; half a house counts as a whole one
    *[
        (full(f"M\n{homes}", 6), {"level": "normal"}, points)
        for homes, points in (("R", 1), ("R R", 3), ("R R R", 6), ("R R R R", 10), ("R R K R R", 6))
    ],
    (full("M\nR/K0 R R/K2", 6), {"level": "advanced"}, 6),
    (full("M\nR/K2 R R/K0", 6), {"level": "advanced"}, 1 + 1 + 1),
    # five dollars are a point
    *[(full("M"), {"money": money}, points) for money, points in ((0, 0), (4, 0), (5, 1), (36, 7))],
    # an empty cell between two parks counts once, and smog costs two
    (full("M G . G", 6), {"level": "normal"}, 1),
    (full("M S L S", 6), {"level": "normal"}, -4),
]
ECONOMY: Worth = [  # money, and empty cells at five dollars
    (full("M R S L"), {"money": 23}, 23),
    (full("M R . L\n. L"), {"money": 23}, 13),
    (TWO_PARKS, {"money": 23, "level": "normal"}, 23 + 4 * 5 - 5),
]
INDUSTRY: Worth = [  # industry and car parks, and halves of them
    (full("M I I K C R", 6), {"money": 50}, 3),
    (full("M C/I0 R C S", 6), {"money": 50}, 0.5),
    (full("M I/K0 R/K0 C/I0", 6), {"money": 50}, 2),
    (full("M I . I\n. L L L L .", 6), {}, 2 + 1),
    (full("M I/K0 .\nL .", 6), {}, 1 + 1),
    (full("M I/K2 .\nL .", 6), {}, 1 + 1),
    (full("M I/K2 .\nL L", 6), {}, 1),
]
COMMERCE: Worth = [  # commerce and car parks, and halves of them
    (full("M C C K I R", 6), {"money": 50}, 3),
    (full("M C/K0 R/K0 C/I0 C/L0", 6), {"money": 50}, 2.5),
    (full("M C . C\n. L L L L .", 6), {}, 2 + 1),
    (full("M C/I0 .\nL .", 6), {}, 0.5 + 1),
    (full("M C/I2 .\nL L", 6), {}, 0.5),
]
SATISFACTION: Worth = [
    # size and empty cells do not matter; one park serves several districts
    ("M . . K\n. L R R\n. . R R\n. . . C", {"money": 33}, 5),
    ("M K .\nL R C\n. G .\nL R C\n. K .", {"level": "normal"}, 16),
    # half a card does as well on its own sides: the commerce of C/K faces the house when it is turned to sides 2 or 3
    *[(f". M .\nL R C/K{turn}\n. K .", {"level": "advanced"}, 5 * (turn > 1)) for turn in range(4)],
    # a half satisfies its own other half
    ("M L .\n. R/C3 .\n. . .", {"level": "advanced"}, 0),
    ("M L .\nK R/C3 .\n. . .", {"level": "advanced"}, 5),
]
FLOATING: Worth = [
    # where the frame still floats the best one counts: beside the last card of a row there are three empty cells, if
    # the frame reaches so far; else two
    ("K M G", {"level": "normal"}, -(36 - 3) + 2 * 3),
    ("K M G", {"level": "normal", "victory": "economy"}, -5 * (36 - 3) + 10 * 3),
    ("I K M K", {"victory": "industry"}, 3 + 3),
    ("I K M K C", {"victory": "commerce"}, 3 + 2),
    ("C K I M", {"victory": "commerce"}, 2 + 3),
    ("M K", {}, -(25 - 2)),
]
WORTH: Worth = [
    *RESIDENTS,
    *[(city, chosen | {"victory": "economy"}, points) for city, chosen, points in ECONOMY],
    *[(city, {"level": "advanced", "victory": "industry"} | chosen, points) for city, chosen, points in INDUSTRY],
    *[(city, {"level": "advanced", "victory": "commerce"} | chosen, points) for city, chosen, points in COMMERCE],
    *[(city, chosen | {"victory": "satisfaction"}, points) for city, chosen, points in SATISFACTION],
    *FLOATING,
]


@rows("city, chosen, points", WORTH)
def test_what_a_city_is_worth(city: str, chosen: dict[str, Any], points: float) -> None:
    assert total(city, **chosen) == points


@rows(
    "around, points",
    [
        ("L K C L", 5),
        ("L K C K", 5),
        ("L K C G", 8),
        ("L K C S", 0),
        ("G K C S", 0),
        ("G K C L", 8),
        ("L K I L", 0),
        ("L C C L", 0),
        ("K C R K", 0),
        ("M K C G", 0),
    ],
)
def test_a_satisfied_district_touches_leisure_car_park_and_commerce_and_no_smog(around: str, points: int) -> None:
    above, left, right, below = around.split()
    picture = f"I {above} I\n{left} R {right}\nI {below} I"
    picture = picture if above == "M" else f"{picture}\nI M I"
    assert total(picture, level="normal", victory="satisfaction") == points


# -- ties


WITH_EMPTY, WITHOUT = full("M I K C .\nL L L L K"), full("M I K C L\nL L L L K")


EMPTY_BESIDE, CAR_PARK_BESIDE = full("M I . C L\nL L L L K"), full("M I K C L\nL L L L K")
"""An empty cell beside I or C counts as much as a car park."""
BOTH_PARKED = CAR_PARK_BESIDE, CAR_PARK_BESIDE
TIES: list[tuple[tuple[str, str], list[int], dict[str, Any], list[int]]] = [
    # residents: the money left over, then the place is shared
    ((WITHOUT, WITHOUT), [7, 9], {}, [2, 1]),
    ((WITHOUT, WITH_EMPTY), [2, 6], {}, [1, 2]),
    ((WITHOUT, WITH_EMPTY), [1, 6], {}, [1, 1]),
    # economy: the larger city; parks and smog are cards in it
    ((WITH_EMPTY, WITHOUT), [15, 10], {"victory": "economy"}, [2, 1]),
    ((WITHOUT, WITHOUT), [10, 10], {"victory": "economy"}, [1, 1]),
    ((full("M L", 6), full("M S", 6)), [5, 5], {"level": "normal", "victory": "economy"}, [1, 1]),
    # industry and commerce: the richer, then the larger city
    *[((EMPTY_BESIDE, CAR_PARK_BESIDE), [9, 4], {"victory": kind}, [1, 2]) for kind in ("industry", "commerce")],
    *[((EMPTY_BESIDE, CAR_PARK_BESIDE), [4, 4], {"victory": kind}, [2, 1]) for kind in ("industry", "commerce")],
    *[(BOTH_PARKED, [4, 4], {"victory": kind}, [1, 1]) for kind in ("industry", "commerce")],
    # satisfaction: the richer, then the place is shared
    ((WITHOUT, WITH_EMPTY), [3, 8], {"victory": "satisfaction"}, [2, 1]),
    ((WITHOUT, WITH_EMPTY), [8, 8], {"victory": "satisfaction"}, [1, 1]),
]


@rows("cities, money, chosen, expected", TIES)
def test_who_wins_a_tie(cities: tuple[str, str], money: list[int], chosen: dict[str, Any], expected: list[int]) -> None:
    sheets = judged(*cities, money=money, **chosen)
    assert sheets[0].total == sheets[1].total
    assert ranks(sheets) == expected


# -- the ecological city

POLLUTED = full("M I1 I2 I3 I4 C\nS L G L C/L0 C/I0", 6)
"""1 + 2 + 3 + 4 for industry, 1 for each C, whole or half, 1 for half an I, 5 for S, -5 for G: 14."""


@rows(
    "victory, without, sign", [("residents", 2 - 2, -1), ("economy", 10, -1), ("industry", 4.5, 1), ("commerce", 2, 1)]
)
def test_pollution_counts_for_or_against(victory: str, without: float, sign: int) -> None:
    chosen: dict[str, Any] = {"level": "advanced", "victory": victory, "variants": ["ecological"]}
    assert total(POLLUTED, 10, **chosen) == without + sign * 14
    clean = full("M G G L L L", 6)
    assert total(clean, 0, **chosen) == sign * -10


def smoggy(smog: int, start: str = "M") -> str:
    """Five % for each smog card."""
    return full(start + "\n" + " ".join(["S"] * 5) + "\n" + " ".join(["S"] * (smog - 5)), 6)


def test_satisfaction_is_lost_above_thirty_unless_money_buys_it_off() -> None:
    """35 %: 25 $ bring it down to 30 and are spent; 24 $ do not, and are kept."""
    chosen: dict[str, Any] = {"level": "normal", "victory": "satisfaction", "variants": ["ecological"]}
    (sheet,) = judged(smoggy(6), money=[3], **chosen)
    assert (sheet.last, [tie.value for tie in sheet.tiebreaks]) == ("", [3])
    (sheet,) = judged(smoggy(7), money=[27], **chosen)
    assert (sheet.last, [tie.value for tie in sheet.tiebreaks]) == ("", [2])
    (sheet,) = judged(smoggy(7), money=[24], **chosen)
    assert (bool(sheet.last), [tie.value for tie in sheet.tiebreaks]) == (True, [24])


def test_who_is_above_thirty_is_last_and_among_several_the_score_counts() -> None:
    chosen: dict[str, Any] = {"level": "normal", "victory": "satisfaction", "variants": ["ecological"]}
    happy = "M C\nL R K"
    dirty = "\n".join([". . . . . S", "M C . . . S", "L R K . . S", ". . . . . S", ". . . . . S", "S S . . . S"])
    sheets = judged(happy, dirty, "M", money=[0, 24, 5], **chosen)
    assert [sheet.total for sheet in sheets] == [5, 5, 0]
    assert ranks(sheets) == [1, 3, 2]
    sheets = judged(smoggy(8), dirty, smoggy(9), money=[9, 0, 10], **chosen)
    assert ranks(sheets) == [3, 1, 2]


# -- titles

TITLES = (
    "market town", "hamlet", "small village", "village", "small town", "city", "town", "large town", "metropolis",
    "conurbation",
)  # fmt: skip
LEAST = {
    "residents": (30, 40, 50, 60, 70, 80, 90, 100, 120),
    "economy": (60, 80, 100, 110, 120, 130, 140, 160, 170),
    "industry": (30, 35, 40, 45, 50, 55, 60, 65, 70),
    "commerce": (20, 30, 40, 50, 60, 65, 70, 75, 80),
}


@rows("victory", list(LEAST))
def test_a_solo_score_has_a_title(victory: str) -> None:
    """It depends on the points, which come from money, car parks or smog here."""
    for before, reached, least in zip(TITLES, TITLES[1:], LEAST[victory], strict=False):
        for points, title in ((least - 1, before), (least, reached)):
            if victory in ("residents", "economy"):
                city, money, chosen = full("M"), points * (5 if victory == "residents" else 1), {}
            else:
                cards = ["M", *["S"] * (points // 5), *["K"] * (points % 5)]
                rows = [" ".join(cards[i : i + 6]) for i in range(0, len(cards), 6)]
                city, money, chosen = full("\n".join(rows), 6), 0, {"level": "normal", "variants": ["ecological"]}
            (sheet,) = judged(city, money=[money], victory=victory, **chosen)
            assert (sheet.total, sheet.title) == (points, title)
    (sheet,) = judged("M", victory=victory)
    assert sheet.title == "market town"


@rows("districts, title", [
        (0, "market town"), (1, "market town"), (2, "small village"), (3, "small town"), (4, "town"), (5, "large town"),
        (6, "conurbation"),
    ])  # fmt: skip
def test_a_solo_score_for_satisfaction_has_a_title(districts: int, title: str) -> None:
    """Houses in pairs of rows, each between leisure and car park with commerce below."""
    homes = iter(["R"] * districts + ["L"] * 6)
    rows = [f"L {next(homes)} K {next(homes)} L {'M' if n == 0 else 'I'}\nL C I C L I" for n in range(3)]
    (sheet,) = judged("\n".join(rows), level="normal", victory="satisfaction")
    assert (sheet.total, sheet.title) == (5 * districts, title)


def test_eight_points_are_still_a_market_town_and_thirteen_a_small_village() -> None:
    happy = "M L .\nK R C\n. G ."
    (sheet,) = judged(happy, level="normal", victory="satisfaction")
    assert (sheet.total, sheet.title) == (8, "market town")
    (sheet,) = judged(f"{happy}\n. . .\n. L .\nK R C", level="normal", victory="satisfaction")
    assert (sheet.total, sheet.title) == (13, "small village")


def test_a_solo_satisfaction_above_thirty_is_lost_and_several_players_have_no_title() -> None:
    chosen: dict[str, Any] = {"level": "normal", "victory": "satisfaction", "variants": ["ecological"]}
    (sheet,) = judged(smoggy(7), money=[24], **chosen)
    assert sheet.title == "lost"
    (sheet,) = judged(smoggy(7), money=[25], **chosen)
    assert sheet.title == "market town"
    assert {sheet.title for sheet in judged("M", "M")} == {""}
