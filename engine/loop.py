"""Games driven by a loop of your own: prepare, begin, and decide until the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Bot, Decision, Draw, OptionsError, Setup, State
from cityleague.engine.registry import game


def prepare(name: str, seats: int, options: Mapping[str, Any] | None = None, components: bytes | None = None) -> Setup:
    """The setup of a game for this number of seats: its method `begin` begins a game, as often as you like.

    `options` are those of a log's header; an option left out has its default. `components`: the content of a
    component file that replaces the packaged one. Raises UnknownGameError, OptionsError and ComponentsError.

    >>> setup = prepare("neom", seats=2, options={"beginner": True})
    >>> setup.begin().round
    1
    >>> prepare("neom", seats=2, options={"colour": "red"})
    Traceback (most recent call last):
        ...
    cityleague.engine.protocol.OptionsError: NEOM: Object contains unknown field `colour`
    """
    played = game(name)
    try:
        chosen = msgspec.convert(options or {}, played.options)
    except msgspec.ValidationError as error:
        raise OptionsError(f"{played.title}: {error}") from None
    setup = Setup(played, chosen, played.components(components), seats)
    setup.begin()  # raises OptionsError for what cannot be played
    return setup


def next_decision(state: State[Any], seed: str) -> Decision | None:
    """Resolve the draws that are due, then give the next decision; None when the game is over.

    The seed, any text, decides what chance brings, as in a log whose header states it.

    >>> state = prepare("between_two_cities", seats=3).begin()
    >>> next_decision(state, seed="7")
    Decision(kind='secret', seats=(0, 1, 2))
    """
    while isinstance(pending := state.pending(), Draw):
        state.resolve(outcome(seed, pending))
    return pending


def make_bot(spec: str, setup: Setup, seed: str) -> Bot:
    """A new bot for one seat of one game; the seed decides its random choices. Raises BotSpecError.

    >>> setup = prepare("between_two_cities", seats=3)
    >>> bot, state = make_bot("greedy", setup, seed="7"), setup.begin()
    >>> decision = next_decision(state, seed="7")
    >>> bot.choose(state.view(0), state.legal(0)) in state.legal(0)
    True
    """
    return parse(spec, setup.game).make(setup, Stream(seed, "bot"))
