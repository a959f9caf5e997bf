"""What holds for every game, at every number of seats, whatever its rules."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.specs import known, parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Decision, Draw, Game, Setup, State
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.engine.rules import TURN_RULES, IllegalMove
from cityleague.engine.scoring import ranks
from cityleague.replays.log import RawGame, decode_header, encode
from cityleague.replays.log.kinds import is_header
from cityleague.replays.players import make_header, record_game
from cityleague.replays.replay import ComponentFiles, Replay, validate

Options = Mapping[str, Any]

VARIANTS: dict[str, list[tuple[Sequence[int], Options]]] = {
    "between_two_cities": [(range(2, 8), {}), (range(2, 8), {"seating": "drawn"})],
    "card_city_xl": [
        (range(1, 5), {}),
        ([1], {"level": "normal", "victory": "satisfaction", "variants": ["ecological"]}),
        ([1], {"level": "advanced", "variants": ["architect", "ecological", "leisure_crisis", "suburbs"]}),
        ([2], {"level": "advanced", "victory": "economy", "variants": ["architect"], "seating": "drawn"}),
        ([2], {"level": "simplified", "victory": "satisfaction", "variants": ["ecological", "united_city"]}),
        ([3], {"level": "normal", "victory": "commerce", "variants": ["leisure_crisis"], "seating": "drawn"}),
        ([3], {"level": "advanced", "variants": ["architect", "ecological", "united_city"]}),
        ([4], {"level": "advanced", "victory": "industry", "variants": ["ecological"]}),
        ([4], {"level": "normal", "variants": ["architect", "leisure_crisis", "united_city"], "seating": "drawn"}),
    ],
    "city_tycoon": [(range(2, 6), {})],
    "neom": [
        (range(1, 6), {}),
        (range(1, 6), {"beginner": True}),
        ([1], {"tiles": "4+"}),
        ([1], {"tiles": "5+"}),
    ],
    "twentieth_century": [(range(3, 6), {})],
}
"""Options to play every game with, each at these numbers of seats. Sets are listed: their order must not change."""


def pick_in_any_order(move: Any) -> Any:
    return frozenset([(tile, move.tiles.count(tile)) for tile in move.tiles]) if hasattr(move, "tiles") else move


def lots_in_any_order(move: Any) -> Any:
    lists = [tuple(sorted(getattr(move, name, ()))) for name in ("open", "hidden", "cards")]
    return (type(move), *lists) if any(lists) else move


def on_any_way(move: Any) -> Any:
    return (type(move), move.plant) if hasattr(move, "path") else move


def paid_in_any_way(move: Any) -> Any:
    if hasattr(move, "buy"):
        return type(move), move.tile, move.cell, move.produce
    lists = [tuple(sorted(getattr(move, name, ()))) for name in ("give", "take", "cells")]
    return (type(move), *lists) if any(lists) else move


def itself(move: Any) -> Any:
    return move


CANONICAL: dict[str, Callable[[Any], Any]] = {
    "between_two_cities": pick_in_any_order,
    "card_city_xl": lots_in_any_order,
    "city_tycoon": on_any_way,
    "neom": paid_in_any_way,
    "twentieth_century": itself,
}
"""What moves have in common of which `legal` lists only one, or only some: the best ways to pay."""

TABLES = [(name, seats, options) for name in VARIANTS for several, options in VARIANTS[name] for seats in several]


def called(name: str, seats: int, options: Options) -> str:
    """A table's name: the values that differ from the defaults."""
    values = ["+".join(value) if isinstance(value, list) else f"{value}" for value in options.values()]
    return "-".join([name, str(seats), *values])


every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=[called(*table) for table in TABLES])
every_game = pytest.mark.parametrize("name", GAMES)
SEEDS = ("a", "b")


def new(name: str, seats: int, options: Options) -> State[Any]:
    game = find(name)
    return game.setup(msgspec.convert(options, game.options), seats, game.components(None))


def move_on(state: State[Any], seed: str, stream: Stream) -> Any:
    """Make a random move of a random seat, or bring what chance brings; tell what was done."""
    due = state.pending()
    assert due is not None
    if isinstance(due, Draw):
        state.resolve(outcome(seed, due))
        return due
    seat = stream.choice(due.seats)
    move = stream.choice(state.legal(seat))
    state.verify(seat, move)
    state.apply(seat, move)
    return seat, move


