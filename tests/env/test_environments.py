"""Games as environments: recorded games, played again by action numbers, come out as they are on record.

PettingZoo's own tests pass for environments without rewards, with other seats' observations or with ignored actions. So
the tests here hold each step against a record, and spoilt environments show that they notice.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from cityleague.engine.env import REWARDS, EnvironmentMissingError, Reward, TooManyMovesError, encoding_of, env
from cityleague.engine.env.alone import SeatEnv
from cityleague.engine.env.observing import Observer
from cityleague.engine.env.turns import TurnEnv
from cityleague.engine.loop import prepare
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays import RecordedGame, play

from ..rows import daily

Outcome = tuple[tuple[int, ...], tuple[float, ...]]


@cache
def recorded(name: str, seats: int) -> RecordedGame:
    """A game of which chance is that of an environment's first game with seed 0."""
    return play(name, ["random"] * seats, seed="0/1")


def played_again(made: TurnEnv, game: RecordedGame, *, padded: bool = False) -> None:
    """Drive an environment along a record, and compare each step with it."""
    encoding = encoding_of(made.setup)
    made.reset(seed=0)
    last = None
    for position in game.positions():
        last = position
        if position.seat is None:
            break
        agent = made.agent_selection
        assert agent == f"seat_{position.seat}"
        legal = position.legal()
        seen = made.observe(agent)
        assert int(seen["action_mask"].sum()) == len(legal)
        assert (seen["observation"] == encoding.observe(position.state, position.seat)).all()
        assert len(seen["moves"]) == (640 if padded else len(legal))
        assert (seen["moves"][: len(legal)] == encoding.rows(position.state, position.seat, legal)).all()
        assert not seen["moves"][len(legal) :].any()
        assert (made.state()[: len(encoding.columns)] == encoding.observe(position.state, 0)).all()
        assert made.state_space.contains(made.state())
        assert made.state_of_game.digest() == position.state.digest()
        assert not any(made.terminations.values())
        assert not any(made.rewards.values())
        made.step(legal.index(position.move))
    assert last is not None
    assert made.state_of_game.digest() == last.state.digest()
    assert made.agents == made.possible_agents
    assert all(made.terminations[agent] for agent in made.possible_agents)
    totals, ranks = game.result().scores, game.result().ranks
    leads = [total - max([*totals[:seat], *totals[seat + 1 :]]) for seat, total in enumerate(totals)]
    places = [
        (sum(other > rank for other in ranks) + sum(other == rank for other in ranks) / 2 - 0.5) / (len(ranks) - 1)
        for rank in ranks
    ]
    wanted = {"score": totals, "margin": leads, "rank": places}[
        next(k for k, v in REWARDS.items() if v is made._reward)
    ]
    assert [made.rewards[agent] for agent in made.possible_agents] == pytest.approx(wanted)
    winner = ranks.index(1) if ranks.count(1) == 1 else -1
    for _ in made.possible_agents:
        _, reward, over, _, told = made.last()
        assert told == {"scores": [*totals], "ranks": [*ranks], "winner": winner}
        assert (reward, over) == (pytest.approx(wanted[made._seat[made.agent_selection]]), True)
        made.step(None)
    assert not made.agents


@pytest.mark.parametrize("reward", daily([*REWARDS]))
@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_a_recorded_game_comes_out_as_it_did(name: str, reward: Reward) -> None:
    seats = find(name).seats[-1] if reward == "rank" else find(name).seats[1]
    game = recorded(name, seats)
    padded = reward == "margin"
    played_again(env(name, seats, reward=reward, padded=padded).unwrapped, game, padded=padded)


class Unrewarded(TurnEnv):
    """Nobody gets anything."""

    def _go_on(self) -> None:
        super()._go_on()
        self.rewards = dict.fromkeys(self.rewards, 0.0)


class Misplaced(TurnEnv):
    """Each agent sees what the next one should."""

    def observe(self, agent: str) -> dict[str, Any]:
        other = self.possible_agents[(self._seat[agent] + 1) % len(self.possible_agents)]
        return {**super().observe(agent), "observation": super().observe(other)["observation"]}


class Deaf(TurnEnv):
    """Whatever is asked for, the first move is made."""

    def step(self, action: int | None) -> None:
        super().step(None if action is None else 0)


class Unfinished(TurnEnv):
    """The last seat is never told that the game is over."""

    def _go_on(self) -> None:
        super()._go_on()
        self.terminations[self.possible_agents[-1]] = False


class Blind(TurnEnv):
    """The rows of moves are those of other moves."""

    def observe(self, agent: str) -> dict[str, Any]:
        seen = super().observe(agent)
        return {**seen, "moves": np.roll(seen["moves"], 1, axis=0)}


@pytest.mark.parametrize("spoilt", [Unrewarded, Misplaced, Deaf, Unfinished, Blind])
def test_a_spoilt_environment_is_noticed(spoilt: type[TurnEnv]) -> None:
    made = spoilt(Observer(prepare("between_two_cities", 3)), "margin")
    with pytest.raises(AssertionError):
        played_again(made, recorded("between_two_cities", 3))


