"""Who plays whom, in which seat and on which deal; and what a plan can be."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays.players import Entrant
from cityleague.replays.tournaments import Plan, PlanError, Tournament, make_plan, numbered
from cityleague.replays.tournaments.plan import entrants

from .helpers import GAME, plan, players, tournament

FOUR = ("a=random", "b=random", "c=greedy", "d=greedy")


@pytest.mark.parametrize(("bots", "seats", "deals"), [(2, 2, 3), (3, 3, 2), (4, 2, 3), (4, 3, 2), (7, 7, 1), (6, 4, 1)])
def test_in_a_block_everybody_sits_once_in_every_seat_on_the_same_deal(bots: int, seats: int, deals: int) -> None:
    names = [f"p{i}" for i in range(bots)]
    planned = tournament(*[f"{name}=random" for name in names], seats=seats, deals=deals)
    pairings = list(planned.pairings())
    assert len(pairings) == planned.count() == deals * comb(bots, seats) * seats
    blocks = defaultdict(list)
    for pairing in pairings:
        blocks[pairing.header.seed, frozenset(pairing.header.players)].append(pairing.header.players)
    assert len(blocks) == deals * comb(bots, seats)
    for (_, table), seatings in blocks.items():
        assert len(seatings) == seats
        for seat in range(seats):
            assert {seating[seat] for seating in seatings} == table
    for deal in range(1, deals + 1):
        tables = {table for seed, table in blocks if seed == f"0/{deal}"}
        assert tables == set(map(frozenset, combinations(names, seats)))


def test_ids_are_unique_and_say_deal_table_and_turn() -> None:
    ids = [str(pairing.header.id) for pairing in tournament(*FOUR, seats=3, deals=5).pairings()]
    assert len(set(ids)) == len(ids) == 5 * 4 * 3
    assert [label.rpartition("-")[0] for label in ids[:4]] == ["d1-t1-r1", "d1-t1-r2", "d1-t1-r3", "d1-t2-r1"]
    assert ids[-1].startswith("d5-t4-r3-")


def test_bots_follow_their_names() -> None:
    for pairing in tournament(*FOUR, seats=3, deals=3).pairings():
        named = dict(zip(pairing.header.players, pairing.entrants, strict=True))
        assert all(entrant.spec == ("random" if name in "ab" else "greedy") for name, entrant in named.items())


def test_the_first_seating_differs_from_block_to_block() -> None:
    firsts = Counter(tuple(seating) for seating in players(tournament("random", "greedy", deals=40))[::2])
    assert set(firsts) == {("random", "greedy"), ("greedy", "random")}
    assert min(firsts.values()) > 5


def test_equal_plans_give_equal_games_and_other_seeds_others() -> None:
    first, same, other = (tournament(*FOUR, seed=seed) for seed in ("1", "1", "2"))
    assert list(first.pairings()) == list(same.pairings())
    assert not {p.header.id for p in first.pairings()} & {p.header.id for p in other.pairings()}


def test_more_deals_only_append() -> None:
    few, many = (list(tournament(*FOUR, seats=2, deals=deals).pairings()) for deals in (2, 3))
    assert many[: len(few)] == few


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("random", "random", "random"),
        ("me=random", "me", "random"),
        ("me=heuristic?foresight=0.5", "me", "heuristic?foresight=0.5"),
        ("heuristic?foresight=0.5", "heuristic?foresight=0.5", "heuristic?foresight=0.5"),
        ("my.bots:Clever?level=3", "my.bots:Clever?level=3", "my.bots:Clever?level=3"),
        ("Zoë 🎲=my.bots:Clever?level=3", "Zoë 🎲", "my.bots:Clever?level=3"),
        ('a, "b"=random', 'a, "b"', "random"),
        (" me = random ", "me", "random"),
    ],
)
def test_a_bot_can_have_a_name_of_its_own(text: str, name: str, spec: str) -> None:
    assert entrants([text]) == [Entrant(name, spec)]


def test_two_bots_of_one_name_are_refused() -> None:
    with pytest.raises(PlanError, match="two bots are called 'random'; name them apart"):
        entrants(["random", "greedy", "random"])


@pytest.mark.parametrize(
    "bots",
    [
        ["random", "random", "greedy", "random"],
        ["heuristic?foresight=0.5", "heuristic?foresight=0.5"],
        ["my.bots:Clever?level=3", "my.bots:Clever?level=3"],
        ["me=random", "me=greedy"],
    ],
)
def test_in_one_game_a_bot_can_sit_twice(bots: list[str]) -> None:
    specs = [text.removeprefix("me=") for text in bots]
    field = entrants(numbered(bots))
    assert [entrant.spec for entrant in field] == specs
    assert len({entrant.name for entrant in field}) == len(bots)
    assert field[0].name == entrants(bots[:1])[0].name


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"bots": ("random", "nobody")}, "no bot is called 'nobody'"),
        ({"bots": ("random", "")}, "no bot is called ''"),
        ({"bots": ("random", "x=")}, "no bot is called 'x='"),
        ({"bots": ()}, "2 to 7 players, not by 0"),
        ({"bots": ("random",)}, "2 to 7 players, not by 1"),
        ({"bots": ("random", "greedy?depth=2")}, "unknown parameter 'depth'"),
        ({"bots": ("random", "heuristic?foresight=x")}, "foresight takes a number"),
        ({"bots": ("random", "heuristic?foresight=nan")}, "foresight takes"),
        ({"bots": ("random", "heuristic?foresight")}, "name=value&name=value"),
        ({"bots": ("random", "heuristic?foresight=1&foresight=1")}, "given twice"),
        ({"bots": ("random", "no.such.module:Bot")}, "is it installed"),
        ({"bots": ("random", "json:Bot")}, "has no 'Bot'"),
        ({"bots": ("random", "json:__doc__")}, "is not a class"),
        (
            {"bots": ("random", "json:loads")},
            "cannot be made: TypeError.*; a bot is made with setup, stream and parameters",
        ),
        ({"deals": 0}, "deals must be at least 1"),
        ({"seats": 3}, "2 bots cannot fill a table of 3"),
        ({"seats": 1}, "2 to 7 players, not by 1"),
        ({"seats": 0}, "2 to 7 players, not by 0"),
        ({"bots": FOUR, "seats": -1}, "-1"),
        ({"options": {"seating": "wild"}}, "options/seating: .*'wild'"),
        ({"options": {"colour": 1}}, "options: .*colour"),
    ],
)
def test_a_plan_that_cannot_be_played_says_why(wrong: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"game": GAME, "bots": ("random", "greedy")} | wrong
    with pytest.raises(PlanError, match=message):
        Tournament(Plan(**given))


@pytest.mark.parametrize("name", ["two\nlines", "x" * 201, "\x1b[31mred", "\u2028"])
@pytest.mark.parametrize("place", [0, 2])
def test_a_name_that_no_log_can_hold_is_refused(name: str, place: int) -> None:
    bots = ["a=random", "b=random"]
    bots.insert(place, f"{name}=random")
    with pytest.raises(PlanError, match=r"(?i)name|player"):
        tournament(*bots, seats=2)


@pytest.mark.parametrize(
    "module", [":Bot", ".bots:Bot", "..:Bot", "a..b:Bot", "json:", "json:a.b", "a b:Bot", "/tmp/x:Bot"]
)
def test_a_spec_that_names_no_class_is_refused(module: str) -> None:
    with pytest.raises(PlanError):
        tournament("random", f"b={module}")


def toml(text: str | bytes, **given: Any) -> Plan:
    return make_plan(text if isinstance(text, bytes) else text.encode(), "cup.toml", Path("folder"), given)


GOOD = f'game = "{GAME}"\nbots = ["random", "me=greedy"]\n'


def test_a_plan_can_be_a_toml_file() -> None:
    text = GOOD + 'deals = 3\nseed = "x"\nseats = 2\ncomponents = "tiles.json"\noptions = {seating = "drawn"}\n'
    options = {"seating": "drawn"}
    expected = plan("random", "me=greedy", deals=3, seed="x", seats=2, options=options, components="folder/tiles.json")
    assert toml(text) == expected
    assert toml(GOOD) == plan("random", "me=greedy", seed=None)


def test_options_override_the_toml_file() -> None:
    assert toml(GOOD + "deals = 3\n", deals=4, seed="y") == plan("random", "me=greedy", deals=4, seed="y")


def test_a_plan_needs_no_toml_file() -> None:
    assert toml("", game=GAME, bots=["random", "greedy"]) == plan(seed=None)
    with pytest.raises(PlanError, match="--bots is needed"):
        toml("", game=GAME)
    with pytest.raises(PlanError, match="--game is needed"):
        toml("", bots=["random"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "not TOML"),
        ("game", "not TOML"),
        (b"\xff\xfe", "not TOML"),
        ("\0", "not TOML"),
        (GOOD + GOOD, "not TOML"),
        ('bots = ["random", "greedy"]', "the field game is missing"),
        (f'game = "{GAME}"', "the field bots is missing"),
        (GOOD + "laps = 3", 'there is no field "laps" here: there are game, bots, deals, seed, '),
        (GOOD + "deal = 3", '; did you mean "deals"?'),
        (GOOD + 'deals = "3"', "deals: expected a whole number, not text"),
        (GOOD + "deals = 3.5", "deals: expected a whole number, not a number with a decimal point"),
        (GOOD + "deals = true", "deals"),
        (GOOD + "seed = 7.5", "seed"),
        (GOOD + "options = 7", "options: expected a table, not a whole number"),
        (GOOD + "components = 7", "components: expected text (in double quotes), not a whole number"),
        (f'game = "{GAME}"\nbots = "random"', "bots: expected a list (in [ ]), not text"),
        (
            f'game = "{GAME}"\nbots = ["random", 7]',
            "bots/1: expected text (in double quotes) or a table, not a whole number",
        ),
        ('game = 7\nbots = ["random"]', "game"),
        (
            GOOD + "limits = {memry = 1}",
            'limits: there is no field "memry" here: there are decision, start, game, time, memory, output',
        ),
        (GOOD + "options = " + "[" * 5000, "not TOML"),
    ],
)
def test_a_bad_toml_file_says_what_is_wrong_with_it(text: str | bytes, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        toml(text)
    assert str(caught.value).startswith("cup.toml: ")
    assert message in str(caught.value)