def course(name: str, seats: int, options: Options, seed: str = "a") -> Iterator[tuple[State[Any], Any]]:
    """A random game, and what is due before each of its events."""
    state, stream = new(name, seats, options), Stream(seed, "course")
    while (due := state.pending()) is not None:
        yield state, due
        move_on(state, seed, stream)
    yield state, None


def decisions(name: str, seats: int, options: Options, seed: str = "a") -> Iterator[tuple[State[Any], Decision]]:
    return (found for found in course(name, seats, options, seed) if isinstance(found[1], Decision))


def refusal(state: State[Any], seat: int, move: Any) -> str | None:
    """The code of the rule that a move breaks, if any."""
    try:
        state.verify(seat, move)
    except IllegalMove as error:
        return error.rule.code
    return None


def seen(state: State[Any], seat: int | None) -> bytes:
    return msgspec.json.encode(state.view(seat))


def all_moves(name: str, seats: int, options: Options) -> list[Any]:
    """Moves that were legal for somebody at some time in a game, each once."""
    found = [
        move for state, due in decisions(name, seats, options, "other") for s in due.seats for move in state.legal(s)
    ]
    return list(dict.fromkeys(found))


def test_every_game_is_tested() -> None:
    assert list(VARIANTS) == list(CANONICAL) == list(GAMES)
    for name in GAMES:
        assert {seats for several, _ in VARIANTS[name] for seats in several} == set(find(name).seats)


@every_game
def test_a_game_calls_itself_what_the_registry_calls_it(name: str) -> None:
    game = find(name)
    assert (game.name, game.title) == (name, GAMES[name])
    assert game.seats == range(game.seats.start, game.seats.stop)


@every_game
def test_rules_have_codes_of_their_own(name: str) -> None:
    codes = [rule.code for rule in find(name).catalogue()]
    others = {rule.code for other in GAMES if other != name for rule in find(other).rules}
    assert len(set(codes)) == len(codes)
    assert not others & {rule.code for rule in find(name).rules}
    assert all(re.fullmatch("[A-Z0-9]+(-[A-Z0-9]+)+", code) for code in codes)
    assert all(rule.text.endswith(".") and rule.section for rule in find(name).catalogue())


@every_table
def test_a_seat_that_is_due_has_distinct_legal_moves_in_a_fixed_order(name: str, seats: int, options: Options) -> None:
    for seed in SEEDS:
        for state, due in decisions(name, seats, options, seed):
            assert list(due.seats) == sorted(set(due.seats))
            assert due.seats
            assert len(due.seats) == 1 or due.kind != "sequential"
            for seat in due.seats:
                legal = state.legal(seat)
                assert legal
                assert len(set(legal)) == len(legal)
                assert state.legal(seat) == state.copy().legal(seat) == legal
                assert {refusal(state, seat, move) for move in legal} == {None}


@every_table
def test_a_seat_that_is_not_due_has_no_move(name: str, seats: int, options: Options) -> None:
    pool = all_moves(name, seats, options)[::17]
    turn = {rule.code for rule in TURN_RULES}
    for state, due in course(name, seats, options):
        due_seats = due.seats if isinstance(due, Decision) else ()
        for seat in set(range(seats)) - set(due_seats):
            assert state.legal(seat) == []
            assert {refusal(state, seat, move) for move in pool} <= turn
        if not due_seats:
            code = "TURN-GAME-OVER" if due is None else "TURN-CHANCE-DUE"
            assert {refusal(state, 0, move) for move in pool} == {code}


@every_table
def test_verify_accepts_nothing_that_legal_does_not_list(name: str, seats: int, options: Options) -> None:
    key = CANONICAL[name]
    pool = all_moves(name, seats, options)
    codes = {rule.code for rule in find(name).catalogue()}
    stream = Stream("pool", name)
    for state, due in decisions(name, seats, options):
        for seat in due.seats:
            legal = state.legal(seat)
            listed = {key(move) for move in legal}
            for move in stream.draw(pool, min(40, len(pool))):
                code = refusal(state, seat, move)
                if code is None:
                    assert key(move) in listed
                elif hasattr(move, "buy") or hasattr(move, "path"):  # what is listed is another way to pay
                    assert move not in legal
                else:
                    assert key(move) not in listed
                assert code is None or code in codes


