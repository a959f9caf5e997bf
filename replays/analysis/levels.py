"""How much is tried: the levels, and what is known of each game's own measure."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.errors import InputError

LEVELS = ("quick", "normal", "deep")
POLICIES = ("heuristic", "greedy", "random", "easy", "good")
"""Bots that play on."""
_JUDGE = "heuristic"
"""With this bot playing on, the error of the judge was measured."""
_DEEP_WORLDS = 16
"""At least, at level `deep`, where games are played to their end: so accounts add up, as no judge errs in them."""
CHANGES = ("playouts", "candidates", "worlds", "confirm", "horizon", "policy")
"""What can be chosen beside the level, by option; `luck` from Python alone."""
LEAST_PLAYOUTS = 24
"""Of a curve's point, and worlds that confirm a mark."""


MOST = 10_000
"""Of anything: more takes for ever, and tells no more."""


class Measure(NamedTuple):
    """What is known of a game."""

    bars: tuple[float, float, float]
    """Points of lead from which a loss is an inaccuracy, a mistake, a blunder."""
    policy: str = "heuristic"
    """The bot that looks for better moves."""
    confirmed_by: str = "heuristic"
    """The bot that plays the chances, and the worlds where a mark must hold."""
    worlds: int = 8
    """In which a mark is looked for, at level `normal`."""
    playouts: int = LEAST_PLAYOUTS
    """From the first position of each round: as many as a quick look has time for."""
    every: int = 1
    """At level `quick`, chances are told every so many rounds."""
    horizon: int = 0
    """Rounds after which the judge speaks where a mark is looked for; 0: games are played to their end."""
    judge: Mapping[int, float] = {}
    """The judge's own error by horizon, in points of lead: the root mean square of what it says of two moves, against
    what playouts to the end say of them.
    """


# The bars are the lower quartile, the median and the upper decile of losses that other worlds confirmed with no bar at
# all, in games between random, greedy and heuristic, rounded (`python -m tests.benchmarks.analysis bars`). The judge's
# error is measured against playouts to the end (`judge`).
#
# Marks that `greedy` confirms gain far less than they claim (`marks`). With `width=2` the heuristic of Card City XL is
# quicker, and plays about as well.
MEASURES = {
    "between_two_cities": Measure(bars=(1, 2, 4), worlds=4, playouts=48, horizon=1, judge={1: 0.4}),
    "card_city_xl": Measure(
        bars=(1, 2, 6), policy="greedy", confirmed_by="heuristic?width=2", worlds=12, judge={1: 2.8, 2: 1.8, 4: 1.2}
    ),
    "city_tycoon": Measure(bars=(2, 6, 19), worlds=4, playouts=48, horizon=1, judge={1: 3.0, 2: 1.5}),
    "neom": Measure(bars=(5, 7, 12), worlds=4, every=2, horizon=4, judge={1: 3.6, 2: 2.9, 4: 2.0}),
    "twentieth_century": Measure(bars=(6, 11, 23), worlds=4, horizon=2, judge={1: 8.4, 2: 2.9, 4: 2.5}),
}
OTHER = Measure(bars=(1, 2, 4))
"""Of a game that another package brings."""


class TermsError(InputError):
    """A level or a number with which nothing can be analysed."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that decides what an analysis of a game says."""

    level: str
    playouts: int
    """From the first position of each round."""
    candidates: int
    """Moves tried at each choice; 0: choices are left out."""
    worlds: int
    """In which a mark is looked for."""
    confirm: int
    """Other worlds in which it must hold."""
    horizon: int
    """Rounds after which the judge speaks in the first of these worlds; 0: at the end, as always in the others."""
    policy: str
    """The bot that plays on."""
    luck: int
    """Playouts before and after each draw; 0: luck is left out."""
    bars: tuple[float, float, float]
    judge: float
    """The judge's own error, part of the standard errors of what it says."""
    confirmed_by: str = ""
    """The bot that plays on for the chances, and in the worlds in which a mark must hold; empty: the same."""
    every: int = 1
    """Rounds from a position whose chances are told to the next."""


def terms_of(game: str, level: str = "normal", **changes: Any) -> Terms:
    """The terms of a level for a game, with these changes (None changes nothing); raises TermsError.

    >>> terms_of("neom", "deep", worlds=20).worlds
    20
    """
    if level not in LEVELS:
        raise TermsError(f"the levels are {', '.join(LEVELS)}, not {level!r}")
    measure = MEASURES.get(game, OTHER)
    deep, quick = level == "deep", level == "quick"
    policy = changes.get("policy") or measure.policy
    defaults: dict[str, Any] = {
        "playouts": measure.playouts,
        "candidates": 0 if quick else 4 if deep else 3,
        "worlds": max(_DEEP_WORLDS, 2 * measure.worlds) if deep else measure.worlds,
        "confirm": LEAST_PLAYOUTS * (2 if deep else 1),
        "horizon": measure.horizon if policy == _JUDGE and not deep else 0,
        "policy": policy,
        "luck": LEAST_PLAYOUTS if deep else 0,
    }
    changed = {name: value for name, value in changes.items() if value is not None}
    given = defaults | changed
    if unknown := given.keys() - defaults.keys():
        raise TermsError(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(defaults)}")
    if given["policy"] not in POLICIES:
        raise TermsError(f"policy is {', '.join(POLICIES)}, not {given['policy']!r}")
    for name in defaults:
        if name != "policy" and type(given[name]) is not int:
            raise TermsError(f"{name} is a whole number, not {given[name]!r}")
        if name != "policy" and given[name] > MOST:
            raise TermsError(f"{name} is at most {MOST}, not {given[name]}")
    for name, least in (("playouts", LEAST_PLAYOUTS), ("confirm", LEAST_PLAYOUTS), ("worlds", 4), ("horizon", 0)):
        if given[name] < least:
            raise TermsError(f"{name} is at least {least}, not {given[name]}")
    for name, what in (("candidates", "choices"), ("luck", "luck")):
        if given[name] < 0 or given[name] == 1:
            raise TermsError(f"{name} is 0, which leaves {what} out, or at least 2, not {given[name]}")
    if not given["candidates"] and (idle := sorted(changed.keys() & {"worlds", "confirm", "horizon"})):
        raise TermsError(f"{idle[0]} is for choices, which are left out: give candidates, too, or leave {idle[0]} out")
    horizon = given["horizon"]
    if horizon and policy != _JUDGE:
        raise TermsError(f"horizon: nobody has measured how far the judge errs where {policy} plays on; take 0")
    if horizon and horizon not in measure.judge:
        known = " or ".join(map(str, sorted(measure.judge)))
        raise TermsError(
            f"horizon: nobody has measured how far the judge of {game} errs after {horizon} rounds; "
            f"take 0, to the end of the game{f', or {known}' * bool(known)}"
        )
    confirmed_by = policy if "policy" in changed else measure.confirmed_by
    judge = measure.judge[horizon] if horizon else 0.0
    every = measure.every if quick else 1
    return Terms(level=level, bars=measure.bars, judge=judge, confirmed_by=confirmed_by, every=every, **given)
