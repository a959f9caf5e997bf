"""The search bot: it plays well, keeps to its budget, repeats itself, and knows nothing that its seat does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.builtin import Greedy
from cityleague.engine.bots.mcts import Mcts, worths
from cityleague.engine.bots.specs import BotSpecError, parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find

from . import toy
from .arena import league
from .test_games import decisions, setup_of
from .test_imagining import met

TABLES = [(name, find(name).seats[-1]) for name in GAMES]
every_full_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=GAMES)


def chosen(setup: Setup, view: Any, legal: list[Any], **parameters: str) -> Any:
    quick = {"iterations": "8", "horizon": "1", "policy": "greedy"}
    return Mcts(setup, Stream("s", "bot"), quick | parameters).choose(view, legal)


@every_full_table
def test_it_chooses_alike_in_states_that_its_seat_cannot_tell_apart(name: str, seats: int) -> None:
    setup = setup_of(find(name), seats, {})
    compared = 0
    for state, _, seat in met(name, seats, {}):
        legal = state.legal(seat)
        if len(legal) > 1 and compared < 6:
            other = setup.imagine(state.view(seat), Stream("another", ""))
            assert chosen(setup, state.view(seat), legal) == chosen(setup, other.view(seat), other.legal(seat))
            compared += state.digest() != other.digest()
    assert compared


@every_full_table
@pytest.mark.parametrize(("iterations", "width"), [(4, 8), (10, 8), (33, 8), (30, 1000)])
def test_it_keeps_to_its_budget(name: str, seats: int, iterations: int, width: int) -> None:
    game = find(name)
    worlds: list[int] = []

    def counted(setup: Setup, view: Any, stream: Stream) -> Any:
        worlds.append(1)
        return game.imagine(setup, view, stream)

    fields = {field: getattr(game, field) for field in game.__dataclass_fields__}
    setup = setup_of(type(game)(**fields | {"imagine": counted}), seats, {})
    searched = 0
    for number, (state, due) in enumerate(decisions(name, seats, {})):
        legal = state.legal(due.seats[0])
        if number % 20 == 0:
            worlds.clear()
            chosen(
                setup, state.view(due.seats[0]), legal, iterations=str(iterations), width=str(width), policy="random"
            )
            assert len(worlds) <= iterations
            assert bool(worlds) == (len(legal) > 1)
            searched += len(worlds) > iterations // 2
    assert searched


def test_it_finds_the_move_that_wins() -> None:
    """Of the lots of the toy game a tower is best: the mill has more points, but whoever builds it comes last."""
    setup = setup_of(toy.GAME, 2, {})
    state = setup.begin()
    state.resolve(["rain", "sun"])
    (move,) = [move for move in state.legal(0) if move.lot == "tower"]
    assert chosen(setup, state.view(0), state.legal(0), policy="random") == move
    assert Greedy(setup, Stream("s", "bot"), {}).choose(state.view(0), state.legal(0)) != move


@every_full_table
def test_all_moves_are_played_on_to_the_same_round(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []
    play_out = Mcts._play_out

    def followed(self: Mcts, state: Any, world: str, end: int) -> list[float]:
        ends.append(end)
        found = play_out(self, state, world, end)
        assert state.pending() is None or state.round == end
        return found

    monkeypatch.setattr(Mcts, "_play_out", followed)
    for number, (state, due) in enumerate(decisions(name, seats, {})):
        if number % 10 == 0:
            ends.clear()
            chosen(
                setup_of(find(name), seats, {}), state.view(due.seats[0]), state.legal(due.seats[0]), policy="random"
            )
            assert set(ends) <= {state.round + 1}


def test_the_tree_grows_below_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(toy.GAME, 3, {})
    state = setup.begin()
    state.resolve(["rain", "sun"])
    roots: list[Any] = []
    iterate = Mcts._iterate

    def followed(self: Mcts, move: Any, node: Any) -> float:
        roots.append(node)
        return iterate(self, move, node)

    monkeypatch.setattr(Mcts, "_iterate", followed)
    chosen(setup, state.view(0), state.legal(0), iterations="200")
    deep = max(roots, key=lambda node: node.visits)
    assert len(deep.children) > 1
    assert sum(child.visits for child in deep.children.values()) == deep.visits - 1
    tried = max(deep.children.values(), key=lambda child: child.visits)
    assert max(deep.children.values(), key=lambda child: child.mean) is tried  # what is good for who moves there
    assert tried.children


def test_what_an_end_is_worth_goes_by_places_and_leads() -> None:
    state = toy.ToyState(3)
    state.drawn, state.built = True, ["tower", "half", "mill"]
    best, second, last = worths(state)
    assert best > second > last
    alone = toy.ToyState(1)
    alone.drawn, alone.built = True, ["tower"]
    assert worths(alone) == [0.01]
    alone.built = ["mill"]
    assert worths(alone)[0] < 0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("iterations=3", "iterations takes 4 to 1000000, not 3"),
        ("iterations=many", "iterations takes a whole number, not 'many'"),
        ("policy=mcts", "policy takes heuristic, greedy, random, not 'mcts'"),
        ("depth=3", "unknown parameter 'depth'; it takes iterations, width, exploration, horizon, doubt, policy"),
    ],
)
def test_wrong_parameters_are_refused(parameters: str, message: str) -> None:
    with pytest.raises(BotSpecError) as refused:
        parse(f"mcts?{parameters}", find("neom"))
    assert message in str(refused.value)


def test_a_move_is_never_changed_by_another_games_search() -> None:
    """Two bots of one process do not share anything."""
    name, seats = "between_two_cities", 3
    setup = setup_of(find(name), seats, {})
    state, due = next(iter(decisions(name, seats, {})))
    view, legal = state.view(due.seats[0]), state.legal(due.seats[0])
    alone = chosen(setup, view, legal)
    one = Mcts(setup, Stream("s", "bot"), {"iterations": "8", "horizon": "1", "policy": "greedy"})
    chosen(setup, view, legal, iterations="16")
    assert one.choose(msgspec.structs.replace(view), legal) == alone


def test_it_beats_the_heuristic(tmp_path: Path) -> None:
    """In Between Two Cities with the budget that the README names; there are the other games."""
    bots = ["mcts?iterations=32&horizon=1", "one=heuristic", "two=heuristic"]
    found = league("between_two_cities", bots, 3, 4, tmp_path)
    first = found.rows[0]
    assert first.player == bots[0]
    assert (first.points or 0) / first.games > 0.65
