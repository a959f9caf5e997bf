"""A game as PettingZoo's environment of turns: whoever has to decide is the agent."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import BaseWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from cityleague.engine.env.observing import Observer, require_number
from cityleague.engine.env.rewards import REWARDS, Reward, illegal
from cityleague.engine.looks.painter import paint
from cityleague.engine.loop import next_decision
from cityleague.engine.protocol import Setup


def turns(setup: Setup, reward: Reward, width: int) -> BaseWrapper:
    """The environment with PettingZoo's own guards: an illegal action ends the game, and costs a point of rank, or more
    points than any game brings.
    """
    guarded = TerminateIllegalWrapper(TurnEnv(setup, reward, width), illegal_reward=illegal(reward) or -1)
    return OrderEnforcingWrapper(guarded)


class TurnEnv(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """Agents are `seat_0`, `seat_1` and so on. Secret and open decisions are asked for in the order of the seats."""

    def __init__(self, setup: Setup, reward: Reward, width: int) -> None:
        super().__init__()
        self.setup, self._reward = setup, REWARDS[reward]
        self.metadata = {"name": f"cityleague_{setup.game.name}", "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self._observer = Observer(setup, width)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observer.space)
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}
        self._games, self._seed = 0, "0"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Numbers of legal moves, as many as the environment is wide."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed decides what chance brings in this game and, without one, in those that follow."""
        if seed is not None:
            self._games, self._seed = 0, str(seed)
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
        gains = self._reward(self.state_of_game.scores())
        for agent in self.agents:
            self.rewards[agent] = gains[self._seat[agent]]
            self.terminations[agent] = True
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
        require_number(action)
        assert action is not None
        if not 0 <= action < len(self._legal):
            raise IndexError(f"the actions are 0 to {len(self._legal) - 1}, not {action}")
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.apply(self._seat[agent], self._legal[int(action)])
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str:
        """The table as everybody sees it, in text."""
        return paint(self.setup, self.state_of_game.view(None))

    def close(self) -> None:
        """Nothing is left to be closed."""
