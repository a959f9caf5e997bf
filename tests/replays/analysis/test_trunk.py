"""Playouts from one position share what no luck decides: they come out as if each were played alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup, State
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays.analysis.game import endings
from cityleague.replays.analysis.levels import terms_of
from cityleague.replays.analysis.playouts import Coin, Playouts, Trunk
from cityleague.replays.tournaments import play

from ...rows import daily

B2C = "between_two_cities"


def position(name: str, share: float) -> tuple[Setup, State[Any]]:
    """So far into a game."""
    game = play(name, ["random"] * find(name).seats[1], seed="7")
    places = [position for position in game.positions() if position.seat is not None]
    found = places[int(len(places) * share)]
    return found.setup, found.state


@pytest.mark.parametrize("policy", daily(["heuristic", "greedy", "random"]))
@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_playouts_together_come_out_as_alone(name: str, policy: str) -> None:
    setup, state = position(name, 0.8)
    playouts = Playouts(setup, "seed", terms_of(name, "quick", policy=policy))
    alone = [playouts.play(state.copy(), f"x/{number}") for number in range(6)]
    assert endings(playouts, state, "x", 6) == alone


class Asked:
    """It counts how often it is asked."""

    times = 0

    def __init__(self, _setup: Setup, _stream: Stream, _parameters: Mapping[str, str]) -> None:
        pass

    def choose(self, _view: Any, legal: Sequence[Any]) -> Any:
        """The first move, without luck."""
        Asked.times += 1
        return legal[0]


class Moody(Asked):
    """It begins with a random number, and keeps it in mind."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, parameters)
        self._mood = stream.below(2)

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The first or the last move."""
        super().choose(view, legal)
        return legal[-self._mood]


def asked(kind: type[Asked], times: int) -> tuple[int, int]:
    """In how many ways playouts of the last round end, which has no luck, and how often such bots are asked."""
    setup, state = position(B2C, 0.8)
    playouts = Playouts(setup, "seed", terms_of(B2C, "quick"))
    playouts._policy = playouts._policy._replace(factory=kind)
    Asked.times = 0
    return len({end.leads for end in endings(playouts, state, "x", times)}), Asked.times


def test_a_move_that_no_luck_decides_is_worked_out_once() -> None:
    once, often = asked(Asked, 1), asked(Asked, 20)
    assert once == often
    assert once[1] > 3


def test_a_bot_that_keeps_a_random_number_in_mind_is_asked_each_time() -> None:
    ends, times = asked(Moody, 20)
    assert times > 15 * asked(Moody, 1)[1]
    assert ends > 1


def test_a_coin_tells_whether_it_was_tossed() -> None:
    coin = Coin("7", "demo")
    assert coin.choice(["a"]) == "a"
    assert not coin.tossed()
    other = Stream("7", "demo")
    tosses: list[Callable[[Stream], object]] = [
        lambda stream: stream.choice("abc"),
        lambda stream: stream.below(9),
        lambda stream: stream.draw("abc", 2),
    ]
    for toss in tosses:
        assert toss(coin) == toss(other)
        assert coin.tossed()
        assert not coin.tossed()


def test_branches_are_told_apart_by_what_has_happened() -> None:
    trunk = Trunk()
    assert trunk.after("a") is trunk.after("a")
    assert trunk.after("a") is not trunk.after("b")
