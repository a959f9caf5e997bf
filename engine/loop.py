"""Games driven by a loop of one's own: prepare, begin, decide, until it is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Bot, Decision, Draw, OptionsError, Setup, State
from cityleague.engine.registry import game


def prepare(name: str, seats: int, options: Mapping[str, Any] | None = None, components: bytes | None = None) -> Setup:
    """A game as so many play it: `begin` begins one, as often as one likes.

    `options` are those that a log's header has; what is left out has its default. `components`: the content of a
    component file in place of the packaged one. Raises UnknownGameError, OptionsError and ComponentsError.

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
    setup.begin()  # which says what cannot be played
    return setup


def next_decision(state: State[Any], seed: str) -> Decision | None:
    """The decision that is due once chance has spoken wherever it was due before; None when the game is over.

    What chance brings is decided by the seed, any text, as in a log whose header states it.

    >>> state = prepare("between_two_cities", seats=3).begin()
    >>> next_decision(state, seed="7")
    Decision(kind='secret', seats=(0, 1, 2))
    """
    while isinstance(pending := state.pending(), Draw):
        state.resolve(outcome(seed, pending))
    return pending


def make_bot(spec: str, setup: Setup, seed: str) -> Bot:
    """A bot, new, for one seat of one game; the seed decides what it leaves to chance. Raises BotSpecError.

    >>> setup = prepare("between_two_cities", seats=3)
    >>> bot, state = make_bot("greedy", setup, seed="7"), setup.begin()
    >>> decision = next_decision(state, seed="7")
    >>> bot.choose(state.view(0), state.legal(0)) in state.legal(0)
    True
    """
    return parse(spec, setup.game).make(setup, Stream(seed, "bot"))
