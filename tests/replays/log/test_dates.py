"""Dates, places and titles in headers, and games chosen by them."""

from __future__ import annotations

import calendar
import json
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays import Header, validate
from cityleague.replays.log import (
    Choice,
    Chosen,
    LeftOut,
    Problem,
    RawGame,
    called,
    decode_header,
    encode,
    placed,
    spoken,
)

PLAIN = {"log": 1, "game": "neom", "rules": "1", "players": ["Ada", "Ben"]}
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
OFFSETS = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def header(**more: object) -> Header:
    return decode_header(json.dumps(PLAIN | more).encode())


def refused(**more: object) -> tuple[str, str | None]:
    with pytest.raises(Problem) as caught:
        header(**more)
    return caught.value.code, caught.value.pointer


def game(**more: object) -> RawGame:
    return RawGame("evenings.jsonl", 1, (json.dumps(PLAIN | more).encode() + b"\n",), 0)


# -- in headers


@given(DAYS, st.times(), OFFSETS, st.booleans())
def test_a_date_comes_back_as_it_was_written(day: date, clock: time, offset: timezone, with_time: bool) -> None:
    text = datetime.combine(day, clock, offset).isoformat() if with_time else day.isoformat()
    read = header(date=text, place="Bern", title='Zürich \\ "one"')
    assert (read.date, read.place, read.title) == (text, "Bern", 'Zürich \\ "one"')
    assert decode_header(encode(read)) == read
    assert list(json.loads(encode(read)))[-3:] == ["date", "place", "title"]


@given(st.integers(0, 9999), st.integers(0, 13), st.integers(0, 32))
def test_a_day_is_one_of_the_calendar(year: int, month: int, day: int) -> None:
    exists = year > 0 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
    text = f"{year:04}-{month:02}-{day:02}"
    if exists:
        assert header(date=text).date == text
    else:
        assert refused(date=text) == ("LOG-VALUE", "/date")


@pytest.mark.parametrize(
    "text",
    [
        *("", "2026", "2026-11", "23.11.2026", "2026-11-23 19:30", "2026-11-23T19:30", "2026-11-23T24:00Z"),
        *("2026-11-23T19:30:60Z", "2026-11-23T19:30+24:00", "2026-11-23\n", "２０２６-11-23", "2026-11-23T19:30:00.Z"),
        "2026-11-23t19:30:00z",
    ],
)
def test_anything_else_is_no_date(text: str) -> None:
    assert refused(date=text) == ("LOG-VALUE", "/date")


@pytest.mark.parametrize("field", ["place", "title"])
@pytest.mark.parametrize("text", ["", "x" * 201, "a\nb", "a\x1bb", "a\u202eb", "a\u2029b"])
def test_places_and_titles_are_as_clean_as_names(field: str, text: str) -> None:
    assert refused(**{field: text}) == ("LOG-VALUE", f"/{field}")
    assert refused(**{field: 7}) == ("LOG-TYPE", f"/{field}")


def test_a_day_that_no_calendar_has_is_found_on_its_line(tmp_path: Path) -> None:
    log = tmp_path / "february.jsonl"
    lines = [
        PLAIN | {"date": "2026-02-28"},
        {"result": {"scores": [2, 1], "ranks": [1, 2]}},
        PLAIN | {"date": "2026-02-30"},
    ]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    _, verdict = validate(log)
    found = verdict.finding
    assert found
    assert (found.code, found.line, found.pointer) == ("LOG-VALUE", 3, "/date")
    assert found.column == json.dumps(lines[2]).index('"2026-02-30"') + 1


# -- what people call a game


def test_a_game_is_called_by_title_date_id_or_place() -> None:
    evening = "2026-11-23T19:30:00+01:00"
    assert called(header(title="Final", date=evening, id="x"), "here") == "Final"
    assert called(header(date=evening, id="x"), "here") == "2026-11-23, 19:30"
    assert called(header(date="2026-11-23", id="x"), "here") == "2026-11-23"
    assert called(header(id="x"), "here") == "x"
    assert called(header(title="\u3000 ", id="x"), "here") == "x"
    assert called(header(), "here") == called(None, "here") == "here"
    assert placed("a/friday.jsonl", 1) == "friday.jsonl"
    assert placed("a/friday.jsonl", 71) == "friday.jsonl, line 71"
    assert placed("-", 1) == "standard input"
    assert spoken("2026-11-23T19:30Z") == "2026-11-23, 19:30"


# -- chosen games


def days_of(text: str) -> tuple[date, date]:
    """First and last day of a year, month or day: worked out by the calendar, not by comparing texts."""
    numbers = [int(part) for part in text.split("-")]
    year, month, day = [*numbers, 0, 0][:3]
    last_month = month or 12
    return date(year, month or 1, day or 1), date(year, last_month, day or calendar.monthrange(year, last_month)[1])


PERIODS = st.builds(lambda day, parts: "-".join(day.isoformat().split("-")[:parts]), DAYS, st.integers(1, 3))
NEAR = st.dates(date(2025, 11, 1), date(2026, 2, 28))
NEAR_PERIODS = st.builds(lambda day, parts: "-".join(day.isoformat().split("-")[:parts]), NEAR, st.integers(1, 3))


@given(st.one_of(NEAR, DAYS), st.one_of(NEAR_PERIODS, PERIODS), st.times(), OFFSETS, st.booleans())
def test_dates_compare_as_people_mean(day: date, limit: str, clock: time, offset: timezone, with_time: bool) -> None:
    text = datetime.combine(day, clock, offset).isoformat() if with_time else day.isoformat()
    first, last = days_of(limit)
    assert Chosen(Choice(since=limit)).takes(game(date=text)) == (day >= first)
    assert Chosen(Choice(until=limit)).takes(game(date=text)) == (day <= last)


@given(NEAR_PERIODS, NEAR_PERIODS)
def test_a_choice_that_no_day_can_meet_is_refused(since: str, until: str) -> None:
    possible = days_of(since)[0] <= days_of(until)[1]
    try:
        assert Choice(since=since, until=until)
    except ValueError:
        assert not possible
    else:
        assert possible


@pytest.mark.parametrize(
    "text", ["2026-13", "2026-02-30", "26", "0000", "2026-1-1", "today", "2026-11-23T19:30:00Z", "２０２６"]
)
def test_a_choice_takes_days_months_and_years(text: str) -> None:
    with pytest.raises(ValueError, match="is not a day"):
        Choice(since=text)


def test_games_are_counted_by_why_they_are_left_out() -> None:
    chosen = Chosen(Choice(since="2026", players=("Ada",)))
    taken = [game(date="2026-01-01"), RawGame("x", 1, (b"nonsense\n",), 0), game(date="2026-02-30")]
    left = [
        game(),
        game(date="2025-12-31"),
        game(date="2026-01-01", players=["Ben", "Cleo"]),
        game(players=["Ben", "Cleo"]),
    ]
    assert [chosen.takes(game) for game in taken + left] == [True] * 3 + [False] * 4
    assert (chosen.taken, chosen.left_out) == (3, {LeftOut.UNDATED: 1, LeftOut.OTHER: 3})
    assert not chosen.nothing


def test_all_named_players_must_play() -> None:
    both = Choice(players=("Ada", "Ben"))
    assert both.leaves_out(game()) is None
    assert both.leaves_out(game(players=["Ada", "Cleo"])) is LeftOut.OTHER
    assert not Choice()
    assert Choice().leaves_out(game()) is None
