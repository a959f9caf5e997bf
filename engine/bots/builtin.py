"""The bots that play every game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup, State


@cache
def looks_at_table(kind: Any, name: str = "choose") -> bool:
    """Whether a class of bots answers at the table; one that overrides only what takes a view does not."""
    own = [vars(base) for base in getattr(kind, "__mro__", ()) if vars(base).keys() & {name, f"{name}_at"}]
    return any(f"{name}_at" in names for names in own[:1])


def choose_at(bot: Any, state: State[Any], seat: int, legal: Sequence[Any]) -> Any:
    """One of the legal moves, chosen by a bot of the house: at the table if it can (`protocol.Bot`)."""
    if looks_at_table(bot.__class__, "choose"):
        return bot.choose_at(state, seat, legal)
    if bot.__class__ is Greedy:  # one that is made of it may choose in another way
        return bot.at_table(state, seat, legal)
    return bot.choose(state.view(seat), legal)


def expectation(bot: Any) -> Callable[[State[Any], int | None], list[float]] | None:
    """The scores that a bot of the house expects of a state, as far as a seat can tell; None if it expects nothing."""
    if looks_at_table(bot.__class__, "expect"):
        expected: Callable[[State[Any], int | None], list[float]] = bot.expect_at
        return expected
    return partial(_expected_by_view, bot) if callable(getattr(bot, "expect", None)) else None


def _expected_by_view(bot: Any, state: State[Any], seat: int | None) -> list[float]:
    scores: list[float] = bot.expect(state.view(seat))
    return scores


class Random:
    """Any legal move, all equally likely."""

    parameters = Parameters

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        self.parameters.read(parameters, setup)
        self._stream = stream

    def choose(self, _view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves."""
        return self._stream.choice(legal)

    def choose_at(self, _state: State[Any], _seat: int, legal: Sequence[Any]) -> Any:
        """One of the legal moves."""
        return self._stream.choice(legal)


class TableBot(ABC):
    """A bot that judges by the table, as a view shows it or as it is: what its seat cannot know is not looked at.

    What it is told of a state it answers without the view, which takes long to make (`protocol.Bot`).
    """

    def __init__(self, setup: Setup, stream: Stream, table_of: Callable[[Setup, Any], Any]) -> None:
        self._setup, self._stream, self._table_of = setup, stream, table_of

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves."""
        return legal[0] if len(legal) == 1 else self._choose(self._table_of(self._setup, view), view.seat, legal)

    def choose_at(self, state: Any, seat: int, legal: Sequence[Any]) -> Any:
        """The same choice, of what the seat may know of the state."""
        return legal[0] if len(legal) == 1 else self._choose(state.table, seat, legal)

    def expect(self, view: Any) -> list[float]:
        """The score that each seat may reach, by seat, as far as the seat with this view can tell."""
        return self._expect(self._table_of(self._setup, view), view.seat)

    def expect_at(self, state: Any, seat: int | None) -> list[float]:
        """The same, of what the seat may know of the state."""
        return self._expect(state.table, seat)

    @abstractmethod
    def _choose(self, table: Any, seat: int, legal: Sequence[Any]) -> Any:
        """One of several legal moves."""

    @abstractmethod
    def _expect(self, table: Any, seat: int | None) -> list[float]:
        """The score that each seat may reach, as far as this seat, or a spectator, can tell."""


def stand_in(setup: Setup, stream: Stream) -> Random:
    """Who moves for a bot that has forfeited: in the recorded game, and wherever such a game is imagined to go on."""
    return Random(setup, stream, {})


class Greedy:
    """The legal move that looks best right now, by the game's `prospects`; of several equal ones, a random one."""

    parameters = Parameters

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        self.parameters.read(parameters, setup)
        self._setup, self._stream = setup, stream

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves."""
        return best(legal, self._setup.game.prospects(self._setup, view, legal), self._stream)

    def at_table(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Any:
        """The same choice, without a view where the game needs none."""
        at = self._setup.game.prospects_at
        return best(legal, at(state, seat, legal), self._stream) if at else self.choose(state.view(seat), legal)


def best(moves: Sequence[Any], values: Sequence[float], stream: Stream) -> Any:
    """The move with the highest value; among equal ones the stream decides."""
    top = max(values)
    return stream.choice([move for move, value in zip(moves, values, strict=True) if value == top])
