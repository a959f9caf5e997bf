"""A game as Gymnasium's environment: one seat is the learner's, bots play the others."""

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from cityleague.engine.bots.specs import BotSpec, parse
from cityleague.engine.chance import Stream
from cityleague.engine.env.observing import RENDER_MODES, Observer, number_of
from cityleague.engine.env.rewards import REWARDS, Reward, ending, illegal
from cityleague.engine.loop import next_decision
from cityleague.engine.protocol import Bot


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """From game to game the learner sits one seat further on; `reset(options={"seat": 1})` says where."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  (gymnasium declares it so)

    def __init__(self, observer: Observer, opponents: Sequence[str | Bot], reward: Reward = "rank") -> None:
        """Raises TypeError for what is no bot, ValueError if they do not fill the other seats, and BotSpecError."""
        for opponent in [opponents] if isinstance(opponents, str) else opponents:
            if opponent is opponents or not (isinstance(opponent, str) or callable(getattr(opponent, "choose", None))):
                raise TypeError(f"opponents is a list of specs, or of bots with a method `choose`, not {opponent!r}")
        setup = observer.setup
        if len(opponents) != setup.seats - 1:
            raise ValueError(f"{setup.seats} seats need {setup.seats - 1} opponents, not {len(opponents)}")
        self.setup, self._reward, self._illegal = setup, REWARDS[reward], illegal(reward)
        self._legal: Sequence[Any] = ()
        self._opponents = [parse(bot, setup.game) if isinstance(bot, str) else bot for bot in opponents]
        self._observer, self.observation_space = observer, observer.space
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(observer.width)
        self.render_mode = observer.render_mode
        self._games, self._seed = 0, "0"

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. The seed decides chance, also that of the bots, in this game and those that follow."""
        number = None if seed is None else index(seed)
        super().reset(seed=number)
        if number is not None:
            self._games, self._seed = 0, str(number)
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
        number = number_of(action)
        if not 0 <= number < len(self._legal):
            seen, self._legal = self._seen(), ()
            return seen, self._illegal, True, False, {"illegal": number}
        self.state_of_game.apply(self.seat, self._legal[number])
        if not self._play_on():
            return self._seen(), 0.0, False, False, {}
        sheets = self.state_of_game.scores()
        return self._seen(), self._reward(sheets)[self.seat], True, False, ending(sheets)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For each action whether it is legal now, as libraries ask that mask what they choose."""
        return np.arange(self.action_space.n) < len(self._legal)

    def render(self) -> str | None:
        """The table as the learner sees it."""
        return self._observer.shown(self.state_of_game, self.seat)
