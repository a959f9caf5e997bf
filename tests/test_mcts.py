"""The search bot plays well and repeats itself; `cityleague.replays.testing` tests it in every game."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.builtin import Greedy, expectation
from cityleague.engine.bots.mcts import Mcts, worths
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Game
from cityleague.engine.registry import game as find
from cityleague.replays import play
from cityleague.replays.testing.bots import chosen
from cityleague.replays.testing.games import decisions, setup_of

from . import toy as toy_module
from .arena import course, league, pooled


def test_it_finds_the_move_that_wins() -> None:
    """In the toy game a tower is best: the mill has more points, but its builder comes last."""
    setup = setup_of(toy_module.GAME, 2)
    state = setup.begin()
    state.resolve(["rain", "sun"])
    (move,) = [move for move in state.legal(0) if move.lot == "tower"]
    assert chosen(setup, state.view(0), state.legal(0), policy="random") == move
    assert Greedy(setup, Stream("s", "bot"), {}).choose(state.view(0), state.legal(0)) != move


def test_the_tree_grows_below_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(toy_module.GAME, 3)
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


def test_the_worth_of_an_end_depends_on_places_and_leads() -> None:
    state = toy_module.ToyState(3)
    state.drawn, state.built = True, ["tower", "half", "mill"]
    best, second, last = worths(state)
    assert best > second > last
    alone = toy_module.ToyState(1)
    alone.drawn, alone.built = True, ["tower"]
    assert worths(alone) == [0.01]
    alone.built = ["mill"]
    assert worths(alone)[0] < 0


def test_the_heuristic_names_the_rivals_if_it_judges() -> None:
    """Its second choice is what it would choose without the first, and so on."""

    class Last:
        def choose(self, view: Any, legal: Sequence[Any]) -> Any:
            return legal[-1]

    setup = setup_of(toy_module.GAME, 2)
    state = setup.begin()
    state.resolve(["rain", "sun"])
    legal = state.legal(0)
    bot = Mcts(setup, Stream("s", "bot"), {"judge": "heuristic", "width": "3"})
    assert bot._promising(Last(), state.view(0), legal) == legal[:-4:-1]
    assert len(legal) > 3


def test_a_heuristic_that_answers_with_a_move_that_is_not_listed_names_no_more_rivals() -> None:
    class Own:
        def choose(self, view: Any, legal: Sequence[Any]) -> Any:
            return legal[0] if len(legal) > 2 else toy_module.Build("half")

    setup = setup_of(toy_module.GAME, 2)
    bot = Mcts(setup, Stream("s", "bot"), {"judge": "heuristic"})
    legal = [toy_module.Build("pit"), toy_module.Build("tower"), toy_module.Build("mill")]
    assert bot._promising(Own(), toy_module.View(0, ()), legal) == legal[:1]


@pytest.mark.parametrize(
    ("name", "seats"), [("between_two_cities", 3), ("city_tycoon", 3), ("neom", 2), ("twentieth_century", 3)]
)
def test_what_a_heuristic_expects_is_nearer_to_the_last_scores_than_the_present_ones(name: str, seats: int) -> None:
    setup = setup_of(find(name), seats)
    bots = [setup.game.bots["heuristic"](setup, Stream("expect", str(seat)), {}) for seat in range(seats)]
    seen: dict[int, tuple[list[float], list[float]]] = {}

    def choose(state: Any, seat: int) -> Any:
        if state.round not in seen:
            seen[state.round] = [sheet.total for sheet in state.scores()], bots[seat].expect(state.view(seat))  # type: ignore[attr-defined]
        return bots[seat].choose(state.view(seat), state.legal(seat))

    for state, _ in course(setup.begin(), "expect", choose):
        last = state
    scores = [sheet.total for sheet in last.scores()]

    def off(totals: list[float]) -> float:
        return sum(abs(total - score) for total, score in zip(totals, scores, strict=True))

    nearer = [off(expected) < off(present) for present, expected in seen.values()]
    assert len(nearer) == last.round
    assert sum(nearer) > 0.8 * len(nearer)


def test_leads_that_are_expected_in_card_city_are_nearer_to_the_last_ones_than_the_present_ones() -> None:
    """Over games of `greedy`, between the first round and the last. What all seats have alike is left out there."""
    name, seats = "card_city_xl", 2
    expected, present = 0.0, 0.0
    for number in range(5):
        game = play(name, ["greedy"] * seats, seed=str(number))
        seen, places = set(), list(game.positions())
        end = lead([float(score) for score in game.result().scores])
        bot: Any = places[0].setup.game.bots["heuristic"](places[0].setup, Stream("leads", "bot"), {})
        for place in places:
            state = place.state
            if place.seat is not None and state.round not in seen and 1 < state.round < places[-1].state.round:
                seen.add(state.round)
                expected += (lead(bot.expect(place.view(place.seat))) - end) ** 2
                present += (lead([float(sheet.total) for sheet in state.scores()]) - end) ** 2
        assert seen
    assert expected < present


def lead(totals: Sequence[float]) -> float:
    return totals[0] - max(totals[1:])


def test_alone_the_heuristic_judges_by_the_score() -> None:
    setup = setup_of(find("neom"), 1)
    state, due, listed = next(decisions(setup))
    view, legal = state.view(due.seats[0]), listed[due.seats[0]]
    assert chosen(setup, view, legal, judge="heuristic", policy="heuristic") in legal


class Guessing(Greedy):
    def expect(self, view: Any) -> list[float]:
        return [float(view.round)] * 3


def test_a_bot_that_expects_by_its_view_alone_can_be_handed_to_other_processes() -> None:
    setup = setup_of(find("neom"), 3)
    expected = expectation(Guessing(setup, Stream("s", "bot"), {}))
    state, *_ = next(decisions(setup))
    assert expected
    assert pickle.loads(pickle.dumps(expected))(state, 0) == [1.0] * 3


def test_a_move_is_never_changed_by_another_games_search() -> None:
    """Two bots in one process share nothing."""
    setup = setup_of(find("between_two_cities"), 3)
    state, due, listed = next(decisions(setup))
    view, legal = state.view(due.seats[0]), listed[due.seats[0]]
    alone = chosen(setup, view, legal)
    mcts = Mcts(setup, Stream("s", "bot"), {"iterations": "4", "horizon": "1", "policy": "greedy"})
    chosen(setup, view, legal, iterations="16")
    assert mcts.choose(msgspec.structs.replace(view), legal) == alone


@pytest.mark.parametrize(("seats", "deals"), [(2, 12), (3, 8)])
def test_it_beats_greedy(seats: int, deals: int, toy: Game, tmp_path: Path) -> None:
    """In the toy game, which is quick: over 24 games, more than four standard errors from luck."""
    bots = ["mcts?policy=random", *[f"{name}=greedy" for name in "ab"[: seats - 1]]]
    points, errors = pooled(bots[0], [league(toy.name, bots, seats, deals, tmp_path)])
    assert points > 0.9
    assert errors > 4