@every_table
def test_a_copy_is_independent(name: str, seats: int, options: Options) -> None:
    for step, (state, _) in enumerate(course(name, seats, options)):
        if step % 12:
            continue
        before = state.digest(), seen(state, 0), seen(state, None)
        courses = []
        for copy in (state.copy(), state.copy()):
            stream = Stream("on", str(step))
            assert copy.digest() == before[0]
            courses.append([(move_on(copy, "on", stream), copy.digest()) for _ in range(30) if copy.pending()])
        assert courses[0] == courses[1]
        assert (state.digest(), seen(state, 0), seen(state, None)) == before


@every_table
def test_every_event_changes_the_digest(name: str, seats: int, options: Options) -> None:
    digests = [state.digest() for state, _ in course(name, seats, options)]
    assert len(set(digests)) == len(digests)
    assert all(re.fullmatch("[0-9a-f]{16}", digest) for digest in digests)


@every_table
def test_the_order_of_simultaneous_moves_leaves_no_trace(name: str, seats: int, options: Options) -> None:
    stream = Stream("order", name)
    met = compared = 0
    for state, due in decisions(name, seats, options):
        if len(due.seats) < 2:
            continue
        met += 1
        one, other = stream.draw(due.seats, 2)
        mine, theirs = stream.choice(state.legal(one)), stream.choice(state.legal(other))
        ends = []
        for order in ([(one, mine), (other, theirs)], [(other, theirs), (one, mine)]):
            copy = state.copy()
            for seat, move in order:
                if refusal(copy, seat, move) is None:
                    copy.apply(seat, move)
                else:
                    break
            else:
                ends.append((copy.digest(), copy.pending(), seen(copy, one), seen(copy, None)))
        if len(ends) == 2:
            compared += 1
            assert ends[0] == ends[1]
    assert compared > 5 or compared == met  # a game may have few such decisions, or none


@every_table
def test_nobody_sees_a_secret_move_before_the_last_is_made(name: str, seats: int, options: Options) -> None:
    for state, due in decisions(name, seats, options):
        if due.kind != "secret" or len(due.seats) < 2:
            continue
        for owner in due.seats:
            legal = state.legal(owner)
            one, other = state.copy(), state.copy()
            one.apply(owner, legal[0])
            other.apply(owner, legal[-1])
            for seat in due.seats:  # the owner does nothing more, and the last one does not move
                if len(one.pending().seats) > 1 and seat != owner:  # type: ignore[union-attr]
                    move = one.legal(seat)[0]
                    assert one.legal(seat) == other.legal(seat)
                    one.apply(seat, move)
                    other.apply(seat, move)
                for watcher in (None, *range(seats)):
                    if watcher != owner:
                        assert seen(one, watcher) == seen(other, watcher)
            if len(legal) > 1:
                assert seen(one, owner) != seen(other, owner)


@every_table
def test_views_are_json_objects(name: str, seats: int, options: Options) -> None:
    for state, _ in islice(course(name, seats, options), 0, None, 3):
        for seat in (None, *range(seats)):
            assert isinstance(json.loads(seen(state, seat)), dict)
            assert seen(state, seat) == seen(state.copy(), seat)


@every_table
def test_views_are_drawn_as_text_of_at_most_80_columns(name: str, seats: int, options: Options) -> None:
    for state, _ in islice(course(name, seats, options), 0, None, 3):
        for seat in (None, *range(seats)):
            picture = find(name).draw(setup_of(find(name), seats, options), state.view(seat))
            assert all(c.isprintable() or c == "\n" for c in picture)
            assert max(map(len, picture.splitlines())) <= 80


@every_table
def test_draws_have_names_of_their_own_and_enough_to_draw_from(name: str, seats: int, options: Options) -> None:
    draws = [due for _, due in course(name, seats, options) if isinstance(due, Draw)]
    assert len({draw.name for draw in draws}) == len(draws)
    assert all(0 < draw.take <= len(draw.items) for draw in draws)


@every_table
def test_rounds_only_go_forward(name: str, seats: int, options: Options) -> None:
    rounds = [state.round for state, _ in course(name, seats, options)]
    assert rounds[0] == 1
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, max(rounds) + 1))


