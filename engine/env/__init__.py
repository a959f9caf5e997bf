"""Games as environments for learners: PettingZoo's turn by turn, or Gymnasium's with opponents at the other seats.

    env("neom", 3)                                        # pettingzoo.AECEnv: all seats are yours
    env("neom", 3, opponents=["heuristic", "greedy"])     # gymnasium.Env: one seat is yours
    gymnasium.make("cityleague/NEOM-v0", seats=3)         # the same with `greedy` at the others

Needs the extra `env` (pettingzoo, gymnasium). Nothing else in the package enters this room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from cityleague.engine.env.encoding import Encoding, TooManyMovesError, encoding_of
from cityleague.engine.env.rewards import REWARDS, Reward
from cityleague.engine.loop import prepare
from cityleague.engine.registry import game as find
from cityleague.engine.registry import names, title

if TYPE_CHECKING:
    from pettingzoo.utils import BaseWrapper

    from cityleague.engine.env.alone import SeatEnv
    from cityleague.engine.protocol import Bot

__all__ = ["REWARDS", "Encoding", "EnvironmentMissingError", "Reward", "TooManyMovesError", "encoding_of", "env"]


class EnvironmentMissingError(ImportError):
    """What the extra `env` installs is missing."""


class Form(TypedDict, total=False):
    """How environments of a game differ."""

    width: int
    """How many legal moves can be offered: 640, unless it is told otherwise."""
    padded: bool
    """Whether `moves` has rows of zeros for all other actions, for libraries that need arrays of one shape."""
    render_mode: Literal["ansi", "svg"] | None
    """What `render` gives: text (`ansi`) or an SVG file."""


@overload
def env(
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    opponents: None = None,
    reward: Reward = "rank",
    *,
    components: bytes | None = None,
    **form: Unpack[Form],
) -> BaseWrapper: ...
@overload
def env(
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    *,
    opponents: Sequence[str | Bot],
    reward: Reward = "rank",
    components: bytes | None = None,
    **form: Unpack[Form],
) -> SeatEnv: ...
def env(
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    opponents: Sequence[str | Bot] | None = None,
    reward: Reward = "rank",
    *,
    components: bytes | None = None,
    **form: Unpack[Form],
) -> Any:
    """A game as an environment; with `opponents`, bots for all seats but one, a Gymnasium one: each a
    spec, or an object with a method `choose(view, legal)`, which stays the same from game to game.

    An action is the number of a legal move. An observation is a dict: `observation`, a vector whose numbers
    `encoding_of` names; `action_mask`, 1 for each legal action; `moves`, a row of features for each legal move, and
    rows of zeros for the other actions if it is to be `padded`. `reward` is given at the end: `rank` (1 for the first
    place, 0 for the last, ties shared), `margin` (points of lead over the best of the others), or `score`.

    Raises OptionsError, EnvironmentMissingError, and ValueError or TypeError for a reward or opponents that do not fit.
    """
    if reward not in REWARDS:
        raise ValueError(f"the rewards are {', '.join(REWARDS)}, not {reward!r}")
    setup = prepare(game, seats, options, components)
    try:
        from cityleague.engine.env.observing import Observer  # noqa: PLC0415  (gymnasium is an extra, slow to import)

        observer = Observer(setup, **form)
        if opponents is None:
            from cityleague.engine.env.turns import turns  # noqa: PLC0415  (so is pettingzoo)

            return turns(observer, reward)
        from cityleague.engine.env.alone import SeatEnv  # noqa: PLC0415

        return SeatEnv(observer, opponents, reward)
    except ModuleNotFoundError as error:
        if error.name in ("gymnasium", "pettingzoo"):
            raise EnvironmentMissingError(
                f"environments need {error.name}: install the extra `env`, with pip install '.[env]' in the repository"
            ) from None
        raise


def seated(game: str, seats: int | None = None, opponents: Sequence[str | Bot] | None = None, **more: Any) -> SeatEnv:
    """The environment that an id in Gymnasium's registry makes: by default for two players, or the fewest that are more
    than one, with `greedy` at the other seats.
    """
    seats = seats or next(count for count in find(game).seats if count > 1)
    return env(game, seats, opponents=opponents or ["greedy"] * (seats - 1), **more)


def _register() -> None:
    """Give each game an id in Gymnasium's registry, made of its title: `cityleague/BetweenTwoCities-v0`."""
    try:
        from gymnasium import register  # noqa: PLC0415  (as above)
    except ModuleNotFoundError:
        return
    for name in names():
        called = "".join(filter(str.isalnum, title(name)))
        register(f"cityleague/{called}-v0", f"{__name__}:seated", kwargs={"game": name})


_register()
