"""A game as PettingZoo's environment of turns: whoever has to decide is the agent."""

from operator import index
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import BaseWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from cityleague.engine.env.observing import RENDER_MODES, Observer, number_of
from cityleague.engine.env.rewards import REWARDS, Reward, ending, illegal
from cityleague.engine.loop import next_decision


def turns(observer: Observer, reward: Reward) -> BaseWrapper:
    """The environment with PettingZoo's own guards: an illegal action ends the game, and costs a point of rank, or more
    points than any game brings.
    """
    guarded = TerminateIllegalWrapper(TurnEnv(observer, reward), illegal_reward=illegal(reward) or -1)
    return OrderEnforcingWrapper(guarded)


class TurnEnv(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """Agents are `seat_0`, `seat_1` and so on. Secret and open decisions are asked for in the order of the seats."""

    def __init__(self, observer: Observer, reward: Reward) -> None:
        super().__init__()
        self._observer, setup = observer, observer.setup
        self.setup, self._reward = setup, REWARDS[reward]
        name = f"cityleague_{setup.game.name}"
        self.metadata = {"name": name, "render_modes": [*RENDER_MODES], "render_fps": 1, "is_parallelizable": True}
        self.render_mode = observer.render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        size = setup.seats * len(observer.encoding.columns)
        self.state_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, observer.space)
        self.action_spaces = {agent: spaces.Discrete(observer.width) for agent in self.possible_agents}
        self._games, self._seed = 0, "0"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Numbers of legal moves, as many as the environment is wide."""
        return self.action_spaces[agent]

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed decides what chance brings in this game and, without one, in those that follow."""
        if seed is not None:
            self._games, self._seed = 0, str(index(seed))
        self._games += 1
        self._chance = f"{self._seed}/{self._games}"
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_of_game = self.setup.begin()
        self._go_on()

    def _go_on(self) -> None:
        """Find out who decides next. At the end all agents are told their rewards."""
        decision = next_decision(self.state_of_game, self._chance)
        if decision is not None:
            seat = decision.seats[0]
            self.agent_selection = self.possible_agents[seat]
            self._legal = self.state_of_game.legal(seat)
            return
        self._legal = ()
        sheets = self.state_of_game.scores()
        gains, told = self._reward(sheets), ending(sheets)
        for agent in self.agents:
            self.rewards[agent] = gains[self._seat[agent]]
            self.terminations[agent] = True
            self.infos[agent] = {**told}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows; the mask and the rows of moves are those of its own decision, if it has to decide."""
        legal = self._legal if agent == self.agent_selection else ()
        return self._observer.seen(self.state_of_game, self._seat[agent], legal)

    def step(self, action: int | None) -> None:
        """Make a legal move by its number; raises IndexError for another one, and TypeError for what is no number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = number_of(action)
        if not 0 <= number < len(self._legal):
            raise IndexError(f"the actions are 0 to {len(self._legal) - 1}, not {number}")
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.apply(self._seat[agent], self._legal[number])
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def state(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What all seats see together, for critics; it holds what is hidden from each of them."""
        return self._observer.whole(self.state_of_game)

    def render(self) -> str | None:
        """The table as everybody sees it."""
        return self._observer.shown(self.state_of_game, None)
