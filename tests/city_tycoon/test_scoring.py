"""The end: points for money, who wins, and the sheet, whose money flows tell all that was paid."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.city_tycoon.moves import Build, Cube, Pass, Place, Plant, Sell, Supply
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.scoring import deciding, ranks

from ..rows import rows
from .scenes import D, P, building, course, demand, do, line, money, own, points, position

FLOWS = ("at the beginning", "tiles sold", "demands", "districts", "plants", "cubes and crossings")
"""The lines of money flows from and to the bank."""


def end(have: Sequence[int], scored: Sequence[int] = (), **details: object) -> TycoonState:
    """The end of a game: everyone's money, and the points scored before."""
    seats = len(have)
    state = position(seats=seats, money=have, number=4, elsewhere=range(seats), **details)  # type: ignore[arg-type]
    for account, earned in zip(state.table.accounts, scored, strict=False):
        account.demands = earned
    do(state, *[Pass()] * seats)
    assert state.pending() is None
    return state


def totals(state: TycoonState) -> list[int | float]:
    """Everyone's score."""
    return [sheet.total for sheet in state.scores()]


# -- points for money


def test_a_point_for_each_full_10_money() -> None:
    assert totals(end((0, 9, 10, 19, 20))) == [0, 0, 1, 1, 2]
    assert totals(end((99, 100, 101))) == [9, 10, 10]


def test_money_counts_beside_other_points() -> None:
    state = end((25, 9), (7, 7))
    assert totals(state) == [9, 7]
    assert [line(state, "points", "money", seat) for seat in (0, 1)] == [2, 0]
    assert [line(state, "points", "demands", seat) for seat in (0, 1)] == [7, 7]


def test_money_stays_what_it_was_for_the_tie_break() -> None:
    state = end((27, 4))
    assert money(state) == (27, 4)
    assert [[(tie.name, tie.value) for tie in sheet.tiebreaks] for sheet in state.scores()] == [
        [("money", 27)],
        [("money", 4)],
    ]


def test_the_component_file_says_how_much_money_makes_a_point() -> None:
    assert totals(end((25, 9), box=own(start={"money_for_point": 5}))) == [5, 1]


# -- who wins


@rows(
    "have, scored, expected",
    [
        ((10, 10, 10), (3, 2, 1), [1, 2, 3]),
        ((0, 50, 0), (6, 0, 4), [1, 2, 3]),
        ((11, 19, 12), (0, 0, 0), [3, 1, 2]),  # a point each
        ((15, 5, 25), (4, 5, 3), [2, 3, 1]),
        ((15, 15, 5), (2, 2, 0), [1, 1, 3]),
        ((5, 15, 15), (9, 2, 2), [1, 2, 2]),
        ((7, 7, 7), (1, 1, 1), [1, 1, 1]),
    ],
)
def test_most_points_then_most_money_then_shared(
    have: tuple[int, ...], scored: tuple[int, ...], expected: list[int]
) -> None:
    assert ranks(end(have, scored).scores()) == expected


def test_what_decided() -> None:
    sheets = end((15, 5, 25, 25), (4, 5, 3, 3)).scores()
    assert deciding(sheets[2], sheets[0]) == "money"
    assert deciding(sheets[2], sheets[3]) is None
    assert deciding(end((0, 0), (1, 0)).scores()[0], end((0, 0)).scores()[1]) == "score"


# -- the sheet


def test_parts_of_the_sheet() -> None:
    for sheet in end((20, 22, 24)).scores():
        assert [(part.title, part.counts) for part in sheet.parts] == [("points", True), ("money flows", False)]
        assert [line.category for line in sheet.parts[0].lines] == [
            "instant rewards",
            "touching terrain",
            "demands",
            "money",
        ]
        assert sheet.total == sheet.parts[0].points


