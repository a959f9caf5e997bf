"""What holds for every game holds for ours; and what was recorded of them once stays valid."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any, cast

import msgspec
import pytest

from cityleague.engine import registry
from cityleague.engine.course import Table
from cityleague.replays import positions
from cityleague.replays.log import decode_header
from cityleague.replays.log.events import is_header
from cityleague.replays.replay import validate
from cityleague.replays.testing import *  # noqa: F403
from cityleague.replays.testing.games import decisions, full_table, hides, refusal, setup_of, setups
from cityleague.replays.testing.games import pytest_generate_tests as every_setup

from . import rows

GAMES = list(registry.GAMES)
LONG = [
    "test_a_bot_that_looks_at_the_table_answers_as_by_its_view",
    "test_a_seat_that_is_not_due_has_no_move",
    "test_a_state_that_leaves_hidden_draws_open_can_be_played_and_looked_at_as_ever",
    "test_an_encoding_tells_nothing_that_is_hidden",
    "test_an_encoding_tells_next_positions_apart",
    "test_apply_makes_what_verify_accepts_and_nothing_else",
    "test_bots_pickle_and_choose_as_before",
    "test_verify_accepts_nothing_that_legal_does_not_list",
    "test_views_are_drawn_as_text_of_so_many_columns",
    "test_what_is_imagined_adds_up_to_the_box",
    "test_what_is_imagined_between_draws_adds_up_with_the_next_draw",
    "test_whatever_a_draw_brings_is_in_the_digest",
    "test_whatever_is_hidden_is_imagined_in_each_place",
]
"""Tests that take the longest: the daily run has one number of players for the first and the last way to play."""

SLOW = ["test_a_game_does_not_depend_on_the_order_of_hashes"]
"""Tests of a whole game in processes of their own: the daily run has the first game."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The daily run has the fewest and the most players in the usual way to play, a middle number in a third of others.

    The exhaustive run has all other ways and numbers of players.
    """
    if metafunc.function.__name__ in SLOW:
        metafunc.parametrize("name", rows.daily(GAMES))
        return
    if "setup" not in metafunc.fixturenames:
        every_setup(metafunc)
        return
    table = []
    for name in GAMES:
        of_each_way = [list(group) for _, group in groupby(setups(name).items(), key=lambda item: item[1].options)]
        is_long = metafunc.function.__name__ in LONG
        first, *others = of_each_way
        middle = [several[len(several) // 2][0] for several in ([first, *others[-1:]] if is_long else others[::3])]
        daily = {*middle, *([] if is_long else [first[0][0], first[-1][0]])}
        for label, setup in setups(name).items():
            marks = () if label in daily else pytest.mark.exhaustive
            table.append(pytest.param(setup, id=label, marks=marks))
    metafunc.parametrize("setup", table, scope="module")


DATA = Path(__file__).parents[1] / "examples/conformance/good"


def test_every_game_has_logs_on_file_that_stay_valid(name: str) -> None:
    """What was recorded once is proven by every later version, move for move."""
    logs = sorted(DATA.glob(f"{name}*.jsonl"))
    assert logs
    verdicts = list(validate(list(map(str, logs))))
    assert [verdict.finding for verdict in verdicts] == [None] * len(verdicts)
    for log in logs:
        headers = [decode_header(line) for line in log.read_bytes().splitlines() if is_header(line)]
        assert {header.game for header in headers} == {name}


def test_our_games_have_the_titles_of_the_registry(name: str) -> None:
    assert registry.game(name).title == registry.title(name) == registry.GAMES[name]


def test_all_our_games_hide_something(name: str) -> None:
    assert hides(setup_of(registry.game(name), 3))


LISTS = [("between_two_cities", "tiles"), ("card_city_xl", "open hidden cards"), ("neom", "give take cells")]


@pytest.mark.parametrize(("game", "fields"), LISTS)
def test_lists_that_a_move_names_in_any_order_are_legal_in_any_order(game: str, fields: str) -> None:
    setup = full_table(game)
    turned_round = 0
    for state, due, legal in decisions(setup, some=60):
        for move in legal[due.seats[0]]:
            other = _turned_round(move, fields.split())
            turned_round += other != move
            assert setup.game.canonical(other) == setup.game.canonical(move)
            assert refusal(state, due.seats[0], other) is None
    assert turned_round


def _turned_round(move: Any, fields: list[str]) -> Any:
    return msgspec.structs.replace(
        move, **{field: getattr(move, field)[::-1] for field in fields if hasattr(move, field)}
    )


NOT_IN_DIGESTS = {
    # What the header decides, what follows from the rest, and what is past and decides nothing any more.
    "between_two_cities": "actor aside due home revealed seats tiles",
    "card_city_xl": "at due lands last_divisions most_buildable played seats setting",
    "city_tycoon": "able box due held pass_is_final routes seats used",
    "neom": "actor box held many options picks sold solo",
    "twentieth_century": "coins_spent science_spent",
}


class _Watched:
    """A table that notes which of its attributes are read."""

    def __init__(self, table: Any, read: set[str]) -> None:
        self.table, self.read = table, read

    def __getattr__(self, name: str) -> Any:
        mine = getattr(type(self.table), name, None)
        if isinstance(mine, property):
            return mine.__get__(self)
        if isinstance(mine, FunctionType):
            return MethodType(mine, self)
        self.read.add(name)
        return getattr(self.table, name)


def test_digests_are_made_of_every_attribute_but_these(name: str) -> None:
    """Whoever adds an attribute to a table adds it to `plain`, or says here that it needs no digest."""
    read: set[str] = set()
    for log in sorted(DATA.glob(f"{name}*.jsonl")):
        for position in positions(log):
            table = cast(Any, position.state).table
            type(table).plain(_Watched(table, read))
    attributes = {*Table.shared, *table.shared, *table.copied, *table.nested}
    assert sorted(attributes - read) == NOT_IN_DIGESTS[name].split()