def quietly(check: Callable[[], object]) -> None:
    """PettingZoo advises against dict observations of its own kind, and against agents' names; that is no failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check()


@pytest.mark.parametrize("name", daily([*GAMES], 2))
def test_pettingzoos_own_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = find(name).seats[-1]
    quietly(lambda: api_test(env(name, seats), num_cycles=40, verbose_progress=False))
    quietly(lambda: seed_test(lambda: env(name, seats), num_cycles=20))
    capsys.readouterr()


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_parallel_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    quietly(lambda: parallel_api_test(turn_based_aec_to_parallel(env(name, find(name).seats[1])), num_cycles=20))
    capsys.readouterr()


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_test_passes(name: str) -> None:
    """It samples actions without the mask: most end the game at once."""
    others = ["random"] * (find(name).seats[1] - 1)
    quietly(lambda: check_env(env(name, find(name).seats[1], opponents=others), skip_render_check=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_over_for_a_learner_when_it_is_over(name: str) -> None:
    seats = find(name).seats[1]
    made = env(name, seats, opponents=["random"] * (seats - 1), reward="rank")
    chaos = np.random.default_rng(3)
    for number in range(3):
        seen, told = made.reset(seed=5 if not number else None)
        assert told["seat"] == number % seats
        over, gain, steps = False, 0.0, 0
        while not over:
            assert not gain
            assert (made.action_masks() == seen["action_mask"]).all()
            assert not {"scores", "ranks", "winner"} & {*told}
            seen, gain, over, _, told = made.step(int(chaos.integers(seen["action_mask"].sum())))
            steps += 1
        assert told["scores"] == [sheet.total for sheet in made.state_of_game.scores()]
        assert min(told["ranks"]) == 1
        assert told["winner"] == (told["ranks"].index(1) if told["ranks"].count(1) == 1 else -1)
        assert steps > 3
        assert made.state_of_game.pending() is None
        assert gain == REWARDS["rank"](made.state_of_game.scores())[made.seat]


def test_the_same_seed_gives_the_same_games() -> None:
    def games() -> list[Any]:
        made = env("neom", 3, opponents=["random", "greedy"])
        told = []
        for number in range(2):
            seen, _ = made.reset(seed=9 if not number else None)
            over = False
            while not over:
                seen, gain, over, _, _ = made.step(0)
            told.append((made.state_of_game.digest(), gain, seen["observation"].tobytes()))
        return told

    first, second = games()
    assert games() == [first, second]
    assert first != second


@pytest.mark.parametrize(("reward", "worst"), [("rank", 0.0), ("margin", -1000.0), ("score", -1000.0)])
def test_an_illegal_action_of_a_learner_costs_it_more_than_any_game(reward: Reward, worst: float) -> None:
    made = env("between_two_cities", 3, opponents=["greedy", "greedy"], reward=reward)
    made.reset(seed=1)
    for _ in range(3):
        made.step(0)
    _, gain, over, cut, told = made.step(made.action_space.n - 1)
    assert (gain, over, cut, told) == (worst, True, False, {"illegal": 639})
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        made.step(0)


def test_before_a_game_has_begun_a_learner_is_told_to_begin_one() -> None:
    made = env("between_two_cities", 2, opponents=["greedy"])
    with pytest.raises(RuntimeError, match="no game is going on"):
        made.step(0)


@pytest.mark.parametrize(("reward", "lost"), [("rank", -1), ("margin", -1000)])
def test_an_illegal_action_of_an_agent_ends_the_game_for_all(reward: Reward, lost: float) -> None:
    made = env("between_two_cities", 3, reward=reward)
    made.reset(seed=1)
    agent = made.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.step(639)
    assert made.rewards[agent] == lost
    assert all(made.terminations.values())
    bare = made.unwrapped
    bare.reset()
    with pytest.raises(IndexError, match="the actions are 0 to"):
        bare.step(639)


def test_too_many_moves_are_named() -> None:
    made = env("between_two_cities", 3, width=4)
    made.reset(seed=1)
    with pytest.raises(
        TooManyMovesError,
        match=r"\d+ moves are legal, the environment offers 4: make it wider, with env\(..., width=\d+\)",
    ):
        made.observe(made.agent_selection)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: env("neom", 3, render_mode="film"), "the render modes are ansi, svg, not 'film'"),  # type: ignore[call-overload]
        (lambda: env("neom", 3, reward="luck"), "the rewards are rank, margin, score, not 'luck'"),  # type: ignore[call-overload]
        (lambda: env("neom", 3, opponents=["greedy"]), "3 seats need 2 opponents, not 1"),
        (lambda: env("neom", 2, opponents=["genius"]), "no bot is called 'genius'"),
        (lambda: env("neom", 9), "9 players; the game is for 1 to 5"),
        (lambda: env("neom", 2, opponents=["random"]).reset(options={"seat": 2}), "the seats are 0 to 1, not 2"),
        (lambda: env("neom", 2, opponents=["random"]).reset(options={"seat": "1"}), "the seats are 0 to 1, not '1'"),
    ],
)
def test_what_cannot_be_an_environment_is_told(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: env("neom", 2, opponents="greedy"), "opponents is a list of specs, or of bots .*, not 'greedy'"),
        (lambda: env("neom", 2, opponents=[7]), "opponents is a list of specs, or of bots .*, not 7"),  # type: ignore[list-item]
        (lambda: begun(env("neom", 2, opponents=["random"])).step(1.5), "number of a legal move, not 1.5"),
        (lambda: begun(env("neom", 2).unwrapped).step("0"), "number of a legal move, not '0'"),
    ],
)
def test_what_is_of_another_kind_is_told(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def begun(made: Any) -> Any:
    """An environment in which a game has begun."""
    made.reset(seed=1)
    return made


@pytest.mark.parametrize("name", GAMES)
def test_environments_pickle_in_the_middle_of_a_game(name: str) -> None:
    seats = find(name).seats[1]
    for made in (begun(env(name, seats)), begun(env(name, seats, opponents=["greedy"] * (seats - 1)))):
        for _ in range(3):
            made.step(0)
        other = pickle.loads(pickle.dumps(made))
        for environment in (made, other):
            environment.step(0)
        seen, same = (environment.unwrapped.render() for environment in (made, other))
        assert seen == same


def test_a_bot_of_ones_own_is_an_opponent() -> None:
    """It plays as the spec does that makes the same bot, and sits where the learner does not."""
    asked: list[int] = []

    class First:
        def choose(self, view: Any, legal: Sequence[Any]) -> Any:
            asked.append(view.seat)
            return legal[0]

    made = env("between_two_cities", 3, opponents=[First(), "greedy"])
    for _ in range(2):
        _, told = made.reset(seed=None)
        over = False
        while not over:
            _, _, over, _, _ = made.step(0)
        assert asked
        assert {*asked} == {1 if told["seat"] == 0 else 0}
        asked.clear()


@pytest.mark.parametrize(("library", "opponents"), [("pettingzoo", None), ("gymnasium", ["random"])])
def test_what_to_install_is_told(monkeypatch: pytest.MonkeyPatch, library: str, opponents: list[str] | None) -> None:
    for module in [name for name in sys.modules if name.startswith("cityleague.engine.env.")]:
        if not module.endswith((".encoding", ".rewards")):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        EnvironmentMissingError, match=rf"need {library}: install the extra `env`, with pip install '.\[env\]' in"
    ):
        env("neom", 2, opponents=opponents)


def test_nothing_else_waits_for_them() -> None:
    code = "import sys, cityleague.replays, cityleague.cli; print({'pettingzoo', 'gymnasium'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_in_gymnasiums_registry(name: str, padded: bool) -> None:
    made = gymnasium.make(f"cityleague/{GAMES[name].replace(' ', '')}-v0", padded=padded)
    seen, _ = made.reset(seed=np.int64(4))  # type: ignore[arg-type]
    same, _ = made.reset(seed=4)
    assert (seen["observation"] == same["observation"]).all()
    assert made.observation_space.contains(seen)
    assert made.unwrapped.setup.game.name == name  # type: ignore[attr-defined]
    quietly(lambda: check_env(made.unwrapped, skip_render_check=True))


def test_gymnasium_has_nothing_to_warn_of() -> None:
    with warnings.catch_warnings(action="error"):
        made = gymnasium.make("cityleague/NEOM-v0", render_mode="ansi")
        made.reset(seed=4)
        assert "draft, pick 1" in str(made.render())


def test_several_environments_are_stepped_together() -> None:
    made = gymnasium.make_vec(
        "cityleague/BetweenTwoCities-v0", 3, "sync", seats=3, opponents=["random", "greedy"], padded=True
    )
    seen, _ = made.reset(seed=1)
    for _ in range(60):
        seen, gains, over, _, told = made.step(seen["action_mask"].argmax(axis=1))
        assert seen["moves"].shape[:2] == (3, 640)
        if over.any():
            assert over.all()
            assert [*told["winner"]] == [ranks.index(1) if ranks.count(1) == 1 else -1 for ranks in told["ranks"]]
            assert gains[0] == (3 - told["ranks"][0][0]) / 2 or told["ranks"][0].count(told["ranks"][0][0]) > 1
            return
    raise AssertionError("no game has ended")


@pytest.mark.parametrize("opponents", [None, ["greedy"]])
def test_a_table_is_drawn_in_the_way_that_is_asked_for(opponents: Any) -> None:
    for name in GAMES:
        shown = [
            begun(env(name, 3, opponents=opponents and opponents * 2, render_mode=mode)).render()
            for mode in ("ansi", "svg", None)
        ]
        assert GAMES[name] == ElementTree.fromstring(shown[1])[0].text
        assert "svg" not in shown[0]
        assert shown[2] is None


def test_a_learner_is_an_environment_of_its_own_kind() -> None:
    assert isinstance(env("neom", 2, opponents=["random"]), SeatEnv)
