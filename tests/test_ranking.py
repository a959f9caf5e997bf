"""Sheets and ranks."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.engine.scoring import Line, Points, Sheet, TieBreak, deciding, part, ranks

key = st.tuples(st.booleans(), st.integers(0, 3), st.integers(-2, 2), st.integers(0, 1))
keys = st.lists(key, min_size=1, max_size=7)
Key = tuple[bool, int, int, int]


def sheet(total: Points, *ties: Points, last: str = "") -> Sheet:
    lines = (part("city", [Line("houses", total, "so")]), part("other", [Line("shops", 99, "")], counts=False))
    return Sheet(lines, tuple(TieBreak(f"tie {i}", tie) for i, tie in enumerate(ties)), last)


def of(key: Key) -> Sheet:
    """The sheet that ranks by this key."""
    return sheet(*key[1:], last="" if key[0] else "smog")


def test_a_part_is_the_sum_of_its_lines() -> None:
    whole = part("city", [Line("a", 3, ""), Line("b", -1, ""), Line("c", 0.5, "")])
    assert (whole.points, whole.counts, len(whole.lines)) == (2.5, True, 3)
    assert part("empty", []).points == 0
    assert isinstance(part("empty", []).points, int)


def test_the_total_is_the_sum_of_the_parts_that_count() -> None:
    parts = (part("a", [Line("x", 4, "")]), part("b", [Line("x", 8, "")], counts=False), part("c", [Line("x", 2, "")]))
    assert Sheet(parts, ()).total == 6
    assert Sheet((), ()).total == 0


def test_halves_that_make_a_whole_are_a_whole() -> None:
    half = part("half", [Line("x", 0.5, "")])
    assert (half.points, Sheet((half,), ()).total) == (0.5, 0.5)
    assert isinstance(Sheet((half, half), ()).total, int)
    assert Sheet((half, half, half), ()).total == 1.5
    assert Sheet((part("loss", [Line("x", -1.5, "")]), half), ()).total == -1


def test_empty_remarks_are_not_written() -> None:
    assert msgspec.json.encode(Sheet((), ())) == b'{"parts":[],"tiebreaks":[]}'
    assert msgspec.json.decode(b'{"parts":[],"tiebreaks":[],"last":"","title":""}', type=Sheet) == Sheet((), ())
    said = Sheet((), (), last="smog", title="hamlet")
    assert msgspec.json.decode(msgspec.json.encode(said), type=Sheet) == said


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([5], [1]),
        ([5, 7], [2, 1]),
        ([7, 5, 5, 1], [1, 2, 2, 4]),
        ([5, 5, 5], [1, 1, 1]),
        ([1, 9, 9], [3, 1, 1]),
        ([0.5, 0, -1], [1, 2, 3]),
    ],
)
def test_equal_keys_share_a_rank_and_leave_gaps(totals: list[Points], expected: list[int]) -> None:
    assert ranks([sheet(total) for total in totals]) == expected


def test_tie_breaks_are_compared_in_their_order() -> None:
    assert ranks([sheet(5, 1, 9), sheet(5, 2, 0), sheet(4, 9, 9), sheet(5, 1, 9)]) == [2, 1, 4, 2]


def test_players_who_forfeit_rank_behind_all_others_the_later_the_better() -> None:
    sheets = [sheet(total) for total in (90, 10, 80, 20)]
    assert ranks(sheets, {0: 0}) == [4, 3, 1, 2]
    assert ranks(sheets, {0: 1, 2: 0}) == [3, 2, 4, 1]
    assert ranks(sheets, {0: 0, 1: 1, 2: 2, 3: 3}) == [4, 3, 2, 1]
    assert ranks(sheets, {}) == ranks(sheets, None) == ranks(sheets)


def test_players_with_a_reason_to_be_last_rank_behind_all_who_have_none() -> None:
    sheets = [sheet(90, last="31 % smog"), sheet(-10), sheet(5), sheet(91, last="40 % smog"), sheet(5)]
    assert ranks(sheets) == [5, 3, 1, 4, 1]
    assert ranks([sheet(5, 1, last="a"), sheet(5, 2, last="b"), sheet(5, 1, last="c")]) == [2, 1, 2]
    assert ranks(sheets, {2: 0}) == [4, 2, 5, 3, 1]


@pytest.mark.parametrize(
    ("sheet", "other", "expected"),
    [
        (sheet(3, 1, last="smog"), sheet(3, 1), "last"),
        (sheet(9, 1, last="smog"), sheet(3, 1), "last"),
        (sheet(9, 1, last="smog"), sheet(3, 1, last="fire"), "score"),
        (sheet(3, 2, last="smog"), sheet(3, 1, last="fire"), "tie 0"),
        (sheet(3, 1, last="smog"), sheet(3, 1, last="fire"), None),
        (sheet(3, 1), sheet(2, 1), "score"),
        (sheet(3, 1, 4), sheet(3, 2, 4), "tie 0"),
        (sheet(3, 1, 4), sheet(3, 1, 5), "tie 1"),
        (sheet(3, 1, 4), sheet(3, 1, 4), None),
        (sheet(3), sheet(3), None),
    ],
)
def test_the_first_difference_decides(sheet: Sheet, other: Sheet, expected: str | None) -> None:
    assert deciding(sheet, other) == deciding(other, sheet) == expected


@given(keys)
def test_a_rank_is_one_more_than_the_number_of_better_sheets(values: list[Key]) -> None:
    places = ranks([of(value) for value in values])
    ordered = sorted(values, reverse=True)
    assert places == [1 + ordered.index(value) for value in values]


@given(keys, st.data())
def test_forfeits_change_nothing_among_the_others(values: list[Key], data: st.DataObject) -> None:
    sheets = [of(value) for value in values]
    gone = data.draw(st.lists(st.sampled_from(range(len(values))), unique=True))
    places = ranks(sheets, {seat: earlier for earlier, seat in enumerate(gone)})
    stayed = [seat for seat in range(len(values)) if seat not in gone]
    assert [places[seat] for seat in stayed] == ranks([sheets[seat] for seat in stayed])
    assert [places[seat] for seat in gone] == list(range(len(values), len(stayed), -1))


@given(keys, st.data())
def test_ranks_follow_the_players_wherever_they_sit(values: list[Key], data: st.DataObject) -> None:
    seats = data.draw(st.permutations(range(len(values))))
    moved = ranks([of(values[seat]) for seat in seats])
    original = ranks([of(value) for value in values])
    assert moved == [original[seat] for seat in seats]


@given(keys)
def test_nothing_decides_exactly_where_the_rank_is_shared(values: list[Key]) -> None:
    sheets = [of(value) for value in values]
    places = ranks(sheets)
    for i, sheet in enumerate(sheets):
        for k, other in enumerate(sheets):
            assert (deciding(sheet, other) is None) == (places[i] == places[k])