@every_table
def test_prospects_are_a_number_for_each_move(name: str, seats: int, options: Options) -> None:
    game = find(name)
    for state, due in islice(decisions(name, seats, options), 0, None, 4):
        seat = due.seats[-1]
        legal = state.legal(seat)
        values = game.prospects(setup_of(game, seats, options), state.view(seat), legal)
        assert len(values) == len(legal)
        assert all(map(math.isfinite, values))


@every_table
def test_sheets_add_up(name: str, seats: int, options: Options) -> None:
    for seed in SEEDS:
        for state, _ in islice(course(name, seats, options, seed), 0, None, 7):
            sheets = state.scores()
            assert len(sheets) == seats
            for sheet in sheets:
                assert all(part.points == sum(line.points for line in part.lines) for part in sheet.parts)
                assert sheet.total == sum(part.points for part in sheet.parts if part.counts)
                assert sheet.key == (not sheet.last, sheet.total, *[tie.value for tie in sheet.tiebreaks])
            assert len({tuple(tie.name for tie in sheet.tiebreaks) for sheet in sheets}) == 1
            places = ranks(sheets)
            assert [1 + sum(other.key > sheet.key for other in sheets) for sheet in sheets] == places


def setup_of(game: Game, seats: int, options: Options) -> Setup:
    return Setup(game, msgspec.convert(options, game.options), game.components(None), seats)


def quick(bot: str) -> str:
    """A bot, with as small a budget as it can have."""
    return f"{bot}?iterations=4&width=2&horizon=1&policy=random" if bot == "mcts" else bot


def recorded(game: Game, seats: int, options: Options, bots: list[str], seed: str) -> list[bytes]:
    setup = setup_of(game, seats, options)
    header = make_header(setup, [f"p{seat}" for seat in range(seats)], specs=bots, seed=seed)
    return record_game(setup, header, [parse(bot, game) for bot in bots])


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_a_recorded_game_is_valid(name: str, seats: int, options: Options, seed: str) -> None:
    lines = recorded(find(name), seats, options, ["random"] * seats, seed)
    report = Replay(RawGame("log", 1, b"".join(line + b"\n" for line in lines), 0), ComponentFiles()).run()
    assert report.finding is None
    assert report.result is not None
    assert report.result.result.forfeits == ()
    assert encode(report.result) == lines[-1]


@pytest.mark.parametrize(
    ("name", "seats", "options", "bot"),
    [(*table, bot) for table in TABLES for bot in known(find(table[0]))],
    ids=[f"{called(*table)}-{bot}" for table in TABLES for bot in known(find(table[0]))],
)
def test_every_bot_plays_by_the_rules(name: str, seats: int, options: Options, bot: str) -> None:
    bot = quick(bot)
    lines = recorded(find(name), seats, options, [bot] * seats, "bots")
    assert not any(line.startswith(b'{"forfeit"') for line in lines)
    assert lines == recorded(find(name), seats, options, [bot] * seats, "bots")


@pytest.mark.parametrize(
    ("name", "several", "options"),
    [(name, *VARIANTS[name][i]) for name in VARIANTS for i in (0, -1)],
    ids=[f"{name}-{which}" for name in VARIANTS for which in ("first", "last")],
)
def test_a_game_does_not_depend_on_the_order_of_hashes(name: str, several: Sequence[int], options: Options) -> None:
    bots = [*map(quick, known(find(name))), "random", "random"][: several[-1]]
    chosen = [word for key, value in options.items() for word in ("--option", f"{key}={json.dumps(value)}")]
    command = [sys.executable, "-m", "cityleague.cli", "play", name, *bots, *chosen, "--seed", "hash"]
    runs = [
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("0", "1", "4242")
    ]
    assert len(runs[0].splitlines()) > 10
    assert len(set(runs)) == 1


DATA = Path(__file__).parent / "replays" / "data"


@every_game
def test_every_game_has_logs_on_file_that_stay_valid(name: str) -> None:
    """What was recorded once is proven by every later version, move for move."""
    logs = sorted(DATA.glob(f"{name}*.jsonl"))
    assert logs
    verdicts = list(validate(list(map(str, logs))))
    assert [verdict.finding for verdict in verdicts] == [None] * len(verdicts)
    for log in logs:
        headers = [decode_header(line) for line in log.read_bytes().splitlines() if is_header(line)]
        assert {header.game for header in headers} == {name}
