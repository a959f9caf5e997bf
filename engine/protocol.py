"""The small protocol that every game meets.

A game is played as a chain of events. After each, `State.pending()` says what must come next:

* a `Draw`: chance has to speak. Whoever runs the game, a seeded generator, a log or people at a table, brings
  the outcome and hands it to `State.resolve`. A state holds no generator and no undrawn order, so a copy of
  it can be searched without looking into the future;
* a `Decision` of one of three kinds:
    - `sequential`: one seat decides;
    - `secret`: several seats commit hidden choices, shown together when the last has committed; until then
      no other seat's view tells them;
    - `open`: several seats may act, in any order;
* None: the game is over, `State.scores()` is final.

Legality has one source, `State.verify`; everything that needs to know whether a move is allowed calls it.

A game is deterministic: the same events give the same state, whatever the order of hashes. `ADDING.md` says how to
write one, and `cityleague.replays.testing` tests whether it does what is said here.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib import resources
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from cityleague.engine.chance import Draw, Item, Stream
from cityleague.engine.drawing import WIDTH
from cityleague.engine.rules import TURN_RULES, Rule
from cityleague.engine.scoring import Sheet

__all__ = [
    "Bot", "BotFactory", "Components", "Decision", "Draw", "Game", "Item", "Kind", "OptionsError", "Setup", "State",
    "View", "Way", "checksum",
]  # fmt: skip

Kind = Literal["sequential", "secret", "open"]
"""How a decision is taken; the module's docstring says what each means."""

M = TypeVar("M", bound=msgspec.Struct)

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def checksum(plain: object) -> str:
    """A 64-bit checksum of simple values in 16 hex digits: what `State.digest` gives for a whole state."""
    return blake2b(_encode(plain), digest_size=8).hexdigest()