def test_each_line_of_the_sheet() -> None:
    """Seat 0 builds, plants, sells, supplies; seat 1 lives on what it is paid."""
    box = own({
        "I-1": {"cost": 6, "reward": {"points": 4}, "demands": [demand(2, money=12, points=5)]},
        "I-2": {"cost": 2, "reward": {"points_for": {"water": 3}}},
    })  # fmt: skip
    kept = {0: ["I-1", "I-2", "I-3", "I-4"], 1: ["I-5", "I-6", "I-7", "I-8"]}
    state = building("w . B\n# # .\n# # .", {"B": D("I-9", 1)}, seats=2, box=box, kept=kept)
    do(state, Build("I-1"), Place((3, -1)), Plant("I-5", "electric", "renewing"), Place((4, -1)))
    do(state, Build("I-2"), Place((1, -1)), Sell("I-6"), Sell("I-3"), Sell("I-7"))
    do(state, Plant("I-4", "water", "exhausting"), Place((4, 0)), Sell("I-8"))
    do(state, Supply((3, -1)), Cube((4, -1)), Cube((0, 0), ((1, -1), (2, -1))))
    lines = {line.category: line.points for part in state.scores()[0].parts for line in part.lines}
    assert [line.points for line in state.scores()[0].parts[0].lines] == [4, 3, 5, 5]
    assert [line.points for line in state.scores()[0].parts[1].lines[: len(FLOWS)]] == [50, 5, 12, -8, -2, -2]
    assert (lines["paid to seat 1"], lines["got from seat 1"]) == (-4, 0)
    assert [line.points for line in state.scores()[1].parts[1].lines] == [50, 15, 0, 0, -3, 0, 0, 4]
    assert money(state) == (50 + 5 + 12 - 8 - 2 - 2 - 4, 50 + 15 - 3 + 4)
    assert state.scores()[0].total == 4 + 3 + 5 + 5


def test_fees_are_told_by_who_got_them() -> None:
    """A cube of seat 2 over seat 1's tile and the centre."""
    state = position("p B # # T\n. . # # .", {"p": P("electric", 2), "T": D("I-1")}, elsewhere=[0, 1])
    do(state, Supply((2, 0)), Cube((-2, 0), ((-1, 0), (0, 0))))
    assert line(state, "money flows", "cubes and crossings") == -2
    assert [line(state, "money flows", f"paid to seat {seat}") for seat in (1, 2)] == [-2, -2]
    assert [line(state, "money flows", "got from seat 0", seat) for seat in (1, 2)] == [2, 2]
    assert [line(state, "money flows", f"got from seat {3 - seat}", seat) for seat in (1, 2)] == [0, 0]
    assert points(state) == 1


# -- whole games

EVERY = {
    "cost": 2,
    "reward": {"points": 1},
    "demands": [demand(1, 1, money=9, points=1, goods=1), demand(1, yellow=1, money=7)],
}


@rows("seats", [2, 3, 4, 5])
def test_flows_are_the_money_at_hand_all_the_time(seats: int) -> None:
    """They are the starting money and all that came and went; what one seat paid another is what that seat got."""
    paid = 0
    for state in course(seats, "flows", own(every=EVERY)):
        sheets = state.scores()
        assert [sheet.parts[1].points for sheet in sheets] == list(money(state))
        told = [{line.category: int(line.points) for line in sheet.parts[1].lines} for sheet in sheets]
        for payer in range(seats):
            for other in range(seats):
                if payer != other:
                    given = told[payer][f"paid to seat {other}"]
                    assert given == -told[other][f"got from seat {payer}"]
                    assert given <= 0
                    paid -= given
    assert paid > 0


@rows("seats", [2, 3, 4, 5])
def test_the_bank_and_the_players_together_have_the_same_money_all_the_time(seats: int) -> None:
    """What a move changes in everyone's money is what the bank's lines of the sheets change."""
    before: tuple[int, int] | None = None
    for state in course(seats, "bank", own(every=EVERY)):
        lines = [line for sheet in state.scores() for line in sheet.parts[1].lines]
        bank = -sum([int(line.points) for line in lines if line.category in FLOWS])
        now = (sum(money(state)), bank)
        assert sum(now) == 0
        assert before is None or now[0] - before[0] == before[1] - now[1]
        before = now


@rows("seats", [2, 3, 4, 5])
def test_points_seen_during_the_game_are_those_of_the_sheet(seats: int) -> None:
    last = None
    for state in course(seats, "points", own(every=EVERY)):
        for seat, sheet in enumerate(state.scores()):
            assert sheet.total == points(state, seat) + money(state)[seat] // 10
        last = state
    assert last is not None
    assert last.round == 4
    assert sum(points(last, seat) for seat in range(seats)) > 0
