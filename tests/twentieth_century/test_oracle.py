"""The engine against an independent, slow implementation of the whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.components import packaged
from cityleague.engine.protocol import Draw
from cityleague.engine.rules import IllegalMove
from cityleague.engine.twentieth_century.components import load
from cityleague.engine.twentieth_century.moves import Move, Options
from cityleague.engine.twentieth_century.state import CenturyState, setup

from .. import oracles
from ..rows import daily
from .by_hand import FIELDS
from .helpers import plain
from .odd_files import odd_file
from .oracle import Oracle
from .oracle_player import ONCE, USES

COMPONENTS: dict[str, Any] = msgspec.json.decode(packaged("twentieth_century"))
SOME, MORE = (11, 3), (7, 1)
"""How often things are compared every day, and in the exhaustive run.

At every so many steps: all legal moves, with some that nobody would make; and the score sheets.
"""
WILD = 30
USUAL = Options()
FAMILIES = (
    ("choose", "bid", "pass", "drop", "buy", "decline"),
    ("contain",),
    ("lay", "settle", "dump", "done", *USES),
    ("clear",),
)
"""Types of moves that are made at the same time, more or less."""
RARE = {"drop": 4, "decline": 5, "done": 3}
"""Types of moves that are tried again so often for another, so that regions grow and technologies are used."""


def same_due(state: CenturyState, oracle: Oracle) -> None:
    """Both wait for the same thing."""
    assert state.round == oracle.round
    oracles.same_due(state, oracle)


def same_table(state: CenturyState, oracle: Oracle) -> None:
    """Both have the same table, by the seats' own views and a spectator's."""
    over = state.pending() is None
    for seat in range(state.seats):
        own = state.view(seat).players[seat]
        assert (own.coins, own.science) == (oracle.coins[seat], oracle.science[seat])
    view = state.view(None)
    if oracle.round < 6:
        assert sorted(view.land) == sorted(oracle.land)
        assert sorted(view.technologies) == sorted(oracle.offer)
    if oracle.inside:
        assert view.marker == oracle.marker
        assert {seat for seat, player in enumerate(view.players) if player.in_round} == oracle.inside
        assert view.start_player == oracle.start
        assert [player.bought for player in view.players] == oracle.bought
    if oracle.containing:
        standing = {
            figure[0]: (seat, figure[1]) for seat, figure in enumerate(p.figure for p in view.players) if figure
        }
        assert standing == oracle.figures
    for seat, player in enumerate(view.players):
        same_uses(player, oracle, seat)
        assert (player.coins, player.science) == ((oracle.coins[seat], oracle.science[seat]) if over else (None, None))
        assert player.points == oracle.points[seat]
        assert player.pollution == oracle.pollution[seat]
        assert player.new_garbage == oracle.new_garbage[seat]
        assert sorted(player.new_tiles) == oracle.new_tiles[seat]
        assert sorted(owned.technology for owned in player.technologies) == oracle.technologies[seat]
        assert tuple(player.production) == oracle.production(seat)
        same_region(player, oracle, seat)


def same_uses(player: Any, oracle: Oracle, seat: int) -> None:
    """The same technologies and recycling plants have been used, as long as that matters."""
    mine, due = oracle.table[seat], oracle.due()
    used = {(owned.technology, use) for owned in player.technologies for use in owned.used}
    assert {(name, use) for name, use in used if use in ONCE} == {(name, use) for name, use in mine.used if use in ONCE}
    if due and due[1] == "open":
        assert used == mine.used
        assert player.done == mine.done
        assert not mine.done or {*player.cleared} == mine.worked


def same_region(player: Any, oracle: Oracle, seat: int) -> None:
    """The same tiles lie the same way, and the same lies on them."""
    region, citizens = oracle.table[seat].region, oracle.citizens[seat]
    assert {placed.tile: (placed.cell, placed.turn) for placed in player.region} == oracle.lying[seat]
    assert {placed.tile: sorted(placed.bridges) for placed in player.region} == oracle.bridges[seat]
    assert {placed.tile for placed in player.region if placed.waiting} == region.waiting
    for placed in player.region:
        assert placed.garbage == region.garbage.get(placed.tile, 0)
        assert sorted(placed.citizens) == citizens.get(placed.tile, [])


def same_sheets(state: CenturyState, oracle: Oracle) -> None:
    """Both score alike, by category."""
    for sheet, expected in zip(state.scores(), oracle.results(), strict=True):
        assert sheet.total == expected["total"]
        assert [tie.value for tie in sheet.tiebreaks] == [-expected["garbage"]]
        *scored, final = sheet.parts
        assert all(part.counts for part in sheet.parts)
        assert {line.category: line.points for line in final.lines} == expected["final"]
        rounds, *bonus = scored
        points = {line.category: line.points for line in rounds.lines} | {part.title: part.points for part in bonus}
        assert Counter(points) == expected["scored"]


def key(move: dict[str, Any]) -> str:
    """A move with its default fields, as text."""
    return str(sorted(({"turn": 0} | move).items()))


def same_moves(state: CenturyState, oracle: Oracle, seat: int) -> None:
    """Both allow the same."""
    listed = [plain(move) for move in state.legal(seat)]
    assert all(oracle.allows(seat, move) for move in listed)
    theirs = oracle.legal(seat)
    assert sorted(map(key, listed)) == sorted(map(key, theirs))
    for move in theirs:
        state.verify(seat, msgspec.convert(move, Move, strict=False))


def same_refusals(state: CenturyState, oracle: Oracle, stream: Stream) -> None:
    """Both refuse the same, whoever says it."""
    due = oracle.due()
    may = {seat: {move["type"] for move in oracle.legal(seat)} for seat in range(state.seats)}
    for _ in range(WILD):
        seat = stream.choice([*range(state.seats), *3 * (due[2] if due and due[0] == "decide" else ())])
        move = wild(oracle, seat, may[seat], stream)
        try:
            state.verify(seat, msgspec.convert(move, Move))
            verdict = True
        except IllegalMove:
            verdict = False
        assert verdict == oracle.allows(seat, move), (seat, move, verdict)


def wild(oracle: Oracle, seat: int, may: set[str], stream: Stream) -> dict[str, Any]:
    """A random move, mostly of a kind that is due and about things that exist, but not always."""
    family = [kind for kind in stream.choice(FAMILIES) if stream.below(4)]
    for now in FAMILIES:
        if may & set(now) and stream.below(6):
            family = [*now]
    able = {kind for kind in USES if does(oracle, seat, kind)}
    if stream.below(8):
        family = [kind for kind in family if kind not in USES or kind in able]
    kind = stream.choice([*family, *(kind for kind in family if kind in able)] or ["done"])
    move = {"type": kind} | {field: something(oracle, seat, kind, field, stream) for field in FIELDS[kind]}
    bridged = [tile for tile, spans in oracle.table[seat].region.bridges.items() if spans]
    if kind == "bridge" and stream.below(3):
        tile = stream.choice(bridged or [*oracle.table[seat].region.cells])
        move |= {"tile": tile, "span": stream.choice([*oracle.table[seat].region.figures[tile]["spans"], "E-W"])}
    return move


def does(oracle: Oracle, seat: int, use: str) -> list[str]:
    """The technologies of a seat that have this use."""
    player = oracle.table[seat]
    return [name for name in player.technologies if player.does(name, use)]


def something(oracle: Oracle, seat: int, kind: str, field: str, stream: Stream) -> Any:
    """What could stand in a field of a move."""
    player = oracle.table[seat]
    region = player.region
    tiles = [*region.cells, *region.cells, *player.new_tiles, *oracle.land, *player.technologies, "nowhere"]
    if field == "technology":
        able = does(oracle, seat, kind) if kind in USES else []
        return stream.choice(able if able and stream.below(8) else [*player.technologies, *oracle.offer, *region.cells])
    if field in {"city", "plant"} or (field == "to" and kind == "locomotive"):
        if field != "city" and stream.below(2):
            return list(stream.choice(region.plants() or sorted(region.people) or [("start", "a")]))
        if stream.below(6):
            return list(stream.choice([city for city, _ in region.cities()]))
        return [stream.choice(tiles), stream.choice("abcdmxN")]
    if field == "span":
        return stream.choice([*(span for figures in region.figures.values() for span in figures["spans"]), "N-NE"])
    if field == "cell":
        return list(stream.choice([*region.free_cells(), (stream.below(7) - 3, stream.below(7) - 3)]))
    numbers = {"coins": 25, "column": oracle.seats + 2, "science": 28}
    if field in numbers:
        return stream.below(numbers[field]) - 1
    return stream.below(4) if field == "turn" else stream.choice(tiles)


def pick(oracle: Oracle, seat: int, legal: Sequence[Move], stream: Stream) -> dict[str, Any]:
    """A legal move of a random type, rarely one that does nothing; bids are low, and bridges are laid together."""
    by_type: dict[str, list[dict[str, Any]]] = {}
    for move in map(plain, legal):
        by_type.setdefault(move["type"], []).append(move)
    kind = stream.choice([*by_type])
    for _ in range(RARE.get(kind, 0)):
        kind = kind if kind not in RARE else stream.choice([*by_type])
    moves = by_type[kind]
    if kind == "bid":
        return moves[min(stream.below(len(moves)), stream.below(len(moves)), stream.below(len(moves)))]
    player = oracle.table[seat]
    if kind == "bridge":
        moves = [move for move in moves if player.region.bridges[move["tile"]]] or moves
    if kind == "buy" and stream.below(2):
        moves = [move for move in moves if player.does(move["technology"], "bridge")] or moves
    return stream.choice(moves)


def compare(
    seats: int, seed: str, often: tuple[int, int], file: dict[str, Any] = COMPONENTS, options: Options = USUAL
) -> None:
    """Play a random game and hold every step against the oracle; `often`: see SOME."""
    every, every_sheet = often
    state = setup(options, seats, load(msgspec.json.encode(file)))
    oracle = Oracle(seats, file, keeps_garbage=options.garbage == "new_land")
    stream, step = Stream(seed, "course"), 0
    while True:
        same_due(state, oracle)
        same_table(state, oracle)
        due, step = state.pending(), step + 1
        if due is None or step % every_sheet == 0:
            same_sheets(state, oracle)
        if step % every == 0:
            same_refusals(state, oracle, stream)
        if due is None:
            break
        if isinstance(due, Draw):
            order = outcome(seed, due)
            state.resolve(order)
            oracle.draw(order)
            continue
        if step % every == 0:
            for seat in due.seats:
                same_moves(state, oracle, seat)
        seat = stream.choice(due.seats)
        move = pick(oracle, seat, state.legal(seat), stream)
        state.apply(seat, msgspec.convert(move, Move))
        oracle.move(seat, move)


@pytest.mark.parametrize(("seed", "often"), daily([(0, SOME), *[(seed, MORE) for seed in range(3)]]))
@pytest.mark.parametrize("seats", daily([3, 4, 5]))
def test_every_game_runs_as_the_oracle_says(seats: int, seed: int, often: tuple[int, int]) -> None:
    compare(seats, f"oracle/{seats}/{seed}", often)


@pytest.mark.parametrize("seats", daily([3, 4, 5]))
def test_garbage_stays_on_new_land_as_the_oracle_says(seats: int) -> None:
    compare(seats, f"garbage/{seats}", MORE, options=Options(garbage="new_land"))


WAITING = [(3, 27), (4, 55), (5, 50)]
"""Players and files: a citizen can move on land whose own citizen is waiting, at a step that MORE compares."""


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("seats", "seed"), daily([*WAITING, *[(seats, seed) for seats in (3, 4, 5) for seed in range(7)]])
)
def test_odd_figures_are_played_as_the_oracle_says(seats: int, seed: int) -> None:
    compare(seats, f"odd/{seats}/{seed}", MORE, odd_file(COMPONENTS, f"{seats}/{seed}"))