class Decision(NamedTuple):
    """Players are due: any of `seats` (ascending, at least one) may move now.

    Bots are asked in this order; a seat that is not asked yet is not to know what others have said in secret.
    """

    kind: Kind
    seats: tuple[int, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """What a seat may know of a game: its own secrets, none of the others'. A game adds fields; it encodes to JSON."""

    seat: int | None
    """The seat that looks; None: a spectator, who sees what everybody sees."""


class State(abc.ABC, Generic[M]):
    """A game in progress. Mutable; `seats` counts the players.

    Moves are frozen structs that forbid unknown fields, each type with its tag in the field `type`: they are compared
    and hashed, and a log holds them as JSON.
    """

    __slots__ = ()
    seats: int

    @property
    @abc.abstractmethod
    def round(self) -> int:
        """The rounds begun, from 1; never fewer than before, and none is left out."""

    @abc.abstractmethod
    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over. The names of a game's draws all differ."""

    @abc.abstractmethod
    def resolve(self, order: Sequence[Item]) -> None:
        """Apply the outcome of the pending draw; the caller has checked it with `chance.verify_draw`."""

    @abc.abstractmethod
    def verify(self, seat: int, move: M) -> None:
        """Raise IllegalMove if `seat` (0 <= seat < seats) may not make this move now.

        The move may hold any values that its type allows, however absurd. Nothing else is ever raised.
        """

    @abc.abstractmethod
    def legal(self, seat: int) -> list[M]:
        """Every legal move of the seat, or the subset that `Game.canonical` describes: distinct, in a fixed order.

        A seat that is due has one at least, any other seat none.
        """

    @abc.abstractmethod
    def apply(self, seat: int, move: M) -> None:
        """Make a move that `verify` has accepted."""

    @abc.abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat may know, and nothing else; None is a spectator."""

    @abc.abstractmethod
    def scores(self) -> list[Sheet]:
        """A score sheet per seat, of the game as it stands; all have the same tie-breaks."""

    @abc.abstractmethod
    def digest(self) -> str:
        """A 64-bit checksum of the whole state in 16 hex digits, the same however the state came about.

        Every event changes it.
        """

    @abc.abstractmethod
    def copy(self) -> State[M]:
        """An independent copy."""


class OptionsError(ValueError):
    """Options, a number of players or components that a game cannot be set up with."""


class Components(Protocol):
    """A game's checked component file."""

    @property
    def hash(self) -> str:
        """What a log's header calls it, `blake2b:` and 32 hex digits of the file."""


class Bot(Protocol):
    """A player in process. One instance plays one seat of one game.

    A bot that holds on to something may have a method `close()`, which is called after the game.
    """

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves (never empty), from what the seat may see; it changes neither."""


class Setup(NamedTuple):
    """A game as these players play it; all that is said before it begins, and open to everybody."""

    game: Game
    options: Any
    components: Any
    seats: int

    def begin(self) -> State[Any]:
        """A new game; raises OptionsError."""
        return self.game.setup(self.options, self.seats, self.components)

    def imagine(self, view: Any, stream: Stream) -> State[Any]:
        """A state that a seat's view may be of: what the seat cannot know is drawn from the stream.

        It is made of the view and of nothing else; the same view and stream give the same state.
        """
        return self.game.imagine(self, view, stream)


class Drawing(Protocol):
    """Draws a view as text for a terminal of so many columns, at least `drawing.LEAST_WIDTH`."""

    def __call__(self, setup: Setup, view: Any, /, width: int = WIDTH) -> str: ...


class Way(NamedTuple):
    """A way to play: these options (what is left out has its default), at these numbers of seats."""

    seats: Sequence[int]
    options: Mapping[str, Any]


BotFactory = Callable[[Setup, Stream, Mapping[str, str]], Bot]
"""Makes a bot of a game's setup, its stream of random numbers and the parameters of its spec (ValueError if bad)."""


def itself(move: Any) -> Any:
    """The move itself."""
    return move


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A registered game: what it is called, what it is made of, how it begins."""

    name: str
    """Small letters, digits and _; how commands and logs call it."""
    title: str
    """How people call it."""
    package: str
    """The package that holds its `RULES.md`, which names every rule by its code, and its `components.json`."""
    seats: range
    """How many can play: every number from the first to the last."""
    version: str
    """Of the rules as implemented; a log says which it was played by."""
    options: type[msgspec.Struct]
    """A frozen struct that forbids unknown fields; every option has a default."""
    moves: Any
    """The tagged union of all moves, as a type that msgspec decodes."""
    rules: tuple[Rule, ...]
    """Every rule that `verify` can name, in the order of the rulebook; no other game has a rule of the same code."""
    components: Callable[[bytes | None], Components]
    """Decode and check a component file (None: the packaged one); raises ComponentsError."""
    setup: Callable[[Any, int, Any], State[Any]]
    """State from options, number of seats and components; raises OptionsError."""
    draw: Drawing
    """A view as text for a terminal."""
    prospects: Callable[[Setup, Any, Sequence[Any]], list[float]]
    """How good each legal move looks at once to the seat that holds this view: what `greedy` maximises."""
    imagine: Callable[[Setup, Any, Stream], State[Any]]
    """A state that a seat's view may be one of: what the seat cannot know is drawn from the stream.

    The seat sees and may do there what it sees and may do here.
    """
    bots: Mapping[str, BotFactory]
    """The bots that know only this game. The one called `heuristic`, if there is one, advises `mcts`."""
    template: Callable[[], dict[str, Any]] | None = None
    """A component file that an owner of the game fills in: null where only his copy can tell; None: there is none."""
    ways: tuple[Way, ...] = ()
    """Ways worth testing; none: the default options, and every value of each option by itself, wherever they will do.

    Options that are sets are given as lists, whose order does not change from one run to the next.
    """
    canonical: Callable[[Any], Any] = itself
    """What a move has in common with others of which `legal` lists one or a few only: those in another order, or
    other ways to pay. Whenever a move is legal, one that has the same in common is listed. Itself: all are listed.
    """

    def catalogue(self) -> tuple[Rule, ...]:
        """All rules a move can break, those of taking turns included."""
        return TURN_RULES + self.rules

    def file(self, name: str) -> bytes:
        """A file that comes with the game: `RULES.md` or `components.json`."""
        return resources.files(self.package).joinpath(name).read_bytes()
