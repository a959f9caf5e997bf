"""A game as Gymnasium's environment: one seat is the learner's, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from cityleague.engine.bots.specs import BotSpec, parse
from cityleague.engine.chance import Stream
from cityleague.engine.env.observing import Observer, require_number
from cityleague.engine.env.rewards import REWARDS, Reward, illegal
from cityleague.engine.looks.painter import paint
from cityleague.engine.loop import next_decision
from cityleague.engine.protocol import Bot, Setup


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """From game to game the learner sits one seat further on; `reset(options={"seat": 1})` says where."""

    def __init__(self, setup: Setup, opponents: Sequence[str | Bot], reward: Reward, width: int) -> None:
        """Raises TypeError for what is no bot, ValueError if they do not fill the other seats, and BotSpecError."""
        for opponent in [opponents] if isinstance(opponents, str) else opponents:
            if opponent is opponents or not (isinstance(opponent, str) or callable(getattr(opponent, "choose", None))):
                raise TypeError(f"opponents is a list of specs, or of bots with a method `choose`, not {opponent!r}")
        if len(opponents) != setup.seats - 1:
            raise ValueError(f"{setup.seats} seats need {setup.seats - 1} opponents, not {len(opponents)}")
        self.setup, self._reward, self._illegal = setup, REWARDS[reward], illegal(reward)
        self._legal: Sequence[Any] = ()
        self._opponents = [parse(bot, setup.game) if isinstance(bot, str) else bot for bot in opponents]
        self._observer = Observer(setup, width)
        self.observation_space = self._observer.space
        self.action_space: spaces.Space[Any] = spaces.Discrete(width)
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self._games, self._seed = 0, "0"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. The seed decides chance, also that of the bots, in this game and those that follow."""
        super().reset(seed=seed)
        if seed is not None:
            self._games, self._seed = 0, str(seed)
        seat = (options or {}).get("seat", self._games % self.setup.seats)
        if not isinstance(seat, int | np.integer) or seat not in range(self.setup.seats):
            raise ValueError(f"the seats are 0 to {self.setup.seats - 1}, not {seat!r}")
        self.seat = int(seat)
        self._games += 1
        self._chance = f"{self._seed}/{self._games}"
        others = [seat for seat in range(self.setup.seats) if seat != self.seat]
        self._bots: dict[int, Bot] = {
            other: bot.make(self.setup, Stream(self._chance, f"bot/{other}")) if isinstance(bot, BotSpec) else bot
            for other, bot in zip(others, self._opponents, strict=True)
        }
        self.state_of_game = self.setup.begin()
        self._play_on()
        return self._seen(), {"seat": self.seat}

    def _play_on(self) -> bool:
        """Let the bots play until the learner has to decide; whether the game is over."""
        state = self.state_of_game
        self._legal = ()
        while (decision := next_decision(state, self._chance)) is not None:
            if self.seat in decision.seats:
                self._legal = state.legal(self.seat)
                return False
            seat = decision.seats[0]
            legal = state.legal(seat)
            state.apply(seat, legal[0] if len(legal) == 1 else self._bots[seat].choose(state.view(seat), legal))
        return True

    def _seen(self) -> dict[str, Any]:
        return self._observer.seen(self.state_of_game, self.seat, self._legal)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a legal move by its number. An illegal action ends the game with the last place (by rank), or with far
        fewer points than any game brings. Raises RuntimeError if no game is going on.
        """
        if not self._legal:
            raise RuntimeError("no game is going on: call reset() first")
        require_number(action)
        if not 0 <= action < len(self._legal):
            seen, self._legal = self._seen(), ()
            return seen, self._illegal, True, False, {"illegal": int(action)}
        self.state_of_game.apply(self.seat, self._legal[int(action)])
        over = self._play_on()
        gain = self._reward(self.state_of_game.scores())[self.seat] if over else 0.0
        return self._seen(), gain, over, False, {}

    def render(self) -> str:
        """The table as the learner sees it, in text."""
        return paint(self.setup, self.state_of_game.view(self.seat))
